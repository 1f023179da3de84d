"""From what a player has selected to the moves it may mean, in the games with builds.

Their rules texts have the same numbers for the clauses named here: 1.5 a turn, 4.1 trailing, 4.4
building, 4.5 and 4.8 the cards to keep, 4.9 everything else.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from games.rules import holding
from games.rules.cards import BIT
from games.rules.combinations import can_add_up
from games.rules.errors import IllegalMove
from games.rules.holding import Numbers
from games.rules.notation import Action, Move
from games.rules.state import Kind, Pile, TableState

ACTIONS: Final = ("build", "build_same", "capture", "drop")

Check = Callable[[Move], Move]
_BUILDS: Final = (Action.BUILD, Action.BUILD_SAME)


def compose_moves(
    state: TableState,
    action: str,
    card: str | None,
    keys: Sequence[str],
    *,
    numbers: Numbers,
    top: int,
    check: Check,
) -> tuple[Move, ...]:
    """Return the legal moves with this card and exactly these piles; see `Variant.compose`."""
    if action not in ACTIONS:
        raise IllegalMove("no_such_action" if action else "no_action", "4.9")
    if not card:
        raise IllegalMove("no_hand_card", "1.5")
    wanted = Action(action)
    piles = _find_selected(state, keys)
    taken = sum(pile.bits for pile in piles)
    if wanted is Action.DROP or not taken or card not in BIT:
        return (check(Move(wanted, card, taken, 1 if wanted in _BUILDS else None)),)
    drafts = [Move(wanted, card, taken, value) for value in range(1, top + 1)]
    if wanted is Action.CAPTURE:
        readings = numbers[card] if len(numbers[card]) > 1 else (None,)
        drafts = [Move(wanted, card, taken, reading) for reading in readings]
    found, refusals = try_drafts(drafts, check)
    fitting = [move for move in found if move.action is wanted]
    if fitting:
        return tuple(fitting)
    if wanted is Action.CAPTURE:
        raise choose_refusal(refusals, piles)
    raise _refuse_build(wanted, piles, numbers, found, refusals, top)


def try_drafts(
    drafts: Iterable[Move], check: Check
) -> tuple[list[Move], list[tuple[Move, IllegalMove]]]:
    """Return the legal moves among the drafts, each once, and the refusals of the others."""
    found: list[Move] = []
    refusals: list[tuple[Move, IllegalMove]] = []
    for draft in drafts:
        try:
            move = check(draft)
        except IllegalMove as refusal:
            refusals.append((draft, refusal.without_frames()))
            continue
        if move not in found:
            found.append(move)
    return found, refusals


def choose_refusal(
    refusals: Sequence[tuple[Move, IllegalMove]], piles: Sequence[Pile]
) -> IllegalMove:
    """Return why no reading of a card takes the piles.

    That is of the last reading, unless another one takes a build among them.
    """
    values = {pile.value for pile in piles if pile.value is not None}
    told = [refusal for draft, refusal in refusals if draft.value in values]
    return told[-1] if told else refusals[-1][1]


def _find_selected(state: TableState, keys: Sequence[str]) -> list[Pile]:
    piles = {pile.key: pile for pile in state.table}
    if any(key not in piles for key in keys):
        raise IllegalMove("table_changed", "4.9")
    return [piles[key] for key in dict.fromkeys(keys)]


def _refuse_build(
    wanted: Action,
    piles: Sequence[Pile],
    numbers: Numbers,
    found: Sequence[Move],
    refusals: Sequence[tuple[Move, IllegalMove]],
    top: int,
) -> IllegalMove:
    """Return the most useful reason why the cards make no build of the wanted form."""
    for draft, refusal in reversed(refusals):
        is_single = _is_single(draft, piles, numbers)
        if refusal.code in holding.REFUSALS and is_single is (wanted is Action.BUILD):
            return refusal
    if found and wanted is Action.BUILD:
        return IllegalMove("several_groups_multiple", "4.4")
    if found:
        return IllegalMove("one_group", "4.4")
    usual = {"no_groups_of", *holding.REFUSALS}
    others = [refusal for _, refusal in refusals if refusal.code not in usual]
    if others:
        return others[-1]
    draft, _ = refusals[0]
    cards = (draft.card, *draft.cards)
    if wanted is Action.BUILD:
        return IllegalMove("no_single_build", "4.4", cards=cards, top=top)
    return IllegalMove("no_equal_groups", "4.4", cards=cards)


def _is_single(draft: Move, piles: Sequence[Pile], numbers: Numbers) -> bool:
    """Tell whether the parts of a pile make one group of its value."""
    units: list[Sequence[int]] = [numbers[draft.card] or (0,)]
    for pile in piles:
        if pile.kind is Kind.FIXED:
            return False
        loose = numbers[pile.cards[0]] or (0,)
        units.append((pile.value,) if isinstance(pile.value, int) else loose)
    assert isinstance(draft.value, int)
    return can_add_up(units, draft.value)
