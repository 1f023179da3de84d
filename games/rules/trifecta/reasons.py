"""Why each side has its points: the sheet, with the cause of everything that scored."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from games.rules.cards import BIT, RANK_SETS, cards_in, set_of
from games.rules.facts import Fact, make_fact
from games.rules.scoring import ACES, TEN_OF_DIAMONDS, TWO_OF_SPADES, Points, Reason
from games.rules.state import Capture
from games.rules.trifecta.points import LINES, MOST, score_state
from games.rules.trifecta.state import TrifectaState
from games.rules.trifecta.values import WILD, WILD_BIT

_MANY = 3  # more taken cards than these are counted, not named
_SCORING: Final = {
    "ten_of_diamonds": TEN_OF_DIAMONDS,
    "two_of_spades": TWO_OF_SPADES,
    "aces": ACES,
}
"""The cards that score on a line."""


def explain_score(state: TrifectaState) -> tuple[Reason, ...]:
    """Return the causes of both sheets in the order of their lines; see `Variant.explain_score`."""
    sheets = score_state(state)
    found: list[Reason] = []
    for side, captures in enumerate(state.captures):
        for capture in captures:
            found += _explain_capture(state, side, capture)
        found += _explain_violations(state, side)
    for line, chosen in MOST:
        counts = [(captured & chosen).bit_count() for captured in state.captured]
        for side, sheet in enumerate(sheets):
            if sheet[line]:
                cause = _explain_most(line, counts[side], counts[1 - side], sheet[line])
                found.append(Reason(line, side, sheet[line], cause))
    return tuple(
        reason
        for line in LINES
        for side, sheet in enumerate(sheets)
        for reason in _of_line(found, line, side, sheet[line])
    )


def _of_line(found: list[Reason], line: str, side: int, points: Points) -> Iterator[Reason]:
    """Yield one side's reasons for a line; points beyond them came with the position."""
    known: Points = 0
    for reason in found:
        if (reason.line, reason.side) == (line, side):
            known += reason.points
            yield reason
    if points != known:
        yield Reason(line, side, points - known, None)


def _explain_capture(state: TrifectaState, side: int, capture: Capture) -> Iterator[Reason]:
    cards = set_of(capture.cards)
    for line, points in capture.points:
        if line == "secret_cards":
            for owner, secret in enumerate(state.secrets):
                if BIT.get(secret or "", 0) & cards:
                    code = "own_secret_card" if owner == side else "rivals_secret_card"
                    how = _explain_taking(capture, BIT[str(secret)])
                    yield Reason(line, side, 1, make_fact(code, how=how))
        elif line == "four_of_a_kind":
            for cause in _explain_kinds(cards, points):
                yield Reason(line, side, 1, cause)
        else:
            yield Reason(line, side, points, _explain_line(line, capture, cards))


def _explain_line(line: str, capture: Capture, cards: int) -> Fact:
    if line == "trifectas":
        return make_fact("in_one_capture", cards=capture.cards)
    if line == "flush_trifectas":
        return make_fact("in_one_capture_of_a_suit", cards=capture.cards)
    if line == "builds":
        size = len(capture.cards)
        return make_fact("big_capture", count=size, card=capture.cards[0], taken=size - 1)
    return _explain_taking(capture, cards & _SCORING[line])


def _explain_taking(capture: Capture, scoring: int) -> Fact:
    """Return how the scoring cards came with a capture.

    >>> str(_explain_taking(Capture(("TC", "TD")), BIT["TD"]))
    '10♦, taken with 10♣'
    """
    played, *others = capture.cards
    scored = cards_in(scoring)
    if capture.leftover:
        return make_fact("left_over", cards=scored)
    if not scoring & BIT[played]:
        return make_fact("taken_with", cards=scored, card=played)
    if scoring != BIT[played]:
        return make_fact("in_one_capture", cards=scored)
    if len(others) > _MANY:
        return make_fact("which_took_many", card=played, count=len(others))
    return make_fact("which_took", card=played, cards=tuple(others))


def _explain_kinds(cards: int, kinds: int) -> Iterator[Fact]:
    """Yield the ranks of which a capture holds four; the wild king may stand for one card.

    >>> [str(fact) for fact in _explain_kinds(set_of(["7S", "7H", "7D", "7C"]), 1)]
    ['four 7s in one capture']
    >>> [str(fact) for fact in _explain_kinds(set_of(["7S", "7H", "7D", "KS"]), 1)]
    ['three 7s and the wild K♠ in one capture']
    """
    fours = [rank for rank, full in RANK_SETS.items() if cards & full == full]
    for rank in fours:
        yield make_fact("four_of_a_rank", faces=rank)
    if kinds > len(fours):
        threes = [
            rank
            for rank in "3456789"
            if (cards & RANK_SETS[rank]).bit_count() == 3 and cards & WILD_BIT
        ]
        if len(threes) == 1:
            yield make_fact("three_and_the_wild_king", faces=threes[0], card=WILD)
        else:
            yield make_fact("three_of_a_kind_and_the_wild_king", card=WILD)


def _explain_violations(state: TrifectaState, side: int) -> Iterator[Reason]:
    points = dict(state.sheet[side]).get("penalties", 0)
    if points:
        yield Reason("penalties", side, points, make_fact("times_up", count=points))


def _explain_most(line: str, mine: int, theirs: int, points: Points) -> Fact:
    if isinstance(points, Fraction):
        return make_fact("most_cards_tied", count=mine)
    return make_fact(line, mine=mine, theirs=theirs, count=mine)
