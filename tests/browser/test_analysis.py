"""The page stays as it is while the visitor waits for the analysis of a finished game."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.table import (
    BLANK,
    UNTIMED,
    has_turn,
    play_something,
    start_against_computers,
    wait_until,
)

OpenPage = Callable[..., Page]
TURNS = 3
PROGRESS = '<label for="progress">{} of 99 moves analysed</label> <progress id="progress">'


def test_the_page_stays_as_it_is_until_all_moves_have_come(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    finish_game(page)
    told = [1]

    def tell_progress(route: Route) -> None:
        """Answer twice in place of the site, then let its own answers through."""
        if "hx-request" in route.request.headers and told[0] < 3:
            route.fulfill(body=PROGRESS.format(told[0]), content_type="text/html")
        else:
            route.continue_()

    page.route("**/analysis/", tell_progress)
    page.goto(f"{page.url}analysis/")
    page.get_by_role("button", name="Analyse this game").click()
    page.wait_for_selector("#progress")
    replay = page.get_by_role("link", name="Watch the replay")
    replay.focus()
    for place in ("#analysis", "#analysis-status"):
        page.eval_on_selector(place, "place => { place.stayed = true }")
    for number in (1, 2):
        expect(page.locator("#analysis label")).to_have_text(f"{number} of 99 moves analysed")
        assert page.eval_on_selector("#analysis", "section => section.stayed")
        told[0] += 1
    expect(page.locator("#analysis .scrolled")).to_be_visible()
    expect(page.locator("#analysis-status")).to_have_text("The analysis is complete.")
    assert page.eval_on_selector("#analysis-status", "status => status.stayed")
    expect(replay).to_be_focused()


def finish_game(page: Page) -> None:
    """Play so many moves that their analysis cannot be ready before the next page is shown."""
    start_against_computers(page, "casino", 2, move_time=UNTIMED)
    for _ in range(TURNS):
        wait_until(page, lambda: has_turn(page), "the own turn")
        play_something(page)
    page.click(".action-quit")
    page.click("text=Yes, quit")
    page.wait_for_selector("#result")
