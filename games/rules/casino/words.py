"""What the moves of Casino bring, and why a side has its points."""

from typing import Final

from games.rules.cards import BIT, SUITS, cards_in
from games.rules.casino.points import LINES, MOST_LINES, SPADES, score_cards, score_deck
from games.rules.casino.state import CasinoState
from games.rules.casino.values import NUMBERS
from games.rules.explanation import Counts, Explanation
from games.rules.facts import Fact, make_fact
from games.rules.notation import Action, Move
from games.rules.scoring import ACES, TEN_OF_DIAMONDS, TWO_OF_SPADES, Reason
from games.rules.state import Kind
from games.rules.telling import (
    Unit,
    count_cards,
    describe_move,
    explain_groups,
    find_used,
    put_first,
    split_pile,
    split_units,
)

_POINT: Final = make_fact("card_points", count=1)
CARD_NOTES: Final = {
    "TD": (make_fact("card_points", count=2),),
    "2S": (_POINT,),
    **{f"A{suit}": (_POINT,) for suit in SUITS},
}
_POINT_CARDS = {
    "aces": ACES,
    "big_casino": TEN_OF_DIAMONDS,
    "little_casino": TWO_OF_SPADES,
}


def explain_move(state: CasinoState, move: Move) -> Explanation:
    """Return the move with its groups and what it brings; see `Variant.explain`."""
    if move.action is Action.CAPTURE:
        gains, points = _count_gains(move), _count_points(state, move)
        return explain_groups(move, _find_taken_groups(state, move), gains, points)
    if move.action in (Action.BUILD, Action.BUILD_SAME):
        return explain_groups(move, _find_built_groups(state, move))
    return describe_move(move)


def _find_taken_groups(state: CasinoState, move: Move) -> list[tuple[str, ...]]:
    piles = find_used(state, move)
    if not NUMBERS[move.card]:
        return [pile.cards for pile in piles]
    loose = [pile for pile in piles if pile.kind is Kind.LOOSE]
    units: list[Unit] = [(NUMBERS[pile.cards[0]], pile.cards) for pile in loose]
    groups = split_units(units, NUMBERS[move.card][0]) if units else []
    builds = [pile for pile in piles if pile.kind is not Kind.LOOSE]
    return groups + [group for pile in builds for group in split_pile(pile, NUMBERS)]


def _find_built_groups(state: CasinoState, move: Move) -> list[tuple[str, ...]]:
    """Return the groups of the new pile; a build that was raised is one with the card played."""
    assert isinstance(move.value, int)
    own: Unit = (NUMBERS[move.card], (move.card,))
    units: list[Unit] = []
    joined = []
    for pile in find_used(state, move):
        if pile.kind is Kind.LOOSE:
            units.append((NUMBERS[pile.cards[0]], pile.cards))
        elif pile.value == move.value:
            joined += split_pile(pile, NUMBERS)
        else:
            own = ((move.value,), (move.card, *pile.cards))
    return put_first(move.card, split_units([own, *units], move.value)) + joined


def _count_gains(move: Move) -> Counts:
    gains = [("cards", count_cards(move))]
    if spades := ((move.taken | BIT[move.card]) & SPADES).bit_count():
        gains.append(("spades", spades))
    return tuple(gains)


def _count_points(state: CasinoState, move: Move) -> Counts:
    """Return what a capture scores, a sweep included."""
    scored = score_cards(move.taken | BIT[move.card])
    if state.sweeps and all(pile.bits & move.taken for pile in state.table):
        return (*scored, ("sweeps", 1))
    return scored


def explain_score(state: CasinoState) -> tuple[Reason, ...]:
    """Return why each side has its points in this deck; see `Variant.explain_score`."""
    sheets = score_deck(state)
    return tuple(
        Reason(line, side, sheet[line], _explain_line(state, line, side))
        for line in LINES
        for side, sheet in enumerate(sheets)
        if sheet[line]
    )


def _explain_line(state: CasinoState, line: str, side: int) -> Fact | None:
    captured = state.captured[side]
    if line in _POINT_CARDS:
        return make_fact("cards_taken", cards=cards_in(captured & _POINT_CARDS[line]))
    if line in MOST_LINES:
        chosen = SPADES if line == "most_spades" else -1
        counts = [(cards & chosen).bit_count() for cards in state.captured]
        mine, theirs = counts[side], [*counts[:side], *counts[side + 1 :]]
        return make_fact(line, mine=mine, theirs=", ".join(map(str, theirs)), count=mine)
    if line != "sweeps":
        return make_fact("rivals_times_up")
    takers = [
        capture.cards[0] for capture in state.captures[side] if dict(capture.points).get("sweeps")
    ]
    return make_fact("swept_with", cards=tuple(takers)) if takers else None
