"""The shapes of what a table of piles shows: plain values, hidden cards left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.presenters.shapes import Face, SeatView


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand; a useful one can be played on a pile, one that glows is to be."""

    face: Face
    starred: bool
    chosen: bool
    is_useful: bool = False
    note: str = ""
    glows: bool = False


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile on the table, with what it is called and worth."""

    key: str
    faces: tuple[Face, ...]
    label: str
    worth: str
    kind: str
    chosen: bool
    changed: bool
    name: str
    note: str = ""
    whose: str = ""
    glows: bool = False


class CounterCell(NamedTuple):
    """A card in the counter: "unseen", "seen", or seen in the "last" round.

    A tuple, so that a row of them is found quickly among those that were rendered before.
    """

    code: str
    state: str


@dataclass(frozen=True, slots=True)
class CaptureView:
    """The cards of one capture, or those left over at the end, and the points that they bring."""

    colour: int
    cards: tuple[str, ...]
    points_words: str
    is_leftover: bool


@dataclass(frozen=True, slots=True)
class Lifeline:
    """One of a player's lifelines, and whether it is used."""

    name: str
    label: str
    used: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesSeat(SeatView):
    """A seat with what its side has captured."""

    lifelines: tuple[Lifeline, ...]
    captures: tuple[CaptureView, ...]
    counts: Mapping[str, int]
    secret: str
