"""Everything that a game reports can be said in English, and the site says the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from games import rules
from games.messages.facts import tell_fact
from games.messages.moves import tell_dealing, tell_play
from games.rules.facts import Fact
from tests.rules.test_every_variant import SETUPS, Setup

GAMES = 5
MOVES = 40
TRIES = 4
WORDS = ("pass", "draw deck", "draw discard", "discard {}", "secret {}", "deal {}", "shuffle {}")
FORMS = ("{}", "{} x {}", "{}=9 x {}", "{} + {} = 8", "{} + {} = K", "{} - {} = 2", "hello {}")


def refusals(game: Any, state: Any, chance: random.Random) -> Iterator[Fact]:
    """Yield why some random selections and texts are no moves."""
    for _ in range(TRIES):
        action = chance.choice((*game.actions, "", "dance"))
        hand = state.hands[chance.randrange(len(state.hands))]
        cards = chance.sample(hand, min(len(hand), chance.randrange(4)))
        on_table = keys(state)
        chosen = chance.sample(on_table, min(len(on_table), chance.randrange(4)))
        try:
            game.compose(state, action, cards, chosen)
        except rules.IllegalMove as refusal:
            yield refusal.fact
        words = chance.sample(game.pack, 2) if chance.random() < 0.3 else (*cards, *chosen, "5H")
        form = chance.choice((*FORMS, *WORDS))
        text = form.format(words[0], " ".join(words[1:]).replace("-", " "))
        try:
            game.parse(state, text)
        except rules.IllegalMove as refusal:
            yield refusal.fact
        try:
            game.describe_text(text)
        except rules.IllegalMove as refusal:
            yield refusal.fact


def keys(state: Any) -> list[str]:
    """Return what can be chosen beside the hand: piles, or triplet cards."""
    piles = [pile.key for pile in getattr(state, "table", ())]
    triplets = [name for tray in getattr(state, "trays", ()) for name in tray]
    return [*piles, *triplets, "9S-9H"]


def reports(setup: Setup, state: Any, chance: random.Random) -> Iterator[Fact]:
    """Yield the facts that a state and its moves give."""
    game = setup.game
    if (stage := game.stage(state)) is not None:
        yield stage
    yield game.batch(chance.randrange(1, 20), setup.players)
    yield from (reason.cause for reason in game.explain_score(state) if reason.cause is not None)
    if state.to_move is not None:
        yield from refusals(game, state, chance)
        try:
            late = game.timeout(state)
        except rules.IllegalMove as refusal:
            yield refusal.fact
        else:
            yield game.violation(state, state.to_move)
            if late.to_move is not None or late.is_over:
                yield game.explain_violation(state, state.to_move)
    for move in islice(game.moves(state), MOVES):
        if not setup.game.is_pick(str(move)):
            yield game.name_reading(state, move)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_fact_of_a_game_is_said_and_told(setup: Setup) -> None:
    codes = set()
    for seed in setup.seeds(GAMES):
        chance = random.Random(f"told {seed}")
        for state, _ in setup.walk(seed):
            for fact in reports(setup, state, chance):
                codes.add(fact.code)
                assert tell_fact(fact) == str(fact)
                assert "None" not in str(fact)
    assert len(codes) > 20


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_move_of_a_game_is_said_and_told(setup: Setup) -> None:
    game = setup.game
    for seed in setup.seeds(GAMES):
        for state, _ in setup.walk(seed):
            for move in islice(game.moves(state), MOVES):
                explanations: list[Any] = [game.describe(move), game.explain(state, move)]
                for explanation in explanations:
                    assert hash(explanation)
                    words = str(explanation)
                    if explanation.action == "capture":
                        assert tell_play(explanation) == words
                    else:
                        assert tell_play(explanation, "Ada") == f"Ada {words}"
                        assert tell_play(explanation, "Ada", is_you=True).startswith("You ")
            if (owed := game.awaited_shuffle(state)) is not None:
                word, cards = owed
                dealt = game.describe_text(f"{word} {' '.join(cards)}")
                assert tell_dealing(dealt) == f"The dealer {dealt}"
