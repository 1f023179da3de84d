"""What Casino and Royal Cassino share: one card a turn that captures, builds or is trailed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, TypeVar

from games.rules.cards import PACK
from games.rules.composing import ACTIONS, compose_moves
from games.rules.explanation import Explanation
from games.rules.facts import Fact, make_fact
from games.rules.fishing import FishingGame
from games.rules.holding import Numbers
from games.rules.listing import Table, find_uses, list_moves
from games.rules.notation import Move, parse_text
from games.rules.state import TableState
from games.rules.telling import describe_move, find_capturers, name_reading
from games.rules.view import hide_cards, hide_hands

S = TypeVar("S", bound=TableState)


class BuildingGame(FishingGame[S, Move]):
    """A game whose moves are read, listed, composed and explained like those of Casino."""

    pack: ClassVar[tuple[str, ...]] = PACK
    actions: ClassVar[tuple[str, ...]] = ACTIONS
    numbers: ClassVar[Numbers]
    top: ClassVar[int]
    """The highest value of a build."""
    table: ClassVar[type[Table]]
    """The class that lists the plays of each card."""

    def _compose(
        self, state: S, action: str, card: str | None, piles: Sequence[str]
    ) -> tuple[Move, ...]:
        return compose_moves(
            state,
            action,
            card,
            piles,
            numbers=self.numbers,
            top=self.top,
            check=lambda move: self._check(state, move),
        )

    def round_number(self, state: S) -> int:
        """Return the number of the round; see `Variant.round_number`."""
        return state.round

    def stage(self, state: S) -> Fact:
        """Return the round and how many there are; see `Variant.stage`."""
        return make_fact("round", number=state.round, total=self.rounds)

    def describe(self, move: Move) -> Explanation:
        """Return what a move does; see `Variant.describe`."""
        return describe_move(move)

    def uses(self, state: S, seat: int) -> Mapping[str, tuple[str, ...]]:
        """Return the piles that each card of a hand can be played on; see `FishingGame.uses`."""
        return find_uses(state, seat, self.table)

    def capturers(self, state: S, move: Move) -> tuple[str, ...]:
        """Return the cards that can capture what is built; see `FishingGame.capturers`."""
        return find_capturers(state, move, self.numbers)

    def name_reading(self, state: S, move: Move) -> Fact:
        """Return what distinguishes a move from others; see `Variant.name_reading`."""
        return name_reading(move)

    def _hide(self, state: S, seat: int | None) -> S:
        """Hide every hand but the seat's own, a partner's too, and the stock (1.6)."""
        return replace(state, hands=hide_hands(state.hands, seat), stock=hide_cards(state.stock))

    def _list(self, state: S) -> Iterator[Move]:
        return list_moves(state, self.table)

    _parse_text = staticmethod(parse_text)
