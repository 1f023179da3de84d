"""Every registered game is complete: rules, pages, words, computer players, records, documents."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from games import rules
from games.lessons import Step, lessons_of
from games.live.offers import render_games, render_new_offer
from games.messages import labels
from games.rules import royal_casino
from games.rules.cards import PACK
from games.rules.casino import Casino, lines
from games.rules.casino.state import CasinoState
from games.rules.facts import Fact, make_fact
from games.rules.options import Option
from games.rules.royal.values import NUMBERS
from games.rules.scoring import ScoreLine
from games.views.archive import _render_empty_search
from tests import lacking
from tests.lacking_words import labels_of_what_it_declares
from tests.records.events import WANTED
from tests.records.test_recorded_games import COVERS

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize("part", lacking.PARTS, ids=lambda part: part.__name__)
@pytest.mark.parametrize("name", rules.VARIANTS)
def test_a_registered_game_lacks_nothing(
    name: str, part: lacking.Part, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "django.request")  # the sentences are enough
    if missing := list(part(rules.variant(name))):
        pytest.fail("\n".join(missing), pytrace=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunState(CasinoState):
    mood: int


class Begun(Casino):
    """A game of which only the class has been written."""

    name = "begun"
    title = "Begun Casino"
    pack = PACK[::-1]
    actions = (*Casino.actions, "bow")
    scoring = (lines.MOST_CARDS, ScoreLine("hearts", ("2H", "3H", "4H", "5H", "6H"), 1))
    counted = {**Casino.counted, "court_cards": 0}
    options = (
        *Casino.options[:1],
        Option("target", (None, 22)),
        *Casino.options[2:],
        Option("mood", (1,)),
    )
    keys = Casino.keys | {"mood"}
    highlight_kinds = ("applause",)
    typed_examples = (("2H bow", "bow"),)
    reasons = (*Casino.reasons, "applause")
    state = BegunState

    def stage(self, state: Any) -> Fact:
        return make_fact("overture")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begun]:
    """Return a registered game of which there is nothing but its class."""
    game = Begun()
    monkeypatch.setitem(rules.VARIANTS, "begun", game)
    monkeypatch.setitem(rules._BY_VERSION, ("begun", 1), game)
    forget_listed_games()
    yield game
    forget_listed_games()


def forget_listed_games() -> None:
    """Forget what a process remembers of all games, which stay the same as long as it runs."""
    for remembered in (_render_empty_search, render_games, render_new_offer):
        remembered.cache_clear()


LABELS = "in games/messages/labels.py."
WORDS = "has no words: add it in games/rules/wording and games/messages."
SAID = {
    "name_and_title": [],
    "text_of_the_rules": [
        "docs/rules/begun.md is missing: write the rules of Begun Casino there, with numbered "
        "clauses.",
    ],
    "translated_rules": [
        "docs/rules/es/begun.md is missing: translate the rules of Begun Casino there.",
    ],
    "page_of_the_rules": [
        "templates/rules/begun.html is missing: write the game in three minutes there, or extend "
        "that of a similar game.",
        "templates/rules/help/begun.html is missing: write the help at the table there, or extend "
        "that of a similar game.",
    ],
    "options_for_its_players": [],
    "labels_of_what_it_declares": [
        f"Begun Casino has no label for the action 'bow': add it to _ACTIONS {LABELS}",
        f"Begun Casino has no label for the line 'hearts': add it to _LINES {LABELS}",
        "Begun Casino has no label for the line 'hearts' in lists: add it to _LINES_IN_LISTS "
        f"{LABELS}",
        "Begun Casino has no label for the kind of cards 'court_cards' that it counts: add it to "
        "_KINDS in games/messages/piles.py.",
        "Begun Casino has no label for a number of 'court_cards': add it to GAINS and KINDS in "
        "games/rules/wording/piles.py.",
        "Begun Casino has no label for the choice 22 of the option 'target': add it to _CHOICES "
        f"{LABELS}",
        "Begun Casino has no label for the choice 22 of the option 'target' in menus: add it to "
        f"_CHOICES_ALONE {LABELS}",
        f"Begun Casino has no label for the option 'mood': add it to _OPTIONS {LABELS}",
        "Begun Casino has no label for the choice 1 of the option 'mood': add it to _CHOICES "
        f"{LABELS}",
        "Begun Casino has no label for the choice 1 of the option 'mood' in menus: add it to "
        f"_CHOICES_ALONE {LABELS}",
        f"Begun Casino has no label for the highlight 'applause': add it to _HIGHLIGHTS {LABELS}",
        "Begun Casino has no label for the reason 'applause' in the archive: add it to _REASONS in "
        "games/messages/standings.py.",
        "Begun Casino has no words for the example '2H bow' of a typed move: add 'bow' to "
        f"_EXAMPLES {LABELS}",
        f"Begun Casino has no words for the reason 'applause': add it to _OUTCOMES {LABELS}",
        "Begun Casino has no words for the reason 'applause': add it to _OUTCOMES_IN_LISTS "
        f"{LABELS}",
    ],
    "words_for_whole_games": [
        f"The stages of Begun Casino cannot be told, because 'overture' {WORDS}",
        f"The moves of Begun Casino cannot be told, because 'hearts' {WORDS}",
    ],
    "lobby_and_table": [
        "The lobby with Begun Casino cannot be shown: KeyError: ('target', 22).",
        "The table of Begun Casino cannot be shown: KeyError: 'bow'.",
        "The result of Begun Casino cannot be shown: KeyError: 'hearts'.",
        "The replay of Begun Casino cannot be shown: KeyError: 'hearts'.",
    ],
    "card_on_the_front_page": [
        "The front page does not say how long a game of Begun Casino takes: add it to MINUTES in "
        "games/presenters/games.py.",
        "static/tables/en/begun.webp is missing: take the picture with bench/tables.py.",
        "static/tables/es/begun.webp is missing: take the picture with bench/tables.py.",
    ],
    "lessons": [],
    "archive": ["The archive cannot be shown: KeyError: 'applause'."],
    "computer_players": [
        "What computer players choose in Begun Casino is not guarded: add the hash that the test "
        "prints to CHOSEN in tests/computer/test_version.py.",
    ],
    "strength_of_the_levels": [
        "How strong the computer players are in Begun Casino has not been measured: add it to "
        "SETUPS in bench/strength.py, run that program, and add its lines to docs/strength.md.",
    ],
    "recorded_games": [
        "What must occur in recorded games of Begun Casino is not said: add it to WANTED in "
        "tests/records/events.py.",
        "There are 0 recorded games of Begun Casino by version 1 of its rules, and 20 are needed, "
        "one for each event in WANTED: add its set-ups to SET_UPS in tests/records/make.py, and "
        "run that program.",
    ],
    "shuffle_that_anyone_can_check": [
        "docs/shuffle.md does not say how Begun Casino is dealt: add it to the table.",
        "docs/check_shuffle.py shuffles another pack than Begun Casino has: change pack() there, "
        "and layOut() in static/js/shuffle.js.",
    ],
    "pictures_of_its_cards": [],
    "documentation": [
        "README.md does not say what Begun Casino is: add it to the list at the beginning.",
        "README.md does not lead to docs/rules/begun.md: add a link under More.",
        "CHANGELOG.md does not mention Begun Casino: add a line.",
        "docs/notation.md does not name Begun Casino among the games: add it.",
        "docs/notation.md does not explain the key 'mood' of Begun Casino: add it.",
        "docs/notation.md does not explain the line 'hearts' of Begun Casino: add it.",
        "docs/notation.md does not explain the action 'bow' of Begun Casino: add it.",
    ],
    "tests_of_its_rules": [
        "The rules of Begun Casino have no tests: write them in tests/rules/begun.",
        "Nothing finds the legal moves of Begun Casino by brute force: add it to ORACLES in "
        "tests/rules/builds_oracle.py.",
        "No position of Begun Casino is read and written: add one to DOCUMENTS in "
        "tests/rules/test_builds_positions.py.",
    ],
}


@pytest.mark.parametrize("part", lacking.PARTS, ids=lambda part: part.__name__)
def test_what_a_game_lacks_is_said_in_plain_sentences(begun: Begun, part: lacking.Part) -> None:
    assert list(part(begun)) == SAID[part.__name__]


def test_the_words_of_an_option_name_its_numbers(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = {("target", 22): "to 21 points"}
    monkeypatch.setitem(cast(Any, labels._CHOICES), "begun", copied)
    monkeypatch.setattr(Begun, "sweep_points", lambda self, state: 2 * state.sweeps)
    said = [each for each in labels_of_what_it_declares(begun) if " lack the " in each]
    own = f"give Begun Casino words of its own in _CHOICES {LABELS}"
    assert said == [
        f"The words 'to 21 points' of Begun Casino lack the number 22: {own}",
        f"The words '1 point for a sweep' of Begun Casino lack the number 2: {own}",
        "The words '1 point for a sweep' of Begun Casino lack the number 2: give Begun Casino "
        f"words of its own in _CHOICES_ALONE {LABELS}",
    ]


def test_the_words_of_an_option_name_the_numbers_that_cards_have_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    high = {**NUMBERS, "2S": (2, 15), "TD": (10, 17)}
    monkeypatch.setattr(royal_casino, "_HIGH_NUMBERS", high)
    said = list(labels_of_what_it_declares(rules.variant("royal_casino")))
    assert [words.partition(": give ")[0] for words in said] == [
        f"The words {words!r} of Royal Casino to 21 lack the number 17"
        for words in (
            "high casinos: 2♠ also 15, 10♦ also 16",
            "High casinos: 2♠ also 15, 10♦ also 16",
        )
    ]


def test_an_option_is_for_numbers_of_players_that_can_play(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Begun, "seats", (3, 3))
    assert list(lacking.options_for_its_players(begun)) == [
        "As many players as the option 'partnership' is for cannot play Begun Casino: leave it out "
        "of the options of its class."
    ]


def test_a_name_must_be_short_and_a_title_must_be_its_own(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Begun, "name", "a_name_of_21_letters_")
    monkeypatch.setattr(Begun, "title", "Casino")
    assert list(lacking.name_and_title(begun)) == [
        "The name 'a_name_of_21_letters_' must consist of at most 20 small letters, digits and "
        "underscores: change it in the class of the game.",
        "Another game is called Casino too: change the title in the class of the game.",
    ]


def test_a_text_of_the_rules_is_complete(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# Begun\n\n## 1 One\n\n### 1.1 First\n\nWords.\n\n### 1.2 Second\n\n### 1.3 Third\n"
    monkeypatch.setattr(lacking, "_read", lambda place: text)
    monkeypatch.setattr(lacking, "cited_clauses", lambda: [("x.py", "4.2", "begun")])
    place = "docs/rules/begun.md"
    assert list(lacking.text_of_the_rules(begun)) == [
        f"{place} has no introduction: write one between the title and section 1.",
        f"{place} has clauses without a text: write 1.2, 1.3.",
        f"{place} lacks clauses that refusals cite: add 4.2.",
    ]


def test_a_page_must_offer_the_game(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lacking, "reverse", lambda name: "/rules/casino/")
    said = 'The archive is not complete: value="begun".'
    assert list(lacking.archive(begun)) == [said]


def test_a_kind_of_table_has_pages(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Begun, "board", "floor")
    assert list(lacking.lobby_and_table(begun)) == [
        "Begun Casino has no pages for its table: add 'floor' to BOARDS in "
        "games/presenters/boards/__init__.py."
    ]


def test_every_level_plays_and_knows_points(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Begun, "card_points", lambda self, state, card: 0)
    monkeypatch.setattr(Begun, "most_in", lambda self, state: ())
    assert list(lacking.computer_players(begun))[0] == (
        "The computer players know no points of Begun Casino: card_points and most_in of its class "
        "must return them."
    )
    monkeypatch.setattr(Begun, "points_of_more", "many")
    said = list(lacking.computer_players(begun))
    assert [words.partition(": ")[0] for words in said[:3]] == [
        f"The level {level} cannot play Begun Casino" for level in ("club", "strong", "master")
    ]


def test_every_rare_event_is_in_some_record(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WANTED, "begun", ("sweep", "applause"))
    monkeypatch.setitem(COVERS, "begun/v1-sweep.json", ["sweep"])
    said = "No recorded game of Begun Casino shows this: applause."
    assert list(lacking.recorded_games(begun))[-1] == said


def test_a_pack_of_fewer_cards_can_be_checked(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "docs/shuffle.md does not say how Begun Casino is dealt: add it to the table."
    for pack in (PACK[12:], tuple(card for card in PACK if card[0] not in "89T")):
        monkeypatch.setattr(Begun, "pack", pack)
        assert list(lacking.shuffle_that_anyone_can_check(begun)) == [said]


def test_every_card_has_a_name_and_a_picture(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Begun, "pack", ("AS", "1X"))
    assert list(lacking.pictures_of_its_cards(begun)) == [
        "Cards of Begun Casino lack names in games/messages/cards.py: 1X.",
        "Cards of Begun Casino lack pictures in static/cards: 1X.",
    ]


def test_a_game_has_lessons_that_its_rules_allow(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = lessons_of("casino")[0]
    wrong = replace(first, variant="begun", steps=(Step("sum", ("9C x TD",)),))
    monkeypatch.setattr(lacking, "lessons_of", lambda name: (wrong,))
    assert list(lacking.lessons(begun)) == [
        "The lesson 'first' of Begun Casino cannot be played, because no move of step 1 is "
        "possible: give Begun Casino lessons of its own in games/lessons/__init__.py."
    ]
    monkeypatch.setattr(lacking, "lessons_of", lambda name: ())
    assert list(lacking.lessons(begun)) == [
        "Begun Casino has no first lesson: write one, and add it to _OWN in "
        "games/lessons/__init__.py."
    ]
