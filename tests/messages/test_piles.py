"""What a table of piles says of its piles, and of what chosen cards would do."""

from __future__ import annotations

import pytest

from games.messages import piles
from games.messages.cards import card_name
from games.messages.moves import tell_play
from games.messages.names import Relation
from games.messages.text import Part
from games.rules.explanation import Explanation
from games.rules.state import Kind, Pile
from games.rules.wording.piles import PLAYS, name_form

DROP = tell_play(Explanation("drop", "5H"))
BUILD = tell_play(Explanation("build", "3H", 8, (("3H", "5D"),)))


@pytest.mark.parametrize(
    ("pile", "label"),
    [
        (Pile(("5H",)), ""),
        (Pile(("3H", "5D"), 8, 0, Kind.SINGLE), "Build 8"),
        (Pile(("3H", "5D", "8S"), 8, 0, Kind.FIXED), "Builds of 8"),
        (Pile(("KH", "KD"), "K", 0, Kind.FACE), "Kings"),
        (Pile(("TD", "2H"), 8, 0, Kind.SUBTRACTION), "Locked 8"),
    ],
    ids=str,
)
def test_a_pile_has_a_label(pile: Pile, label: str) -> None:
    assert piles.pile_label(pile) == label


@pytest.mark.parametrize("form", sorted(PLAYS.keys() - {"deal"}))
def test_a_move_is_told_in_the_words_of_the_rules_engine(form: str) -> None:
    action = {"capture_as": "capture", "face_build": "build_same"}.get(form, form)
    value = {"capture": None, "face_build": "K"}.get(form, 8)
    explanation = Explanation(action, "KS", value, (("KS", "KD"), ("KH",)))
    assert name_form(explanation) == form
    told = tell_play(explanation) if action == "capture" else tell_play(explanation, "Ada")
    assert told.removeprefix("Ada ") == str(explanation)


def test_a_pile_is_named_with_its_cards_and_its_owner() -> None:
    cards = [card_name(code) for code in ("3H", "5D")]
    assert piles.name_pile("", cards[:1]) == "three of hearts"
    assert piles.name_pile("Build 8", cards) == "Build 8: three of hearts, five of diamonds"
    named = piles.name_pile("Build 8", cards, "Ada")
    assert named == "Build 8 (Ada): three of hearts, five of diamonds"
    assert [part.text for part in named.parts if part.is_name] == ["Ada"]


@pytest.mark.parametrize(
    ("relation", "words"),
    [(Relation.YOU, "yours"), (Relation.RIVAL, "theirs"), (Relation.WATCHED, "Ada")],
)
def test_a_pile_is_somebodys_to_the_reader(relation: Relation, words: str) -> None:
    told = piles.name_owner("Ada", relation)
    assert told == words
    assert [part.is_name for part in told.parts] == [relation is Relation.WATCHED]


def test_what_is_special_about_cards_is_noted() -> None:
    assert piles.name_card("ten of diamonds", "2 points") == "ten of diamonds (2 points)"
    assert piles.name_card("ten of clubs", "") == "ten of clubs"
    notes = piles.tell_notes([("TD", "2 points"), ("AS", "1 point")])
    assert notes == "10♦: 2 points, A♠: 1 point"
    assert [part.code for part in notes.parts if part.code] == ["TD", "AS"]
    assert piles.tell_notes([]) == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (piles.choose_a_card(), "Choose a card from your hand first."),
        (piles.choose_anything(), "Choose a card from your hand, or cards on the table."),
        (piles.empty_hand(), "Your hand is empty."),
        (piles.skip_turn(), "End your turn without playing a card."),
        (piles.used_lifeline("pass"), "You have already used your pass."),
        (piles.used_lifeline("subtraction"), "You have already used your subtraction."),
        (piles.tell_main_play(BUILD), "Build 8 with 3♥ + 5♦."),
        (piles.tell_other_plays(["Build 8"]), "Or: Build 8."),
        (piles.tell_other_plays(["Build 8", "Capture"]), "Or: Build 8 or Capture."),
        (piles.tell_other_plays(["Build 8", "Build 9"], card="KS"), "K♠: Build 8 or Build 9."),
        (piles.ask_which(), "Or choose:"),
        (piles.ask_which("KS"), "K♠: choose what you mean."),
        (piles.tell_readings([BUILD]), "Build 8 with 3♥ + 5♦."),
        (piles.tell_readings([BUILD, DROP]), "Build 8 with 3♥ + 5♦. Or: Drop 5♥."),
        (piles.tell_kept(BUILD, []), "Build 8 with 3♥ + 5♦"),
        (piles.tell_kept(BUILD, ["8C", "8H"]), "Build 8 with 3♥ + 5♦; you hold 8♣ and 8♥"),
        (piles.choose_hand_card(["4D", "3C"]),
         "Choose a card from your hand to play on 4♦ and 3♣."),
        (piles.no_card_fits(["4D"]), "None of your cards can be played on 4♦."),
        (piles.no_card_fits([]), "None of your cards can be played on that."),
        (piles.drop_or_choose("5H", "drop"), "5♥: drop it, or choose what it takes."),
        (piles.drop_or_choose("5H", "trail"), "5♥: trail it, or choose what it takes."),
        (piles.only_drop("5H", "drop"),
         "5♥ cannot capture or build anything here. You can only drop it."),
        (piles.only_drop("5H", "trail"),
         "5♥ cannot capture or build anything here. You can only trail it."),
        (piles.tell_useful(["build", "capture"]), "can capture or build"),
        (piles.tell_useful(["build", "capture", "subtraction"]), "can capture, build or subtract"),
        (piles.choose_others("5♥ does not take 4♦."),
         "5♥ does not take 4♦. Choose more cards, or put one back."),
    ],
    ids=lambda value: "" if value is None else str(value)[:40],
)  # fmt: skip
def test_chosen_cards_are_told_what_they_would_do(words: str, sentence: str) -> None:
    assert words == sentence


def test_a_sentence_of_the_composer_knows_its_cards() -> None:
    told = piles.tell_kept(BUILD, ["8C"])
    assert [part for part in told.parts if part.code] == [
        Part("3♥", "the three of hearts", "3H"),
        Part("5♦", "the five of diamonds", "5D"),
        Part("8♣", "the eight of clubs", "8C"),
    ]
    assert told.spoken == (
        "Build 8 with the three of hearts plus the five of diamonds; you hold the eight of clubs"
    )
