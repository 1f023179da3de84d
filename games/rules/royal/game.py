"""The variant `royal`: its numbers, and where its rules are."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.cards import PACK
from games.rules.composing import ACTIONS, compose_moves
from games.rules.errors import InvalidPosition
from games.rules.notation import Move, parse_text
from games.rules.position import Reader, check_number
from games.rules.royal import playing, positions, words
from games.rules.royal.checking import check_move
from games.rules.royal.listing import find_uses, list_moves
from games.rules.royal.values import NUMBERS, TOP
from games.rules.scoring import Points, add_lines
from games.rules.state import TableState
from games.rules.telling import describe_move, find_capturers, name_reading
from games.rules.turns import count_rounds, deal_deck
from games.rules.variant import Outcome, Variant
from games.rules.view import hide_cards, hide_hands


class Royal(Variant[TableState, Move]):
    """Royal Cassino, the rules of docs/rules/royal.md."""

    name: ClassVar[str] = "royal"
    title: ClassVar[str] = "Royal Cassino"
    pack: ClassVar[tuple[str, ...]] = PACK
    seats: ClassVar[tuple[int, int]] = (2, 2)
    rounds: ClassVar[int] = count_rounds(2)
    max_violations: ClassVar[int] = positions.MAX_PENALTIES + 1
    actions: ClassVar[tuple[tuple[str, str], ...]] = ACTIONS
    lines: ClassVar[tuple[tuple[str, str], ...]] = (
        ("cards", "Cards"),
        ("penalties", "Opponent’s time"),
    )
    keys: ClassVar[frozenset[str]] = positions.KEYS

    def scores(self, state: TableState) -> list[dict[str, Points]]:
        """Return both sheets: a point for each captured card (5.1)."""
        sheets: list[dict[str, Points]] = []
        for captured, kept in zip(state.captured, state.sheet, strict=True):
            cards, penalties = captured.bit_count(), dict(kept).get("penalties", 0)
            sheets.append({"cards": cards, "penalties": penalties, "total": cards + penalties})
        return sheets

    def compose(
        self, state: TableState, action: str, card: str | None, piles: Sequence[str]
    ) -> tuple[Move, ...]:
        """Return the legal moves of a selection; see `Variant.compose`."""
        self._refuse_after_end(state)
        return compose_moves(
            state,
            action,
            card,
            piles,
            numbers=NUMBERS,
            top=TOP,
            check=lambda move: check_move(state, move),
        )

    def describe(self, move: Move) -> str:
        """Return the move in words, without the player's name."""
        return describe_move(move)

    def explain(self, state: TableState, move: Move) -> str:
        """Return the move with its groups and what it brings; see `Variant.explain`."""
        return words.explain_move(state, move)

    def uses(self, state: TableState, seat: int) -> Mapping[str, tuple[str, ...]]:
        """Return the piles that each card of a hand can be played on; see `Variant.uses`."""
        return find_uses(state, seat)

    def capturers(self, state: TableState, move: Move) -> tuple[str, ...]:
        """Return the cards that can capture what is built; see `Variant.capturers`."""
        return find_capturers(state, move, NUMBERS)

    def name_reading(self, state: TableState, move: Move) -> str:
        """Return a reading in few words; see `Variant.name_reading`."""
        return name_reading(move)

    def counts(self, state: TableState, side: int) -> Mapping[str, int]:
        """Return how many cards a side has captured."""
        return {"cards": state.captured[side].bit_count()}

    def card_points(self, state: TableState, card: str) -> int:
        """Return the point that every card is (5.1)."""
        return 1

    def _deal(self, deck: tuple[str, ...], players: int, options: Mapping[str, Any]) -> TableState:
        """Deal the first round (1.2)."""
        for option in options:
            if option != "starter":
                raise InvalidPosition(f"{self.title} has no option {option}")
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

    def _hide(self, state: TableState, seat: int | None) -> TableState:
        return replace(state, hands=hide_hands(state.hands, seat), stock=hide_cards(state.stock))

    _list = staticmethod(list_moves)
    _parse_text = staticmethod(parse_text)
    _check = staticmethod(check_move)
    _play = staticmethod(playing.play_move)

    def _penalise(self, state: TableState, seat: int) -> TableState:
        sheets = list(state.sheet)
        sheets[1 - seat] = add_lines(sheets[1 - seat], [("penalties", 1)])
        return replace(state, sheet=tuple(sheets))

    def _decide(self, state: TableState) -> Outcome:
        """Return who won a game that was played out (5.3)."""
        first, second = self.totals(state)
        if first == second:
            return (), "draw"
        return ((0,) if first > second else (1,)), "score"
