"""From what a player has selected on the page to the moves that it may mean."""

from collections.abc import Sequence

from games.rules.cards import cards_in, show_cards
from games.rules.composing import try_drafts
from games.rules.errors import IllegalMove
from games.rules.notation import Action, Move
from games.rules.trifecta.checking import check_move, find_build_action, find_piles
from games.rules.trifecta.state import TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, TOP

ACTIONS = ("build", "build_same", "capture", "subtraction", "pass", "drop")


def compose_moves(
    state: TrifectaState, action: str, card: str | None, keys: Sequence[str]
) -> tuple[Move, ...]:
    """Return the legal moves with this card and exactly these piles; see `Variant.compose`."""
    if not action:
        raise IllegalMove("Press one of the buttons to play.", "4.12")
    try:
        wanted = Action(action)
    except ValueError:
        raise IllegalMove("There is no such action.", "4.12") from None
    if wanted is Action.PASS:
        return (check_move(state, Move(Action.PASS)),)
    if not card:
        raise IllegalMove("Choose a card of your hand first.", "1.5")
    taken = _find_taken(state, keys)
    if wanted in (Action.DROP, Action.SECRET) or not taken:
        return (check_move(state, Move(wanted, card, taken)),)
    drafts = _draft_moves(wanted, card, taken)
    found, refusals = try_drafts(drafts, lambda draft: check_move(state, draft))
    fitting = [move for move in found if move.action is wanted]
    if fitting:
        return tuple(fitting)
    if wanted is Action.CAPTURE:
        raise refusals[-1 if _all_have_numbers(card, taken) else 0][1]
    if wanted is Action.SUBTRACTION:
        raise _refuse_subtraction(refusals)
    raise _refuse_build(state, wanted, found, refusals)


def _find_taken(state: TrifectaState, keys: Sequence[str]) -> int:
    piles = {pile.key: pile for pile in state.table}
    taken = 0
    for key in keys:
        if key not in piles:
            raise IllegalMove("The table has changed: a pile you chose is gone.", "4.12")
        taken |= piles[key].bits
    return taken


def _all_have_numbers(card: str, taken: int) -> bool:
    return all(NUMBERS.get(other) for other in (card, *cards_in(taken)))


def _draft_moves(action: Action, card: str, taken: int) -> list[Move]:
    """Return one draft for every reading and value that the action might have."""
    numbers = NUMBERS.get(card, ())
    if action is Action.CAPTURE:
        readings = (None, *numbers) if card in FACES else (None,)
        return [Move(action, card, taken, reading) for reading in readings]
    values: list[int | str] = list(range(1, TOP + 1))
    if action is Action.BUILD_SAME and card in FACES:
        if not _all_have_numbers(card, taken):
            values = []
        values.append(FACES[card])
    return [Move(action, card, taken, value) for value in values]


def _refuse_subtraction(refusals: Sequence[tuple[Move, IllegalMove]]) -> IllegalMove:
    """Return the refusal that names the card missing for the difference, if there is one."""
    for _, refusal in refusals:
        if "hold no" in str(refusal):
            return refusal
    if any("does not leave" in str(refusal) for _, refusal in refusals):
        return IllegalMove(
            "A subtraction takes a smaller number away from a loose card, and what is left must "
            "be in your hand.",
            "4.10",
        )
    return refusals[0][1]


def _refuse_build(
    state: TrifectaState,
    wanted: Action,
    found: Sequence[Move],
    refusals: Sequence[tuple[Move, IllegalMove]],
) -> IllegalMove:
    """Return why the cards make no build of the wanted form, the most useful reason first."""
    for draft, refusal in reversed(refusals):
        if refusal.clause == "4.3" and _find_form(state, draft) is wanted:
            return refusal
    if found and wanted is Action.BUILD:
        return IllegalMove("These make more than one group: that is Build same.", "4.2")
    if found:
        return IllegalMove("These make one group only: that is Build.", "4.2")
    sums = [refusal for _, refusal in refusals if refusal.clause == "4.2"]
    others = [refusal for _, refusal in refusals if refusal.clause != "4.2"]
    if len(sums) == 1:
        return sums[0]
    if not sums and others:
        return others[-1]
    draft = refusals[0][0]
    shown = show_cards([draft.card, *draft.cards])
    if wanted is Action.BUILD:
        return IllegalMove(f"{shown} make no single build of {TOP} or less.", "4.2")
    return IllegalMove(f"{shown} do not split into two or more equal groups.", "4.2")


def _find_form(state: TrifectaState, draft: Move) -> Action | None:
    piles = find_piles(state, draft.taken)
    if not isinstance(draft.value, int):
        return Action.BUILD_SAME
    return find_build_action(draft.card, draft.taken, piles, draft.value)
