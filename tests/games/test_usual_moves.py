"""The quick way to store a usual move: it stores what the ordinary way stores, or nothing."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sign_ins import SignIn, SignInEnded, read_sign_in
from config import groups
from games import rules, services, snapshots
from games.models import Event, Game, Highlight, Round, Seat
from games.rules import shuffle
from games.services import playing
from games.services.quick import store_usual_move
from games.snapshots import Snapshot
from tests.games.conftest import note_checks, remembering, seconds, state_of, stored
from tests.games.whole_games import (
    EVERY_TABLE,
    Table,
    seat_players,
    smallest_table,
    snapshot_of,
    take_turn,
    tried_on_services,
)
from tests.present import present

MOVE = services.Selection(2, text="9D x 4H 5D")


pytestmark = pytest.mark.usefixtures("all_connected")


def sign_in_of(client: Client) -> SignIn:
    found = read_sign_in(client.cookies["sessionid"].value)
    assert found is not None
    return found[1]


def move(
    game: Game, user: User, sign_in: SignIn | None, *, selection: services.Selection = MOVE
) -> Any:
    """Make a usual move the quick way; return None if it was not stored."""
    checked = playing.find_usual_move(game.pk, user_id=user.pk, selection=selection)
    if checked is None:
        return None
    return store_usual_move(
        checked.before,
        checked.state,
        user_id=user.pk,
        text=checked.text,
        arrived_at=timezone.now(),
        sign_in=sign_in,
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_signed_in", [True, False])
def test_a_usual_move_is_stored_remembered_and_announced(
    dealt: Any, alice: User, as_alice: Client, is_signed_in: bool, monkeypatch: Any
) -> None:
    game, sent = dealt(), list[Any]()
    monkeypatch.setattr(
        groups, "send", lambda group, message: sent.append((group, message["version"]))
    )
    after = move(game, alice, sign_in_of(as_alice) if is_signed_in else None)
    assert [event.text for event in game.events.order_by("number")][2:] == ["9D x 4H 5D"]
    assert after.events[-1] == game.events.order_by("number").last()
    assert snapshots.recall(game.public_id, game.version + 1) is after
    assert sent == [(f"game.{game.pk}", game.version + 1)]


@pytest.mark.django_db(transaction=True)
def test_a_usual_move_needs_no_deadline(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffle.Stream, "below", lambda _, limit: 0)  # alice begins
    game = services.play_computer(alice, variant="triple_four", move_time=0, levels=["easy"])
    draw = next(iter(game.rules.moves(snapshot_of(game).state)))
    after = move(game, alice, None, selection=services.Selection(0, text=str(draw)))
    assert after.game.deadline is None
    assert after.events[-1].text == str(draw)


@pytest.mark.django_db
def test_a_move_before_a_turn_that_must_be_thought_of_is_left_to_the_ordinary_way(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shuffle.Stream, "below", lambda _, limit: 0)  # alice begins
    with remembering():
        game = services.play_computer(alice, variant="casino", move_time=0, levels=["master"])
        first = next(iter(game.rules.moves(snapshot_of(game).state)))
        before = stored(game)
        assert move(game, alice, None, selection=services.Selection(0, text=str(first))) is None
    assert stored(game) == before


@pytest.mark.django_db(transaction=True)
def test_a_usual_move_costs_one_statement_or_one_short_transaction(
    dealt: Any, alice: User, as_alice: Client, django_assert_num_queries: Any
) -> None:
    game, sign_in = dealt(), sign_in_of(as_alice)
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 4):
        assert move(game, alice, sign_in) is not None


def change_version(game: Game, user: User) -> None:
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)


def let_time_pass(game: Game, user: User) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(1.1))


def give_the_seat_away(game: Game, user: User) -> None:
    game.seats.filter(user=user).update(user=User.objects.create_user("erin"))


def swap_seats(game: Game, user: User) -> None:
    mine, other = game.seats.get(user=user), game.seats.exclude(user=user).get()
    Seat.objects.filter(pk=mine.pk).update(index=3)
    Seat.objects.filter(pk=other.pk).update(index=mine.index)
    Seat.objects.filter(pk=mine.pk).update(index=other.index)


def seat_a_stand_in(game: Game, user: User) -> None:
    game.seats.filter(user=user).update(stand_in="easy")


def ban(game: Game, user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def change_password(game: Game, user: User) -> None:
    User.objects.filter(pk=user.pk).update(password="another")


def end_session(game: Game, user: User) -> None:
    Session.objects.all().delete()


def let_session_expire(game: Game, user: User) -> None:
    Session.objects.update(expire_date=timezone.now() - seconds(1))


def change_session(game: Game, user: User) -> None:
    Session.objects.update(session_data=SessionStore().encode({}))


def copy_session(game: Game, user: User) -> None:
    for session in Session.objects.all():
        Session.objects.create(
            session_key="another",
            session_data=session.session_data,
            expire_date=session.expire_date,
        )
        session.delete()


SEATED = (*(change_version, let_time_pass, give_the_seat_away, swap_seats, seat_a_stand_in, ban),)
SIGNED_IN = (change_password, end_session, let_session_expire, change_session, copy_session)


@pytest.mark.django_db
@pytest.mark.parametrize("change", [*SEATED, *SIGNED_IN])
@pytest.mark.parametrize("is_signed_in", [True, False])
def test_nothing_is_stored_if_anything_is_no_longer_as_known(
    dealt: Any,
    alice: User,
    as_alice: Client,
    is_signed_in: bool,
    change: Callable[[Game, User], None],
    clock: Any,
) -> None:
    with remembering():
        game = dealt()
    sign_in = sign_in_of(as_alice) if is_signed_in else None
    change(game, alice)
    before = stored(game)
    with remembering():
        after = move(game, alice, sign_in)
    if change in SIGNED_IN and not is_signed_in:
        assert after is not None
    else:
        assert after is None
        assert stored(game) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", [*SIGNED_IN, ban])
def test_the_ordinary_way_refuses_a_sign_in_that_has_ended(
    dealt: Any, alice: User, as_alice: Client, change: Callable[[Game, User], None]
) -> None:
    game, sign_in = dealt(), sign_in_of(as_alice)
    change(game, alice)
    before = stored(game)
    with pytest.raises(SignInEnded):
        services.make_move(
            game.pk,
            user_id=alice.pk,
            selection=MOVE,
            arrived_at=timezone.now(),
            sign_in=sign_in,
        )
    assert stored(game) == before


@pytest.mark.django_db(transaction=True)
def test_a_session_that_was_saved_again_still_plays(
    dealt: Any, alice: User, as_alice: Client
) -> None:
    game, sign_in = dealt(), sign_in_of(as_alice)
    session = as_alice.session
    session["visits"] = 2
    session.save()
    assert move(game, alice, sign_in) is None
    after = services.make_move(
        game.pk, user_id=alice.pk, selection=MOVE, arrived_at=timezone.now(), sign_in=sign_in
    )
    assert after.events[-1].text == MOVE.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("waits", "is_stored"), [(61.0, True), (61.01, False)])
def test_a_move_counts_until_its_grace_is_over(
    dealt: Any, alice: User, clock: Any, waits: float, is_stored: bool
) -> None:
    game = dealt()
    clock.shift(seconds(waits))
    assert (move(game, alice, None) is not None) == is_stored


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "selection",
    [
        services.Selection(1, text=MOVE.text),
        services.Selection(3, text=MOVE.text),
        services.Selection(2, text="7C"),
        services.Selection(2, action=services.TYPED),
    ],
)
def test_what_would_be_refused_is_left_to_the_ordinary_way(
    dealt: Any, alice: User, bob: User, selection: services.Selection
) -> None:
    game = dealt()
    before = stored(game)
    assert move(game, alice, None, selection=selection) is None
    assert move(game, bob, None) is None
    assert stored(game) == before


@pytest.mark.django_db
@pytest.mark.parametrize("name", rules.VARIANTS)
def test_each_move_of_a_round_is_checked_for_legality_once(
    name: str, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with remembering():
        game = seat_players(smallest_table(name), (alice, bob, carol), random.Random(1))
        noted = note_checks(game, monkeypatch)
        for _ in range(8):
            text = make_first_move(snapshot_of(game))
            assert noted.count(text) == 1
            noted.clear()


@pytest.mark.django_db
def test_a_move_before_a_computer_players_turn_is_checked_for_legality_once(
    known_shuffle: None, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with remembering():
        game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
        noted = note_checks(game, monkeypatch)
        text = make_first_move(snapshot_of(game))
        assert (noted.count(text), snapshot_of(game).dealt.to_move) == (1, 1)


def make_first_move(snapshot: Snapshot) -> str:
    """Make the first move that is listed for the person to move, and return it."""
    text = str(next(iter(snapshot.game.rules.moves(snapshot.dealt))))
    services.make_move(
        snapshot.game.pk,
        user_id=present(snapshot.seats[present(snapshot.dealt.to_move)].user_id),
        selection=services.Selection(snapshot.game.move_count, text=text),
        arrived_at=timezone.now(),
    )
    return text


@pytest.mark.django_db
def test_a_move_is_checked_again_if_the_table_has_changed_since(dealt: Any, alice: User) -> None:
    with remembering():
        game = dealt()
        known = present(snapshots.newest(game.pk))
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(100))
        services.expire_turn(game.pk)
        # As in another process than the one that has ended the turn.
        snapshots.forget_all()
        snapshots.remember(known)
        after = services.make_move(
            game.pk, user_id=alice.pk, selection=MOVE, arrived_at=timezone.now()
        )
    assert after.dealt.violations[0] == 1
    assert after.dealt == state_of(game)


# Games, both ways

TURNS = 60  # into a second deck, and to the end of a game without one

ROWS: tuple[Any, ...] = (Game, Event, Seat, Highlight, Round)
OWN = {"id", "public_id", "game_id", "deck_id"}
COMPARED = [table for table in EVERY_TABLE if not table.options and table.players < 4]


def rows_of(model: Any, **which: Any) -> list[dict[str, Any]]:
    """Return stored rows without their ids."""
    found = model.objects.filter(**which).order_by("pk").values()
    return [{name: row[name] for name in row if name not in OWN} for row in found]


def all_rows_of(game: Game) -> list[Any]:
    """Return all that is stored about a game."""
    keys = ("pk", "game", "game", "game", "deck__game")
    return [rows_of(model, **{key: game.pk}) for model, key in zip(ROWS, keys, strict=True)]


def play_turns(table: Table, users: list[Any]) -> list[Any]:
    """Play a game, the same each time, and roll it back.

    Return its row after each turn, and all rows.
    """
    rng, found = random.Random(f"{table}"), list[Any]()
    with (
        transaction.atomic(),
        time_machine.travel(dt.datetime(2026, 1, 1, tzinfo=dt.UTC), tick=False) as traveller,
    ):
        snapshots.forget_all()
        game = seat_players(table, users, rng)
        with remembering():
            while len(found) < TURNS:
                if (snapshot := snapshot_of(game)).game.status != Game.Status.PLAYING:
                    break
                snapshots.remember(snapshot)
                traveller.shift(rng.randint(1, 9))
                take_turn(table, snapshot, len(found) + 1, rng)
                found.append(rows_of(Game, pk=game.pk))
        rows = all_rows_of(game)
        transaction.set_rollback(True)
    return [*found, rows]


@pytest.mark.django_db
@pytest.mark.parametrize("table", tried_on_services(COMPARED))
def test_both_ways_store_the_same_rows_throughout_a_game(
    table: Table, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "uniform", lambda low, high: low)
    outcomes = list[bool]()

    def watch(*args: Any, **options: Any) -> Any:
        after = store_usual_move(*args, **options)
        outcomes.append(after is not None)
        return after

    monkeypatch.setattr(playing, "store_usual_move", watch)
    quick = play_turns(table, [alice, bob, carol])
    assert sum(outcomes) > len(quick) * 0.2
    monkeypatch.setattr(playing, "find_usual_move", lambda *args, **options: None)
    ordinary = play_turns(table, [alice, bob, carol])
    assert quick == ordinary


def test_every_variant_is_compared() -> None:
    assert {table.variant for table in COMPARED} == set(rules.VARIANTS)
