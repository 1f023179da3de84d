"""What the table says in a lesson: for each step, what to do, and why to do just that.

A card stands in a sentence as its code in braces: {7D}.
"""

from __future__ import annotations

from string import Formatter
from typing import Final

from django.utils.translation import gettext_noop

from games.messages.cards import named_card_text
from games.messages.language import gettext as _
from games.messages.language import remembered
from games.messages.lessons import first, short
from games.messages.text import Text, fill

_STEPS: Final = {**first.STEPS, **short.STEPS}

_ENDS: Final = {
    "trifecta_ends": gettext_noop(
        "You know the moves now. Finish this game on your own. Pass, your third lifeline, skips a "
        "turn once a game."
    ),
    "casino_ends": gettext_noop(
        "You know the moves now. Finish this deck on your own. Most cards will bring 3 points, "
        "and most spades 1."
    ),
    "spade_ends": gettext_noop(
        "You know the moves now. Finish this deck on your own. Most cards will bring 3 points."
    ),
    "royal_ends": gettext_noop(
        "You know the moves now. Finish this game on your own. Whoever captures more cards wins."
    ),
    "triple_four_ends": gettext_noop(
        "You know the moves now, and you have three matches. Finish this game on your own: "
        "one more match wins it."
    ),
    "short_ends": gettext_noop(
        "That is the rule. You can finish this game, or go back to the rules and the lessons."
    ),
}


_TITLES: Final = {
    "first": gettext_noop("Your first game"),
    "turn": gettext_noop("A turn"),
    "specials": gettext_noop("Special cards"),
    "values": gettext_noop("What cards count as"),
    "piles": gettext_noop("Builds on the table"),
    "building": gettext_noop("Building"),
    "faces": gettext_noop("Kings, queens and jacks"),
    "trifectas": gettext_noop("Trifectas"),
    "sums": gettext_noop("Sums and big captures"),
    "subtraction": gettext_noop("Subtraction"),
    "passing": gettext_noop("Passing"),
    "points": gettext_noop("Points"),
    "clock": gettext_noop("The clock"),
    "trackers": gettext_noop("What the table shows"),
    "capturing": gettext_noop("Capturing"),
    "adding": gettext_noop("Adding to a build"),
    "raising": gettext_noop("Raising a build"),
    "extending": gettext_noop("Extending a build"),
    "keeping": gettext_noop("Keeping a card for your build"),
    "sweeps": gettext_noop("Sweeps"),
    "triplets": gettext_noop("Triplet cards and matching"),
    "jokers": gettext_noop("Jokers"),
    "taking": gettext_noop("Taking a match"),
    "decks": gettext_noop("When cards run out"),
    "winning": gettext_noop("Winning"),
}


def lesson_title(name: str) -> str:
    """Return what a lesson is called."""
    return _(_TITLES[name])


def try_rule() -> str:
    """Return what a link from a rule to its lesson is called."""
    return _("Try this rule")


@remembered(256)
def tell_step_of_lesson(says: str) -> Text:
    """Return what a step asks the learner for."""
    return _with_cards(_(_STEPS[says].asks))


@remembered(256)
def insist_on_step(says: str) -> Text:
    """Return why a step asks for its move, to a learner who made another."""
    insists = _STEPS[says].insists
    if insists:
        return _with_cards(_(insists))
    return fill(_("That is allowed, but this lesson is about another move."))


@remembered(64)
def tell_end_of_lesson(ends: str) -> Text:
    """Return what follows the last step."""
    return _with_cards(_(_ENDS[ends]))


def tell_opponents_step() -> Text:
    """Return what is said while the opponent makes a move of a lesson."""
    return fill(_("Now watch your opponent’s move."))


def _with_cards(sentence: str) -> Text:
    codes = {name for _literal, name, _format, _kind in Formatter().parse(sentence) if name}
    return fill(sentence, **{code: named_card_text(code) for code in codes})
