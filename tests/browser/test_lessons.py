"""Whole lessons at the real table: by mouse, keys, finger on a small phone, and without scripts."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from games import rules
from games.lessons import Lesson, Step, find_lesson, lessons_of
from tests.browser.announcements import announced, listen
from tests.browser.scene import ask_for_hint
from tests.browser.table import (
    BLANK,
    UNTIMED,
    hand,
    has_turn,
    piles,
    post,
    start_against_computers,
    version,
    wait_until,
)
from tests.browser.test_every_page import RULES_OF_COLOUR, find_barriers
from tests.browser.test_many_seats import resize
from tests.present import present

pytestmark = pytest.mark.early

OpenPage = Callable[..., Page]
Play = Callable[[Page, Step], None]
CARD = re.compile(r"\b(?:[A2-9TJQK][SHDC]|XX)\b")
PHONE = {"width": 360, "height": 740}
FINGER = 44  # pixels
BOUNCE = 5  # pixels by which a pin moves up
# Which lines of these words lie under a button that sorts the hand.
FIND_COVERED = """places => {
    const boxes = [...document.querySelectorAll(".sort-button")]
        .map(each => each.getBoundingClientRect());
    const lines = places.flatMap((place) => {
        const words = document.createRange();
        words.selectNodeContents(place);
        return [...words.getClientRects()];
    });
    const meet = (line, box) => line.left < box.right && line.right > box.left
        && line.top < box.bottom - 4 && line.bottom > box.top + 4;  // their edge is clear
    return lines.filter(line => boxes.some(box => meet(line, box))).map(String);
}"""


def check_barriers(page: Page) -> None:
    """Check the page in light and in dark."""
    assert find_barriers(page) == []
    page.emulate_media(color_scheme="dark")
    assert find_barriers(page, *RULES_OF_COLOUR) == []
    page.emulate_media(color_scheme="light")


def first_lesson(variant: str) -> Lesson:
    return lessons_of(variant)[0]


def begin(page: Page, variant: str) -> None:
    """Press the invitation on the front page."""
    page.goto(f"/?game={variant}")
    page.get_by_role("button", name="New here? Learn by playing (4 minutes)").click()
    page.wait_for_selector("#guide")


def find_small_targets(page: Page) -> list[str]:
    """Return the links and headings around the table that a finger could miss."""
    return list(
        page.eval_on_selector_all(
            ".brand, .site-nav > a, .menu > summary, .board-foot summary, .events a, footer a",
            f"""all => all.filter(each => each.checkVisibility() && each.offsetHeight < {FINGER})
                .map(each => `${{each.textContent.trim()}}: ${{each.offsetHeight}} px`)""",
        )
    )


def look_of(page: Page, label: str) -> dict[str, str]:
    """Return how the sign on a card looks, and its frame."""
    return dict(
        page.eval_on_selector(
            label,
            """label => {
                const sign = getComputedStyle(label, "::before");
                const frame = getComputedStyle(label.querySelector(":scope > :is(.stack, .card)"));
                return { content: sign.content, moves: sign.animationName,
                    line: frame.outlineStyle, glow: frame.boxShadow };
            }""",
        )
    )


def pin_of(label: Locator) -> list[float]:
    """Return the left, top, right and bottom edge of the pin that points at something."""
    edges = label.evaluate(
        """(label) => {
            const { left, top } = label.getBoundingClientRect();
            const pin = getComputedStyle(label, "::before");
            const [x, y] = [left + parseFloat(pin.left), top + parseFloat(pin.top)];
            return [x, y, x + parseFloat(pin.width), y + parseFloat(pin.height)];
        }"""
    )
    return list(edges)


def play_lesson(page: Page, lesson: Lesson, play: Play) -> None:
    """Play the learner's moves, and wait for those of the opponent."""
    asked = [step for step in lesson.steps if step.says]
    for number, step in enumerate(asked, 1):
        wait_until(page, lambda: has_turn(page), f"step {number}")
        expect(page.locator(".guide-step")).to_have_text(
            f"Lesson, step {number} of {lesson.length}"
        )
        before = version(page)
        page.wait_for_load_state()  # without scripts, each answer is a new page
        play(page, step)
        wait_until(page, lambda before=before: version(page) != before, step.moves[0])  # type: ignore[misc]
    expect(page.locator(".guide-step")).to_have_text("End of the lesson")
    expect(page.locator("#guide-words")).to_contain_text("You know the moves now")


def cards_of(page: Page, step: Step) -> tuple[list[Locator], str]:
    """Return what to choose for a step, and the button to press."""
    text = step.moves[0]
    if text.startswith("draw"):
        return [], "#deck" if text == "draw deck" else "#discard-pile"
    codes = CARD.findall(text)
    action = text.split()[0]
    if action in ("match", "take", "discard"):
        keys = [
            code if not codes[:place].count(code) else f"{code}-2"
            for place, code in enumerate(codes)
        ]
        return [page.locator(f'[id="c-{key}"]') for key in keys], f"#do-{action}"
    played, *used = codes
    wanted = [key for key in piles(page) if set(key.split("-")) & set(used)]
    found = [page.locator(f"#c-{played}"), *(page.locator(f'[id="p-{key}"]') for key in wanted)]
    return found, f"#do-{action_of(step)}"


def action_of(step: Step) -> str:
    if step.says in ("build_same", "build_multiple", "build_groups"):
        return "build_same"
    text = step.moves[0]
    signs = {" x ": "capture", " + ": "build", " - ": "subtraction"}
    return next((action for sign, action in signs.items() if sign in text), "drop")


def by_mouse(page: Page, step: Step) -> None:
    chosen, button = cards_of(page, step)
    for each in chosen:
        each.locator("xpath=..").click()
    expect(page.locator("#composer[data-asking]")).to_have_count(0)
    page.click(button)


def by_finger(page: Page, step: Step) -> None:
    chosen, button = cards_of(page, step)
    for each in chosen:
        each.locator("xpath=..").tap()
    page.locator(button).tap()


def by_keys(page: Page, step: Step) -> None:
    chosen, button = cards_of(page, step)
    for each in chosen:
        value, held = each.get_attribute("value") or "", hand(page)
        if value in held:
            page.keyboard.press(str(held.index(value) + 1))
        else:
            page.keyboard.press(string.ascii_lowercase[piles(page).index(value)])
    page.locator(button).press("Enter")


def test_a_whole_lesson_by_mouse(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    begin(page, "trifecta")
    check_barriers(page)
    # A wrong try: it is answered with a reason, and the cards stay chosen.
    page.click("label:has(#c-3H)")
    page.click("#do-drop")
    expect(page.locator("#refusal")).to_contain_text("try a pair first")
    expect(page.locator("#c-3H")).to_be_checked()
    check_barriers(page)
    listen(page)
    play_lesson(page, first_lesson("trifecta"), by_mouse)
    # Each move, with what comes next, is announced once.
    assert {tuple(place for place, _ in said) for said in announced(page).values()} == {("said",)}
    # The game goes on freely.
    wait_until(page, lambda: has_turn(page), "the free play")
    before = version(page)
    page.click(".hand-card >> nth=0")
    page.click("#do-drop")
    wait_until(page, lambda: version(page) != before, "a free move")


def test_a_whole_lesson_by_keys(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    begin(page, "casino")
    play_lesson(page, first_lesson("casino"), by_keys)


def test_a_lesson_on_a_small_phone_begins_without_barriers(open_page: OpenPage) -> None:
    page = open_page(BLANK, **PHONE, has_touch=True, is_mobile=True)
    begin(page, "triple_four")
    check_barriers(page)
    assert find_small_targets(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("game", ["trifecta", "triple_four"])
def test_a_whole_lesson_by_finger_hides_no_words_on_a_small_phone(
    open_page: OpenPage, game: str
) -> None:
    page = open_page(BLANK, **PHONE, has_touch=True, is_mobile=True, locale="es")
    page.goto(post(page, f"/learn/{game}/first/"))
    for number, step in enumerate((each for each in first_lesson(game).steps if each.says), 1):
        wait_until(page, lambda: has_turn(page), f"step {number}")
        before = version(page)
        check_sentence(page)
        by_finger(page, step)
        wait_until(page, lambda before=before: version(page) != before, step.moves[0])  # type: ignore[misc]
    wait_until(page, lambda: has_turn(page), "the free play")
    expect(page.locator(".guide-step")).to_have_text("Fin de la lección")
    check_sentence(page)
    page.locator(".hand-card").first.tap()
    expect(page.locator("#composer[data-asking]")).to_have_count(0)
    check_sentence(page)
    for link in page.locator(".guide-next a").all():
        link.click(trial=True)  # nothing lies over it


def test_a_lesson_says_on_a_small_phone_why_it_refuses_another_move(open_page: OpenPage) -> None:
    page = open_page(BLANK, **PHONE, has_touch=True, is_mobile=True, locale="es")
    page.goto(post(page, "/learn/triple_four/triplets/"))
    wait_until(page, lambda: has_turn(page), "the own turn")
    page.locator("#deck").tap()
    page.wait_for_selector(".hand-card.is-new")
    page.locator(".hand-card").last.tap()
    page.locator("#do-discard").tap()
    expect(page.locator("#refusal")).to_contain_text("esta lección trata de otra jugada")
    check_sentence(page, "#refusal")


def check_sentence(page: Page, place: str = "#sentence") -> None:
    """Check that the buttons, which are always in the window, cover no line of the sentence."""
    sentence, actions = (present(page.locator(each).bounding_box()) for each in (place, "#actions"))
    assert sentence["y"] + sentence["height"] <= actions["y"] + 2  # the space below a line
    assert actions["y"] + actions["height"] <= present(page.viewport_size)["height"] + 1


@pytest.mark.parametrize(("game", "name"), [("casino", "adding"), ("trifecta", "piles")])
def test_a_lesson_cuts_no_build_on_small_phones(open_page: OpenPage, game: str, name: str) -> None:
    page = open_page(BLANK, **PHONE, locale="es")
    page.goto(post(page, f"/learn/{game}/{name}/"))
    lesson = present(find_lesson(game, name))
    for step in (each for each in lesson.steps if each.says):
        wait_until(page, lambda: has_turn(page), step.says)
        for width, height in ((320, 568), (PHONE["width"], PHONE["height"])):
            resize(page, width, height)
            whole = "one => one.scrollHeight <= one.clientHeight"
            assert page.eval_on_selector("#piles", whole), f"{step.says} at {width} x {height}"
            check_sentence(page)
        before, path = version(page), f"{urlsplit(page.url).path}move/"
        seen = present(page.locator("#seen").get_attribute("value"))
        post(page, path, seen=seen, action="typed", move=step.moves[0])
        wait_until(page, lambda before=before: version(page) != before, step.moves[0])  # type: ignore[misc]


def test_a_whole_lesson_without_scripts(open_page: OpenPage) -> None:
    page = open_page(BLANK, **PHONE, java_script_enabled=False)
    begin(page, "royal")

    def play(page: Page, step: Step) -> None:
        chosen, button = cards_of(page, step)
        for each in chosen:
            each.locator("xpath=..").click()
            expect(each).to_be_checked()
        page.locator(button).press("Enter")

    play_lesson(page, first_lesson("royal"), play)


def test_everything_for_a_step_is_in_the_window_of_a_phone(open_page: OpenPage) -> None:
    page = open_page(BLANK, **PHONE)
    for variant in rules.VARIANTS:
        page.goto(post(page, f"/learn/{variant}/{first_lesson(variant).name}/"))
        page.wait_for_selector("#guide")
        wait_until(page, lambda: has_turn(page), "the own turn")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], variant
        for part in ("#guide", "#hand", "#actions"):
            box = present(page.locator(part).bounding_box())
            assert box["y"] >= 0, f"{part} of {variant}"
            assert box["y"] + box["height"] <= PHONE["height"], f"{part} of {variant}"


def test_a_guest_is_invited_at_the_first_table(open_page: OpenPage) -> None:
    page = open_page(BLANK, **PHONE)
    page.goto("/?game=royal")
    page.click("text=Play against the computer")
    invitation = page.locator(".learn-first")
    expect(invitation).to_be_visible()
    check_barriers(page)
    header, box = (
        present(place.bounding_box()) for place in (page.locator(".site-header"), invitation)
    )
    assert box["y"] >= header["y"] + header["height"], "it covers nothing"
    felt = present(page.locator(".felt").bounding_box())
    page.eval_on_selector("#game", "(game) => game.classList.add('is-finished')")
    expect(invitation).to_be_hidden()
    page.eval_on_selector("#game", "(game) => game.classList.remove('is-finished')")
    page.click(".learn-first label")
    expect(invitation).to_be_hidden()
    assert present(page.locator(".felt").bounding_box())["y"] == felt["y"] - box["height"]


# One table of each board: the others have the same parts.
@pytest.mark.parametrize("game", ["trifecta", "triple_four"])
def test_the_invitation_hides_nothing_of_the_table_on_a_small_phone(
    open_page: OpenPage, game: str
) -> None:
    page = open_page(BLANK, **PHONE)
    start_against_computers(page, game, move_time=UNTIMED)
    expect(page.locator(".learn-first")).to_be_visible()
    sentence, actions = (
        present(page.locator(place).bounding_box()) for place in ("#sentence", "#actions")
    )
    assert sentence["y"] + sentence["height"] <= actions["y"]
    assert actions["y"] + actions["height"] <= PHONE["height"]
    if game == "trifecta":
        assert page.eval_on_selector("#piles", "one => one.scrollHeight <= one.clientHeight")
    for width, height in ((640, 360), (844, 390)):
        resize(page, width, height)
        tabs, turn, hint, held, actions = (
            present(page.locator(place).bounding_box())
            for place in (".tabs", "#turn-line", ".hint-button", ".hand", "#actions")
        )
        assert tabs["y"] + tabs["height"] <= turn["y"], f"at {width} x {height}"
        assert hint["y"] + hint["height"] <= held["y"], f"at {width} x {height}"
        assert actions["y"] + actions["height"] <= height, f"at {width} x {height}"


@pytest.mark.parametrize("colours", ["none", "active"])
def test_what_the_lesson_points_at_never_looks_chosen(
    open_page: OpenPage, colours: Literal["none", "active"]
) -> None:
    page = open_page(BLANK, **PHONE, forced_colors=colours)
    page.goto(post(page, "/learn/casino/first/"))
    wait_until(page, lambda: has_turn(page), "the own turn")
    pointed = page.locator(":is(.hand-card, label.pile).glows")
    labels = [f"#{each.get_attribute('id')}" for each in pointed.all()]
    assert len(labels) == 2
    for label in labels:
        before = look_of(page, label)
        assert (before["content"], before["moves"]) == ('""', "point")
        assert before["line"] == ("dotted" if colours == "active" else "none")
        page.click(label)
        after = look_of(page, label)
        assert "✓" in after["content"]
        assert (after["moves"], after["line"]) == ("none", "solid")
        assert after["glow"] != before["glow"] or colours == "active"
        page.click(label)  # and it is pointed at again
        page.mouse.move(1, 1)
        assert look_of(page, label) == before
    page.emulate_media(reduced_motion="reduce")
    assert look_of(page, labels[0])["moves"] == "none"
    pile = page.locator("label.pile.glows")
    pile.locator(".stack").evaluate(
        "(stack) => { for (let i = 0; i < 3; i++) stack.append(stack.firstChild.cloneNode(true)); }"
    )
    _, top, _, _ = pin_of(pile)
    assert top - BOUNCE >= present(page.locator(".piles").bounding_box())["y"], "the pin is cut off"


def test_a_new_card_that_is_pointed_at_has_no_frame(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    page.goto(post(page, "/learn/triple_four/first/"))
    wait_until(page, lambda: has_turn(page), "the own turn")
    page.click("#deck")
    page.wait_for_selector(".hand-card.is-new")
    pointed = look_of(page, ".hand-card.glows:not(.is-new)")
    page.eval_on_selector(".hand-card.is-new", "card => card.classList.add('glows')")
    page.mouse.move(1, 1)
    assert look_of(page, ".hand-card.is-new") == pointed
    goal = page.locator("label.goal").first
    goal.evaluate("(goal) => goal.classList.add('glows')")
    for place in (".tray legend", "label.goal .triplet-marks", "label.goal .triplet-suits"):
        words = page.locator(place).first.evaluate(
            """(place) => {
                const words = document.createRange();
                words.selectNodeContents(place);
                const { left, top, right, bottom } = words.getBoundingClientRect();
                return [left, top, right, bottom];
            }"""
        )
        left, top, right, bottom = pin_of(goal)
        beside = left >= words[2] or right <= words[0]
        assert beside or top - BOUNCE >= words[3] or bottom <= words[1], f"it lies on {place}"


def test_the_buttons_that_sort_the_hand_cover_no_word_of_a_lesson(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    page.goto(post(page, "/learn/triple_four/first/"))
    wait_until(page, lambda: has_turn(page), "the own turn")
    page.click("#deck")
    expect(page.locator(".guide-step")).to_contain_text("step 2")
    for width, height in ((360, 740), (640, 400), (844, 390), (1280, 800)):
        resize(page, width, height)
        covered = page.eval_on_selector_all(".guide-step, .guide-words", FIND_COVERED)
        assert covered == [], f"at {width} x {height}"


def test_a_hint_takes_the_room_of_the_invitation(open_page: OpenPage) -> None:
    page = open_page(BLANK, **PHONE, reduced_motion="reduce")
    start_against_computers(page, "triple_four", move_time=UNTIMED)
    ask_for_hint(page)
    expect(page.locator(".learn-first")).to_be_hidden()
    page.evaluate(
        """() => {
            const words = "In your place, a strong computer player would choose. ".repeat(2);
            document.querySelector("#hint .hint").textContent = words;
        }"""
    )
    for width, height in ((PHONE["width"], PHONE["height"]), (844, 390)):
        resize(page, width, height)
        hint, actions = (
            present(page.locator(place).bounding_box()) for place in ("#hint", "#actions")
        )
        assert hint["y"] + hint["height"] <= actions["y"], f"at {width} x {height}"
        assert actions["y"] + actions["height"] <= height, f"at {width} x {height}"


def test_a_button_that_refuses_offers_the_lesson_about_its_rule(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    start_against_computers(page, "casino", move_time=UNTIMED)
    page.click(".hand-card >> nth=0")
    expect(page.locator("#composer[data-asking]")).to_have_count(0)
    page.click("#do-build", force=True)
    offered = page.locator("#sentence").get_by_role("link", name="Try this rule")
    expect(offered).to_have_attribute("href", re.compile(r"^/learn/casino/rule/4\.\d/$"))


@pytest.mark.parametrize(("game", "name"), [("casino", "piles"), ("triple_four", "taking")])
def test_a_phone_held_sideways_shows_all_words_of_a_lesson(
    open_page: OpenPage, game: str, name: str
) -> None:
    page = open_page(BLANK, width=740, height=360, locale="es")
    page.goto(post(page, f"/learn/{game}/{name}/"))
    wait_until(page, lambda: has_turn(page), "the own turn")
    covered = page.evaluate(
        """() => {
            const words = document.createRange();
            words.selectNodeContents(document.querySelector("#guide"));
            const over = [...document.querySelectorAll(".hand-card, .sort-button, .tabs")].map(
                (each) => each.getBoundingClientRect());
            return [...words.getClientRects()].filter((line) => line.height > 1 && over.some(
                (each) => line.left < each.right - 1 && each.left + 1 < line.right
                    && line.top < each.bottom - 2 && each.top + 2 < line.bottom)).length;
        }"""
    )
    assert covered == 0
    assert page.eval_on_selector_all(
        ".tabs label", "(tabs) => tabs.every((tab) => tab.scrollWidth <= tab.clientWidth)"
    )


def test_in_a_wide_window_the_lessons_of_games_stand_side_by_side(open_page: OpenPage) -> None:
    page = open_page("/learn/", java_script_enabled=False)
    for width, columns in ((360, 1), (1280, 3)):
        page.set_viewport_size({"width": width, "height": 740})
        boxes = [present(each.bounding_box()) for each in page.locator(".lesson-lists > li").all()]
        assert len({box["x"] for box in boxes}) == columns
        assert all(box["x"] + box["width"] < width for box in boxes)
