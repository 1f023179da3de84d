"""The easy computer player at Triple Four: fair, legal, quick, and better than chance."""

import random
from typing import Any

import pytest

from games import computer, rules
from tests.rules.triplets import TRIPLE_FOUR, at, play


def choose(state: Any, level: str = "easy", seed: int = 1) -> str:
    view = TRIPLE_FOUR.document(state, state.to_move)
    return computer.choose(view, level, seed).move


def play_game(seed: int, players: int, level: str = "easy") -> Any:
    """Return the outcome of a game of one computer player against random players."""
    rng = random.Random(seed)
    triplets = rng.sample([f"T{n}" for n in range(1, 57)], 56)
    deck = rng.sample(TRIPLE_FOUR.pack, 108)
    state = TRIPLE_FOUR.deal(deck, players=players, triplets=triplets)
    while not state.is_over:
        if owed := TRIPLE_FOUR.awaited_shuffle(state):
            state = play(state, " ".join((owed[0], *rng.sample(owed[1], len(owed[1])))))
        elif state.to_move == 0:
            state = play(state, choose(state, level, seed))
        else:
            state = TRIPLE_FOUR.play(state, rng.choice(list(TRIPLE_FOUR.moves(state))))
    return TRIPLE_FOUR.outcome(state)


def test_it_matches_with_as_few_jokers_as_it_can() -> None:
    state = at(["JH QD KH XX 5S", "6H"], trays=["T37", ""])
    assert choose(state) == "match T37: JH QD KH"


def test_it_wins_when_it_can() -> None:
    three = ["T1: AH AD AH", "T2: 2H 2D 2H", "T3: 3H 3D 3H"]
    state = at(["JH QD XX 8S 8D 8H", "6H"], trays=["T37", ""], matched=[three, ["T55: 9S 9C 9D"]])
    assert choose(state).startswith(("match", "take"))


def test_it_takes_from_the_player_who_is_near_to_winning() -> None:
    three = ["T1: AH AD AH", "T2: 2H 2D 2H", "T55: 3H 3D 3H"]
    state = at(["JH QD KH 8S 8D 8H", "6H"], trays=["T37", ""], matched=[[], three])
    assert choose(state) == "take T55: 8S 8H 8D"


def test_it_draws_the_open_card_that_it_needs() -> None:
    state = at(["JH QD 5S 9C 2H 3C 8D", "6H"], trays=["T37", ""], drawn=None, discard="KH")
    assert choose(state) == "draw discard"
    state = at(["JH QD 5S 9C 2H 3C 8D", "6H"], trays=["T37", ""], drawn=None, discard="4C")
    assert choose(state) == "draw deck"


@pytest.mark.parametrize("seed", range(5))
def test_it_keeps_jokers_and_cards_that_belong_together(seed: int) -> None:
    state = at(["QD KH XX 5S 9C JS", "6H"], trays=["T38", ""], drawn="discard")
    assert choose(state, seed=seed) == "match T38: QD KH XX"
    state = at(["QD 8H XX 8C 9C 5S", "6H"], trays=["T1 T55", "T56"], matched=[[], []], triplets="")
    assert choose(state, seed=seed) == "match T55: 8H 8C XX"
    state = at(["QD QH 9C", "6H"], trays=["T12", ""])
    assert choose(state, seed=seed) == "discard 9C"
    state = at(["XX QH 9C", "6H"], trays=["T12", ""])
    assert choose(state, seed=seed) == "discard 9C"


@pytest.mark.parametrize("level", computer.LEVELS)
def test_every_level_plays(level: str) -> None:
    state = at(["JH QD KH 5S", "6H"], trays=["T37", ""])
    assert choose(state, level) in [str(move) for move in TRIPLE_FOUR.moves(state)]


@pytest.mark.parametrize(("players", "games", "wins"), [(2, 10, 9), (3, 6, 5), (4, 6, 5)])
def test_it_beats_random_players(players: int, games: int, wins: int) -> None:
    won = [play_game(seed, players) for seed in range(games)]
    assert sum(outcome[0] == (0,) for outcome in won) >= wins


def test_it_does_not_look_at_hidden_cards() -> None:
    rng = random.Random(5)
    for seed in range(10):
        state = TRIPLE_FOUR.deal(random.Random(seed).sample(TRIPLE_FOUR.pack, 108), players=3)
        document = TRIPLE_FOUR.document(state)
        unseen = [*document["stock"], *document["hands"][1], *document["hands"][2]]
        rng.shuffle(unseen)
        names = [*document["triplets"], *document["trays"][1], *document["trays"][2]]
        rng.shuffle(names)
        other = rules.variant("triple_four").position(
            document
            | {
                "hands": [document["hands"][0], unseen[:7], unseen[7:14]],
                "stock": unseen[14:],
                "trays": [document["trays"][0], names[:3], names[3:6]],
                "triplets": names[6:],
            }
        )
        assert choose(state) == choose(other)


@pytest.mark.parametrize("level", ["club", "strong", "master"])
def test_a_move_that_is_asked_about_is_rated_however_little_work_is_left(level: str) -> None:
    state = at(["JH QD KH XX 5S", "6H"], trays=["T37", ""])
    view = TRIPLE_FOUR.document(state, state.to_move)
    for also in ("match T37: KH XX QD", "discard 5S", "discard XX"):
        choice = computer.choose(view, level, 1, budget=1, also=also)
        assert str(TRIPLE_FOUR.parse(state, also)) in dict(choice.alternatives)
