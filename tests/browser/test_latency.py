"""On a slow connection, choosing cards is answered at once, and no tap is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import (
    UNTIMED,
    choose_card,
    choose_pile,
    chosen,
    hand,
    has_turn,
    start_against_computers,
    version,
    wait_until,
)

OpenPage = Callable[..., Page]

LATENCY_MS = 200
AT_ONCE_MS = 60
TURNS = 3
ENOUGH = 12
A_BREATH_MS = 700

MEASURE = """() => {
    window.waits = [];
    let tapped = 0;
    const told = () => {
        if (tapped) window.waits.push(performance.now() - tapped);
        tapped = 0;
    };
    document.addEventListener("click", ({ target }) => {
        tapped = target.matches("#play input, #play label *") ? performance.now() : 0;
    }, { capture: true });
    new MutationObserver(told).observe(document.getElementById("sentence"), { childList: true });
}"""
ROUND_TRIP = """async () => {
    const begun = performance.now();
    await fetch("/health");
    return performance.now() - begun;
}"""


def slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        },
    )
    assert page.evaluate(ROUND_TRIP) >= LATENCY_MS


def tap(page: Page, choose: Callable[[Page, str], None], value: str) -> None:
    """Choose a card or a pile, and wait until the sentence has followed."""
    count = page.evaluate("window.waits.length")
    choose(page, value)
    wait_until(page, lambda: page.evaluate("window.waits.length") > count, "the answer to a tap")


def uses(page: Page) -> dict[str, list[str]]:
    text = page.get_attribute("#hand", "data-uses") or ""
    words = [word.partition("=") for word in text.split()]
    return {card: keys.split(",") if keys else [] for card, _, keys in words}


def next_turn(page: Page, button: str) -> None:
    """Press a button, and wait until it is the player's turn again and the answers have come."""
    before = version(page)
    with page.expect_response("**/answers/"):
        page.click(button)
        wait_until(page, lambda: version(page) != before and has_turn(page), "the next turn")
    page.wait_for_timeout(A_BREATH_MS)


def has_enough(page: Page) -> bool:
    return bool(page.evaluate("window.waits.length") >= ENOUGH)


def find_p95(page: Page) -> float:
    assert has_enough(page)
    waits = sorted(page.evaluate("window.waits"))
    return float(waits[len(waits) * 95 // 100])


@pytest.mark.parametrize("game", ["casino", "trifecta"])
def test_choices_on_a_table_of_piles_are_answered_at_once(open_page: OpenPage, game: str) -> None:
    page = open_page()
    start_against_computers(page, game, move_time=UNTIMED)
    slow_down(page)
    with page.expect_response("**/answers/"):
        page.reload()
    page.wait_for_timeout(A_BREATH_MS)
    page.evaluate(MEASURE)
    while not has_enough(page):
        for card, keys in uses(page).items():
            tap(page, choose_card, card)
            for key in keys[:2]:
                tap(page, choose_pile, key)
                assert chosen(page) == {card, key}
                tap(page, choose_pile, key)
        next_turn(page, "#do-drop")
    assert find_p95(page) < AT_ONCE_MS


def test_choices_in_triple_four_are_answered_at_once(open_page: OpenPage) -> None:
    page = open_page()
    start_against_computers(page, "triple_four", move_time=UNTIMED)
    slow_down(page)
    page.evaluate(MEASURE)
    for _ in range(TURNS):
        with page.expect_response("**/answers/"):
            page.click("#do-draw_deck")
        page.wait_for_timeout(A_BREATH_MS)
        for key in page.eval_on_selector_all(".hand input", "all => all.map(({ id }) => id)"):
            tap(page, choose_card, key.removeprefix("c-"))
            tap(page, choose_card, key.removeprefix("c-"))
        choose_card(page, hand(page)[0])
        next_turn(page, "#do-discard")
    assert find_p95(page) < AT_ONCE_MS


def test_no_tap_is_lost_while_an_answer_is_awaited(open_page: OpenPage) -> None:
    page = open_page()
    start_against_computers(page, "casino", move_time=UNTIMED)
    slow_down(page)
    page.route("**/answers/", lambda route: route.fulfill(status=429))
    page.reload()
    page.wait_for_load_state()
    first, *_, last = hand(page)
    for card in (first, last, first, last):
        choose_card(page, card)
    assert chosen(page) == {last}
    # Its answer has not come, but the button plays the newest choice.
    expect(page.locator("#composer[data-asking]")).to_have_count(1)
    page.locator("#do-drop").dispatch_event("click")
    wait_until(page, lambda: len(hand(page)) == 3, "the move")
    assert last not in hand(page)
