"""What an event on a table of piles brought besides itself: lifelines used up, a deck counted."""

from __future__ import annotations

from itertools import groupby

from games.messages import decks as told
from games.messages.cards import cards_text
from games.messages.events import tell_used_lifeline
from games.messages.facts import tell_fact
from games.messages.labels import lifeline_label, line_label
from games.messages.names import Names
from games.messages.numbers import show_points
from games.messages.text import Text
from games.presenters.boards.context import EventExtras
from games.presenters.sides import group_sides
from games.rules.fishing import fishing
from games.rules.state import Capture, TableState
from games.rules.variant import AnyVariant


def tell_extras(
    variant: AnyVariant, before: TableState, after: TableState, *, seat: int | None, names: Names
) -> EventExtras:
    """Return what a seat's event brought besides itself; see `Board`."""
    return EventExtras(
        _lifelines_used(variant, before, after, seat, names),
        tell_counting(variant, before, after, names),
    )


def _lifelines_used(
    variant: AnyVariant, before: TableState, after: TableState, seat: int | None, names: Names
) -> tuple[str, ...]:
    marks, game = list[str](), fishing(variant)
    for owner, name in enumerate(names.names):
        lines = zip(game.lifelines(before, owner), game.lifelines(after, owner), strict=True)
        for (line, was_used), (_line, is_used) in lines:
            if is_used and not was_used:
                label = lifeline_label(line)
                marks.append(label if owner == seat else tell_used_lifeline(line, name))
    return tuple(marks)


def tell_counting(
    variant: AnyVariant, before: TableState, after: TableState, names: Names
) -> tuple[Text, ...]:
    """Return what was counted between two states that follow each other; mostly nothing."""
    return (
        *_tell_leftovers(variant, before, after, names),
        *_tell_most(variant, before, after, names),
    )


def _tell_leftovers(
    variant: AnyVariant, before: TableState, after: TableState, names: Names
) -> list[Text]:
    words = []
    for side, captures in enumerate(after.captures):
        for capture in captures[len(before.captures[side]) :]:
            if capture.leftover:
                words.append(tell_left(variant, after, side, capture, names))
    return words


def tell_left(
    variant: AnyVariant, state: TableState, side: int, capture: Capture, names: Names
) -> Text:
    """Return which cards were left on the table, and which side they were given to."""
    points = sum(scored for _line, scored in capture.points)
    owners = names.receiver(group_sides(variant, state, names)[side])
    return told.tell_leftovers(cards_text(capture.cards), owners, show_points(points))


def _tell_most(
    variant: AnyVariant, before: TableState, after: TableState, names: Names
) -> list[Text]:
    if not variant.most_lines:
        return []
    known = set(variant.explain_score(before))
    counted = [
        reason
        for reason in variant.explain_score(after)
        if reason.line in variant.most_lines and reason not in known
    ]
    words = []
    for (line, cause), reasons in groupby(counted, lambda reason: (reason.line, reason.cause)):
        equal = list(reasons)  # several sides share the points of a tie
        sides = group_sides(variant, after, names)
        words.append(
            told.tell_most(
                line_label(variant, line),
                names.subject([seat for reason in equal for seat in sides[reason.side]]),
                tell_fact(cause),
                show_points(equal[0].points),
            )
        )
    return words
