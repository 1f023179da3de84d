"""The rules pages: each game has an introduction, a text with pictures, and its own help."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import rules
from games.messages.cards import card_name
from games.messages.language import speak
from games.models import Game
from games.presenters import rulebook
from tests.games.test_rulebook import cited_clauses

pytestmark = [pytest.mark.django_db, pytest.mark.once]
VARIANTS = list(rules.VARIANTS)


def test_an_unknown_game_has_no_rules(nobody: Client) -> None:
    assert nobody.get(reverse("rules", args=["poker"])).status_code == 404


def read(client: Client, variant: str) -> str:
    page = client.get(reverse("rules", args=[variant]))
    assert page.status_code == 200
    return page.content.decode()


def test_the_index_says_how_many_can_play_each_game_and_what_it_is_like(nobody: Client) -> None:
    page = nobody.get(reverse("rules_index")).content.decode()
    for name, game in rules.VARIANTS.items():
        entry = page.partition(f'href="{reverse("rules", args=[name])}"')[2].partition("</li>")[0]
        assert str(game.seats[1]) in entry
        assert html.escape(rulebook.introduce(name)) in entry


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_has_a_start_with_examples_in_pictures(nobody: Client, variant: str) -> None:
    start, _, text = read(nobody, variant).partition('id="rules"')
    assert start.count('<li class="step">') >= 5
    assert start.count('<figure class="example">') >= 3
    assert "Mind the clock" in start
    assert '<h3 id="c6.3">' in text
    assert f'href="{reverse("home")}?game={variant}"' in start


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_picture_says_which_card_it_is(nobody: Client, variant: str) -> None:
    shown = re.findall(r'cards/large/(\w\w)[^"]*" alt="([^"]*)"', read(nobody, variant))
    assert len(shown) > 30
    assert {name for code, name in shown if name != card_name(code)} == set()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_clause_that_a_refusal_cites_is_on_the_page(nobody: Client, variant: str) -> None:
    cited = {clause for _, clause, name in cited_clauses() if name == variant}
    anchors = set(re.findall(r'id="c(\d+\.\d+)"', read(nobody, variant)))
    assert cited
    assert cited - anchors == set()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_refusal_at_the_table_links_to_the_clause_of_its_own_game(variant: str) -> None:
    refused = {"refusal": "No.", "refusal_clause": "4.3", "variant": variant}
    fragment = render_to_string("_refusal.jinja", {"f": refused}, using="live")
    assert f'href="{reverse("rules", args=[variant])}#c4.3"' in fragment


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_help_at_the_table_is_about_its_own_game(variant: str) -> None:
    page = render_to_string("games/_help.html", {"game": Game(variant=variant)})
    assert f'href="{reverse("rules", args=[variant])}"' in page
    typed = re.findall(r'<th scope="row"><kbd>([^<]*)</kbd>', page.partition("By typing")[2])
    assert len(typed) >= 4
    for text in typed:
        assert rules.variant(variant).describe_text(html.unescape(text))


def test_four_colours_are_shown_in_the_rules_too(
    nobody: Client, as_alice: Client, alice: User
) -> None:
    alice.four_colours = True
    alice.save(update_fields=["four_colours"])
    assert "cards/large/four/" in read(as_alice, "casino")
    assert "cards/large/four/" not in read(nobody, "casino")


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_example_shows_no_card_more_often_than_the_pack_has_it(variant: str) -> None:
    pack = rules.variant(variant).pack
    for label, part in re.findall(
        r'example-label">([^<]*)</span>(.*?)</div>', rulebook.rules_page(variant)
    ):
        codes = re.findall(r"cards/large/(\w\w)", part)
        assert codes, label
        assert [code for code in codes if codes.count(code) > pack.count(code)] == [], label


def test_the_start_of_triple_four_calls_its_house_rule_one(nobody: Client) -> None:
    start = read(nobody, "triple_four").partition('id="rules"')[0]
    assert "a house rule: you may not discard the card that you have just drawn" in start


def test_the_start_of_casino_says_that_captured_cards_are_open(nobody: Client) -> None:
    start = read(nobody, "casino").partition('id="rules"')[0]
    assert "Captured cards are open here: anyone may look at them" in start


def test_the_rules_keep_their_language_on_a_page_in_another(nobody: Client, settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    german = {"Accept-Language": "de"}
    paths = ("/rules/", "/rules/casino/", "/")
    pages = [nobody.get(path, headers=german).content.decode() for path in paths]
    for page in pages:
        assert '<html lang="de">' in page
        assert 'lang="en">' in page


@pytest.mark.parametrize("name", ["400", "403_csrf", "413", "500"])
def test_an_error_page_names_its_language(name: str) -> None:
    with speak("de"):
        assert '<html lang="de">' in render_to_string(f"{name}.html")
