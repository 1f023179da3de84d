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
    """What a step asks for, and the answer to another move that the rules allow.

    A step without an answer of its own has the usual one, with what it asks for.
    """

    asks: str
    insists: str = ""


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
        gettext_noop(
            "That is allowed, but the {KC} fits nothing in your tray. Draw from the deck."
        ),
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
    # The short lessons
    "turn_capture": _Said(
        gettext_noop("On your turn you play exactly one card. Take the {9D} with your {9S}.")
    ),
    "turn_drop": _Said(
        gettext_noop("You never have to capture. Drop your {KD}: choose it alone, and press Drop.")
    ),
    "turn_trail": _Said(
        gettext_noop(
            "A card that is to take nothing is trailed. Choose your {QD} alone, and press Trail."
        )
    ),
    "special_jack": _Said(
        gettext_noop(
            "A one-eyed jack is a jack or the number 11. With your {JS} take the {5D} and the "
            "{6C}: 5 + 6 = 11."
        )
    ),
    "special_queen": _Said(
        gettext_noop(
            "The queen of spades is a queen or the number 12. With it take the {5C} and the "
            "{7H}: 5 + 7 = 12."
        )
    ),
    "special_king": _Said(
        gettext_noop(
            "The king of spades is a king or any number from 3 to 9. With your {KS} take the {8C}."
        )
    ),
    "value_king": _Said(
        gettext_noop(
            "Kings, queens and jacks have no number: a king takes a king. Take the {KD} with "
            "your {KH}."
        )
    ),
    "value_ace": _Said(gettext_noop("An ace is 1. Take the {AC} with your {AS}.")),
    "value_13": _Said(
        gettext_noop(
            "A jack is 11, a queen 12 and a king 13. With your {KH} take the {9C} and the "
            "{4D}: 9 + 4 = 13."
        )
    ),
    "value_14": _Said(
        gettext_noop("An ace is 1 or 14. With your {AS} take the {QH} and the {2H}: 12 + 2 = 14.")
    ),
    "pile_single": _Said(
        gettext_noop(
            "Put your {2C} on the {3D} and press Build. One group of cards that make 5 is a "
            "single build."
        )
    ),
    "pile_fixed": _Said(
        gettext_noop(
            "Put your {5H} on the build and press Build same. Two groups of 5 are a fixed "
            "build, which keeps its value."
        )
    ),
    "pile_multiple": _Said(
        gettext_noop(
            "Put your {5H} on the build and press Build multiple. Two groups of 5 are a "
            "multiple build, which keeps its value."
        )
    ),
    "pile_take": _Said(
        gettext_noop(
            "Only a 5 takes the build now, and always as a whole. Capture it with your {5S}."
        )
    ),
    "hold_build": _Said(
        gettext_noop(
            "To build, you must keep a card that takes the build. Put your {3S} on the {5D}: "
            "that makes 8, and you keep the {8H}."
        )
    ),
    "change_build": _Said(
        gettext_noop(
            "A single build can become part of a new sum. Put your {2C} on it: 8 + 2 = 10, "
            "and you keep the {TS}."
        )
    ),
    "take_changed": _Said(gettext_noop("The build is worth 10 now. Capture it with your {TS}.")),
    "face_build": _Said(
        gettext_noop(
            "You can build faces too. Put your {KH} on the {KD} and press Build same: you "
            "keep the {KS}."
        )
    ),
    "four_kings": _Said(
        gettext_noop(
            "A king takes as many kings as you like. With your {KS} take all three: four "
            "kings in one capture bring 2 points."
        )
    ),
    "flush": _Said(
        gettext_noop(
            "A king, a queen and a jack of one suit are a flush trifecta, 2 points. Take the "
            "{KH} and the {JH} with your {QH}."
        )
    ),
    "big_capture": _Said(
        gettext_noop(
            "Your {TH} takes two sums at once, 6 + 4 = 10 and 7 + 3 = 10. Five cards in one "
            "capture bring 1 point."
        )
    ),
    "subtract": _Said(
        gettext_noop(
            "Put your {2H} on the {TD} and press Subtraction: 10 − 2 = 8, and you hold the {8C}."
        )
    ),
    "take_subtraction": _Said(
        gettext_noop(
            "The pile is locked: only you can take it. Capture it with your {8C}: 2 points "
            "for the {TD}."
        )
    ),
    "pass": _Said(
        gettext_noop(
            "Nothing on the table suits you. Press Pass: you keep all your cards, but you can "
            "do that only once a game."
        )
    ),
    "after_pass": _Said(gettext_noop("Waiting has paid off. Take the {9H} with your {9S}.")),
    "point_ten": _Said(gettext_noop("The {TD} is worth 2 points. Take it with your {TS}.")),
    "point_two": _Said(gettext_noop("The {2S} is worth 1 point. Take it with your {2D}.")),
    "point_aces": _Said(
        gettext_noop(
            "Each ace is worth 1 point, also the one that you play. Take the {AH} with your "
            "{AC}: 2 points."
        )
    ),
    "casino_ten": _Said(gettext_noop("The {TD} is big casino, 2 points. Take it with your {TS}.")),
    "casino_two": _Said(
        gettext_noop("The {2S} is little casino, 1 point. Take it with your {2D}.")
    ),
    "casino_aces": _Said(
        gettext_noop("Each ace is worth 1 point. Take the {AH} with your {AC}: 2 points.")
    ),
    "royal_point": _Said(
        gettext_noop(
            "Each card that you capture is a point, also the one that you play. Take the {TD} "
            "with your {TS}: 2 points."
        )
    ),
    "sweep": _Said(
        gettext_noop(
            "A capture that empties the table is a sweep, 1 point where sweeps count. Take "
            "all four cards with your {8S}."
        )
    ),
    "clock": _Said(
        gettext_noop(
            "With a clock, your opponent gets 1 point when your time runs out. "
            "Here nothing runs out: take the {7D} with your {7S}."
        )
    ),
    "trackers": _Said(
        gettext_noop(
            "The card counter marks the cards that you have seen. Take the {8D} with your "
            "{8S}, and find it among your captured cards."
        )
    ),
    "capture_both": _Said(
        gettext_noop(
            "Take equal cards and sums at once: your {8D} takes the {8S}, and the {6H} with "
            "the {2H}."
        )
    ),
    "capture_queen": _Said(gettext_noop("A queen takes a queen. Take the {QC} with your {QS}.")),
    "hold_build_8": _Said(
        gettext_noop(
            "To build, you must keep a card that takes the build. Put your {3H} on the {5D}: "
            "that makes 8, and you keep the {8C}."
        )
    ),
    "take_8": _Said(
        gettext_noop("If nobody else has taken your build, you can. Capture it with your {8C}.")
    ),
    "build_9": _Said(
        gettext_noop("First build 9: put your {5H} on the {4C}, and keep your nines.")
    ),
    "add_group": _Said(
        gettext_noop(
            "Now add a second group. Choose your {6S}, the {3D} and the build, and press "
            "Build multiple: 6 + 3 = 9."
        )
    ),
    "take_9": _Said(gettext_noop("Its value is still 9. Capture the build with your {9H}.")),
    "build_6": _Said(gettext_noop("First build 6: put your {2S} on the {4D}. You hold the {6C}.")),
    "raise_7": _Said(
        gettext_noop(
            "Now raise it. Put your {AC} on the build and press Build: 6 + 1 = 7, and you "
            "keep the {7H}."
        )
    ),
    "extend_7": _Said(
        gettext_noop(
            "Now extend it. Put your {AC} on the build and press Build: "
            "6 + 1 = 7, and you keep the {7H}."
        )
    ),
    "take_7": _Said(gettext_noop("Capture the build with your {7H}.")),
    "keep_build": _Said(
        gettext_noop(
            "Put your {5S} on the {3D} for a build of 8. While it is yours, you must keep a "
            "card that takes it."
        )
    ),
    "keep_take": _Said(
        gettext_noop("Your only 8 may not take the {8C} and leave the build. Take both with it.")
    ),
    "four_draw": _Said(
        gettext_noop("Every turn begins with a draw. Draw the top card of the deck.")
    ),
    "four_discard": _Said(
        gettext_noop(
            "Then you match, take or discard. You have nothing to match, so discard the {KC}."
        )
    ),
    "four_draw_run": _Said(
        gettext_noop("A triplet card in your tray asks for a black 5, 6 and 7. Draw from the deck.")
    ),
    "four_run": _Said(
        gettext_noop(
            "You have drawn the {7S}. Choose it with the {5S} and the {6C}, and press Match: "
            "both are black, so the suits may mix."
        )
    ),
    "four_draw_joker": _Said(
        gettext_noop(
            "A triplet card in your tray asks for three red kings, and you hold two. Draw "
            "from the deck."
        )
    ),
    "four_joker": _Said(
        gettext_noop(
            "You have drawn a joker, which stands for any card. Choose it and your two kings, "
            "and press Match."
        )
    ),
    "four_draw_first": _Said(
        gettext_noop(
            "You can take what an opponent has matched. First make a usual turn: draw from "
            "the deck."
        )
    ),
    "four_wait": _Said(gettext_noop("You have nothing to take yet. Discard the {KC}.")),
    "four_draw_now": _Said(
        gettext_noop("Your opponent has matched three black 9s. Draw from the deck.")
    ),
    "four_take": _Said(
        gettext_noop(
            "Your two black 9s and the joker fit that triplet card too. Choose the three, and "
            "press Take."
        )
    ),
    "four_decks": _Said(
        gettext_noop(
            "When the deck runs out, the discard pile is shuffled into a new one. Draw from "
            "the deck."
        )
    ),
    "four_pile": _Said(
        gettext_noop("What you discard may come back in that way. Discard the {KC}.")
    ),
    "four_goal": _Said(
        gettext_noop(
            "Whoever has four matched triplet cards wins at once. Draw from the deck for your "
            "first match."
        )
    ),
    "four_first": _Said(
        gettext_noop(
            "Match the {5S}, the {6C} and the {7S}. Three more matches would win the game."
        )
    ),
    "four_clock": _Said(
        gettext_noop(
            "With a clock, a turn that runs out is played for you. Here nothing runs out: "
            "draw from the deck."
        )
    ),
    "four_on_time": _Said(
        gettext_noop("The time limit runs from the draw to the end of your turn. Discard the {KC}.")
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
    said = _STEPS[says]
    if said.insists:
        return _with_cards(_(said.insists))
    asks = tell_step_of_lesson(says)
    return fill(_("That is allowed, but this lesson is about another move. {asks}"), asks=asks)


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
