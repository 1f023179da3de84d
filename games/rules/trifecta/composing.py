"""From what a player has selected to the moves that it may mean."""

from collections.abc import Sequence

from games.rules.cards import cards_in
from games.rules.composing import choose_refusal, try_drafts
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
        raise IllegalMove("no_action", "4.12")
    try:
        wanted = Action(action)
    except ValueError:
        raise IllegalMove("no_such_action", "4.12") from None
    if wanted is Action.PASS:
        return (check_move(state, Move(Action.PASS)),)
    if not card:
        raise IllegalMove("no_hand_card", "1.5")
    taken = _find_taken(state, keys)
    if wanted in (Action.DROP, Action.SECRET) or not taken:
        return (check_move(state, Move(wanted, card, taken)),)
    drafts = _draft_moves(wanted, card, taken)
    found, refusals = try_drafts(drafts, lambda draft: check_move(state, draft))
    fitting = [move for move in found if move.action is wanted]
    if fitting:
        return tuple(fitting)
    if wanted is Action.CAPTURE:
        raise _refuse_capture(state, card, taken, refusals)
    if wanted is Action.SUBTRACTION:
        raise _refuse_subtraction(refusals)
    raise _refuse_build(state, wanted, found, refusals)


def _find_taken(state: TrifectaState, keys: Sequence[str]) -> int:
    piles = {pile.key: pile for pile in state.table}
    taken = 0
    for key in keys:
        if key not in piles:
            raise IllegalMove("table_changed", "4.12")
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


def _refuse_capture(
    state: TrifectaState, card: str, taken: int, refusals: Sequence[tuple[Move, IllegalMove]]
) -> IllegalMove:
    """Return why a card takes nothing: as a face where only faces are chosen, else as a number."""
    as_face = refusals[0][1]
    if as_face.code == "takes_faces_or_trio" and not _all_have_numbers(card, taken):
        return as_face
    return choose_refusal(refusals, find_piles(state, taken))


def _refuse_subtraction(refusals: Sequence[tuple[Move, IllegalMove]]) -> IllegalMove:
    """Return the refusal that names the card missing for the difference, if there is one."""
    for _, refusal in refusals:
        if refusal.code == "no_card_for_subtraction":
            return refusal
    if any(refusal.code == "does_not_leave" for _, refusal in refusals):
        return IllegalMove("impossible_subtraction", "4.10")
    return refusals[0][1]


def _refuse_build(
    state: TrifectaState,
    wanted: Action,
    found: Sequence[Move],
    refusals: Sequence[tuple[Move, IllegalMove]],
) -> IllegalMove:
    """Return the most useful reason why the cards make no build of the wanted form."""
    for draft, refusal in reversed(refusals):
        if refusal.code == "no_card_for_build" and _find_form(state, draft) is wanted:
            return refusal
    if found and wanted is Action.BUILD:
        return IllegalMove("several_groups_same", "4.2")
    if found:
        return IllegalMove("one_group", "4.2")
    sums = [refusal for _, refusal in refusals if refusal.code == "no_groups_of"]
    others = [refusal for _, refusal in refusals if refusal.code != "no_groups_of"]
    if len(sums) == 1:
        return sums[0]
    if not sums and others:
        return others[-1]
    draft = refusals[0][0]
    cards = (draft.card, *draft.cards)
    if wanted is Action.BUILD:
        return IllegalMove("no_single_build", "4.2", cards=cards, top=TOP)
    return IllegalMove("no_equal_groups", "4.2", cards=cards)


def _find_form(state: TrifectaState, draft: Move) -> Action | None:
    piles = find_piles(state, draft.taken)
    if not isinstance(draft.value, int):
        return Action.BUILD_SAME
    return find_build_action(draft.card, draft.taken, piles, draft.value)
