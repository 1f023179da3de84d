"""A table of piles: cards of the hand capture, build, or lie down beside the others."""

from games.messages.labels import level_words
from games.presenters.boards.piles.choices import find_choice, likely_choices
from games.presenters.boards.piles.composer import view_composer
from games.presenters.boards.piles.extras import tell_extras
from games.presenters.boards.piles.view import (
    order_hand,
    view_badges,
    view_board,
    view_face,
    view_lifelines,
    view_played,
    view_seat,
)
from games.rules.reasons.piles import find_reasons

__all__ = [
    "find_choice",
    "find_reasons",
    "level_words",
    "likely_choices",
    "order_hand",
    "tell_extras",
    "view_badges",
    "view_board",
    "view_composer",
    "view_face",
    "view_lifelines",
    "view_played",
    "view_seat",
]
