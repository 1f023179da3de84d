"""A variant of Casino may have another pack, other numbers, and deals of other sizes."""

import ast
import inspect
import random
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

from games import rules
from games.rules import royal_casino, spade
from games.rules.casino import Casino
from games.rules.casino.state import CasinoState
from games.rules.casino.values import NUMBERS
from games.rules.options import Option
from tests.present import present
from tests.rules.test_every_variant import cards_of


class Short(Casino):
    """Casino with 46 cards, hands of five and six cards on the table, where kings count 10."""

    name = "short"
    title = "Short Casino"
    pack = tuple(card for card in Casino.pack if card[0] != "9" and card not in ("8S", "8D"))
    hand_size = 5
    table_size = 6
    numbers = {card: (10,) if card[0] == "K" else numbers for card, numbers in NUMBERS.items()}


SHORT = Short()


class Limited(Casino):
    """Casino that three play to 11 or more, and in which sweeps count with two or four."""

    name = "limited"
    options = (Option("target", (21, 11, 50), seats=(3,)), Option("sweeps", (False, True), (2, 4)))


@pytest.mark.parametrize(
    ("players", "options", "told"),
    [
        (2, {"target": 11}, "target needs 3 players, not 2"),
        (3, {"sweeps": True}, "sweeps needs 2 or 4 players, not 3"),
    ],
)
def test_an_option_for_other_numbers_of_players_is_named_with_them(
    players: int, options: dict[str, Any], told: str
) -> None:
    game = Limited()
    document = game.document(game.deal(game.pack, players=players)) | options
    for refused in (
        lambda: game.check_options(options, players),
        lambda: game.deal(game.pack, players=players, **options),
        lambda: game.position(document),
    ):
        with pytest.raises(rules.InvalidPosition, match=f"^{told}$"):
            refused()


def test_the_rounds_follow_from_pack_and_sizes() -> None:
    assert (len(SHORT.pack), SHORT.rounds) == (46, 4)
    assert [SHORT.count_rounds(seats) for seats in (2, 4)] == [4, 2]


def test_cards_are_dealt_by_its_sizes() -> None:
    state = SHORT.deal(SHORT.pack, players=2)
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert [pile.cards[0] for pile in state.table] == list(SHORT.pack[10:16])
    assert state.stock == SHORT.pack[16:]
    with pytest.raises(rules.InvalidPosition, match="every card of the pack"):
        SHORT.deal(Casino.pack)


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_are_played_with_its_pack(players: int) -> None:
    chance = random.Random(players)
    state = SHORT.deal(chance.sample(SHORT.pack, 46), players=players, target=11)
    decks, rounds = 1, set()
    while not state.is_over:
        document = SHORT.document(state)
        assert Counter(cards_of(document)) == Counter(SHORT.pack)
        assert SHORT.position(document) == state
        rounds.add(state.round)
        if state.waits:
            decks += 1
            word, cards = present(SHORT.awaited_shuffle(state))
            assert cards == SHORT.pack
            state = SHORT.play(state, " ".join((word, *chance.sample(cards, 46))))
        else:
            state = SHORT.play(state, chance.choice(list(SHORT.moves(state))))
    assert decks > 1
    assert rounds == set(range(1, SHORT.count_rounds(players) + 1))


def test_its_numbers_hold_for_listing_checking_and_notes() -> None:
    document = {"hands": [["KS", "2H"], ["QS"]], "table": [{"cards": ["4D"]}, {"cards": ["6D"]}]}
    state = SHORT.position({"variant": "short", **document})
    assert "KS x 4D 6D" in map(str, SHORT.moves(state))
    assert str(SHORT.explain(state, SHORT.parse(state, "KS x 4D 6D"))).startswith(
        "K♠ takes 6♦ + 4♦"
    )
    assert SHORT.marks.badges == {f"K{suit}": "10" for suit in "SHDC"}
    assert [str(fact) for fact in SHORT.marks.notes["KS"]] == ["10"]


def test_a_stock_too_small_for_its_hands_ends_the_deck() -> None:
    stock = list(SHORT.pack[:10])
    for left, is_over in ((10, False), (9, True)):
        document = {"hands": [["KS"], []], "table": [], "stock": stock[:left], "target": None}
        state = SHORT.play(SHORT.position({"variant": "short", **document}), "KS")
        assert state.is_over is is_over
        assert sum(map(len, state.hands)) == (0 if is_over else 10)


class Plain(Casino):
    """Casino for three without any options: a single deck."""

    name = "plain"
    seats = (3, 3)
    options = ()


def test_a_variant_may_leave_out_the_options_of_casino() -> None:
    plain, chance = Plain(), random.Random(1)
    state = plain.deal(chance.sample(plain.pack, 52), players=3)
    while not state.is_over:
        document = plain.document(state)
        assert not {option.name for option in Casino.options} & document.keys()
        assert plain.position(document) == state
        state = plain.play(state, chance.choice(list(plain.moves(state))))
    assert [len(plain.lines_in(state)), len(state.captured)] == [len(plain.lines) - 1, 3]


class Swept(Casino):
    """Casino in which a sweep is two points."""

    name = "swept"

    def sweep_points(self, state: CasinoState) -> int:
        return 2 if state.sweeps else 0


def test_a_sweep_brings_the_points_that_a_variant_says() -> None:
    swept = Swept()
    document = {"hands": [["4S", "2H"], ["QS"]], "table": [{"cards": ["4D"]}], "sweeps": True}
    before = swept.position({"variant": "swept", **document})
    assert str(swept.explain(before, swept.parse(before, "4S x 4D"))).endswith("2 points (sweep)")
    state = swept.play(before, "4S x 4D")
    assert swept.scores(state)[0]["sweeps"] == 2
    assert state.captures[0][0].points == (("sweeps", 2),)


@pytest.mark.parametrize("module", [spade, royal_casino], ids=lambda module: module.__name__)
def test_a_small_variant_is_at_most_40_lines_of_rules(module: ModuleType) -> None:
    """Imports, docstrings, comments and blank lines do not count."""
    source, others = inspect.getsource(module), set[int]()
    for node in ast.walk(ast.parse(source)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_import = isinstance(node, ast.Import | ast.ImportFrom)
        if isinstance(node, ast.stmt) and (is_text or is_import):
            others.update(range(node.lineno, present(node.end_lineno) + 1))
    lines = [line for at, line in enumerate(source.splitlines(), 1) if at not in others]
    assert len([line for line in lines if line.partition("#")[0].strip()]) <= 40
