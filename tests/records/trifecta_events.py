"""The rare events in a recorded game of Casino Trifecta, which its rules must get right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from games import rules
from games.rules import Action
from games.rules.record import Record, RecordedEvent

WANTED = (
    *("flush_trifecta", "five_of_a_kind", "big_capture", "stolen_build"),
    *("subtraction_captured", "subtraction_left", "pass", "both_pass", "several_moves_in_a_row"),
    *("violation", "both_late", "late_in_the_last_round", "forfeit"),
    *("resignation", "resignation_out_of_turn"),
    *("ace_of_spades", "draw", "half_point", "spades_tied", "same_secret_card"),
    *(
        "both_secret_cards",
        "leftover_points",
        "four_of_a_kind",
        "face_build",
        "king_of_spades_in_build",
    ),
    *("one_eyed_jack_as_11", "queen_of_spades_as_12", "build_of_12"),
)
"""The events of which each must occur in some record."""


def find_events(record: Record, states: Sequence[Any]) -> frozenset[str]:
    """Return the events that occur in the record; `states` are those of playing it again."""
    variant = rules.variant(record.variant, record.rules_version)
    found = Counter(_of_the_end(variant, states[-1]))
    for event, before, after in zip(record.events, states, states[1:], strict=False):
        found.update(_of_event(variant, event, before, after))
    if found["subtraction_made"] > found["subtraction_captured"]:
        found["subtraction_left"] = 1
    return frozenset(found)


def _of_event(variant: Any, event: RecordedEvent, before: Any, after: Any) -> Iterator[str]:
    if event.kind == "timeout":
        yield "violation"
        if all(after.violations):
            yield "both_late"
        if before.round == variant.rounds:
            yield "late_in_the_last_round"
    elif event.kind == "resignation":
        if event.seat != before.to_move:
            yield "resignation_out_of_turn"
    elif not event.text.startswith("secret"):
        move = variant.parse(before, event.text)
        yield from variant.highlights(before, move, after)
        yield from _of_move(move, after)
        if before.to_move == after.to_move and before.round == after.round:
            yield "several_moves_in_a_row"


def _of_move(move: Any, after: Any) -> Iterator[str]:
    if move.action is Action.PASS:
        yield "pass" if None in after.passed else "both_pass"
    elif move.action is Action.CAPTURE:
        if move.card in ("JS", "JH") and move.value == 11:
            yield "one_eyed_jack_as_11"
        if move.card == "QS" and move.value == 12:
            yield "queen_of_spades_as_12"
    elif move.action in (Action.BUILD, Action.BUILD_SAME):
        if isinstance(move.value, str):
            yield "face_build"
        elif "KS" in (move.card, *move.cards):
            yield "king_of_spades_in_build"
        if move.value == 12:
            yield "build_of_12"


def _of_the_end(variant: Any, state: Any) -> Iterator[str]:
    _, reason = variant.outcome(state)
    yield reason
    scores = variant.scores(state)
    if any(sheet["most_cards"] == Fraction(1, 2) for sheet in scores):
        yield "half_point"
    if reason == "score" and not any(sheet["most_spades"] for sheet in scores):
        yield "spades_tied"
    if state.secrets[0] == state.secrets[1]:
        yield "same_secret_card"
    elif any(sheet["secret_cards"] == 2 for sheet in scores):
        yield "both_secret_cards"
    if any(sheet["four_of_a_kind"] for sheet in scores):
        yield "four_of_a_kind"
    if any(capture.leftover and capture.points for side in state.captures for capture in side):
        yield "leftover_points"
