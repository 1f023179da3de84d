"""Both totals over a game as a chart: numbers for an SVG of a fixed size, and who led in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from games.tables.replay import Replay
from games.tables.replay_shapes import ChartLine, ChartRound, ChartView
from games.tables.words import show_points

# The plot inside the SVG's view box; the columns over it in replay.css have the same place.
WIDTH, HEIGHT = 400.0, 268.0
LEFT, RIGHT, TOP, BOTTOM = 26.0, 6.0, 24.0, 38.0

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
        rounds=tuple(_bands(replay, column)),
        ticks=tuple((value, height_of(value)) for value in range(0, highest + 1, tick)),
    )


def _bands(replay: Replay, column: float) -> list[ChartRound]:
    bands = []
    begin = 0
    for number, steps in groupby(replay.steps, key=lambda made: made.round):
        count = len(list(steps))
        left, width = LEFT + begin * column, count * column
        middle = round(left + width / 2, 1)
        bands.append(ChartRound(number, round(left, 1), round(width, 1), middle))
        begin += count
    return bands


def score_words(totals: Totals, sides: Sequence[str]) -> str:
    """Return how the points stand: "alice leads 7 to 5", "Level at 4"."""
    shown = [show_points(points) or "0" for points in sorted(totals, reverse=True)]
    leader = find_leader(totals)
    return (
        f"Level at {shown[0]}" if leader is None else f"{sides[leader]} leads {' to '.join(shown)}"
    )


def find_leader(totals: Totals) -> int | None:
    """Return the side with the most points, or None when two have as many."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def _lead_words(totals: Sequence[Totals], sides: Sequence[str]) -> str:
    """Return who led for how long: "Of 52 moves: alice led after 31, level after 21."."""
    leaders = Counter(map(find_leader, totals))
    words = [
        f"level after {count}" if side is None else f"{sides[side]} led after {count}"
        for side, count in leaders.most_common()
    ]
    return f"Of {len(totals)} moves: {', '.join(words)}." if words else ""
