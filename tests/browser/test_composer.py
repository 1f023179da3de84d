"""The turn composer in the browser, at a table whose cards are known."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from games.rules.cards import PACK
from tests.browser.table import (
    BLANK,
    choose_card,
    choose_pile,
    chosen,
    has_turn,
    seat_two,
    wait_until,
)
from tests.running import Site

OpenPage = Callable[..., Page]
# Four cards to each hand, four to the table.
FIRST = ("5H", "TD", "5C", "9S", "8D", "2H", "JS", "QC", "5D", "4H", "KD", "4S")
DEAL = """
from django.db.models import F
from django.utils import timezone
from games.models import Deck, Game
Deck.objects.filter(game__public_id={game!r}).update(cards={cards!r}, starter=0)
Game.objects.filter(public_id={game!r}).update(
    version=F("version") + 1, to_move=0, started_at=timezone.now()
)
"""


@pytest.fixture
def two(open_page: OpenPage, site: Site) -> tuple[Page, Page]:
    return seat_with(open_page, site, *FIRST)


def seat_with(open_page: OpenPage, site: Site, *first: str) -> tuple[Page, Page]:
    """Seat two guests, one in a small window, and deal these cards; the first is to move."""
    deck = " ".join((*first, *(card for card in PACK if card not in first)))
    pages = open_page(BLANK), open_page(BLANK, width=360, height=640)
    table = seat_two(*pages)
    site.run(DEAL.format(game=table.strip("/").rpartition("/")[2], cards=deck))
    for page in pages:
        page.goto(table)
        page.wait_for_selector("#play")
    mover, other = pages if has_turn(pages[0]) else pages[::-1]
    return mover, other


def says(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#sentence")).to_have_text(words)


def outlined(page: Page) -> set[str]:
    return {
        box.get_attribute("id") or "" for box in page.query_selector_all("#play .is-usable input")
    }


def is_enabled(page: Page, name: str) -> bool:
    return page.get_attribute(f"#do-{name}", "aria-disabled") is None


def forget_answers(page: Page) -> None:
    """Leave the page without the answers to likely choices, so that it asks about each."""
    page.route("**/answers/", lambda route: route.fulfill(status=429))
    page.reload()
    page.wait_for_load_state()


def press(page: Page, name: str) -> None:
    page.locator(f"#do-{name}").dispatch_event("click")


def test_a_turn_is_composed_in_any_order_and_every_button_explains_itself(
    two: tuple[Page, Page],
) -> None:
    mover, other = two
    says(mover, "Choose a card from your hand, or cards on the table.")
    press(mover, "build")
    says(mover, "Choose a card from your hand first.")
    assert mover.locator("#do-capture").evaluate("button => button.disabled") is False

    # The card first: the piles that it can be used with are outlined, and there are two readings.
    choose_card(mover, "5H")
    says(mover, "5♥: drop it, or choose what it takes.")
    assert outlined(mover) == {"p-5D", "p-4H", "p-4S"}
    useful, idle = mover.locator("#c-5H"), mover.locator("#c-TD")
    expect(useful).to_have_accessible_name(re.compile("five of hearts ?, can capture, build or"))
    expect(idle).to_have_accessible_name(re.compile(r"^ten of diamonds[^,]*$"))
    choose_pile(mover, "5D")
    says(mover, "5♥ takes 5♦: 2 cards, 1 diamond. Or choose:")
    assert mover.locator(".choice").all_inner_texts() == ["Build 10", "Build same 5"]
    expect(mover.locator(".action.is-main")).to_have_text("Capture")
    press(mover, "drop")
    reason = "A dropped card goes onto the table alone. Put the other cards back."
    says(mover, f"{reason} Rule 4.1 Try this rule")
    expect(mover.locator("#do-drop")).to_have_accessible_description(
        re.compile("goes onto the table alone")
    )
    assert chosen(mover) == {"5H", "5D"}
    mover.click("#reset")
    says(mover, "Choose a card from your hand, or cards on the table.")
    assert (chosen(mover), outlined(mover)) == (set(), set())

    # The piles first: the cards that can be used with them are outlined.
    mover.focus("[id='p-5D']")
    mover.keyboard.press("Space")
    choose_pile(mover, "4H")
    says(mover, "Choose a card from your hand to play on 5♦ and 4♥.")
    assert "c-9S" in outlined(mover)
    assert "c-TD" not in outlined(mover)
    choose_card(mover, "9S")
    says(mover, "9♠ takes 5♦ + 4♥: 3 cards, 1 spade, 1 diamond.")
    assert mover.evaluate("document.activeElement.id") == "c-9S"

    # The waiting player can already choose, but cannot press a button.
    choose_card(other, "JS")
    says(other, "J♠ cannot capture or build anything here. You can only drop it.")
    press(other, "drop")
    says(other, "It is not your turn.")

    # A typed move is refused and kept; then one of two readings beside the sentence is pressed.
    mover.click("#typing summary")
    mover.fill("#typed", "9s x 5d")
    mover.press("#typed", "Enter")
    expect(mover.locator("#refusal")).to_contain_text("9♠ does not take 5♦.")
    expect(mover.locator("#typed")).to_have_value("9s x 5d")
    assert chosen(mover) == {"9S", "5D", "4H"}
    mover.click("#reset")
    choose_card(mover, "5H")
    choose_pile(mover, "5D")
    mover.click("text=Build same 5")
    expect(mover.locator("#game")).to_have_attribute("data-turn", "no")
    expect(mover.locator(".pile-label", has_text="Builds of 5")).to_be_visible()

    # The choice of the other player stays, and its sentence is updated.
    expect(other.locator("#game")).to_have_attribute("data-turn", "yes")
    assert chosen(other) == {"JS"}
    expect(other.locator("#do-drop")).to_have_class(re.compile("is-main"))
    other.click("#typing summary")
    other.fill("#typed", "js")
    other.press("#typed", "Enter")
    expect(mover.locator("#game")).to_have_attribute("data-turn", "yes")
    expect(other.locator("#typed")).to_have_value("")


def test_a_question_about_what_is_meant_has_the_focus_until_it_is_answered(
    open_page: OpenPage, site: Site
) -> None:
    mover, _ = seat_with(open_page, site, "KS", "8C", "5C", "9S", *FIRST[4:])
    choose_card(mover, "KS")
    choose_pile(mover, "4H")
    expect(mover.locator(".choice")).to_have_text([re.compile("Build 8"), re.compile("Build 9")])
    mover.press("#do-build", "Enter")
    first = mover.locator("#reading-1")
    expect(first).to_be_focused()
    mover.wait_for_timeout(200)  # for the question about what stays chosen
    expect(mover.locator("#composer[data-asking]")).to_have_count(0)
    expect(first).to_be_focused()


def places(page: Page) -> list[object]:
    return [page.locator(each).bounding_box() for each in ("#hand", "#actions")]


def test_a_chosen_card_offers_what_it_can_do_and_one_press_chooses_the_piles(
    two: tuple[Page, Page],
) -> None:
    for page, card, words, piles in (
        (two[0], "9S", "9♠ takes 5♦ + 4♥", {"5D", "4H"}),
        (two[1], "8D", "8♦ takes 4♥ + 4♠", {"4H", "4S"}),
    ):
        before = places(page)
        choose_card(page, card)
        offered = page.locator("#suggestions button").filter(has_text=words)
        expect(offered).to_be_visible()
        assert places(page) == before
        offered.focus()
        page.keyboard.press("Enter")
        says(page, re.compile(re.escape(words)))
        assert chosen(page) == {card, *piles}
        expect(page.locator("#suggestions")).to_have_count(0)
        assert page.evaluate("document.activeElement.id") == f"c-{card}"
        assert places(page) == before


def test_only_the_newest_answer_counts_and_a_missing_one_locks_no_button(
    two: tuple[Page, Page],
) -> None:
    mover, _ = two
    forget_answers(mover)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    mover.route("**/compose/", hold_the_first)
    choose_card(mover, "5H")
    wait_until(mover, lambda: len(held) == 1, "the first question")
    choose_card(mover, "9S")
    says(mover, "9♠: drop it, or choose what it takes.")
    held[0].fulfill(body='<div id="composer"><p id="sentence">too late</p></div>')
    mover.wait_for_timeout(100)
    says(mover, "9♠: drop it, or choose what it takes.")

    mover.unroute("**/compose/")
    mover.route("**/compose/", lambda route: route.fulfill(status=204))
    choose_pile(mover, "5D")
    says(mover, "We could not check what these cards would do. The buttons still work.")
    choose_pile(mover, "4H")
    assert is_enabled(mover, "capture")
    press(mover, "capture")
    expect(mover.locator("#game")).to_have_attribute("data-turn", "no")


def test_a_player_who_asks_too_often_keeps_the_answer_and_gets_a_later_one(
    two: tuple[Page, Page],
) -> None:
    mover, _ = two
    forget_answers(mover)
    choose_card(mover, "5H")
    says(mover, "5♥: drop it, or choose what it takes.")
    mover.route("**/compose/", lambda route: route.fulfill(status=429))
    with mover.expect_response("**/compose/"):
        choose_card(mover, "9S")
    says(mover, "5♥: drop it, or choose what it takes.")
    mover.unroute("**/compose/")
    says(mover, "9♠: drop it, or choose what it takes.")
