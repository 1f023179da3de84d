"""Section 4 of the rules: running out of cards."""

import pytest

from games import rules
from games.rules.triple_four.state import TripleFourState
from tests.rules.triplets import TRIPLE_FOUR, at, listed, play, refusal

MATCHING = {"trays": ["T37", ""], "discard": "4D 5D KC", "triplets": "T56"}
HANDS = ["JH QD KH 5H", "6H"]
OTHER_CARDS = "A shuffle must name each card of the discard pile once, except its top card."


def owed(state: TripleFourState) -> tuple[str, tuple[str, ...]] | None:
    return TRIPLE_FOUR.awaited_shuffle(state)


def test_the_last_card_of_the_deck_is_drawn_like_any_other_4_1() -> None:
    state = play(at(["5H", "6H"], drawn=None, stock="2S", discard="9D KC"), "draw deck")
    assert (state.stock, state.to_move, owed(state)) == ((), 0, None)
    state = play(state, "discard 2S")
    assert (state.to_move, owed(state)) == (1, None)


def test_a_draw_from_a_deck_that_has_run_out_shuffles_the_discard_pile_4_1() -> None:
    state = at(["5H", "6H"], drawn=None, stock="", discard="9D 3C XX KC")
    assert listed(state) == ["draw deck", "draw discard"]
    state = play(state, "draw deck")
    assert owed(state) == ("shuffle", ("9D", "3C", "XX"))
    assert (state.to_move, state.is_over, TRIPLE_FOUR.outcome(state)) == (None, False, None)
    assert listed(state) == []
    state = play(state, "shuffle 3C XX 9D")
    assert (state.discard, state.stock) == (("KC",), ("XX", "9D"))
    assert (state.to_move, state.drawn, state.hands[0]) == (0, "deck", ("5H", "3C"))
    assert owed(state) is None


def test_drawing_from_the_discard_pile_shuffles_nothing_4_1() -> None:
    state = play(at(["5H", "6H"], drawn=None, stock="", discard="9D 3C KC"), "draw discard")
    assert (state.to_move, owed(state), state.discard) == (0, None, ("9D", "3C"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("discard 5H", "First the discard pile must be shuffled into a new deck."),
        ("draw deck", "First the discard pile must be shuffled into a new deck."),
        ("shuffle 9D", OTHER_CARDS),
        (
            "shuffle 9D 3C KC",
            OTHER_CARDS,
        ),
        ("shuffle 9D 9D", OTHER_CARDS),
    ],
)
def test_only_the_shuffle_is_legal_then_4_1(text: str, sentence: str) -> None:
    state = play(at(["5H", "6H"], drawn=None, stock="", discard="9D 3C KC"), "draw deck")
    with pytest.raises(rules.IllegalMove) as caught:
        TRIPLE_FOUR.play(state, text)
    assert (caught.value.clause, str(caught.value)) == ("4.1", sentence)


def test_no_clock_runs_while_the_deck_is_shuffled_4_1() -> None:
    state = play(at(["5H", "6H"], drawn=None, stock="", discard="9D 3C KC"), "draw deck")
    with pytest.raises(rules.IllegalMove):
        TRIPLE_FOUR.timeout(state)


def test_players_cannot_shuffle_4_1() -> None:
    assert refusal(at(["5H", "6H"]), "shuffle KC") == (
        "4.1",
        "The discard pile is shuffled only when the deck has run out.",
    )


def test_the_deck_runs_out_between_the_two_cards_after_a_match_4_1() -> None:
    state = play(at(HANDS, stock="2S", **MATCHING), "match T37: JH QD KH")
    assert (state.hands[0], state.trays[0]) == (("5H", "2S"), ("T56",))
    assert owed(state) == ("shuffle", ("4D", "5D"))
    state = play(state, "shuffle 5D 4D")
    assert (state.hands[0], state.stock, state.discard) == (("5H", "2S", "5D"), ("4D",), ("KC",))
    assert (state.to_move, state.drawn, state.quiet) == (1, None, 0)


def test_both_cards_after_a_match_may_come_from_the_new_deck_4_1() -> None:
    state = play(at(HANDS, stock="", **MATCHING), "match T37: JH QD KH", "shuffle 5D 4D")
    assert (state.hands[0], state.stock) == (("5H", "5D", "4D"), ())
    assert state.to_move == 1


def test_a_new_deck_of_one_card_gives_one_4_2() -> None:
    state = at(HANDS, stock="", **{**MATCHING, "discard": "4D KC"})
    state = play(state, "match T37: JH QD KH")
    assert owed(state) == ("shuffle", ("4D",))
    state = play(state, "shuffle 4D")
    assert (state.hands[0], state.to_move, owed(state)) == (("5H", "4D"), 1, None)


@pytest.mark.parametrize("discard", ["KC", ""])
def test_after_a_match_nothing_is_drawn_when_there_is_no_new_deck_4_2(discard: str) -> None:
    state = at(HANDS, stock="2S", **{**MATCHING, "discard": discard})
    state = play(state, "match T37: JH QD KH")
    assert (state.hands[0], state.to_move, owed(state)) == (("5H", "2S"), 1, None)


def test_with_one_card_in_the_discard_pile_that_is_drawn_4_2() -> None:
    state = at(["5H", "6H"], drawn=None, stock="")
    assert listed(state) == ["draw discard"]
    assert refusal(state, "draw deck") == (
        "4.1",
        "The deck has run out, and the discard pile has only its top card.",
    )


def test_with_both_empty_the_turn_begins_without_a_draw_4_2() -> None:
    state = at(["5H 7H", "6H"], drawn=None, stock="", discard="")
    assert (state.drawn, listed(state)) == ("nothing", ["discard 5H", "discard 7H"])
    for text in ("draw deck", "draw discard"):
        assert refusal(state, text) == (
            "4.2",
            "There is no card to draw. Your turn goes on without one.",
        )
    after = play(state, "discard 5H")
    assert (after.to_move, after.drawn, listed(after)) == (1, None, ["draw discard"])


def test_the_turn_after_a_match_that_took_the_last_card_begins_without_a_draw_4_2() -> None:
    state = at(HANDS, stock="", **{**MATCHING, "discard": ""})
    state = play(state, "match T37: JH QD KH")
    assert (state.to_move, state.drawn) == (1, "nothing")


def test_an_empty_hand_passes_when_there_is_nothing_to_draw_3_6() -> None:
    state = at(["", "6H"], drawn=None, stock="", discard="")
    assert listed(state) == ["pass"]
    assert play(state, "pass").to_move == 1


def test_no_triplet_card_is_drawn_when_there_are_none_4_3() -> None:
    state = play(at(HANDS, **{**MATCHING, "triplets": ""}), "match T37: JH QD KH")
    assert (state.trays[0], len(state.matched[0])) == ((), 1)


def test_a_seat_may_quit_while_the_deck_is_shuffled_6_4() -> None:
    state = play(at(["5H", "6H", "7H"], drawn=None, stock="", discard="9D 3C KC"), "draw deck")
    state = TRIPLE_FOUR.resign(state, 0)
    assert (state.out, owed(state)) == ((0,), ("shuffle", ("9D", "3C")))
    assert play(state, "shuffle 9D 3C").to_move == 0
    over = TRIPLE_FOUR.resign(state, 2)
    assert (over.is_over, owed(over), TRIPLE_FOUR.outcome(over)) == (
        *(True, None),
        ((1,), "resignation"),
    )
