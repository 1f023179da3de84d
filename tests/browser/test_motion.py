"""The opponent's move is shown, heard and announced, once and not for long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.table import BLANK, has_turn, play_something, sit_down, wait_until

OpenPage = Callable[..., Page]
LONGEST_MS = 900
SHORT_MS = 300

WATCH = """() => {
  const seen = { flights: [], said: [], sounds: 0, skips: false };
  window.seen = seen;
  const said = document.getElementById("said");
  new MutationObserver(() => seen.said.push(said.textContent)).observe(
    said, { characterData: true, childList: true, subtree: true });
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.className !== "motion-layer") continue;
        const times = node.getAnimations({ subtree: true }).map(
          (one) => one.effect.getComputedTiming().endTime);
        seen.flights.push({ cards: node.children.length, lasts: Math.max(...times), ended: false });
        if (seen.skips) window.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
      }
      for (const node of removedNodes) {
        if (node.className === "motion-layer") seen.flights.at(-1).ended = true;
      }
    }
  }).observe(document.body, { childList: true });
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...when) {
    seen.sounds += 1;
    start.apply(this, when);
  };
}"""


@pytest.fixture
def table(open_page: OpenPage) -> tuple[Page, Page]:
    """Seat two guests, the second with reduced motion. Sounds are possible but switched off."""
    pages = open_page(BLANK), open_page(BLANK, width=360, height=640, reduced_motion="reduce")
    sit_down(*pages)
    for page in pages:
        page.evaluate("document.body.dataset.sounds = 'on'")
        page.keyboard.press("Shift")  # browsers allow sounds only after some input
        page.evaluate("document.body.dataset.sounds = 'off'")
        page.evaluate(WATCH)
    return pages


def play_until_turn_of(page: Page, other: Page, *, sounds: str = "off") -> None:
    """Play until the other player has moved and it is this page's turn."""
    wait_until(page, lambda: has_turn(page) or has_turn(other), "somebody's turn")
    if has_turn(page):
        play_something(page)
        wait_until(other, lambda: has_turn(other), "the turn of the other")
        wait_until(page, lambda: not has_turn(page), "the end of the turn")
        rest(page)
    page.evaluate("Object.assign(window.seen, {flights: [], said: [], sounds: 0})")
    page.evaluate("(sounds) => { document.body.dataset.sounds = sounds; }", sounds)
    play_something(other)
    wait_until(page, lambda: has_turn(page), "the turn")


def rest(page: Page) -> None:
    """Wait until nothing is moving and no more sound is due."""
    page.wait_for_timeout(600)
    wait_until(page, lambda: page.query_selector(".motion-layer") is None, "the end of the motion")


def seen(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("window.seen")
    return found


def refresh(page: Page) -> None:
    """Fetch the same table again, as a page does that may have missed a change."""
    with page.expect_response("**/live/**"):
        page.evaluate(
            "document.getElementById('poll').value = ''; htmx.trigger('#poll', 'refresh')"
        )
    page.wait_for_timeout(100)


def test_an_opponents_move_is_animated_announced_and_heard_once(table: tuple[Page, Page]) -> None:
    page, other = table
    play_until_turn_of(page, other, sounds="on")
    wait_until(page, lambda: seen(page)["sounds"] == 2, "the sounds of the card and the turn")
    refresh(page)
    rest(page)
    (flight,) = seen(page)["flights"]
    assert flight["cards"] >= 1
    assert flight["lasts"] <= LONGEST_MS
    assert flight["ended"]
    (said,) = seen(page)["said"]
    assert said.endswith(". Your turn.")
    assert seen(page)["sounds"] == 2
    assert page.title().startswith("● Your turn · ")
    assert icon(page).startswith("site-turn.")
    assert "Your turn" not in other.title()
    assert icon(other).startswith("site.")

    page.evaluate("window.seen.flights = []")
    play_something(page)
    for flight in seen(page)["flights"]:
        assert flight["lasts"] <= SHORT_MS, "an own move is over at once"


def icon(page: Page) -> str:
    return (page.get_attribute("link[rel=icon]", "href") or "").rpartition("/")[2]


def test_motion_and_sounds_can_be_skipped_or_switched_off(table: tuple[Page, Page]) -> None:
    page, still = table
    page.evaluate("window.seen.skips = true")
    play_until_turn_of(page, still)
    (flight,) = seen(page)["flights"]
    assert flight["ended"], "a key ends it"
    play_something(page)
    wait_until(still, lambda: has_turn(still), "the turn")
    rest(page)
    assert seen(page)["sounds"] == 0
    assert seen(still)["flights"] == [], "less motion was asked for"
    assert still.inner_text("#last-move").startswith(page.text_content(".menu-name") or "?")
