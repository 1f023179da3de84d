"""The selection stays when something happens at the table, at a desk and on a phone."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import visitors
from tests.browser.table import (
    BLANK,
    choose_card,
    choose_pile,
    chosen,
    hand,
    mover_and_other,
    piles,
    play_something,
    sit_down,
    version,
    wait_for_choice,
    wait_until,
)
from tests.running import Site

OpenPage = Callable[..., Page]
Two = tuple[Page, Page]
PHONE_WIDTH = 360


@pytest.fixture(scope="module")
def seated(browser: Browser, site: Site) -> Iterator[Two]:
    """Seat two guests, one at a desk and one on a phone, and deal the cards."""
    with visitors(browser, site) as open_page:
        desk = open_page(BLANK, color_scheme="light")
        phone = open_page(BLANK, width=PHONE_WIDTH, height=640, has_touch=True, color_scheme="dark")
        sit_down(desk, phone)
        yield desk, phone


@pytest.fixture
def at_the_table(seated: Two) -> Two:
    """Return both guests at a table with nothing chosen, cards to play and something to take."""
    for page in seated:
        page.goto(page.url)
        page.wait_for_selector("#play")
        page.eval_on_selector("[data-reset]", "reset => reset.click()")
    while not all(hand(page) and piles(page) for page in seated):
        play_something(mover_and_other(*seated)[0])  # earlier tests have played most cards
    return seated


def test_after_a_step_back_the_same_cards_are_chosen_until_they_are_put_back(
    at_the_table: Two,
) -> None:
    mover, _ = mover_and_other(*at_the_table)
    table, card, pile = mover.url, hand(mover)[0], piles(mover)[0]
    choose_card(mover, card)
    choose_pile(mover, pile)
    mover.goto("/privacy/")
    mover.go_back()
    mover.wait_for_url(table)
    wait_for_choice(mover, {card, pile})
    choose_pile(mover, pile)
    expect(mover.locator("#do-drop")).not_to_have_attribute("aria-disabled", "true")
    mover.click("[data-reset]")
    mover.goto("/privacy/")
    mover.goto(table)
    expect(mover.locator("#do-drop")).to_have_attribute("aria-disabled", "true")
    assert chosen(mover) == set()


def test_after_a_move_in_another_tab_no_other_card_is_chosen(at_the_table: Two) -> None:
    mover, _ = mover_and_other(*at_the_table)
    table, card = mover.url, hand(mover)[0]
    choose_card(mover, card)
    mover.goto("/privacy/")
    tab = mover.context.new_page()
    tab.goto(table)
    choose_card(tab, card)
    tab.click("#do-drop")
    expect(tab.locator(f"#c-{card}")).to_have_count(0)
    tab.close()
    mover.go_back()
    mover.wait_for_url(table)
    expect(mover.locator("#game")).to_be_visible()
    assert chosen(mover) == set()


def test_a_selection_survives_a_change_of_the_language(at_the_table: Two) -> None:
    mover, _ = mover_and_other(*at_the_table)
    table, card, pile = mover.url, hand(mover)[0], piles(mover)[0]
    choose_card(mover, card)
    choose_pile(mover, pile)
    for language in ("es", "en"):
        wait_for_choice(mover, {card, pile})
        mover.eval_on_selector(f"button[form=language-form][value={language}]", "it => it.click()")
        expect(mover.locator(f"html[lang={language}]")).to_have_count(1)
    wait_for_choice(mover, {card, pile})
    mover.wait_for_url(table)
    mover.reload()
    wait_for_choice(mover, {card, pile})
    mover.click("[data-reset]")
    wait_for_choice(mover, set())


def test_a_typed_move_survives_a_change_of_the_language(at_the_table: Two) -> None:
    desk, _ = at_the_table
    desk.click("#typing summary")
    desk.fill("#typed", "7S x 4D 3C")
    desk.eval_on_selector("button[form=language-form][value=es]", "it => it.click()")
    expect(desk.locator("html[lang=es]")).to_have_count(1)
    expect(desk.locator("#typed")).to_have_value("7S x 4D 3C")
    expect(desk.locator("#typed")).to_be_visible()
    desk.eval_on_selector("button[form=language-form][value=en]", "it => it.click()")
    expect(desk.locator("html[lang=en]")).to_have_count(1)
    desk.fill("#typed", "")


def test_a_selection_survives_the_opponents_move(at_the_table: Two) -> None:
    mover, other = mover_and_other(*at_the_table)
    card = hand(other)[0]
    choose_card(other, card)
    before = version(other)
    play_something(mover)
    wait_until(other, lambda: version(other) != before, "the opponent's move")
    assert chosen(other) == {card}


def test_a_phone_never_scrolls_sideways_and_a_made_move_leaves_nothing_selected(
    at_the_table: Two,
) -> None:
    one, other = at_the_table
    for _ in range(6):
        mover, _ = mover_and_other(one, other)
        play_something(mover)
        assert chosen(mover) == set()
        assert other.evaluate("document.documentElement.scrollWidth") <= PHONE_WIDTH


def test_a_refusal_keeps_the_selection_and_names_the_rule(at_the_table: Two) -> None:
    mover, _ = mover_and_other(*at_the_table)
    card, key = hand(mover)[0], piles(mover)[0]
    choose_card(mover, card)
    choose_pile(mover, key)
    mover.locator(".no-default").dispatch_event("click")  # the form, with no action
    mover.wait_for_selector("#refusal")
    assert "/rules/trifecta/#c4.12" in mover.inner_html("#refusal")
    assert chosen(mover) == {card, key}


def test_the_same_refusal_twice_is_announced_twice(at_the_table: Two) -> None:
    mover, _ = mover_and_other(*at_the_table)
    choose_card(mover, hand(mover)[0])
    mover.evaluate(
        """() => { window.alerts = 0; new MutationObserver((records) => {
            for (const { addedNodes } of records)
                for (const { id } of addedNodes) if (id === "refusal") window.alerts += 1;
        }).observe(document.body, { subtree: true, childList: true }); }"""
    )
    for times in (1, 2):
        mover.locator(".no-default").dispatch_event("click")
        wait_until(mover, partial(mover.evaluate, f"alerts === {times}"), "the refusal")
    assert mover.locator("#refusal").count() == 1


def test_reset_and_a_second_tap_undo_a_selection(at_the_table: Two) -> None:
    mover, _ = at_the_table
    card, key = hand(mover)[0], piles(mover)[0]
    choose_card(mover, card)
    choose_pile(mover, key)
    mover.click("#reset")
    assert chosen(mover) == set()
    choose_card(mover, card)
    choose_card(mover, card)
    assert chosen(mover) == set()


def test_enter_plays_nothing_while_nothing_is_chosen(at_the_table: Two) -> None:
    mover, _ = mover_and_other(*at_the_table)
    before = version(mover)
    for field in (f"#c-{hand(mover)[0]}", f'[id="p-{piles(mover)[0]}"]'):
        mover.press(field, "Enter")
    mover.wait_for_timeout(300)
    assert (version(mover), chosen(mover)) == (before, set())
    assert mover.query_selector("#refusal") is None


def test_the_quit_question_closes_in_every_way_and_the_selection_stays(at_the_table: Two) -> None:
    page, _ = at_the_table
    card = hand(page)[0]
    choose_card(page, card)
    ways: tuple[Callable[[], object], ...] = (
        lambda: page.keyboard.press("Escape"),
        lambda: page.click("#last-move"),
        lambda: page.click("text=No, keep playing"),
    )
    for close in ways:
        page.click(".action-quit")
        assert page.query_selector("#quitting[open]")
        close()
        assert not page.query_selector("#quitting[open]")
    assert chosen(page) == {card}


def test_the_quit_question_is_shown_from_its_beginning(at_the_table: Two) -> None:
    _, page = at_the_table
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.click(".action-quit")
    expect(page.locator(".quit-box")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
