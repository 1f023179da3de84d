"""The bell in the header: it counts what happens in a game, and opens by keyboard."""

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.scene import DAYS
from tests.browser.table import post, seat_two

OpenPage = Callable[..., Page]


def test_what_an_opponent_does_rings_the_bell_of_another_page(open_page: OpenPage) -> None:
    alice, bob = open_page(), open_page()
    table = seat_two(alice, bob, game="casino", move_time=DAYS)
    alice.goto(table)
    alice.goto("/rules/")
    number = alice.locator("#bell-count b")
    expect(number).to_be_hidden()
    post(bob, f"{table}quit/")
    expect(number).to_have_text("1")
    bell = alice.get_by_title("Notices")
    bell.focus()
    alice.keyboard.press("Enter")
    link = alice.locator("#bell-box .notice-link").first
    expect(link).to_have_attribute("href", urlsplit(table).path)
    alice.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(bell).to_be_focused()
