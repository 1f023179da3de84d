"""What is wrong with a record, what the audit of stored games found, and the shuffles of a game."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from games.messages.facts import tell_fact
from games.messages.language import gettext as _
from games.messages.text import Text, fill
from games.rules.facts import Fact, make_fact
from games.rules.record import InvalidRecord

_FINDINGS: Final = {
    "stored": gettext_noop("The stored value is {stored}, but replaying the game gives {derived}."),
    "miscounted": gettext_noop("The tally is {stored}, but counting the games gives {derived}."),
    "does_not_follow": gettext_noop("This does not follow from the rest of the game."),
    "impossible_table": gettext_noop("This table cannot be created: {reason}."),
    "no_replay": gettext_noop("The game cannot be replayed: {error}."),
}
"""What the audit finds beside what can be wrong with any record."""


def tell_invalid_record(invalid: InvalidRecord) -> Text:
    """Return what is wrong with a record, and where."""
    return tell_fact(invalid.placed_fact)


def tell_finding(place: str, fact: Fact) -> Text:
    """Return what the audit found in a stored game, and where; "" for the whole of it."""
    values = {name: _tell_value(value) for name, value in fact.values}
    finding = fill(_(_FINDINGS[fact.code]), **values)
    return fill(_("{place}: {reason}"), place=place, reason=finding) if place else finding


def _tell_value(value: object) -> str:
    return tell_fact(value) if isinstance(value, Fact) else str(value)


def name_pack(name: str) -> Text:
    """Return what a pack that is shuffled is called; "" is the deck of cards itself."""
    return tell_fact(make_fact(f"pack_{name}" if name else "pack"))


def name_later_shuffle(number: int, step: int) -> str:
    """Return what a shuffle in the course of a game is called."""
    return _("Shuffle {number}, at step {step}").format(number=number, step=step)
