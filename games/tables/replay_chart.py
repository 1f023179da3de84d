"""The points over a game as a chart: numbers for an SVG of a fixed size, and who led in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from games.tables.replay import Replay
from games.tables.replay_sections import has_several_decks, list_bands
from games.tables.replay_shapes import ChartBand, ChartLine, ChartView
from games.tables.words import join_names, show_points

# The plot inside the SVG's view box; the columns over it in replay.css have the same place.
WIDTH, HEIGHT = 400.0, 268.0
LEFT, RIGHT, TOP, BOTTOM = 26.0, 6.0, 24.0, 38.0
LABELLED_WIDTH = 18.0
TOLD_LEADS = 4

Totals = tuple[int | Fraction, ...]


def view_chart(replay: Replay, sides: Sequence[str], step: int) -> ChartView:
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
        total = show_points(totals[step][side]) or "0"
        lines.append(ChartLine(side, name, total, path, heights[step]))
    tick = next(size for size in (1, 2, 5, 10, 20, 50, 100) if highest / size <= 5)
    return ChartView(
        words=_lead_words([made.totals for made in replay.steps if made.is_move], sides),
        x=across(step),
        lines=tuple(lines),
        bands=tuple(_view_bands(replay, column)),
        bands_name="decks" if has_several_decks(replay) else "rounds",
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


def score_words(totals: Totals, sides: Sequence[str]) -> str:
    """Return how the points stand: "alice leads 7 to 5", "Level at 4"."""
    shown = [show_points(points) or "0" for points in sorted(totals, reverse=True)]
    leaders = find_leaders(totals)
    if not leaders:
        return f"Level at {shown[0]}"
    if len(leaders) > 1:
        return f"{join_names([sides[side] for side in leaders])} ahead with {shown[0]}"
    verb = "leads" if len(shown) > 2 or " and " not in sides[leaders[0]] else "lead"
    return f"{sides[leaders[0]]} {verb} {' to '.join(shown)}"


def find_leaders(totals: Totals) -> tuple[int, ...]:
    """Return the sides with the most points, none when all have as many."""
    best = max(totals)
    leaders = tuple(side for side, points in enumerate(totals) if points == best)
    return leaders if len(leaders) < len(totals) else ()


def _lead_words(totals: Sequence[Totals], sides: Sequence[str]) -> str:
    """Return who led for how long: "Of 52 moves: alice led after 31, level after 21."."""
    leaders = Counter(map(find_leaders, totals))
    words = [
        f"{join_names([sides[side] for side in ahead])} led after {count}"
        if ahead
        else f"level after {count}"
        for ahead, count in leaders.most_common(TOLD_LEADS)
    ]
    return f"Of {len(totals)} moves: {', '.join(words)}." if words else ""
