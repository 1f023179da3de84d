"""In a playout each seat knows only its own hand."""

import random
from typing import Any

import pytest

from games import rules
from games.computer.piles.club import look_round
from games.computer.piles.playouts import Playout
from games.computer.piles.search import Search
from games.computer.piles.table import DROP, Play
from games.computer.thinking import PileTurn, Turn, Work
from games.rules.cards import BIT, PACK
from games.rules.fishing import fishing
from tests.rules.test_every_variant import PILES


def playout_of(view: dict[str, Any]) -> Playout:
    """Return a playout from the view of the seat to move."""
    game = rules.variant(view["variant"])
    turn: PileTurn = Turn(fishing(game), game.position(view), random.Random(1), Work(10**6))
    outlook = look_round(turn)
    return Playout(outlook, Search(outlook, turn.work, (1,)))


def test_leftovers_count_for_the_last_capturer_and_against_the_opponent() -> None:
    hands, table = [["5S"], ["9H"]], ["9D"]
    captured = [card for card in PACK if card not in ("5S", "9H", "9D")]
    playout = playout_of(
        {
            "variant": "casino",
            "hands": [["5S"], ["??"]],
            "table": [{"cards": table}],
            "captured": [captured, []],
            "last_capture": 0,
            "target": None,
        }
    )
    held = tuple(tuple(BIT[card] for card in hand) for hand in hands)
    value = playout.try_play(Play(0.0, 0.0, DROP, BIT["5S"]), held, 0)
    weigh = playout.table.weigh
    assert value == pytest.approx(-weigh(BIT["9H"] | BIT["9D"] | BIT["5S"]))


@pytest.mark.parametrize("name", PILES)
def test_a_seat_chooses_the_same_whatever_the_others_hold(name: str) -> None:
    for seed in range(20):
        game = rules.variant(name)
        others = game.seats[0] - 1
        deck = random.Random(seed).sample(game.pack, len(game.pack))
        table, own, rest = deck[:6], deck[6:9], deck[9:]
        playout = playout_of(
            {
                "variant": name,
                "hands": [own, *[["??"] * 3] * others],
                "table": [{"cards": [card]} for card in table],
                "stock": ["??"] * (27 - 3 * others),
                "captured": [rest[27:], *[[]] * others],
                **({"secrets": ["??", "??"]} if game.opening_moves else {}),
            }
        )
        loose = sum(BIT[card] for card in table)
        bits = [BIT[card] for card in (*own, *rest)]
        chosen = set()
        for shift in (3, 6, 9):
            theirs = [tuple(bits[shift + 3 * n : shift + 3 * n + 3]) for n in range(others)]
            chosen.add(playout.choose(0, [tuple(bits[:3]), *theirs], loose, ()))
        assert len(chosen) == 1
