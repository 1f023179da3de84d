"""A block that is put up while somebody sits down: the seat is found as soon as it is taken."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from community.services import keep_away
from games import services
from games.announcing import announce_lists
from games.models import Game
from tests.games.test_races import at_once, refusals

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql",
        reason="the run on PostgreSQL has it; SQLite has one writer at a time",
    ),
]

DAY = 86_400
WAITING = """
SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND datname = current_database()
"""
Race = Callable[..., list[Any]]


@pytest.fixture
def while_seated(monkeypatch: pytest.MonkeyPatch) -> Race:
    """Return a function that acts when somebody has sat down but the seat is not committed yet.

    It is committed once that is done, or waits for it.
    """
    is_seated, has_acted = threading.Event(), threading.Event()

    def announce_later(*args: Any, **options: Any) -> None:
        announce_lists(*args, **options)
        if is_seated.is_set():
            return  # whoever acts
        is_seated.set()
        while not has_acted.wait(0.01) and not somebody_waits():
            pass

    def race(sit: Callable[[], Any], act: Callable[[], None]) -> list[Any]:
        def act_then() -> None:
            assert is_seated.wait(10)
            try:
                act()
            finally:
                has_acted.set()

        monkeypatch.setattr("games.services.places.announce_lists", announce_later)
        return at_once(sit, act_then)

    return race


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("by_host", [True, False])
def test_whoever_sits_down_meanwhile_is_parted_from_the_host(
    while_seated: Race, alice: User, bob: User, by_host: bool
) -> None:
    table = services.open_table(alice, variant="casino", players=3, move_time=DAY, kind="open")
    owner, other = (alice, bob) if by_host else (bob, alice)
    outcomes = while_seated(
        lambda: services.join_game(table.pk, user=bob), lambda: keep_away(owner, other, "block")
    )
    assert refusals(outcomes) == []
    assert table.seats.count() == 1


def test_an_invitation_that_is_sent_meanwhile_ends(
    while_seated: Race, alice: User, bob: User
) -> None:
    def invite() -> Game:
        return services.open_table(
            alice, variant="casino", move_time=DAY, kind="invitation", invited=bob
        )

    outcomes = while_seated(invite, lambda: keep_away(bob, alice, "block"))
    assert refusals(outcomes) == []
    assert Game.objects.get().status == Game.Status.CANCELLED


def test_a_rematch_of_several_that_is_asked_for_meanwhile_ends(
    while_seated: Race, alice: User, bob: User, carol: User
) -> None:
    game = services.open_table(alice, variant="casino", players=3, move_time=DAY, kind="open")
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    for user in (alice, bob):
        services.quit_game(game.pk, user_id=user.pk)
    outcomes = while_seated(
        lambda: services.offer_rematch(game.pk, user=alice),
        lambda: keep_away(bob, carol, "block"),  # neither of whom asks
    )
    assert refusals(outcomes) == []
    assert game.rematches.get().status == Game.Status.CANCELLED


def test_nobody_is_invited_who_puts_up_a_block_before_the_inviter_is_locked(
    alice: User, bob: User, before_the_lock: Any
) -> None:
    before_the_lock(lambda: keep_away(bob, alice, "block"), of=User)
    with pytest.raises(services.SeatRefused, match="^not_to_be_invited$"):
        services.open_table(alice, variant="casino", move_time=DAY, kind="invitation", invited=bob)
    assert not Game.objects.exists()
