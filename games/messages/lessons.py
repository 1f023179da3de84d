"""What the host of a lesson says: for each step, what to do, and why to do just that.

A card stands in a sentence as its code in braces: {7D}.
"""

from __future__ import annotations

from string import Formatter
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from games.messages.cards import card_text
from games.messages.language import gettext as _
from games.messages.language import remembered
from games.messages.text import Text, fill


class _Said(NamedTuple):
    """What a step asks for, and the answer to another move that the rules allow."""

    asks: str
    insists: str


_STEPS: Final = {
    # Captures
    "trifecta_capture": _Said(
        gettext_noop("Your {7S} takes the {7D}: choose both cards, then press Capture."),
        gettext_noop(
            "That is allowed, but captured cards win the game. Take the {7D} with your {7S}."
        ),
    ),
    "casino_capture": _Said(
        gettext_noop(
            "Your {TS} takes the {TD}: choose both cards, then press Capture. "
            "The {TD} is worth 2 points."
        ),
        gettext_noop(
            "That is allowed, but the {TD} is worth 2 points. Take it now with your {TS}."
        ),
    ),
    "spade_capture": _Said(
        gettext_noop(
            "Your {TS} takes the {TD}: choose both cards, then press Capture. "
            "The {TD} is worth 2 points, and every spade 1."
        ),
        gettext_noop("That is allowed, but the {TD} and your {TS} bring 3 points. Capture now."),
    ),
    "royal_capture": _Said(
        gettext_noop(
            "Your {TS} takes the {TD}: choose both cards, then press Capture. "
            "Every card that you capture is a point."
        ),
        gettext_noop("That is allowed, but begin with a pair: your {TS} takes the {TD}, 2 points."),
    ),
    "sum": _Said(
        gettext_noop(
            "Cards can be added. Choose your {9C}, the {4H} and the {5S}, "
            "and press Capture: 4 + 5 = 9."
        ),
        gettext_noop(
            "That is allowed, but it takes nothing yet. Your {9C} can take two cards at once."
        ),
    ),
    "faces": _Said(
        gettext_noop(
            "A jack counts 11, a queen 12 and a king 13. "
            "Your {QH} takes the {3D} and the {9H}: 3 + 9 = 12."
        ),
        gettext_noop(
            "That is allowed, but it takes nothing yet. Your {QH} can take two cards at once."
        ),
    ),
    "face": _Said(
        gettext_noop(
            "Kings, queens and jacks have no number: each takes one card of its own rank. "
            "Take the {JC} with your {JH}."
        ),
        gettext_noop("That is allowed, but your build can wait. Take the {JC} with your {JH} now."),
    ),
    "ace": _Said(
        gettext_noop(
            "An ace is 1 or 14, as you like. As 14, your {AS} takes the {2C}, the {4C} "
            "and the {8H}."
        ),
        gettext_noop(
            "That is allowed, but as 14 your ace takes three cards at once: 2 + 4 + 8 = 14."
        ),
    ),
    "ace_with_point": _Said(
        gettext_noop(
            "An ace is 1 or 14, and each ace is worth a point. "
            "As 14, your {AS} takes the {2C}, the {4C} and the {8H}."
        ),
        gettext_noop(
            "That is allowed, but as 14 your ace takes three cards at once: 2 + 4 + 8 = 14."
        ),
    ),
    # Builds
    "build": _Said(
        gettext_noop(
            "Now plan ahead. Put your {3H} on the {5D} and press Build: "
            "that makes 8, and you keep the {8C} to take it."
        ),
        gettext_noop(
            "That is allowed, but here you can plan ahead: build 8, because you hold an 8."
        ),
    ),
    "build_jack": _Said(
        gettext_noop(
            "Now plan ahead. Put your {5D} on the {6H} and press Build: "
            "that makes 11, and you keep the {JC} to take it."
        ),
        gettext_noop(
            "That is allowed, but build with the {6H} alone: 5 + 6 = 11, and your jack counts 11."
        ),
    ),
    "several_dropped": _Said(
        gettext_noop(
            "Your opponent has dropped the {8S}. "
            "With your {8C} take it and your build of 8: four cards in one capture."
        ),
        gettext_noop(
            "That is allowed, but your {8C} can take more. Choose the build and the {8S}."
        ),
    ),
    "several_trailed": _Said(
        gettext_noop(
            "Your opponent has trailed the {8S}. "
            "With your {8C} take it and your build of 8: four cards in one capture."
        ),
        gettext_noop(
            "That is allowed, but your {8C} can take more. Choose the build and the {8S}."
        ),
    ),
    "several_jacks": _Said(
        gettext_noop(
            "Your opponent has trailed the {JH}. "
            "With your {JC} take it and your build of 11: four cards in one capture."
        ),
        gettext_noop(
            "That is allowed, but your {JC} can take more. Choose the build and the {JH}."
        ),
    ),
    "build_same": _Said(
        gettext_noop(
            "Put your {6H} on the {6S} and press Build same: "
            "a build of sixes, which your {6D} can take."
        ),
        gettext_noop(
            "That is allowed, but build here: your other 6 then takes three cards instead of two."
        ),
    ),
    "build_multiple": _Said(
        gettext_noop(
            "Put your {6H} on the {6C} and press Build multiple: "
            "a build of sixes, which your {6D} can take."
        ),
        gettext_noop(
            "That is allowed, but build here: your other 6 then takes three cards instead of two."
        ),
    ),
    "take_same": _Said(
        gettext_noop("Your build of sixes is still there. Capture it with your last 6."),
        gettext_noop(
            "That is allowed, but it leaves your build to your opponent. Capture it with your 6."
        ),
    ),
    "take_multiple": _Said(
        gettext_noop(
            "While a build is yours, you may not trail. Capture your sixes with your last 6."
        ),
        gettext_noop("That is allowed, but capture your build of sixes now."),
    ),
    "build_of_three": _Said(
        gettext_noop(
            "A build can hold several cards. Put your {3S} on the {2C} and the {4D}: "
            "that makes 9, and you keep the {9H}."
        ),
        gettext_noop(
            "That is allowed, but a build of three cards wins more: 3 + 2 + 4 = 9, "
            "and you hold a 9."
        ),
    ),
    "extend": _Said(
        gettext_noop(
            "Your opponent has built 7. Put your {6S} on that build: "
            "it becomes 13, and you keep the {KH} to take it."
        ),
        gettext_noop(
            "That is allowed, but your opponent would take the 7. Make it 13 with your {6S}."
        ),
    ),
    "take_extended": _Said(
        gettext_noop(
            "The build is yours now. With your {KH} take it and the {KD}: "
            "five cards in one capture."
        ),
        gettext_noop(
            "That is allowed, but your {KH} can take more. Choose the build and the {KD}."
        ),
    ),
    "build_groups": _Said(
        gettext_noop(
            "Choose your {2S}, the {7C} and the {9D}, and press Build multiple: "
            "2 + 7 is one 9, and the {9D} is another."
        ),
        gettext_noop(
            "That is allowed, but a multiple build wins more. Choose the {7C} and the {9D} "
            "with your {2S}."
        ),
    ),
    "take_groups": _Said(
        gettext_noop("Only a 9 can take this build. Capture it with your {9C}: four cards in all."),
        gettext_noop("That is allowed, but capture your build with the {9C} now."),
    ),
    # Cards put down alone
    "drop": _Said(
        gettext_noop(
            "You can always drop a card: choose your {8D} alone, and press Drop. It may help later."
        ),
        gettext_noop("That is allowed, but try a drop this time: the {8D} alone."),
    ),
    "trail": _Said(
        gettext_noop(
            "You can take nothing now, so put a card down. Choose your {9D} alone, and press Trail."
        ),
        gettext_noop("That is allowed, but keep the {6S} and the {KH}: you will need them."),
    ),
    "trail_after_sweep": _Said(
        gettext_noop(
            "Your opponent’s queen emptied the table: such a sweep is 1 point here. "
            "You can only trail now: put down your {2C}."
        ),
        gettext_noop("That is allowed, but trail your {2C} here."),
    ),
    "casino_sweep": _Said(
        gettext_noop(
            "Your opponent’s {AD} has raised the build to 10. "
            "Take it all with your {TH}: a sweep and an ace, 2 points."
        ),
        gettext_noop("That is allowed, but your {TH} takes the whole build and sweeps the table."),
    ),
    "spade_sweep": _Said(
        gettext_noop(
            "Your opponent’s {AD} has raised the build to 10. "
            "Take it all with your {TH}: a sweep, an ace and a spade, 3 points."
        ),
        gettext_noop("That is allowed, but your {TH} takes the whole build and sweeps the table."),
    ),
    # Trifecta alone
    "subtraction": _Said(
        gettext_noop(
            "Once a game you may subtract. Put your {2C} on the {TD} and press Subtraction: "
            "10 − 2 = 8, a pile that only you can take."
        ),
        gettext_noop("That is allowed, but subtract here: the {TD} is worth 2 points."),
    ),
    "secret": _Said(
        gettext_noop(
            "Take your pile with the {8H}: 2 points for the {TD}. "
            "The star marks your secret card, 1 more for whoever captures it."
        ),
        gettext_noop("That is allowed, but your {8H} takes the pile now, for 3 points."),
    ),
    "trifecta": _Said(
        gettext_noop(
            "A king, a queen and a jack are a trifecta, 1 point. "
            "Take the {KD} and the {JC} with your {QH}."
        ),
        gettext_noop(
            "That is allowed, but your {QH} can make a trifecta with the {KD} and the {JC}."
        ),
    ),
    "special": _Said(
        gettext_noop(
            "The {JS} is a special card: a jack, or the number 11. "
            "Take the {3S} and the {8D} with it: 3 + 8 = 11."
        ),
        gettext_noop(
            "That is allowed, but your {JS} can be 11 and take two cards: the {3S} and the {8D}."
        ),
    ),
    # Triple Four
    "draw": _Said(
        gettext_noop(
            "Your tray shows three triplet cards: collect the cards that they ask for. "
            "Begin by drawing from the deck."
        ),
        gettext_noop(
            "That is allowed, but the {8S} fits nothing in your tray. Draw from the deck."
        ),
    ),
    "discard": _Said(
        gettext_noop(
            "Now put a card that you do not need on the discard pile. "
            "Choose the {KC}, and press Discard."
        ),
        gettext_noop("That is allowed, but keep that card: you will need it. Discard the {KC}."),
    ),
    "draw_discard": _Said(
        gettext_noop(
            "Your opponent has discarded the {QH}, your third red queen. "
            "Draw it from the discard pile."
        ),
        gettext_noop(
            "That is allowed, but the {QH} on the discard pile is the card that you need."
        ),
    ),
    "match": _Said(
        gettext_noop(
            "Three red queens are what your triplet card asks for. "
            "Choose all three, and press Match."
        ),
        gettext_noop("That is allowed, but match your three red queens now."),
    ),
    "draw_again": _Said(
        gettext_noop(
            "You have one match, and four win. Your opponent has one too, three black 9s. "
            "Draw from the deck."
        ),
        gettext_noop("That is allowed, but the deck has what you need now."),
    ),
    "take": _Said(
        gettext_noop(
            "A joker stands for any card. Choose it and your two black 9s, "
            "and press Take: your opponent’s match becomes yours."
        ),
        gettext_noop(
            "That is allowed, but take the three black 9s: "
            "you gain a match, and your opponent loses one."
        ),
    ),
    "draw_third": _Said(
        gettext_noop("You have two matches now. Draw from the deck."),
        gettext_noop(
            "That is allowed, but the {8H} fits nothing in your tray. Draw from the deck."
        ),
    ),
    "match_run": _Said(
        gettext_noop(
            "Your {5S}, {6S} and {7C} are a black 5, 6 and 7, which your tray asks for. Match them."
        ),
        gettext_noop("That is allowed, but match your black 5, 6 and 7 now."),
    ),
}

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
}


_TITLES: Final = {
    "first": gettext_noop("Your first game"),
}


def lesson_title(name: str) -> str:
    """Return what a lesson is called."""
    return _(_TITLES[name])


@remembered(256)
def tell_step_of_lesson(says: str) -> Text:
    """Return what a step asks the learner for."""
    return _with_cards(_(_STEPS[says].asks))


@remembered(256)
def insist_on_step(says: str) -> Text:
    """Return why a step asks for its move, to a learner who made another."""
    return _with_cards(_(_STEPS[says].insists))


@remembered(64)
def tell_end_of_lesson(ends: str) -> Text:
    """Return what follows the last step."""
    return _with_cards(_(_ENDS[ends]))


def tell_opponents_step() -> Text:
    """Return what is said while the opponent makes a move of a lesson."""
    return fill(_("Now watch your opponent’s move."))


def _with_cards(sentence: str) -> Text:
    codes = {name for _literal, name, _format, _kind in Formatter().parse(sentence) if name}
    return fill(sentence, **{code: card_text(code) for code in codes})
