"""Plans for the next turn: what they can wait for, and when that has come true."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from games import rules
from games.rules.conditions import Condition, When
from games.rules.plans import find_example, find_only_move, find_planned
from tests.rules.table import TRIFECTA, at, play

CASINO = rules.variant("casino")
WHATEVER, SPARED = Condition(When.ANYTHING), Condition(When.SPARED)
TABLE = "5D 4H KD 2C+6H=8@1 3S+4D=7@0"


def position(*hands: str) -> Any:
    """Return a position in which seat 0 is to move and seat 1 plans."""
    return at(list(hands), TABLE, to_move=0, round=2)


def planned(state: Any, condition: Condition, text: str, *moves: str) -> str | None:
    """Return what a plan of seat 1 comes to after these moves of seat 0."""
    example = find_example(TRIFECTA, TRIFECTA.mask(state, 1), 1, condition)
    states = [state]
    for move in moves:
        states.append(play(states[-1], move))
    return find_planned(TRIFECTA, states, condition, text=text, example=example)


def after(table: str, *hands: str, moves: list[str]) -> list[Any]:
    """Return the states of Casino from a position of several players on, seat 0 to move first."""
    document = {"variant": "casino", "hands": [hand.split() for hand in hands], "to_move": 0}
    states = [CASINO.position(document | {"table": [{"cards": [c]} for c in table.split()]})]
    for move in moves:
        states.append(CASINO.play(states[-1], move))
    return states


@pytest.mark.parametrize("condition", [WHATEVER, SPARED, Condition(When.BUILD, "2C-6H")])
def test_a_condition_is_written_and_read(condition: Condition) -> None:
    assert Condition.parse(str(condition)) == condition


@pytest.mark.parametrize("text", ["", "drops 7H", "sparedx", "drop7H", "WHATEVER"])
def test_no_other_text_is_a_condition(text: str) -> None:
    with pytest.raises(ValueError, match="is not a valid When"):
        Condition.parse(text)


def test_a_plan_can_wait_for_the_cards_that_its_seat_has_not_seen_and_for_its_own_builds() -> None:
    state = TRIFECTA.mask(position("8C 7H", "8D 9D"), 1)
    found = TRIFECTA.plan_conditions(state, 1)
    dropped = {condition.of for condition in found if condition.when is When.DROPPED}
    assert {"7H", "8C", "7", "8", "K"} <= dropped
    assert dropped.isdisjoint({"8D", "9D", "5D", "KD", "2C", "6H", "3S"})
    assert [c.of for c in found if c.when is When.BUILD] == ["2C-6H"]
    with pytest.raises(ValueError, match="cannot come true"):
        find_example(TRIFECTA, state, 1, Condition(When.DROPPED, "8D"))
    with pytest.raises(ValueError, match="cannot come true"):
        find_example(TRIFECTA, state, 1, Condition(When.BUILD, "3S-4D"))


def test_the_table_of_a_plan_has_the_card_that_it_waits_for() -> None:
    state = position("8C 7H", "8D 9D")
    supposed = TRIFECTA.suppose(state, 1, "7H")
    assert (supposed.to_move, supposed.table[-1].cards) == (1, ("7H",))
    assert str(TRIFECTA.parse(supposed, "8D x 2C 6H")) == "8D x 2C 6H"


def test_whatever_happens_comes_true() -> None:
    assert planned(position("8C 7H", "8D 9D"), WHATEVER, "9D x 5D 4H", "7H") == "9D x 5D 4H"


def test_a_card_is_dropped_only_by_dropping_it() -> None:
    state = position("8C 7H", "8D 9D")
    on_seven, on_eight = (Condition(When.DROPPED, card) for card in ("7H", "8C"))
    assert planned(state, on_seven, "9D", "7H") == "9D"
    assert planned(state, on_eight, "9D", "7H") is None
    assert planned(state, on_seven, "9D", "7H x 3S 4D") is None


def test_a_rank_stands_for_the_card_that_is_dropped() -> None:
    state = position("TC 7H", "TD 9D")
    ten = Condition(When.DROPPED, "T")
    assert find_example(TRIFECTA, TRIFECTA.mask(state, 1), 1, ten) == "TS"
    assert planned(state, ten, "TD x TS", "TC") == "TD x TC"
    assert planned(state, ten, "TD x TS", "7H") is None


def test_a_rank_stands_for_a_card_that_is_read_in_no_other_way() -> None:
    """Whatever takes a plain king takes K♠ as well, but not the other way round."""
    state = at(["KH 7H", "KC 8D"], "5D", to_move=0, round=2)
    king, jack = Condition(When.DROPPED, "K"), Condition(When.DROPPED, "J")
    masked = TRIFECTA.mask(state, 1)
    assert find_example(TRIFECTA, masked, 1, king) == "KH"
    assert find_example(TRIFECTA, masked, 1, jack) == "JD"
    assert planned(state, king, "KC x KH", "KH") == "KC x KH"
    casino = rules.variant("royal_casino")
    dealt = casino.mask(casino.deal(casino.pack, players=2, high_casinos=True), 1)
    assert find_example(casino, dealt, 1, Condition(When.DROPPED, "2")) == "2H"


def test_a_dropped_card_that_the_move_uses_must_still_lie_there() -> None:
    """Of three players, the third may have taken it before the seat's turn comes."""
    dropped = Condition(When.DROPPED, "2S")
    states = after("7C", "2S KH", "2H JC", "9C 6S", moves=["2S", "2H x 2S"])
    uses_it, another = ({"text": text, "example": "2S"} for text in ("9C x 2S 7C", "6S"))
    assert find_planned(CASINO, states[:2], dropped, **uses_it) == "9C x 2S 7C"
    assert find_planned(CASINO, states, dropped, **uses_it) is None
    assert find_planned(CASINO, states, dropped, **another) == "6S"


def test_with_several_opponents_a_dropped_card_leaves_room_for_another_plan() -> None:
    dropped, rank = Condition(When.DROPPED, "2S"), Condition(When.DROPPED, "2")
    for other in (dropped, rank):
        assert other.covers(dropped, players=2)
        assert not other.covers(dropped, players=3)
    assert WHATEVER.covers(dropped, players=3)


def test_of_a_rank_the_newest_card_that_still_lies_there_counts() -> None:
    states = after("2C", "7D KH", "7H QH", "7C JC", "7S 6S", moves=["7D", "7H", "7C x 7H"])
    rank = Condition(When.DROPPED, "7")
    assert find_planned(CASINO, states[:3], rank, text="7S x 7H", example="7H") == "7S x 7H"
    assert find_planned(CASINO, states, rank, text="7S x 7H", example="7H") == "7S x 7D"


def test_what_a_move_uses_is_spared_while_it_lies_there_unchanged() -> None:
    state = position("8C 7H 9H 5C", "8D 9D 9C")
    takes = "9D x 5D 4H"
    assert planned(state, SPARED, takes, "7H x 3S 4D") == takes
    assert planned(state, SPARED, takes, "9H x 5D 4H") is None
    assert planned(state, SPARED, takes, "5C x 5D") is None
    assert planned(state, SPARED, "8D x 2C 6H", "8C x 2C 6H") is None


def test_a_build_is_still_there_unless_it_was_taken_or_changed() -> None:
    state = position("8C 7H AS 9H", "8D 9D")
    mine = Condition(When.BUILD, "2C-6H")
    assert planned(state, mine, "8D x 2C 6H", "7H") == "8D x 2C 6H"
    assert planned(state, mine, "8D x 2C 6H", "8C x 2C 6H") is None
    assert planned(state, mine, "8D x 2C 6H", "AS + 2C 6H = 9") is None


def test_only_one_legal_move_is_played_for_a_player() -> None:
    assert str(find_only_move(TRIFECTA, at(["3H", "KS"], "5D", passed=[1, 1], round=2))) == "3H"
    assert find_only_move(TRIFECTA, at(["3H 4C", "KS"], "5D", passed=[1, 1], round=2)) is None


# Every variant


SEATS = [(name, seats) for name, game in rules.VARIANTS.items() for seats in sorted({*game.seats})]


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_what_is_dropped_can_be_waited_for_in_every_game(name: str, seats: int) -> None:
    """What the others lay open is what their moves say, and fits the plans that waited for it."""
    game, chance = rules.VARIANTS[name], random.Random(f"{name} {seats}")
    packs = {option: chance.sample(pack, len(pack)) for option, pack in game.extra_packs}
    cards = chance.sample(game.pack, len(game.pack))
    state, dropped = game.begin(cards, players=seats, starter=0, options=packs), 0
    for _ in range(60):
        if (owed := game.awaited_shuffle(state)) is not None:
            state = game.play(state, " ".join((owed[0], *chance.sample(owed[1], len(owed[1])))))
        if state.to_move is None:
            break
        text = str(chance.choice(list(islice(game.moves(state), 40))))
        after = game.play(state, text)
        laid = game.dropped_card(state, after)
        if after.to_move is None:  # the last card of a deck goes to the last capturer
            state = after
            continue
        assert laid == (text.removeprefix("discard ") if is_drop(text) else "")
        planner = (state.to_move + 1) % seats
        masked = game.mask(state, planner)
        if laid and masked.hands[planner]:
            dropped += 1
            supposed = game.suppose(masked, planner, laid)
            wanted = str(next(game.moves(supposed)))
            assert Condition(When.DROPPED, laid) in game.plan_conditions(masked, planner)
            found = find_planned(
                game, (state, after), Condition(When.DROPPED, laid), text=wanted, example=laid
            )
            assert found == wanted
            if after.to_move == planner and not game.is_mid_turn(after):
                game.parse(after, wanted)
        state = after
    assert dropped > 3


def is_drop(text: str) -> bool:
    return text.startswith("discard ") or len(text) == 2
