"""The points over a game as a chart: numbers for an SVG of a fixed size, and who led in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from games.messages import replays as told
from games.messages.names import Names
from games.messages.text import EMPTY, Text
from games.presenters.replay.sections import has_several_decks, list_bands
from games.presenters.replay.shapes import ChartBand, ChartLine, ChartView
from games.presenters.replay.steps import Replay
from games.presenters.sides import group_sides
from games.rules.wording.values import show_number

# The plot inside the SVG's view box; the columns over it in replay.css have the same place.
WIDTH, HEIGHT = 400.0, 268.0
LEFT, RIGHT, TOP, BOTTOM = 26.0, 6.0, 24.0, 38.0
LABELLED_WIDTH = 18.0
TOLD_LEADS = 4


def view_chart(replay: Replay, sides: Sequence[Text], step: int) -> ChartView:
    """Return the chart with the current step marked."""
    totals = [made.totals for made in replay.steps]
    highest = max(4, math.ceil(max(max(each) for each in totals)))
    column = (WIDTH - LEFT - RIGHT) / len(totals)

    def across(number: int) -> float:
        return round(LEFT + (number + 0.5) * column, 1)

    def height_of(points: int | Fraction) -> float:
        return round(float(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * points / highest), 1)

    lines = []
    for side, name in enumerate(sides):
        heights = [height_of(each[side]) for each in totals]
        path = f"M{across(0)} {heights[0]}" + "".join(
            f"H{across(number)}V{heights[number]}"
            for number in range(1, len(heights))
            if heights[number] != heights[number - 1]
        )
        path += f"H{across(len(heights) - 1)}"
        total = show_number(totals[step][side])
        lines.append(ChartLine(side, name, total, path, heights[step]))
    tick = next(size for size in (1, 2, 5, 10, 20, 50, 100) if highest / size <= 5)
    return ChartView(
        words=_tell_leads(replay),
        x=across(step),
        lines=tuple(lines),
        bands=tuple(_view_bands(replay, column)),
        bands_name=told.decks_label(has_several_decks(replay)),
        ticks=tuple((value, height_of(value)) for value in range(0, highest + 1, tick)),
    )


def _view_bands(replay: Replay, column: float) -> list[ChartBand]:
    bands = []
    for section in list_bands(replay):
        left, width = LEFT + section.first * column, (section.last - section.first + 1) * column
        middle = round(left + width / 2, 1)
        label = str(section.label) if width >= LABELLED_WIDTH else ""
        bands.append(ChartBand(label, round(left, 1), round(width, 1), middle))
    return bands


def tell_standing(replay: Replay, step: int) -> Text:
    """Return how the points stand after a step: "alice leads 7 to 5", "Level at 4"."""
    names = Names(replay.names)
    seats = group_sides(replay.variant, replay.states[0], names)
    totals = replay.steps[step].totals
    leaders = [seats[side] for side in find_leaders(replay, step)]
    return told.tell_standing(
        sorted([totals[side] for side in _find_ranked(replay, step)], reverse=True),
        [names.subject(leader) for leader in leaders],
        are_many=len(totals) == 2 and any(len(leader) > 1 for leader in leaders),
    )


def find_leaders(replay: Replay, step: int) -> tuple[int, ...]:
    """Return the sides in the ranking with the most points, none when all have as many."""
    totals, ranked = replay.steps[step].totals, _find_ranked(replay, step)
    best = max(totals[side] for side in ranked)
    leaders = tuple(side for side in ranked if totals[side] == best)
    return leaders if len(leaders) < len(ranked) else ()


def _find_ranked(replay: Replay, step: int) -> tuple[int, ...]:
    """Return the sides that have not dropped out; the last to do so counts when one is left."""
    variant, state = replay.variant, replay.states[step]
    gone = {variant.side(state, seat) for seat in variant.out(state)}
    ranked = tuple(side for side in range(len(replay.steps[step].totals)) if side not in gone)
    return ranked if len(ranked) > 1 else _find_ranked(replay, step - 1)


def _tell_leads(replay: Replay) -> Text:
    """Return who led for how long: "alice was ahead after 31 of 52 moves; ..."."""
    moves = [number for number, made in enumerate(replay.steps) if made.is_move]
    if not moves:
        return EMPTY
    leaders = Counter(find_leaders(replay, number) for number in moves).most_common(TOLD_LEADS)
    names = Names(replay.names)
    sides = group_sides(replay.variant, replay.states[0], names)
    leads = [
        ([names.subject([seat]) for side in ahead for seat in sides[side]], count)
        for ahead, count in leaders
    ]
    return told.tell_leads(len(moves), leads)
