"""Positions of the games with builds in the tests: `CASINO.at(["3H 8C", "KS"], "5D")`."""

from typing import Any, Generic, TypeVar

import pytest

from games import rules
from games.rules.building import BuildingGame
from games.rules.casino import Casino
from games.rules.royal import Royal
from games.rules.royal_casino import RoyalCasino
from games.rules.spade import Spade
from games.rules.state import TableState
from tests.rules.newest import newest
from tests.rules.table import read_pile

S = TypeVar("S", bound=TableState)


class Game(Generic[S]):
    """One of the games with builds, with shortcuts for the tests."""

    def __init__(self, kind: type[BuildingGame[S]], **options: Any) -> None:
        self.variant = newest(kind)
        self.options = options

    def at(self, hands: list[str], table: str = "", **more: Any) -> S:
        """Return the position with these hands and piles; `@0` after a pile names its owner.

        At a table for more, the other hands are empty.
        """
        others = [""] * (self.variant.seats[0] - len(hands))
        document = {
            "variant": self.variant.name,
            "hands": [hand.split() for hand in (*hands, *others)],
            "table": [read_pile(pile) for pile in table.split()],
            **self.options,
            **more,
        }
        return self.variant.position(document)

    def listed(self, state: S) -> list[str]:
        """Return the texts of all legal moves."""
        return [str(move) for move in self.variant.moves(state)]

    def play(self, state: S, *texts: str) -> S:
        """Return the state after these moves."""
        for text in texts:
            state = self.variant.play(state, text)
        return state

    def is_legal(self, state: S, text: str) -> bool:
        """Return whether a move passes the check; the listing must agree."""
        listed = list(self.variant.moves(state))
        try:
            move = self.variant.parse(state, text)
        except rules.IllegalMove:
            assert text not in map(str, listed)
            return False
        assert move in listed
        return True

    def refusal(self, state: S, text: str) -> tuple[str, str]:
        """Return the clause and the sentence of a refused move."""
        assert not self.is_legal(state, text)
        with pytest.raises(rules.IllegalMove) as caught:
            self.variant.play(state, text)
        return caught.value.clause, str(caught.value)

    def compose(self, state: S, action: str, card: str | None, *keys: str) -> list[str]:
        """Return the texts of the moves that a selection can mean."""
        return [
            str(move) for move in self.variant.compose(state, action, (card,) if card else (), keys)
        ]

    def points(self, state: S, side: int) -> dict[str, Any]:
        """Return the lines of a side's point sheet that are not 0, without the total."""
        sheet = self.variant.scores(state)[side]
        assert sheet["total"] == sum(value for line, value in sheet.items() if line != "total")
        return {line: value for line, value in sheet.items() if value and line != "total"}


AnyGame = Game[Any]


def piles(state: TableState) -> list[tuple[str, str, Any, int | None]]:
    """Return each pile of the table as its key, its kind, its value and its owner."""
    return [(pile.key, str(pile.kind), pile.value, pile.owner) for pile in state.table]


GAMES: dict[str, AnyGame] = {
    name: Game(type(game))
    for name, game in rules.VARIANTS.items()
    if isinstance(game, BuildingGame)
}
CASINO = Game(Casino)
ROYAL = Game(Royal)
SPADE = Game(Spade)
ROYAL_CASINO = Game(RoyalCasino)

HIGH_CASINOS = Game(RoyalCasino, high_casinos=True)

every_game = pytest.mark.parametrize(
    "game", [*GAMES.values(), HIGH_CASINOS], ids=[*GAMES, "high_casinos"]
)
