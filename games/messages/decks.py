"""The decks of a match: what each brought, and how it goes on."""

from __future__ import annotations

from collections.abc import Sequence

from games.messages.endings import list_scores
from games.messages.language import gettext as _
from games.messages.names import Names
from games.messages.numbers import Points
from games.messages.text import Text, fill


def deck_title(deck: int) -> Text:
    """Return the heading of a deck's score."""
    return fill(_("Deck {deck} score"), deck=deck)


def tell_deck_score(deck: int, sides: Sequence[str], points: Sequence[Points]) -> Text:
    """Return what a deck brought each side: "Deck 2: Ada 7, Ben 4"."""
    return fill(_("Deck {deck}: {scores}"), deck=deck, scores=list_scores(sides, points))


def tell_no_leader(goal: int) -> Text:
    """Return why a match goes on after its target has been reached."""
    return fill(
        _("No side leads alone with {goal} points or more, so another deck is played."),
        goal=goal,
    )


def tell_next_deck(names: Names, deck: int, dealer: int, starter: int) -> Text:
    """Return who deals the next deck and who plays first."""
    if names.is_you(dealer):
        return fill(
            _("You deal deck {deck}, and {starter} plays first."),
            deck=deck,
            starter=names.name(starter),
        )
    if names.is_you(starter):
        return fill(
            _("{dealer} deals deck {deck}, and you play first."),
            deck=deck,
            dealer=names.name(dealer),
        )
    return fill(
        _("{dealer} deals deck {deck}, and {starter} plays first."),
        deck=deck,
        dealer=names.name(dealer),
        starter=names.name(starter),
    )


def tell_leftovers(cards: Text, side: str, gain: str) -> Text:
    """Return who got the cards that were left on the table."""
    if gain:
        return fill(
            _("Left on the table: {cards}, to {side} for the last capture (+{points})"),
            cards=cards,
            side=side,
            points=gain,
        )
    return fill(
        _("Left on the table: {cards}, to {side} for the last capture"), cards=cards, side=side
    )


def tell_most(label: str, sides: str, counted: str, gain: str) -> Text:
    """Return who had the most cards of a kind: "Most spades: Ada, 7 spades to 6 (+1)"."""
    return fill(
        _("{label}: {sides}, {counted} (+{points})"),
        label=label,
        sides=sides,
        counted=counted,
        points=gain,
    )
