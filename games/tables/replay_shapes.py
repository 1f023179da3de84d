"""The shapes of what the replay's templates render: one step of a game and all of its moves."""

from __future__ import annotations

from dataclasses import dataclass

from games.tables.shapes import PileView, SeatView, SheetRow


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """A seat with its hand; what the perspective does not show is a hidden card."""

    seat: SeatView
    hand: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepLine:
    """One line of the move list. `totals` are those after it."""

    number: int
    path: str
    who: str
    words: str
    notation: str
    time_words: str
    is_violation: bool
    marks: tuple[str, ...]
    counting: tuple[str, ...]
    totals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundLines:
    """The moves of one round, and how the points stood after them."""

    number: int
    lines: tuple[StepLine, ...]
    totals: tuple[str, ...]
    leader: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A link to the same step seen otherwise."""

    label: str
    path: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ChartRound:
    """A band of the chart: where it begins, how wide it is, and where its number stands."""

    number: int
    left: float
    width: float
    middle: float


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A side's points over the game as an SVG path, and its point at the current step."""

    side: int
    name: str
    total: str
    path: str
    y: float


@dataclass(frozen=True, slots=True)
class ChartView:
    """The totals after each step; `ticks` are values and their heights."""

    words: str
    x: float
    lines: tuple[ChartLine, ...]
    rounds: tuple[ChartRound, ...]
    ticks: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class ReplayView:
    """One step of a replay in one perspective. Paths are "" where there is nowhere to go."""

    title: str
    names: tuple[str, ...]
    is_over: bool
    result_words: str
    step: int
    last: int
    round: int
    rounds: int
    slider_path: str
    perspective: str
    first_path: str
    previous_path: str
    next_path: str
    last_path: str
    previous_round_path: str
    next_round_path: str
    perspectives: tuple[Choice, ...]
    who: str
    words: str
    notation: str
    marks: tuple[str, ...]
    counting: tuple[str, ...]
    is_violation: bool
    score_words: str
    near: ReplaySeat
    far: tuple[ReplaySeat, ...]
    piles: tuple[PileView, ...]
    sheet: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    sides: tuple[str, ...]
    moves: tuple[RoundLines, ...]
    chart: ChartView
