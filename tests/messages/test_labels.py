"""What the site calls the things that games declare by code."""

from __future__ import annotations

from typing import Any

import pytest

from games import rules
from games.computer import LEVELS
from games.messages import labels
from games.messages.facts import tell_fact
from games.messages.language import speak
from games.rules.facts import make_fact
from games.rules.fishing import FishingGame
from games.rules.variant import Variant

GAMES = list(rules.VARIANTS.values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
def test_everything_that_a_game_declares_has_a_label(game: Variant[Any, Any]) -> None:
    assert all(labels.action_label(game, action) for action in game.actions)
    assert all(labels.line_label(game, line) for line in game.lines)
    assert all(labels.line_in_list(game, line) for line in game.lines)
    assert all(labels.highlight_label(kind) for kind in game.highlight_kinds)
    assert all(
        labels.example_words(action) or text == action for text, action in game.typed_examples
    )
    for option in game.options:
        assert labels.option_label(game, option.name)
        for value in option.choices:
            words = labels.option_choice(game, option.name, value)
            label = labels.option_choice_label(game, option.name, value)
            assert label == words[:1].upper() + words[1:]


@every_game
def test_the_labels_of_a_game_differ_from_each_other(game: Variant[Any, Any]) -> None:
    for called in (
        [labels.action_label(game, action) for action in game.actions],
        [labels.line_label(game, line) for line in game.lines],
        [labels.line_in_list(game, line) for line in game.lines],
        [labels.highlight_label(kind) for kind in game.highlight_kinds],
    ):
        assert len(set(called)) == len(called)


def test_a_game_without_labels_of_its_own_has_those_that_games_share() -> None:
    royal, casino, trifecta = map(rules.variant, ("royal", "casino", "trifecta"))
    assert labels.action_label(royal, "drop") == "Trail"
    assert labels.action_label(casino, "drop") == "Trail"
    assert labels.action_label(trifecta, "drop") == "Drop"
    assert labels.line_label(casino, "aces") == "Aces"
    assert labels.line_in_list(casino, "aces") == "aces"
    assert labels.option_choice(casino, "target", None) == "one deck only"
    assert labels.option_choice_label(casino, "target", None) == "One deck only"


@every_game
def test_a_variant_has_the_labels_of_the_game_that_it_varies(game: Variant[Any, Any]) -> None:
    class Varied(type(game)):  # type: ignore[misc]
        name = "varied"

    varied = Varied()
    assert varied.lineage() == ("varied", *game.lineage())
    for action in game.actions:
        assert labels.action_label(varied, action) == labels.action_label(game, action)
    for line in game.lines:
        assert labels.line_label(varied, line) == labels.line_label(game, line)
        assert labels.line_in_list(varied, line) == labels.line_in_list(game, line)
    for reason in game.reasons:
        assert labels.outcome_words(varied, reason) == labels.outcome_words(game, reason)
        assert labels.outcome_in_list(varied, reason) == labels.outcome_in_list(game, reason)


@pytest.mark.parametrize(
    ("game", "reason", "words"),
    [
        ("trifecta", "ace_of_spades", "The totals are equal: whoever captured the A♠ wins."),
        ("casino", "draw", "The totals are equal."),
        ("casino", "score", ""),
        ("royal", "draw", "Both have captured the same number of cards."),
        ("triple_four", "four_triplets", "Four matched triplet cards win."),
    ],
)
def test_a_reason_that_decides_beside_the_totals_is_told(
    game: str, reason: str, words: str
) -> None:
    variant = rules.variant(game)
    assert labels.outcome_words(variant, reason) == words
    assert labels.outcome_in_list(variant, reason) == words.removesuffix(".")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_move_is_called_in_a_list_as_on_its_button(language: str) -> None:
    trifecta = rules.variant("trifecta")
    with speak(language):
        for action, code in [
            ("capture", "reading_capture"),
            ("build", "reading_build"),
            ("build_same", "reading_build_same"),
            ("subtraction", "reading_leave"),
            ("drop", "reading_drop"),
            ("pass", "reading_pass_turn"),
        ]:
            reading = tell_fact(make_fact(code, value=8, worth=8))
            assert reading.lower().startswith(labels.action_label(trifecta, action).lower())


def test_lifelines_have_labels() -> None:
    trifecta = rules.variant("trifecta")
    assert isinstance(trifecta, FishingGame)
    names = [name for name, _ in trifecta.lifelines(trifecta.deal(trifecta.pack), 0)]
    assert [labels.lifeline_label(name) for name in names] == ["Secret card", "Pass", "Subtraction"]


def test_levels_have_labels_and_a_sentence() -> None:
    assert [labels.level_label(name) for name in LEVELS] == [
        "Beginner",
        "Easy",
        "Club",
        "Strong",
        "Master",
    ]
    assert [labels.level_beside_name(name) for name in LEVELS] == list(LEVELS)
    assert all(labels.level_words(name).endswith(".") for name in LEVELS)


def test_a_level_of_another_release_is_called_as_it_is_stored() -> None:
    assert (labels.level_label("novice"), labels.level_beside_name("novice")) == (
        "novice",
        "novice",
    )


@pytest.mark.parametrize(
    ("name", "card", "note"),
    [
        ("trifecta", "AS", "1 point; decides a tie"),
        ("trifecta", "TD", "2 points"),
        ("trifecta", "JH", "jack or 11"),
        ("trifecta", "KS", "king or any number from 3 to 9"),
        ("casino", "2S", "1 point"),
        ("royal", "AD", "1 or 14"),
        ("royal", "QC", "12"),
        ("royal_casino", "AS", "1 or 14; 1 point"),
        ("spade", "JS", "2 points"),
        ("spade", "9S", "1 point"),
    ],
)
def test_a_card_is_noted_with_all_that_is_special_about_it(name: str, card: str, note: str) -> None:
    game = rules.variant(name)
    assert isinstance(game, FishingGame)
    assert labels.card_note(game.marks.notes[card]) == note


def test_a_card_of_which_there_is_nothing_to_say_has_no_note() -> None:
    assert labels.card_note(()) == ""
    assert labels.card_note((make_fact("decides_tie"),)) == "decides a tie"
