"""A table of trays: secret goals, hands of many cards, a deck, a discard pile, matched piles."""

from games.messages.trays import level_words
from games.presenters.boards.trays.choices import find_choice, likely_choices
from games.presenters.boards.trays.composer import view_composer
from games.presenters.boards.trays.view import (
    order_hand,
    tell_extras,
    view_badges,
    view_board,
    view_face,
    view_lifelines,
    view_played,
    view_seat,
)
from games.rules.reasons.trays import find_reasons

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
