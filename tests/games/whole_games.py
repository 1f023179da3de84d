"""Whole games of every variant through the services, with every kind of event."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

import pytest
from django.utils import timezone

from games import rules, services, snapshots
from games.models import Event, Game
from games.rules import shuffle
from games.rules.options import Option
from games.rules.variant import AnyVariant
from games.snapshots import Snapshot
from tests.games.conftest import play_in_round, seconds, store_moves
from tests.games.conftest import play_usual_move as play_usual_move
from tests.games.conftest import remembering as remembering
from tests.present import present

LISTED = 40
LISTED_QUICKLY = 8


@dataclass(frozen=True)
class Table:
    """A game, its players and options, and what happens besides moves.

    `late` is the seat whose time always runs out. `quits` is None, or the seat that quits and the
    number of turns before that.
    """

    variant: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    late: int | None = None
    quits: tuple[int, int] | None = None

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        events = [name for name in ("late", "quits") if getattr(self, name) is not None]
        return "-".join([self.variant, str(self.players), *chosen, *events])


def smallest_table(name: str) -> Table:
    """Return a table of a game for as few players as can play it."""
    return Table(name, rules.variant(name).seats[0])


def every_table() -> list[Table]:
    """Return a table for each game and number of players, and one for each choice of an option.

    Games that have the same option share its code, so it is chosen in the first of them only.
    """
    tables: list[Table] = []
    known: list[Option] = []
    for name, variant in rules.VARIANTS.items():
        low, high = variant.seats
        tables += [
            Table(name, players, late=0 if players == 4 else None, quits=quits_of(players))
            for players in range(low, high + 1)
        ]
        for option in variant.options:
            if option not in known:
                players = (option.seats or (low,))[0]
                tables += [
                    Table(name, players, {option.name: value}) for value in option.choices[1:]
                ]
        known += variant.options
    return tables


def quits_of(players: int) -> tuple[int, int] | None:
    """Return the seat that quits, and the turns before it does, if the others can play on."""
    return (1, 9) if players > 2 else None


EVERY_TABLE = every_table()


def kind_of(variant: AnyVariant) -> Hashable:
    """Return what decides what is stored of a game: its picks, new decks and further packs."""
    return variant.opening_moves, variant.deals_decks, variant.extra_packs


def tried_on_services(tables: Iterable[Table]) -> list[Any]:
    """Return the tables as parameters; only one of each kind is played on other databases too.

    What is stored of a game depends on whether there are picks, new decks or further packs, and on
    the number of seats: of each kind, that is the table with the most. The rest is rules.
    """
    kinds, parameters = set[Any](), list[Any]()
    for table in sorted(tables, key=lambda table: (len(table.options), -table.players)):
        kind = kind_of(rules.variant(table.variant))
        marks = [pytest.mark.once] if kind in kinds else []
        parameters.append(pytest.param(table, id=str(table), marks=marks))
        kinds.add(kind)
    return parameters


def seat_players(
    table: Table, users: Sequence[Any], rng: random.Random, *, move_time: int = 60
) -> Game:
    """Start a game with a known seed; a computer player has the last seat at a table for four."""
    people = users[: min(table.players, 3)]
    host, *others = people
    game = services.open_table(
        host,
        variant=table.variant,
        move_time=move_time,
        kind="link",
        players=table.players,
        options=table.options,
        value=rng.randbytes(8).hex(),
    )
    promised = rng.randbytes(32)
    game.decks.update(seed=promised, commitment=shuffle.commitment(promised))
    snapshots.forget_all()
    for user in others:
        if user is others[-1] and len(people) < table.players:
            services.seat_computers(game.pk, user=host, levels={table.players - 1: "easy"})
        services.join_game(game.pk, user=user, value=rng.randbytes(8).hex())
    if game.rules.opening_moves:
        for user in people:
            card = rng.choice(game.rules.pack)
            services.pick_secret(game.pk, user_id=user.pk, card=card, arrived_at=timezone.now())
    return Game.objects.get(pk=game.pk)


def has_new_deck(snapshot: Snapshot) -> bool:
    """Return whether the deck has been shuffled again since the game began."""
    return any(event.kind == Event.Kind.RESHUFFLE for event in snapshot.events)


def snapshot_of(game: Game) -> Snapshot:
    """Return the game as it stands, in one small query if it is cached."""
    known = snapshots.newest(game.pk)
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    if known is not None and known.game.version == version:
        return replace(known, game=copy(known.game))
    game = Game.objects.get(pk=game.pk)
    return snapshots.take_snapshot(game, list(game.seats.select_related("user").order_by("index")))


def play_game(table: Table, users: Sequence[Any], rng: random.Random) -> Snapshot:
    """Play a game to its end at random, with a preference for moves that use many cards.

    Return it as it is stored.
    """
    game, turns = seat_players(table, users, rng), 0
    with remembering():
        while (snapshot := snapshot_of(game)).game.status == Game.Status.PLAYING:
            turns += 1
            take_turn(table, snapshot, turns, rng)
    snapshots.forget_all()
    return snapshot_of(game)


def take_turn(table: Table, snapshot: Snapshot, turn: int, rng: random.Random) -> None:
    """Make the next event happen, mostly a move."""
    interrupt = _find_interruption(table, snapshot, turn, rng)
    if interrupt is not None:
        interrupt(snapshot)
    else:
        make_move(snapshot, rng)


def _find_interruption(
    table: Table, snapshot: Snapshot, turn: int, rng: random.Random
) -> Callable[[Snapshot], None] | None:
    """Return what happens in place of a move, or None."""
    mover = snapshot.seats[present(snapshot.dealt.to_move)]
    if table.quits is not None and turn == table.quits[1]:
        return partial(quit_seat, index=table.quits[0])
    if (mover.index == table.late and not mover.stand_in) or rng.random() < 0.01:
        return run_out
    return None


def take_turn_quickly(table: Table, snapshot: Snapshot, turn: int, rng: random.Random) -> Snapshot:
    """Make the next event happen likewise, and return the game after it.

    A move that ends no round is played, and stored no sooner than the next other event.
    """
    interrupt = _find_interruption(table, snapshot, turn, rng)
    if interrupt is None:
        moves = list(islice(snapshot.game.rules.moves(snapshot.dealt), LISTED_QUICKLY))
        text = str(rng.choice(moves))
        after = play_in_round(snapshot, text)
        if after is not None:
            return after
        interrupt = partial(send_move, text=text)
    store_moves(snapshot)
    interrupt(snapshot_of(snapshot.game))
    return snapshot_of(snapshot.game)


def make_move(snapshot: Snapshot, rng: random.Random) -> None:
    """Make a random move for the person or the computer player whose turn it is."""
    game, state = snapshot.game, snapshot.dealt
    moves = [str(move) for move in islice(game.rules.moves(state), LISTED)]
    sizes = [len(move.split()) if len(move.split()) > 2 else 0 for move in moves]
    most = [move for move, size in zip(moves, sizes, strict=True) if size == max(sizes)]
    send_move(snapshot, rng.choice(most if rng.random() < 0.9 else moves))


def send_move(snapshot: Snapshot, text: str) -> None:
    """Make that move for the person or the computer player whose turn it is."""
    game = snapshot.game
    chosen = services.Selection(game.move_count, text=text)
    seat = snapshot.seats[present(snapshot.dealt.to_move)]
    if seat.level:
        services.make_computer_move(game.pk, seat=seat.index, selection=chosen)
    else:
        services.make_move(
            game.pk, user_id=present(seat.user_id), selection=chosen, arrived_at=timezone.now()
        )


def run_out(snapshot: Snapshot) -> None:
    """Let the move time run out, which is a violation except for a stand-in."""
    game, count = snapshot.game, snapshot.game.event_count
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(100))
    assert services.expire_turn(game.pk)
    game.refresh_from_db()
    seat = snapshot.seats[present(snapshot.dealt.to_move)]
    events = [event.kind for event in game.events.filter(number__gt=count).order_by("number")]
    assert events[:1] == ([] if seat.stand_in else [Event.Kind.TIMEOUT])
    if game.status == Game.Status.PLAYING:
        assert present(game.deadline) > timezone.now()


def quit_seat(snapshot: Snapshot, index: int) -> None:
    """Quit, and check that this restarts nobody else's clock."""
    game, clock = snapshot.game, (snapshot.game.deadline, snapshot.game.turn_started_at)
    services.quit_game(game.pk, user_id=present(snapshot.seats[index].user_id))
    was_turn = game.to_move == index
    game.refresh_from_db()
    if game.status == Game.Status.PLAYING and not was_turn:
        assert (game.deadline, game.turn_started_at) == clock
