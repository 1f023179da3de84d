"""What the table says in the lessons that teach a whole game."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from games.messages.lessons.said import Said

STEPS: Final = {
    # Captures
    "trifecta_capture": Said(
        gettext_noop("Your {7S} takes the {7D}: choose both cards, then press Capture."),
        gettext_noop("That is allowed, but try a pair first: your {7S} takes the {7D}."),
    ),
    "casino_capture": Said(
        gettext_noop(
            "Your {TS} takes the {TD}: choose both cards, then press Capture. "
            "The {TD} is worth 2 points."
        ),
        gettext_noop(
            "That is allowed, but the {TD} is worth 2 points. Take it now with your {TS}."
        ),
    ),
    "spade_capture": Said(
        gettext_noop(
            "Your {TS} takes the {TD}: choose both cards, then press Capture. "
            "The {TD} is worth 2 points, and every spade 1."
        ),
        gettext_noop("That is allowed, but the {TD} and your {TS} bring 3 points. Capture now."),
    ),
    "royal_capture": Said(
        gettext_noop(
            "Your {TS} takes the {TD}: choose both cards, then press Capture. "
            "Every card that you capture is a point."
        ),
        gettext_noop("That is allowed, but begin with a pair: your {TS} takes the {TD}, 2 points."),
    ),
    "sum": Said(
        gettext_noop(
            "Cards can be added. Choose your {9C}, the {4H} and the {5S}, "
            "and press Capture: 4 + 5 = 9."
        ),
        gettext_noop(
            "That is allowed, but it takes nothing yet. Your {9C} can take two cards at once."
        ),
    ),
    "faces": Said(
        gettext_noop(
            "A jack counts 11, a queen 12 and a king 13. "
            "Your {QH} takes the {3D} and the {9H}: 3 + 9 = 12."
        ),
        gettext_noop(
            "That is allowed, but it takes nothing yet. Your {QH} can take two cards at once."
        ),
    ),
    "face": Said(
        gettext_noop(
            "Kings, queens and jacks have no number: each takes one card of its own rank. "
            "Take the {JC} with your {JH}."
        ),
        gettext_noop("That is allowed, but your build can wait. Take the {JC} with your {JH} now."),
    ),
    "ace": Said(
        gettext_noop(
            "An ace is 1 or 14, as you like. As 14, your {AS} takes the {2C}, the {4C} "
            "and the {8H}."
        ),
        gettext_noop(
            "That is allowed, but as 14 your ace takes three cards at once: 2 + 4 + 8 = 14."
        ),
    ),
    "ace_with_point": Said(
        gettext_noop(
            "An ace is 1 or 14, and each ace is worth a point. "
            "As 14, your {AS} takes the {2C}, the {4C} and the {8H}."
        ),
        gettext_noop(
            "That is allowed, but as 14 your ace takes three cards at once: 2 + 4 + 8 = 14."
        ),
    ),
    # Builds
    "build": Said(
        gettext_noop(
            "Now plan ahead. Put your {3H} on the {5D} and press Build: "
            "that makes 8, and you keep the {8C} to take it."
        ),
        gettext_noop(
            "That is allowed, but here you can plan ahead: build 8, because you hold an 8."
        ),
    ),
    "build_jack": Said(
        gettext_noop(
            "Now plan ahead. Put your {5D} on the {6H} and press Build: "
            "that makes 11, and you keep the {JC} to take it."
        ),
        gettext_noop(
            "That is allowed, but build with the {6H} alone: 5 + 6 = 11, and your jack counts 11."
        ),
    ),
    "several_dropped": Said(
        gettext_noop(
            "Your opponent has dropped the {8S}. "
            "Take it and your build of 8 with your {8C}: four cards in one capture."
        ),
        gettext_noop(
            "That is allowed, but your {8C} can take more. Choose the build and the {8S}."
        ),
    ),
    "several_trailed": Said(
        gettext_noop(
            "Your opponent has trailed the {8S}. "
            "Take it and your build of 8 with your {8C}: four cards in one capture."
        ),
        gettext_noop(
            "That is allowed, but your {8C} can take more. Choose the build and the {8S}."
        ),
    ),
    "several_jacks": Said(
        gettext_noop(
            "Your opponent has trailed the {JH}. "
            "Take it and your build of 11 with your {JC}: four cards in one capture."
        ),
        gettext_noop(
            "That is allowed, but your {JC} can take more. Choose the build and the {JH}."
        ),
    ),
    "build_same": Said(
        gettext_noop(
            "Put your {6H} on the {6S} and press Build same: "
            "a build of sixes, which your {6D} can take."
        ),
        gettext_noop(
            "That is allowed, but build here: your other 6 then takes three cards instead of two."
        ),
    ),
    "build_multiple": Said(
        gettext_noop(
            "Put your {6H} on the {6C} and press Build multiple: "
            "a build of sixes, which your {6D} can take."
        ),
        gettext_noop(
            "That is allowed, but build here: your other 6 then takes three cards instead of two."
        ),
    ),
    "take_same": Said(
        gettext_noop("Your build of sixes is still there. Capture it with your last 6."),
        gettext_noop(
            "That is allowed, but it leaves your build to your opponent. Capture it with your 6."
        ),
    ),
    "take_multiple": Said(
        gettext_noop(
            "While a build is yours, you may not trail. Capture your sixes with your last 6."
        ),
        gettext_noop("That is allowed, but capture your build of sixes now."),
    ),
    "build_of_three": Said(
        gettext_noop(
            "A build can hold several cards. Put your {3S} on the {2C} and the {4D}: "
            "that makes 9, and you keep the {9H}."
        ),
        gettext_noop(
            "That is allowed, but a build of three cards wins more: 3 + 2 + 4 = 9, "
            "and you hold a 9."
        ),
    ),
    "extend": Said(
        gettext_noop(
            "Your opponent has built 7. Put your {6S} on that build: "
            "it becomes 13, and you keep the {KH} to take it."
        ),
        gettext_noop(
            "That is allowed, but your opponent could take the 7. Make it 13 with your {6S}."
        ),
    ),
    "take_extended": Said(
        gettext_noop(
            "The build is yours now. Take it and the {KD} with your {KH}: "
            "five cards in one capture."
        ),
        gettext_noop(
            "That is allowed, but your {KH} can take more. Choose the build and the {KD}."
        ),
    ),
    "build_groups": Said(
        gettext_noop(
            "Choose your {2S}, the {7C} and the {9D}, and press Build multiple: "
            "2 + 7 is one 9, and the {9D} is another."
        ),
        gettext_noop(
            "That is allowed, but a multiple build wins more. Choose the {7C} and the {9D} "
            "with your {2S}."
        ),
    ),
    "take_groups": Said(
        gettext_noop("Only a 9 can take this build. Capture it with your {9C}: four cards in all."),
        gettext_noop("That is allowed, but capture your build with the {9C} now."),
    ),
    # Cards put down alone
    "drop": Said(
        gettext_noop(
            "You can always drop a card: choose your {8D} alone, and press Drop. It may help later."
        ),
        gettext_noop("That is allowed, but try a drop this time: the {8D} alone."),
    ),
    "trail": Said(
        gettext_noop(
            "You can take nothing now, so put a card down. Choose your {9D} alone, and press Trail."
        ),
        gettext_noop("That is allowed, but keep the {6S} and the {KH}: you will need them."),
    ),
    "trail_after_sweep": Said(
        gettext_noop(
            "Your opponent’s queen emptied the table: such a sweep is 1 point here. "
            "You can only trail now: put down your {2C}."
        ),
        gettext_noop("That is allowed, but trail your {2C} here."),
    ),
    "casino_sweep": Said(
        gettext_noop(
            "Your opponent’s {AD} has raised the build to 10. "
            "Take it all with your {TH}: a sweep and an ace, 2 points."
        ),
        gettext_noop("That is allowed, but your {TH} takes the whole build and sweeps the table."),
    ),
    "spade_sweep": Said(
        gettext_noop(
            "Your opponent’s {AD} has raised the build to 10. "
            "Take it all with your {TH}: a sweep, an ace and a spade, 3 points."
        ),
        gettext_noop("That is allowed, but your {TH} takes the whole build and sweeps the table."),
    ),
    # Trifecta alone
    "subtraction": Said(
        gettext_noop(
            "Once a game you may subtract. Put your {2C} on the {TD} and press Subtraction: "
            "10 − 2 = 8, a pile that only you can take."
        ),
        gettext_noop("That is allowed, but subtract here: the {TD} is worth 2 points."),
    ),
    "secret": Said(
        gettext_noop(
            "Take your pile with the {8H}: 2 points for the {TD}. "
            "The star marks your secret card, 1 more for whoever captures it."
        ),
        gettext_noop("That is allowed, but your {8H} takes the pile now, for 3 points."),
    ),
    "trifecta": Said(
        gettext_noop(
            "A king, a queen and a jack are a trifecta, 1 point. "
            "Take the {KD} and the {JC} with your {QH}."
        ),
        gettext_noop(
            "That is allowed, but your {QH} can make a trifecta with the {KD} and the {JC}."
        ),
    ),
    "special": Said(
        gettext_noop(
            "The {JS} is a special card: a jack, or the number 11. "
            "Take the {3S} and the {8D} with it: 3 + 8 = 11."
        ),
        gettext_noop(
            "That is allowed, but your {JS} can be 11 and take two cards: the {3S} and the {8D}."
        ),
    ),
    # Triple Four
    "draw": Said(
        gettext_noop(
            "Your tray shows three triplet cards: collect the cards that they ask for. "
            "Begin by drawing from the deck."
        ),
        gettext_noop(
            "That is allowed, but the {8S} fits nothing in your tray. Draw from the deck."
        ),
    ),
    "discard": Said(
        gettext_noop(
            "Now put a card that you do not need on the discard pile. "
            "Choose the {KC}, and press Discard."
        ),
        gettext_noop("That is allowed, but keep that card: you will need it. Discard the {KC}."),
    ),
    "draw_discard": Said(
        gettext_noop(
            "Your opponent has discarded the {QH}, your third red queen. "
            "Draw it from the discard pile."
        ),
        gettext_noop(
            "That is allowed, but the {QH} on the discard pile is the card that you need."
        ),
    ),
    "match": Said(
        gettext_noop(
            "Three red queens are what your triplet card asks for. "
            "Choose all three, and press Match."
        ),
        gettext_noop("That is allowed, but match your three red queens now."),
    ),
    "draw_again": Said(
        gettext_noop(
            "You have one match, and four win the game. "
            "Your opponent has one too, three black 9s. "
            "Draw from the deck."
        ),
        gettext_noop(
            "That is allowed, but the top discard fits nothing in your tray. Draw from the deck."
        ),
    ),
    "take": Said(
        gettext_noop(
            "A joker stands for any card. Choose it and your two black 9s, "
            "and press Take: your opponent’s match becomes yours."
        ),
        gettext_noop(
            "That is allowed, but take the three black 9s: "
            "you gain a match, and your opponent loses one."
        ),
    ),
    "draw_third": Said(
        gettext_noop("You have two matches now. Draw from the deck."),
        gettext_noop(
            "That is allowed, but the {8H} fits nothing in your tray. Draw from the deck."
        ),
    ),
    "match_run": Said(
        gettext_noop(
            "Your {5S}, {6S} and {7C} are a black 5, 6 and 7, which your tray asks for. Match them."
        ),
        gettext_noop("That is allowed, but match your black 5, 6 and 7 now."),
    ),
}
