"""Two people who look for an opponent: they meet, whatever else they do meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import BLANK, DAYS, choose_times, has_turn, wait_until
from tests.running import Site

OpenPage = Callable[..., Page]

# Whoever would wait for two minutes a turn takes 60 seconds instead.
AGREE = """
from games.models import AcceptedTime
AcceptedTime.objects.filter(move_time=120, seat__game__status="waiting").update(move_time=60)
"""


def press_play_now(page: Page, *times: str) -> None:
    page.goto("/?game=casino")
    choose_times(page, *times)
    page.click(".offer .button-main")
    page.wait_for_url("**/games/*/")


def meet(one: Page, other: Page) -> None:
    """Wait until both pages show the same game, begun."""
    for page in (one, other):
        expect(page.locator("#play")).to_be_visible()
    assert one.url == other.url
    wait_until(one, lambda: has_turn(one) or has_turn(other), "somebody's turn")


@pytest.mark.parametrize("scripts", [True, False])
def test_two_who_press_play_now_with_different_times_meet(
    open_own_page: OpenPage, scripts: bool
) -> None:
    one, other = (open_own_page(BLANK, java_script_enabled=scripts) for _ in range(2))
    press_play_now(one, "60")
    press_play_now(other, "120", "300")
    if not scripts:
        one.reload()
    expect(one.locator("#seeks")).to_contain_text("with 2 minutes or 5 minutes a turn")
    expect(other.locator("#seeks")).to_contain_text("with 60 seconds a turn")
    one.click("#seeks button[value='300']")
    one.wait_for_url("**/games/*/")
    if not scripts:
        other.reload()
        one.reload()
    expect(one.locator("#play")).to_be_visible()


def test_two_who_have_a_time_in_common_play_at_once(open_own_page: OpenPage) -> None:
    one, other = open_own_page(BLANK), open_own_page(BLANK)
    press_play_now(one, "60", "120")
    press_play_now(other, "120", "300")
    meet(one, other)
    expect(one.locator("#seeks .seek")).to_have_count(0)


def test_two_who_wait_side_by_side_are_brought_together(
    open_own_page: OpenPage, own_site: Site
) -> None:
    one, other = open_own_page(BLANK), open_own_page(BLANK, width=360, height=640)
    press_play_now(one, "60")
    press_play_now(other, "120")
    for page in (one, other):
        expect(page.locator(".waiting")).to_be_visible()
    own_site.run(AGREE)
    meet(one, other)


def test_somebody_who_waits_is_joined_from_the_lobby(open_own_page: OpenPage) -> None:
    one, other = open_own_page(BLANK), open_own_page()
    press_play_now(one, "60", "120")
    waiting = other.locator("section:has(#waiting-players)")
    expect(waiting).to_contain_text("60 seconds or 2 minutes a turn")
    waiting.get_by_role("button", name="at 2 minutes").click()
    meet(one, other)


def test_whoever_plays_the_computer_meanwhile_is_called_to_the_game(
    open_own_page: OpenPage,
) -> None:
    one, other = open_own_page(BLANK), open_own_page(BLANK, width=360, height=640)
    press_play_now(one, "60")
    practise = one.get_by_role("button", name="Play while you wait")
    expect(practise).to_be_visible()  # after 20 seconds
    practise.click()
    expect(one.locator("#play")).to_be_visible()
    expect(one.locator("#seeks")).to_contain_text("You are looking for an opponent")
    press_play_now(other, "60")
    expect(other.get_by_role("heading", level=1)).to_contain_text("Calling ")
    call = one.locator(".seek.is-called")
    expect(call.get_by_role("alert")).to_contain_text("is here")
    expect(call).to_contain_text("within 30 seconds")
    assert one.title().startswith("●")
    call.get_by_role("button").click()
    meet(one, other)


def test_two_who_are_never_there_together_meet_and_play(open_own_page: OpenPage) -> None:
    one, other = open_own_page(width=360, height=640), open_own_page()
    bank = one.locator(".offer-budget").first
    expect(bank).to_be_hidden()
    press_play_now(one, str(DAYS), "on")
    expect(one.locator(".waiting")).to_contain_text("3 days or 3 days + 12 hours a turn")
    one.close()

    expect(other.locator("section:has(#waiting-players)")).to_contain_text("waiting since today")
    press_play_now(other, "86400", "on")
    expect(other.locator("#play")).to_be_visible()
    other_moves_first = has_turn(other)
    other.close()

    back = (other if other_moves_first else one).context.new_page()
    back.goto("/")
    back.locator("section:has(#own-games) a.line-link").first.click()
    expect(back.locator(".clock-note")).to_contain_text("In the bank when this turn began: ")
    wait_until(back, lambda: has_turn(back), "the turn")
    assert back.evaluate("document.documentElement.scrollWidth <= innerWidth")
    back.locator(".hand label").first.click()
    back.get_by_role("button", name="Trail").click()
    wait_until(back, lambda: not has_turn(back), "the move")
