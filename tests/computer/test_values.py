"""What the players take from a variant agrees with how the game itself counts."""

import random

import pytest

from games import rules
from games.computer import LEVELS, choose
from games.computer.piles.table import Table, read_move, read_table
from games.computer.piles.values import read_scoring, weigh_cards
from games.rules import Action
from games.rules.cards import BIT
from games.rules.casino import Casino
from games.rules.casino.state import CasinoState
from games.rules.fishing import fishing
from games.rules.scoring import Points
from games.rules.state import State, TableState
from games.rules.variant import AnyVariant
from tests.rules.test_every_variant import SETUPS, Setup

PILES = [setup for setup in SETUPS if setup.game.board == "piles"]


def count_points(game: AnyVariant, state: State, side: int) -> Points:
    """Return the points of a side in this deck, without those for having the most."""
    sheet = game.scores(state)[side]
    return sheet["total"] - sum(sheet[line] for line in game.most_lines)


@pytest.mark.parametrize("setup", PILES, ids=str)
def test_a_capture_gains_what_the_sheet_counts(setup: Setup) -> None:
    game, captures = fishing(setup.game), 0
    for seed in range(3):
        before: TableState | None = None
        for state, text in setup.walk(seed):
            assert isinstance(state, TableState)
            if text and before is not None and before.to_move is not None and any(state.hands):
                move = game.parse(before, text)
                if move.action is Action.CAPTURE:
                    side = game.side(before, before.to_move)
                    weights = {
                        bit: float(game.card_points(before, card)) for card, bit in BIT.items()
                    }
                    table = Table(read_scoring(game, before), weights)
                    play = read_move(table, move, *read_table(before), before.to_move)
                    points = count_points(game, state, side) - count_points(game, before, side)
                    assert play.gain == points
                    captures += 1
            before = state
    assert captures > 20


@pytest.mark.parametrize("setup", PILES, ids=str)
def test_the_most_cards_count_as_on_the_sheet(setup: Setup) -> None:
    game, decks = fishing(setup.game), 0
    for seed in range(6):
        for state, _ in setup.walk(seed):
            assert isinstance(state, TableState)
            if state.to_move is not None or state.table:
                continue
            decks += 1
            expected = [0] * len(state.captured)
            for cards, points in game.most_in(state):
                counts = [(captured & cards).bit_count() for captured in state.captured]
                if counts.count(max(counts)) == 1:
                    expected[counts.index(max(counts))] += points
            for sheet, points in zip(game.scores(state), expected, strict=True):
                # A tie may bring each side half a point.
                assert 0 <= sum(sheet[line] for line in game.most_lines) - points < 1
    assert decks


class Hearts(Casino):
    """Casino in which hearts bring five points each, and nothing else brings any."""

    name = "hearts"

    def card_points(self, state: CasinoState, card: str) -> int:
        return 5 if card[1] == "H" else 0

    def most_in(self, state: CasinoState) -> tuple[tuple[int, int], ...]:
        return ()


@pytest.mark.parametrize("level", ["club", "strong", "master"])
def test_a_new_game_needs_no_values_but_its_own(
    monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    hearts = Hearts()
    monkeypatch.setitem(rules.VARIANTS, "hearts", hearts)
    monkeypatch.setitem(rules._BY_VERSION, ("hearts", hearts.rules_version), hearts)
    view = {
        "hands": [["9S", "4C"], ["??", "??"]],
        "table": [{"cards": [card]} for card in ("9H", "TD", "4S")],
        "stock": ["??"] * 16,
        "target": None,
    }
    moves = {}
    for name in ("casino", "hearts"):
        choice = choose({"variant": name, **view}, level, 3)
        assert (choice.level, choice.failure) == (level, "")
        moves[name] = choice.move
    assert moves == {"casino": "4C x 4S", "hearts": "9S x 9H"}


class Eight(Casino):
    """Casino with hands of eight."""

    name = "eight"
    hand_size = 8


@pytest.mark.parametrize("level", LEVELS)
def test_a_round_may_be_long(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    eight = Eight()
    monkeypatch.setitem(rules.VARIANTS, "eight", eight)
    monkeypatch.setitem(rules._BY_VERSION, ("eight", eight.rules_version), eight)
    state = eight.deal(random.Random(1).sample(eight.pack, 52), players=4)
    choice = choose(eight.document(state, 0), level, 3, budget=200)
    assert (choice.level, choice.failure) == (level, "")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", rules.VARIANTS)
def test_every_level_plays_every_registered_game_by_itself(name: str, level: str) -> None:
    """A level that lacks something about a game is replaced by a simpler one."""
    setup = next(setup for setup in SETUPS if setup.game.name == name)
    states = [state for state, _ in setup.walk(2) if state.to_move is not None]
    for number, state in enumerate(random.Random(1).sample(states, 8)):
        choice = choose(setup.game.document(state, state.to_move), level, number, 60)
        assert (choice.level, choice.failure) == (level, "")


def test_a_visible_secret_card_weighs_one_point_more() -> None:
    game = fishing(rules.variant("trifecta"))
    view = {"variant": "trifecta", "hands": [["9S"], ["??"]], "table": [], "stock": ["??"] * 8}
    bare, known = (
        weigh_cards(game, game.position({**view, "secrets": secrets}), 0)
        for secrets in ([None, None], ["7H", None])
    )
    gains = {card: known[bit] - bare[bit] for card, bit in BIT.items()}
    assert {card: gain for card, gain in gains.items() if gain} == {"7H": 1.0}
