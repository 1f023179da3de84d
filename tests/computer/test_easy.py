"""The easy computer player: fair, legal, quick, and better than chance."""

import random
from typing import Any

import pytest

from games import rules
from games.computer import choose_move
from games.rules.cards import PACK, SUIT_SETS, set_of
from games.rules.casino import Casino
from tests.present import present

TRIFECTA = rules.variant("trifecta")


def choose(document: dict[str, Any], seed: int = 1) -> str:
    return choose_move(document, random.Random(seed))


def deal(seed: int) -> Any:
    rng = random.Random(seed)
    deck = rng.sample(TRIFECTA.pack, 52)
    return TRIFECTA.deal(deck, players=2, starter=seed % 2, secrets=rng.sample(TRIFECTA.pack, 2))


def play_game(seed: int, easy: int) -> Any:
    rng = random.Random(seed)
    state = deal(seed)
    while TRIFECTA.outcome(state) is None:
        if state.to_move == easy:
            move = choose_move(TRIFECTA.document(state, viewer=easy), rng)
            assert str(TRIFECTA.parse(state, move)) == move
        else:
            move = rng.choice(list(TRIFECTA.moves(state)))
        state = TRIFECTA.play(state, move)
    return state


def test_it_takes_the_points_on_the_table() -> None:
    position = {
        "variant": "trifecta",
        "hands": [["TS", "4H"], ["??", "??"]],
        "table": [{"cards": ["TD"]}, {"cards": ["4C"]}],
    }
    assert choose(position) == "TS x TD"


def test_it_does_not_drop_an_ace_when_another_card_will_do() -> None:
    position = {
        "variant": "trifecta",
        "hands": [["AS", "KH"], ["??"]],
        "table": [{"cards": ["4C"]}],
        "passed": [1, None],
    }
    assert choose(position) == "KH"


def test_it_plays_by_what_its_seat_may_know() -> None:
    for seed in range(30):
        state = deal(seed)
        seat = state.to_move
        assert seat is not None
        unseen = [*state.hands[1 - seat], *state.stock]
        random.Random(seed).shuffle(unseen)
        hands = list(state.hands)
        hands[1 - seat] = tuple(unseen[:4])
        document = TRIFECTA.document(state) | {
            "hands": [list(hand) for hand in hands],
            "stock": unseen[4:],
        }
        dealt_otherwise = TRIFECTA.position(document)
        views = [TRIFECTA.document(s, viewer=seat) for s in (state, dealt_otherwise)]
        assert views[0] == views[1]
        assert choose(views[0]) == choose(views[1])


def test_the_same_seed_chooses_the_same_move() -> None:
    view = TRIFECTA.document(deal(3), viewer=1)
    assert choose(view, seed=9) == choose(view, seed=9)


def test_a_crowded_table_does_not_slow_it_down() -> None:
    cards = [card for card in TRIFECTA.pack if card[0] in "A23456789"]
    position = {
        "variant": "trifecta",
        "hands": [["TS", "TH", "TC", "TD"], ["??"]],
        "table": [{"cards": [card]} for card in cards],
    }
    state = TRIFECTA.position(position)
    move = choose_move(position, random.Random(1), budget=50)
    assert str(TRIFECTA.parse(state, move)) == move


def test_it_beats_a_random_player() -> None:
    won = 0
    for seed in range(60):
        easy = seed // 2 % 2
        outcome = TRIFECTA.outcome(play_game(seed, easy))
        assert outcome is not None
        won += outcome[0] == (easy,)
    assert won >= 54  # 98 in 100 over longer runs


@pytest.mark.parametrize(
    ("name", "players", "options", "games", "wins"),
    [
        ("royal", 2, {}, 16, 13),
        ("casino", 2, {"target": 11}, 12, 11),
        ("casino", 3, {"target": None}, 12, 8),
        ("casino", 4, {"target": None, "partnership": True}, 12, 10),
    ],
)
def test_it_beats_random_players_in_the_games_with_builds(
    name: str, players: int, options: dict[str, Any], games: int, wins: int
) -> None:
    game = rules.variant(name)
    won = 0
    for seed in range(games):
        rng = random.Random(seed)
        state = game.deal(rng.sample(game.pack, 52), players=players, **options)
        side = seed % len(game.totals(state))
        while not state.is_over:
            if awaited := game.awaited_shuffle(state):
                word, cards = awaited
                state = game.play(state, f"{word} {' '.join(rng.sample(cards, len(cards)))}")
                continue
            if game.side(state, state.to_move) == side:
                move = choose_move(game.document(state, viewer=state.to_move), rng)
            else:
                move = rng.choice(list(game.moves(state)))
            state = game.play(state, str(move))
        won += present(game.outcome(state))[0] == (side,)
    assert won >= wins


def test_it_takes_the_big_casino_and_trails_no_point_card() -> None:
    casino = {"variant": "casino", "hands": [["TS", "4H"], ["??"]], "table": [{"cards": ["TD"]}]}
    assert choose({**casino, "table": [{"cards": ["TD"]}, {"cards": ["4C"]}]}) == "TS x TD"
    assert choose({**casino, "hands": [["AS", "KH"], ["??"]]}) == "KH"


def test_its_secret_card_is_a_heart_or_a_club() -> None:
    view = TRIFECTA.document(
        TRIFECTA.begin(TRIFECTA.pack, players=2, starter=0, options={}), viewer=0
    )
    picks = {choose_move(view, random.Random(seed)) for seed in range(300)}
    assert {pick[-1] for pick in picks} == {"H", "C"}
    assert len(picks) > 20


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(KeyError):
        choose_move(TRIFECTA.document(deal(1), viewer=1), random.Random(1), level="grandmaster")


def test_every_suit_that_is_counted_is_liked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Casino, "counted", {"cards": set_of(PACK), "hearts": SUIT_SETS["H"]})
    position = {
        "variant": "casino",
        "hands": [["9S", "8D"], ["??", "??"]],
        "table": [{"cards": ["9H"]}, {"cards": ["8C"]}],
        "target": None,
    }
    assert {choose(position, seed) for seed in range(8)} == {"9S x 9H"}
