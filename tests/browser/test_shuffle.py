"""The page that checks a shuffle in the browser, compared with the documented test vectors."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from games.rules import show_card
from tests.browser.table import BLANK
from tests.present import present
from tests.vectors import read_vectors

FIELDS = {"seed": "seed", "commitment": "commitment", "cards": "deck"}


def fill_in(page: Page, vector: dict[str, Any]) -> None:
    for name, field in FIELDS.items():
        page.fill(f'[name="{field}"]', vector[name])
    for place, value in zip(
        page.query_selector_all('[name="value"]'), vector["values"], strict=False
    ):
        place.fill(value)
    page.select_option('[name="starter"]', str(vector["starter"]))


def said(page: Page, step: str) -> str:
    return page.inner_text(f'[data-check="{step}"]')


def verdict(page: Page) -> str:
    return page.inner_text("[data-verdict]")


def shown(page: Page) -> list[str]:
    return [card.inner_text() for card in page.query_selector_all(".deck-card")]


def test_the_page_confirms_the_vectors_and_notices_changes(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(BLANK)
    sent: list[str] = []
    page.goto("/shuffle/")
    page.on("request", lambda request: sent.append(request.url))
    assert verdict(page) == "Enter the seed to begin."
    for vector in read_vectors():
        fill_in(page, vector)
        assert verdict(page) == "Everything that was compared matches."
        for step in ("commitment", "starter", "deck"):
            assert said(page, step).startswith("Matches"), vector
        assert shown(page) == [show_card(card) for card in vector["cards"].split()]
    cards = vector["cards"].split()
    page.fill('[name="deck"]', " ".join([cards[1], cards[0], *cards[2:]]))
    assert verdict(page) == "Something does not match: see below."
    assert said(page, "deck") == "Does not match Cards that are the same: 50 of 52. You entered 52."
    assert len(page.query_selector_all(".deck-card.is-bad")) == 2
    page.fill('[name="commitment"]', "00" * 32)
    assert said(page, "commitment").startswith("Does not match")
    page.fill('[name="seed"]', "12")
    assert "64 digits" in verdict(page)
    assert not page.is_visible("[data-deck]")
    assert [url for url in sent if "/static/" not in url] == [], "something written was sent"


def test_a_secret_card_can_be_checked_alone(open_page: Callable[..., Page]) -> None:
    page = open_page(BLANK)
    page.goto("/shuffle/")
    page.fill('[name="seed"]', "00" * 32)
    assert verdict(page).startswith("This is what follows")
    pick = page.query_selector_all("[data-pick]")[0]
    promise = "6121f7e4b7d40c5203cca04d2bf7c265fce83f929b0c2f7d9eeed2a39bcbe2fe"
    for name, value in {"card": "7h", "salt": "00" * 32, "promise": promise}.items():
        present(pick.query_selector(f'[name="{name}"]')).fill(value)
    assert present(pick.query_selector("[data-check]")).inner_text().startswith("Matches")
    present(pick.query_selector('[name="card"]')).fill("8H")
    assert present(pick.query_selector("[data-check]")).inner_text().startswith("Does not match")
    assert verdict(page) == "Something does not match: see below."


def test_without_javascript_the_page_names_the_program(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(BLANK, java_script_enabled=False)
    page.goto("/shuffle/")
    assert "The program below does it" in page.inner_text("main")
    assert "python3 check_shuffle.py" in page.inner_text("main")
