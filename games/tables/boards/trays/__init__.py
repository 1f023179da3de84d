"""A table of trays: secret goals, hands of many cards, a deck, a discard pile, matched piles."""

from games.messages.trays import LEVEL_WORDS
from games.tables.boards.trays.composer import view_composer
from games.tables.boards.trays.view import (
    order_hand,
    tell_besides,
    view_board,
    view_face,
    view_played,
    view_seat,
)

__all__ = [
    "LEVEL_WORDS",
    "order_hand",
    "tell_besides",
    "view_board",
    "view_composer",
    "view_face",
    "view_played",
    "view_seat",
]
