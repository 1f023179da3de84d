"""The sweep: what it reads on a site with many finished games, and what it does first."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone

from games import services, tasks
from games.models import Deck, Game, Seat, SiteClock
from games.services.waiting import LAPSES_AT_ONCE
from tests.games.archived import archive_many
from tests.games.conftest import seconds
from tests.plans import plans_of, reads_all

pytestmark = pytest.mark.django_db

DAY = 86_400
MANY = 1500


@pytest.fixture
def many_finished(alice: Any, bob: Any) -> None:
    """Store many finished games, and let the database know how many there are."""
    archive_many(MANY, lambda _, seat: (alice, bob)[seat])


SWEEPS: dict[str, Callable[[], Any]] = {
    "overdue": lambda: services.overdue_games(now=timezone.now()),
    "computers": lambda: services.claim_computer_turns(now=timezone.now()),
    "warnings": lambda: services.games_to_warn(now=timezone.now()),
    "waiting": lambda: services.lapse_waiting_games(now=timezone.now()),
}


INDEXED = {"overdue": "deadline", "warnings": "warns_at"}
"""The columns by whose index a sweep finds its games."""


def test_the_sweep_reads_no_finished_game_and_of_the_others_only_those_that_are_due(
    many_finished: None, dealt: Any, oscar: Any
) -> None:
    dealt()
    dealt(move_time=DAY)
    open_table(oscar)
    for name, sweep in SWEEPS.items():
        plans = plans_of(sweep)
        for sql, plan in plans.items():
            for table in ("games_game", "games_seat", "U0"):
                assert not reads_all(plan, table), f"{name}: {sql}\n{plan}"
        if column := INDEXED.get(name):
            (plan,) = [plan for sql, plan in plans.items() if f'"{column}" <' in sql]
            found = f"{column}<?" if connection.vendor == "sqlite" else f"Index Cond: ({column} <"
            assert found in plan, f"{name}: {plan}"


def test_a_sweep_that_fails_for_another_reason_than_a_full_disk_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "overdue_games", Mock(side_effect=DatabaseError))
    with pytest.raises(DatabaseError):
        tasks.sweep()


def open_table(user: Any, *, players: int = 2) -> Game:
    return services.open_table(user, variant="casino", move_time=60, kind="open", players=players)


def open_tables(number: int) -> None:
    """Open tables at which nobody has sat down."""
    now = timezone.now()
    games = Game.objects.bulk_create(
        Game(
            variant="casino",
            rules_version=1,
            kind="open",
            move_time=60,
            seen_at=now,
            created_at=now,
        )
        for _ in range(number)
    )
    Deck.objects.bulk_create(Deck(game=game, recipe=1, seed=b"", commitment="") for game in games)


def overdue(deal: Callable[..., Game], *people: Any, move_time: int, by: float) -> Game:
    """Return a game whose deadline passed that many seconds before now."""
    game = deal(*people, move_time=move_time)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(by))
    return game


def test_live_games_come_before_games_over_days(
    clock: Any, dealt: Any, alice: Any, bob: Any, carol: Any, dave: Any
) -> None:
    slow = overdue(dealt, alice, bob, move_time=DAY, by=500)
    newer = overdue(dealt, carol, dave, move_time=60, by=10)
    services.quit_game(newer.pk, user_id=carol.pk)
    live = overdue(dealt, carol, dave, move_time=60, by=5)
    assert services.overdue_games(now=timezone.now()) == [live.pk, slow.pk]


def test_one_call_closes_a_few_tables_and_the_next_call_more(clock: Any) -> None:
    open_tables(LAPSES_AT_ONCE + 3)
    clock.shift(seconds(16 * 60))
    assert services.lapse_waiting_games(now=timezone.now()) == LAPSES_AT_ONCE
    assert services.lapse_waiting_games(now=timezone.now()) == 3
    assert not Game.objects.filter(status="waiting").exists()


def test_one_call_frees_a_few_seats_and_the_next_call_more(
    clock: Any, make_user: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.waiting.LAPSES_AT_ONCE", 2)
    for number in range(3):
        table = open_table(make_user(f"gone{number}"), players=3)
        services.join_game(table.pk, user=make_user(f"there{number}"))
    there = Seat.objects.filter(index=1)
    clock.shift(seconds(16 * 60))
    there.update(seen_at=timezone.now())
    Game.objects.update(seen_at=timezone.now())
    services.lapse_waiting_games(now=timezone.now())
    assert Seat.objects.count() == 4
    services.lapse_waiting_games(now=timezone.now())
    assert Seat.objects.count() == 3


def test_clocks_and_computer_players_do_not_wait_for_tables_to_close(
    clock: Any, dealt: Any, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_tables(500)
    services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
    clock.shift(seconds(16 * 60))
    services.record_web_alive()
    Game.objects.filter(status="picking").update(deadline=timezone.now() + seconds(60))
    SiteClock.objects.update(web_seen_at=timezone.now())
    order: list[str] = []
    for name in ("overdue_games", "claim_computer_turns", "lapse_waiting_games"):
        note_calls(monkeypatch, services, name, order)
    asked = note_calls(monkeypatch, tasks.play_computer, "delay", order)
    tasks.sweep()
    assert order == ["overdue_games", "claim_computer_turns", "delay", "lapse_waiting_games"]
    assert len(asked) == 1
    assert Game.objects.filter(status="waiting").count() == 500 - LAPSES_AT_ONCE


def note_calls(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, order: list[str]
) -> list[Any]:
    """Note each call of a function, and what it is given; `delay` is not carried out."""
    given: list[Any] = []
    called = getattr(owner, name)

    def noted(*arguments: Any, **named: Any) -> Any:
        order.append(name)
        given.append(arguments)
        return None if name == "delay" else called(*arguments, **named)

    monkeypatch.setattr(owner, name, noted)
    return given


def test_a_live_game_does_not_wait_for_a_burst_of_games_over_days(
    clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While many turns end, the sweep looks again for what is more urgent."""
    burst = list(range(1, 501))
    ended: list[int] = []
    monkeypatch.setattr(services, "expire_turn", ended.append)

    def find(*, now: dt.datetime) -> list[int]:
        return [*([1000] if len(ended) > 10 else []), *burst]

    monkeypatch.setattr(services, "overdue_games", find)
    tasks.sweep()
    assert ended.index(1000) == tasks.EXPIRIES_AT_ONCE
    assert sorted(ended) == [*burst, 1000]


def test_computer_players_do_not_wait_for_a_burst_of_overdue_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended: list[int] = []
    before_each_claim: list[int] = []
    monkeypatch.setattr(services, "overdue_games", lambda now: list(range(1, 501)))
    monkeypatch.setattr(services, "expire_turn", ended.append)

    def claim(*, now: dt.datetime) -> list[int]:
        before_each_claim.append(len(ended))
        return []

    monkeypatch.setattr(services, "claim_computer_turns", claim)
    tasks.sweep()
    assert before_each_claim == list(range(50, 501, 50))


def test_a_game_whose_turn_cannot_end_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broken ones stay overdue, and are tried once in each sweep."""
    tried: list[int] = []

    def expire(game_id: int) -> None:
        tried.append(game_id)
        raise ValueError

    monkeypatch.setattr(services, "overdue_games", lambda now: list(range(120)))
    monkeypatch.setattr(services, "expire_turn", expire)
    tasks.sweep()
    assert tried == list(range(120))
