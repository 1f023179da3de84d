"""The solution of the last round agrees with brute force."""

import random
from typing import Any

import pytest

from games import rules
from games.computer import choose
from games.computer.piles import endgame
from games.rules.cards import HIDDEN, cards_in
from games.rules.state import TableState
from games.rules.variant import AnyVariant
from tests.rules.test_every_variant import PILES

FOR_TWO = [name for name in PILES if rules.variant(name).seats[0] == 2]


def count_lead(game: AnyVariant, state: TableState, side: int, left: set[str]) -> float:
    """Return the lead of a side; an unknown secret card is equally likely to be any card left."""
    totals = game.totals(state)
    lead = float(totals[side] - totals[1 - side])
    for secret in getattr(state, "secrets", ()):
        if secret == HIDDEN:
            lead += len(left & captured_by(state, side)) / len(left)
            lead -= len(left & captured_by(state, 1 - side)) / len(left)
    return lead


def captured_by(state: TableState, side: int) -> set[str]:
    return set(cards_in(state.captured[side]))


def try_everything(game: AnyVariant, state: TableState, side: int, left: set[str]) -> float:
    """Return the best lead that a side can reach; winning the game counts a little extra."""
    if state.to_move is None:
        outcome = game.outcome(state)
        assert outcome is not None
        won = 0.25 * ((outcome[0] == (side,)) - (outcome[0] == (1 - side,)))
        return count_lead(game, state, side, left) + won
    values = [
        try_everything(game, game.play(state, move), side, left) for move in game.moves(state)
    ]
    return max(values) if state.to_move == side else min(values)


def last_cards(name: str, seed: int) -> dict[str, Any]:
    """Return a position with two cards in each hand, four on the table, and all others captured."""
    chance = random.Random(seed)
    game = rules.variant(name)
    deck = chance.sample(game.pack, len(game.pack))
    more: dict[str, Any] = {"target": None} if game.deals_decks else {}
    if game.opening_moves:
        # The second secret card is hidden from the first player unless it has been captured.
        more = {"passed": [1, 2], "secrets": ["7H", deck[seed % 12]]}
    split = chance.randrange(16, 28)
    return {
        "variant": name,
        "hands": [deck[:2], deck[2:4]],
        "table": [{"cards": [card]} for card in deck[4:8]],
        "captured": [deck[8 : 8 + split], deck[8 + split :]],
        "last_capture": 0,
        **more,
    }


@pytest.mark.parametrize("name", FOR_TWO)
def test_the_solution_agrees_with_brute_force(name: str) -> None:
    game = rules.variant(name)
    for seed in range(12):
        state = game.position(last_cards(name, seed))
        if len(list(game.moves(state))) < 2:
            continue
        view = game.document(state, 0)
        choice = choose(view, "master", seed, 10**6)
        left = set(game.pack) - captured_by(state, 0) - captured_by(state, 1)
        hidden = {"secrets": view["secrets"]} if "secrets" in view else {}
        state = game.position({**game.document(state), **hidden})
        lead = count_lead(game, state, 0, left)
        for text, value in choice.alternatives:
            move = game.parse(state, text)
            best = try_everything(game, game.play(state, move), 0, left)
            assert value == pytest.approx(best - lead)
        assert {move for move, _ in choice.alternatives} == set(map(str, game.moves(state)))


def test_a_solution_that_costs_too_much_is_given_up() -> None:
    position = last_cards("casino", 3)
    state = rules.variant("casino").position(position)
    choice = choose(rules.variant("casino").document(state, 0), "master", 1, 20)
    assert choice.failure == ""
    assert choice.level == "master"


def test_positions_are_the_same_only_if_the_rest_of_the_game_is() -> None:
    """In Spade Casino the winner may depend on the order in which the spades were captured."""
    game = rules.variant("spade")
    position: dict[str, Any] = {
        "variant": "spade",
        "hands": [["9H"], ["??"]],
        "table": [{"cards": ["5D"]}, {"cards": ["3C"]}],
        "captured": [["2S"], ["3S"]],
        "last_capture": 0,
    }
    state = game.position({**position, "spade_takers": [0, 1]})
    turned = game.position({**position, "table": position["table"][::-1], "spade_takers": [0, 1]})
    other = game.position({**position, "spade_takers": [1, 0]})
    assert endgame._name_state(state) == endgame._name_state(turned)
    assert endgame._name_state(state) != endgame._name_state(other)
