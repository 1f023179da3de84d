"""A game as it stands: its row, its seats and the state derived from its events.

Deriving means playing every event again. Each process caches the newest snapshot of a game that it
has made. A cached snapshot is used unchanged only if `Game.version` is still the same; otherwise
the events that have come since are played on it. Only committed changes are cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache
from threading import Lock
from typing import Any

from django.db.models import Prefetch, QuerySet

from config.statements import KeptQuery
from games.lessons import Lesson, Step, find_lesson
from games.models import Deck, Event, Game, Seat, SecretPick
from games.rules.cards import BIT
from games.rules.scoring import Points
from games.rules.state import State, TableState
from games.rules.variant import AnyVariant

REMEMBERED_GAMES = 2000
REMEMBERED_RESULTS = 100
"""How many of these may be over: each holds all of its events, and hardly anybody looks again."""
CHUNK = 50
RECENT_STATES = 8
_GAME, _FROM, _TO = -1, 32_001, 32_002  # stand in kept queries for an id and numbers of events


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One version of a game. It holds everything, hidden cards too: never send it anywhere.

    `state` is the variant's own kind of state, or None before the deal; `dealt` is the same where
    the cards are dealt. `recent` are the states before the newest events, in order, so that a page
    can describe these events without deriving the states again.
    """

    game: Game
    seats: tuple[Seat, ...]
    deck: Deck
    picks: dict[int, SecretPick]
    events: tuple[Event, ...]
    state: State | None
    recent: tuple[State, ...] = ()

    @property
    def dealt(self) -> State:
        """The state of a game whose cards are dealt."""
        assert self.state is not None
        return self.state

    @property
    def before(self) -> State | None:
        """The state before the newest event, or None if there is no event."""
        return self.recent[-1] if self.recent else None

    def has_others(self, user_id: int | None) -> bool:
        """Return whether somebody who is logged in sees other people at the table."""
        return user_id is not None and any(
            seat.user_id not in (None, user_id) for seat in self.seats
        )

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Return the seat that the user plays at, or None.

        A player who has dropped out has no seat until the game is over.
        """
        if user_id is None:
            return None
        is_over = self.game.status == Game.Status.FINISHED
        return next(
            (
                seat
                for seat in self.seats
                if seat.user_id == user_id and (is_over or not seat.stand_in)
            ),
            None,
        )


def read_seats(game: Game) -> tuple[Seat, ...]:
    """Return the seats of a game in order, with their users, as they are now."""
    return tuple(_seats().fetch({_GAME: game.pk}))


@cache
def _seats() -> KeptQuery[Seat]:
    return KeptQuery(Seat.objects.filter(game=_GAME).select_related("user").order_by("index"))


def read_players(game: Game) -> dict[int, Seat]:
    """Return the seats of people by user id, in ascending order.

    They are read again, because an account may have been erased since the seats were cached.
    """
    seats = _seats_of_people().fetch({_GAME: game.pk})
    return {seat.user_id: seat for seat in seats if seat.user_id is not None}


@cache
def _seats_of_people() -> KeptQuery[Seat]:
    return KeptQuery(Seat.objects.filter(game=_GAME, user__isnull=False).order_by("user_id"))


def take_snapshot(game: Game, seats: Sequence[Seat]) -> Snapshot:
    """Return the snapshot of a game whose row and seats were just read.

    `seats` carry their users. Costs no query if this process has cached the version, one if it has
    cached an earlier one since the deal, and three otherwise.
    """
    known = recall(game.public_id, game.version)
    if known is not None and len(known.seats) == len(seats):
        return replace(known, game=game, seats=tuple(seats))
    known = newest(game.public_id)
    if known is not None and _has_gone_on(known, game):
        after = _catch_up(known, game, tuple(seats))
        if after is not None:
            return after
    (deck,) = _decks().fetch({_GAME: game.pk})
    # Events written after the row was read belong to a later version.
    events = _read_events(game, first=1)
    picks = {pick.seat.index: pick for pick in _picks().fetch({_GAME: game.pk})}
    return with_state(Snapshot(game, tuple(seats), deck, picks, tuple(events), None))


def _has_gone_on(known: Snapshot, game: Game) -> bool:
    """Return whether the row is a later version of that snapshot, from the same deal."""
    was = known.game
    if known.state is None or was.version >= game.version:
        return False
    return (was.started_at, was.rules_version) == (game.started_at, game.rules_version)


def _catch_up(known: Snapshot, game: Game, seats: tuple[Seat, ...]) -> Snapshot | None:
    """Return the snapshot of a later version: after the deal, only events are added to a game.

    Return None if the last event that was known is no longer the one that is stored: the database
    has lost its newest changes since.
    """
    newest_known = known.events[-1:]
    first = len(known.events) or 1
    read = _read_events(game, first=first)
    again, new = read[: len(newest_known)], read[len(newest_known) :]
    if [(event.text, event.at) for event in again] != [(e.text, e.at) for e in newest_known]:
        return None
    states = [*known.recent, known.dealt]
    for event in new:
        states.append(play_event(game.rules, states[-1], event))
    events, recent = (*known.events, *new), keep_recent(states[:-1])
    return Snapshot(game, seats, known.deck, known.picks, events, states[-1], recent)


@cache
def _decks() -> KeptQuery[Deck]:
    return KeptQuery(Deck.objects.filter(game=_GAME))


@cache
def _picks() -> KeptQuery[SecretPick]:
    return KeptQuery(SecretPick.objects.select_related("seat").filter(seat__game=_GAME))


def _read_events(game: Game, *, first: int) -> list[Event]:
    """Return the events from that number to the last one of the version that was read."""
    return _events_between().fetch({_GAME: game.pk, _FROM: first, _TO: game.event_count})


@cache
def _events_between() -> KeptQuery[Event]:
    events = Event.objects.filter(game=_GAME, number__gte=_FROM, number__lte=_TO)
    return KeptQuery(events.order_by("number"))


def with_state(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot with the state after its events, or unchanged before the deal."""
    if snapshot.game.started_at is None:
        return snapshot
    states = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    return replace(snapshot, state=states[-1], recent=keep_recent(states[:-1]))


def read_snapshots(games: QuerySet[Game], *, after: int = 0) -> Iterator[Snapshot]:
    """Yield the games with an id above `after`, in the order of ids, without their states.

    Needs the memory of one chunk and four queries per chunk, however many games there are.
    """
    details = (
        Prefetch("seats", Seat.objects.select_related("user", "pick").order_by("index")),
        Prefetch("events", Event.objects.order_by("number")),
        "decks",
    )
    while True:
        chunk = list(games.filter(pk__gt=after).order_by("pk").prefetch_related(*details)[:CHUNK])
        for game in chunk:
            seats = tuple(game.seats.all())
            picks = {seat.index: seat.pick for seat in seats if hasattr(seat, "pick")}
            (deck,), events = game.decks.all(), tuple(game.events.all())
            if game.is_running:  # a move may have come since the row was read
                events = events[: game.event_count]
            yield Snapshot(game, seats, deck, picks, events, None)
        if len(chunk) < CHUNK:
            return
        after = chunk[-1].pk


def keep_recent(states: Sequence[State]) -> tuple[State, ...]:
    """Return those of the earlier states that a snapshot keeps."""
    return tuple(states[-RECENT_STATES:])


def derive_states(game: Game, deck: Deck, events: Sequence[Event]) -> list[State]:
    """Return the state after the deal and after each event, by playing every event again."""
    states, variant = [begin_state(game, deck)], game.rules
    for event in events:
        states.append(play_event(variant, states[-1], event))
    return states


def begin_state(game: Game, deck: Deck) -> State:
    """Return the state after the deal of a shuffled deck."""
    assert deck.starter is not None
    state: State = game.rules.begin(
        deck.cards.split(),
        players=game.players,
        starter=deck.starter,
        options={**game.options, **deck.extras},
    )
    return state


def view_before_deal(game: Game, seat: int) -> dict[str, Any]:
    """Return the view of a seat that picks its secret card, before anything is shuffled.

    In the rules the picks follow the shuffle, one after the other. The view therefore names seat 0
    as the starter, and the cards and picks that it hides are invented.
    """
    variant = game.rules
    options = {**game.options, **dict(variant.extra_packs)}
    state = variant.begin(variant.pack, players=game.players, starter=0, options=options)
    while state.to_move != seat:
        state = variant.play(state, next(iter(variant.moves(state))))
    return variant.document(state, seat)


def lesson_of(snapshot: Snapshot) -> Lesson | None:
    """Return the lesson that a game was dealt for, None if it is no lesson.

    Also return None if this release deals the lesson otherwise: the game then goes on without it.
    """
    game = snapshot.game
    if not game.lesson:
        return None
    lesson = find_lesson(game.variant, game.lesson)
    if lesson is None or not snapshot.deck.cards.startswith(" ".join(lesson.cards)):
        return None
    return lesson


def made_in_lesson(snapshot: Snapshot) -> list[str]:
    """Return the moves of a lesson so far, in notation, without the secret picks."""
    events = snapshot.events[snapshot.game.opening_moves :]
    return [event.text for event in events if event.kind == Event.Kind.MOVE]


def lesson_step(snapshot: Snapshot) -> Step | None:
    """Return the step of a lesson that is next, None in free play and in any other game."""
    lesson = lesson_of(snapshot)
    return lesson.step_after(made_in_lesson(snapshot)) if lesson is not None else None


def play_event(variant: AnyVariant, state: State, event: Event) -> State:
    """Return the state after one event."""
    after = state
    if event.kind == Event.Kind.TIMEOUT:
        after = variant.timeout(state)
    elif event.kind == Event.Kind.RESIGNATION:
        assert event.seat is not None
        after = variant.resign(state, event.seat)
    elif event.kind != Event.Kind.TAKE_OVER:
        after = variant.play(state, event.text)
    return after


def counts_as_move(variant: AnyVariant, kind: str) -> bool:
    """Return whether an event of that kind changes the table, so that a player must look again."""
    return kind == Event.Kind.MOVE or (kind == Event.Kind.TIMEOUT and variant.timeout_plays)


def sheet_document(scores: Sequence[Mapping[str, Points]]) -> list[dict[str, str]]:
    """Return a point sheet as stored: a dict per side, with points as text ("1", "1/2")."""
    return [{line: str(points) for line, points in side.items()} for side in scores]


@lru_cache(maxsize=1024)
def find_totals(variant: AnyVariant, state: State) -> tuple[Points, ...]:
    """Return `variant.totals`, remembered.

    Equal states may differ in the order of what was captured, which two shuffled games never do.
    """
    return tuple(variant.totals(state))


def standing_of(variant: AnyVariant, state: State) -> str:
    """Return each side's points so far, as stored: "6.5 9.0"."""
    return " ".join(str(total_of(points)) for points in find_totals(variant, state))


def total_of(points: Points) -> Decimal:
    """Return a side's points in the whole game, as stored."""
    return Decimal(float(points)).quantize(Decimal("0.1"))


def result_of(side: int, winners: Sequence[int]) -> str:
    """Return the result of a game for a side; several winners share a draw."""
    if len(winners) != 1:
        return Seat.Result.DRAWN if not winners or side in winners else Seat.Result.LOST
    return Seat.Result.WON if side in winners else Seat.Result.LOST


def find_highlights(
    game: Game, deck: Deck, events: Iterable[Event]
) -> Iterator[tuple[int, int, str]]:
    """Yield number, seat and kind of every highlight of a game, by playing it again."""
    variant, state = game.rules, begin_state(game, deck)
    for event in events if variant.highlight_kinds else ():
        if event.kind != Event.Kind.MOVE or event.seat is None:
            state = play_event(variant, state, event)
            continue
        move = variant.parse(state, event.text)
        before, state = state, variant.play_legal(state, move)
        for kind in variant.highlights(before, move, state):
            yield event.number, event.seat, kind


_newest: OrderedDict[str, Snapshot] = OrderedDict()
_over: OrderedDict[str, None] = OrderedDict()
"""Those of them that are over, in the order in which somebody last looked."""
_names: dict[int, str] = {}
_lock = Lock()


def remember(snapshot: Snapshot) -> None:
    """Cache a committed snapshot unless a newer one is cached."""
    public_id = snapshot.game.public_id
    with _lock:
        known = _newest.get(public_id)
        if known is not None and known.game.version > snapshot.game.version:
            return
        _newest[public_id] = snapshot
        _names[snapshot.game.pk] = public_id
        _touch(public_id, snapshot)
        while len(_over) > REMEMBERED_RESULTS:
            _forget(next(iter(_over)))
        while len(_newest) > REMEMBERED_GAMES:
            _forget(next(iter(_newest)))


def recall(public_id: str, version: int) -> Snapshot | None:
    """Return the cached snapshot of exactly that version, or None."""
    with _lock:
        known = _newest.get(public_id)
        if known is None or known.game.version != version:
            return None
        _touch(public_id, known)
        return known


def newest(game: str | int) -> Snapshot | None:
    """Return the newest cached snapshot of a game, by its name or id. It may have moved on since.

    Returns None if there is none.
    """
    with _lock:
        return _newest.get(_names.get(game, "") if isinstance(game, int) else game)


def forget_all() -> None:
    """Clear the cache of snapshots."""
    with _lock:
        _newest.clear()
        _over.clear()
        _names.clear()


def _touch(public_id: str, snapshot: Snapshot) -> None:
    """Put a game behind all others whose turn it is to be forgotten."""
    _newest.move_to_end(public_id)
    if snapshot.game.has_ended:
        _over[public_id] = None
        _over.move_to_end(public_id)


def _forget(public_id: str) -> None:
    _over.pop(public_id, None)
    if (oldest := _newest.pop(public_id, None)) is not None:
        _names.pop(oldest.game.pk, None)


def is_pick_open(snapshot: Snapshot, pick: SecretPick) -> bool:
    """Return whether everyone may know a secret card: it was captured, or the game is over."""
    if snapshot.game.status == Game.Status.FINISHED:
        return True
    state = snapshot.state
    return isinstance(state, TableState) and any(
        captured & BIT[pick.card] for captured in state.captured
    )
