"""A table of piles: cards of the hand capture, build, or lie down beside the others."""

from games.messages.labels import level_words
from games.tables.boards.piles.besides import tell_besides
from games.tables.boards.piles.composer import view_composer
from games.tables.boards.piles.view import (
    order_hand,
    view_board,
    view_face,
    view_played,
    view_seat,
)

__all__ = [
    "level_words",
    "order_hand",
    "tell_besides",
    "view_board",
    "view_composer",
    "view_face",
    "view_played",
    "view_seat",
]
