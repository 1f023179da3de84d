"""Whose turn it is, and what happens when its time runs out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_noop

from games.messages.cards import card_of_suit, card_text
from games.messages.clock import clock_words
from games.messages.events import tell_penalty
from games.messages.facts import tell_fact
from games.messages.language import gettext as _
from games.messages.language import ngettext, pgettext, remembered
from games.messages.lists import join_commas, join_or
from games.messages.names import Names
from games.messages.text import Part, Text, fill, join
from games.messages.times import duration_words
from games.rules.facts import Fact

NOT_YOUR_TURN: Final = gettext_noop("It is not your turn.")
"""Why a player who waits can play nothing."""


@remembered(1024)
def tell_turn(names: Names, seat: int, *, is_computer: bool) -> Text:
    """Return whose turn it is."""
    if names.is_you(seat):
        return your_turn()
    if is_computer:
        return fill(_("{name} is thinking…"), name=names.name(seat))
    return turn_of(names.name(seat))


def your_turn() -> Text:
    """Return that it is the reader's turn."""
    return fill(_("Your turn"))


def turn_of(name: Text) -> Text:
    """Return that it is the turn of another player."""
    return fill(_("{name}’s turn"), name=name)


def turn_of_stand_in(name: Text) -> Text:
    """Return that it is the turn of the computer player that replaces a player who has left."""
    return fill(_("A computer is thinking in place of {name}…"), name=name)


def not_your_turn() -> str:
    """Return that somebody else is to move."""
    return _(NOT_YOUR_TURN)


def not_your_turn_yet() -> str:
    """Return that somebody else is to move, and that cards can be chosen all the same."""
    return _("It is not your turn yet, but you can choose your cards now.")


def tell_picking(names: Names, missing: Sequence[int]) -> Text:
    """Return who still picks a secret card."""
    if names.viewer in missing:
        return pick_your_card()
    return fill(
        ngettext(
            "{players} is picking a secret card",
            "{players} are picking secret cards",
            len(missing),
        ),
        players=names.subject(missing),
    )


def pick_your_card() -> Text:
    """Return what the reader does before the deal."""
    return fill(_("Pick your secret card"))


def tell_own_secret(card: str) -> Text:
    """Return which secret card the reader has."""
    return fill(_("Your secret card is {card}"), card=card_text(card))


def warn_of_pick(cards: Sequence[str]) -> Text:
    """Return what happens when the time to pick runs out; `cards` are those that may be drawn."""
    suits = dict.fromkeys(card[1] for card in cards)
    return fill(
        _("If time runs out, a random {suits} is picked for you."),
        suits=join_or([card_of_suit(suit) for suit in suits]),
    )


@remembered(1024)
def warn_of_violation(
    names: Names,
    seat: int,
    *,
    brings: Fact,
    rivals: tuple[int, ...],
    number: int,
    most: int,
    later: float | None = None,
) -> Text:
    """Return what happens when the time of this turn runs out.

    `later` are the seconds that the turn then has, where that is worth saying.
    """
    is_you = names.is_you(seat)
    if number < most:
        result = tell_penalty(brings, names, rivals, seat)
        if later is None:
            return fill(
                _("If your time runs out: {result} (violation {number} of {most})")
                if is_you
                else _("If time runs out: {result} (violation {number} of {most})"),
                result=result,
                number=number,
                most=most,
            )
        return fill(
            _(
                "If your time runs out: {result} (violation {number} of {most}), then {duration} "
                "more"
            )
            if is_you
            else _(
                "If time runs out: {result} (violation {number} of {most}), then {duration} more"
            ),
            result=result,
            number=number,
            most=most,
            duration=duration_words(later),
        )
    if is_you:
        return fill(_("If your time runs out, you forfeit the game"))
    return fill(_("If time runs out, {name} forfeits the game"), name=names.name(seat))


def tell_pace(names: Names, seat: int, *, most: int) -> Text:
    """Return why a computer player that thinks makes its move later than usual."""
    sentence = ngettext(
        "{name} moves a little later: the levels Strong and Master make at most {count} move a "
        "minute for one player",
        "{name} moves a little later: the levels Strong and Master make at most {count} moves a "
        "minute for one player",
        most,
    )
    return fill(sentence, name=names.name(seat), count=most)


def tell_banks(names: Names, banks: Sequence[tuple[int, float]]) -> Text:
    """Return how many seconds were in the bank of each seat when the turn began."""
    held = [
        fill(_("{name} {duration}"), name=names.object((seat,)), duration=clock_words(seconds))
        for seat, seconds in banks
    ]
    return fill(_("In the bank when this turn began: {banks}"), banks=join_commas(held))


def tell_extension(seconds: float) -> str:
    """Return that an outage made this turn longer."""
    return _("The site was down for {duration}. That time has been added to the clock.").format(
        duration=duration_words(seconds)
    )


def tell_stage(stage: Fact | None, deck: int | None = None) -> Text:
    """Return how far a game is: "Round 2 of 6", or in a match "Deck 2 · Round 3 of 6"."""
    if deck is None:
        return tell_fact(stage)
    if stage is None:
        return tell_deck(deck)
    between = pgettext("between two parts of a heading, as a screen reader says it", ", ")
    return join([tell_deck(deck), tell_fact(stage)], Text([Part(" · ", between)]))


def tell_deck(deck: int) -> Text:
    """Return the number of a deck of a match."""
    return fill(_("Deck {deck}"), deck=deck)
