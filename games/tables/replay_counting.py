"""What the end of a deck brings besides its last move: left-over cards, and points for the most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from games.rules.cards import show_cards
from games.tables.trackers import AnyVariant
from games.tables.words import show_points


def side_names(variant: AnyVariant, state: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return who plays for each side, by name."""
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(names):
        sides.setdefault(variant.side(state, seat), []).append(name)
    return tuple(" and ".join(sides[side]) for side in sorted(sides))


def counting_words(
    variant: AnyVariant, before: Any, after: Any, names: Sequence[str]
) -> tuple[str, ...]:
    """Return what was counted between two states that follow each other; mostly nothing."""
    sides = side_names(variant, after, names)
    return (*_leftover_words(before, after, sides), *_most_words(variant, before, after, sides))


def _leftover_words(before: Any, after: Any, sides: Sequence[str]) -> list[str]:
    words = []
    for side, captures in enumerate(after.captures):
        for capture in captures[len(before.captures[side]) :]:
            if capture.leftover:
                points = sum(scored for _, scored in capture.points)
                left = f"Left on the table: {show_cards(capture.cards)}"
                words.append(f"{left}, to {sides[side]} for the last capture{_gain(points)}")
    return words


def _most_words(variant: AnyVariant, before: Any, after: Any, sides: Sequence[str]) -> list[str]:
    labels, known = dict(variant.lines), set(variant.explain_score(before))
    counted = [
        reason
        for reason in variant.explain_score(after)
        if reason.line.startswith("most_") and reason not in known
    ]
    words = []
    for (line, told), reasons in groupby(counted, key=lambda reason: (reason.line, reason.words)):
        equal = list(reasons)  # more than one share the points of a tie
        who = " and ".join(sides[reason.side] for reason in equal)
        words.append(f"{labels[line]}: {who}, {told}{_gain(equal[0].points)}")
    return words


def _gain(points: Any) -> str:
    return f" (+{show_points(points)})" if points else ""
