"""What an event on a table of piles brought besides itself: lifelines used up, a deck counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from games.messages.labels import lifeline_label, line_label
from games.rules.cards import show_cards
from games.rules.fishing import fishing
from games.tables.boards.looks import Besides
from games.tables.trackers import AnyVariant
from games.tables.words import join_names, show_points


def tell_besides(
    variant: AnyVariant,
    before: Any,
    after: Any,
    *,
    seat: int | None,
    names: Sequence[str],
    sides: Sequence[str],
) -> Besides:
    """Return what a seat's event brought besides itself; see `Board`."""
    return Besides(
        _lifelines_used(variant, before, after, seat, names),
        tell_counting(variant, before, after, sides),
    )


def _lifelines_used(
    variant: AnyVariant, before: Any, after: Any, seat: int | None, names: Sequence[str]
) -> tuple[str, ...]:
    marks, game = [], fishing(variant)
    for owner, name in enumerate(names):
        lines = zip(game.lifelines(before, owner), game.lifelines(after, owner), strict=True)
        for (lifeline, was_used), (_, is_used) in lines:
            if is_used and not was_used:
                label = lifeline_label(lifeline)
                marks.append(label if owner == seat else f"{name}’s {label.lower()}")
    return tuple(marks)


def tell_counting(
    variant: AnyVariant, before: Any, after: Any, sides: Sequence[str]
) -> tuple[str, ...]:
    """Return what was counted between two states that follow each other; mostly nothing."""
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
    known = set(variant.explain_score(before))
    counted = [
        reason
        for reason in variant.explain_score(after)
        if reason.line in variant.most_lines and reason not in known
    ]
    words = []
    for (line, told), reasons in groupby(counted, key=lambda reason: (reason.line, reason.cause)):
        equal = list(reasons)  # more than one share the points of a tie
        who = join_names([sides[reason.side] for reason in equal])
        words.append(f"{line_label(variant, line)}: {who}, {told}{_gain(equal[0].points)}")
    return words


def _gain(points: Any) -> str:
    return f" (+{show_points(points)})" if points else ""
