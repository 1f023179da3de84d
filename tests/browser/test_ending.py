"""How a game ends: the last move on the table, then the result, and a win for a moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import (
    BLANK,
    broken_words,
    mover_and_other,
    play_on,
    play_something,
    post,
    seat_two,
    wait_until,
)
from tests.browser.test_steady_table import play_whole_game
from tests.present import present
from tests.running import Site

OpenPage = Callable[..., Page]

LAST_CARD = "not state.stock and sum(map(len, state.hands)) == 1"
WATCH = """() => {
  const seen = { shifts: [], focused: [], flights: 0, celebrations: [] };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      const moved = shift.sources.map(({ node }) => node?.id || node?.className || String(node));
      seen.shifts.push(`${shift.value}: ${moved}`);
    }
  }).observe({ type: "layout-shift", buffered: false });
  document.addEventListener("focusin", ({ target }) => {
    if (target.id === "headline") seen.focused.push(getComputedStyle(target.parentNode).opacity);
  });
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const { className } of addedNodes) {
        if (className === "motion-layer") seen.flights += 1;
        if (className === "celebration") seen.celebrations.push("begun");
      }
      for (const { className } of removedNodes) {
        if (className === "celebration") seen.celebrations.push("ended");
      }
    }
  }).observe(document.body, { childList: true });
}"""
# Presses a key twice as soon as the result arrives, however slow the machine is; `pressed` is what
# was seen before the first one, between them and after the second one.
PRESS_KEYS = """() => document.addEventListener("live:swapped", () => {
  const look = () => ({
    isArriving: document.querySelector("#result.is-arriving") !== null,
    isCelebrated: document.querySelector(".celebration") !== null,
  });
  if (!look().isArriving) return;
  window.pressed = [look()];
  for (let time = 0; time < 2; time += 1) {
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
    window.pressed.push(look());
  }
})"""

WINDOWS = (
    *((1920, 1080), (1280, 800), (1024, 640), (768, 1024)),
    *((740, 360), (360, 740), (320, 568)),
)
IS_INSIDE = """cells => cells.every((cell) => cell.getBoundingClientRect().right
    <= document.getElementById("result").getBoundingClientRect().right)"""
IS_WHOLE = """names => names.every((name) => name.scrollWidth <= name.clientWidth
    && name.scrollHeight <= name.clientHeight)"""
LABELS = ".score :is(th[scope=row], .score-group th)"
NAMES = ".score thead .column-name"
NAME_ALL = """(heads, name) => heads.forEach((head) => {
    (head.querySelector("a") ?? head).textContent = name;
})"""
FIND_EDGES = """boxes => boxes.map((box) => box.getBoundingClientRect())
    .map(({ top, bottom }) => [top, bottom])"""


def seen(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("window.seen")
    return found


def bring_to_the_last_card(site: Site, *pages: Page) -> tuple[Page, Page]:
    """Let two visitors play Trifecta up to the last card; return who has it, and the other."""
    table = seat_two(*pages)
    play_on(site, table, LAST_CARD)
    for page in pages:
        page.goto(table)
        page.evaluate(WATCH)
    return mover_and_other(*pages)


def top_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"], box["height"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_the_last_move_is_seen_on_the_table_which_stays(
    open_page: OpenPage, site: Site, width: int, height: int
) -> None:
    winner, loser = (open_page(BLANK, width=width, height=height) for _ in range(2))
    mover, other = bring_to_the_last_card(site, winner, loser)
    felt = top_of(other, ".felt")
    play_something(mover)
    expect(other.locator("#headline")).to_be_focused()
    assert top_of(other, ".felt") == pytest.approx(felt, abs=1)
    wait_until(winner, lambda: seen(winner)["celebrations"] != [], "the celebration")
    expect(winner.locator(".celebration")).to_have_count(0)
    expect(winner.locator("#headline")).to_contain_text("You win")
    for page in (winner, loser):
        assert page.locator("#result").get_attribute("class") == "panel result" + won(page, winner)
        assert seen(page)["focused"] == ["0"], "once, when the result begins to appear"
        assert seen(page)["flights"] == 1
        assert top_of(page, ".felt")[0] == felt[0]
        expect(page.locator("#game.is-finished.has-table:not(.is-playing)")).to_be_visible()
        expect(page.locator(".last-move")).to_be_visible()
        assert page.locator("#said").inner_text().count("win") == 0
    for shift in seen(other)["shifts"]:
        assert not re.search("felt|player|pile|last-move|result|below|foot", shift), shift
    assert seen(winner)["celebrations"] == ["begun", "ended"]
    assert seen(loser)["celebrations"] == []


def test_the_cards_left_on_the_table_lie_in_its_middle(open_page: OpenPage) -> None:
    page, other = open_page(BLANK), open_page(BLANK)
    table = seat_two(page, other)
    post(other, f"{table}quit/")
    page.goto(table)
    expect(page.locator("#headline")).to_contain_text("You win")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator(".piles")
        assert box.evaluate("(box) => box.scrollHeight <= box.clientHeight")
        lying = page.locator(".pile").evaluate_all(FIND_EDGES)
        assert len(lying) == 4
        top, size = top_of(page, ".piles")
        above = min(first for first, _ in lying) - top
        below = top + size - max(last for _, last in lying)
        assert above == pytest.approx(below, abs=12), (width, height)


def test_the_result_appears_from_nothing_on_a_busy_machine_too(
    open_page: OpenPage, site: Site
) -> None:
    mover, other = bring_to_the_last_card(site, open_page(BLANK), open_page(BLANK))
    other.evaluate(
        """() => document.addEventListener("live:swapped", () => {
            const end = performance.now() + 1500; // longer than until the result
            while (performance.now() < end);
        })"""
    )
    play_something(mover)
    expect(other.locator("#headline")).to_be_focused()
    assert seen(other)["focused"] == ["0"]


def won(page: Page, winner: Page) -> str:
    return " is-won" if page is winner else ""


def test_a_key_goes_on_at_once(open_page: OpenPage, site: Site) -> None:
    winner, loser = open_page(BLANK), open_page(BLANK)
    mover, _ = bring_to_the_last_card(site, winner, loser)
    for page in (winner, loser):
        page.evaluate(PRESS_KEYS)
    play_something(mover)
    shown, celebrated = [True, False, False], [False, True, False]
    for page, celebrations in ((winner, celebrated), (loser, [False] * 3)):
        expect(page.locator("#headline")).to_be_focused()
        assert page.evaluate("pressed.map((seen) => seen.isArriving)") == shown
        assert page.evaluate("pressed.map((seen) => seen.isCelebrated)") == celebrations
    winner.keyboard.press("Tab")
    expect(winner.get_by_role("button", name="Offer a rematch")).to_be_focused()


def test_with_less_motion_the_result_is_there_at_once(open_page: OpenPage, site: Site) -> None:
    winner, loser = (open_page(BLANK, reduced_motion="reduce") for _ in range(2))
    mover, _ = bring_to_the_last_card(site, winner, loser)
    play_something(mover)
    for page in (winner, loser):
        expect(page.locator("#headline")).to_be_focused()
        assert seen(page)["flights"] == 0
    winner.wait_for_timeout(1500)
    assert seen(winner)["celebrations"] == []
    expect(winner.locator("#result.is-won")).to_be_visible()


def test_without_scripts_the_result_comes_first_and_the_table_below(
    open_page: OpenPage, site: Site
) -> None:
    winner, loser = open_page(BLANK), open_page(BLANK)
    mover, _ = bring_to_the_last_card(site, winner, loser)
    play_something(mover)
    expect(winner.locator("#result")).to_be_visible()
    for size in ((1280, 800), (360, 640)):
        still = winner.context.browser.new_context(  # type: ignore[union-attr]
            java_script_enabled=False,
            storage_state=winner.context.storage_state(),
            viewport={"width": size[0], "height": size[1]},
        )
        page = still.new_page()
        page.goto(winner.url)
        result, felt = top_of(page, "#result"), top_of(page, ".felt")
        assert result[0] < size[1] / 3
        assert result[0] + result[1] <= felt[0]
        still.close()


@pytest.mark.parametrize("variant", ["casino", "triple_four"])
def test_the_points_of_four_players_have_room(
    open_page: OpenPage, site: Site, variant: str
) -> None:
    path, session, _ = play_whole_game(site, variant, 4, "es")
    page = open_page(BLANK, reduced_motion="reduce", locale="es")
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(path)
    page.wait_for_selector("#result .score")
    page.eval_on_selector_all(NAMES, NAME_ALL, "Montserrat Guillermo")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        assert broken_words(page, f"{LABELS}, {NAMES}") == [], f"{width} x {height}"
        assert page.eval_on_selector_all(".score td, .score thead :is(th, span)", IS_INSIDE)
        assert page.eval_on_selector_all(NAMES, IS_WHOLE), f"{width} x {height}"
        size = page.locator(NAMES).first.evaluate(
            "(name) => parseFloat(getComputedStyle(name).fontSize)"
        )
        assert size >= 12, f"{width} x {height}"
    page.goto(f"{path}replay/")
    names = ".replay-points .column-name"
    page.eval_on_selector_all(names, NAME_ALL, "Montserrat")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert broken_words(page, names) == [], f"in the replay at {width}"


def test_the_names_of_partners_stand_whole_above_their_points(
    open_page: OpenPage, site: Site
) -> None:
    page, other = open_page(BLANK, locale="es", reduced_motion="reduce"), open_page(BLANK)
    table = seat_two(page, other)
    play_on(site, table, LAST_CARD)
    post(other, f"{table}quit/")
    page.route_web_socket("**", lambda _: None)  # nothing that arrives puts the class back
    page.goto(table)
    page.wait_for_selector(NAMES)
    page.eval_on_selector_all(".score .column-you", "(all) => all.forEach((e) => e.className = '')")
    page.eval_on_selector_all(NAMES, NAME_ALL, "Benjamin the Great y Montserrat")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        assert broken_words(page, f"{LABELS}, {NAMES}") == [], f"{width} x {height}"
        assert page.eval_on_selector_all(".score thead :is(th, span)", IS_INSIDE)
        cut = "(all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length"
        assert page.eval_on_selector_all(NAMES, cut) == 0, f"{width} x {height}"


def test_a_lesson_is_left_without_a_forfeit(open_page: OpenPage) -> None:
    page = open_page(BLANK, width=360, height=740, locale="es")
    page.goto(post(page, "/learn/casino/first/"))
    typing, leaving = (
        present(page.locator(place).bounding_box()) for place in ("#typing > summary", "#quitting")
    )
    assert typing["x"] + typing["width"] <= leaving["x"]
    game = page.url
    page.click("#quitting > summary")
    page.get_by_role("button", name="Sí, salir").click()
    page.wait_for_url("**/learn/")
    page.goto(game)
    expect(page.locator("#headline")).to_have_text("Has salido de esta lección")
