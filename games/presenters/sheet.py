"""The point sheet beside the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from games.messages.labels import line_label
from games.messages.language import current_language, remembered
from games.messages.numbers import show_points
from games.presenters.shapes import SheetRow
from games.rules.cards import SUITS
from games.rules.scoring import Points
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.rules.wording.values import show_number

Scores = Sequence[Mapping[str, Points]]
Lines = tuple[str, ...]
Values = tuple[tuple[Points, ...], ...]


@cache
def pack_rows(pack: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the cards of a pack, suit by suit."""
    rows = (tuple(card for card in pack if card[1] == suit) for suit in SUITS)
    return tuple(row for row in rows if row)


@lru_cache(maxsize=1024)
def find_scores(variant: AnyVariant, state: State) -> Scores:
    """Return `variant.scores`, remembered; nobody may change it.

    Sheets are public: a masked state has the same. Equal states may differ in the order of what
    was captured, which two shuffled games never do.
    """
    return variant.scores(state)


def list_lines(variant: AnyVariant, state: State, *, is_timed: bool) -> Lines:
    """Return the lines of the point sheet, that of penalties only if there can be any.

    A record from elsewhere may have violations without a timer.
    """
    lines = variant.lines_in(state)
    if is_timed or any(state.violations):
        return lines
    return tuple(line for line in lines if line != "penalties")


def view_sheet(
    variant: AnyVariant, lines: Lines, scores: Scores, before: Scores = ()
) -> tuple[tuple[SheetRow, ...], tuple[str, ...]]:
    """Return the lines of the point sheet, those marked that `before` had otherwise, and totals."""
    if not scores:
        return (), ()
    totals = tuple([show_number(side["total"]) for side in scores])
    row = _sheet_row.in_language(current_language())
    values = zip(lines, _values(lines, scores), _values(lines, before), strict=True)
    return tuple([row(variant, name, points, was) for name, points, was in values]), totals


def _values(lines: Lines, scores: Scores) -> Values:
    return tuple([tuple([side[name] for side in scores]) for name in lines])


@remembered(2048)
def _sheet_row(
    variant: AnyVariant, name: str, points: tuple[Points, ...], before: tuple[Points, ...]
) -> SheetRow:
    return SheetRow(
        name,
        line_label(variant, name),
        tuple(map(show_points, points)),
        tuple([side for side, old in enumerate(before) if old != points[side]]),
    )
