"""Spanish: the rules and messages have no English word and no fault of grammar.

Whole games are told in Spanish in test_two_languages, beside the other languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django import forms

from accounts.adapter import AccountAdapter
from accounts.second_factors import SecondFactorAdapter
from config.catalogs import find_catalogs
from games import rules
from games.messages.analysis import tell_cost
from games.messages.cards import cards_text
from games.messages.decks import tell_leftovers
from games.messages.facts import tell_fact
from games.messages.language import speak
from games.messages.lists import join_and, join_or
from games.messages.names import Names
from games.messages.paces import (
    tell_finished,
    tell_violations,
    usually_moves_within,
    usually_takes_longer_than,
)
from games.messages.reasons import tell_reason
from games.messages.standings import tell_highest_total, tell_why_over
from games.messages.vacations import leaves_automatically
from games.presenters import rulebook
from games.rules.facts import make_fact
from games.rules.reasons import Denies
from games.rules.state import Kind, Pile
from tests.spanish import find_faults

pytestmark = pytest.mark.once
LOCALE = Path(__file__).resolve().parents[2] / "config" / "locale"


def cards(page: str) -> list[str]:
    """Return the cards of a page, whatever their order in a sentence."""
    return sorted(re.findall(r"(?:10|[2-9AJQK])[♠♥♦♣]", page))


def references(page: str) -> set[str]:
    return set(re.findall(r'href="#c([\d.]+)"', page))


@pytest.mark.parametrize(
    "messages",
    [
        AccountAdapter.error_messages,
        SecondFactorAdapter.error_messages,
        forms.CharField.default_error_messages,
        forms.FileField.default_error_messages,
        forms.ModelChoiceField.default_error_messages,
        forms.MultipleChoiceField.default_error_messages,
    ],
)
def test_no_library_addresses_readers_formally(messages: Mapping[str, object]) -> None:
    with speak("es"):
        said = [re.sub(r"%\(\w+\)s", "", str(message)) for message in messages.values()]
    used = [text for text in said if "teléfono" not in text and "solo uno" not in text]
    assert find_faults("".join(f"<p>{text}</p>" for text in used)) == []


def test_a_profile_is_worded_for_its_owner_and_for_others_alike() -> None:
    with speak("es"):
        told = [
            *(tell_finished(number, 3) for number in (0, 1)),
            *(tell_violations(number, 3) for number in (0, 1)),
            usually_moves_within(60),
            usually_takes_longer_than(60),
            leaves_automatically(),
        ]
    third_person = r"\b(ha|suele|se va|le)\b"
    assert [text for text in told if re.search(third_person, text)] == []


def test_numbers_have_the_sign_of_the_language() -> None:
    assert tell_cost(4.25, "points") == "4.2 points"
    with speak("es"):
        assert tell_cost(4.25, "points") == "4,2 puntos"
        assert tell_cost(0.5, "points") == "0,50 puntos"


def test_the_reader_has_another_form_after_a_preposition() -> None:
    names = Names(("Ana", "Luis", "Inés"), viewer=0)
    with speak("es"):
        assert f"para {names.receiver([0])}" == "para ti"
        assert f"para {names.receiver([0, 1])}" == "para ti y Luis"
        assert f"Luis contra {names.receiver([2])}" == "Luis contra Inés"
        assert str(names.object([0])) == "tú"


@pytest.mark.parametrize(
    "fault",
    [
        "¿Ha olvidado su contraseña?",
        "Escoja una opción válida.",
        "Enciende el ordenador",
        "También me vale",
        "28 días por año natural",
        "Repetir esta partida",
        "1 punto para tú",
        "1 punto para para ti y los demás",
        "Mejor, por 4.2 puntos",
        "desde el 23 noviembre",
        "noviembre 2026",
        "Mazo 1, Ronda 2 de 3",
    ],
)
def test_faults_of_an_editor_are_found(fault: str) -> None:
    assert len(find_faults(f"<p>{fault}</p>")) == 1


def test_what_decided_a_game_begins_with_a_capital() -> None:
    with speak("es"):
        told = [
            tell_why_over("forfeit", ["Ana"]),
            tell_why_over("resignation", ["Ana"]),
            tell_why_over("forfeit", ["Ana", "Blas"]),
            tell_highest_total(3),
        ]
    assert [words for words in told if not words[0].isupper()] == []


def test_y_and_o_give_way_to_the_same_sound() -> None:
    with speak("es"):
        assert join_and(["Ana", "Inés"]) == "Ana e Inés"
        assert join_and(["Ana", "Hilario"]) == "Ana e Hilario"
        assert join_and(["Ana", "Hielo"]) == "Ana y Hielo"
        assert join_and(["Inés", "Ana"]) == "Inés y Ana"
        assert join_or(["7♠", "8♠"]) == "7♠ u 8♠"
        assert join_or(["8♠", "10♠"]) == "8♠ o 10♠"


def test_sentences_hold_for_one_card_and_for_several() -> None:
    build = Pile(("3H", "5D"), 8, 0, Kind.SINGLE)
    with speak("es"):
        for cards in (("4S",), ("4S", "2C")):
            shown, casino = cards_text(cards), rules.variant("casino")
            assert [
                str(tell_fact(make_fact("pile_moves_whole", cards=cards, pile=build))),
                str(tell_fact(make_fact("left_over", cards=cards))),
                str(tell_leftovers(shown, "Ana", "")),
                str(tell_reason(Denies(cards, ("7H", "7D")), casino)),
            ] == [
                f"No puedes separar {shown} de la construcción de 8 (3♥ y 5♦): un montón se mueve "
                "entero.",
                f"{shown}, de lo que quedó en la mesa para la última captura",
                f"Resto de la mesa: {shown}, para Ana por la última captura",
                f"Si no, con 7♥ o 7♦ sería posible llevarse {shown}.",
            ]


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_the_rules_have_the_same_clauses_and_cards(name: str) -> None:
    assert [path.parents[1].name for path in find_catalogs(LOCALE)] == ["es"]
    with speak("es"):
        spanish, titles = rulebook.rules_page(name), rulebook.clause_titles(name)
    english = rulebook.rules_page(name)
    assert list(titles) == list(rulebook.clause_titles(name))
    assert cards(spanish) == cards(english)
    assert references(spanish) == references(english)
    assert find_faults(spanish) == []


def test_nothing_on_the_site_or_in_the_rules_of_triple_four_says_combinar() -> None:
    with speak("es"):
        texts = rulebook.rules_page("triple_four")
    for catalog in find_catalogs(LOCALE):
        texts += catalog.read_text()
    assert "Completar" in texts
    assert re.findall(r"(?i)\bcombin(?:ar|as?|ad[oa]s?)\b", texts) == []


@pytest.mark.django_db
def test_a_reader_gets_the_rules_in_their_language(as_alice: Any) -> None:
    as_alice.cookies["django_language"] = "es"
    page = as_alice.get("/rules/casino/").content.decode()
    assert '<html lang="es"' in page
    assert '<div lang="es">' in page
    assert "El juego tradicional para dos" in page


@pytest.mark.django_db
def test_values_that_are_equal_are_no_matches_of_triple_four(client: Any) -> None:
    client.cookies["django_language"] = "es"
    assert 'data-text-good="Coincide"' in client.get("/shuffle/").content.decode()
