"""Moves in words, and what is special about cards."""

from typing import Final

from games.rules.cards import cards_in, name_face, show_card, show_cards
from games.rules.notation import Action, Move

CARD_BADGES: Final = {"JS": "11", "JH": "11", "QS": "12", "KS": "3–9"}
CARD_NOTES: Final = {
    "TD": "2 points",
    "2S": "1 point",
    "AS": "1 point; decides a tie",
    "AH": "1 point",
    "AD": "1 point",
    "AC": "1 point",
    "JS": "jack or 11",
    "JH": "jack or 11",
    "QS": "queen or 12",
    "KS": "king or any of 3 to 9",
}


def describe_move(move: Move) -> str:
    """Return the move in words; the secret card itself is not told.

    >>> from games.rules.notation import parse_text
    >>> describe_move(parse_text("8C x 5H 3D 8S"))
    '8♣ takes 3♦, 5♥ and 8♠'
    >>> describe_move(parse_text("3H + 5D = 8"))
    'builds 8 with 3♥ + 5♦'
    """
    action, card, taken, value = move
    if action is Action.PASS:
        return "passes"
    if action is Action.SECRET:
        return "picks a secret card"
    played = show_card(card)
    if action is Action.DROP:
        return f"drops {played}"
    cards = cards_in(taken)
    if action is Action.CAPTURE:
        return describe_capture(move, show_cards(cards))
    if action is Action.SUBTRACTION:
        return f"puts {played} on {show_cards(cards)}, leaving {value}"
    return describe_build(move, " + ".join(map(show_card, (card, *cards))))


def describe_capture(move: Move, cards: str) -> str:
    """Return the words for a capture of what `cards` says."""
    reading = "" if move.value is None else f" as {move.value}"
    return f"{show_card(move.card)}{reading} takes {cards}"


def describe_build(move: Move, cards: str) -> str:
    """Return the words for a build made of what `cards` says."""
    verb = "builds" if move.action is Action.BUILD else "builds same"
    return f"{verb} {name_worth(move.value)} with {cards}"


def name_worth(value: int | str | None) -> str:
    """Return what a pile is worth: "8", or "kings"."""
    return f"{name_face(value)}s" if isinstance(value, str) else str(value)
