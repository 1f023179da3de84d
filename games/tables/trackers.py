"""What has been captured and played, and what it counts: trackers beside the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from games.rules.cards import RANKS, SUITS
from games.rules.state import Capture
from games.rules.variant import Variant
from games.tables.shapes import CaptureView, CounterCell, SheetRow
from games.tables.words import points_words, show_points

AnyVariant = Variant[Any, Any]
Scores = Sequence[Mapping[str, int | Fraction]]
Values = tuple[tuple[int | Fraction, ...], ...]

CAPTURE_COLOURS = 8

_CELLS = {
    (rank + suit, state): CounterCell(rank + suit, state)
    for suit in SUITS
    for rank in RANKS
    for state in ("unseen", "seen", "last")
}
PACK_ROWS = tuple(tuple(rank + suit for rank in RANKS) for suit in SUITS)


@lru_cache(maxsize=8192)
def view_capture(number: int, capture: Capture) -> CaptureView:
    """Return a side's capture; `number` counts them from 0 and gives the colour."""
    colour = number % CAPTURE_COLOURS
    words = points_words(capture.points)
    return CaptureView(colour, capture.cards, words, is_leftover=capture.leftover)


def view_counter(state: Any) -> tuple[tuple[CounterCell, ...], ...]:
    """Return the pack, suit by suit, each card marked as a masked state shows it."""
    if state is None:
        return ()
    seen = {card for pile in state.table for card in pile.cards}
    for captures in state.captures:
        for capture in captures:
            seen.update(capture.cards)
    for hand in state.hands:
        seen.update(hand)
    last = set(state.previous)
    return tuple(
        tuple(
            [
                _CELLS[code, "last" if code in last else "seen" if code in seen else "unseen"]
                for code in row
            ]
        )
        for row in PACK_ROWS
    )


def view_sheet(
    variant: AnyVariant, scores: Scores, before: Scores = ()
) -> tuple[tuple[SheetRow, ...], tuple[str, ...]]:
    """Return the lines of the point sheet, those marked that `before` had otherwise, and totals."""
    if not scores:
        return (), ()
    totals = tuple([show_points(side["total"]) or "0" for side in scores])
    return _sheet_rows(variant, _values(variant, scores), _values(variant, before)), totals


def _values(variant: AnyVariant, scores: Scores) -> Values:
    return tuple([tuple([side[name] for side in scores]) for name, _ in variant.lines])


@lru_cache(maxsize=2048)
def _sheet_rows(variant: AnyVariant, values: Values, before: Values) -> tuple[SheetRow, ...]:
    return tuple(
        SheetRow(
            name,
            label,
            tuple(map(show_points, points)),
            tuple([side for side, old in enumerate(was) if old != points[side]]),
        )
        for (name, label), points, was in zip(variant.lines, values, before, strict=True)
    )
