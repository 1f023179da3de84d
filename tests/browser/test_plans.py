"""A game over days with three plans, made with the keyboard on a small phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.table import BLANK, hand, has_turn, post, seat_two
from tests.browser.test_every_page import RULES_OF_COLOUR, find_barriers

DAYS = "86400"


@pytest.mark.parametrize("scripts", [True, False])
def test_three_plans_are_made_by_keyboard_and_one_is_played(
    open_page: Callable[..., Page], scripts: bool
) -> None:
    one, two = (
        open_page(BLANK),
        open_page(BLANK, java_script_enabled=scripts, width=360, height=640),
    )
    table = seat_two(one, two, move_time=DAYS)
    one.goto(table)
    if not has_turn(one):
        two.goto(table)
        post_drop(two, table)
        one.reload()
    two.goto(f"{table}plans/")
    for number, words in enumerate(("queen", "ten", "What")):
        two.focus("#when")
        two.keyboard.type(words)
        two.keyboard.press("Tab")
        press_enter(two)
        two.locator(".plans-draft .hand-card input").nth(number).focus()
        two.keyboard.press("Space")
        two.focus(".plans-draft button[value=drop]")
        press_enter(two)
        expect(two.locator(".plans-list li")).to_have_count(number + 1)
    assert two.evaluate("document.documentElement.scrollWidth") <= 360
    if scripts:
        assert find_barriers(two) == []
    two.goto(table)
    expect(two.locator(".plans-here li")).to_have_count(3)
    post_drop(one, table)
    if not scripts:
        two.reload()
    expect(two.locator(".plans-outcome").first).to_be_visible()
    expect(two.locator("#latest")).to_contain_text("(planned)")


def test_the_draft_of_a_plan_survives_a_change_of_the_language(
    open_page: Callable[..., Page],
) -> None:
    one, two = open_page(BLANK), open_page(BLANK)
    table = seat_two(one, two, move_time=DAYS)
    one.goto(table)
    planner = two if has_turn(one) else one
    planner.goto(f"{table}plans/")
    planner.locator(".plans-draft .hand-card").nth(1).click()
    planner.eval_on_selector("button[form=language-form][value=es]", "it => it.click()")
    expect(planner.locator("html[lang=es]")).to_have_count(1)
    expect(planner.locator(".plans-draft .hand-card input").nth(1)).to_be_checked()


def press_enter(page: Page) -> None:
    """Send a form with the keyboard, and wait for the page that answers."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def post_drop(page: Page, table: str) -> None:
    """Drop the first card of the hand."""
    seen = page.locator("#seen").get_attribute("value") or ""
    post(page, f"{table}move/", seen=seen, action="drop", card=hand(page)[0])


def test_a_page_that_waited_for_the_game_gets_notes_and_plans_when_it_begins(
    open_page: Callable[..., Page],
) -> None:
    one, other = open_page(BLANK), open_page(BLANK)
    table = post(one, "/tables/", variant="casino", move_time=DAYS, kind="open")
    one.goto(table)
    expect(one.locator("#live .is-waiting")).to_have_count(1)
    assert one.locator("#notes").count() == 0
    post(other, f"{table}join/")
    expect(one.locator("#notes summary")).to_be_visible()
    if has_turn(one):
        expect(one.locator(".plans-here")).to_have_count(0)
        post_drop(one, table)
    expect(one.locator(".plans-here")).to_be_visible()


def test_the_browser_asks_before_unsaved_notes_are_left(open_page: Callable[..., Page]) -> None:
    page = open_page(BLANK)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.goto(post(page, "/play/computer/", variant="casino", move_time=DAYS))
    page.click("#notes summary")
    notes = page.locator("#notes textarea")
    notes.press_sequentially("7")
    page.click(".brand")
    expect(notes).to_have_value("7")
    assert asked == ["beforeunload"]
    page.click("#notes button")
    expect(page.locator("#notes [role=status]")).to_be_visible()
    notes.press("End")
    for key in ("8", "Backspace"):
        notes.press(key)
    page.click(".brand")
    page.wait_for_url("/")
    assert asked == ["beforeunload"]


def test_the_words_below_the_stacks_can_be_read_in_a_plan(
    open_page: Callable[..., Page],
) -> None:
    one, other = open_page(BLANK), open_page(BLANK)
    table = seat_two(one, other, move_time=DAYS, game="triple_four")
    one.goto(table)
    planner = other if has_turn(one) else one
    planner.goto(f"{table}plans/")
    expect(planner.locator(".plans-draft .stack-label")).to_have_count(2)
    assert find_barriers(planner, *RULES_OF_COLOUR) == []
