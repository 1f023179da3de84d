"""Why a move is good or bad: what it leaves, denies or keeps, one sentence for each reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_noop

from games.messages.analysis import show_estimate
from games.messages.cards import any_card_text, card_text, cards_text
from games.messages.labels import line_label
from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.lists import join_or
from games.messages.text import Text, fill
from games.messages.trays import tell_triplet
from games.rules.reasons import (
    Completes,
    Denies,
    DidHold,
    FitsNothing,
    Holds,
    KeepsNear,
    Leaves,
    LeavesNothing,
    Nears,
    PlaysLast,
    Reason,
    Secures,
    Serves,
    Spares,
    Spends,
    TakesBack,
    TakesRest,
    Wins,
)
from games.rules.variant import AnyVariant

_LISTED: Final = 4
"""The most cards that are named in a row."""
_ANY_OF: Final = 3
"""How many cards of a rank are told as any of it, not by name."""
_ANY_RANK: Final = gettext_noop("any {rank}")


_RANKS: Final = {
    "A": gettext_noop("any ace"),
    "T": gettext_noop("any 10"),
    "J": gettext_noop("any jack"),
    "Q": gettext_noop("any queen"),
    "K": gettext_noop("any king"),
}
"""A card that may be held, where that is not simply "any 7"."""


def tell_reason(reason: Reason, game: AnyVariant) -> Text:
    """Return one reason as a sentence."""
    if isinstance(reason, Secures):
        return fill(
            _("It secures a line of the point sheet: {line}."), line=line_label(game, reason.line)
        )
    return _TELL[type(reason)](reason)


def _tell_leaves(reason: Leaves) -> Text:
    if reason.is_held:
        sentence = _("It leaves {cards}, and the opponent holds {takers}.")
        return fill(sentence, cards=_tell_cards(reason.cards), takers=cards_text(reason.by))
    sentence = _("It leaves {cards} for {takers}.")
    return fill(sentence, cards=_tell_cards(reason.cards), takers=_tell_any(reason.by))


def _tell_held(reason: DidHold) -> Text:
    only, next_one = _("The opponent held {cards}."), _("The next player held {cards}.")
    return fill(only if reason.is_only else next_one, cards=cards_text(reason.cards))


def _tell_denies(reason: Denies) -> Text:
    sentence = _("Otherwise {takers} could take {cards}.")
    return fill(sentence, cards=_tell_cards(reason.cards), takers=_tell_any(reason.by))


def _tell_cards(cards: tuple[str, ...]) -> Text:
    """Return cards by name, of many only how many they are."""
    if len(cards) <= _LISTED:
        return cards_text(cards)
    return fill(ngettext("{count} card", "{count} cards", len(cards)), count=len(cards))


def _tell_any(cards: tuple[str, ...]) -> Text:
    """Return cards of which any one will do: "10♠ or 10♥", "any 10", "any 8 or K♠"."""
    ranks = dict.fromkeys(card[0] for card in cards)
    said: list[Text] = []
    for rank in ranks:
        same = tuple(card for card in cards if card[0] == rank)
        if len(same) < _ANY_OF:
            said += [card_text(card) for card in same]
        else:
            said.append(fill(_(_RANKS.get(rank, _ANY_RANK)), rank=rank))
    if len(said) > _LISTED:
        return fill(_("{count} unseen cards"), count=len(cards))
    return join_or(said)


def _tell_nothing(reason: LeavesNothing) -> Text:
    if reason.is_all:
        return fill(_("No unseen card can take anything from the table."))
    return fill(_("It leaves nothing that brings points."))


def _tell_holds(reason: Holds) -> Text:
    return fill(_("The hand holds {cards} to take it."), cards=any_card_text(reason.cards))


def _tell_rest(reason: TakesRest) -> Text:
    return fill(_("It is the last capture, so the cards that stay on the table go with it."))


def _tell_last(reason: PlaysLast) -> Text:
    sentence = ngettext(
        "It saves a card and the last turn of the round.",
        "It saves a card and the last {count} turns of the round.",
        reason.count,
    )
    return fill(sentence, count=reason.count)


def _tell_spent(reason: Spends) -> Text:
    sentences = {
        "pass": _(
            "A pass is allowed only once in a game. Kept for later, it would be worth about "
            "{points} points: that is counted."
        ),
        "subtraction": _(
            "A subtraction is allowed only once in a game. Kept for later, it would be worth about "
            "{points} points: that is counted."
        ),
    }
    return fill(sentences[reason.lifeline], points=show_estimate(reason.points))


def _tell_won(reason: Wins) -> Text:
    return fill(_("It wins the game."))


def _tell_completed(reason: Completes) -> Text:
    sentence = _("Then all three cards for “{triplet}” are in the hand.")
    return fill(sentence, triplet=tell_triplet(reason.triplet))


def _tell_nearer(reason: Nears) -> Text:
    sentence = _("Then only {cards} is missing for “{triplet}”.")
    return fill(sentence, triplet=tell_triplet(reason.triplet), cards=_tell_third(reason.missing))


def _tell_kept(reason: KeepsNear) -> Text:
    sentence = _("Only {cards} is still missing for “{triplet}”.")
    return fill(sentence, triplet=tell_triplet(reason.triplet), cards=_tell_third(reason.missing))


def _tell_third(cards: tuple[str, ...]) -> Text:
    return any_card_text(cards) if len(cards) <= _LISTED else fill(_("one more card"))


def _tell_serving(reason: Serves) -> Text:
    sentence = _("{cards} could only help with “{triplet}”, which needs two more cards.")
    triplet = tell_triplet(reason.triplet)
    return fill(sentence, cards=cards_text(reason.cards), triplet=triplet)


def _tell_unfit(reason: FitsNothing) -> Text:
    if reason.is_top:
        sentence = _(
            "{cards} on the discard pile fits no card of the tray and no match of an opponent."
        )
    else:
        sentence = _("{cards} fits no card of the tray and no match of an opponent.")
    return fill(sentence, cards=cards_text(reason.cards))


def _tell_spared(reason: Spares) -> Text:
    sentence = _("Without {cards} the hand is as near to every triplet card as with it.")
    return fill(sentence, cards=cards_text(reason.cards))


def _tell_taken_back(reason: TakesBack) -> Text:
    sentence = ngettext(
        "It leaves the opponent with {count} match.",
        "It leaves the opponent with {count} matches.",
        reason.count,
    )
    return fill(sentence, count=reason.count)


_TELL: Final[Mapping[type, Callable[[Any], Text]]] = {
    Leaves: _tell_leaves,
    DidHold: _tell_held,
    Denies: _tell_denies,
    LeavesNothing: _tell_nothing,
    Holds: _tell_holds,
    TakesRest: _tell_rest,
    PlaysLast: _tell_last,
    Spends: _tell_spent,
    Wins: _tell_won,
    Completes: _tell_completed,
    Nears: _tell_nearer,
    KeepsNear: _tell_kept,
    Serves: _tell_serving,
    FitsNothing: _tell_unfit,
    Spares: _tell_spared,
    TakesBack: _tell_taken_back,
}
