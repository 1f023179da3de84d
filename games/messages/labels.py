"""What the site calls the things that a game declares by code: actions, lines, options, levels.

Each table has the labels that games share, and those of a game that has its own. The variants of
that game have them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from django.utils.translation import gettext_noop

from games.messages.facts import tell_fact
from games.messages.language import gettext as _
from games.messages.language import pgettext, remembered
from games.messages.text import Text, join
from games.rules.facts import Fact
from games.rules.options import Value
from games.rules.variant import AnyVariant

Labels = Mapping[str, str]
Choices = Mapping[str, Mapping[tuple[str, Value], str]]
Code = TypeVar("Code", str, tuple[str, Value])

_SHARED: Final = ""

_ACTIONS: Final[Mapping[str, Labels]] = {
    _SHARED: {
        "build": gettext_noop("Build"),
        "build_same": gettext_noop("Build multiple"),
        "capture": gettext_noop("Capture"),
        "pass": gettext_noop("Pass"),
        "drop": gettext_noop("Trail"),
    },
    "trifecta": {
        "build_same": gettext_noop("Build same"),
        "drop": gettext_noop("Drop"),
    },
    "triple_four": {
        "draw_deck": gettext_noop("Draw from the deck"),
        "draw_discard": gettext_noop("Draw from the discard pile"),
        "match": gettext_noop("Match"),
        "take": gettext_noop("Take"),
        "discard": gettext_noop("Discard"),
        "pass": gettext_noop("End the turn"),
    },
}

_LINES: Final[Mapping[str, Labels]] = {
    _SHARED: {
        "most_cards": gettext_noop("Most cards"),
        "most_spades": gettext_noop("Most spades"),
        "most_diamonds": gettext_noop("Most diamonds"),
        "big_casino": gettext_noop("Big casino, 10 of diamonds"),
        "little_casino": gettext_noop("Little casino, 2 of spades"),
        "aces": gettext_noop("Aces"),
        "sweeps": gettext_noop("Sweeps"),
        "penalties": gettext_noop("Time penalties"),
    },
    "trifecta": {
        "ten_of_diamonds": gettext_noop("10 of diamonds"),
        "two_of_spades": gettext_noop("2 of spades"),
        "trifectas": gettext_noop("Trifectas"),
        "flush_trifectas": gettext_noop("Flush trifectas"),
        "secret_cards": gettext_noop("Secret cards"),
        "builds": gettext_noop("Big captures"),
        "four_of_a_kind": gettext_noop("Four of a kind"),
    },
    "spade": {
        "spades": gettext_noop("Spades"),
        "jack_of_spades": gettext_noop("Jack of spades"),
    },
    "royal": {
        "cards": gettext_noop("Cards"),
    },
    "triple_four": {
        "triplets": gettext_noop("Matched triplet cards"),
    },
}

_LINES_IN_LISTS: Final[Mapping[str, Labels]] = {
    _SHARED: {
        "most_cards": gettext_noop("most cards"),
        "most_spades": gettext_noop("most spades"),
        "most_diamonds": gettext_noop("most diamonds"),
        "big_casino": gettext_noop("big casino"),
        "little_casino": gettext_noop("little casino"),
        "aces": gettext_noop("aces"),
        "sweeps": gettext_noop("sweeps"),
        "penalties": gettext_noop("time penalties"),
    },
    "trifecta": {
        "ten_of_diamonds": gettext_noop("10 of diamonds"),
        "two_of_spades": gettext_noop("2 of spades"),
        "trifectas": gettext_noop("trifectas"),
        "flush_trifectas": gettext_noop("flush trifectas"),
        "secret_cards": gettext_noop("secret cards"),
        "builds": gettext_noop("big captures"),
        "four_of_a_kind": gettext_noop("four of a kind"),
    },
    "spade": {
        "spades": gettext_noop("spades"),
        "jack_of_spades": gettext_noop("jack of spades"),
    },
    "royal": {
        "cards": gettext_noop("cards"),
    },
    "triple_four": {
        "triplets": gettext_noop("matched triplet cards"),
    },
}
"""The lines of the point sheet, in words that can stand in a list."""

_OPTIONS: Final[Mapping[str, Labels]] = {
    _SHARED: {
        "partnership": gettext_noop("Sides"),
        "target": gettext_noop("Length"),
        "sweeps": gettext_noop("Sweeps"),
        "count_out": gettext_noop("Winner"),
        "high_casinos": gettext_noop("High casinos"),
    },
}

_CHOICES: Final[Choices] = {
    _SHARED: {
        ("partnership", False): gettext_noop("everyone for themselves"),
        ("partnership", True): gettext_noop("two partnerships"),
        ("target", 11): gettext_noop("to 11 points"),
        ("target", 21): gettext_noop("to 21 points"),
        ("target", 24): gettext_noop("to 24 points"),
        ("target", 50): gettext_noop("to 50 points"),
        ("target", 61): gettext_noop("to 61 points"),
        ("target", None): gettext_noop("one deck only"),
        ("sweeps", False): gettext_noop("no points for sweeps"),
        ("sweeps", True): gettext_noop("1 point for a sweep"),
        ("count_out", False): gettext_noop("the highest total wins"),
        ("count_out", True): gettext_noop("the first to count out wins"),
        ("high_casinos", False): gettext_noop("no high casinos"),
        ("high_casinos", True): gettext_noop("high casinos: 2♠ also 15, 10♦ also 16"),
    },
}
"""The choices of options, in words that can stand in a list."""

_CHOICES_ALONE: Final[Choices] = {
    _SHARED: {
        ("partnership", False): gettext_noop("Everyone for themselves"),
        ("partnership", True): gettext_noop("Two partnerships"),
        ("target", 11): gettext_noop("To 11 points"),
        ("target", 21): gettext_noop("To 21 points"),
        ("target", 24): gettext_noop("To 24 points"),
        ("target", 50): gettext_noop("To 50 points"),
        ("target", 61): gettext_noop("To 61 points"),
        ("target", None): gettext_noop("One deck only"),
        ("sweeps", False): gettext_noop("No points for sweeps"),
        ("sweeps", True): gettext_noop("1 point for a sweep"),
        ("count_out", False): gettext_noop("The highest total wins"),
        ("count_out", True): gettext_noop("The first to count out wins"),
        ("high_casinos", False): gettext_noop("No high casinos"),
        ("high_casinos", True): gettext_noop("High casinos: 2♠ also 15, 10♦ also 16"),
    },
}
"""The choices of options, in words that stand alone."""

_OUTCOMES: Final[Mapping[str, Labels]] = {
    _SHARED: {
        "draw": gettext_noop("The totals are equal."),
        "count_out": gettext_noop("The first to count out wins."),
    },
    "trifecta": {
        "ace_of_spades": gettext_noop("The totals are equal: whoever captured the A♠ wins."),
        "draw": gettext_noop("The totals are equal and nobody captured the A♠."),
    },
    "royal": {
        "draw": gettext_noop("Both have captured the same number of cards."),
    },
    "triple_four": {
        "four_triplets": gettext_noop("Four matched triplet cards win."),
        "most_triplets": gettext_noop("Nobody has matched or taken a triplet card for 100 turns."),
    },
}
"""What decided a game besides the totals, by the reason of its outcome."""

_OUTCOMES_IN_LISTS: Final[Mapping[str, Labels]] = {
    _SHARED: {
        "draw": gettext_noop("The totals are equal"),
        "count_out": gettext_noop("The first to count out wins"),
    },
    "trifecta": {
        "ace_of_spades": gettext_noop("The totals are equal: whoever captured the A♠ wins"),
        "draw": gettext_noop("The totals are equal and nobody captured the A♠"),
    },
    "royal": {
        "draw": gettext_noop("Both have captured the same number of cards"),
    },
    "triple_four": {
        "four_triplets": gettext_noop("Four matched triplet cards win"),
        "most_triplets": gettext_noop("Nobody has matched or taken a triplet card for 100 turns"),
    },
}
"""The same for lists: without a full stop."""

_HIGHLIGHTS: Final[Labels] = {
    "flush_trifecta": gettext_noop("Flush trifecta"),
    "five_of_a_kind": gettext_noop("Five of a kind"),
    "big_capture": gettext_noop("Capture of 7 or more cards"),
    "stolen_build": gettext_noop("Stolen build"),
    "subtraction_made": gettext_noop("Subtraction made"),
    "subtraction_captured": gettext_noop("Subtraction captured"),
}

_LIFELINES: Final[Labels] = {
    "secret": gettext_noop("Secret card"),
    "subtraction": gettext_noop("Subtraction"),
}

_LEVELS: Final[Labels] = {
    "beginner": gettext_noop("Beginner"),
    "easy": gettext_noop("Easy"),
    "club": gettext_noop("Club"),
    "strong": gettext_noop("Strong"),
    "master": gettext_noop("Master"),
}

LEVELS: Final = tuple(_LEVELS)
"""The levels that have a label, the weakest first."""

_LEVEL_WORDS: Final[Labels] = {
    "beginner": gettext_noop("Knows the rules but overlooks a lot."),
    "easy": gettext_noop("Takes the points it sees and looks no further."),
    "club": gettext_noop("Counts the cards and watches what it leaves on the table."),
    "strong": gettext_noop("Thinks ahead and considers every card you may hold."),
    "master": gettext_noop("Thinks longest and looks furthest ahead."),
}

_EXAMPLES: Final[Labels] = {
    "drop": gettext_noop("drop"),
    "trail": gettext_noop("trail"),
    "capture": gettext_noop("capture"),
    "build": gettext_noop("build"),
    "subtraction": gettext_noop("subtraction"),
    "draw_deck": gettext_noop("draw from the deck"),
    "draw_discard": gettext_noop("draw from the discard pile"),
    "match": gettext_noop("match a triplet card from your tray"),
    "take": gettext_noop("take an opponent’s match"),
    "discard": gettext_noop("discard"),
}


def action_label(game: AnyVariant, action: str) -> str:
    """Return what the button of an action says."""
    if action == "subtraction":
        return pgettext("a button", "Subtraction")
    return _(_find(_ACTIONS, game, action))


def line_label(game: AnyVariant, line: str) -> str:
    """Return what a line of the point sheet is called."""
    return _(_find(_LINES, game, line))


def line_in_list(game: AnyVariant, line: str) -> str:
    """Return what a line of the point sheet is called in a list: "flush trifectas"."""
    return _(_find(_LINES_IN_LISTS, game, line))


def option_label(game: AnyVariant, option: str) -> str:
    """Return what an option of a table is called."""
    return _(_find(_OPTIONS, game, option))


def option_choice(game: AnyVariant, option: str, value: Value) -> str:
    """Return what a choice of an option is called, in small letters: "to 21 points"."""
    return _find_choice(_CHOICES, game, option, value)


def option_choice_label(game: AnyVariant, option: str, value: Value) -> str:
    """Return what a choice of an option is called in a menu: "To 21 points"."""
    return _find_choice(_CHOICES_ALONE, game, option, value)


def _find_choice(choices: Choices, game: AnyVariant, option: str, value: Value) -> str:
    return _(_find_own(choices, game, (option, value)) or choices[_SHARED][option, value])


def outcome_words(game: AnyVariant, reason: str) -> str:
    """Return a sentence on what decided a game besides the totals, "" where nothing did."""
    return _find_outcome(_OUTCOMES, game, reason)


def outcome_in_list(game: AnyVariant, reason: str) -> str:
    """Return what decided a game besides the totals, without a full stop, "" where nothing did."""
    return _find_outcome(_OUTCOMES_IN_LISTS, game, reason)


def _find_outcome(outcomes: Mapping[str, Labels], game: AnyVariant, reason: str) -> str:
    words = _find_own(outcomes, game, reason) or outcomes[_SHARED].get(reason)
    return _(words) if words else ""


def highlight_label(kind: str) -> str:
    """Return what a kind of special move is called."""
    return _(_HIGHLIGHTS[kind])


def lifeline_label(name: str) -> str:
    """Return what a lifeline is called."""
    return pgettext("a lifeline", "Pass") if name == "pass" else _(_LIFELINES[name])


def level_label(level: str) -> str:
    """Return what a level of the computer players is called.

    A level that this release does not know is called as it is stored.
    """
    return _(_LEVELS[level]) if level in _LEVELS else level


@remembered(64)
def level_beside_name(level: str) -> str:
    """Return what a level is called beside a name: "easy"; an unknown one as it is stored."""
    labels = {
        "beginner": pgettext("a level beside a name", "beginner"),
        "easy": pgettext("a level beside a name", "easy"),
        "club": pgettext("a level beside a name", "club"),
        "strong": pgettext("a level beside a name", "strong"),
        "master": pgettext("a level beside a name", "master"),
    }
    return labels.get(level, level)


def level_words(level: str) -> str:
    """Return how a level plays, in a sentence."""
    return _(_LEVEL_WORDS[level])


def example_words(action: str) -> str:
    """Return what the example of a typed move is: "capture"; nothing where it says so itself."""
    return _(_EXAMPLES[action]) if action in _EXAMPLES else ""


@remembered(256)
def card_note(facts: tuple[Fact, ...]) -> Text:
    """Return what is special about a card: "1 point; decides a tie"."""
    return join([tell_fact(fact) for fact in facts], pgettext("between notes on a card", "; "))


def _find(labels: Mapping[str, Labels], game: AnyVariant, code: str) -> str:
    """Return the label of a game, or else the one that games share. Raises KeyError."""
    return _find_own(labels, game, code) or labels[_SHARED][code]


def _find_own(labels: Mapping[str, Mapping[Code, str]], game: AnyVariant, code: Code) -> str:
    """Return the label of a game or of the nearest one that it varies, "" if none has its own."""
    for name in game.lineage():
        if label := labels.get(name, {}).get(code):
            return label
    return ""
