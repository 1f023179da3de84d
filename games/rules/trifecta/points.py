"""The points of Trifecta (clauses 5.1 to 5.9)."""

from collections.abc import Sequence
from typing import Final

from games.rules.cards import BIT, PACK, RANK_SETS, SUIT_SETS, cards_in, set_of
from games.rules.scoring import ACES, TEN_OF_DIAMONDS, TWO_OF_SPADES, Points, Sheet, award_most
from games.rules.trifecta.state import TrifectaState
from games.rules.trifecta.values import FACE_SETS, NUMBERS, WILD_BIT, read_wild

SPADES: Final = SUIT_SETS["S"]
DIAMONDS: Final = SUIT_SETS["D"]

LINES: Final = (
    "ten_of_diamonds",
    "two_of_spades",
    "aces",
    "trifectas",
    "flush_trifectas",
    "secret_cards",
    "builds",
    "four_of_a_kind",
    "penalties",
    "most_cards",
    "most_spades",
    "most_diamonds",
)
"""The lines of the point sheet, in order."""

KEPT_LINES: Final = frozenset(
    ("trifectas", "flush_trifectas", "builds", "four_of_a_kind", "penalties")
)
"""The lines that cannot be counted again from the captured cards."""

MAX_PENALTIES: Final = 4
"""The violations that cost a point; the next one forfeits (clause 6.3)."""

_POINT_CARDS: Final = TEN_OF_DIAMONDS | TWO_OF_SPADES | ACES
MOST: Final = (("most_cards", set_of(PACK)), ("most_spades", SPADES), ("most_diamonds", DIAMONDS))
"""The lines for having the most, each with the set of the cards that count."""

_FLUSHES: Final = frozenset(BIT["K" + suit] | BIT["Q" + suit] | BIT["J" + suit] for suit in "SHDC")
_SPADE_PLACES: Final = sum(BIT[rank + "S"] for rank in RANK_SETS)


def score_capture(card: str, number: int | None, taken: int) -> Sheet:
    """Return the lines that a capture scores by its form, with the card played as `number`.

    If `number` is None, the card is a face or has only one number. Clause 5.2 is about trifectas
    and flush trifectas, 5.4 about the number of cards, 5.5 about four of a kind.
    """
    cards = taken | BIT[card]
    if number is None and card[0] in "KQJ":
        return _score_faces(card, cards)
    size = cards.bit_count()
    if size < 4:
        return ()
    if number is None:
        number = NUMBERS[card][0]
    points: list[tuple[str, int]] = []
    if size > 4:
        points.append(("builds", size - 4))
    kinds = _count_kinds(cards, number)
    if kinds:
        points.append(("four_of_a_kind", kinds))
    return tuple(points)


def _score_faces(card: str, cards: int) -> Sheet:
    if cards & ~FACE_SETS[card[0]]:
        return (("flush_trifectas", 2),) if cards in _FLUSHES else (("trifectas", 1),)
    size = cards.bit_count()
    if size == 4:
        return ("four_of_a_kind", 1), ("trifectas", 1)
    return (("trifectas", 1),) if size == 3 else ()


def _count_kinds(cards: int, number: int) -> int:
    """Count the ranks of which a capture by number holds four cards, or five with the wild king.

    The wild king counts as the number that it stands for (clause 5.5).
    """
    wild = read_wild_in(cards, number)
    cards &= ~WILD_BIT
    fours = cards & cards >> 1 & cards >> 2 & cards >> 3 & _SPADE_PLACES
    kinds = fours.bit_count()
    if wild:
        rank_set = RANK_SETS["A23456789"[wild - 1]]
        if (cards & rank_set).bit_count() == 3:
            kinds += 1
    return kinds


def read_wild_in(cards: int, number: int) -> int:
    """Return what the wild king stands for in a capture by that number; 0 if it is not there."""
    if not cards & WILD_BIT:
        return 0
    others = sum(NUMBERS[card][0] for card in cards_in(cards ^ WILD_BIT))
    return read_wild(others, number) or 0


def score_cards(captured: int, secrets: Sequence[str | None]) -> dict[str, int]:
    """Return the points of the cards themselves, if there are any: clauses 5.1 and 5.3."""
    points = {}
    if captured & _POINT_CARDS:
        points["ten_of_diamonds"] = 2 if captured & TEN_OF_DIAMONDS else 0
        points["two_of_spades"] = 1 if captured & TWO_OF_SPADES else 0
        points["aces"] = (captured & ACES).bit_count()
    for card in secrets:
        if card in BIT and captured & BIT[card]:
            points["secret_cards"] = points.get("secret_cards", 0) + 1
    return points


def score_state(state: TrifectaState) -> list[dict[str, Points]]:
    """Return both point sheets; the lines for the most count once all cards are played."""
    sheets: list[dict[str, Points]] = []
    for side, captured in enumerate(state.captured):
        sheet: dict[str, Points] = dict.fromkeys(LINES, 0)
        sheet.update(score_cards(captured, state.secrets))
        sheet.update(state.sheet[side])
        sheets.append(sheet)
    if is_played_out(state):
        for line, chosen in MOST:
            counts = [(captured & chosen).bit_count() for captured in state.captured]
            awarded = award_most(counts, 1, share_tie=line == "most_cards")
            for sheet, points in zip(sheets, awarded, strict=True):
                sheet[line] = points
    for sheet in sheets:
        sheet["total"] = sum(sheet.values())
    return sheets


def is_played_out(state: TrifectaState) -> bool:
    """Tell whether the game was played to its end, not ended by quitting or the clock."""
    return (
        state.to_move is None and state.resigned is None and max(state.violations) <= MAX_PENALTIES
    )


def decide_winner(state: TrifectaState) -> tuple[tuple[int, ...], str]:
    """Return the winner of a game that was played out, and the reason (clause 5.9)."""
    first, second = (sheet["total"] for sheet in score_state(state))
    if first != second:
        return ((0,) if first > second else (1,)), "score"
    for side, captured in enumerate(state.captured):
        if captured & BIT["AS"]:
            return (side,), "ace_of_spades"
    return (), "draw"
