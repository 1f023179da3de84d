"""Games as records: for downloads, for replays, and for the audit of what is stored."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any, Final

from accounts.models import User
from games.messages.facts import tell_fact
from games.models import Deck, Game, Move, Seat, SecretPick
from games.rules import SPECTATOR, UnknownRules
from games.rules.record import (
    Event,
    Player,
    Record,
    RecordedDeck,
    RecordedPick,
    Result,
    write_record,
)
from games.snapshots import Snapshot, read_snapshots, with_state
from games.tables.shuffle import is_pick_open
from games.tables.words import short_name

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
        started_at=_utc(game.started_at),
        finished_at=_utc(game.finished_at),
        players=tuple(Player(_recorded_name(each), each.computer) for each in snapshot.seats),
        decks=(_record_deck(game, snapshot.deck, is_open=is_over),),
        picks=tuple(
            _record_pick(index, pick, own=index == seat, is_open=is_pick_open(snapshot, pick))
            for index, pick in sorted(snapshot.picks.items())
        ),
        events=tuple(_record_event(game, masked, event) for event in snapshot.events),
        position=None if state is None else game.rules.document(masked),
        result=_record_result(game, state) if is_over else None,
    )


def stored_record(snapshot: Snapshot) -> Record:
    """Return everything that is stored of a dealt game as a record, to be derived anew."""
    game = snapshot.game
    return Record(
        variant=game.variant,
        rules_version=game.rules_version,
        options=game.options,
        move_time=game.move_time,
        players=tuple(Player("", each.computer) for each in snapshot.seats),
        decks=(_record_deck(game, snapshot.deck, is_open=True),),
        picks=tuple(
            _record_pick(index, pick, own=False, is_open=True)
            for index, pick in sorted(snapshot.picks.items())
        ),
        events=tuple(Event(each.kind, each.seat, each.text) for each in snapshot.events),
    )


def _recorded_name(seat: Seat) -> str:
    """Return a name as the format has it, with the level of a computer player."""
    if seat.user is None and not seat.computer:
        return _FORMER_PLAYER
    return short_name(seat) + (_LEVEL.format(level=seat.computer) if seat.computer else "")


def shorten_name(name: str, level: str) -> str:
    """Return a recorded name without the level of a computer player.

    >>> shorten_name("Basil (easy computer)", "easy"), shorten_name("Ada", "")
    ('Basil', 'Ada')
    """
    return name.removesuffix(_LEVEL.format(level=level))


def _utc(moment: dt.datetime | None) -> str | None:
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


def _record_event(game: Game, masked: Any, event: Move) -> Event:
    text = game.rules.mask_text(masked, event.seat, event.text)
    return Event(event.kind, event.seat, text, round(event.seconds, 3))


def _record_result(game: Game, state: Any) -> Result:
    winners, reason = game.rules.outcome(state) or ((), "")
    return Result(winners, reason, tuple(game.rules.scores(state)))


def finished_records(user: User) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each finished game of the user as its id and its record, the oldest first.

    A game whose rules this release does not know is left out: it cannot be derived.
    """
    games = Game.objects.filter(seats__user=user, status=Game.Status.FINISHED)
    for snapshot in read_snapshots(games):
        try:
            record = record_of(with_state(snapshot), None)
        except UnknownRules:
            continue
        yield snapshot.game.public_id, write_record(record)


def own_games_document(user: User) -> list[dict[str, Any]]:
    """Return all games of the user for the download of their data, as they may see them now."""
    games = Game.objects.filter(seats__user=user)
    return [_own_game(snapshot, user) for snapshot in read_snapshots(games)]


def _own_game(snapshot: Snapshot, user: User) -> dict[str, Any]:
    """Return a game as the user may see it; after dropping out, like any spectator."""
    game = snapshot.game
    seat = next(each for each in snapshot.seats if each.user_id == user.pk)
    try:
        record = write_record(
            record_of(with_state(snapshot), None if seat.stand_in else seat.index)
        )
    except UnknownRules as unknown:
        record = {"missing": tell_fact(unknown.fact)}
    return {
        "kind": game.kind,
        "status": game.status,
        "reason": game.reason,
        "created_at": _utc(game.created_at),
        "your_seat": seat.index,
        "record": record,
    }
