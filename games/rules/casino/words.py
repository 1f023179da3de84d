"""Moves of Casino in full, and why a side has its points."""

from collections.abc import Iterator
from typing import Final

from games.rules.cards import BIT, SUITS, cards_in, show_card, show_cards
from games.rules.casino.points import LINES, SPADES, score_cards, score_deck
from games.rules.casino.state import CasinoState
from games.rules.casino.values import NUMBERS
from games.rules.notation import Action, Move
from games.rules.scoring import ACES, TEN_OF_DIAMONDS, TWO_OF_SPADES, Reason
from games.rules.state import Kind
from games.rules.telling import (
    Unit,
    count_cards,
    describe_move,
    find_used,
    put_first,
    split_pile,
    split_units,
    tell_groups,
)

CARD_NOTES: Final = {
    "TD": "2 points",
    "2S": "1 point",
    **{f"A{suit}": "1 point" for suit in SUITS},
}
_POINT_WORDS = {"aces": "ace", "big_casino": "10♦", "little_casino": "2♠", "sweeps": "sweep"}
_POINT_CARDS = {
    "aces": ACES,
    "big_casino": TEN_OF_DIAMONDS,
    "little_casino": TWO_OF_SPADES,
}


def explain_move(state: CasinoState, move: Move) -> str:
    """Return the move with its groups and what it brings; see `Variant.explain`."""
    if move.action is Action.CAPTURE:
        return f"{tell_groups(move, _find_taken_groups(state, move))}: {_tell_gains(state, move)}"
    if move.action in (Action.BUILD, Action.BUILD_SAME):
        return tell_groups(move, _find_built_groups(state, move))
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


def _tell_gains(state: CasinoState, move: Move) -> str:
    cards = move.taken | BIT[move.card]
    gains = count_cards(move)
    if spades := (cards & SPADES).bit_count():
        gains += f", {_count(spades, 'spade')}"
    scored = [(_POINT_WORDS[line], points) for line, points in score_cards(cards)]
    if state.sweeps and all(pile.bits & move.taken for pile in state.table):
        scored.append(("sweep", 1))
    if not scored:
        return gains
    total = _count(sum(points for _, points in scored), "point")
    if len(scored) == 1:
        return f"{gains}; {total} ({scored[0][0]})"
    return f"{gains}; {total} ({', '.join(f'{word} {points}' for word, points in scored)})"


def explain_score(state: CasinoState) -> tuple[Reason, ...]:
    """Return why each side has its points in this deck; see `Variant.explain_score`."""
    sheets = score_deck(state)
    return tuple(
        Reason(line, side, sheet[line], words)
        for line, _ in LINES
        for side, sheet in enumerate(sheets)
        if sheet[line]
        for words in _explain_line(state, line, side)
    )


def _explain_line(state: CasinoState, line: str, side: int) -> Iterator[str]:
    captured = state.captured[side]
    if line in _POINT_CARDS:
        yield show_cards(cards_in(captured & _POINT_CARDS[line]))
    elif line in ("most_cards", "most_spades"):
        chosen, word = (SPADES, "spade") if line == "most_spades" else (-1, "card")
        counts = [(cards & chosen).bit_count() for cards in state.captured]
        others = ", ".join(str(count) for other, count in enumerate(counts) if other != side)
        yield f"{_count(counts[side], word)} to {others}"
    elif line == "sweeps":
        takers = [
            show_card(capture.cards[0])
            for capture in state.captures[side]
            if dict(capture.points).get("sweeps")
        ]
        yield f"the table emptied with {show_cards(takers)}" if takers else ""
    else:
        yield "the others’ time ran out"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
