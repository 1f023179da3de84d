"""The points of Casino, and how a game is won (clauses 5.1 to 5.5)."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.rules.cards import BIT, SUIT_SETS
from games.rules.casino.state import CasinoState
from games.rules.scoring import ACES, TEN_OF_DIAMONDS, TWO_OF_SPADES, Points, Sheet, award_most
from games.rules.turns import is_played_out

SPADES: Final = SUIT_SETS["S"]

LINES: Final = (
    "most_cards",
    "most_spades",
    "big_casino",
    "little_casino",
    "aces",
    "sweeps",
    "penalties",
)
"""The lines of the point sheet, in order."""

MOST_LINES: Final = ("most_cards", "most_spades")

KEPT_LINES: Final = frozenset(("sweeps", "penalties"))
"""The lines that cannot be counted again from the captured cards."""

MAX_PENALTIES: Final = 4
"""The violations that cost a point; the next one forfeits (clause 6.3)."""

_ACES_IN_ORDER: Final = (BIT["AS"], BIT["AC"], BIT["AH"], BIT["AD"])


def score_cards(cards: int) -> Sheet:
    """Return the lines on which captured cards score by themselves (5.1)."""
    lines = (
        ("aces", (cards & ACES).bit_count()),
        ("big_casino", 2 if cards & TEN_OF_DIAMONDS else 0),
        ("little_casino", 1 if cards & TWO_OF_SPADES else 0),
    )
    return tuple((line, points) for line, points in lines if points)


def score_deck(state: CasinoState) -> list[dict[str, Points]]:
    """Return the sheets of this deck; most cards and spades count once it is played out."""
    sheets: list[dict[str, Points]] = []
    for side, captured in enumerate(state.captured):
        sheet: dict[str, Points] = dict.fromkeys(LINES, 0)
        sheet.update(score_cards(captured))
        sheet.update(state.sheet[side])
        sheets.append(sheet)
    if is_played_out(state):
        for line, points, counts in _count_most(state):
            for sheet, awarded in zip(sheets, award_most(counts, points), strict=True):
                sheet[line] = awarded
    for sheet in sheets:
        sheet["total"] = sum(sheet.values())
    return sheets


def _count_most(state: CasinoState) -> Iterator[tuple[str, int, list[int]]]:
    yield "most_cards", 3, [captured.bit_count() for captured in state.captured]
    yield "most_spades", 1, [(captured & SPADES).bit_count() for captured in state.captured]


def total_match(state: CasinoState) -> list[int]:
    """Return the points of each side in the whole game so far."""
    return [
        before + int(sheet["total"])
        for before, sheet in zip(state.match_scores, score_deck(state), strict=True)
    ]


def decide_match(state: CasinoState) -> tuple[tuple[int, ...], str] | None:
    """Return the winners after a deck, with the reason, or None if another one follows (5.4)."""
    if state.count_out and state.target is not None:
        return _count_out(state, state.target)
    totals = total_match(state)
    leaders = _find_leaders(state, totals)
    if state.target is None:
        if leaders != state.staying:
            return leaders, "score"
        # A draw has no winners, unless others have lost by dropping out.
        return leaders if state.out else (), "draw"
    if len(leaders) > 1 or totals[leaders[0]] < state.target:
        return None
    return leaders, "score"


def _find_leaders(state: CasinoState, totals: Sequence[int]) -> tuple[int, ...]:
    best = max(totals[side] for side in state.staying)
    return tuple(side for side in state.staying if totals[side] == best)


def _count_out(state: CasinoState, target: int) -> tuple[tuple[int, ...], str] | None:
    """Count the points in order; the first side to reach the target and lead alone wins (5.5)."""
    totals = list(state.match_scores)
    for points in _points_in_order(state):
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        leaders = _find_leaders(state, totals)
        if len(leaders) == 1 and totals[leaders[0]] >= target:
            return leaders, "count_out"
    return None


def _points_in_order(state: CasinoState) -> Iterator[list[int]]:
    sheets = score_deck(state)
    for line in ("penalties", "most_cards", "most_spades", "big_casino", "little_casino"):
        yield [int(sheet[line]) for sheet in sheets]
    for ace in _ACES_IN_ORDER:
        yield [1 if captured & ace else 0 for captured in state.captured]
    yield [int(sheet["sweeps"]) for sheet in sheets]
