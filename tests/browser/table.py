"""What a person does at the table, by clicks."""

import itertools
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
    page.wait_for_load_state()  # before its scripts run a page is sent as without them
    page.click(f"label:has(#s-{card})")
    page.click("#pick button")


def sit_down(one: Page, other: Page) -> None:
    """Pair two visitors through the queue and deal the cards; only the first must hear of it."""
    one.click("text=Play now")
    one.wait_for_selector(".waiting")
    other.click("text=Play now")
    for page, secret in ((one, "7H"), (other, "6C")):
        page.wait_for_selector("#pick")
        pick_secret(page, secret)
    for page in (one, other):
        page.wait_for_selector("#play .hand")


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


def find_play(page: Page) -> tuple[str, list[str]]:
    """Return a card of the hand with loose cards it takes: a pair, else two that add up to it.

    With nothing to take, the card is one to drop.
    """
    held = hand(page)
    loose = [key for key in piles(page) if len(key) == 2]
    for card in held:
        if pair := [key for key in loose if key[0] == card[0]]:
            return card, pair
    numbers = {key: "A23456789T".find(key[0]) + 1 for key in (*held, *loose)}
    for card in held:
        for one, other in itertools.combinations(loose, 2):
            parts = (numbers[one], numbers[other])
            if all(parts) and sum(parts) == numbers[card]:
                return card, [one, other]
    return held[0], []


def play_something(page: Page) -> None:
    """Capture where it is easy, else drop a card; wait for the answer."""
    card, taken = find_play(page)
    choose_card(page, card)
    for key in taken:
        choose_pile(page, key)
    play_chosen(page, taken)


def play_chosen(page: Page, taken: list[str]) -> None:
    """Press the button of what is chosen, and wait for the answer."""
    before = version(page)
    # Without JavaScript a button that says it does nothing still sends the form.
    page.click("#do-capture" if taken else "#do-drop", force=True)
    wait_until(page, lambda: version(page) != before, "the answer to a move")
