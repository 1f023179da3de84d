"""How mouse, fingers and keys change the selection, and what they leave unchanged.

All tests use one table: the guests stay seated, and every test begins with nothing chosen.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import visitors
from tests.browser.hands import EmptyFelt, Finger, Mouse, card, pile
from tests.browser.table import (
    BLANK,
    choose_card,
    choose_pile,
    chosen,
    hand,
    has_turn,
    mover_and_other,
    piles,
    play_chosen,
    sit_down,
    version,
    wait_for_choice,
    wait_until,
)
from tests.running import Site

Two = tuple[Page, Page]


@pytest.fixture(scope="module")
def guests(browser: Browser, site: Site) -> Iterator[Two]:
    with visitors(browser, site) as open_one:
        desk = open_one(BLANK)
        phone = open_one(BLANK, width=360, height=640, has_touch=True, is_mobile=True)
        sit_down(desk, phone)
        yield desk, phone


@pytest.fixture
def desk(guests: Two) -> Page:
    return start_afresh(guests[0])


@pytest.fixture
def phone(guests: Two) -> Page:
    return start_afresh(guests[1])


def start_afresh(page: Page) -> Page:
    page.click("#reset")
    page.evaluate("scrollTo(0, 0)")
    assert chosen(page) == set()
    return page


def drop_a_card(page: Page, other: Page) -> None:
    """Drop a card for the player to move, and wait until the page shows it."""
    before = version(page)
    mover, _ = mover_and_other(page, other)
    choose_card(mover, hand(mover)[-1])
    play_chosen(mover, [])
    wait_until(page, lambda: version(page) != before, "the move")


def test_cards_dragged_together_are_chosen_and_stay_together_until_reset(desk: Page) -> None:
    mouse, played, (first, second) = Mouse(desk), hand(desk)[0], piles(desk)[:2]
    mouse.drag(card(desk, played), pile(desk, first))
    wait_for_choice(desk, {played, first})
    mouse.drag(pile(desk, second), pile(desk, first))
    wait_for_choice(desk, {played, first, second})
    expect(desk.locator(".laid")).to_have_count(1)
    expect(pile(desk, first).locator(".laid > *")).to_have_count(2)
    desk.click("#reset")
    assert chosen(desk) == set()
    expect(desk.locator(".laid")).to_have_count(0)


def test_a_pile_may_be_dragged_to_the_hand_and_with_it_to_another_pile(desk: Page) -> None:
    mouse, played, (first, second) = Mouse(desk), hand(desk)[0], piles(desk)[:2]
    mouse.drag(pile(desk, first), card(desk, played))
    wait_for_choice(desk, {played, first})
    expect(card(desk, played).locator(".laid > *")).to_have_count(1)
    mouse.drag(card(desk, played), pile(desk, second))
    wait_for_choice(desk, {played, first, second})
    expect(pile(desk, second).locator(".laid > *")).to_have_count(2)


def test_a_card_dropped_on_the_empty_felt_is_chosen_alone_and_lies_there_until_another_choice(
    desk: Page,
) -> None:
    played = hand(desk)[0]
    choose_pile(desk, piles(desk)[0])
    Mouse(desk).drag(card(desk, played), EmptyFelt(desk))
    wait_for_choice(desk, {played})
    expect(desk.locator(".piles > .laid")).to_have_count(1)
    choose_pile(desk, piles(desk)[0])
    expect(desk.locator(".laid")).to_have_count(0)
    Mouse(desk).drag(card(desk, played), EmptyFelt(desk))
    expect(desk.locator(".piles > .laid .card")).to_have_count(1)
    desk.click("#reset")
    expect(desk.locator(".laid")).to_have_count(0)


def test_escape_and_dropping_elsewhere_leave_the_selection_unchanged(desk: Page) -> None:
    mouse, played, (before, key) = Mouse(desk), hand(desk)[0], piles(desk)[:2]
    choose_pile(desk, before)
    mouse.take(card(desk, played), pile(desk, key))
    expect(pile(desk, key)).to_contain_class("is-target")
    desk.keyboard.press("Escape")
    desk.mouse.up()
    wait_for_choice(desk, {before})
    mouse.drag(card(desk, played), desk.locator(".site-header"))
    wait_for_choice(desk, {before})
    expect(desk.locator(".drag-copy, .laid, .is-target")).to_have_count(0)


def test_a_tap_with_a_slight_movement_is_a_tap(desk: Page) -> None:
    played = hand(desk)[0]
    box = card(desk, played).bounding_box()
    assert box
    desk.mouse.move(box["x"] + 20, box["y"] + 20)
    desk.mouse.down()
    desk.mouse.move(box["x"] + 23, box["y"] + 22)
    desk.mouse.up()
    wait_for_choice(desk, {played})


def test_a_finger_scrolls_the_page_beside_the_cards_but_not_on_them(phone: Page) -> None:
    finger, below = Finger(phone), phone.locator("#sentence")
    finger.drag(card(phone, hand(phone)[0]), phone.locator(".site-header"))
    assert (phone.evaluate("scrollY"), chosen(phone)) == (0, set())
    finger.drag(below, phone.locator(".site-header"))
    wait_until(phone, lambda: phone.evaluate("scrollY") > 0, "scrolling")


def test_a_drag_that_the_system_interrupts_changes_nothing(phone: Page) -> None:
    finger = Finger(phone)
    finger.take(card(phone, hand(phone)[0]), pile(phone, piles(phone)[0]))
    expect(phone.locator(".drag-copy")).to_have_count(1)
    finger.touch("touchCancel")
    expect(phone.locator(".drag-copy")).to_have_count(0)
    wait_for_choice(phone, set())


def test_digits_and_letters_choose_and_escape_resets(desk: Page) -> None:
    shown = "getComputedStyle(document.querySelector('.pile .stack'), '::after').content"
    assert desk.evaluate(shown) == "none"
    desk.keyboard.press("1")
    assert "counter" in desk.evaluate(shown)
    desk.keyboard.press("b")
    assert chosen(desk) == {hand(desk)[0], piles(desk)[1]}
    desk.keyboard.press("b")
    assert chosen(desk) == {hand(desk)[0]}
    desk.keyboard.press("Escape")
    assert chosen(desk) == set()
    desk.click("#turn")
    assert desk.evaluate(shown) == "none"


def test_keys_do_not_interfere_with_typing_or_the_browsers_keys(desk: Page) -> None:
    desk.click("#typing summary")
    desk.locator("#typed").press_sequentially("1a?")
    expect(desk.locator("#typed")).to_have_value("1a?")
    desk.locator("#typed").fill("")
    desk.click("#typing summary")
    desk.keyboard.press("Control+a")
    assert chosen(desk) == set()
    expect(desk.locator("#help")).to_be_hidden()


def test_keys_of_one_character_can_be_switched_off(desk: Page) -> None:
    desk.keyboard.press("?")
    desk.get_by_label("Use digits, letters and ? as shortcuts").uncheck()
    desk.keyboard.press("1")
    desk.click("text=Back to the table")
    desk.reload()
    for key in ("1", "a", "?"):
        desk.keyboard.press(key)
    assert chosen(desk) == set()
    expect(desk.locator("#help")).to_be_hidden()
    desk.get_by_role("button", name="Help").click()
    desk.get_by_label("Use digits, letters and ? as shortcuts").check()
    desk.keyboard.press("Escape")
    desk.keyboard.press("1")
    assert chosen(desk) == {hand(desk)[0]}


def test_a_table_that_arrives_during_a_drag_does_not_end_it(desk: Page, phone: Page) -> None:
    if has_turn(desk):
        drop_a_card(desk, phone)
    mouse, played = Mouse(desk), hand(desk)[-1]
    mouse.take(card(desk, played), EmptyFelt(desk))
    drop_a_card(desk, phone)
    expect(desk.locator(".drag-copy")).to_have_count(1)
    desk.mouse.up()
    wait_for_choice(desk, {played})


@pytest.mark.parametrize("way", ["dragged", "keys"])
def test_a_selection_survives_the_opponents_move(desk: Page, phone: Page, way: str) -> None:
    if has_turn(desk):
        drop_a_card(desk, phone)
    played, key = hand(desk)[0], piles(desk)[0]
    if way == "dragged":
        Mouse(desk).drag(card(desk, played), pile(desk, key))
    else:
        desk.keyboard.press("1")
        desk.keyboard.press("a")
    assert chosen(desk) == {played, key}
    drop_a_card(desk, phone)
    assert chosen(desk) == {played, key}
    expect(pile(desk, key).locator(".laid > *")).to_have_count(1 if way == "dragged" else 0)
