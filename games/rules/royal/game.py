"""The variant `royal`: its numbers, and where its rules are."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.building import BuildingGame
from games.rules.cards import PACK, set_of
from games.rules.documents import (
    COMMON_KEYS,
    check_to_move,
    count_penalties,
    read_cards,
    read_sheets,
    read_violations,
    write_cards,
)
from games.rules.errors import InvalidPosition
from games.rules.explanation import Explanation
from games.rules.facts import Fact, make_fact
from games.rules.holding import Numbers
from games.rules.notation import Action, Move
from games.rules.position import Reader, check_number
from games.rules.royal import checking
from games.rules.royal.groups import find_groups
from games.rules.royal.values import NUMBERS, TOP
from games.rules.scoring import ScoreLine
from games.rules.state import TableState
from games.rules.telling import explain_groups
from games.rules.variant import Outcome


class Royal(BuildingGame[TableState]):
    """Royal Cassino, the rules of docs/rules/royal.md."""

    name: ClassVar[str] = "royal"
    title: ClassVar[str] = "Royal Cassino"
    seats: ClassVar[tuple[int, int]] = (2, 2)
    numbers: ClassVar[Numbers] = NUMBERS
    top: ClassVar[int] = TOP
    adds_builds: ClassVar[bool] = True
    scoring: ClassVar[tuple[ScoreLine, ...]] = (ScoreLine("cards", PACK, 1),)
    counted: ClassVar[Mapping[str, int]] = {"cards": set_of(PACK)}
    deal_options: ClassVar[tuple[str, ...]] = ("starter",)
    keys: ClassVar[frozenset[str]] = COMMON_KEYS | {"starter"}

    def explain(self, state: TableState, move: Move) -> Explanation:
        """Return the move with its groups and what it brings; see `Variant.explain`."""
        if move.action is Action.DROP:
            return self.describe(move)
        gains = self._count_gains(move) if move.action is Action.CAPTURE else ()
        return explain_groups(move, find_groups(state, move, self.numbers), gains)

    def _find_number_clause(self, card: str, numbers: Sequence[int]) -> str:
        return "2.3" if card[0] == "A" else super()._find_number_clause(card, numbers)

    def _explain_line(self, state: TableState, line: str, side: int) -> Fact:
        if line == "cards":
            return make_fact("cards_captured", count=state.captured[side].bit_count())
        return make_fact("times_up", count=dict(state.sheet[side])["penalties"])

    def _deal(self, deck: tuple[str, ...], players: int, options: Mapping[str, Any]) -> TableState:
        """Deal the first round (1.2)."""
        state = TableState(
            hands=((), ()),
            stock=deck,
            to_move=0,
            violations=(0, 0),
            table=(),
            captured=(0, 0),
            captures=((), ()),
            sheet=((), ()),
            starter=check_number(options.get("starter", 0), "starter", 0, 1),
        )
        return self._deal_deck(state, deck)

    def _read(self, reader: Reader) -> TableState:
        cards = read_cards(reader, self, self.numbers, self.top, sides=2)
        violations = read_violations(reader, 2, self.max_violations)
        if min(violations) == self.max_violations:
            raise InvalidPosition("both_forfeit")
        penalties = count_penalties(violations, 2, self.max_violations - 1)
        state = TableState(
            **cards,
            violations=violations,
            resigned=reader.read_number_or_null("resigned", 0, 1),
            sheet=read_sheets(reader, frozenset(self.other_lines), penalties),
            starter=reader.read_number("starter", 0, 1, 0),
        )
        settled = self._find_turn(state, cards["to_move"])
        if state.resigned is not None or max(violations) == self.max_violations:
            settled = replace(settled, to_move=None)
        check_to_move(reader, settled)
        return settled

    def _write(self, state: TableState) -> dict[str, Any]:
        return write_cards(state, self.name) | {"starter": state.starter}

    _refuse_capture = staticmethod(checking.refuse_capture)
    _find_build_action = staticmethod(checking.find_build_action)

    def _end_deck(self, state: TableState) -> TableState:
        """Leave the game as it is, over (5.2)."""
        return state

    def _decide(self, state: TableState) -> Outcome:
        """Return the winner of a game that was played out, and the reason (5.3)."""
        first, second = self.totals(state)
        if first == second:
            return (), "draw"
        return ((0,) if first > second else (1,)), "score"
