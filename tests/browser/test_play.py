"""From the lobby to the result, as seen by two players, a single visitor and a spectator."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table import (
    BLANK,
    LIVE,
    choose_card,
    choose_times,
    hand,
    has_turn,
    pick_secret,
    play_something,
    post,
    seat_two,
)

OpenPage = Callable[..., Page]
# Which visible parts of a box reach over one of its sides.
FIND_CUT_OFF = """(box) => {
  const { left, right } = box.getBoundingClientRect();
  return [...box.querySelectorAll(":not(.hidden-text)")].filter((part) => {
    const place = part.getBoundingClientRect();
    return place.width > 0 && (place.left < left || place.right > right);
  }).map(({ className, innerText }) => `${className}: ${innerText}`);
}"""
LONG_PASSWORD = "over the hills and far away"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def mark(page: Page) -> None:
    """Leave a mark in the page that a reload would remove."""
    page.evaluate("window.stayed = true")


def stayed(page: Page) -> bool:
    return bool(page.evaluate("window.stayed === true"))


def seen(page: Page) -> int:
    return int(page.get_attribute("#game", "data-seen") or 0)


def sit_down(one: Page, other: Page) -> None:
    """Pair two visitors through the queue and let both pick a secret card."""
    for page in (one, other):
        choose_times(page, LIVE)
    press(one, "Play now")
    expect(one.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    mark(one)
    press(other, "Play now")
    expect(other.get_by_role("heading", name="Pick your secret card")).to_be_visible()
    mark(other)
    assert one.url == other.url
    for page, card in ((one, "7H"), (other, "6C")):
        expect(page.get_by_role("heading", name="Pick your secret card")).to_be_visible()
        pick_secret(page, card)
    for page in (one, other):
        expect(page.locator("#play input[name='card']")).to_have_count(4)


def test_a_rematch_and_a_leave_arrive_without_a_reload(open_page: OpenPage) -> None:
    one, other = open_page(), open_page()
    sit_down(one, other)
    mover, watcher = (one, other) if has_turn(one) else (other, one)
    play_something(mover)
    watcher.click(".action-quit")
    press(watcher, "Yes, quit")
    expect(watcher.locator("#headline")).to_have_text(re.compile("wins by forfeit"))
    expect(mover.locator("#headline")).to_have_text("You win by forfeit")
    assert stayed(mover)
    assert stayed(watcher)
    press(mover, "Offer a rematch")
    expect(mover.get_by_role("heading", name=re.compile("^Waiting for "))).to_be_visible()
    mark(mover)
    press(watcher, "Accept the rematch")
    expect(mover.get_by_role("heading", name="Pick your secret card")).to_be_visible()
    press(watcher, "Leave without penalty")
    expect(mover.locator("#headline")).to_have_text("This game was cancelled")
    assert stayed(mover)


def test_the_focus_stays_at_the_table_from_the_secret_card_to_the_deal(open_page: OpenPage) -> None:
    one, other = open_page(BLANK), open_page(BLANK)
    table = post(one, "/tables/", variant="trifecta", move_time=LIVE, kind="open")
    post(other, f"{table}join/")
    one.goto(table)
    one.wait_for_load_state()
    one.focus("#s-7H")
    for key in ("Space", "Enter"):
        one.keyboard.press(key)
    expect(one.get_by_role("heading", name="Your secret card is")).to_be_focused()
    post(other, f"{table}pick/", card="6C")
    expect(one.locator("#turn")).to_be_focused()


def test_against_a_computer_one_click_starts_the_next_game(open_page: OpenPage) -> None:
    page = open_page()
    press(page, "Play against the computer")
    pick_secret(page, "7H")
    before = page.url
    page.click(".action-quit")
    press(page, "Yes, quit")
    press(page, "Play again")
    expect(page.get_by_role("heading", name="Pick your secret card")).to_be_visible()
    again = page.url
    assert again != before
    page.go_back()
    page.get_by_role("link", name="Go to your next game").click()
    page.wait_for_url(again)


def test_a_lone_visitor_plays_the_computer(open_page: OpenPage) -> None:
    page = open_page()
    press(page, "Play against the computer")
    pick_secret(page, "7H")
    mark(page)
    for _ in range(3):
        expect(page.locator("#game")).to_have_attribute("data-turn", "yes")
        moves = seen(page)
        play_something(page)
        expect(page.locator("#game")).to_have_attribute("data-turn", "yes")
        assert seen(page) == moves + 2
    assert stayed(page)


def test_a_new_user_watches_a_game_from_the_lobby(open_own_page: OpenPage) -> None:
    zoe = open_own_page()
    zoe.goto("/accounts/signup/")
    zoe.fill("input[name=username]", "zoe")
    for name in ("password1", "password2"):
        zoe.fill(f"input[name={name}]", LONG_PASSWORD)
    zoe.click("form:has(input[name=password1]) button")
    expect(zoe.get_by_role("heading", name=re.compile("zoe"))).to_be_visible()
    mark(zoe)
    one, other = open_own_page(), open_own_page()
    sit_down(one, other)
    watched = zoe.locator("#lobby").get_by_role("link", name=re.compile(" vs "))
    expect(watched).to_be_visible()
    assert stayed(zoe), "the lists came without a reload"
    shown = zoe.locator("#showcase")
    expect(shown.get_by_role("link", name="Watch this game")).to_be_visible()
    before = shown.bounding_box()
    mover = one if has_turn(one) else other
    choose_card(mover, hand(mover)[0])
    mover.click("#do-drop")
    expect(shown.locator(".showcase-words")).to_contain_text("drops")
    expect(shown.locator(".pile")).to_have_count(mover.locator(".pile").count())
    assert shown.bounding_box() == before
    press(zoe, "Pause")
    expect(shown.get_by_role("button", name="Play", exact=True)).to_be_visible()
    watched.click()
    expect(zoe.get_by_text("All hands stay hidden")).to_be_visible()
    mark(zoe)
    mover = one if has_turn(one) else other
    card = hand(mover)[0]
    choose_card(mover, card)
    mover.click("#do-drop")
    expect(zoe.locator(f".piles img[src*='cards/{card}']")).to_be_visible()
    one.click(".action-quit")
    press(one, "Yes, quit")
    expect(zoe.locator("#headline")).to_have_text(re.compile("wins by forfeit"))
    assert stayed(zoe)
    press(one, "Find another opponent")
    expect(one.get_by_role("heading", name="Looking for an opponent")).to_be_visible()


def test_a_game_shown_in_the_lobby_fits_a_phone_with_letters_of_twice_the_size(
    open_own_page: OpenPage,
) -> None:
    one, other = open_own_page(BLANK), open_own_page(BLANK)
    phone = open_own_page(BLANK, width=360, height=740, locale="es", has_touch=True, is_mobile=True)
    sizes = {"fontSizes": {"standard": 32}}
    phone.context.new_cdp_session(phone).send("Page.setFontSizes", sizes)
    for game in ("casino", "triple_four"):
        table = seat_two(one, other, game=game)
        phone.goto("/")
        expect(phone.locator(f"#showcase a[href='{table}']")).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth") == 360, game
        cut = phone.locator(".showcase-felt").evaluate(FIND_CUT_OFF)
        assert cut == [], game
        post(one, f"{table}quit/")


def test_a_guest_made_in_the_lobby_has_the_time_zone_of_the_browser(
    open_page: OpenPage,
) -> None:
    page = open_page(timezone_id="Asia/Tokyo")
    press(page, "Play against the computer")
    page.goto("/accounts/settings/")
    expect(page.locator("select[name=time_zone]")).to_have_value("Asia/Tokyo")
