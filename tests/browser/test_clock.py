"""The clock in the browser: announced twice, and correct again after the device has slept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.table import BLANK, LIVE, start_against_computers
from tests.present import present

AHEAD_S = 60  # a clock cannot be stopped at a time in the past


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """Return a page on its player's turn against the computer, with a clock that tests control."""
    page = open_page(BLANK)
    page.clock.install()
    start_against_computers(page, "trifecta", move_time=int(LIVE))
    return page


def test_the_last_seconds_are_announced_twice_and_not_every_second(page: Page) -> None:
    page.route("**/live/**", lambda route: route.fulfill(status=204))  # the site has real time
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + AHEAD_S)
    minutes, seconds = map(int, page.inner_text("#clock b").split(":"))
    announced = []
    for passing in (60 * minutes + seconds - 20, 6, 3, 3, 3, 1):
        page.clock.fast_forward(passing * 1000)
        announced.append(page.inner_text("#tick"))
    first, second = announced[1], announced[4]
    assert announced == ["", first, first, first, second, second]
    assert (first, second) == ("14 seconds left", "5 seconds left")
    assert present(page.get_attribute("#clock", "class")).split()[-1] == "is-last"


def test_a_device_that_slept_asks_for_the_time_that_is_left(page: Page) -> None:
    with page.expect_request("**/live/?version=") as asked:
        page.evaluate(
            "const now = Date.now; Date.now = () => now() + 90_000;"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
    assert asked.value.method == "GET"
