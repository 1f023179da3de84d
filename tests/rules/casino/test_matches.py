"""Sections 1, 5 and 6: decks and dealers, points, the end of a game, dropping out."""

import random
from typing import Any

import pytest

from games import rules
from games.rules.casino.state import CasinoState
from tests.present import present
from tests.rules.builds import CASINO

at, play, points = CASINO.at, CASINO.play, CASINO.points
VARIANT = CASINO.variant
PACK = list(VARIANT.pack)
DECK = " ".join(PACK)


def deal(players: int, **options: Any) -> CasinoState:
    return VARIANT.deal(PACK, players=players, **options)


@pytest.mark.parametrize(("players", "rounds"), [(2, 6), (3, 4), (4, 3)])
def test_the_player_left_of_the_dealer_gets_the_first_cards_and_plays_first_1_2(
    players: int, rounds: int
) -> None:
    state = deal(players, dealer=0)
    assert state.to_move == 1
    assert state.hands[1] == tuple(PACK[:4])
    assert state.hands[0] == tuple(PACK[4 * (players - 1) : 4 * players])
    assert [pile.cards[0] for pile in state.table] == PACK[4 * players : 4 * players + 4]
    starts: list[tuple[int, int | None]] = []
    while any(state.hands):
        if all(len(hand) == 4 for hand in state.hands):
            starts.append((state.round, state.to_move))
        state = VARIANT.play(state, next(VARIANT.moves(state)))
    assert starts == [(number, 1) for number in range(1, rounds + 1)]


def test_by_default_the_last_seat_deals_and_seat_0_begins_1_2() -> None:
    assert deal(3).to_move == 0
    assert VARIANT.document(deal(3))["dealer"] == 2


def test_the_turn_goes_round_clockwise_and_over_empty_hands_1_3() -> None:
    state = at(["2C 3C", "", "KC"], "9D")
    assert [state.to_move, (state := play(state, "2C")).to_move] == [0, 2]
    assert play(state, "KC").to_move == 0


def test_between_two_decks_the_match_waits_for_the_dealer_1_4() -> None:
    state = play(at(["2C", "3C"], "2D"), "2C x 2D", "3C")
    assert state.to_move is None
    assert not state.is_over
    assert VARIANT.outcome(state) is None
    assert VARIANT.document(state)["phase"] == "deal"
    assert VARIANT.awaited_shuffle(state) == ("deal", VARIANT.pack)
    assert list(VARIANT.moves(state)) == []
    assert CASINO.refusal(state, "2C") == ("1.4", "The next deck must be dealt first.")
    assert CASINO.refusal(state, "deal 2C 3C")[0] == "1.4"
    with pytest.raises(rules.IllegalMove, match="^Nobody’s time runs"):
        VARIANT.timeout(state)


def test_the_next_deck_is_dealt_by_the_next_dealer_1_2_1_4() -> None:
    state = play(at(["2C", "AC"], "2D", dealer=1), "2C x 2D", "AC")
    state = play(state, f"deal {DECK}")
    document = VARIANT.document(state)
    assert (document["dealer"], document["to_move"], document["round"]) == (0, 1, 1)
    assert document["hands"] == [PACK[4:8], PACK[:4]]
    assert document["match_scores"] == [4, 0]
    assert document["captured"] == [[], []]
    assert document["last_capture"] is None
    assert "phase" not in document
    assert VARIANT.awaited_shuffle(state) is None
    assert VARIANT.totals(state) == [4, 0]


def test_nobody_deals_in_the_middle_of_a_deck_1_4() -> None:
    assert CASINO.refusal(at(["2C", "3C"], "2D"), f"deal {DECK}")[0] == "1.4"


def test_a_deal_is_described_without_its_cards_until_the_game_is_over_1_6() -> None:
    state = at(["2C", "3C"], "2D", target=None)
    text = f"deal {DECK}"
    assert VARIANT.mask_text(VARIANT.mask(state, 0), None, text) == "deal"
    assert str(VARIANT.describe_text(text)) == "deals the next deck"
    assert VARIANT.mask_text(play(state, "2C x 2D", "3C"), None, text) == text
    assert VARIANT.mask_text(VARIANT.mask(state, 0), 0, "2C x 2D") == "2C x 2D"


def test_cards_count_at_once_and_the_most_when_the_deck_is_played_out_5_1() -> None:
    state = play(at(["TC 2H", "KC 3C"], "TD AS 2S 9C"), "TC x TD", "KC")
    assert points(state, 0) == {"big_casino": 2}
    state = play(state, "2H x 2S", "3C")
    assert points(state, 0) == {
        "most_cards": 3, "most_spades": 1, "big_casino": 2, "little_casino": 1, "aces": 1,
    }  # fmt: skip
    assert points(state, 1) == {}


def test_most_cards_and_most_spades_count_for_nobody_on_a_tie_5_1() -> None:
    state = play(at(["2C", "3C"], "2D 3D"), "2C x 2D", "3C x 3D")
    assert [points(state, side) for side in (0, 1)] == [{}, {}]


def test_a_whole_deck_is_worth_eleven_points_5_1() -> None:
    chance = random.Random(1)
    for _ in range(20):
        state = VARIANT.deal(chance.sample(PACK, 52), players=2, target=None)
        while not state.is_over:
            state = VARIANT.play(state, chance.choice(list(VARIANT.moves(state))))
        cards = [VARIANT.counts(state, side)["cards"] for side in (0, 1)]
        assert sum(VARIANT.totals(state)) == (8 if cards[0] == cards[1] else 11)


def test_a_capture_that_empties_the_table_is_a_sweep_where_they_are_played_5_2() -> None:
    for option, expected in ((True, {"sweeps": 1}), (False, {})):
        state = play(at(["5C", "7C 8H"], "2D 3D", sweeps=option), "5C x 2D 3D")
        assert points(state, 0) == expected
    state = at(["5C", "7C"], "2D 3D", sweeps=True)
    explained = VARIANT.explain(state, VARIANT.parse(state, "5C x 2D 3D"))
    assert str(explained) == "5♣ takes 3♦ + 2♦: 3 cards; 1 point (sweep)"


def test_leftovers_go_to_the_last_capturer_and_are_no_sweep_5_3() -> None:
    state = play(at(["2C", "7C"], "2D AD TD", sweeps=True, target=None), "2C x 2D", "7C")
    assert points(state, 0) == {"most_cards": 3, "big_casino": 2, "aces": 1}
    assert state.table == ()
    assert state.captures[0][-1].leftover


def test_without_any_capture_nobody_gets_the_leftovers_5_3() -> None:
    state = play(at(["2C", "7C"], "AD", target=None), "2C", "7C")
    assert VARIANT.outcome(state) == ((), "draw")
    assert len(state.table) == 3


def finish(match_scores: list[int], **more: object) -> CasinoState:
    """Return the state after a deck that gives side 0 three points and side 1 one."""
    hands = ["2C 4C", "9S 8H"] + ["KC KD", "QC QD"][: len(match_scores) - 2]
    state = at(hands, "2D 4D 9D", match_scores=match_scores, **more)
    state = play(state, "2C x 2D", "9S x 9D", *[hand.split()[0] for hand in hands[2:]])
    return play(state, "4C x 4D", "8H", *[hand.split()[1] for hand in hands[2:]])


@pytest.mark.parametrize(
    ("before", "target", "outcome"),
    [
        ([17, 12], 21, None),
        ([18, 12], 21, ((0,), "score")),
        ([18, 22], 21, ((1,), "score")),
        ([18, 20], 21, None),
        ([8, 0], 11, ((0,), "score")),
        ([18, 20], 50, None),
        ([0, 0], None, ((0,), "score")),
    ],
)
def test_the_target_is_judged_after_a_whole_deck_5_4(
    before: list[int], target: int | None, outcome: tuple[tuple[int, ...], str] | None
) -> None:
    state = finish(before, target=target)
    assert [sheet["total"] for sheet in VARIANT.scores(state)] == [3, 1]
    assert VARIANT.outcome(state) == outcome
    assert state.is_over is (outcome is not None)


def test_equal_totals_above_the_target_play_another_deck_5_4() -> None:
    assert finish([19, 21]).waits


def test_sides_that_share_the_highest_total_of_a_single_deck_win_together_5_4() -> None:
    state = at(["4C", "5C", "KC"], target=None, captured=[["AD"], ["AH"], []])
    assert VARIANT.outcome(play(state, "4C", "5C", "KC")) == ((0, 1), "score")


@pytest.mark.parametrize(
    ("before", "outcome"),
    [
        ([18, 20], ((0,), "count_out")),  # most cards come before most spades
        ([17, 20], ((1,), "count_out")),
        ([17, 19], None),
    ],
)
def test_counting_out_the_first_at_the_target_wins_5_5(
    before: list[int], outcome: tuple[tuple[int, ...], str] | None
) -> None:
    state = finish(before, count_out=True)
    assert VARIANT.outcome(state) == outcome
    assert bool(VARIANT.line_counted_out(state)) is state.is_over


def test_without_counting_out_no_line_has_decided_a_game() -> None:
    state = finish([18, 19])
    assert VARIANT.outcome(state) == ((0,), "score")
    assert VARIANT.line_counted_out(state) == ""


def test_no_deck_decides_before_its_end_what_another_or_counting_out_may_5_4_5_5() -> None:
    aces = ["TD", "2S", "AS", "AH", "AD", "AC"]
    most = [card for card in PACK if card not in (*aces, "KC", "QC")]
    hands, captured = ["KC", "QC"], [aces, most]
    assert VARIANT.is_decided(at(hands, match_scores=[15, 10], captured=captured))
    assert not VARIANT.is_decided(at(hands, match_scores=[14, 9], captured=captured, target=50))
    assert not VARIANT.is_decided(
        at(hands, match_scores=[18, 18], captured=captured, count_out=True)
    )


def test_partners_share_captures_and_points_but_no_hand_1_1() -> None:
    state = at(["2C 5C", "KC", "2H", "KD"], "2D 3D", partnership=True)
    assert [VARIANT.side(state, seat) for seat in range(4)] == [0, 1, 0, 1]
    state = play(state, "2C x 2D", "KC", "2H")
    assert VARIANT.counts(state, 0)["cards"] == 2
    assert VARIANT.document(state, 2)["hands"] == [["??"], [], [], ["??"]]
    state = play(state, "KD x KC")
    assert state.captured[1].bit_count() == 2


def test_a_partner_does_not_hold_the_card_for_a_build_4_5() -> None:
    state = at(["3C 2C", "KC", "8H", "KD"], "5D", partnership=True)
    assert CASINO.refusal(state, "3C + 5D = 8")[0] == "4.5"


def test_a_player_may_trail_beside_the_partners_build_4_1() -> None:
    state = at(["2C", "KC", "8H", "KD"], "5D+3D=8@2", partnership=True)
    assert CASINO.is_legal(state, "2C")


def test_a_violation_gives_every_opposing_side_a_point_6_2() -> None:
    single = VARIANT.timeout(deal(4))
    assert [points(single, side) for side in range(4)] == [{}] + [{"penalties": 1}] * 3
    partners = VARIANT.timeout(deal(4, partnership=True))
    assert [points(partners, side) for side in range(2)] == [{}, {"penalties": 1}]


def forfeit(state: CasinoState) -> CasinoState:
    for _ in range(VARIANT.max_violations):
        state = VARIANT.timeout(state)
    return state


def test_between_two_sides_the_fifth_violation_ends_the_match_6_3() -> None:
    assert VARIANT.outcome(forfeit(deal(2))) == ((1,), "forfeit")
    assert VARIANT.outcome(forfeit(deal(4, partnership=True))) == ((1,), "forfeit")


def test_with_three_sides_the_others_play_on_6_3() -> None:
    state = forfeit(deal(3))
    assert VARIANT.outcome(state) is None
    assert state.to_move == 0
    assert VARIANT.document(state)["out"] == [0]
    with pytest.raises(rules.IllegalMove, match="out"):
        VARIANT.timeout(state)
    with pytest.raises(rules.IllegalMove, match="out of this game"):
        VARIANT.resign(state, 0)
    state = VARIANT.play(state, next(VARIANT.moves(state)))
    assert state.to_move == 1
    assert VARIANT.outcome(forfeit(state)) == ((2,), "forfeit")
    assert VARIANT.outcome(VARIANT.resign(state, 2)) == ((1,), "resignation")


def test_a_side_that_dropped_out_does_not_win_6_3() -> None:
    state = finish([30, 20, 5], out=[0])
    assert VARIANT.outcome(state) == ((1,), "score")
    assert finish([30, 15, 5], out=[0]).waits


def test_quitting_between_two_decks_may_decide_the_match_6_4() -> None:
    state = finish([18, 20, 21])
    assert VARIANT.totals(state) == [21, 21, 21]
    assert VARIANT.outcome(VARIANT.resign(state, 0)) is None
    state = finish([22, 24, 5])
    assert state.waits
    assert VARIANT.outcome(VARIANT.resign(state, 0)) == ((1,), "score")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_matches_to_every_target_end_with_all_points_given(players: int) -> None:
    for number, target in enumerate([11, 21, 50]):
        chance = random.Random(f"{players} {target}")
        state = VARIANT.deal(chance.sample(PACK, 52), players=players, target=target, sweeps=True)
        decks = 1
        while not state.is_over:
            if state.waits:
                decks += 1
                state = play(state, f"deal {' '.join(chance.sample(PACK, 52))}")
            else:
                state = VARIANT.play(state, chance.choice(list(VARIANT.moves(state))))
        winners, reason = present(VARIANT.outcome(state))
        totals = VARIANT.totals(state)
        assert reason == "score"
        assert totals[winners[0]] == max(totals) >= target
        assert decks > number
        assert VARIANT.document(state)["dealer"] == (players - 2 + decks) % players


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 5}, "players"),
        ({"players": 1}, "players"),
        ({"players": 2, "partnership": True}, "partnership"),
        ({"dealer": 2}, "dealer"),
        ({"target": 12}, "target"),
        ({"target": True}, "target"),
        ({"sweeps": 1}, "sweeps"),
        ({"starter": 0}, "starter"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], named: str) -> None:
    with pytest.raises(rules.InvalidPosition, match=named):
        VARIANT.deal(PACK, **{"players": 2, **options})


def test_the_points_of_a_side_are_explained_5_1() -> None:
    state = VARIANT.timeout(at(["TC 2H", "5C 3C"], "TD AS 2S 5D", sweeps=True))
    state = play(state, "TC x TD", "5C x 5D", "2H x 2S", "3C")
    assert [(r.side, r.line, r.points, str(r.cause)) for r in VARIANT.explain_score(state)] == [
        (0, "most_cards", 3, "6 cards to 2"),
        (0, "most_spades", 1, "2 spades to 0"),
        (0, "big_casino", 2, "10♦"),
        (0, "little_casino", 1, "2♠"),
        (0, "aces", 1, "A♠"),
        (1, "penalties", 1, "the opponent’s time ran out once"),
    ]
    among_four = VARIANT.explain_score(VARIANT.timeout(deal(4, partnership=True)))
    assert [str(reason.cause) for reason in among_four] == ["the opponents’ time ran out"]
    swept = play(at(["2C", "3C"], "2D", sweeps=True), "2C x 2D")
    assert str(VARIANT.explain_score(swept)[0].cause) == "swept the table with 2♣"


@pytest.mark.parametrize(
    ("number", "players", "words"),
    [
        (1, 2, "round 1"),
        (6, 2, "round 6"),
        (7, 2, "deck 2, round 1"),
        (9, 4, "deck 3, round 3"),
    ],
)
def test_a_list_names_the_round_and_the_deck_from_the_second_on(
    number: int, players: int, words: str
) -> None:
    assert str(VARIANT.batch(number, players)) == words
