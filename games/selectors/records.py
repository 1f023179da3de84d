"""Games as records: for downloads, for replays, and for the audit of what is stored."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any, Final

from accounts.models import User
from games.models import COMPUTER_NAMES, Deck, Event, Game, Seat, SecretPick
from games.rules import SPECTATOR, UnknownRules
from games.rules.record import (
    Player,
    Record,
    RecordedDeck,
    RecordedEvent,
    RecordedPick,
    Result,
    write_record,
)
from games.rules.state import State
from games.selectors.access import Viewer, find_game
from games.snapshots import Snapshot, is_pick_open, read_snapshots, with_state

_LEVEL: Final = " ({level} computer)"
"""What the format adds to the name of a computer player, in every language."""
_FORMER_PLAYER: Final = "Former player"
"""What the format calls a player who erased their account, in every language."""


def record_of(snapshot: Snapshot, seat: int | None) -> Record:
    """Return the game as a record: whole when it is finished, else as that seat may know it.

    Of a running game it holds no seed, no deck, no hand and no secret card but the seat's own.
    """
    game, state = snapshot.game, snapshot.state
    masked = None if state is None else game.rules.mask(state, SPECTATOR if seat is None else seat)
    is_over = game.status == Game.Status.FINISHED
    return Record(
        variant=game.variant,
        rules_version=game.rules_version,
        options=game.options,
        game=game.public_id,
        move_time=game.move_time,
        bank=game.bank,
        started_at=iso_utc(game.started_at),
        finished_at=iso_utc(game.finished_at),
        players=tuple(Player(_recorded_name(each), each.computer) for each in snapshot.seats),
        decks=(_record_deck(game, snapshot.deck, is_open=is_over),),
        picks=tuple(
            _record_pick(index, pick, own=index == seat, is_open=is_pick_open(snapshot, pick))
            for index, pick in sorted(snapshot.picks.items())
        ),
        events=()
        if masked is None  # nothing happens before the deal
        else tuple(_record_event(game, masked, event) for event in snapshot.events),
        position=None if masked is None else game.rules.document(masked),
        result=_record_result(game, snapshot.dealt) if is_over else None,
    )


def stored_record(snapshot: Snapshot) -> Record:
    """Return everything that is stored of a dealt game as a record, to be derived anew."""
    game = snapshot.game
    return Record(
        variant=game.variant,
        rules_version=game.rules_version,
        options=game.options,
        move_time=game.move_time,
        bank=game.bank,
        players=tuple(Player("", each.computer) for each in snapshot.seats),
        decks=(_record_deck(game, snapshot.deck, is_open=True),),
        picks=tuple(
            _record_pick(index, pick, own=False, is_open=True)
            for index, pick in sorted(snapshot.picks.items())
        ),
        events=tuple(RecordedEvent(each.kind, each.seat, each.text) for each in snapshot.events),
    )


def _recorded_name(seat: Seat) -> str:
    """Return a name as the format has it, with the level of a computer player."""
    if seat.user is None and not seat.computer:
        return _FORMER_PLAYER
    if seat.user is not None:
        return str(seat.user)
    return COMPUTER_NAMES[seat.index] + _LEVEL.format(level=seat.computer)


def find_recorded_game(record: Record, viewer: Viewer) -> Game | None:
    """Return the game of this site that a record tells, if the viewer may see it, else None."""
    try:
        snapshot = find_game(record.game, viewer)
    except Game.DoesNotExist:
        return None
    told, stored = record.events, snapshot.events
    is_same = (
        snapshot.game.status == Game.Status.FINISHED
        and [deck.commitment for deck in record.decks] == [snapshot.deck.commitment]
        and [(each.kind, each.seat, each.text) for each in told]
        == [(each.kind, each.seat, each.text) for each in stored]
    )
    return snapshot.game if is_same else None


def shorten_name(name: str, level: str) -> str:
    """Return a recorded name without the level of a computer player.

    >>> shorten_name("Basil (easy computer)", "easy"), shorten_name("Ada", "")
    ('Basil', 'Ada')
    """
    return name.removesuffix(_LEVEL.format(level=level))


def iso_utc(moment: dt.datetime | None) -> str | None:
    """Return a moment as records have it: "2026-01-31T18:00:00.000Z"."""
    if moment is None:
        return None
    return moment.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _record_deck(game: Game, deck: Deck, *, is_open: bool) -> RecordedDeck:
    if not is_open:
        extras: dict[str, tuple[str, ...]] | None = None if game.rules.extra_packs else {}
        return RecordedDeck(deck.recipe, deck.commitment, starter=deck.starter, extras=extras)
    return RecordedDeck(
        recipe=deck.recipe,
        commitment=deck.commitment,
        seed=bytes(deck.seed),
        values=tuple(deck.values),
        starter=deck.starter,
        cards=tuple(deck.cards.split()),
        extras={name: tuple(cards) for name, cards in deck.extras.items()},
    )


def _record_pick(seat: int, pick: SecretPick, *, own: bool, is_open: bool) -> RecordedPick:
    """Return a pick as a seat may know it: the own card, and an open one with its salt."""
    card = pick.card if own or is_open else None
    return RecordedPick(seat, card, bytes(pick.salt) if is_open else None, pick.commitment)


def _record_event(game: Game, masked: State, event: Event) -> RecordedEvent:
    text = game.rules.mask_text(masked, event.seat, event.text)
    return RecordedEvent(event.kind, event.seat, text, round(event.seconds, 3))


def _record_result(game: Game, state: State) -> Result:
    winners, reason = game.rules.outcome(state) or ((), "")
    return Result(winners, reason, tuple(game.rules.scores(state)))


def finished_records(user: User) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each finished game of the user as its id and its record, the oldest first.

    A game whose rules this release does not know is left out: it cannot be derived. So are lessons,
    whose cards were not shuffled.
    """
    games = Game.objects.filter(seats__user=user, status=Game.Status.FINISHED)
    games = games.exclude(kind=Game.Kind.LESSON)
    for snapshot in read_snapshots(games):
        try:
            record = record_of(with_state(snapshot), None)
        except UnknownRules:
            continue
        yield snapshot.game.public_id, write_record(record)
