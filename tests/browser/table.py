"""What a person does at the table, by clicks."""

import itertools
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

SECONDS = 60.0
DAYS = 259_200
UNTIMED = 0
LIVE = "900"  # the longest time for a move at a live table: nobody forfeits during a test


def wait_until(page: Page, happened: Callable[[], bool], what: str) -> None:
    """Wait for something; the content security policy keeps Playwright's own waiting out."""
    deadline = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < deadline, f"{what} never happened:\n{page.inner_text('main')}"
        page.wait_for_timeout(20)


def version(page: Page) -> str:
    return page.get_attribute("#game", "data-version") or ""


def is_over(page: Page) -> bool:
    return page.query_selector("#result") is not None


def has_turn(page: Page) -> bool:
    return page.get_attribute("#game", "data-turn") == "yes"


def mover_and_other(one: Page, other: Page) -> tuple[Page, Page]:
    """Return who is to move, as soon as that page knows, and the other."""
    wait_until(one, lambda: has_turn(one) or has_turn(other), "somebody's turn")
    return (one, other) if has_turn(one) else (other, one)


def pick_secret(page: Page, card: str) -> None:
    page.wait_for_load_state()
    page.click(f"label:has(#s-{card})")
    page.click("#pick button")


def sit_down(one: Page, other: Page, *, move_time: str = LIVE) -> None:
    """Pair two visitors through the queue and deal the cards; only the first must hear of it."""
    for page in (one, other):
        page.select_option("#move-time", move_time)
    one.click("text=Play now")
    one.wait_for_selector(".waiting")
    other.click("text=Play now")
    for page, secret in ((one, "7H"), (other, "6C")):
        page.wait_for_selector("#pick")
        pick_secret(page, secret)
    for page in (one, other):
        page.wait_for_selector("#play .hand")


def start_trays(page: Page, players: int = 2, *, move_time: int = DAYS) -> None:
    """Play Triple Four against computer players."""
    start_against_computers(page, "triple_four", players, move_time=move_time)


def start_against_computers(page: Page, game: str, players: int = 2, *, move_time: int) -> None:
    """Play one of the games against computer players, up to the own first turn."""
    page.goto(f"/?game={game}")
    page.wait_for_load_state()
    page.evaluate(
        """([players, moveTime]) => {
            const form = [...document.querySelectorAll("form[action='/play/computer/']")].at(-1);
            for (const [name, value] of [["players", players], ["move_time", moveTime]]) {
                const field = form.elements[name];
                if (field) field.value = value;
            }
            form.requestSubmit();
        }""",
        [players, move_time],
    )
    page.wait_for_selector("#pick, #play .hand")
    if page.query_selector("#pick"):
        pick_secret(page, "7H")
        page.wait_for_selector("#play .hand")
    wait_until(page, lambda: has_turn(page), "the own turn")


def hand(page: Page) -> list[str]:
    return values(page, ".hand input")


def piles(page: Page) -> list[str]:
    return values(page, ".piles input")


def values(page: Page, selector: str) -> list[str]:
    """Return all values in one look: between two a new table may arrive."""
    found = page.eval_on_selector_all(selector, "inputs => inputs.map(({ value }) => value)")
    return list(found)


def choose_card(page: Page, card: str) -> None:
    page.click(f"label:has(#c-{card})")


def choose_pile(page: Page, key: str) -> None:
    page.click(f'label:has([id="p-{key}"])')


def chosen(page: Page) -> set[str]:
    return set(values(page, "#play input:checked"))


def wait_for_choice(page: Page, expected: set[str]) -> None:
    """Wait until these are chosen: what a finger or a mouse did arrives a moment later."""
    wait_until(page, lambda: chosen(page) == expected, f"the choice of {sorted(expected)}")


def find_play(page: Page) -> tuple[str, list[str]]:
    """Return a card of the hand with loose cards it takes: a pair, else two that add up to it.

    With nothing to take, the card is one to drop.
    """
    held = hand(page)
    loose = [key for key in piles(page) if len(key) == 2]
    for card in held:
        if pair := [key for key in loose if key[0] == card[0]]:
            return card, pair
    numbers = {key: "A23456789T".find(key[0]) + 1 for key in (*held, *loose)}
    for card in held:
        for one, other in itertools.combinations(loose, 2):
            parts = (numbers[one], numbers[other])
            if all(parts) and sum(parts) == numbers[card]:
                return card, [one, other]
    return held[0], []


def play_something(page: Page) -> None:
    """Capture where it is easy, else drop a card; wait for the answer."""
    card, taken = find_play(page)
    choose_card(page, card)
    for key in taken:
        choose_pile(page, key)
    play_chosen(page, taken)


def play_chosen(page: Page, taken: list[str]) -> None:
    """Press the button of what is chosen, and wait for the answer."""
    before = version(page)
    expect(page.locator("#composer[data-asking]")).to_have_count(0)
    # Without JavaScript a button that says it does nothing still sends the form.
    page.click("#do-capture" if taken else "#do-drop", force=True)
    wait_until(page, lambda: version(page) != before, "the answer to a move")
    page.wait_for_load_state()
