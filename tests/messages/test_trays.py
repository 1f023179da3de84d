"""The texts of Triple Four for moves, triplet cards and the levels of computer players."""

from __future__ import annotations

import pytest

from games.computer import LEVELS
from games.messages.facts import tell_fact
from games.messages.text import Part
from games.messages.trays import (
    level_words,
    tell_belonging,
    tell_dealing,
    tell_move,
    tell_play,
    tell_progress,
    tell_step,
    tell_too_many,
    tell_triplet,
)
from games.rules.facts import make_fact
from games.rules.triple_four.explanation import Explanation
from games.rules.triple_four.hints import Progress, measure
from games.rules.triple_four.telling import describe_move, explain_late_turn, explain_move
from games.rules.triple_four.triplets import TRIPLETS
from games.rules.wording.trays import PLAYS
from tests.rules.triplets import TRIPLE_FOUR, at

MATCHED = [["T55: 4S 4H 4D"], ["T2: 2H 2D XX"]]


def explain(text: str, **more: object) -> Explanation:
    state = at(["JH QD XX 2D", "6H"], trays=["T37", ""], matched=MATCHED, **more)
    return explain_move(state, TRIPLE_FOUR.parse(state, text))


@pytest.mark.parametrize(
    ("text", "more", "bare", "you", "named"),
    [
        ("draw deck", {"drawn": None}, "Draw from the deck", "You draw from the deck",
         "Ada draws from the deck"),
        ("draw discard", {"drawn": None}, "Draw K♣ from the discard pile",
         "You draw K♣ from the discard pile", "Ada draws K♣ from the discard pile"),
        ("match T37: JH QD XX", {},
         "Match “J Q K, all red” with J♥, Q♦ and a joker as a red king: 2 of 4",
         "You match “J Q K, all red” with J♥, Q♦ and a joker as a red king: 2 of 4",
         "Ada matches “J Q K, all red” with J♥, Q♦ and a joker as a red king: 2 of 4"),
        ("discard 2D", {}, "Discard 2♦", "You discard 2♦", "Ada discards 2♦"),
        ("discard XX", {}, "Discard a joker", "You discard a joker", "Ada discards a joker"),
    ],
)  # fmt: skip
def test_a_move_is_described_without_a_name_and_with_one(
    text: str, more: dict[str, object], bare: str, you: str, named: str
) -> None:
    explanation = explain(text, **more)
    assert tell_play(explanation) == bare
    assert tell_play(explanation, "Ada", is_you=True) == you
    assert tell_play(explanation, "Ada") == named


@pytest.mark.parametrize(
    ("text", "bare", "you", "named"),
    [
        ("draw discard", "Draw from the discard pile", "You draw from the discard pile",
         "Ada draws from the discard pile"),
        ("match T1: XX XX XX", "Match “three red aces” with three jokers",
         "You match “three red aces” with three jokers",
         "Ada matches “three red aces” with three jokers"),
        ("take T2: 2D XX XX", "Take “three red 2s” with 2♦ and two jokers as red 2s",
         "You take “three red 2s” with 2♦ and two jokers as red 2s",
         "Ada takes “three red 2s” with 2♦ and two jokers as red 2s"),
        ("pass", "End your turn without a discard", "You end your turn without a discard",
         "Ada ends the turn without a discard"),
        ("shuffle 5H 6H", *["The dealer shuffles the discard pile into a new deck"] * 3),
    ],
)  # fmt: skip
def test_a_move_is_described_without_its_position(
    text: str, bare: str, you: str, named: str
) -> None:
    explanation = describe_move(TRIPLE_FOUR.read_text(text))
    assert tell_play(explanation) == bare
    assert tell_play(explanation, "Ada", is_you=True) == you
    assert tell_play(explanation, "Ada") == named


def test_a_take_tells_how_many_are_matched_unless_that_is_left_out() -> None:
    state = at(["2D 2H XX", "6H"], matched=MATCHED)
    told = explain_move(state, TRIPLE_FOUR.parse(state, "take T2: 2H 2D XX"))
    cards = "“three red 2s” with 2♥, 2♦ and a joker as a red 2"
    assert tell_play(told) == f"Take {cards}: 2 of 4"
    assert tell_play(told, is_you=True) == f"You take {cards}: 2 of 4"
    assert tell_play(told, "Ada") == f"Ada takes {cards}: 2 of 4"
    assert tell_move(told) == f"Take {cards}"
    assert str(told) == f"takes {cards}: 2 of 4"


def test_a_move_knows_its_name_and_its_cards() -> None:
    told = tell_play(explain("match T37: JH QD XX"), "Ada <3")
    parts = [part for part in told.parts if part.is_name or part.code]
    assert parts == [
        Part("Ada <3", is_name=True),
        Part("J♥", "the jack of hearts", "JH"),
        Part("Q♦", "the queen of diamonds", "QD"),
    ]
    assert told.spoken == (
        "Ada <3 matches “J Q K, all red” with the jack of hearts, the queen of diamonds "
        "and a joker as a red king: 2 of 4"
    )


def test_a_shuffle_is_the_dealers_and_shows_no_card() -> None:
    told = describe_move(TRIPLE_FOUR.read_text("shuffle 5H 6H"))
    assert told.cards == ()
    assert tell_dealing() == "The dealer shuffles the discard pile into a new deck"


def test_the_texts_of_moves_agree_with_the_rules_engine() -> None:
    told = {
        explanation.form: (str(explanation), tell_play(explanation, "Ada"))
        for explanation in (
            *(explain(text, drawn=None) for text in ("draw deck", "draw discard")),
            *(explain(text) for text in ("match T37: JH QD XX", "discard 2D")),
            *(
                describe_move(TRIPLE_FOUR.read_text(text))
                for text in ("draw discard", "match T1: XX XX XX", "take T1: XX XX XX", "pass")
            ),
        )
    }
    assert {*told, "take_counted", "shuffle"} == set(PLAYS)
    assert {form: f"Ada {words}" for form, (words, _) in told.items()} == {
        form: words for form, (_, words) in told.items()
    }


def test_the_texts_of_triplet_cards_agree_with_the_rules_engine() -> None:
    for name, triplet in TRIPLETS.items():
        assert tell_triplet(name) == str(triplet.text)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"drawn": None}, "a card is drawn from the deck and 2♠ discarded"),
        ({"drawn": "deck"}, "2♦ discarded automatically"),
        ({"drawn": None, "stock": "", "discard": "9D 3C"},
         "a card is drawn from the deck, which is shuffled first"),
    ],
)  # fmt: skip
def test_a_late_turn_is_described(more: dict[str, object], words: str) -> None:
    before = at(["5H 2D", "6H"], **more)
    assert tell_fact(explain_late_turn(before, TRIPLE_FOUR.timeout(before))) == words


def test_matched_triplet_cards_are_quoted() -> None:
    fact = make_fact("matched_triplets", triplets=(TRIPLETS["T55"].text, TRIPLETS["T1"].text))
    assert tell_fact(fact) == str(fact) == "“three of a kind” and “three red aces”"


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (measure("T37", ["JH", "QD", "KH"]), "ready to match"),
        (measure("T37", ["JH", "QD"]), "needs K♥ or K♦"),
        (measure("T37", ["JH", "XX"]), "needs one card"),
        (measure("T37", ["JH"]), ""),
    ],
)
def test_a_triplet_card_has_a_note_on_what_it_needs(progress: Progress, words: str) -> None:
    assert tell_progress(progress) == words


def test_a_card_is_kept_for_triplet_cards() -> None:
    assert tell_belonging(()) == ""
    assert tell_belonging(("T12",)) == "for “three red queens”"
    assert tell_belonging(("T12", "T55")) == "for “three red queens” and “three of a kind”"


def test_a_turn_has_two_steps() -> None:
    assert [tell_step(has_drawn) for has_drawn in (False, True)] == [
        "step 1 of 2: draw",
        "step 2 of 2: play",
    ]


def test_chosen_cards_are_counted() -> None:
    assert tell_too_many(5) == (
        "You have chosen 5 cards. Choose three for a triplet card, or one to discard."
    )


def test_every_level_has_a_description_for_this_game() -> None:
    assert len({level_words(level) for level in LEVELS}) == len(LEVELS)
