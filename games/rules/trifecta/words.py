"""From what a player has selected to moves, and from moves to words."""

from collections.abc import Sequence

from games.rules.cards import cards_in, name_face, show_card, show_cards
from games.rules.errors import IllegalMove
from games.rules.notation import Action, Move
from games.rules.trifecta.checking import check_move
from games.rules.trifecta.state import TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, TOP

ACTIONS = (
    ("build", "Build"),
    ("build_same", "Build same"),
    ("capture", "Capture"),
    ("subtraction", "Subtraction"),
    ("pass", "Pass"),
    ("drop", "Drop"),
)


def compose_moves(
    state: TrifectaState, action: str, card: str | None, keys: Sequence[str]
) -> tuple[Move, ...]:
    """Return the legal moves with this card and exactly these piles; see `Variant.compose`."""
    try:
        wanted = Action(action)
    except ValueError:
        raise IllegalMove("There is no such action.", "4.12") from None
    if wanted is Action.PASS:
        return (check_move(state, Move(Action.PASS)),)
    if not card:
        raise IllegalMove("Choose a card of your hand first.", "1.5")
    taken = _find_taken(state, keys)
    if wanted in (Action.DROP, Action.SECRET):
        return (check_move(state, Move(wanted, card, taken)),)
    found: list[Move] = []
    refusals: list[IllegalMove] = []
    for draft in _draft_moves(wanted, card, taken):
        try:
            move = check_move(state, draft)
        except IllegalMove as refusal:
            refusals.append(refusal)
            continue
        if move.action is wanted and move not in found:
            found.append(move)
    if not found:
        raise _choose_refusal(wanted, card, taken, refusals)
    return tuple(found)


def _find_taken(state: TrifectaState, keys: Sequence[str]) -> int:
    piles = {pile.key: pile for pile in state.table}
    taken = 0
    for key in keys:
        if key not in piles:
            raise IllegalMove("The table has changed: a pile you chose is gone.", "4.12")
        taken |= piles[key].bits
    return taken


def _draft_moves(action: Action, card: str, taken: int) -> list[Move]:
    """Return one draft for every reading and value that the action might have."""
    numbers = NUMBERS.get(card, ())
    if action is Action.CAPTURE:
        if card not in FACES:
            return [Move(action, card, taken)]
        return [Move(action, card, taken, reading) for reading in (None, *numbers)]
    values: list[int | str] = list(range(1, TOP + 1))
    if action is Action.BUILD_SAME and card in FACES:
        values.append(FACES[card])
    return [Move(action, card, taken, value) for value in values]


def _choose_refusal(
    action: Action, card: str, taken: int, refusals: Sequence[IllegalMove]
) -> IllegalMove:
    """Return the refusal that tells the player most about what was selected."""
    for refusal in refusals:
        if "hold no" in str(refusal):
            return refusal
    clauses = {refusal.clause for refusal in refusals}
    telling = [refusal for refusal in refusals if refusal.clause not in ("4.2", "4.6", "4.10")]
    shown = show_cards([card, *cards_in(taken)])
    if action is Action.BUILD and len(refusals) < TOP:
        return IllegalMove(f"{shown} make more than one group: that is Build same.", "4.2")
    if action is Action.BUILD_SAME and len(refusals) < TOP:
        return IllegalMove(f"{shown} make one group only: that is Build.", "4.2")
    if telling and "4.2" not in clauses:
        return telling[0]
    if action is Action.BUILD or (action is Action.BUILD_SAME and card not in FACES):
        return IllegalMove(f"{shown} make no build that you hold a card for.", "4.2")
    if action is Action.SUBTRACTION:
        return (
            IllegalMove(f"{shown}: no card of your hand is what would be left.", "4.10")
            if len(clauses) == 1 and len(refusals) == TOP
            else refusals[0]
        )
    return refusals[0] if refusals else IllegalMove("That can not be played.", "4.12")


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
