"""Games of capturing from a table: refusals, moves and scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from games.rules.cards import show_card
from games.rules.wording.marks import Sentence
from games.rules.wording.marks import mark as _
from games.rules.wording.marks import mark_plural as _n
from games.rules.wording.values import join_words, show_points, show_worth

if TYPE_CHECKING:
    from games.rules.explanation import Explanation

_REFUSALS: Final[dict[str, Sentence]] = {
    "play_one_card": _("You play one card: capture, build or trail."),
    "only_dealer_deals": _("Only the dealer deals cards."),
}

_READINGS: Final[dict[str, Sentence]] = {
    "reading_capture": _("Capture"),
    "reading_capture_as": _("Capture as {value}"),
    "reading_leave": _("Leave {value}"),
    "reading_build": _("Build {worth}"),
    "reading_build_as": _("Build {worth} ({card} as {value})"),
    "reading_build_same": _("Build same {worth}"),
    "reading_build_same_as": _("Build same {worth} ({card} as {value})"),
    "reading_build_multiple": _("Build multiple {worth}"),
}
"""What tells a move from others with the same cards."""

_CAUSES: Final[dict[str, Sentence]] = {
    "cards_taken": _("{cards}"),
    "taken_with": _("{cards}, taken with {card}"),
    "left_over": _("{cards}, left on the table for the last capture"),
    "in_one_capture": _("{cards} in one capture"),
    "in_one_capture_of_a_suit": _("{cards} in one capture, all of one suit"),
    "which_took": _("{card}, which took {cards}"),
    "which_took_many": _n("{card}, which took {count} card", "{card}, which took {count} cards"),
    "own_secret_card": _("own secret card: {how}"),
    "rivals_secret_card": _("the opponent’s secret card: {how}"),
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
    "face_or_any_number": _("{face} or any of {low} to {high}"),
}
"""What is special about a card."""

SENTENCES: Final[dict[str, Sentence]] = {**_REFUSALS, **_READINGS, **_CAUSES, **_NOTES}

PLAYS: Final[Mapping[str, str]] = {
    "drop": _("drops {card}"),
    "trail": _("trails {card}"),
    "capture": _("{card} takes {groups}"),
    "capture_as": _("{card} as {value} takes {groups}"),
    "build": _("builds {worth} with {groups}"),
    "build_same": _("builds same {worth} with {groups}"),
    "build_multiple": _("makes a multiple build of {worth} with {groups}"),
    "subtraction": _("puts {card} on {groups}, leaving {value}"),
    "pass": _("passes"),
    "secret": _("picks a secret card"),
    "deal": _("deals the next deck"),
}
"""Moves by the action of their explanation; one that is read as a number has a text of its own."""

GAINS: Final[Mapping[str, tuple[str, str]]] = {
    "cards": _n("{count} card", "{count} cards"),
    "spades": _n("{count} spade", "{count} spades"),
    "diamonds": _n("{count} diamond", "{count} diamonds"),
}
"""What a capture brings, by what is counted."""

POINTS: Final[Mapping[str, Sentence]] = {
    "big_casino": "10♦",
    "little_casino": "2♠",
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

_WITH_GAINS: Final = _("{play}: {gains}")
_WITH_POINTS: Final = _("{play}: {gains}; {points}")
_POINTS_FOR: Final = _n("{points} point ({reasons})", "{points} points ({reasons})")


def say_play(explanation: Explanation) -> str:
    """Return what a move does, without the player's name."""
    action, value = explanation.action, explanation.value
    read_as = f"{action}_as"
    play = PLAYS[read_as if value is not None and read_as in PLAYS else action].format(
        card=show_card(explanation.card),
        groups=join_words([" + ".join(map(show_card, group)) for group in explanation.groups]),
        value=value,
        worth="" if value is None else show_worth(value),
    )
    if not explanation.gains:
        return play
    gains = ", ".join(
        [GAINS[name][count != 1].format(count=count) for name, count in explanation.gains]
    )
    if not explanation.points:
        return _WITH_GAINS.format(play=play, gains=gains)
    return _WITH_POINTS.format(play=play, gains=gains, points=_say_points(explanation))


def _say_points(explanation: Explanation) -> str:
    """Return the points of a capture with their reasons: "3 points (10♦ 2, ace 1)"."""
    named = [(_name_line(line, points), points) for line, points in explanation.points]
    total = sum(points for _line, points in named)
    reasons = named[0][0]
    if len(named) > 1:
        reasons = ", ".join([f"{name} {show_points(points)}" for name, points in named])
    return _POINTS_FOR[total != 1].format(points=show_points(total), reasons=reasons)


def _name_line(line: str, points: int) -> str:
    name = POINTS[line]
    return name if isinstance(name, str) else name[points != 1]
