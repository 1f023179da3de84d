"""Special moves, which the archive can search for."""

from collections.abc import Iterator
from typing import Final

from games.rules.cards import BIT, RANK_SETS
from games.rules.notation import Action, Move
from games.rules.state import Kind
from games.rules.telling import find_used
from games.rules.trifecta.points import read_wild_in
from games.rules.trifecta.state import TrifectaState
from games.rules.trifecta.values import NUMBERS, WILD_BIT

KINDS: Final = (
    "flush_trifecta",
    "five_of_a_kind",
    "big_capture",
    "stolen_build",
    "subtraction_made",
    "subtraction_captured",
)
"""The kinds of highlights, in the order in which a move names them."""

BIG_CAPTURE_POINTS: Final = 3
"""The points for the size of a capture of seven cards by number (clause 5.4)."""

_BUILDS: Final = (Kind.SINGLE, Kind.FIXED, Kind.FACE)


def find_highlights(before: TrifectaState, move: Move, after: TrifectaState) -> tuple[str, ...]:
    """Return the kinds of highlights of a move that was played."""
    if move.action is Action.SUBTRACTION:
        return ("subtraction_made",)
    return tuple(_of_capture(before, move, after)) if move.action is Action.CAPTURE else ()


def _of_capture(before: TrifectaState, move: Move, after: TrifectaState) -> Iterator[str]:
    seat = before.to_move
    assert seat is not None
    # Not the last capture: the cards left over at the end come after it.
    points = dict(after.captures[seat][len(before.captures[seat])].points)
    taken = find_used(before, move)
    if "flush_trifectas" in points:
        yield "flush_trifecta"
    if _is_five_of_a_kind(move):
        yield "five_of_a_kind"
    if points.get("builds", 0) >= BIG_CAPTURE_POINTS:
        yield "big_capture"
    if any(pile.kind in _BUILDS and pile.owner not in (None, seat) for pile in taken):
        yield "stolen_build"
    if any(pile.kind is Kind.SUBTRACTION for pile in taken):
        yield "subtraction_captured"


def _is_five_of_a_kind(move: Move) -> bool:
    """Tell whether all four cards of the wild king's number were captured with it (5.5)."""
    cards = move.taken | BIT[move.card]
    if not cards & WILD_BIT or (move.value is None and move.card[0] in "KQJ"):
        return False
    number = move.value if isinstance(move.value, int) else NUMBERS[move.card][0]
    wild = read_wild_in(cards, number)
    rank = RANK_SETS["A23456789"[wild - 1]]
    return wild > 0 and cards & rank == rank
