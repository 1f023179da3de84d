"""Replays in the browser: by keys, slider and autoplay, without JavaScript, and looking back."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.live.pieces import pile_room
from tests.browser.table import (
    BLANK,
    choose_card,
    chosen,
    hand,
    play_on,
    play_something,
    post,
    seat_two,
    version,
    wait_until,
)
from tests.running import Site

OpenPage = Callable[..., Page]
MOVES = 6
LAST = MOVES + 1  # with the resignation


def begin(open_page: OpenPage, site: Site) -> tuple[Page, Page, str]:
    """Let two visitors make some moves.

    Return the blank page of the player to move, that of the other, and the address of the table.
    """
    pages = open_page(BLANK), open_page(BLANK)
    table = seat_two(*pages)
    to_move = play_on(site, table, f"game.move_count == game.rules.opening_moves + {MOVES}")
    return pages[to_move], pages[1 - to_move], f"{site.url}{table}"


def finish(open_page: OpenPage, site: Site) -> tuple[Page, str]:
    """Let one of the two quit then; return their blank page and the address of the replay."""
    page, _, table = begin(open_page, site)
    post(page, f"{table}quit/")
    return page, f"{table}replay/"


def shows(page: Page, step: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-step", str(step))


def press(page: Page, key: str, step: int) -> None:
    page.keyboard.press(key)
    shows(page, step)


def test_the_list_of_moves_stays_with_its_mark_and_its_links(
    open_page: OpenPage, site: Site
) -> None:
    page, replay = finish(open_page, site)
    page.goto(f"{replay}0/")
    marked = page.locator("#replay-list [aria-current]")
    lines = page.locator("#replay-list a")
    for step in (1, 2):
        press(page, "ArrowRight", step)
        expect(marked).to_have_count(1)
        expect(marked).to_have_id(f"replay-step-{step}")
        expect(lines).to_have_count(LAST + 1)
    page.click("#replay-view-1")
    expect(lines.last).to_have_attribute("href", re.compile("view=0"))
    lines.last.click()
    shows(page, LAST)
    expect(marked).to_have_id(f"replay-step-{LAST}")
    page.go_back()
    shows(page, 2)
    expect(marked).to_have_id("replay-step-2")
    expect(lines).to_have_count(LAST + 1)


def test_a_finished_game_is_replayed_move_by_move(open_page: OpenPage, site: Site) -> None:
    page, replay = finish(open_page, site)
    page.goto(replay)
    no_pile_is_hidden(page)
    page.goto(replay)
    what_the_computer_says_is_seen(page)
    page.goto(replay)
    page.evaluate("window.stayed = true")
    go_by_keys(page)
    go_by_links(page, replay)
    let_it_play(page)
    assert page.evaluate("window.stayed"), "a page was loaded"
    plain = open_page(BLANK, java_script_enabled=False)
    plain.goto(replay)
    go_without_javascript(plain, replay)


def no_pile_is_hidden(page: Page) -> None:
    """Check tables with more and more copies of one pile, in windows of several sizes."""
    for number in (5, 18):
        page.locator("#replay .piles").evaluate(
            """(box, [number, room]) => {
              box.className = `piles ${room}`;
              const [pile] = box.children;
              while (box.childElementCount < number) box.append(pile.cloneNode(true));
            }""",
            [number, pile_room(number)],
        )
        for width, height in ((1280, 800), (640, 360), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            lowest = page.locator("#replay .pile").last.bounding_box()
            seat = page.locator("#replay .player-near").bounding_box()
            assert lowest
            assert seat
            assert lowest["y"] + lowest["height"] <= seat["y"], (number, width)
    page.set_viewport_size({"width": 1280, "height": 800})


def what_the_computer_says_is_seen(page: Page) -> None:
    """Check that a longer and longer verdict moves nothing else, in windows of several sizes."""
    page.evaluate(
        """() => {
            document.querySelector("#replay").classList.add("is-analysed");
            document.querySelector(".replay-dock").insertAdjacentHTML(
                "afterbegin", "<div id='replay-verdict' class='replay-verdict'></div>");
        }"""
    )
    for width, height in ((1280, 800), (1280, 720), (768, 1024), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        places = []
        for length in (1, 400):
            page.eval_on_selector(
                "#replay-verdict",
                "(box, length) => { box.textContent = 'It takes 5♦. '.repeat(length); }",
                length,
            )
            for part in ("#replay-verdict", "#replay-words", ".replay-controls"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
            places.append(page.locator(".replay-controls").bounding_box())
        assert places[0] == places[1]
    page.set_viewport_size({"width": 1280, "height": 800})


def go_by_keys(page: Page) -> None:
    shows(page, 0)
    press(page, "ArrowRight", 1)
    press(page, "ArrowLeft", 0)
    press(page, "End", LAST)
    expect(page.locator("#replay-words")).to_contain_text("wins by forfeit")
    press(page, "Home", 0)
    for _ in range(4):  # faster than any answer
        page.keyboard.press("ArrowRight")
    shows(page, 4)
    page.focus("#replay-next")
    for step in range(5, LAST + 1):
        press(page, "Enter", step)
    expect(page.locator("#replay-next")).to_be_focused()


def go_by_links(page: Page, replay: str) -> None:
    page.goto(f"{replay}1/")
    page.evaluate("window.stayed = true")
    page.click("#replay-next")
    shows(page, 2)
    press(page, "ArrowRight", 3)
    page.go_back()
    shows(page, 2)
    page.go_back()
    shows(page, 1)
    page.fill("#replay-slider", "3")
    shows(page, 3)
    expect(page).to_have_url(f"{replay}3/")
    page.click("#replay-step-5")
    shows(page, 5)
    expect(page).to_have_url(f"{replay}5/")
    page.click(".chart-columns a:nth-child(3)")
    shows(page, 2)
    page.click("#replay-view-1")
    expect(page).to_have_url(f"{replay}2/?view=0")
    page.go_back()
    shows(page, 5)


def let_it_play(page: Page) -> None:
    page.clock.install()
    page.select_option("#replay-speed", label="Slow")
    page.keyboard.press("Space")
    expect(page.locator("#replay-play")).to_have_text("Pause")
    shows(page, 6)
    page.keyboard.press("Space")
    expect(page.locator("#replay-play")).to_have_text("Autoplay")
    page.clock.run_for(20_000)
    shows(page, 6)
    page.click("#replay-play")
    shows(page, LAST)
    expect(page.locator("#replay-play")).to_have_text("Autoplay")
    expect(page.locator("#replay-speed")).to_have_value("4000")
    page.click("#replay-play")
    shows(page, 0)
    page.clock.run_for(5_000)
    shows(page, 1)
    page.keyboard.press("Space")


def go_without_javascript(page: Page, replay: str) -> None:
    page.click("#replay-next")
    page.click("#replay-step-3")
    page.click("#replay-view-1")
    page.click("#replay-last")
    expect(page.locator("#replay-list [aria-current]")).to_be_in_viewport()
    page.click("#replay-step-3")
    page.click("#replay-previous")
    assert page.url == f"{replay}2/?view=0"
    assert not page.is_visible("#replay-play")
    page.fill("#replay-slider", "1")
    page.click("#replay-jump button")
    assert page.url == f"{replay}1/?view=0"
    shows(page, 1)


def test_going_back_right_after_the_dialog_opens_stays_at_the_table(
    open_page: OpenPage, site: Site
) -> None:
    _, other, table = begin(open_page, site)
    other.goto(table)
    other.evaluate(
        """() => document.addEventListener("htmx:afterSwap", () => {
            queueMicrotask(() => document.getElementById("replay-previous").click());
        }, { once: true })"""
    )
    other.click("text=Look back")
    shows(other, MOVES - 1)
    expect(other.locator("#game")).to_be_attached()


def test_looking_back_leaves_the_table_as_it_is(open_page: OpenPage, site: Site) -> None:
    mover, other, table = begin(open_page, site)
    for page in (mover, other):
        page.goto(table)
    other.evaluate("window.stayed = true")
    card = hand(other)[-1]
    choose_card(other, card)
    other.click("text=Look back")
    expect(other.locator("#look-back")).to_be_visible()
    shows(other, MOVES)
    press(other, "ArrowLeft", MOVES - 1)
    press(other, "Home", 0)
    other.keyboard.press("1")  # a key for the table behind the dialog
    expect(other.locator("#replay .replay-card img[src*='back']")).to_have_count(4)

    shown = version(other)
    play_something(mover)
    wait_until(other, lambda: version(other) != shown, "the opponent's move")
    expect(other.locator("#look-back")).to_be_visible()
    press(other, "End", MOVES)
    press(other, "ArrowRight", MOVES + 1)
    other.keyboard.press("Escape")
    expect(other.locator("#look-back")).to_be_hidden()
    assert chosen(other) == {card}
    assert other.url == table
    assert other.evaluate("window.stayed")
    plain = open_page(BLANK, java_script_enabled=False, storage_state=other.context.storage_state())
    plain.goto(table)
    plain.click("#events a >> nth=0")
    assert plain.url == f"{table}replay/{MOVES + 1}/"
    plain.click("#replay-first")
    plain.click("text=Back to the table")
    assert plain.url == table
