"""The audit: every stored game derived anew and compared with everything stored about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.models import Game, Move, Round
from games.rules import InvalidPosition, UnknownRules
from games.rules.record import InvalidRecord, derive_record
from games.snapshots import (
    Snapshot,
    counts_as_move,
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
    _expect("move_count", game.move_count, sum(counts_as_move(game.rules, e.kind) for e in events))
    _compare_table(snapshot)
    _compare_stand_ins(snapshot, states)
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
    totals = game.rules.totals(states[-1])
    for seat in snapshot.seats:
        side = game.rules.side(states[-1], seat.index)
        _expect(f"seats[{seat.index}].result", seat.result, result_of(side, winners))
        _expect(f"seats[{seat.index}].total", seat.total, total_of(totals[side]))
    highlights = [(each.number, each.seat, each.kind) for each in game.highlights.all()]
    found = find_highlights(game.rules, events, states)
    _expect("highlights", sorted(highlights), sorted(found))


def _compare_table(snapshot: Snapshot) -> None:
    """Compare how many play, and by which options."""
    game = snapshot.game
    _expect("seats", [seat.index for seat in snapshot.seats], list(range(game.players)))
    try:
        _expect("options", game.options, game.rules.check_options(game.options, game.players))
    except InvalidPosition as invalid:
        raise InvalidRecord("options", f"This table is not possible: {invalid}.") from None


def _compare_stand_ins(snapshot: Snapshot, states: Sequence[Any]) -> None:
    """Compare for which people computer players took over, in the events and at the seats."""
    takes = [event for event in snapshot.events if event.kind == Move.Kind.TAKE_OVER]
    levels = {event.seat: event.text for event in takes}
    people = {seat.index for seat in snapshot.seats if not seat.computer}
    out = snapshot.game.rules.out
    gone = people & {seat for state in states if not state.is_over for seat in out(state)}
    _expect("events of taking over", sorted(levels), sorted(gone))
    for seat in snapshot.seats:
        _expect(f"seats[{seat.index}].stand_in", seat.stand_in, levels.get(seat.index, ""))


def _compare_rounds(snapshot: Snapshot, states: Sequence[Any]) -> None:
    """Compare who started each round, and the sheet when it ended."""
    starters, sheets = derive_rounds(snapshot, states)
    stored: list[Round] = sorted(snapshot.deck.rounds.all(), key=lambda each: each.index)
    _expect("rounds", [each.index for each in stored], list(range(1, len(starters) + 1)))
    for number, each in enumerate(stored):
        place = f"rounds[{each.index}]"
        _expect(f"{place}.starter", each.starter, starters[number])
        _expect(f"{place}.sheet", each.sheet, sheets[number] if number < len(sheets) else None)


def derive_rounds(
    snapshot: Snapshot, states: Sequence[Any]
) -> tuple[list[int], list[list[dict[str, str]]]]:
    """Return who started each round, and the sheets of those that have ended.

    A round that ends with its deck is counted before the next deck is shuffled.
    """
    variant = snapshot.game.rules
    starters, sheets = [snapshot.deck.starter or 0], []
    for event, before, after in zip(snapshot.events, states, states[1:], strict=False):
        is_new = variant.round_number(after) != variant.round_number(before)
        if before.is_over or not (is_new or after.is_over):
            continue
        counted = before if event.kind == Move.Kind.RESHUFFLE else after
        sheets.append(sheet_document(variant.scores(counted)))
        if is_new and not after.is_over:
            starters.append(after.to_move or 0)
    return starters, sheets


def _expect(place: str, stored: Any, derived: Any) -> None:
    if stored != derived:
        raise InvalidRecord(place, f"Stored is {stored}; played again it is {derived}.")
