"""Sections 5 and 6: winning, a hundred turns without a match, the clock, quitting."""

import re

import pytest

from games import rules
from games.rules.triple_four.state import TripleFourState
from tests.rules.triplets import TRIPLE_FOUR, at, four_before, listed, play

THREE = {"trays": ["T37", ""], "matched": four_before(0, 3)}


def late(state: TripleFourState, times: int = 1) -> TripleFourState:
    for _ in range(times):
        state = TRIPLE_FOUR.timeout(state)
    return state


def test_the_fourth_match_wins_at_once_5_1() -> None:
    state = play(at(["JH QD KH 5H", "6H"], **THREE), "match T37: JH QD KH")
    assert TRIPLE_FOUR.outcome(state) == ((0,), "four_triplets")
    assert state.is_over
    assert (state.hands[0], len(state.stock), state.triplets) == (("5H",), 4, ("T56",))
    assert TRIPLE_FOUR.scores(state)[0] == {"triplets": 4, "total": 4}


def test_a_take_can_be_the_fourth_5_1() -> None:
    state = at(
        ["8S 8H 8D", "6H", "7H"],
        matched=[four_before(0, 3)[0], [], ["T55: 4S 4H 4D"]],
    )
    assert TRIPLE_FOUR.outcome(play(state, "take T55: 8S 8H 8D")) == ((0,), "four_triplets")


def test_nothing_is_played_after_the_end_5_1() -> None:
    state = play(at(["JH QD KH", "6H"], **THREE), "match T37: JH QD KH")
    for text in ("draw deck", "pass", "shuffle KC"):
        with pytest.raises(rules.IllegalMove, match="over"):
            TRIPLE_FOUR.play(state, text)
    assert listed(state) == []


@pytest.mark.parametrize(
    ("matched", "winners"),
    [
        ([1, 0, 0], (0,)),
        ([0, 2, 2], (1, 2)),
        ([0, 0, 0], (0, 1, 2)),
    ],
)
def test_a_hundred_turns_without_a_match_end_the_game_5_2(
    matched: list[int], winners: tuple[int, ...]
) -> None:
    piles = iter(four_before(0, 5)[0])
    state = at(
        ["5H", "6H", "7H"],
        matched=[[next(piles) for _ in range(count)] for count in matched],
        quiet=98,
    )
    state = play(state, "discard 5H")
    assert (state.quiet, state.is_over) == (99, False)
    state = play(state, "draw deck", "discard 2S")
    assert TRIPLE_FOUR.outcome(state) == (winners, "most_triplets")


def test_a_match_or_a_take_begins_the_count_again_5_2() -> None:
    state = at(["JH QD KH", "6H"], trays=["T37", ""], quiet=99)
    assert play(state, "match T37: JH QD KH").quiet == 0
    state = at(["8S 8H 8D", "6H"], matched=[[], ["T55: 4S 4H 4D"]], quiet=99)
    assert play(state, "take T55: 8S 8H 8D").quiet == 0


def test_passes_and_turns_of_the_clock_count_5_2() -> None:
    assert TRIPLE_FOUR.outcome(late(at(["5H", "6H"], quiet=99)))
    state = at(["", "6H"], drawn=None, stock="", discard="", quiet=99)
    assert TRIPLE_FOUR.outcome(play(state, "pass"))


def test_players_are_warned_before_the_end_5_2() -> None:
    assert TRIPLE_FOUR.stage(at(["5H", "6H"], quiet=49)) is None
    assert str(TRIPLE_FOUR.stage(at(["5H", "6H"], quiet=60))) == "60 of 100 turns without a match"


def test_the_clock_draws_from_the_deck_and_discards_that_card_6_2() -> None:
    state = late(at(["5H AH", "6H"], drawn=None))
    assert (state.hands[0], state.discard, state.to_move) == (("5H", "AH"), ("KC", "2S"), 1)
    assert state.violations == (1, 0)


def test_the_clock_discards_the_card_drawn_from_the_deck_6_2() -> None:
    state = late(play(at(["5H AH", "6H"], drawn=None), "draw deck"))
    assert (state.hands[0], state.discard, state.to_move) == (("5H", "AH"), ("KC", "2S"), 1)


@pytest.mark.parametrize(
    ("hand", "discarded"),
    [
        ("XX 5H 5S KD", "5S"),
        ("XX 5D AC AD", "AD"),
        ("XX XX", "XX"),
        ("KC XX", "KC"),
    ],
)
def test_the_clock_discards_the_first_other_card_of_the_hand_6_2(hand: str, discarded: str) -> None:
    state = late(play(at([hand, "6H"], drawn=None), "draw discard"))
    assert state.discard == (discarded,)
    assert "KC" in state.hands[0]


def test_the_clock_discards_the_first_card_when_nothing_can_be_drawn_6_2() -> None:
    assert late(at(["9H 5H", "6H"], drawn=None, stock="")).discard == ("KC", "5H")
    assert late(at(["9H 5H", "6H"], drawn=None, stock="", discard="")).discard == ("5H",)


def test_the_clock_ends_a_turn_without_a_card_to_discard_6_2() -> None:
    state = late(at(["KC", "6H"], drawn="discard", discard=""))
    assert (state.to_move, state.hands[0], state.quiet) == (1, ("KC",), 1)


def test_the_clock_waits_for_a_new_deck_6_2() -> None:
    state = late(at(["5H", "6H"], drawn=None, stock="", discard="9D 3C KC"))
    assert TRIPLE_FOUR.awaited_shuffle(state) == ("shuffle", ("9D", "3C"))
    assert (state.violations, state.to_move) == ((1, 0), None)
    state = play(state, "shuffle 3C 9D")
    assert (state.hands[0], state.stock, state.discard) == (("5H",), ("9D",), ("KC", "3C"))
    assert state.to_move == 1


def test_the_clock_neither_matches_nor_takes_6_2() -> None:
    state = late(at(["JH QD KH", "6H"], trays=["T37", ""]))
    assert (state.discard[-1], state.matched[0]) == ("KH", ())


def test_the_fifth_violation_forfeits_between_two_6_3() -> None:
    state = late(at(["5H", "6H"], violations=[4, 0]))
    assert TRIPLE_FOUR.outcome(state) == ((1,), "forfeit")
    assert state.is_over
    assert state.discard == ("KC",)


def test_among_more_the_seat_is_out_and_the_game_goes_on_6_3() -> None:
    state = late(at(["5H", "6H", "7H"], violations=[4, 0, 0]))
    assert (state.out, state.to_move, TRIPLE_FOUR.outcome(state)) == ((0,), 0, None)
    assert TRIPLE_FOUR.out(state) == (0,)
    with pytest.raises(rules.IllegalMove) as caught:
        TRIPLE_FOUR.timeout(state)
    assert (caught.value.clause, str(caught.value)) == (
        "6.3",
        "No violation is counted for a player who is out of the game.",
    )
    state = play(state, "discard 5H")
    assert state.to_move == 1


def test_a_seat_that_is_out_cannot_win_6_3() -> None:
    piles = four_before(0, 4)[0]
    state = at(
        ["JH QD KH", "8S 8H 8D", "7H"],
        trays=["T37", "", ""],
        matched=[piles[:3], [], []],
        out=[0],
    )
    state = play(state, "match T37: JH QD KH")
    assert (len(state.matched[0]), state.is_over, state.to_move) == (4, False, 1)
    left = TRIPLE_FOUR.resign(state, 2)
    assert TRIPLE_FOUR.outcome(left) == ((1,), "resignation")


def test_the_matches_of_a_seat_that_dropped_out_can_be_taken_6_3() -> None:
    state = at(["8S 8H 8D", "6H", "7H"], matched=[[], ["T55: 4S 4H 4D"], []], out=[1])
    assert len(play(state, "take T55: 8S 8H 8D").matched[0]) == 1


def test_a_seat_that_dropped_out_does_not_win_after_a_hundred_turns_6_3() -> None:
    state = at(["5H", "6H", "7H"], matched=[four_before(0, 3)[0], [], []], out=[0], quiet=99)
    assert TRIPLE_FOUR.outcome(play(state, "discard 5H")) == ((1, 2), "most_triplets")


def test_the_last_one_in_the_ranking_wins_6_3() -> None:
    state = at(["5H", "6H", "7H"], violations=[0, 4, 0], to_move=1)
    state = TRIPLE_FOUR.resign(state, 0)
    assert TRIPLE_FOUR.outcome(state) is None
    assert TRIPLE_FOUR.outcome(late(state)) == ((2,), "forfeit")


def test_quitting_forfeits_in_and_out_of_turn_6_4() -> None:
    state = at(["5H", "6H"])
    assert TRIPLE_FOUR.outcome(TRIPLE_FOUR.resign(state, 0)) == ((1,), "resignation")
    assert TRIPLE_FOUR.outcome(TRIPLE_FOUR.resign(state, 1)) == ((0,), "resignation")


def test_nobody_quits_twice_6_4() -> None:
    state = TRIPLE_FOUR.resign(at(["5H", "6H", "7H"]), 1)
    with pytest.raises(rules.IllegalMove) as caught:
        TRIPLE_FOUR.resign(state, 1)
    assert (caught.value.clause, str(caught.value)) == (
        "6.4",
        "You are already out of this game.",
    )


def test_a_turn_is_in_the_middle_between_draw_and_discard_6_1() -> None:
    state = at(["5H", "6H"], drawn=None)
    assert not TRIPLE_FOUR.is_mid_turn(state)
    assert TRIPLE_FOUR.is_mid_turn(play(state, "draw deck"))
    assert TRIPLE_FOUR.timeout_plays
    assert str(TRIPLE_FOUR.violation(state, 0)) == "the turn is played automatically"
    late = str(TRIPLE_FOUR.explain_violation(play(state, "draw deck"), 0))
    assert re.fullmatch(r"\S+ discarded automatically", late)
