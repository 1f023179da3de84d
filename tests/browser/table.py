"""What a person does at the table, by clicks."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

SECONDS = 20.0


def wait_until(page: Page, happened: Callable[[], bool], what: str) -> None:
    """Wait for something; the content security policy keeps Playwright's own waiting out."""
    deadline = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < deadline, f"{what} never happened:\n{page.inner_text('main')}"
        page.wait_for_timeout(20)


def version(page: Page) -> str:
    return page.get_attribute("#game", "data-version") or ""


def is_over(page: Page) -> bool:
    return page.query_selector("#result") is not None


def has_turn(page: Page) -> bool:
    return page.get_attribute("#game", "data-turn") == "yes"


def pick_secret(page: Page, card: str) -> None:
    page.click(f"label:has(#s-{card})")
    page.click("#pick button")


def hand(page: Page) -> list[str]:
    return [held.get_attribute("value") or "" for held in page.query_selector_all(".hand input")]


def piles(page: Page) -> list[str]:
    return [pile.get_attribute("value") or "" for pile in page.query_selector_all(".piles input")]


def choose_card(page: Page, card: str) -> None:
    page.click(f"label:has(#c-{card})")


def choose_pile(page: Page, key: str) -> None:
    page.click(f'label:has([id="p-{key}"])')


def chosen(page: Page) -> set[str]:
    return {
        box.get_attribute("value") or "" for box in page.query_selector_all("#play input:checked")
    }


def play_something(page: Page) -> None:
    """Capture a pair where there is one, else drop a card; wait for the answer."""
    before = version(page)
    held = hand(page)
    loose = [key for key in piles(page) if len(key) == 2]
    card = next((card for card in held if any(key[0] == card[0] for key in loose)), held[0])
    taken = [key for key in loose if key[0] == card[0]]
    choose_card(page, card)
    for key in taken:
        choose_pile(page, key)
    page.click("#do-capture" if taken else "#do-drop")
    wait_until(page, lambda: version(page) != before, "the answer to a move")
