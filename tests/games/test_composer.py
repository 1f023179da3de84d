"""The turn composer describes what the chosen cards would do before they are played."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from games import rules, services
from games.live.fragments import render_game
from games.models import Game
from games.presenters.boards.piles import view_composer
from games.presenters.shapes import ComposerView
from games.rules import Action
from tests.games.pages import at, text_of
from tests.games.whole_games import snapshot_of
from tests.rules.table import TRIFECTA
from tests.rules.table import at as position
from tests.signs import find_signs

ORDER = ["build", "build_same", "capture", "subtraction", "pass", "drop"]
pytestmark = pytest.mark.once


def compose(
    hand: str, table: str, card: str, *piles: str, to_move: int = 0, **more: Any
) -> ComposerView:
    state = position([hand, "AC 2C"], table, to_move=to_move, **more)
    return view_composer(TRIFECTA, TRIFECTA.mask(state, 0), 0, (card,) if card else (), piles)


def enabled(composer: ComposerView) -> list[str]:
    return [action.name for action in composer.actions if action.enabled]


def main(composer: ComposerView) -> list[str]:
    return [action.name for action in composer.actions if action.is_main]


def note(composer: ComposerView, name: str) -> str:
    return next(action.note for action in composer.actions if action.name == name)


@pytest.mark.parametrize(
    ("hand", "table", "card", "piles", "sentence", "buttons", "suggested"),
    [
        ("7S", "4D 3C 7H", "7S", "4D 3C 7H",
         "7♠ takes 4♦ + 3♣ and 7♥: 4 cards, 1 spade, 1 diamond.",
         ["capture", "pass"], ["capture"]),
        ("5C 9C", "4D", "5C", "4D", "Build 9 with 5♣ + 4♦; you hold 9♣.",
         ["build", "pass"], ["build"]),
        ("8C 8D", "8S", "8C", "8S",
         "8♣ takes 8♠: 2 cards, 1 spade. Or: Build same 8.",
         ["build_same", "capture", "pass"], ["capture"]),
        ("2H 8C", "TD", "2H", "TD", "Put 2♥ on 10♦, leaving 8; you hold 8♣.",
         ["subtraction", "pass"], ["subtraction"]),
        ("7S", "4D 3C", "7S", "", "7♠: drop it, or choose what it takes.",
         ["pass", "drop"], ["drop"]),
        ("9S", "4D 3C", "9S", "", "9♠ cannot capture or build anything here. You can only drop it.",
         ["pass", "drop"], ["drop"]),
        ("7S", "4D 3C", "", "4D", "Choose a card from your hand to play on 4♦.", ["pass"], []),
        ("9S", "4D 3C", "", "4D", "None of your cards can be played on 4♦.", ["pass"], []),
        ("7S", "4D 3C", "", "", "Choose a card from your hand, or cards on the table.",
         ["pass"], []),
        ("7S", "4D 3C", "7S", "4D",
         "7♠ does not take 4♦. Choose more cards, or put one back.", ["pass"], []),
        ("7S", "4D 3C", "7S", "9H",
         "The table has changed: a pile you chose is gone. Choose more cards, or put one back.",
         ["pass"], []),
        ("7S", "4D 3C", "QH", "",
         "You do not hold Q♥. Choose more cards, or put one back.", ["pass"], []),
    ],
)  # fmt: skip
def test_a_selection_has_its_sentence_its_buttons_and_a_suggestion(
    hand: str,
    table: str,
    card: str,
    piles: str,
    sentence: str,
    buttons: list[str],
    suggested: list[str],
) -> None:
    composer = compose(hand, table, card, *piles.split())
    assert composer.sentence == sentence
    assert enabled(composer) == buttons
    assert main(composer) == suggested
    assert [action.name for action in composer.actions] == ORDER
    assert composer.choices == ()


@pytest.mark.parametrize("card", ["4H", "6S"])
def test_a_card_that_may_not_be_trailed_is_not_said_to_be_one_to_trail(card: str) -> None:
    casino = rules.variant("casino")
    document = {
        "variant": "casino",
        "hands": [["4H", "6S", "8S"], ["??", "??", "??"]],
        "table": [{"cards": ["6D"]}, {"cards": ["5D", "3D"], "value": 8, "owner": 0}],
        "stock": ["??"] * 16,
    }
    composer = view_composer(casino, casino.position(document), 0, (card,), ())
    assert composer.sentence == (
        "You cannot trail while the build of 8 (3♦ and 5♦) is yours. "
        "Capture something, build, or add to a build."
    )
    assert enabled(composer) == []


def test_build_and_build_same_of_the_same_cards_are_two_labelled_choices() -> None:
    composer = compose("5H 5C TD", "5D", "5H", "5D")
    assert composer.sentence == "5♥ takes 5♦: 2 cards, 1 diamond. Or choose:"
    assert [(choice.label, choice.move_text) for choice in composer.choices] == [
        ("Build 10", "5H + 5D = 10"),
        ("Build same 5", "5H + 5D = 5"),
    ]
    assert main(composer) == ["capture"]
    assert composer.choices[0].note == "Build 10 with 5♥ + 5♦; you hold 10♦"


def test_two_readings_of_the_wild_king_are_choices_and_none_is_suggested() -> None:
    composer = compose("KS 8C 9C", "2D", "KS", "2D")
    assert composer.sentence == "K♠: choose what you mean."
    assert [choice.label for choice in composer.choices] == [
        "Build 8 (K♠ as 6)",
        "Build 9 (K♠ as 7)",
    ]
    assert enabled(composer) == ["build", "pass"]
    assert main(composer) == []


def test_a_disabled_button_has_its_reason_and_its_rule() -> None:
    composer = compose("3H 9C", "5D", "3H", "5D")
    build = composer.actions[0]
    assert (build.enabled, build.clause) == (False, "4.3")
    assert build.note == "You do not hold an 8 to capture this build with."
    assert (
        note(composer, "drop")
        == "A dropped card goes onto the table alone. Put the other cards back."
    )


def test_a_used_lifeline_is_mentioned_before_anything_is_chosen() -> None:
    composer = compose("3H 9C", "5D", "", subtracted=[True, False], passed=[1, None])
    assert note(composer, "subtraction") == "You have already used your subtraction."
    assert note(composer, "pass") == "You have already used your pass."
    assert enabled(composer) == []
    assert note(composer, "build") == "Choose a card from your hand first."


def test_a_waiting_player_sees_what_the_cards_would_do_but_can_press_nothing() -> None:
    composer = compose("5H 5C TD", "5D", "5H", "5D", to_move=1)
    assert composer.sentence == "5♥ takes 5♦: 2 cards, 1 diamond. Or: Build 10 or Build same 5."
    assert (enabled(composer), main(composer), composer.choices) == ([], [], ())
    assert {action.note for action in composer.actions} == {"It is not your turn."}
    nothing = compose("5H", "5D", "", to_move=1)
    assert nothing.sentence == "It is not your turn yet, but you can choose your cards now."


def test_a_button_is_enabled_if_and_only_if_some_listed_move_plays_exactly_these_cards() -> None:
    state = position(["3H 8C KS QD", "AC"], "5D 8S 4C 2C+6H=8 KD QC")
    moves = list(TRIFECTA.moves(state))
    for card in state.hands[0]:
        for first in state.table:
            for second in state.table:
                keys = list({first.key: 1, second.key: 1})
                taken = first.bits | second.bits
                legal = {str(m.action) for m in moves if (m.card, m.taken) == (card, taken)}
                composer = view_composer(TRIFECTA, state, 0, (card,), keys)
                assert set(enabled(composer)) - {"pass"} == legal, (card, keys)


# The page

ASK = {"card": "9D", "pile": ["5D", "4H"]}


def ask(client: Client, game: Game, **fields: Any) -> Any:
    return client.post(at("compose", game), fields)


def test_a_player_sees_what_the_chosen_cards_would_do(dealt: Any, as_alice: Client) -> None:
    response = ask(as_alice, dealt(), **ASK)
    page = text_of(response)
    assert "9♦ takes 5♦ + 4♥: 3 cards, 2 diamonds." in page
    assert re.search(r'action-capture is-main"[^>]*>Capture</button>', page)
    assert 'id="do-build" aria-describedby="why-build" data-disabled' in page
    assert "no-store" in response["Cache-Control"]


def test_without_scripts_no_button_that_sends_the_form_is_disabled(
    dealt: Any, as_alice: Client
) -> None:
    page = as_alice.get(dealt().get_absolute_url()).content.decode()
    assert " data-disabled>" in page
    assert "aria-disabled" not in page


def test_asking_changes_nothing_and_needs_no_turn(dealt: Any, as_bob: Client) -> None:
    game = dealt()
    before = Game.objects.values_list().get(pk=game.pk)
    page = text_of(ask(as_bob, game, card="8D", pile="5D"))
    assert "8♦ does not take 5♦." in page
    assert page.count("It is not your turn.") == len(ORDER)
    assert Game.objects.values_list().get(pk=game.pk) == before


def test_nobody_else_sees_what_cards_would_do(
    dealt: Any, picking: Any, as_oscar: Client, as_alice: Client, nobody: Client, alice: Any
) -> None:
    game = dealt(move_time=86_400)
    for client in (as_oscar, nobody):
        assert ask(client, game, **ASK).status_code == 404
    assert ask(as_alice, picking(move_time=86_400), **ASK).status_code == 404
    services.quit_game(game.pk, user_id=alice.pk)
    assert ask(as_alice, game, **ASK).status_code == 404


def test_a_forged_question_is_refused(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    assert ask(as_alice, game, card="9DD").status_code == 400
    assert ask(as_alice, game, card="9D", pile=["5D"] * 60).status_code == 400
    assert ask(as_alice, game, card="zz", pile="<b>").status_code == 200
    assert "<b>" not in text_of(ask(as_alice, game, card="zz", pile="<b>"))


def test_the_table_carries_what_each_card_can_be_played_on(dealt: Any, as_alice: Client) -> None:
    page = text_of(as_alice.get(at("game", dealt())))
    found = re.search(r'data-uses="([^"]*)"', page)
    assert found is not None
    words = [word.partition("=") for word in found[1].split()]
    uses = {code: set(keys.split(",")) for code, _, keys in words if keys}
    state = rules.variant("trifecta").position(
        {
            "variant": "trifecta",
            "hands": [["8C", "3H", "9D", "KS"], ["??"] * 4],
            "table": [{"cards": [code]} for code in ("5D", "4H", "KD", "TH")],
        }
    )
    taken: dict[str, set[str]] = {}
    for move in rules.variant("trifecta").moves(state):
        if move.action is not Action.PASS and move.taken:
            taken.setdefault(move.card, set()).update(move.cards)
    assert uses == taken


def test_cards_that_can_do_more_than_be_dropped_are_marked(dealt: Any, as_alice: Client) -> None:
    page = text_of(as_alice.get(at("game", dealt())))
    words = "can capture, build or subtract"
    marked = re.findall(rf'value="(\w+)" id="c-[^>]*>(?:(?!</label>).)*<b>, {words}</b>', page)
    uses = dict(word.split("=") for word in re.findall(r'data-uses="([^"]*)"', page)[0].split())
    assert marked == [code for code, piles in uses.items() if piles] != list(uses)
    assert page.count(words) == len(marked) + 1, "the mark is explained once"


def test_nobody_else_sees_a_mark(dealt: Any, as_oscar: Client) -> None:
    page = text_of(as_oscar.get(at("game", dealt())))
    assert "can capture, build or subtract" not in page


# Suggestions


def suggested(hand: str, table: str, card: str, *piles: str, **more: Any) -> list[tuple[str, ...]]:
    suggestions = compose(hand, table, card, *piles, **more).suggestions
    return [(str(each.words), *each.piles) for each in suggestions]


def test_a_chosen_card_is_offered_what_it_can_take_or_build() -> None:
    assert suggested("7S 9C", "4D 3C 7H 2S", "7S") == [
        ("7♠ takes 4♦ + 3♣ and 7♥", "4D", "3C", "7H"),
        ("Build 9 with 7♠ + 2♠", "2S"),
    ]


def test_the_most_points_and_then_the_most_cards_are_offered_first() -> None:
    assert suggested("8C 9S TH", "AD 8H 5D 3S 2S", "8C") == [
        ("8♣ takes 5♦ + 2♠ + A♦ and 8♥", "AD", "8H", "5D", "2S"),
        ("8♣ takes 5♦ + 3♠ and 8♥", "8H", "5D", "3S"),
        ("Build 9 with 8♣ + A♦", "AD"),
        ("Build 10 with 8♣ + 2♠", "2S"),
    ]


def test_at_most_four_are_offered_and_each_chooses_other_piles() -> None:
    offered = suggested("2H 3C 5D 9S", "AS 4S 6S 7S 8S 2D 3D", "2H")
    assert len({frozenset(piles) for _, *piles in offered}) == len(offered) == 4


def test_nothing_is_offered_for_an_idle_card_without_a_card_and_with_piles() -> None:
    assert suggested("9S 7C", "4D 3C", "9S") == []
    assert suggested("7S", "4D 3C", "") == []
    assert suggested("7S", "4D 3C", "7S", "4D") == []
    assert suggested("7S", "4D 3C", "QH") == []


def test_a_waiting_player_is_offered_the_same() -> None:
    assert suggested("7S", "4D 3C", "7S", to_move=1) == suggested("7S", "4D 3C", "7S")


def test_a_suggestion_is_said_in_words_and_chooses_its_piles(dealt: Any, as_alice: Client) -> None:
    answer = ask(as_alice, dealt(), card="9D")
    assert find_signs(answer.content.decode()) == []
    assert (
        '<button type="button" class="suggestion" data-piles="5D 4H">9♦ takes 5♦ + 4♥</button>'
    ) in text_of(answer)


def test_an_empty_hand_is_told_once(dealt: Any, alice: Any) -> None:
    snapshot = snapshot_of(dealt())
    state = snapshot.dealt
    empty = replace(state, hands=((), *state.hands[1:]), to_move=1)
    for one, times in ((state, 0), (empty, 1)):
        page = render_game(replace(snapshot, state=one), alice.pk, language="en", csrf_token="x")
        assert page.count("Your hand is empty.") == times
