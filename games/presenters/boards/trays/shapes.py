"""The shapes of what a table of trays shows: plain values, hidden cards left out."""

from __future__ import annotations

from dataclasses import dataclass

from games.messages.text import Text
from games.presenters.shapes import Face, SeatView


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of the own hand.

    `key` is another one for each of two equal cards. `marks` are the numbers of the triplet cards
    in the tray to which it belongs, `note` says so in words. `by_rank` and `by_colour` are its
    places in a sorted hand. A useful one can be laid on a triplet card now, with two others.
    """

    key: str
    face: Face
    chosen: bool
    is_new: bool
    marks: tuple[int, ...]
    note: str
    by_rank: int
    by_colour: int
    is_useful: bool = False
    glows: bool = False


@dataclass(frozen=True, slots=True)
class TripletView:
    """A triplet card that the viewer can choose.

    `note` tells how near the viewer's hand is to it, `is_ready` that three cards are there, which
    are `cards`; `mark` is its number where cards of the hand are marked as belonging to it.
    """

    name: str
    text: str
    chosen: bool
    note: str = ""
    is_ready: bool = False
    mark: int | None = None
    cards: tuple[str, ...] = ()
    glows: bool = False


@dataclass(frozen=True, slots=True)
class MatchView:
    """A matched pile with its triplet card on top; `cards` are from the bottom up."""

    triplet: TripletView
    cards: tuple[str, ...]
    is_new: bool


@dataclass(frozen=True, slots=True)
class StackView:
    """The deck or the discard pile; `action` draws from it where the viewer may now."""

    count: int
    action: str = ""
    glows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TraysSeat(SeatView):
    """A seat with what it has matched, and its tray as far as it may be seen."""

    matched: tuple[MatchView, ...]
    tray: tuple[TripletView, ...]


@dataclass(frozen=True, slots=True)
class TraysBoard:
    """The stacks, the viewer's hand and tray, and everybody's matched piles, by seat.

    `discard` has its top card first; `fanned` are the latest cards below that, the newest last.
    `uses` holds the triplet cards that each card of the hand belongs to. `step_words` tell
    which half of the turn it is, and `drawn_words` which card the viewer has drawn from the deck.
    """

    deck: StackView
    discard_pile: StackView
    discard: tuple[str, ...]
    fanned: tuple[str, ...]
    top: Face | None
    is_top_new: bool
    hand: tuple[HeldCard, ...]
    tray: tuple[TripletView, ...]
    matched: tuple[tuple[MatchView, ...], ...]
    uses: str
    step_words: str
    drawn_words: Text
    is_second_step: bool
