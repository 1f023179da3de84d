"""The audit: every stored game is replayed and compared with everything stored about it.

Then the tallies and the pace of every player are counted again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.messages.facts import tell_fact
from games.messages.records import tell_finding, tell_invalid_record
from games.models import Event, Game, Round
from games.rules import InvalidPosition, UnknownRules
from games.rules.facts import Fact, make_fact
from games.rules.record import InvalidRecord, derive_record, play_record
from games.rules.state import State
from games.selectors.paces import count_paces, stored_paces
from games.selectors.records import stored_record
from games.selectors.tallies import count_tallies, stored_tallies
from games.snapshots import (
    CHUNK,
    Snapshot,
    counts_as_move,
    find_highlights,
    read_snapshots,
    result_of,
    sheet_document,
    standing_of,
    total_of,
)


@dataclass(frozen=True, slots=True)
class Verified:
    """A game that was replayed; `difference` is the first one found, "" when there is none."""

    game_id: int
    public_id: str
    difference: str


@dataclass(frozen=True, slots=True)
class VerifiedPlayer:
    """A player who was counted again; `difference` is the first one found, or ""."""

    player_id: int
    difference: str


class _Difference(Exception):
    """A stored value that is not what replaying the game gives: what it is, and where."""

    def __init__(self, place: str, code: str, **facts: Any) -> None:
        super().__init__(place, code)
        self.place = place
        self.fact: Fact = make_fact(code, **facts)


def verify_games(games: QuerySet[Game], *, after: int = 0) -> Iterator[Verified]:
    """Replay the games with an id above `after` in the order of ids, whatever they hold."""
    games = games.prefetch_related("decks__rounds", "highlights")
    for snapshot in read_snapshots(games, after=after):
        yield Verified(snapshot.game.pk, snapshot.game.public_id, _find_difference(snapshot))


def verify_tallies(*, after: int = 0) -> Iterator[VerifiedPlayer]:
    """Recount what is stored of the players with an id above `after`, in the order of ids."""
    players = User.objects.order_by("pk").values_list("pk", flat=True)
    while chunk := list(players.filter(pk__gt=after)[:CHUNK]):
        after = chunk[-1]
        different = _miscounted(chunk)
        for player in chunk:
            yield VerifiedPlayer(player, different.get(player, ""))


def _miscounted(players: Sequence[int]) -> dict[int, str]:
    """Return the first difference of each of these players who has one.

    A game may end between the queries, so a difference has to be seen three times.
    """
    for _ in range(3):
        stored, counted = stored_tallies(players), count_tallies(players)
        # An empty tally is as good as none.
        stored = {key: results for key, results in stored.items() if results}
        different = [key for key in {**stored, **counted} if stored.get(key) != counted.get(key)]
        paces, true_paces = stored_paces(players), count_paces(players)
        paces = {player: counts for player, counts in paces.items() if counts[0]}
        slow = [each for each in {**paces, **true_paces} if paces.get(each) != true_paces.get(each)]
        players = sorted({*(player for player, _, _ in different), *slow})
        if not players:
            return {}
    found = {
        player: _tell_miscount("pace", str(paces.get(player)), str(true_paces.get(player)))
        for player in slow
    }
    for player, viewer, variant in reversed(different):
        place = f"tallies[{variant}]" if viewer is None else f"tallies[{variant}, {viewer}]"
        key = (player, viewer, variant)
        found[player] = _tell_miscount(
            place, _results_text(stored.get(key)), _results_text(counted.get(key))
        )
    return found


def _tell_miscount(place: str, stored: str, derived: str) -> str:
    return tell_finding(place, make_fact("miscounted", stored=stored, derived=derived))


def _results_text(results: Mapping[str, int] | None) -> str:
    return ", ".join(f"{result} {number}" for result, number in sorted((results or {}).items()))


def verifiable_games(*, running: bool = False) -> QuerySet[Game]:
    """Return the finished games, or those being played."""
    status = Game.Status.PLAYING if running else Game.Status.FINISHED
    return Game.objects.filter(status=status)


def _find_difference(snapshot: Snapshot) -> str:
    try:
        _compare(snapshot, _derive(snapshot))
    except InvalidRecord as invalid:
        return tell_invalid_record(invalid)
    except UnknownRules as unknown:
        return tell_fact(unknown.fact)
    except _Difference as difference:
        return tell_finding(difference.place, difference.fact)
    except Exception as error:  # noqa: BLE001
        # Whatever is stored, the audit of the other games goes on. An error's own words may
        # name cards, so its kind must do.
        return tell_finding("", make_fact("no_replay", error=type(error).__name__))
    return ""


def _derive(snapshot: Snapshot) -> list[State]:
    # The cards of a lesson are arranged, so they do not follow from its seed.
    derive = play_record if snapshot.game.lesson else derive_record
    try:
        return derive(stored_record(snapshot))
    except InvalidRecord as difference:
        if not snapshot.game.is_running:
            raise
        # The facts may name cards that are still hidden.
        raise _Difference(difference.place, "does_not_follow") from None


def _compare(snapshot: Snapshot, states: Sequence[State]) -> None:
    """Raise _Difference where anything stored differs from the derived states."""
    game, events = snapshot.game, snapshot.events
    _expect("events", [event.number for event in events], list(range(1, len(events) + 1)))
    _expect("event_count", game.event_count, len(events))
    _expect("move_count", game.move_count, sum(counts_as_move(game.rules, e.kind) for e in events))
    for seat in snapshot.seats:
        _expect(f"seats[{seat.index}].finished_at", seat.finished_at, game.finished_at)
    _compare_table(snapshot)
    _compare_stand_ins(snapshot, states)
    _compare_rounds(snapshot, states)
    outcome = game.rules.outcome(states[-1])
    standing = standing_of(game.rules, states[-1]) if game.is_running else ""
    _expect("standing", game.standing, standing)
    if game.is_running:
        _expect("outcome", None, outcome)
        _expect("to_move", game.to_move, states[-1].to_move)
        return
    if outcome is None:
        raise InvalidRecord("events", "not_over")
    winners, reason = outcome
    _expect("reason", game.reason, reason)
    totals = game.rules.totals(states[-1])
    for seat in snapshot.seats:
        side = game.rules.side(states[-1], seat.index)
        _expect(f"seats[{seat.index}].result", seat.result, result_of(side, winners))
        _expect(f"seats[{seat.index}].total", seat.total, total_of(totals[side]))
    highlights = [(each.number, each.seat, each.kind) for each in game.highlights.all()]
    found = find_highlights(game, snapshot.deck, events)
    _expect("highlights", sorted(highlights), sorted(found))


def _compare_table(snapshot: Snapshot) -> None:
    """Compare the number of players and the options."""
    game = snapshot.game
    _expect("seats", [seat.index for seat in snapshot.seats], list(range(game.players)))
    try:
        _expect("options", game.options, game.rules.check_options(game.options, game.players))
    except InvalidPosition as invalid:
        raise _Difference("options", "impossible_table", reason=invalid.fact) from None


def _compare_stand_ins(snapshot: Snapshot, states: Sequence[State]) -> None:
    """Compare whom computer players replaced, in the events and at the seats."""
    takes = [event for event in snapshot.events if event.kind == Event.Kind.TAKE_OVER]
    levels = {event.seat: event.text for event in takes}
    people = {seat.index for seat in snapshot.seats if not seat.computer}
    out = snapshot.game.rules.out
    gone = people & {seat for state in states if not state.is_over for seat in out(state)}
    _expect("take_overs", sorted(levels), sorted(gone))
    for seat in snapshot.seats:
        _expect(f"seats[{seat.index}].stand_in", seat.stand_in, levels.get(seat.index, ""))


def _compare_rounds(snapshot: Snapshot, states: Sequence[State]) -> None:
    """Compare who started each round, and the sheet when it ended."""
    starters, sheets = derive_rounds(snapshot, states)
    stored: list[Round] = sorted(snapshot.deck.rounds.all(), key=lambda each: each.index)
    _expect("rounds", [each.index for each in stored], list(range(1, len(starters) + 1)))
    for number, each in enumerate(stored):
        place = f"rounds[{each.index}]"
        _expect(f"{place}.starter", each.starter, starters[number])
        _expect(f"{place}.sheet", each.sheet, sheets[number] if number < len(sheets) else None)


def derive_rounds(
    snapshot: Snapshot, states: Sequence[State]
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
        counted = before if event.kind == Event.Kind.RESHUFFLE else after
        sheets.append(sheet_document(variant.scores(counted)))
        if is_new and not after.is_over:
            starters.append(after.to_move or 0)
    return starters, sheets


def _expect(place: str, stored: Any, derived: Any) -> None:
    if stored != derived:
        raise _Difference(place, "stored", stored=str(stored), derived=str(derived))
