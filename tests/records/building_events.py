"""The rare events in a recorded game with builds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from games import rules
from games.rules import Action, Kind
from games.rules.fishing import fishing
from games.rules.record import Record, RecordedEvent

_SHARED = (
    *("multiple_build_made", "multiple_build_captured", "raised_build", "raised_build_stolen"),
    *("stolen_build", "joined_builds", "two_own_builds"),
    *("big_capture", "leftovers"),
    *("draw", "violation", "all_late", "forfeit", "resignation", "resignation_out_of_turn"),
)

_CASINOS = (
    *("2_players", "3_players", "4_players", "partnership"),
    *("single_deck", "score_shared", "count_out", "counted_out_behind"),
    *("sweep", "another_deck_after_a_tie", "most_cards_tied"),
    *("forfeit_among_several", "resignation_among_several", "last_one_left"),
)

CASINO = (*_SHARED, *_CASINOS, "to_11", "to_21", "to_50", "most_spades_tied")
"""The events of which each must occur in some record of Casino."""

SPADE = (*_SHARED, *_CASINOS, "to_24", "to_61", "order_of_spades")
"""The events of which each must occur in some record of Spade Casino."""

_HIGH_ACES = ("ace_as_14", "ace_as_1", "ace_as_1_and_14", "build_of_14", "multiple_build_of_1")

ROYAL_CASINO = (
    *(*_SHARED, *_CASINOS, *_HIGH_ACES),
    *("to_11", "to_21", "to_50", "most_spades_tied"),
    *("face_in_a_sum", "high_casinos", "2S_as_15", "TD_as_16", "build_of_15", "build_of_16"),
)
"""The events of which each must occur in some record of Royal Casino to 21."""

ROYAL = (
    *_SHARED,
    *_HIGH_ACES,
    *(
        "build_in_a_sum",
        "face_in_a_sum",
        "several_builds_raised",
        "close",
        "late_in_the_last_round",
    ),
)
"""The events of which each must occur in some record of Royal Cassino."""

_BUILDS = (Action.BUILD, Action.BUILD_SAME)
_MANY_CARDS = 6


def find_events(record: Record, states: Sequence[Any]) -> frozenset[str]:
    """Return the events that occur in the record; `states` are those of playing it again."""
    variant = fishing(rules.variant(record.variant, record.rules_version))
    found = {*_of_set_up(variant, record), *_of_the_end(variant, states[-1])}
    raised: set[int] = set()
    for event, before, after in zip(record.events, states, states[1:], strict=False):
        found.update(_of_event(variant, event, before, after))
        if event.kind == "move":
            move = variant.parse(before, event.text)
            used = [pile for pile in before.table if pile.bits & move.taken]
            found.update(_of_move(variant.numbers_in(before), move, before, used))
            if move.action in _BUILDS and any(
                pile.bits in raised or pile.value not in (None, move.value) for pile in used
            ):
                raised.add(after.table[-1].bits)
                found.add("raised_build")
            if move.action is Action.CAPTURE:
                stolen = [pile for pile in used if _is_of_other(before, pile)]
                if any(pile.bits in raised for pile in stolen):
                    found.add("raised_build_stolen")
    return frozenset(found)


def _of_set_up(variant: Any, record: Record) -> Iterator[str]:
    yield f"{len(record.players)}_players"
    for option in ("partnership", "high_casinos"):
        if record.options.get(option):
            yield option
    usual = {option.name: option.default for option in variant.options}
    target = {**usual, **record.options}.get("target")
    yield f"to_{target}" if target else "single_deck"


def _of_event(variant: Any, event: RecordedEvent, before: Any, after: Any) -> Iterator[str]:
    if event.kind == "timeout":
        yield "violation"
        if all(after.violations):
            yield "all_late"
        if before.round == variant.rounds:
            yield "late_in_the_last_round"
    elif event.kind == "resignation" and event.seat != before.to_move:
        yield "resignation_out_of_turn"
    elif event.kind == "reshuffle":
        totals = sorted(variant.totals(before))
        if before.target <= totals[-1] == totals[-2]:
            yield "another_deck_after_a_tie"
    if not after.is_over and len(getattr(after, "out", ())) > len(getattr(before, "out", ())):
        yield f"{'forfeit' if event.kind == 'timeout' else 'resignation'}_among_several"


def _of_move(numbers: Any, move: Any, before: Any, used: Sequence[Any]) -> Iterator[str]:
    if move.action is Action.CAPTURE:
        if move.taken.bit_count() >= _MANY_CARDS:
            yield "big_capture"
        if any(pile.kind is Kind.FIXED for pile in used):
            yield "multiple_build_captured"
        if any(_is_of_other(before, pile) for pile in used):
            yield "stolen_build"
        yield from _of_royal_capture(numbers, move, used)
    elif move.action in _BUILDS:
        if move.action is Action.BUILD_SAME:
            yield "multiple_build_made"
        builds = [pile.value for pile in used if pile.kind is not Kind.LOOSE]
        if builds.count(move.value) > 1:
            yield "joined_builds"
        if sum(value != move.value for value in builds) > 1:
            yield "several_builds_raised"
        if move.value in (14, 15, 16):
            yield f"build_of_{move.value}"
        if move.value == 1:
            yield "multiple_build_of_1"
        if any(
            pile.owner == before.to_move and pile.value is not None and pile not in used
            for pile in before.table
        ):
            yield "two_own_builds"


def _of_royal_capture(numbers: Any, move: Any, used: Sequence[Any]) -> Iterator[str]:
    if () in numbers.values():
        return
    value = move.value or numbers[move.card][0]
    if move.card[0] == "A":
        yield f"ace_as_{value}"
    if value > 14:
        yield f"{move.card}_as_{value}"
    if any(pile.kind is Kind.SINGLE and pile.value < value for pile in used):
        yield "build_in_a_sum"
    loose = [pile.cards[0] for pile in used if pile.kind is Kind.LOOSE]
    if value > 11 and any(card[0] in "JQK" and card[0] != move.card[0] for card in loose):
        yield "face_in_a_sum"
    others = sum(
        pile.value or numbers[pile.cards[0]][0]
        for pile in used
        if pile.value is not None or pile.cards[0][0] != "A"
    )
    if value == 14 and others % 14 and any(card[0] == "A" for card in loose):
        # An ace that counts 14 takes a sum in which an ace on the table counts 1.
        yield "ace_as_1_and_14"


def _is_of_other(state: Any, pile: Any) -> bool:
    return pile.owner is not None and state.side_of(pile.owner) != state.side_of(state.to_move)


def _of_the_end(variant: Any, state: Any) -> Iterator[str]:
    winners, reason = variant.outcome(state)
    yield reason
    scores, totals = variant.scores(state), variant.totals(state)
    if reason == "score" and len(winners) > 1:
        yield "score_shared"
    if reason == "score" and abs(totals[0] - totals[1]) == 1:
        yield "close"
    if reason == "count_out" and any(total > totals[winners[0]] for total in totals):
        yield "counted_out_behind"
    if reason == "count_out" and hasattr(state, "spade_takers"):
        turned = replace(state, spade_takers=state.spade_takers[::-1])
        if variant.outcome(turned) != (winners, reason):
            yield "order_of_spades"
    if reason in ("forfeit", "resignation") and len(totals) > 2:
        yield "last_one_left"
    if any(capture.leftover for side in state.captures for capture in side):
        yield "leftovers"
    if reason in ("score", "draw", "count_out"):
        for line in variant.most_lines:
            if not any(sheet.get(line) for sheet in scores):
                yield f"{line}_tied"
    if any(sheet.get("sweeps") for sheet in scores):
        yield "sweep"
