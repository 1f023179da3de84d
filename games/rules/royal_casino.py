"""Royal Casino to 21: Casino in which face cards have numbers, and an ace is 1 or 14."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.casino import Casino
from games.rules.casino.state import CasinoState
from games.rules.explanation import Explanation
from games.rules.fishing import CardMarks
from games.rules.holding import Numbers
from games.rules.notation import Move
from games.rules.options import Option
from games.rules.royal.values import NUMBERS
from games.rules.telling import describe_move

_HIGH_NUMBERS = {**NUMBERS, "2S": (2, 15), "TD": (10, 16)}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoyalCasinoState(CasinoState):
    """A game of Royal Casino. With `high_casinos` the 2♠ is also 15, and the 10♦ also 16."""

    high_casinos: bool


class RoyalCasino(Casino):
    """Royal Casino to 21, the rules of docs/rules/royal_casino.md."""

    name = "royal_casino"
    title = "Royal Casino to 21"
    numbers = NUMBERS
    top = 14
    options = (*Casino.options, Option("high_casinos", (False, True)))
    state = RoyalCasinoState
    keys = Casino.keys | {"high_casinos"}

    def numbers_in(self, state: CasinoState) -> Numbers:
        """Return the numbers of the cards, those of high casinos included (2.4)."""
        assert isinstance(state, RoyalCasinoState)
        return _HIGH_NUMBERS if state.high_casinos else self.numbers

    def describe(self, move: Move) -> Explanation:
        """Return what a move does; the high numbers are read where the move is worth so much."""
        return describe_move(move, _HIGH_NUMBERS)

    def top_in(self, state: CasinoState) -> int:
        """Return the highest value of a build (3.2)."""
        assert isinstance(state, RoyalCasinoState)
        return 16 if state.high_casinos else self.top

    def marks_in(self, state: CasinoState) -> CardMarks:
        """Return what is special about the cards; see `FishingGame.marks_in`."""
        assert isinstance(state, RoyalCasinoState)
        return _HIGH_MARKS if state.high_casinos else self.marks

    def _find_number_clause(self, card: str, numbers: Sequence[int]) -> str:
        if len(numbers) == 1:
            return super()._find_number_clause(card, numbers)
        return "2.3" if card[0] == "A" else "2.4"


_HIGH_MARKS = RoyalCasino.mark_cards(_HIGH_NUMBERS)
