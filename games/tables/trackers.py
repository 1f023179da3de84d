"""The point sheet beside the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from games.messages.labels import line_label
from games.rules.cards import RANKS, SUITS
from games.rules.variant import Variant
from games.tables.shapes import SheetRow
from games.tables.words import show_points

AnyVariant = Variant[Any, Any]
Scores = Sequence[Mapping[str, int | Fraction]]
Lines = tuple[tuple[str, str], ...]
Values = tuple[tuple[int | Fraction, ...], ...]

PACK_ROWS = tuple(tuple(rank + suit for rank in RANKS) for suit in SUITS)


def label_lines(variant: AnyVariant, lines: Sequence[str]) -> Lines:
    """Return lines of a point sheet with what they are called."""
    return tuple([(line, line_label(variant, line)) for line in lines])


def view_sheet(
    lines: Lines, scores: Scores, before: Scores = ()
) -> tuple[tuple[SheetRow, ...], tuple[str, ...]]:
    """Return the lines of the point sheet, those marked that `before` had otherwise, and totals."""
    if not scores:
        return (), ()
    totals = tuple([show_points(side["total"]) or "0" for side in scores])
    return _sheet_rows(lines, _values(lines, scores), _values(lines, before)), totals


def _values(lines: Lines, scores: Scores) -> Values:
    return tuple([tuple([side[name] for side in scores]) for name, _ in lines])


@lru_cache(maxsize=2048)
def _sheet_rows(lines: Lines, values: Values, before: Values) -> tuple[SheetRow, ...]:
    return tuple(
        SheetRow(
            name,
            label,
            tuple(map(show_points, points)),
            tuple([side for side, old in enumerate(was) if old != points[side]]),
        )
        for (name, label), points, was in zip(lines, values, before, strict=True)
    )
