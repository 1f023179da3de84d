"""The kinds of tables: what lies on them and how they are played at, by `Variant.board`.

What every game has (seats, turn, clock, what happened, the result) is in `games.presenters` itself;
its templates include those of the board from templates/live/boards/<its name>/.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from games.messages.names import Names
from games.presenters.boards import piles, trays
from games.presenters.boards.context import BoardContext, EventExtras, Played
from games.presenters.shapes import ComposerView, Face, SeatView
from games.rules.variant import AnyVariant


class Board(Protocol):
    """What a kind of table adds to the page of a game. Every state given to it is masked."""

    def level_words(self, level: str) -> str:
        """Return how a level of the computer players plays here."""

    def view_face(self, variant: AnyVariant, state: Any, code: str) -> Face:
        """Return a card with what is special about it in a game with the options of the state."""

    def order_hand(self, hand: tuple[str, ...]) -> tuple[str, ...]:
        """Return a hand in the order in which a replay shows it."""

    def view_seat(self, variant: AnyVariant, state: Any, *, index: int, **player: Any) -> SeatView:
        """Return a seat with what lies before it; `player` is what `SeatView` holds besides."""

    def view_board(self, context: BoardContext) -> Any:
        """Return what lies on the table and in the viewer's hand: `TableView.board`."""

    def view_composer(
        self,
        variant: AnyVariant,
        state: Any,
        viewer: int,
        cards: Sequence[str],
        piles: Sequence[str],
    ) -> ComposerView:
        """Return what a seat's choice of cards and piles would do."""

    def view_played(self, variant: AnyVariant, state: Any, move: Any) -> Played:
        """Return which cards a move in that state has set in motion."""

    def tell_extras(
        self,
        variant: AnyVariant,
        before: Any,
        after: Any,
        *,
        seat: int | None,
        names: Names,
    ) -> EventExtras:
        """Return what a seat's event brought besides itself: words that everybody may read.

        The states are whole.
        """


BOARDS: Final[Mapping[str, Board]] = {"piles": piles, "trays": trays}


def board_of(variant: AnyVariant) -> Board:
    """Return the kind of table that a game is played on."""
    return BOARDS[variant.board]


def level_words(variant: AnyVariant, level: str) -> str:
    """Return how a level of the computer players plays a game."""
    return board_of(variant).level_words(level)
