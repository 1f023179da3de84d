"""Creating a table, choosing seats and computer players, with and without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import BLANK, post
from tests.running import Site

OpenPage = Callable[..., Page]
DAYS = "259200"


def make_table(page: Page, players: int) -> str:
    page.goto("/?game=casino")
    page.click("#new-table summary")
    page.click(f"#new-table label:has([name=players][value='{players}'])")
    page.select_option("#table-move_time", DAYS)
    page.click("text=Create table")
    page.wait_for_url("**/games/*/")
    return page.url


@pytest.mark.parametrize("scripts", [True, False])
def test_options_are_shown_where_they_apply(open_page: OpenPage, scripts: bool) -> None:
    page = open_page(BLANK, java_script_enabled=scripts)
    page.goto("/?game=casino")
    page.click("#new-table summary")
    partnership = page.locator("#table-option_partnership")
    expect(page.locator("#table-option_target")).to_be_visible()
    for players, shown in ((3, False), (4, True), (2, False)):
        page.click(f"#new-table label:has([name=players][value='{players}'])")
        expect(partnership).to_be_visible(visible=shown)
    for length, shown in (("None", False), ("21", True)):
        page.select_option("#table-option_target", length)
        expect(page.locator("#table-option_count_out")).to_be_visible(visible=shown)
    page.click("#computers summary")
    for players in (2, 4, 3):
        page.click(f"#computers label:has([name=players][value='{players}'])")
        expect(page.locator("#computers select[name^=level]:visible")).to_have_count(players - 1)
        label = f"Level of {'the computer player' if players == 2 else 'computer player 1'}"
        expect(page.get_by_role("combobox", name=label, exact=True)).to_be_visible()


def test_a_choice_in_a_hidden_field_is_not_sent(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    page.goto("/?game=casino")
    page.click("#new-table summary")
    page.click("#new-table label:has([name=players][value='4'])")
    page.select_option("#table-option_partnership", "True")
    page.click("#new-table label:has([name=players][value='3'])")
    page.click("text=Create table")
    expect(page.locator(".waiting-seat")).to_have_count(3)


def test_a_visitor_does_not_wait_at_a_table_by_link_that_has_closed(
    open_page: OpenPage, browser: Browser
) -> None:
    host = open_page(BLANK)
    host.goto("/")
    host.click("#new-table summary")
    host.select_option("#table-kind", "link")
    host.click("text=Create table")
    host.wait_for_url("**/games/*/")
    guest = browser.new_page()  # the fixture's would take the answer 404 for an error
    guest.goto(host.url)
    expect(guest.get_by_role("button", name="Sit down and play")).to_be_visible()
    host.click("text=Close the table")
    expect(guest.locator("main")).to_contain_text("the table may have closed")
    guest.close()


def test_a_watcher_reads_why_a_table_by_link_is_no_longer_shown(
    open_page: OpenPage, browser: Browser, site: Site
) -> None:
    host, friend = open_page(BLANK), open_page(BLANK)
    table = post(host, "/tables/", variant="casino", move_time=DAYS, kind="link")
    watcher = browser.new_page(base_url=site.url)  # as above
    watcher.goto(table)
    expect(watcher.get_by_role("button", name="Sit down and play")).to_be_visible()
    post(friend, f"{table}join/")
    expect(watcher.get_by_role("heading", level=1)).to_have_text("You cannot see this table")
    expect(watcher.locator("main")).to_contain_text("All its seats may be taken")
    watcher.close()


def test_everyone_sees_a_table_fill(open_page: OpenPage) -> None:
    host, guest = open_page(BLANK), open_page(BLANK)
    guest.goto(make_table(host, 4))
    guest.click("#seat-2 button")
    expect(host.get_by_role("heading", level=1)).to_have_text("Waiting for 2 more players")
    host.click("#computers summary")
    host.select_option("#computer-level", "club")
    guest.click("#seat-3 button")
    expect(host.locator("#seat-3.is-free")).to_have_count(0)
    expect(host.locator("#computer-level")).to_have_value("club")
    host.click("text=Start with 2 computer players")
    for page in (host, guest):
        expect(page.locator("#game.is-playing")).to_be_visible()
    expect(guest.locator("main")).to_contain_text("computer, club")


def test_a_table_fills_without_javascript(open_page: OpenPage) -> None:
    host, guest = (open_page(BLANK, java_script_enabled=False) for _ in range(2))
    guest.goto(make_table(host, 3))
    guest.click("#seat-2 button")
    expect(guest.locator("#seat-2")).to_contain_text("you")
    host.reload()
    host.click("#computers summary")
    host.click("text=Start with a computer player")
    expect(host.locator("#game.is-playing")).to_be_visible()


def test_a_visitor_practises_against_two_computers_of_two_levels(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    page.goto("/?game=casino")
    page.click("#computers summary")
    page.click("#computers label:has([name=players][value='3'])")
    page.select_option("#computer-level_1", "beginner")
    page.select_option("#computer-level_2", "club")
    page.select_option("#computer-move_time", "0")
    page.click("text=Start game")
    expect(page.locator("#game.is-playing")).to_be_visible()
    for name in ("Basil, computer, beginner", "Clio, computer, club"):
        expect(page.get_by_role("group", name=name)).to_be_visible()
    expect(page.locator("#clock")).to_have_count(0)


def test_one_click_plays_three_computers(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    page.goto("/?game=casino")
    page.get_by_role("button", name="Play against three computer players", exact=True).click()
    expect(page.locator("#game.is-playing")).to_be_visible()
