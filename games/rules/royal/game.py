"""The variant `royal`: its numbers, and where its rules are."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.building import BuildingGame
from games.rules.errors import InvalidPosition
from games.rules.explanation import Explanation
from games.rules.facts import Fact
from games.rules.holding import Numbers
from games.rules.listing import Table
from games.rules.notation import Move
from games.rules.position import Reader, check_number
from games.rules.royal import playing, positions, words
from games.rules.royal.checking import check_move
from games.rules.royal.listing import RoyalTable
from games.rules.royal.values import NUMBERS, TOP
from games.rules.scoring import Points, Reason, add_lines
from games.rules.state import TableState
from games.rules.turns import count_rounds, deal_deck
from games.rules.variant import Outcome


class Royal(BuildingGame[TableState]):
    """Royal Cassino, the rules of docs/rules/royal.md."""

    name: ClassVar[str] = "royal"
    title: ClassVar[str] = "Royal Cassino"
    seats: ClassVar[tuple[int, int]] = (2, 2)
    rounds: ClassVar[int] = count_rounds(2)
    max_violations: ClassVar[int] = positions.MAX_PENALTIES + 1
    lines: ClassVar[tuple[str, ...]] = ("cards", "penalties")
    keys: ClassVar[frozenset[str]] = positions.KEYS
    card_notes: ClassVar[Mapping[str, tuple[Fact, ...]]] = words.CARD_NOTES
    card_badges: ClassVar[Mapping[str, str]] = words.CARD_BADGES
    numbers: ClassVar[Numbers] = NUMBERS
    top: ClassVar[int] = TOP
    table: ClassVar[type[Table]] = RoyalTable

    def scores(self, state: TableState) -> list[dict[str, Points]]:
        """Return both sheets: a point for each captured card (5.1)."""
        sheets: list[dict[str, Points]] = []
        for captured, kept in zip(state.captured, state.sheet, strict=True):
            cards, penalties = captured.bit_count(), dict(kept).get("penalties", 0)
            sheets.append({"cards": cards, "penalties": penalties, "total": cards + penalties})
        return sheets

    def explain_score(self, state: TableState) -> tuple[Reason, ...]:
        """Return why each side has its points; see `Variant.explain_score`."""
        return words.explain_score(state)

    def explain(self, state: TableState, move: Move) -> Explanation:
        """Return the move with its groups and what it brings; see `Variant.explain`."""
        return words.explain_move(state, move)

    def counts(self, state: TableState, side: int) -> Mapping[str, int]:
        """Return how many cards a side has captured."""
        return {"cards": state.captured[side].bit_count()}

    def card_points(self, state: TableState, card: str) -> int:
        """Return the one point that every card is worth (5.1)."""
        return 1

    def _deal(self, deck: tuple[str, ...], players: int, options: Mapping[str, Any]) -> TableState:
        """Deal the first round (1.2)."""
        for option in options:
            if option != "starter":
                raise InvalidPosition("unknown_option_of", title=self.title, option=option)
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
        return deal_deck(state, deck)

    def _read(self, reader: Reader) -> TableState:
        return positions.read_position(reader)

    def _write(self, state: TableState) -> dict[str, Any]:
        return positions.write_position(state, self.name)

    _check = staticmethod(check_move)
    _play = staticmethod(playing.play_move)

    def _penalise(self, state: TableState, seat: int) -> TableState:
        sheets = list(state.sheet)
        sheets[1 - seat] = add_lines(sheets[1 - seat], [("penalties", 1)])
        return replace(state, sheet=tuple(sheets))

    def _decide(self, state: TableState) -> Outcome:
        """Return the winner of a game that was played out, and the reason (5.3)."""
        first, second = self.totals(state)
        if first == second:
            return (), "draw"
        return ((0,) if first > second else (1,)), "score"
