"""Games to their end in which each player uses another input: mouse, finger, keys, no JavaScript.

Until the last cards before the last round they are played without the pages: the inputs are the
same in every round.
"""

import hashlib
import re
import string
from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from games import rules
from games.rules import shuffle
from games.rules.cards import show_card
from tests.browser.hands import EmptyFelt, Finger, Mouse, card, pile
from tests.browser.table import (
    chosen,
    find_play,
    hand,
    has_turn,
    is_over,
    meet_in_queue,
    piles,
    play_chosen,
    play_on,
    play_something,
    version,
    wait_for_choice,
    wait_until,
)
from tests.running import Site

pytestmark = pytest.mark.early

OpenPage = Callable[..., Page]
Play = Callable[[], None]
Look = Callable[[], object]
TABS = 100
ONE_ROUND_LEFT = "state.round == 5 and len(state.hands[game.to_move]) == 1"


def play_to_the_end(
    one: Page,
    play_one: Play,
    other: Page,
    play_other: Play,
    look: Look = lambda: None,
) -> None:
    """Let both play until the game is over. A page that gets no updates is reloaded by `look`."""

    def is_somebodys_turn() -> bool:
        if not has_turn(one):
            look()
        return has_turn(one) or has_turn(other) or is_over(one)

    while not is_over(one):
        wait_until(one, is_somebodys_turn, "a turn")
        if has_turn(one):
            play_one()
        elif has_turn(other):
            play_other()
    look()
    for page in (one, other):
        expect(page.locator("#result .sheet")).to_be_visible()


def drag_together(page: Page, carrier: Mouse | Finger) -> list[str]:
    """Choose a move by dragging only, and return the keys of the piles it takes."""
    played, taken = find_play(page)
    target = pile(page, taken[0]) if taken else EmptyFelt(page)
    carrier.drag(card(page, played), target)
    for key in taken[1:]:
        carrier.drag(pile(page, key), target)
    wait_for_choice(page, {played, *taken})
    return taken


def by_mouse(page: Page) -> Play:
    mouse = Mouse(page)
    return lambda: play_chosen(page, drag_together(page, mouse))


def by_finger(page: Page) -> Play:
    """Drag in every other move, and tap in the others."""
    finger = Finger(page)
    drags = cycle((True, False))

    def tap_together() -> list[str]:
        played, taken = find_play(page)
        for place in (card(page, played), *(pile(page, key) for key in taken)):
            finger.tap(place)
        wait_for_choice(page, {played, *taken})
        return taken

    def play() -> None:
        taken = drag_together(page, finger) if next(drags) else tap_together()
        before = version(page)
        finger.tap(page.locator("#do-capture" if taken else "#do-drop"))
        wait_until(page, lambda: version(page) != before, "the answer to a move")

    return play


def by_keys(page: Page) -> Play:
    """Use only the browser's keys for forms in every fourth move, else the site's keys."""
    ways = cycle((press_tabs, press_letters, press_letters, press_letters))

    def play() -> None:
        before = version(page)
        next(ways)(page, *find_play(page))
        wait_until(page, lambda: version(page) != before, "the answer to a move")

    return play


def press_letters(page: Page, played: str, taken: list[str]) -> None:
    page.keyboard.press(str(hand(page).index(played) + 1))
    for key in taken:
        page.keyboard.press(string.ascii_lowercase[piles(page).index(key)])
    assert chosen(page) == {played, *taken}
    page.keyboard.press("Enter")


def press_tabs(page: Page, played: str, taken: list[str]) -> None:
    for key in taken:
        tab_to(page, f"p-{key}")
        page.keyboard.press("Space")
    tab_to(page, "c-")
    page.keyboard.press("Space")
    while focused(page) != f"c-{played}":
        page.keyboard.press("ArrowRight")
    assert chosen(page) == {played, *taken}
    tab_to(page, "do-capture" if taken else "do-drop")
    page.keyboard.press("Enter")


def tab_to(page: Page, start: str) -> None:
    """Press Tab until the focus is on an element whose id begins with `start`."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if focused(page).startswith(start):
            return
    raise AssertionError(f"the focus never came to {start}")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def begin_last_round(site: Site, *pages: Page) -> None:
    """Pair two visitors through the queue, and show them the table before the last deal."""
    meet_in_queue(*pages)
    play_on(site, pages[0].url, ONE_ROUND_LEFT)
    for page in pages:
        page.reload()


def test_a_game_by_mouse_against_a_finger_on_a_phone(open_page: OpenPage, site: Site) -> None:
    desk = open_page()
    phone = open_page(width=360, height=640, has_touch=True, is_mobile=True)
    begin_last_round(site, desk, phone)
    for page in (desk, phone):
        page.evaluate("window.stayed = true")
    play_to_the_end(desk, by_mouse(desk), phone, by_finger(phone))
    for page in (desk, phone):
        assert page.evaluate("window.stayed"), "the page was reloaded"
    totals = [page.locator("#result .sheet tfoot td").all_inner_texts() for page in (desk, phone)]
    assert totals[0] == totals[1][::-1]
    check_shuffle(desk)


def shown_under(page: Page, term: str) -> str:
    return page.locator(f"#shuffle dt:has-text('{term}') + dd code").inner_text()


def check_shuffle(page: Page) -> None:
    """Check the shuffle with the values that the page shows after the game."""
    page.click("#shuffle summary")
    commitment, seed, *values = [
        shown_under(page, term)
        for term in ("Published before", "Seed", "Value from seat 1", "Value from seat 2")
    ]
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment
    assert all(re.fullmatch(r"[0-9a-f]{32}", value) for value in values), "no browser added any"
    stream = shuffle.Stream(bytes.fromhex(seed), values)
    stream.below(2)
    dealt = [show_card(card) for card in stream.shuffled(rules.variant("trifecta").pack)]
    assert page.locator("#shuffle dd.chips .chip").all_inner_texts() == dealt


def test_a_game_by_keys_against_a_browser_without_javascript(
    open_page: OpenPage, site: Site
) -> None:
    keys = open_page()
    plain = open_page(java_script_enabled=False)
    begin_last_round(site, keys, plain)
    play_to_the_end(
        keys, by_keys(keys), plain, lambda: play_something(plain), look=lambda: plain.reload()
    )
