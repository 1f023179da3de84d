"""Sections 1 and 6: rounds and turns, the clock, quitting."""

from typing import Any

import pytest

from games import rules
from games.rules.trifecta.state import TrifectaState
from tests.present import present
from tests.rules.table import TRIFECTA, at, listed, play, refusal

DECK = list(TRIFECTA.pack)


def dealt(starter: int = 0) -> TrifectaState:
    return play(TRIFECTA.deal(DECK, players=2, starter=starter), "secret 7H", "secret 8C")


def test_the_secret_cards_are_picked_before_the_deal_1_4() -> None:
    state = TRIFECTA.deal(DECK)
    assert state.phase == "pick"
    assert state.to_move == 0
    assert TRIFECTA.document(state)["phase"] == "pick"
    assert len(listed(state)) == 52
    assert refusal(state, "pass")[0] == "1.4"
    assert refusal(state, "AS")[0] == "1.4"
    state = play(state, "secret 7H")
    assert state.to_move == 1
    assert state.phase == "pick"
    assert state.hands == ((), ())
    state = play(state, "secret 7H")
    assert state.phase == "play"
    assert "phase" not in TRIFECTA.document(state)
    assert state.secrets == ("7H", "7H")
    assert refusal(state, "secret 8H")[0] == "1.4"


def test_no_viewer_sees_a_card_during_the_pick_1_4() -> None:
    state = TRIFECTA.deal(DECK)
    for viewer in (0, 1, "spectator"):
        document = TRIFECTA.document(state, viewer)
        assert document["hands"] == [[], []]
        assert document["table"] == []
        assert set(document["stock"]) == {"??"}


def test_the_first_round_deals_four_to_each_seat_and_four_to_the_table_1_2() -> None:
    for starter in (0, 1):
        state = dealt(starter)
        assert state.hands == (tuple(DECK[:4]), tuple(DECK[4:8]))
        assert [pile.cards[0] for pile in state.table] == DECK[8:12]
        assert state.stock == tuple(DECK[12:])
        assert (state.round, state.to_move) == (1, starter)


def test_secrets_handed_to_the_deal_skip_the_pick_1_4() -> None:
    state = TRIFECTA.deal(DECK, players=2, starter=1, secrets=["7H", "8C"])
    assert state == dealt(1)


def drop_all(state: TrifectaState) -> TrifectaState:
    round_number = state.round
    while state.to_move is not None and state.round == round_number:
        state = play(state, state.hands[state.to_move][0])
    return state


@pytest.mark.parametrize("starter", [0, 1])
def test_six_rounds_of_four_cards_and_the_starter_alternates_1_2_1_3(starter: int) -> None:
    state = dealt(starter)
    starters = []
    for round_number in range(1, 7):
        assert state.round == round_number
        starters.append(state.to_move)
        dealt_so_far = 12 + 8 * (round_number - 1)
        if round_number > 1:
            assert state.hands == (
                tuple(DECK[dealt_so_far - 8 : dealt_so_far - 4]),
                tuple(DECK[dealt_so_far - 4 : dealt_so_far]),
            )
            assert len(state.table) == dealt_so_far - 8
            assert sorted(state.previous) == sorted(
                DECK[max(dealt_so_far - 16, 0) : dealt_so_far - 8] if round_number > 2 else DECK[:8]
            )
        state = drop_all(state)
    assert starters == [starter, 1 - starter] * 3
    assert state.to_move is None
    assert state.stock == ()


def test_players_alternate_one_card_at_a_time_1_5_1_6() -> None:
    state = dealt()
    order = []
    while state.round == 1:
        order.append(present(state.to_move))
        state = play(state, state.hands[order[-1]][0])
    assert order == [0, 1] * 4


def test_a_pass_changes_nothing_about_who_starts_1_3() -> None:
    state = play(dealt(), "pass")
    order = []
    while state.round == 1:
        order.append(present(state.to_move))
        state = play(state, state.hands[order[-1]][0])
    assert order == [1, 0, 1, 0, 1, 0, 1, 0]
    assert state.to_move == 1


def test_a_seat_with_an_empty_hand_is_skipped_also_at_the_start_1_6() -> None:
    state = at(["", "5H 6H"], "9D", to_move=0)
    assert state.to_move == 1
    assert play(state, "5H").to_move == 1


def test_with_all_hands_empty_at_the_start_the_next_deal_comes_from_the_stock_1_2() -> None:
    stock = ["2S", "3S", "4S", "5S", "2H", "3C", "6S", "8H"]
    state = at(["", ""], "9D", stock=stock, round=3, starter=1)
    assert state.hands == (tuple(stock[:4]), tuple(stock[4:]))
    assert (state.round, state.to_move) == (4, 0)


def test_with_too_little_stock_the_game_ends_1_6() -> None:
    state = at(["5H", ""], "9D", stock=["2S", "3S"], last_capture=1, round=3)
    state = play(state, "5H")
    assert TRIFECTA.outcome(state) is not None
    assert TRIFECTA.document(state)["captured"] == [[], ["9D", "5H"]]


def test_a_position_of_a_finished_game_has_its_outcome_at_once() -> None:
    state = at(["", ""], "9D", last_capture=1)
    assert TRIFECTA.outcome(state) == ((1,), "score")


def test_a_new_state_leaves_the_old_one_untouched() -> None:
    state = at(["5H 2C", "9C"], "5D")
    before = TRIFECTA.document(state)
    play(state, "5H x 5D")
    assert TRIFECTA.document(state) == before


def test_a_violation_gives_the_opponent_a_point_and_keeps_the_turn_6_2() -> None:
    state = at(["5H 2C", "9C"], "5D")
    for count in range(1, 5):
        state = TRIFECTA.timeout(state)
        assert state.to_move == 0
        assert state.violations == (count, 0)
        assert TRIFECTA.scores(state)[1]["penalties"] == count
        assert TRIFECTA.outcome(state) is None


def test_the_fifth_violation_forfeits_whatever_the_score_6_3() -> None:
    state = at(["5H 2C", "9C"], "5D", violations=[4, 0], captured=[["AS", "TD"], []])
    before = TRIFECTA.scores(state)
    state = TRIFECTA.timeout(state)
    assert TRIFECTA.outcome(state) == ((1,), "forfeit")
    assert TRIFECTA.scores(state) == before
    assert before[1]["penalties"] == 4
    with pytest.raises(rules.IllegalMove):
        TRIFECTA.timeout(state)


def test_violations_add_up_over_the_whole_game_6_3() -> None:
    state = at(["5H 2C", "9C 9D"], "5D")
    state = TRIFECTA.timeout(play(TRIFECTA.timeout(state), "5H"))
    assert state.violations == (1, 1)
    state = TRIFECTA.timeout(play(state, "9C"))
    assert state.violations == (2, 1)
    assert [sheet["penalties"] for sheet in TRIFECTA.scores(state)] == [1, 2]


def test_quitting_forfeits_at_once_and_leaves_the_sheets_6_4() -> None:
    state = at(["5H 2C", "9C"], "5D", captured=[["AS", "TD"], []])
    for seat in (0, 1):
        after = TRIFECTA.resign(state, seat)
        assert TRIFECTA.outcome(after) == ((1 - seat,), "resignation")
        assert TRIFECTA.scores(after) == TRIFECTA.scores(state)
        assert TRIFECTA.position(TRIFECTA.document(after)) == after
        with pytest.raises(rules.IllegalMove):
            TRIFECTA.resign(after, seat)


def test_no_violation_is_counted_during_the_pick_6_5() -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        TRIFECTA.timeout(TRIFECTA.deal(DECK))
    assert caught.value.clause == "6.5"


@pytest.mark.parametrize(
    ("deck", "options"),
    [
        (DECK[:51], {}),
        ([*DECK[:51], "AS"], {}),
        ([*DECK[:51], "??"], {}),
        ([*DECK, "AS"], {}),
        ([], {}),
        ([1, None], {}),
        ([*DECK[:51], 10**5000], {}),
        ([*DECK[:51], [DECK[51]]], {}),
        ("ASAH", {}),
        (None, {}),
        (5, {}),
        (set(DECK), {}),
        (DECK, {"players": 3}),
        (DECK, {"players": 1}),
        (DECK, {"players": 10**5000}),
        (DECK, {"players": "2"}),
        (DECK, {"starter": 2}),
        (DECK, {"starter": None}),
        (DECK, {"starter": [0]}),
        (DECK, {"starter": 10**5000}),
        (DECK, {"dealer": 0}),
        (DECK, {"secrets": ["7H"]}),
        (DECK, {"secrets": ["7H", "XX"]}),
        (DECK, {"secrets": 5}),
        (DECK, {"secrets": "7H"}),
        (DECK, {"secrets": [["x"], 1]}),
        (DECK, {"secrets": ["7H", 10**5000]}),
    ],
)
def test_a_wrong_deck_or_option_is_refused(deck: Any, options: dict[str, Any]) -> None:
    with pytest.raises(rules.InvalidPosition):
        TRIFECTA.deal(deck, **options)


def test_an_unknown_variant_is_a_key_error_that_lists_the_known_ones() -> None:
    with pytest.raises(KeyError, match="trifecta"):
        rules.variant("whist")


def test_lifelines_are_used_up_7_4() -> None:
    state = at(["2H 8C 5C", "9C 2S"], "TD 5D", secrets=["5D", "AS"])
    assert [used for _, used in TRIFECTA.lifelines(state, 0)] == [False, False, False]
    state = play(state, "2H - TD = 8", "pass", "5C x 5D")
    assert [used for _, used in TRIFECTA.lifelines(state, 0)] == [True, False, True]
    assert [used for _, used in TRIFECTA.lifelines(state, 1)] == [False, True, False]


def test_live_counts_of_the_captured_cards_7_3() -> None:
    state = play(at(["5S 2C", "9C"], "5D"), "5S x 5D")
    assert TRIFECTA.counts(state, 0) == {"cards": 2, "spades": 1, "diamonds": 1}
    assert TRIFECTA.counts(state, 1) == {"cards": 0, "spades": 0, "diamonds": 0}
