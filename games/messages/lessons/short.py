"""What the table says in the short lessons."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from games.messages.lessons.said import Said

STEPS: Final = {
    "turn_capture": Said(
        gettext_noop("On your turn you play exactly one card. Take the {9D} with your {9S}.")
    ),
    "turn_drop": Said(
        gettext_noop("You never have to capture. Drop your {KD}: choose it alone, and press Drop.")
    ),
    "turn_trail": Said(
        gettext_noop(
            "To play a card without capturing, trail it. Choose your {QD} alone, and press Trail."
        )
    ),
    "special_jack": Said(
        gettext_noop(
            "A one-eyed jack is a jack or the number 11. Take the {5D} and the {6C} with your "
            "{JS}: 5 + 6 = 11."
        )
    ),
    "special_queen": Said(
        gettext_noop(
            "The queen of spades is a queen or the number 12. Take the {5C} and the {7H} "
            "with it: 5 + 7 = 12."
        )
    ),
    "special_king": Said(
        gettext_noop(
            "The king of spades is a king or any number from 3 to 9. Take the {8C} with your {KS}."
        )
    ),
    "value_king": Said(
        gettext_noop(
            "Kings, queens and jacks have no number: a king takes a king. Take the {KD} with "
            "your {KH}."
        )
    ),
    "value_ace": Said(gettext_noop("An ace is 1. Take the {AC} with your {AS}.")),
    "value_13": Said(
        gettext_noop(
            "A jack is 11, a queen 12 and a king 13. Take the {9C} and the {4D} with your "
            "{KH}: 9 + 4 = 13."
        )
    ),
    "value_14": Said(
        gettext_noop("An ace is 1 or 14. Take the {QH} and the {2H} with your {AS}: 12 + 2 = 14.")
    ),
    "pile_single": Said(
        gettext_noop(
            "Put your {2C} on the {3D} and press Build. One group of cards that makes 5 is a "
            "single build."
        )
    ),
    "pile_fixed": Said(
        gettext_noop(
            "Put your {5H} on the build and press Build same. Two groups of 5 are a fixed "
            "build, which keeps its value."
        )
    ),
    "pile_multiple": Said(
        gettext_noop(
            "Put your {5H} on the build and press Build multiple. Two groups of 5 are a "
            "multiple build, which keeps its value."
        )
    ),
    "pile_take": Said(
        gettext_noop(
            "Only a 5 takes the build now, and always as a whole. Capture it with your {5S}."
        )
    ),
    "hold_build": Said(
        gettext_noop(
            "To build, you must keep a card that takes the build. Put your {3S} on the {5D}: "
            "that makes 8, and you keep the {8H}."
        )
    ),
    "change_build": Said(
        gettext_noop(
            "A single build can become part of a new sum. Put your {2C} on it: 8 + 2 = 10, "
            "and you keep the {TS}."
        )
    ),
    "take_changed": Said(gettext_noop("The build is worth 10 now. Capture it with your {TS}.")),
    "face_build": Said(
        gettext_noop(
            "You can build faces too. Put your {KH} on the {KD} and press Build same: you "
            "keep the {KS}."
        )
    ),
    "four_kings": Said(
        gettext_noop(
            "A king takes as many kings as you like. Take all three with your {KS}: four "
            "kings in one capture bring 2 points."
        )
    ),
    "flush": Said(
        gettext_noop(
            "A king, a queen and a jack of one suit are a flush trifecta, 2 points. Take the "
            "{KH} and the {JH} with your {QH}."
        )
    ),
    "big_capture": Said(
        gettext_noop(
            "Your {TH} takes two sums at once, 6 + 4 = 10 and 7 + 3 = 10. Five cards in one "
            "capture bring 1 point."
        )
    ),
    "subtract": Said(
        gettext_noop(
            "Put your {2H} on the {TD} and press Subtraction: 10 − 2 = 8, and you hold the {8C}."
        )
    ),
    "take_subtraction": Said(
        gettext_noop(
            "The pile is locked: only you can take it. Capture it with your {8C}: 2 points "
            "for the {TD}."
        )
    ),
    "pass": Said(
        gettext_noop(
            "Nothing on the table suits you. Press Pass: you keep all your cards, but you can "
            "do that only once a game."
        )
    ),
    "after_pass": Said(gettext_noop("Waiting has paid off. Take the {9H} with your {9S}.")),
    "point_ten": Said(gettext_noop("The {TD} is worth 2 points. Take it with your {TS}.")),
    "point_two": Said(gettext_noop("The {2S} is worth 1 point. Take it with your {2D}.")),
    "point_aces": Said(
        gettext_noop(
            "Each ace is worth 1 point, including the one you play. Take the {AH} with your "
            "{AC}: 2 points."
        )
    ),
    "casino_ten": Said(gettext_noop("The {TD} is big casino, 2 points. Take it with your {TS}.")),
    "casino_two": Said(gettext_noop("The {2S} is little casino, 1 point. Take it with your {2D}.")),
    "casino_aces": Said(
        gettext_noop("Each ace is worth 1 point. Take the {AH} with your {AC}: 2 points.")
    ),
    "spade_ten": Said(
        gettext_noop(
            "The {TD} is big casino, 2 points, and every spade is 1. Take it with your {TS}: "
            "3 points."
        )
    ),
    "spade_two": Said(
        gettext_noop(
            "The {2S} is little casino, 1 point, and every spade is 1. Take it with your {2D}: "
            "2 points."
        )
    ),
    "spade_sweep_points": Said(
        gettext_noop(
            "A capture that empties the table is a sweep, 1 point, and every spade is 1. Take "
            "all four cards with your {8S}: 2 points."
        )
    ),
    "royal_point": Said(
        gettext_noop(
            "Each card that you capture is a point, including the one you play. Take the {TD} "
            "with your {TS}: 2 points."
        )
    ),
    "sweep": Said(
        gettext_noop(
            "A capture that empties the table is a sweep, 1 point where sweeps count. Take "
            "all four cards with your {8S}."
        )
    ),
    "clock": Said(
        gettext_noop(
            "With a timer, your opponent gets 1 point when your time runs out. "
            "Here nothing runs out: take the {7D} with your {7S}."
        )
    ),
    "trackers": Said(
        gettext_noop(
            "The card counter marks the cards that you have seen. Take the {8D} with your "
            "{8S}, and find it among your captured cards."
        )
    ),
    "capture_both": Said(
        gettext_noop(
            "Take equal cards and sums at once: your {8D} takes the {8S}, and the {6H} with "
            "the {2H}."
        )
    ),
    "capture_queen": Said(gettext_noop("A queen takes a queen. Take the {QC} with your {QS}.")),
    "hold_build_8": Said(
        gettext_noop(
            "To build, you must keep a card that takes the build. Put your {3H} on the {5D}: "
            "that makes 8, and you keep the {8C}."
        )
    ),
    "take_8": Said(
        gettext_noop("If nobody else has taken your build, you can. Capture it with your {8C}.")
    ),
    "build_9": Said(gettext_noop("First build 9: put your {5H} on the {4C}, and keep your nines.")),
    "add_group": Said(
        gettext_noop(
            "Now add a second group. Choose your {6S}, the {3D} and the build, and press "
            "Build multiple: 6 + 3 = 9."
        )
    ),
    "take_9": Said(gettext_noop("Its value is still 9. Capture the build with your {9H}.")),
    "build_6": Said(gettext_noop("First build 6: put your {2S} on the {4D}. You hold the {6C}.")),
    "raise_7": Said(
        gettext_noop(
            "Now raise it. Put your {AC} on the build and press Build: 6 + 1 = 7, and you "
            "keep the {7H}."
        )
    ),
    "extend_7": Said(
        gettext_noop(
            "Now extend it. Put your {AC} on the build and press Build: "
            "6 + 1 = 7, and you keep the {7H}."
        )
    ),
    "take_7": Said(gettext_noop("Capture the build with your {7H}.")),
    "keep_build": Said(
        gettext_noop(
            "Put your {5S} on the {3D} for a build of 8. While it is yours, you must keep a "
            "card that takes it."
        )
    ),
    "keep_take": Said(
        gettext_noop("Your only 8 may not take the {8C} and leave the build. Take both with it.")
    ),
    "four_draw": Said(
        gettext_noop("Every turn begins with a draw. Draw the top card of the deck.")
    ),
    "four_discard": Said(
        gettext_noop(
            "Then you match, take or discard. You have nothing to match, so discard the {KC}."
        )
    ),
    "four_draw_run": Said(
        gettext_noop("A triplet card in your tray asks for a black 5, 6 and 7. Draw from the deck.")
    ),
    "four_run": Said(
        gettext_noop(
            "You have drawn the {7S}. Choose it with the {5S} and the {6C}, and press Match: "
            "spades and clubs are both black, so they may mix."
        )
    ),
    "four_draw_joker": Said(
        gettext_noop(
            "A triplet card in your tray asks for three red kings, and you hold two. Draw "
            "from the deck."
        )
    ),
    "four_joker": Said(
        gettext_noop(
            "You have drawn a joker, which stands for any card. Choose it and your two kings, "
            "and press Match."
        )
    ),
    "four_draw_first": Said(
        gettext_noop(
            "You can take what an opponent has matched. First make a usual turn: draw from "
            "the deck."
        )
    ),
    "four_wait": Said(gettext_noop("You have nothing to take yet. Discard the {KC}.")),
    "four_draw_now": Said(
        gettext_noop("Your opponent has matched three black 9s. Draw from the deck.")
    ),
    "four_take": Said(
        gettext_noop(
            "Your two black 9s and the joker fit that triplet card too. Choose the three, and "
            "press Take."
        )
    ),
    "four_decks": Said(
        gettext_noop(
            "When the deck runs out, the discard pile is shuffled into a new one. Draw from "
            "the deck."
        )
    ),
    "four_pile": Said(gettext_noop("What you discard may come back that way. Discard the {KC}.")),
    "four_goal": Said(
        gettext_noop(
            "Whoever has four matched triplet cards wins at once. Draw from the deck for your "
            "first match."
        )
    ),
    "four_first": Said(
        gettext_noop(
            "Match the {5S}, the {6C} and the {7S}. Three more matches would win the game."
        )
    ),
    "four_clock": Said(
        gettext_noop(
            "With a timer, when your time runs out, your turn is played for you. "
            "Here nothing runs out: draw from the deck."
        )
    ),
    "four_on_time": Said(
        gettext_noop(
            "Your move time covers the whole turn, from the draw to the discard. Discard the {KC}."
        )
    ),
}
