"""Triple Four in the browser: two people's turns, the order of the hand, and a small phone."""

import itertools
import re
import string
from collections.abc import Callable
from typing import Any

import pytest
from django.template import engines
from playwright.sync_api import Page, expect

from games.messages.cards import card_text
from games.messages.language import speak
from games.messages.text import fill
from games.pictures.triplets import draw_triplet
from games.presenters.boards.trays.shapes import TripletView
from tests.browser.hands import Mouse
from tests.browser.table import (
    BLANK,
    DAYS,
    LIVE,
    UNTIMED,
    broken_words,
    choose_times,
    has_turn,
    lowest,
    start_trays,
    values,
    version,
    wait_until,
)
from tests.present import present

OpenPage = Callable[..., Page]
MISSING = ("falta {one} o {other}", "ñéééédš {one} óóŕŕ {other}")


def sit_down(one: Page, other: Page) -> tuple[Page, Page]:
    """Pair two visitors through the queue; return the page of the starter, and the other."""
    for page in (one, other):
        page.goto("/?game=triple_four")
        choose_times(page, LIVE)
        page.click("text=Play now")
        page.wait_for_selector(".waiting, #play .hand")
    for page in (one, other):
        page.wait_for_selector("#play .hand")
    return (one, other) if has_turn(one) else (other, one)


def hand(page: Page) -> list[str]:
    found = page.eval_on_selector_all(".hand input", "inputs => inputs.map(({ id }) => id)")
    return list(found)


def press(page: Page, button: str) -> None:
    before = version(page)
    page.click(button)
    wait_until(page, lambda: version(page) != before, "the answer to a move")


def test_two_people_draw_choose_and_discard(open_page: OpenPage) -> None:
    mover, other = sit_down(open_page(BLANK), open_page(BLANK))
    expect(mover.locator("#turn")).to_contain_text("step 1 of 2: draw")
    first, second, third, *_ = hand(mover)
    mover.click(f"label:has(#{first})")
    mover.click(f"label:has(#{second})")
    press(mover, "#do-draw_deck")
    expect(mover.locator("#turn")).to_contain_text("step 2 of 2: play")
    expect(mover.locator(".new-mark")).to_have_count(1)
    for chosen in (first, second):  # the cards chosen before the draw are still chosen
        expect(mover.locator(f"#{chosen}")).to_be_checked()
    expect(other.locator("#last-move")).to_contain_text("draws from the deck")
    mover.click(f"label:has(#{third})")
    expect(mover.locator("#sentence")).to_contain_text(re.compile("do not fit any|Match “|choose"))
    mover.keyboard.press("Escape")
    expect(mover.locator("#play input:checked")).to_have_count(0)
    mover.click(f"label:has(#{first})")
    expect(mover.locator("#do-discard")).to_have_class(re.compile("is-main"))
    press(mover, "#do-discard")
    expect(mover.locator(".hand input")).to_have_count(7)
    expect(other.locator("#turn")).to_contain_text("Your turn")
    press(other, "#discard-pile")
    expect(mover.locator("#last-move")).to_contain_text("from the discard pile")


def test_the_chosen_order_of_the_hand_stays_after_moves_and_reloads(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    start_trays(page)
    ids = hand(page)
    mouse = Mouse(page)
    mouse.drag(page.locator(f"label:has(#{ids[0]})"), page.locator(f"label:has(#{ids[4]})"))
    expect(page.locator(".drag-copy")).to_have_count(0)
    dragged = hand(page)
    assert dragged.index(ids[0]) in (3, 4)
    expect(page.locator("#play input:checked")).to_have_count(0)
    page.locator(f"#{dragged[0]}").focus()
    page.keyboard.press("Shift+ArrowRight")
    moved = [dragged[1], dragged[0], *dragged[2:]]
    assert hand(page) == moved
    assert page.evaluate("document.activeElement.id") == dragged[0]
    press(page, "#do-draw_deck")
    assert hand(page)[:7] == moved
    page.reload()
    page.wait_for_load_state()
    wait_until(page, lambda: hand(page)[:7] == moved, "the own order")
    page.click("text=By colour")
    suits = [code[1] for code in values(page, ".hand input")]
    assert suits == sorted(suits, key="HDSCX".index), "jokers come last"


def test_a_tap_on_a_triplet_card_chooses_the_cards_that_complete_it(open_page: OpenPage) -> None:
    page = open_page(BLANK, has_touch=True)
    start_trays(page)
    codes = values(page, ".hand input")
    one, other, third = page.locator(".tray .goal").all()
    # Whether a hand can complete one is chance, so mark these cards as if they could.
    page.evaluate(
        """(said) => {
            const say = () => document.querySelectorAll(".tray .goal input").forEach(
                (input, number) => { input.dataset.cards = said[number] ?? ""; });
            document.addEventListener("live:swapped", say); // its socket sends the table once more
            say();
        }""",
        [" ".join(codes[:3]), " ".join(codes[3:6])],
    )

    one.tap()
    wait_until(page, lambda: chosen_cards(page) == codes[:3], "the choice")
    other.click()
    assert chosen_cards(page) == codes[3:6]
    expect(one.locator("input")).not_to_be_checked()
    expect(page.locator("#sentence")).to_contain_text(re.compile("do not fit |Match “"))
    other.click()
    assert chosen_cards(page) == []
    # The opponent's piles come first: the computer may have started and already made a match.
    piles = values(page, "#play input[name='pile']")
    page.keyboard.press(string.ascii_lowercase[piles.index(one.locator("input").input_value())])
    assert chosen_cards(page) == codes[:3]
    page.locator(".hand-card").first.click()  # the choice may be changed
    page.locator(".hand-card").last.click()
    third.click()
    other.click()
    assert chosen_cards(page) == [*codes[1:3], codes[6]]


def chosen_cards(page: Page) -> list[str]:
    return values(page, ".hand input:checked")


@pytest.mark.parametrize("move_time", [DAYS, UNTIMED])
def test_no_button_lies_on_the_hand(open_page: OpenPage, move_time: int) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_trays(page, move_time=move_time)
    page.click("#do-draw_deck")
    expect(page.locator("#turn")).to_contain_text("step 2 of 2: play")
    last = page.locator(".hand-card").last
    last.click()  # a chosen card is raised
    for width in (800, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        buttons, card = page.locator(".sorting").bounding_box(), last.bounding_box()
        assert buttons, "the buttons are not on the page"
        assert card, "the card is not on the page"
        assert buttons["y"] + buttons["height"] <= card["y"], f"at {width}"


def test_what_is_chosen_can_be_seen_in_forced_colours(open_page: OpenPage) -> None:
    page = open_page(BLANK, forced_colors="active")
    start_trays(page)
    page.evaluate(
        """() => document.querySelector("#live").insertAdjacentHTML("beforeend",
            '<p class="candidates"><a class="button" aria-current="true" href="">A</a>'
            + '<a class="button" href="">B</a></p>')"""
    )
    for chosen, other in (
        ('.sort-button[aria-pressed="true"]', '.sort-button[aria-pressed="false"]'),
        (".candidates [aria-current]", ".candidates :not([aria-current])"),
    ):
        assert look_of(page, chosen) != look_of(page, other), chosen
    page.goto("/archive/")
    assert look_of(page, ".tabs [aria-current]") != look_of(page, ".tabs :not([aria-current])")


def look_of(page: Page, place: str) -> list[str]:
    return list(
        page.eval_on_selector(
            place,
            """place => {
                const look = getComputedStyle(place);
                return [look.backgroundColor, look.borderBottomColor, look.outlineStyle];
            }""",
        )
    )


@pytest.mark.parametrize("players", [2, 4])
def test_a_small_phone_shows_the_whole_table_without_scrolling_sideways(
    open_page: OpenPage, players: int
) -> None:
    page = open_page(BLANK, width=360, height=640)
    start_trays(page, players)
    for part in ("#deck", "#discard-pile", ".tray .goal:last-child", ".hand-card:last-of-type"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert lowest(page, ".sort-button, .tabs input") >= 32
    covered = page.evaluate(
        """() => {
            const cards = [...document.querySelectorAll(".hand-card")];
            for (const card of cards) {
                card.querySelector(".marks")?.remove();
                card.querySelector("b")?.remove();
                card.insertAdjacentHTML("beforeend", '<b></b><span class="marks">'
                    + '<i class="mark"></i>'.repeat(3) + "</span>"); // as on a joker
            }
            const boxes = (place) => [...document.querySelectorAll(`.hand-card ${place}`)].map(
                (each) => each.getBoundingClientRect());
            const meet = (a, b) => a.left < b.right && b.left < a.right
                && a.top < b.bottom && b.top < a.bottom;
            return boxes("b").some((sign) => boxes(".mark").some((mark) => meet(sign, mark)));
        }"""
    )
    assert not covered, "the marks of a card lie on the sign of the next one"
    page.set_viewport_size({"width": 320, "height": 640})
    pile, matched = (
        present(page.locator(place).bounding_box()) for place in ("#discard-pile", ".own-matches")
    )
    assert pile["x"] + pile["width"] <= matched["x"], "the pile lies on the own matched cards"
    page.check("#tab-matched")
    expect(page.locator("#matched")).to_be_visible()


@pytest.mark.parametrize("players", [2, 4])
def test_on_a_phone_three_lines_of_words_stay_above_the_buttons(
    open_page: OpenPage, players: int
) -> None:
    phone = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
    page = open_page(BLANK, locale="es", reduced_motion="reduce", **phone)
    start_trays(page, players)
    press(page, "#do-draw_deck")
    for card in page.locator(".hand-card").all()[:2]:
        card.click()
    expect(page.locator("#composer[data-asking]")).to_have_count(0)
    # As high as a triplet card can be, whatever was dealt: three lines, and two on its note.
    with speak("es"):
        picture = draw_triplet("T52")
    note = '<span class="goal-note"><i class="mark mark-0"></i>se puede completar</span>'
    page.eval_on_selector_all(
        ".tray label.goal",
        """(goals, [picture, note]) => goals.forEach((goal) => {
            goal.classList.add("is-ready");
            goal.querySelector(".goal-note")?.remove();
            goal.querySelector(".triplet").outerHTML = picture + note;
        })""",
        [picture, note],
    )
    sentence = page.locator("#sentence")
    sentence.evaluate("(words) => { words.innerHTML = 'a<br>b<br>c'; }")
    words, buttons = sentence.bounding_box(), page.locator("#actions").bounding_box()
    assert words, "the sentence is not on the page"
    assert buttons, "the buttons are not on the page"
    assert words["y"] + words["height"] <= buttons["y"]


def test_the_words_of_a_missing_card_stay_whole_where_they_have_little_room(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK)
    start_trays(page)
    live: Any = engines["live"]
    pieces = live.env.get_template("boards/trays/_pieces.jinja").module
    for width, words in itertools.product((360, 320), MISSING):
        page.set_viewport_size({"width": width, "height": 740})
        note = fill(words, one=card_text("TS"), other=card_text("TC"))
        shown = str(pieces.goal(TripletView("T47", "", False, note, mark=1), True))
        page.eval_on_selector_all(
            ".tray label.goal",
            "(goals, shown) => goals.forEach((goal) => { goal.outerHTML = shown; })",
            shown,
        )
        too_wide = "(goals) => goals.filter((goal) => goal.scrollWidth > goal.clientWidth).length"
        assert page.eval_on_selector_all(".tray label.goal", too_wide) == 0, f"{words} at {width}"
        # Firefox gives the note a hair less room than its parts need together.
        page.eval_on_selector_all(
            ".tray .goal-note",
            """(notes) => notes.forEach((note) => {
                note.style.width = `${note.getBoundingClientRect().width - 0.05}px`;
            })""",
        )
        assert broken_words(page, ".tray .goal-note") == [], f"{words} at {width}"


def test_all_triplet_cards_of_a_tray_are_as_high_as_the_one_with_the_most_words(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_trays(page)
    words = page.locator(".tray .triplet-text")
    for place, text in enumerate(("T15 three black 2s", "T53 three diamonds in a row", "T1")):
        words.nth(place).evaluate("(words, text) => { words.textContent = text; }", text)
    for width, height in ((1280, 800), (640, 360), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        heights = page.locator(".tray .triplet").evaluate_all(
            "(cards) => cards.map((card) => card.getBoundingClientRect().height)"
        )
        assert len(heights) == 3
        assert max(heights) - min(heights) < 0.1, f"at {width} x {height}"


def test_on_a_small_phone_each_tab_is_one_line_apart_from_the_next(open_page: OpenPage) -> None:
    page = open_page(BLANK, width=360, height=740, locale="es")
    start_trays(page)
    page.evaluate("document.querySelector('#tab-discards-number').textContent = '88'")
    lines = lines_of_tabs(page)
    assert max(line["height"] for line in lines) < 20
    assert lines[0]["left"] >= 0
    assert lines[-1]["right"] <= 360
    for one, other in itertools.pairwise(lines):
        assert other["left"] - one["right"] >= 7
    page.set_viewport_size({"width": 320, "height": 640})
    fits = "(tabs) => tabs.scrollWidth <= tabs.clientWidth"
    assert page.locator(".tabs").evaluate(fits), "at 320 pixels the last tab is cut off"
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    lines = lines_of_tabs(page)
    for one, other in itertools.pairwise(lines):
        assert other["left"] >= one["right"], "with large letters, too"
    page.check("#tab-discards", force=True)
    page.locator(".tabs label").last.scroll_into_view_if_needed()
    assert lines_of_tabs(page)[-1]["right"] <= 360


def lines_of_tabs(page: Page) -> list[dict[str, float]]:
    """Return where the words of each tab are that can be seen."""
    lines = page.eval_on_selector_all(
        ".tabs label",
        """labels => labels.map((label) => {
            const words = document.createRange();
            words.selectNodeContents(label);
            const seen = [...label.childNodes].filter((each) => each.className !== "hidden-text"
                && each.textContent.trim());
            words.setStart(seen[0], 0);
            words.setEndAfter(seen.at(-1));
            const { left, right, height } = words.getBoundingClientRect();
            return { left, right, height };
        })""",
    )
    return list(lines)


def test_no_word_of_a_button_is_broken_where_room_is_short(open_page: OpenPage) -> None:
    page = open_page(BLANK, width=740, height=360, locale="es")
    start_trays(page)
    assert page.locator("#actions .action").count() == 3
    assert broken_words(page, "#actions .action") == []
    page.locator("#actions .action").first.click()
    expect(page.locator("#actions .action")).to_have_count(4)
    for width, height in ((740, 360), (320, 640), (360, 740), (1024, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert broken_words(page, "#actions .action") == [], f"at {width} x {height}"


def test_on_a_phone_the_button_of_a_hint_stands_level_with_whose_turn_it_is(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK, has_touch=True, is_mobile=True)
    start_trays(page, 4)
    for width, height in ((640, 360), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        middles = [
            page.locator(place).evaluate(
                """(place) => {
                    const range = document.createRange();
                    range.selectNodeContents(place);
                    const { top, bottom } = range.getBoundingClientRect();
                    return (top + bottom) / 2;
                }"""
            )
            for place in (".turn-words", ".hint-button")
        ]
        assert abs(middles[0] - middles[1]) < 2.5, f"at {width} x {height}: {middles}"
