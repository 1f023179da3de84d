"""Why each side has its points: the sheet, a sentence for each thing that scored."""

from collections.abc import Iterator
from fractions import Fraction

from games.rules.cards import BIT, RANK_SETS, cards_in, name_face, set_of, show_card, show_cards
from games.rules.scoring import ACES, Points, Reason, name_times
from games.rules.state import Capture
from games.rules.trifecta.points import LINES, MOST, score_state
from games.rules.trifecta.state import TrifectaState
from games.rules.trifecta.values import WILD_BIT

_MANY = 3  # more taken cards than these are counted and not named
_MOST_OF = {"most_cards": "card", "most_spades": "spade", "most_diamonds": "diamond"}


def explain_score(state: TrifectaState) -> tuple[Reason, ...]:
    """Return what made both sheets, in the order of their lines; see `Variant.explain_score`."""
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
                words = _most_words(line, counts[side], counts[1 - side], sheet[line])
                found.append(Reason(line, side, sheet[line], words))
    return tuple(
        reason
        for line, _ in LINES
        for side, sheet in enumerate(sheets)
        for reason in _of_line(found, line, side, sheet[line])
    )


def _of_line(found: list[Reason], line: str, side: int, points: Points) -> Iterator[Reason]:
    """Yield one side's reasons of a line; what they leave open came with the position."""
    known: Points = 0
    for reason in found:
        if (reason.line, reason.side) == (line, side):
            known += reason.points
            yield reason
    if points != known:
        yield Reason(line, side, points - known, "")


def _explain_capture(state: TrifectaState, side: int, capture: Capture) -> Iterator[Reason]:
    cards = set_of(capture.cards)
    for line, points in capture.points:
        if line == "secret_cards":
            for owner, secret in enumerate(state.secrets):
                if BIT.get(secret or "", 0) & cards:
                    whose = "own" if owner == side else "the opponent’s"
                    words = f"{whose} secret card {_taken_words(capture, cards & BIT[str(secret)])}"
                    yield Reason(line, side, 1, words)
        else:
            yield Reason(line, side, points, _line_words(line, points, capture, cards))


def _line_words(line: str, points: int, capture: Capture, cards: int) -> str:
    if line == "ten_of_diamonds":
        return _taken_words(capture, BIT["TD"])
    if line == "two_of_spades":
        return _taken_words(capture, BIT["2S"])
    if line == "aces":
        return _taken_words(capture, cards & ACES)
    if line == "trifectas":
        return f"{show_cards(capture.cards)} in one capture"
    if line == "flush_trifectas":
        return f"{show_cards(capture.cards)} in one capture, all of one suit"
    if line == "builds":
        size = len(capture.cards)
        return f"{size} cards in one capture: {show_card(capture.cards[0])} took {size - 1}"
    return _kinds_words(cards, points)


def _taken_words(capture: Capture, scoring: int) -> str:
    """Return how these of its cards came with a capture.

    >>> _taken_words(Capture(("TC", "TD")), BIT["TD"])
    '10♦, taken with 10♣'
    """
    played, *others = capture.cards
    scored = show_cards(cards_in(scoring))
    if capture.leftover:
        return f"{scored}, left on the table for the last capture"
    if not scoring & BIT[played]:
        return f"{scored}, taken with {show_card(played)}"
    if scoring != BIT[played]:
        return f"{scored} in one capture"
    taken = show_cards(others) if len(others) <= _MANY else f"{len(others)} cards"
    return f"{scored}, which took {taken}"


def _kinds_words(cards: int, kinds: int) -> str:
    """Return which ranks a capture holds four of; the wild king may stand for one of them.

    >>> _kinds_words(set_of(["7S", "7H", "7D", "7C"]), 1)
    'four 7s in one capture'
    >>> _kinds_words(set_of(["7S", "7H", "7D", "KS"]), 1)
    'three 7s and the wild K♠ in one capture'
    """
    fours = [rank for rank, full in RANK_SETS.items() if cards & full == full]
    words = [f"four {_name_rank(rank)}" for rank in fours]
    if kinds > len(fours):
        threes = [
            rank
            for rank in "3456789"
            if (cards & RANK_SETS[rank]).bit_count() == 3 and cards & WILD_BIT
        ]
        of_rank = f"three {_name_rank(threes[0])}" if len(threes) == 1 else "three of a kind"
        words.append(f"{of_rank} and the wild K♠")
    return f"{' and '.join(words)} in one capture"


def _name_rank(rank: str) -> str:
    return f"{name_face(rank)}s" if rank in "AJQK" else f"{show_card(rank + 'S')[:-1]}s"


def _explain_violations(state: TrifectaState, side: int) -> Iterator[Reason]:
    points = dict(state.sheet[side]).get("penalties", 0)
    if points:
        words = f"the opponent’s time ran out {name_times(points)}"
        yield Reason("penalties", side, points, words)


def _most_words(line: str, mine: int, theirs: int, points: Points) -> str:
    if isinstance(points, Fraction):
        return f"{mine} {_MOST_OF[line]}s each, half a point each"
    plural = "" if mine == 1 else "s"
    return f"{mine} {_MOST_OF[line]}{plural} to {theirs}"
