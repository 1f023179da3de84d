"""Nobody waits in a circle: whoever locks rows locks games first, then players, each by their ids.

The services are called one after the other, and PostgreSQL is asked which rows each statement
locks that the transaction had not locked before.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest, keep_guest, set_active
from games import services, tasks
from games.models import Analysis, Game, ThinkingLine
from games.services import computers, hints
from games.services.thinking import take_place
from tests.games.conftest import seconds
from tests.games.test_lessons import play_steps
from tests.games.test_races import at_once
from tests.games.whole_games import snapshot_of
from tests.passwords import confirm_password, delete_account
from tests.present import present

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql",
        reason="the run on PostgreSQL has it; SQLite has one lock",
    ),
]

DAY = 86_400
GAMES, PLAYERS = "games_game", "accounts_user"
LOCKS = re.compile(r"^(SELECT .*) FOR (?:NO KEY )?UPDATE.*$", re.DOTALL)
UPDATES = re.compile(r'^UPDATE "(\w+)" SET (.*?) WHERE (.*)$', re.DOTALL)


class Locks:
    """The games and players that each transaction has locked, in their order, but not made."""

    def __init__(self) -> None:
        self.taken: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
        self.made: defaultdict[int, set[tuple[str, int]]] = defaultdict(set)
        self.keys: list[str] = []
        """The statements that lock the key of a game: then whatever refers to it has to wait."""

    def __call__(self, execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if not connection.in_atomic_block:
            return execute(sql, parameters, many, context)
        (transaction,) = ask("SELECT txid_current()")
        table, rows, given = read_lock(sql, parameters)
        if table == GAMES and sql.endswith(" FOR UPDATE"):
            self.keys.append(sql)
        if table in (GAMES, PLAYERS):
            known = self.made[transaction].union(self.taken[transaction])
            locked = [(table, row) for row in ask(rows, given)]
            self.taken[transaction] += [each for each in locked if each not in known]
        answer = execute(sql, parameters, many, context)
        for table in (GAMES, PLAYERS):
            if sql.startswith(f'INSERT INTO "{table}"'):
                (newest,) = ask(f'SELECT max("id") FROM "{table}"')  # noqa: S608
                self.made[transaction].add((table, newest))
        return answer


def read_lock(sql: str, parameters: Any) -> tuple[str, str, Any]:
    """Return the table in which a statement locks rows, and the query that finds these rows."""
    if locks := LOCKS.match(sql):
        return present(re.search(r'FROM "(\w+)"', sql))[1], locks[1], parameters
    if updates := UPDATES.match(sql):
        table, changes, where = updates.groups()
        rows = f'SELECT "id" FROM "{table}" WHERE {where}'  # noqa: S608
        return table, rows, parameters[changes.count("%s") :]
    return "", "", ()


def ask(sql: str, parameters: Any = ()) -> list[int]:
    """Return the first column of what a query finds.

    It goes around Django, which makes plans again that no longer fit, so it uses none.
    """
    with present(connection.connection).cursor() as cursor:
        return [row[0] for row in cursor.execute(sql, parameters, prepare=False)]


@pytest.fixture
def locks() -> Iterator[Locks]:
    found = Locks()
    with connection.execute_wrapper(found):
        yield found


def test_games_are_locked_before_players_and_each_in_the_order_of_their_ids(
    locks: Locks,
    play: Any,
    client_of: Any,
    alice: Any,
    bob: Any,
    carol: Any,
    dave: Any,
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        services.record_web_alive()
        # Tables, and those that are left for them
        for user in (alice, bob, carol):
            services.open_table(user, variant="casino", move_time=60, kind="open")
        services.play_now(dave, variant="casino", move_times=[60])
        services.play_now(dave, variant="casino", move_times=[DAY, 3 * DAY])
        services.keep_seeking(dave)
        game = services.play_now(alice, variant="casino", move_times=[60])
        table = services.open_table(bob, variant="spade", move_time=60, kind="link", players=4)
        services.join_game(table.pk, user=carol)
        services.seat_computers(table.pk, user=bob, levels={2: "easy", 3: "easy"})
        # Ends, and what follows
        services.quit_game(game.pk, user_id=alice.pk)
        services.quit_game(table.pk, user_id=carol.pk)
        services.offer_rematch(game.pk, user=dave)
        services.offer_rematch(game.pk, user=alice)
        slow = services.open_table(alice, variant="casino", move_time=DAY, kind="open")
        services.join_game(slow.pk, user=bob)
        snapshot = snapshot_of(slow)
        play(
            slow,
            (alice, bob)[present(snapshot.game.to_move)],
            str(next(iter(slow.rules.moves(snapshot.state)))),
        )
        # What the clock does
        services.start_vacation(bob, until=timezone.now() + seconds(5 * DAY))
        services.end_vacation(bob)
        clock.shift(seconds(30))
        services.record_web_alive()
        clock.shift(seconds(2 * DAY))
        services.record_web_alive()
        clock.shift(seconds(20 * DAY))
        Game.objects.filter(pk=slow.pk).update(deadline=timezone.now() - seconds(100))
        tasks.sweep()
        # People
        play_steps(services.start_lesson(carol, variant="casino", name="first"), carol, 2)
        services.restart_lesson(carol, variant="casino", name="first")
        keep_guest(create_guest(), username="greta", password="over the hills")
        set_active(bob, active=False)
        services.leave_all_games(bob)
        delete_account(client_of(dave))
    assert sum(len(taken) > 1 for taken in locks.taken.values()) > 9
    for taken in locks.taken.values():
        assert taken == sorted(taken, key=lambda lock: (lock[0] == PLAYERS, lock[1]))
    assert locks.keys == []


def test_two_who_are_left_side_by_side_are_locked_in_the_order_of_their_places(
    locks: Locks, alice: Any, bob: Any, carol: Any
) -> None:
    first = services.play_now(alice, variant="casino", move_times=[60])
    services.leave_page(first.pk, user=alice)
    services.play_now(bob, variant="casino", move_times=[60])
    second = services.play_now(carol, variant="casino", move_times=[60])
    services.leave_game(first.pk, user=bob)
    locks.taken.clear()
    services.pair_waiting(now=timezone.now())
    (taken,) = locks.taken.values()
    assert taken == [(GAMES, first.pk), (GAMES, second.pk), (PLAYERS, alice.pk)]


def test_whoever_is_invited_is_locked_too_in_the_order_of_the_ids(
    locks: Locks, alice: Any, bob: Any
) -> None:
    """An account that is deleted meanwhile would be missed at the end of the transaction."""
    for host, invited in ((alice, bob), (bob, alice)):
        locks.taken.clear()
        services.open_table(
            host, variant="casino", move_time=DAY, kind="invitation", invited=invited
        )
        (taken,) = locks.taken.values()
        assert taken == [(PLAYERS, alice.pk), (PLAYERS, bob.pk)]


def test_a_first_hint_and_a_move_at_once_do_not_wait_in_a_circle(
    alice: Any, monkeypatch: Any
) -> None:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["master"])
    while game.to_move != 0:
        services.quit_game(game.pk, user_id=alice.pk)
        game = services.play_computer(alice, variant="casino", move_time=60, levels=["master"])
        game.refresh_from_db()
    move = next(iter(game.rules.moves(snapshot_of(game).state)))
    both = threading.Barrier(2)

    def take_place_later(*arguments: Any, **named: Any) -> Any:
        both.wait(5)  # the move has locked the game, and the hint is stored
        return take_place(*arguments, **named)

    def ask() -> None:
        with transaction.atomic():
            hints.ask_hint(game.pk, alice.pk, game.move_count, now=timezone.now())
            both.wait(5)

    def play() -> None:
        selection = services.Selection(game.move_count, text=str(move))
        services.make_move(
            game.pk, user_id=alice.pk, selection=selection, arrived_at=timezone.now()
        )

    monkeypatch.setattr(computers, "take_place", take_place_later)
    assert at_once(ask, play) == [None, None]


def test_an_account_is_deleted_although_an_analysis_for_it_goes_on(
    dealt: Any, alice: Any, bob: Any, client_of: Any, monkeypatch: Any
) -> None:
    """The account's line is deleted, and the next slice begins before its analysis is changed."""
    game = dealt()
    services.quit_game(game.pk, user_id=bob.pk)
    Analysis.objects.create(
        game=game, level=services.ANALYST, asked_by=alice, asked_at=timezone.now()
    )
    ThinkingLine.objects.create(user=alice)
    client, is_deleted, is_claimed = client_of(alice), threading.Event(), threading.Event()
    confirm_password(client)

    def wait_after(execute: Any, sql: str, *args: Any) -> Any:
        answer = execute(sql, *args)
        if sql.startswith('DELETE FROM "games_thinkingline"'):
            is_deleted.set()
            is_claimed.wait(1)  # or until it waits for this
        return answer

    def delete() -> Any:
        with connection.execute_wrapper(wait_after):
            return client.post(reverse("delete_account"))

    def note_claim(execute: Any, sql: str, *args: Any) -> Any:
        answer = execute(sql, *args)
        if sql.startswith('UPDATE "games_analysis"'):
            is_claimed.set()
        return answer

    def claim() -> Any:
        assert is_deleted.wait(10)
        with connection.execute_wrapper(note_claim):
            return services.claim_analysis(now=timezone.now())

    deleted, claimed = at_once(delete, claim)
    assert (deleted.status_code, claimed.game) == (302, game)
    assert not User.objects.filter(pk=alice.pk).exists()
    assert Analysis.objects.get().asked_by is None
