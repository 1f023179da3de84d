"""Games of capturing from a table: refusals, moves and scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from games.rules.cards import show_card
from games.rules.wording.marks import Sentence
from games.rules.wording.marks import mark as _
from games.rules.wording.marks import mark_plural as _n
from games.rules.wording.values import join_words, show_number, show_worth

if TYPE_CHECKING:
    from games.rules.explanation import Explanation

_MOVES: Final[dict[str, Sentence]] = {
    "move_not_text": _("A move is written as text, such as {example}."),
    "no_move": _("“{text}” is not a move. Moves are written like {first} or {second}."),
    "named_twice": _("{card} is named twice."),
    "play_one_card": _("You play one card: capture, build or trail."),
    "one_card_a_turn": _("You play only one card from your hand in a turn."),
    "no_hand_card": _("Choose a card from your hand first."),
    "no_table_card": _("Choose at least one card on the table."),
    "table_changed": _("The table has changed: a pile you chose is gone."),
    "not_on_table": _n("{cards} is not on the table.", "{cards} are not on the table."),
    "pile_moves_whole": _("{cards} cannot leave the {pile}: a pile moves as a whole."),
}
"""Moves with a part that is missing or unknown."""

_DEALS: Final[dict[str, Sentence]] = {
    "only_dealer_deals": _("Only the dealer deals cards."),
    "next_deck_first": _("The next deck must be dealt first."),
    "deck_not_over": _("The next deck is dealt only when this one has been played out."),
    "deal_of_other_cards": _("A deal must name every card of the pack once."),
    "pick_first": _("First pick your secret card. The cards are dealt after that."),
    "pick_before_deal": _("Secret cards can be picked only before the deal."),
    "violation_while_picking": _("No violation is counted while secret cards are being picked."),
}

_DROPS: Final[dict[str, Sentence]] = {
    "drop_takes_nothing": _("A dropped card goes onto the table alone. Put the other cards back."),
    "trail_takes_nothing": _("A trailed card goes onto the table alone. Put the other cards back."),
    "trail_beside_own_build": _(
        "You cannot trail while the {pile} is yours. Capture something, build, or add to a build."
    ),
    "passed_already": _("You have already passed. That is allowed only once in a game."),
    "opponent_passed": _("You cannot pass: your opponent has passed in this round."),
    "opponent_has_no_cards": _("You cannot pass: your opponent has no cards left."),
}

_NUMBERS: Final[dict[str, Sentence]] = {
    "cannot_read_as": _("{card} cannot be read as {value}."),
    "can_read_only_as": _("{card} cannot be read as {value}, only as {only}."),
    "can_read_only_from": _("{card} cannot be read as {value}, only as {low} to {high}."),
    "only_matches_faces": _("{card} has no number. It matches only other {faces}."),
    "no_number": _("{card} has no number and cannot be part of a sum."),
    "no_number_takes": _("{card} has no number and cannot take {other}."),
    "no_number_takes_pile": _("{card} has no number and cannot take the {pile}."),
    "which_number": _("{card} as {needed} cannot take {other}. Say which number it stands for."),
    "which_number_pile": _(
        "{card} as {needed} cannot take the {pile}. Say which number it stands for."
    ),
    "no_groups_of": _("{cards} do not split into groups of {value}."),
    "no_group_alone": _("{card} alone is not a group of {value}."),
}
"""What cards count, and what they add up to."""

_CAPTURES: Final[dict[str, Sentence]] = {
    "does_not_take": _("{card} does not take {other}."),
    "does_not_take_as": _("{card} as {value} does not take {other}."),
    "does_not_take_pile": _("{card} does not take the {pile}."),
    "does_not_take_pile_as": _("{card} as {value} does not take the {pile}."),
    "captured_only_with": _("The {pile} can be captured only with {needed}."),
    "captured_only_with_or": _("The {pile} can be captured only with {needed} or {other}."),
    "takes_one_face": _("{card} takes one {face} and nothing else."),
    "takes_faces_or_trio": _(
        "{card} takes {faces}, or two loose face cards that make a K-Q-J with it and nothing else."
    ),
}

_BUILDS: Final[dict[str, Sentence]] = {
    "build_range": _("A build has a value from 1 to {top}."),
    "build_range_or_faces": _(
        "A build has a value from 1 to {top}, or consists of kings, queens or jacks."
    ),
    "no_builds_of": _("There are no builds of {text}."),
    "no_single_build": _("{cards} do not make a single build of {top} or less."),
    "no_equal_groups": _("{cards} do not split into two or more equal groups."),
    "one_group": _("These cards make only one group. Press Build instead."),
    "several_groups_same": _("These cards make more than one group. Press Build same instead."),
    "several_groups_multiple": _(
        "These cards make more than one group. Press Build multiple instead."
    ),
    "keeps_value": _("The {pile} keeps its value."),
    "not_in_builds": _("The {pile} cannot be part of a build."),
    "not_in_sums": _("The {pile} cannot be part of a sum."),
    "not_that_face": _("{card} is not {needed}."),
    "not_in_face_build": _("{other} cannot go into a build of {faces}."),
    "pile_not_in_face_build": _("The {pile} cannot go into a build of {faces}."),
    "only_played_card_raises": _("{cards} cannot change the value of the {pile}; only {card} can."),
    "raises_one_build": _(
        "The {pile} and the {other_pile} cannot both become {value}: one card raises one build."
    ),
    "raises_too_high": _(
        "{card} would raise the {pile} to {value}, but the highest value is {top}."
    ),
    "raises_otherwise": _("{card} raises the {pile} to {value}; no other card changes its value."),
    "no_card_for_build": _("You do not hold {needed} to capture this build with."),
    "no_card_for_face_build": _("You do not hold another {face} to capture this build with."),
    "must_keep_for_build": _("You must keep {needed} for your {pile}."),
    "one_card_for_two_builds": _("You cannot keep one card for two builds of different values."),
}

_SUBTRACTIONS: Final[dict[str, Sentence]] = {
    "subtraction_used": _("You have used your subtraction. There is only one in a game."),
    "subtraction_from_one_card": _("You can subtract from one loose card only."),
    "subtraction_leaves_nothing": _("A subtraction must leave a number of 1 or more."),
    "no_number_to_subtract": _("{card} has no number to subtract."),
    "does_not_leave": _("{other} minus {card} does not leave {value}."),
    "no_card_for_subtraction": _("You do not hold {needed} to capture this subtraction with."),
    "impossible_subtraction": _(
        "You subtract from a loose card of a higher number, and you must hold a card equal to the "
        "difference."
    ),
    "subtraction_locked": _("The {pile} is locked: only its owner may capture it."),
    "subtraction_alone": _("The {pile} must be captured alone."),
    "subtraction_needs": _("The {pile} can be captured with {needed}, but not with {card}."),
}

_READINGS: Final[dict[str, Sentence]] = {
    "reading_capture": _("Capture"),
    "reading_capture_as": _("Capture as {value}"),
    "reading_leave": _("Subtraction leaving {value}"),
    "reading_build": _("Build {worth}"),
    "reading_build_as": _("Build {worth} ({card} as {value})"),
    "reading_build_same": _("Build same {worth}"),
    "reading_build_same_as": _("Build same {worth} ({card} as {value})"),
    "reading_build_multiple": _("Build multiple {worth}"),
    "reading_drop": _("Drop"),
    "reading_trail": _("Trail"),
    "reading_pass_turn": _("Pass"),
}
"""What distinguishes a move from others with the same cards."""

_CAUSES: Final[dict[str, Sentence]] = {
    "cards_taken": _("{cards}"),
    "taken_with": _("{cards}, taken with {card}"),
    "left_over": _("{cards}, left on the table for the last capture"),
    "in_one_capture": _("{cards} in one capture"),
    "in_one_capture_of_a_suit": _("{cards} in one capture, all of one suit"),
    "which_took": _("{card}, which took {cards}"),
    "which_took_many": _n("{card}, which took {count} card", "{card}, which took {count} cards"),
    "own_secret_card": _("own secret card ({how})"),
    "rivals_secret_card": _("the opponent’s secret card ({how})"),
    "big_capture": _n(
        "{count} card in one capture: {card} took {taken}",
        "{count} cards in one capture: {card} took {taken}",
    ),
    "four_of_a_rank": _("four {faces} in one capture"),
    "three_and_the_wild_king": _("three {faces} and the wild {card} in one capture"),
    "three_of_a_kind_and_the_wild_king": _("three of a kind and the wild {card} in one capture"),
    "times_up": _n("the opponent’s time ran out once", "the opponent’s time ran out {count} times"),
    "rivals_times_up": _("the opponents’ time ran out"),
    "most_cards": _n("{mine} card to {theirs}", "{mine} cards to {theirs}"),
    "most_spades": _n("{mine} spade to {theirs}", "{mine} spades to {theirs}"),
    "most_diamonds": _n("{mine} diamond to {theirs}", "{mine} diamonds to {theirs}"),
    "most_cards_tied": _n(
        "{count} card each, half a point each", "{count} cards each, half a point each"
    ),
    "swept_with": _("swept the table with {cards}"),
    "cards_captured": _n("{count} card captured", "{count} cards captured"),
}
"""Why a side has points, in words that can follow its name."""

_NOTES: Final[dict[str, Sentence]] = {
    "card_points": _n("{count} point", "{count} points"),
    "decides_tie": _("decides a tie"),
    "counts_as": _("{value}"),
    "either_number": _("{low} or {high}"),
    "face_or_number": _("{face} or {value}"),
    "face_or_any_number": _("{face} or any number from {low} to {high}"),
}
"""What is special about a card."""

SENTENCES: Final[dict[str, Sentence]] = {
    **_MOVES,
    **_DEALS,
    **_DROPS,
    **_NUMBERS,
    **_CAPTURES,
    **_BUILDS,
    **_SUBTRACTIONS,
    **_READINGS,
    **_CAUSES,
    **_NOTES,
}

PLAYS: Final[Mapping[str, str]] = {
    "drop": "drops {card}",
    "trail": "trails {card}",
    "capture": "{card} takes {groups}",
    "capture_as": "{card} as {value} takes {groups}",
    "build": "builds {worth} with {groups}",
    "build_same": "makes a fixed build of {worth} with {groups}",
    "face_build": "makes a face build of {worth} with {groups}",
    "build_multiple": "makes a multiple build of {worth} with {groups}",
    "subtraction": "puts {card} on {groups}, leaving {value}",
    "pass": "passes",
    "secret": "picks a secret card",
    "deal": "deals the next deck",
}
"""Moves without the player’s name, by the form of their explanation.

Not marked for translation: a site says who moves, in sentences of its own.
"""

GAINS: Final[Mapping[str, tuple[str, str]]] = {
    "cards": _n("{count} card", "{count} cards"),
    "spades": _n("{count} spade", "{count} spades"),
    "hearts": _n("{count} heart", "{count} hearts"),
    "diamonds": _n("{count} diamond", "{count} diamonds"),
    "clubs": _n("{count} club", "{count} clubs"),
}
"""The cards that a capture brings, by the kind that is counted."""

KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "cards": _n("card", "cards"),
    "spades": _n("spade", "spades"),
    "hearts": _n("heart", "hearts"),
    "diamonds": _n("diamond", "diamonds"),
    "clubs": _n("club", "clubs"),
}
"""The same kinds for a number that stands by itself."""

POINTS: Final[Mapping[str, Sentence]] = {
    "big_casino": "10♦",
    "little_casino": "2♠",
    "spades": _n("spade", "spades"),
    "jack_of_spades": "J♠",
    "ten_of_diamonds": "10♦",
    "two_of_spades": "2♠",
    "aces": _n("ace", "aces"),
    "trifectas": _("trifecta"),
    "flush_trifectas": _("flush trifecta"),
    "secret_cards": _n("secret card", "secret cards"),
    "builds": _("big capture"),
    "four_of_a_kind": _("four of a kind"),
    "sweeps": _("sweep"),
}
"""What the points of a capture are for, by line; plural where a line has several points."""


def name_form(explanation: Explanation) -> str:
    """Return the name of the sentence about a move: its action, or what sets its value apart."""
    if explanation.action == "capture" and explanation.value is not None:
        return "capture_as"
    if explanation.action == "build_same" and isinstance(explanation.value, str):
        return "face_build"
    return explanation.action


def say_play(explanation: Explanation) -> str:
    """Return what a move does, without the player's name."""
    value = explanation.value
    play = PLAYS[name_form(explanation)].format(
        card=show_card(explanation.card),
        groups=join_words([" + ".join(map(show_card, group)) for group in explanation.groups]),
        value=value,
        worth="" if value is None else show_worth(value),
    )
    if not explanation.gains:
        return play
    counts = ", ".join(
        [GAINS[name][count != 1].format(count=count) for name, count in explanation.gains]
    )
    if not explanation.points:
        return f"{play}: {counts}"
    return f"{play}: {counts}; {_say_points(explanation)}"


def _say_points(explanation: Explanation) -> str:
    """Return the points of a capture with their reasons: "3 points (10♦ 2, ace 1)"."""
    named = [(_name_line(line, points), points) for line, points in explanation.points]
    total = sum(points for _line, points in named)
    reasons = named[0][0]
    if len(named) > 1:
        reasons = ", ".join([f"{name} {show_number(points)}" for name, points in named])
    unit = "point" if total == 1 else "points"
    return f"{show_number(total)} {unit} ({reasons})"


def _name_line(line: str, points: int) -> str:
    name = POINTS[line]
    return name if isinstance(name, str) else name[points != 1]
