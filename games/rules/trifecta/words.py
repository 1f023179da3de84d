"""Moves in words."""

from games.rules.cards import cards_in, name_face, show_card, show_cards
from games.rules.notation import Action, Move


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
        reading = "" if value is None else f" as {value}"
        return f"{played}{reading} takes {show_cards(cards)}"
    if action is Action.SUBTRACTION:
        return f"puts {played} on {show_cards(cards)}, leaving {value}"
    worth = f"{name_face(value)}s" if isinstance(value, str) else value
    verb = "builds" if action is Action.BUILD else "builds same"
    return f"{verb} {worth} with {' + '.join(map(show_card, (card, *cards)))}"
