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


@dataclass(frozen=True, slots=True)
class HandCard:
    code: str
    starred: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class PileView:
    key: str
    cards: tuple[str, ...]
    label: str
    kind: str
    chosen: bool
    changed: bool
    name: str


@dataclass(frozen=True, slots=True)
class ActionView:
    name: str
    label: str
    enabled: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ChoiceView:
    move_text: str
    label: str


@dataclass(frozen=True, slots=True)
class LastMove:
    who: str
    words: str


@dataclass(frozen=True, slots=True)
class CounterCell:
    code: str
    state: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    name: str
    label: str
    points: tuple[str, ...]


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
class ShuffleView:
    seed: str
    values: tuple[str, ...]
    deck: tuple[str, ...]
    secrets: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    headline: str
    reason_words: str
    rematch_state: str
    rematch_url: str


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
    grace_seconds: float
    clock_note: str
    clock_extended_words: str
    hand: tuple[HandCard, ...]
    piles: tuple[PileView, ...]
    actions: tuple[ActionView, ...]
    choices: tuple[ChoiceView, ...]
    refusal: str
    refusal_clause: str
    last_move: LastMove | None
    events: tuple[str, ...]
    counter: tuple[tuple[CounterCell, ...], ...]
    sheet: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    commitment: str
    pick_commitments: tuple[tuple[str, str], ...]
    shuffle: ShuffleView | None
    result: ResultView | None
    pick: PickView | None
