"""The shapes of what the live templates render: plain values, hidden cards left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.notation import Move as Play


@dataclass(frozen=True, slots=True)
class Asked:
    """What the viewer just sent and what came of it; empty for a mere look."""

    card: str = ""
    piles: tuple[str, ...] = ()
    refusal: str = ""
    clause: str = ""
    readings: tuple[Play, ...] = ()
    typed: str = ""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand; an idle one can only be dropped."""

    code: str
    starred: bool
    chosen: bool
    is_idle: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class PileView:
    key: str
    cards: tuple[str, ...]
    label: str
    kind: str
    chosen: bool
    changed: bool
    name: str
    note: str = ""
    whose: str = ""


@dataclass(frozen=True, slots=True)
class ActionView:
    """A button of the table; `note` says what it would do, or why it does nothing."""

    name: str
    label: str
    enabled: bool
    note: str = ""
    clause: str = ""
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceView:
    move_text: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ComposerView:
    """What the chosen cards would do: in a sentence, by action, and where a choice is left."""

    sentence: str
    actions: tuple[ActionView, ...]
    choices: tuple[ChoiceView, ...]


@dataclass(frozen=True, slots=True)
class HappenedView:
    """One event: a move has `who` made it; the words of anything else are a whole sentence.

    `card` was played from the hand, `used` are the table cards that it took or joined.
    """

    number: int
    seat: int | None
    is_mine: bool
    who: str
    words: str
    action: str = ""
    card: str = ""
    used: tuple[str, ...] = ()
    points: str = ""

    @property
    def label(self) -> str:
        """The words without what a capture brings."""
        return self.words.split(":")[0]


@dataclass(frozen=True, slots=True)
class CounterCell:
    code: str
    state: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the point sheet; `changed` are the sides whose points are new."""

    name: str
    label: str
    points: tuple[str, ...]
    changed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CaptureView:
    colour: int
    cards: tuple[str, ...]
    points_words: str
    is_leftover: bool


@dataclass(frozen=True, slots=True)
class Lifeline:
    name: str
    label: str
    used: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    index: int
    name: str
    avatar: str
    is_me: bool
    is_turn: bool
    violations: int
    max_violations: int
    hand_count: int
    lifelines: tuple[Lifeline, ...]
    captures: tuple[CaptureView, ...]
    counts: Mapping[str, int]
    total: str
    secret: str


@dataclass(frozen=True, slots=True)
class PickView:
    picked: str
    opponent_picked: bool
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PickProof:
    """The promise of a secret card; card and salt are "" until it is opened."""

    name: str
    commitment: str
    card: str = ""
    salt: str = ""


@dataclass(frozen=True, slots=True)
class ShuffleView:
    seed: str
    values: tuple[str, ...]
    starter: int | None
    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReasonView:
    """One thing that scored: who, what it was, and its points."""

    who: str
    words: str
    points: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line of the final sheet that brought somebody points. `points` are per side."""

    label: str
    points: tuple[str, ...]
    reasons: tuple[ReasonView, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """How a game ended. `unscored` names the lines that brought nobody points.

    The addresses are "" where there is nothing: no cards were dealt, or no guest looks.
    """

    headline: str
    reason_words: str
    lines: tuple[ResultLine, ...]
    unscored: str
    rematch_state: str
    rematch_url: str
    replay_url: str
    record_url: str
    shuffle_url: str
    keep_url: str
    player_urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the page of one game for one viewer. Seats are in seat order."""

    game_id: str
    version: int
    moves_seen: int
    status: str
    variant: str
    title: str
    viewer: int | None
    kind: str
    invited_name: str
    share_path: str
    can_join: bool
    can_leave: bool
    can_decline: bool
    move_time: int
    move_time_words: str
    seats: tuple[SeatView, ...]
    me: SeatView | None
    opponent: SeatView | None
    round: int
    rounds: int
    your_turn: bool
    turn_words: str
    seconds_left: float | None
    clock_words: str
    grace_seconds: float
    clock_note: str
    clock_extended_words: str
    hand: tuple[HandCard, ...]
    uses: str
    piles: tuple[PileView, ...]
    composer: ComposerView | None
    typed: str
    refusal: str
    refusal_clause: str
    happened: tuple[HappenedView, ...]
    said: str
    events: tuple[str, ...]
    steps: int
    counter: tuple[tuple[CounterCell, ...], ...]
    sheet: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    commitment: str
    pick_proofs: tuple[PickProof, ...]
    shuffle: ShuffleView | None
    result: ResultView | None
    pick: PickView | None
    four_colours: bool
