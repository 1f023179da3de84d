"""A game as it stands: its row, its seats and the state derived from its events.

Deriving means playing every event again. The newest snapshot of a game is remembered by the
process that made it; `Game.version` says whether it is still the newest, so a memory is either
exact or not used. Only committed changes are remembered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from games.models import Deck, Game, Move, Seat, SecretPick
from games.rules.variant import Variant

REMEMBERED_GAMES = 2000
RECENT_STATES = 8


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One version of a game. It holds everything, hidden cards too: never send it anywhere.

    `state` is of the variant's own kind, and None before the deal; `recent` are the states before
    the newest events, in their order: a page tells of these events without deriving them again.
    """

    game: Game
    seats: tuple[Seat, ...]
    deck: Deck
    picks: dict[int, SecretPick]
    events: tuple[Move, ...]
    state: Any
    recent: tuple[Any, ...] = ()

    @property
    def before(self) -> Any:
        """The state before the newest event, None when there was none."""
        return self.recent[-1] if self.recent else None

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Return the seat of that user, or None."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


def take_snapshot(game: Game, seats: Sequence[Seat]) -> Snapshot:
    """Return the snapshot of a game whose row and seats were just read.

    `seats` carry their users. Costs no query when this process remembers the version, three when
    it does not.
    """
    known = recall(game.public_id, game.version)
    if known is not None and len(known.seats) == len(seats):
        return replace(known, game=game, seats=tuple(seats))
    deck = game.decks.get()
    # What was written after the row was read belongs to a later version.
    events = tuple(game.moves.filter(number__lte=game.event_count).order_by("number"))
    picks = {
        pick.seat.index: pick
        for pick in SecretPick.objects.select_related("seat").filter(seat__game=game)
    }
    states: Sequence[Any] = ()
    if game.started_at is not None:
        states = derive_states(game.rules, deck, len(seats), events)
    state = states[-1] if states else None
    return Snapshot(game, tuple(seats), deck, picks, events, state, keep_recent(states[:-1]))


def keep_recent(states: Sequence[Any]) -> tuple[Any, ...]:
    """Return the states that a snapshot keeps of these, all of them before its newest."""
    return tuple(states[-RECENT_STATES:])


def derive_states(
    variant: Variant[Any, Any], deck: Deck, players: int, events: Sequence[Move]
) -> list[Any]:
    """Return the state after the deal and after each event, by playing every event again."""
    states = [variant.deal(deck.cards.split(), players=players, starter=deck.starter)]
    for event in events:
        states.append(play_event(variant, states[-1], event))
    return states


def play_event(variant: Variant[Any, Any], state: Any, event: Move) -> Any:
    """Return the state after one event."""
    if event.kind == Move.Kind.TIMEOUT:
        return variant.timeout(state)
    if event.kind == Move.Kind.RESIGNATION:
        assert event.seat is not None
        return variant.resign(state, event.seat)
    return variant.play(state, event.text)


def find_highlights(
    variant: Variant[Any, Any], deck: Deck, players: int, events: Sequence[Move]
) -> list[tuple[int, int, str]]:
    """Return number, seat and kind of every highlight of a game that was dealt."""
    states = derive_states(variant, deck, players, events)
    found = []
    for event, before, after in zip(events, states, states[1:], strict=False):
        if event.kind == Move.Kind.MOVE and event.seat is not None:
            move = variant.parse(before, event.text)
            kinds = variant.highlights(before, move, after)
            found += [(event.number, event.seat, kind) for kind in kinds]
    return found


_newest: OrderedDict[str, Snapshot] = OrderedDict()
_lock = Lock()


def remember(snapshot: Snapshot) -> None:
    """Keep a committed snapshot unless a newer one is known."""
    public_id = snapshot.game.public_id
    with _lock:
        known = _newest.get(public_id)
        if known is not None and known.game.version > snapshot.game.version:
            return
        _newest[public_id] = snapshot
        _newest.move_to_end(public_id)
        while len(_newest) > REMEMBERED_GAMES:
            _newest.popitem(last=False)


def recall(public_id: str, version: int) -> Snapshot | None:
    """Return the remembered snapshot of exactly that version, or None."""
    with _lock:
        known = _newest.get(public_id)
        if known is None or known.game.version != version:
            return None
        _newest.move_to_end(public_id)
        return known


def forget_all() -> None:
    """Forget every snapshot, as a new process would."""
    with _lock:
        _newest.clear()
