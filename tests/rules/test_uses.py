"""A hand card can be played on exactly those piles that some listed move takes."""

import random
import time
from dataclasses import replace

import pytest

from games.rules.trifecta.state import TrifectaState
from tests.rules.table import TRIFECTA, at
from tests.rules.test_every_variant import Setup
from tests.rules.test_listing import CROWDED, random_position


def listed_uses(state: TrifectaState, seat: int) -> dict[str, tuple[str, ...]]:
    """Return the uses according to the listing, with the seat to move."""
    state = replace(state, to_move=seat)
    taken = dict.fromkeys(state.hands[seat], 0)
    for move in TRIFECTA.moves(state):
        if move.card:
            taken[move.card] |= move.taken
    return {
        card: tuple(pile.key for pile in state.table if pile.bits & bits)
        for card, bits in taken.items()
    }


def test_a_pile_is_in_use_if_and_only_if_some_listed_move_takes_it() -> None:
    chance = random.Random(31)
    used = unused = 0
    states = [random_position(chance) for _ in range(600)]
    for seed in range(4):
        for state, _ in Setup(TRIFECTA, 2, {}).walk(seed):
            assert isinstance(state, TrifectaState)
            states.append(state)
    for state in states:
        if state.to_move is None or not state.table:
            continue
        for seat in (0, 1):
            found = TRIFECTA.uses(state, seat)
            assert found == listed_uses(state, seat), TRIFECTA.document(state)
            used += sum(map(len, found.values()))
            unused += sum(len(state.table) - len(keys) for keys in found.values())
    assert used > 1000
    assert unused > 1000


@pytest.mark.parametrize(
    ("hand", "table", "card", "keys"),
    [
        ("7S", "4D 3C 7H 9D", "7S", ["4D", "3C", "7H"]),
        ("3H 8C", "5D 9S", "3H", ["5D"]),
        ("3H", "5D", "3H", []),
        ("KH", "QD JC 5D", "KH", ["QD", "JC"]),
        ("KH", "QD 5D", "KH", []),
        ("8C", "TD-2H=8@0", "8C", ["2H-TD"]),
        ("8C", "TD-2H=8@1", "8C", []),
        ("2H 8C", "TD", "2H", ["TD"]),
        ("8C 8H", "5D+3S=8 4C 4S", "8C", ["3S-5D", "4C", "4S"]),
        ("2C 9H", "8D+AS=9", "9H", ["AS-8D"]),
    ],
)
def test_the_piles_that_a_card_can_be_played_on(
    hand: str, table: str, card: str, keys: list[str]
) -> None:
    state = at([hand, "2D"], table)
    assert TRIFECTA.uses(state, 0)[card] == tuple(keys)


def test_the_uses_on_a_masked_table_are_the_same() -> None:
    state = at(["7S KS", "3H QD"], "4D 3C 7H KH QH")
    assert TRIFECTA.uses(TRIFECTA.mask(state, 1), 1) == TRIFECTA.uses(state, 1)


def test_forty_loose_cards_take_milliseconds() -> None:
    state = at(["QS TD JH 9C", "TC"], CROWDED)
    begun = time.process_time()
    for _ in range(10):
        uses = TRIFECTA.uses(state, 0)
    assert (time.process_time() - begun) / 10 < 0.02
    assert len(uses["9C"]) > 30
