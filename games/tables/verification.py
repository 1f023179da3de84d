"""The audit: every stored game derived anew and compared with everything stored about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.models import Game, Move, Round
from games.rules import UnknownRules
from games.rules.record import InvalidRecord, derive_record
from games.snapshots import (
    Snapshot,
    find_highlights,
    read_snapshots,
    result_of,
    sheet_document,
    total_of,
)
from games.tables.records import stored_record


@dataclass(frozen=True, slots=True)
class Verified:
    """A game that was derived anew; `difference` is the first one found, "" when there is none."""

    game_id: int
    public_id: str
    difference: str


def verify_games(games: QuerySet[Game], *, after: int = 0) -> Iterator[Verified]:
    """Derive the games with an id above `after` anew, in the order of ids, whatever they hold."""
    games = games.prefetch_related("decks__rounds", "highlights")
    for snapshot in read_snapshots(games, after=after):
        yield Verified(snapshot.game.pk, snapshot.game.public_id, _find_difference(snapshot))


def verifiable_games(*, running: bool = False) -> QuerySet[Game]:
    """Return the finished games, or those being played."""
    status = Game.Status.PLAYING if running else Game.Status.FINISHED
    return Game.objects.filter(status=status)


def _find_difference(snapshot: Snapshot) -> str:
    try:
        _compare(snapshot, _derive(snapshot))
    except (InvalidRecord, UnknownRules) as difference:
        return str(difference.args[0])
    except Exception as error:  # noqa: BLE001
        # Whatever is stored, the audit of the other games goes on. An error's own words may
        # name cards, so its kind must do.
        return f"It can not be derived: {type(error).__name__}."
    return ""


def _derive(snapshot: Snapshot) -> list[Any]:
    try:
        return derive_record(stored_record(snapshot))
    except InvalidRecord as difference:
        if not snapshot.game.is_running:
            raise
        # The words may name cards that are still hidden.
        raise InvalidRecord(difference.place, "This is not what follows from the rest.") from None


def _compare(snapshot: Snapshot, states: Sequence[Any]) -> None:
    """Raise InvalidRecord where anything stored differs from the derived states."""
    game, events = snapshot.game, snapshot.events
    _expect("events", [event.number for event in events], list(range(1, len(events) + 1)))
    _expect("event_count", game.event_count, len(events))
    _expect("move_count", game.move_count, sum(e.kind == Move.Kind.MOVE for e in events))
    _compare_rounds(snapshot, states)
    outcome = game.rules.outcome(states[-1])
    if game.is_running:
        _expect("outcome", None, outcome)
        _expect("to_move", game.to_move, states[-1].to_move)
        return
    if outcome is None:
        raise InvalidRecord("events", "After the last event the game is not over.")
    winners, reason = outcome
    _expect("reason", game.reason, reason)
    scores = game.rules.scores(states[-1])
    for seat in snapshot.seats:
        side = game.rules.side(states[-1], seat.index)
        _expect(f"seats[{seat.index}].result", seat.result, result_of(side, winners))
        _expect(f"seats[{seat.index}].total", seat.total, total_of(scores[side]))
    highlights = [(each.number, each.seat, each.kind) for each in game.highlights.all()]
    found = find_highlights(game.rules, events, states)
    _expect("highlights", sorted(highlights), sorted(found))


def _compare_rounds(snapshot: Snapshot, states: Sequence[Any]) -> None:
    """Compare who started each round, and the sheet when it ended."""
    variant, deck = snapshot.game.rules, snapshot.deck
    starters, sheets = {states[0].round: deck.starter}, {}
    for before, after in zip(states, states[1:], strict=False):
        if after.round != before.round:
            starters[after.round] = after.to_move or 0
        if after.round != before.round or after.is_over:
            sheets[before.round] = sheet_document(variant.scores(after))
    stored: list[Round] = sorted(deck.rounds.all(), key=lambda each: each.index)
    _expect("rounds", [each.index for each in stored], sorted(starters))
    for each in stored:
        place = f"rounds[{each.index}]"
        _expect(f"{place}.starter", each.starter, starters[each.index])
        _expect(f"{place}.sheet", each.sheet, sheets.get(each.index))


def _expect(place: str, stored: Any, derived: Any) -> None:
    if stored != derived:
        raise InvalidRecord(place, f"Stored is {stored}; played again it is {derived}.")
