"""The shapes of what the replay's templates render: one step of a game and all of its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.presenters.shapes import Face, SeatView, SheetRow


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """A seat with its hand; what the perspective does not show is a hidden card."""

    seat: SeatView
    hand: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class StepLine:
    """One line of the move list. `totals` are those after it."""

    number: int
    path: str
    words: str
    notation: str
    time_words: str
    is_violation: bool
    marks: tuple[str, ...]
    counting: tuple[str, ...]
    totals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundLines:
    """The moves of one round."""

    title: str
    lines: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How the points stood after a round, or after a deck."""

    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Perspective:
    """A link to the same step seen otherwise."""

    label: str
    path: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ChartBand:
    """A round or a deck in the chart: where it begins, how wide it is, where its number stands."""

    label: str
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
    """The totals after each step; `ticks` are values and their heights.

    `bands_name` says what the bands are: rounds, or decks.
    """

    words: str
    x: float
    lines: tuple[ChartLine, ...]
    bands: tuple[ChartBand, ...]
    bands_name: str
    ticks: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class ReplayView:
    """One step of a replay in one perspective. Paths are "" where there is nowhere to go.

    `board` is what the kind of table adds, which templates/live/boards/<board_name>/ shows.
    `far` are the seats clockwise from the left of the near one. `sheet` and `sheet_totals` are of
    the deck that is played, of which a match has several, `totals` of the whole game. The
    standings are told by decks, if `tells_decks`, else by rounds.
    `moves_key` is the same for steps whose links to all moves are the same. `branch` is the step
    from which on it is not what was played but what may be expected after a better move, or 0;
    `back_path` leads to that step as it was played.
    """

    title: str
    unit: str
    goal: int | None
    names: tuple[str, ...]
    is_over: bool
    result_words: str
    reason_words: str
    step: int
    last: int
    slider_path: str
    perspective: str
    first_path: str
    previous_path: str
    next_path: str
    last_path: str
    has_rounds: bool
    previous_round_path: str
    next_round_path: str
    perspectives: tuple[Perspective, ...]
    words: str
    is_move: bool
    notation: str
    marks: tuple[str, ...]
    counting: tuple[str, ...]
    is_violation: bool
    score_words: str
    near: ReplaySeat
    far: tuple[ReplaySeat, ...]
    board_name: str
    board: Any
    sheet: tuple[SheetRow, ...]
    sheet_totals: tuple[str, ...]
    totals: tuple[str, ...]
    sides: tuple[str, ...]
    first_of_side: tuple[SeatView, ...]
    has_several_decks: bool
    tells_decks: bool
    moves: tuple[RoundLines, ...]
    moves_key: str
    standings: tuple[Standing, ...]
    chart: ChartView
    branch: int = 0
    back_path: str = ""
