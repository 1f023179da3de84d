"""The kinds of tables: what lies on them and how they are played at, by `Variant.board`.

What every game has (seats, turn, clock, what happened, the result) is in `games.presenters` itself;
its templates include those of the board from templates/live/boards/<its name>/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from games.messages.names import Names
from games.messages.text import Text
from games.presenters.boards import piles, trays
from games.presenters.boards.context import BoardContext, EventExtras, Played
from games.presenters.shapes import CardChoice, ComposerView, Face, SeatView
from games.rules.notation import Move as Play
from games.rules.reasons import Reason
from games.rules.state import State, TableState
from games.rules.triple_four.notation import Move
from games.rules.triple_four.state import TripleFourState
from games.rules.variant import AnyVariant

S = TypeVar("S", bound=State, contravariant=True)
M = TypeVar("M", contravariant=True)


class Board(Protocol[S, M]):
    """What a kind of table adds to the page of a game with these states and moves.

    Every state given to it is masked.
    """

    def level_words(self, level: str) -> str:
        """Return how a level of the computer players plays here."""

    def view_face(self, variant: AnyVariant, state: S, code: str) -> Face:
        """Return a card with what is special about it in a game with the options of the state."""

    def view_badges(self, variant: AnyVariant, state: S) -> tuple[Text, ...]:
        """Return what the badges on cards mean in a game with the options of the state."""

    def order_hand(self, hand: tuple[str, ...]) -> tuple[str, ...]:
        """Return a hand in the order in which a replay shows it."""

    def view_seat(self, variant: AnyVariant, state: S, *, index: int, **player: Any) -> SeatView:
        """Return a seat with what lies before it; `player` is what `SeatView` holds besides."""

    def view_lifelines(self, variant: AnyVariant, state: S, index: int) -> tuple[object, ...]:
        """Return a seat's lifelines, each with whether it is used."""

    def view_board(self, context: BoardContext[S]) -> object:
        """Return what lies on the table and in the viewer's hand: `TableView.board`."""

    def view_composer(
        self,
        variant: AnyVariant,
        state: S,
        viewer: int,
        cards: Sequence[str],
        piles: Sequence[str],
    ) -> ComposerView:
        """Return what a seat's choice of cards and piles would do."""

    def likely_choices(self, variant: AnyVariant, state: S, viewer: int) -> Iterator[CardChoice]:
        """Yield what the seat to move is likely to choose, the likeliest first."""

    def view_played(self, variant: AnyVariant, state: S, move: M) -> Played:
        """Return which cards a move in that state has set in motion."""

    def find_reasons(
        self, variant: AnyVariant, state: S, move: M, whole: S | None = None
    ) -> tuple[Reason, ...]:
        """Return why a move of the seat to move is good or bad, the weightiest reason first.

        `state` is masked for that seat. `whole` is the same one with all cards open, once the game
        is over: then what the opponents held may be told as well.
        """

    def find_choice(self, state: S, move: M) -> CardChoice:
        """Return what a player chooses for a move."""

    def tell_extras(
        self,
        variant: AnyVariant,
        before: S,
        after: S,
        *,
        seat: int | None,
        names: Names,
    ) -> EventExtras:
        """Return what a seat's event brought besides itself: words that everybody may read.

        The states are whole.
        """


AnyBoard = Board[Any, Any]
"""A board of which it does not matter what its states and moves are."""

_PILES: Final[Board[TableState, Play]] = piles
_TRAYS: Final[Board[TripleFourState, Move]] = trays

BOARDS: Final[Mapping[str, AnyBoard]] = {"piles": _PILES, "trays": _TRAYS}


def board_of(variant: AnyVariant) -> AnyBoard:
    """Return the kind of table that a game is played on."""
    return BOARDS[variant.board]


def level_words(variant: AnyVariant, level: str) -> str:
    """Return how a level of the computer players plays a game."""
    return board_of(variant).level_words(level)
