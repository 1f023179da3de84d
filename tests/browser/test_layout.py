"""Everything for a move fits into one window: on a phone upright or sideways, and at a desk.

Other pages have room for what they say, and one button that stands out.
"""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games import rules
from games.live.pieces import pile_room
from tests.browser.table import (
    BLANK,
    DAYS,
    LIVE,
    has_turn,
    lowest,
    mover_and_other,
    pick_secret,
    piles,
    play_something,
    post,
    seat_two,
    sit_down,
    start_against_computers,
    version,
    wait_until,
)
from tests.present import present

OpenPage = Callable[..., Page]
WINDOWS = ((360, 640), (640, 360), (740, 360), (1280, 800))
# Which choices of a page are wider than the field that shows the chosen one.
FIND_CUT_CHOICES = """fields => fields.flatMap((field) => {
    const room = field.offsetWidth, copy = field.cloneNode();
    field.after(copy);
    copy.style.width = "max-content";
    const cut = [...field.options].filter((choice) => {
        copy.replaceChildren(choice.cloneNode(true));
        return copy.offsetWidth > room;
    });
    copy.remove();
    return cut.map(({ text }) => text);
})"""
# Safari on a phone zooms in on a field with smaller letters, and stays there.
FIND_SMALL_FIELDS = """fields => fields.filter((field) => {
    return parseFloat(getComputedStyle(field).fontSize) < 16;
}).map(({ name, id }) => name || id)"""
# Where the table ends below a hint, a refusal, and both.
FIND_ENDS = """(words) => {
    const ends = {};
    const show = (says, hint, refusal) => {
        document.querySelector("#hint").innerHTML = hint;
        document.querySelector("#refusal")?.remove();
        document.querySelector("#sentence").insertAdjacentHTML("beforebegin", refusal);
        ends[says] = document.querySelector(".board-foot").getBoundingClientRect().top;
    };
    const hint = `<p class="hint">${words.repeat(3)}</p>`;
    const refusal = `<p id="refusal" class="refusal">${words}</p>`;
    show("hint", hint, "");
    show("refusal", "", refusal);
    show("both", hint, refusal);
    return ends;
}"""
NEEDED = (".player-far", "#last-move", ".piles", ".player-near", ".hand", "#sentence", ".actions")


@pytest.fixture
def table(open_page: OpenPage) -> tuple[Page, Page]:
    """Seat two people, one of them with a phone, and deal."""
    desk = open_page(BLANK)
    phone = open_page(BLANK, width=360, height=640, has_touch=True, is_mobile=True)
    sit_down(desk, phone)
    return desk, phone


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """Seat two people, and show the table to one of them, on a phone."""
    page = open_page(BLANK, width=360, height=640, has_touch=True, is_mobile=True)
    return show_table(page, open_page(BLANK))


def show_table(page: Page, other: Page) -> Page:
    """Seat two people, and show the table only to the first one."""
    page.goto(seat_two(other, page))
    page.wait_for_selector("#play .hand")
    return page


def is_inside(page: Page, place: str) -> bool:
    """Return whether all of it is in the window without scrolling."""
    return bool(
        page.evaluate(
            """(place) => {
                const box = document.querySelector(place).getBoundingClientRect();
                return scrollY === 0 && box.height > 0 && box.top >= 0 && box.left >= 0
                    && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
            }""",
            place,
        )
    )


def fill_table(page: Page, number: int, *, label: str = "", kind: str = "loose") -> None:
    """Show `number` copies of the first pile as piles of this kind, each with this label."""
    page.evaluate(
        """([number, room, label, kind]) => {
            const box = document.querySelector(".piles");
            const pile = box.querySelector(".pile");
            pile.className = `pile pile-${kind}`;
            pile.querySelector(".pile-label")?.remove();
            pile.querySelector(".stack").insertAdjacentHTML("afterend", label);
            box.replaceChildren(...Array.from({ length: number }, () => pile.cloneNode(true)));
            box.className = `piles ${room}`;
        }""",
        [number, pile_room(number), label, kind],
    )


def scrolls(page: Page) -> bool:
    return bool(page.eval_on_selector(".piles", "(box) => box.scrollHeight > box.clientHeight + 1"))


def wait_for_update(page: Page, before: str) -> None:
    wait_until(page, lambda: version(page) != before, "the other's move")


def test_a_sentence_of_one_line_or_two_moves_nothing(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    start_against_computers(page, "casino", move_time=DAYS)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        tops = []
        for words in ("Drop 8♦", "8♦ cannot capture or build anything here. You can only drop it."):
            page.eval_on_selector("#sentence", "(it, words) => { it.textContent = words }", words)
            tops.append(page.eval_on_selector(".hand", "(it) => it.getBoundingClientRect().top"))
        assert tops[0] == tops[1], f"at {width} x {height}"


def test_a_move_needs_no_scrolling_and_an_open_tab_stays_open(table: tuple[Page, Page]) -> None:
    desk, phone = table
    for page in table:
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            outside = [place for place in NEEDED if not is_inside(page, place)]
            assert outside == [], f"at {width} x {height}"
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.check("#tab-points", force=True)
    assert phone.is_visible("#points")
    assert not phone.is_visible("#counter")
    assert is_inside(phone, ".hand")
    tag = ".player-near .turn-tag"  # half of it would be seen below the open tab
    assert phone.eval_on_selector(tag, "(tag) => getComputedStyle(tag).visibility") == "hidden"
    for _ in range(2):
        mover, _ = mover_and_other(desk, phone)
        if mover is phone:
            phone.check("#tab-table", force=True)
            play_something(phone)
            phone.check("#tab-points", force=True)
            continue
        before = version(phone)
        play_something(desk)
        wait_for_update(phone, before)
        assert phone.is_checked("#tab-points")
        assert phone.is_visible("#points")


def test_twenty_piles_and_every_tab_fit_on_a_phone(phone: Page) -> None:
    for width, height in ((360, 640), (640, 360)):
        phone.set_viewport_size({"width": width, "height": height})
        for number in (13, 18, 20):
            fill_table(phone, number)
            assert not scrolls(phone), f"{number} piles at {width} x {height}"
    for size, least in (((640, 360), 32), ((360, 640), 32), ((360, 740), 44)):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        assert lowest(phone, ".tabs input") >= least, f"tabs at {size}"
    phone.set_viewport_size({"width": 320, "height": 640})
    assert phone.eval_on_selector_all(
        ".tabs label", "(tabs) => tabs.every((tab) => tab.scrollWidth <= tab.clientWidth)"
    )


def covered(page: Page) -> list[str]:
    """Return those of the buttons, the field and the help that are covered or out of view."""
    return list(
        page.evaluate(
            """() => {
                const places = document.querySelectorAll(
                    ".actions .action, .typing > summary, .typing[open] :is(#typed, button, p)");
                const isCovered = (each) => {
                    each.scrollIntoView({ block: "nearest" });
                    const { left, top, right, bottom } = each.getBoundingClientRect();
                    return [[left + 6, top + 6], [right - 6, bottom - 6]].some(([x, y]) => {
                        const seen = document.elementFromPoint(x, y);
                        return !seen || !each.contains(seen);
                    });
                };
                const found = [...places].filter(isCovered).map((each) => each.textContent.trim());
                const end = document.querySelector(".below").getBoundingClientRect().bottom;
                const foot = document.querySelector(".board-foot").getBoundingClientRect().top;
                scrollTo(0, 0);
                return foot < end ? [...found, "the end of the table"] : found;
            }"""
        )
    )


def test_a_hint_and_a_typed_move_push_down_the_rest_of_the_page(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    for game in rules.VARIANTS:
        start_against_computers(page, game, move_time=DAYS)
        page.evaluate(
            """() => {
                const words = "In your place, a strong computer player would choose. ".repeat(3);
                document.querySelector("#hint").innerHTML = `<p class='hint'>${words}</p>`;
            }"""
        )
        for width, height in (*WINDOWS, (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            for typing in (False, True):
                page.eval_on_selector("#typing", "(box, open) => { box.open = open; }", typing)
                place = f"{game} at {width} x {height}, typing {typing}"
                assert covered(page) == [], place


@pytest.mark.parametrize("game", ["trifecta", "casino"])
def test_a_hint_does_not_lengthen_a_table_held_sideways(open_page: OpenPage, game: str) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_against_computers(page, game, move_time=DAYS)
    ends = """() => [".board-foot", ".felt", "#actions"].map(
        (place) => document.querySelector(place).getBoundingClientRect().bottom)"""
    words = (
        "<b>Hint.</b> Capture 4♦, 3♣ and 7♥ with 7♠: 4 cards, 1 spade. Otherwise 10♥ or 10♣ could "
        "take 10♦. It leaves nothing that brings points."
    )
    shown = re.sub(r"10?[♦♥♠♣]|[2-9][♦♥♠♣]", r"<span class='chip'>\g<0></span>", words)
    for width, height in ((640, 360), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.eval_on_selector("#hint", "(hint) => hint.replaceChildren()")
        before = page.evaluate(ends)
        page.eval_on_selector(
            "#hint", "(hint, shown) => { hint.innerHTML = `<p class='hint'>${shown}</p>`; }", shown
        )
        assert page.evaluate(ends) == before, f"at {width} x {height}"


def test_held_sideways_only_a_hint_that_is_shown_takes_the_place_of_the_clocks_note(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK, width=640, height=360, reduced_motion="reduce")
    start_against_computers(page, "casino", move_time=DAYS)
    is_clipped = "(note) => getComputedStyle(note).clipPath !== 'none'"
    assert not page.eval_on_selector(".clock-note", is_clipped)
    page.eval_on_selector("#hint", "(hint) => { hint.innerHTML = `<p class='hint'>Drop it</p>`; }")
    assert page.eval_on_selector(".clock-note", is_clipped)
    page.eval_on_selector(".clock-note", "(note) => note.classList.add('is-extended')")
    assert not page.eval_on_selector(".clock-note", is_clipped)
    page.eval_on_selector(".clock-note", "(note) => note.classList.remove('is-extended')")
    page.locator('.hand input[name="card"]').first.check(force=True)
    expect(page.locator("#hint .hint")).to_be_hidden()
    assert not page.eval_on_selector(".clock-note", is_clipped)


def test_a_refusal_below_a_hint_pushes_nothing_further_down(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    for game in rules.VARIANTS:
        start_against_computers(page, game, move_time=DAYS)
        for width, height in (*WINDOWS, (360, 740), (768, 1024)):
            page.set_viewport_size({"width": width, "height": height})
            ends = page.evaluate(
                FIND_ENDS, "You cannot build 9 with 5♦: you must hold a 9 to take it later. "
            )
            place = f"{game} at {width} x {height}"
            assert ends["both"] <= max(ends["hint"], ends["refusal"]), place


def test_the_cards_of_a_move_are_seen_whole_in_its_strip(phone: Page) -> None:
    phone.eval_on_selector(
        "#last-move",
        """(strip) => {
            const move = "zoe takes " + '<span class="chip suit-s">10♠</span> and '.repeat(3);
            strip.innerHTML = `<li>${move}</li>`;
        }""",
    )
    for width, height in (*WINDOWS, (360, 740), (768, 1024)):
        phone.set_viewport_size({"width": width, "height": height})
        cut = phone.eval_on_selector_all(
            "#last-move .chip",
            """(chips) => {
                const strip = chips[0].closest("#last-move"), move = chips[0].closest("li");
                const inside = strip.getBoundingClientRect().top + strip.clientTop;
                const top = Math.max(inside, move.getBoundingClientRect().top);
                return top - chips[0].getBoundingClientRect().top;
            }""",
        )
        assert cut < 0.5, f"at {width} x {height}"


def test_a_move_time_of_15_minutes_fits_into_the_clock(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_against_computers(page, "casino", move_time=int(LIVE))
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        words, room = page.eval_on_selector(
            "#clock",
            """(clock) => {
                const ring = clock.querySelector(".clock-ring").getBoundingClientRect().width;
                const room = ring ? ring * 29 / 36 : clock.clientWidth - 8;
                return [clock.querySelector("b").getBoundingClientRect().width, room];
            }""",
        )
        assert words <= room, f"at {width} x {height}"


def test_the_labels_of_builds_stay_apart_and_on_one_line(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_against_computers(page, "trifecta", move_time=DAYS)
    while not piles(page):  # the computer player has taken everything
        play_something(page)
        wait_until(page, lambda: has_turn(page), "the next turn")
    label = (
        '<span class="pile-label"><span class="pile-kind">Builds of 10</span>'
        '<b class="pile-worth">10</b></span>'
    )
    for width, height in ((360, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for typing, number, kind in itertools.product((False, True), (5, 13), ("single", "fixed")):
            page.eval_on_selector("#typing", "(box, open) => { box.open = open; }", typing)
            fill_table(page, number, label=label, kind=kind)
            heights, apart = page.eval_on_selector_all(
                ".pile-label",
                """(labels) => {
                    const boxes = labels.map((label) => label.getBoundingClientRect());
                    const meet = (a, b) => a.top < b.bottom && b.top < a.bottom && b.left < a.right;
                    return [boxes.map(({ height }) => height),
                        boxes.slice(1).every((box, place) => !meet(boxes[place], box))];
                }""",
            )
            place = f"{number} {kind} piles at {width} x {height}, typing {typing}"
            assert len(heights) == number
            assert apart, place
            if number > 5 or width < 1280:
                assert max(heights) < 24, place


def test_a_comma_stays_on_the_line_of_its_card(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_against_computers(page, "casino", move_time=DAYS)
    torn = page.evaluate(
        """() => {
            const box = document.querySelector("#hint");
            box.innerHTML = `<p>${'Take <span class="chip">10♦</span>, and '.repeat(9)}</p>`;
            const top = (node, end) => {
                const range = document.createRange();
                range.setStart(node, 0);
                range.setEnd(node, end);
                return range.getBoundingClientRect().bottom;
            };
            const torn = [];
            for (let width = 120; width < 340; width += 3) {
                box.style.width = `${width}px`;
                for (const chip of box.querySelectorAll(".chip")) {
                    if (top(chip.nextSibling, 1) - top(chip.firstChild, 3) > 9) torn.push(width);
                }
            }
            return torn;
        }"""
    )
    assert torn == []


def test_on_a_phone_the_clock_keeps_off_the_name_of_a_distant_player(open_page: OpenPage) -> None:
    page = open_page(BLANK, width=360, height=640, reduced_motion="reduce")
    start_against_computers(page, "casino", 4, move_time=int(LIVE))
    name, clock = page.evaluate(
        """() => {
            const player = document.querySelector(".player-far");
            player.append(document.querySelector("#clock"));
            return [player.querySelector(".player-name").getBoundingClientRect().left,
                player.querySelector("#clock").getBoundingClientRect().right];
        }"""
    )
    assert clock + 2 <= name


def test_on_a_phone_a_secret_card_in_sight_covers_no_lifeline(phone: Page) -> None:
    lifelines, secret = phone.evaluate(
        """() => {
            const player = document.querySelector(".player-far");
            player.append(document.querySelector("#clock"));
            const secret = document.querySelector(".player-near .secret").cloneNode(true);
            player.querySelector("[id^=place-]").prepend(secret);
            return [player.querySelector(".lifelines").getBoundingClientRect().right,
                secret.getBoundingClientRect().left];
        }"""
    )
    assert lifelines + 2 <= secret


def test_a_field_for_typed_moves_takes_no_room_from_the_table(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_against_computers(page, "trifecta", move_time=DAYS)
    for width, height in ((1280, 800), (1366, 625)):
        page.set_viewport_size({"width": width, "height": height})
        before = page.eval_on_selector(".piles", "(box) => box.offsetHeight")
        page.click("#typing summary")
        assert page.is_visible("#typed")
        assert page.eval_on_selector(".piles", "(box) => box.offsetHeight") >= before
        page.click("#typing summary")


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_the_first_button_for_a_visitor_to_press_is_the_only_main_one(
    open_page: OpenPage, path: str
) -> None:
    colours = open_page(path).eval_on_selector_all(
        "main .button", "(all) => all.map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert len(colours) > 1
    assert colours.count(colours[0]) == 1


@pytest.mark.parametrize("language", ["en", "es"])
def test_on_a_phone_the_header_is_one_line_for_a_visitor(
    open_page: OpenPage, language: str
) -> None:
    phone = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
    page = open_page("/rules/", locale=language, **phone)
    assert page.get_attribute("html", "lang") == language
    assert lowest(page, ".site-header") < 60


def test_in_the_low_header_of_a_table_nothing_hangs_over_the_edges(
    open_page: OpenPage, phone: Page
) -> None:
    watcher = open_page("/recorded/", has_touch=True, is_mobile=True)
    phone.eval_on_selector("#bell-count", "(count) => { count.hidden = false; }")
    for page, drawn in ((phone, "#bell-count"), (watcher, ".nav-strong")):
        page.evaluate("scrollTo(0, 0)")
        for width, height in ((360, 640), (640, 360), (740, 360)):
            page.set_viewport_size({"width": width, "height": height})
            inside, around = (
                present(page.locator(place).bounding_box()) for place in (drawn, ".site-header")
            )
            end = around["y"] + around["height"]
            assert around["y"] < inside["y"], f"{drawn} at {width} x {height}"
            assert inside["y"] + inside["height"] < end, f"{drawn} at {width} x {height}"


@pytest.mark.parametrize(
    ("path", "opened", "width", "language"),
    [
        ("/archive/", ".search", 360, "es"),
        ("/archive/", ".search", 1024, "en"),
        ("/archive/", ".search", 1280, "en"),
        ("/?game=casino", "#new-table", 320, "es"),
    ],
)
def test_a_choice_is_read_whole(
    open_page: OpenPage, path: str, opened: str, width: int, language: str
) -> None:
    page = open_page(path, width=width, locale=language)
    page.click(f"{opened} summary")
    fields = page.locator(f"{opened} select:visible")
    assert fields.count() > 3
    assert fields.evaluate_all(FIND_CUT_CHOICES) == []


def test_no_line_of_the_point_sheet_grows_with_its_first_points(open_page: OpenPage) -> None:
    page = show_table(open_page(BLANK), open_page(BLANK))
    page.eval_on_selector("#tab-points", "(tab) => { tab.checked = true; }")
    for width, height in (*WINDOWS, (768, 1024), (1024, 640), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        heights = [
            page.eval_on_selector_all(
                "#points tbody tr",
                """(lines, points) => lines.map((line) => {
                    line.className = points && "is-changed";
                    [...line.cells].slice(1).forEach((cell, side) => {
                        cell.innerHTML = side ? points : points && `<b>${points}</b>`;
                    });
                    return line.getBoundingClientRect().height;
                })""",
                points,
            )
            for points in ("", "3")
        ]
        assert min(heights[0]) > 0
        assert heights[0] == heights[1], f"at {width} x {height}"


def test_the_mark_of_a_changed_line_does_not_depend_on_a_shadow_of_the_line(
    open_page: OpenPage,
) -> None:
    page = show_table(open_page(BLANK), open_page(BLANK))
    line = page.locator(".sheet tbody tr").first  # Safari draws none
    line.evaluate("(line) => line.classList.add('is-changed')")
    shadow = "(each) => getComputedStyle(each).boxShadow"
    assert line.evaluate(shadow) == "none"
    assert "inset" in line.locator("th").first.evaluate(shadow)


def test_a_phone_does_not_zoom_in_on_a_field(open_page: OpenPage) -> None:
    page = open_page(BLANK, width=360, height=740, has_touch=True, is_mobile=True)
    start_against_computers(page, "casino", 2, move_time=DAYS)
    unwritten = "[type=hidden], [type=radio], [type=checkbox], [type=range]"
    fields = page.locator(f"select, textarea, input:not({unwritten})")
    for path in (page.url, "/recorded/", "/shuffle/", "/archive/", "/records/"):
        page.goto(path)
        assert fields.count() > 0
        assert fields.evaluate_all(FIND_SMALL_FIELDS) == [], path


ADD_NOTES = """(piles) => piles.forEach((pile) => {
  pile.insertAdjacentHTML("beforeend", '<span class="note">A♠: 1 punto</span>');
})"""  # some cards have none
NAME_ALL = "(names) => names.forEach((name) => { name.textContent = 'Quick Hedgehog'; })"


def test_letters_of_twice_the_size_widen_no_page_and_cut_no_name_on_a_phone(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK, width=360, height=740, locale="es", has_touch=True, is_mobile=True)
    sizes = {"fontSizes": {"standard": 32}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    start_against_computers(page, "casino", 4, move_time=DAYS)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    wide = {"/archive/": 0, "/": 0, "/accounts/settings/": 0, page.url: 0}
    cut = []
    for path in wide:
        page.goto(path)
        page.eval_on_selector_all(".pile", ADD_NOTES)
        page.eval_on_selector_all(".player-name", NAME_ALL)
        wide[path] = page.evaluate("document.documentElement.scrollWidth - 360")
        cut += page.eval_on_selector_all(
            ".player-name, .switch, .tracker-title",
            """all => all.filter((each) => each.scrollWidth > each.clientWidth)
                .map((each) => each.innerText)""",
        )
    assert set(wide.values()) == {0}, wide
    assert cut == []


def test_a_name_of_wide_letters_widens_no_page_on_a_phone(open_page: OpenPage) -> None:
    name, password = "W" * 30, "a long way to Tipperary"
    one, other = open_page(BLANK), open_page(BLANK, width=360, height=740, locale="es")
    post(one, "/accounts/signup/", username=name, password1=password, password2=password)
    finished = seat_two(one, other, game="casino")
    post(one, f"{finished}quit/")
    picking = post(one, "/tables/", variant="trifecta", move_time=DAYS, kind="open")
    post(other, f"{picking}join/")
    post(other, f"/people/{name}/distance/", kind="mute")
    people = ("/people/", f"/people/{name}/", f"/players/{name}/", "/notices/")
    wide = dict.fromkeys((*people, picking, finished, f"{finished}replay/", "/archive/", "/"), 0)
    for path in wide:
        other.goto(path)
        expect(other.locator("main")).to_contain_text(name)
        wide[path] = other.evaluate("document.documentElement.scrollWidth - 360")
    assert set(wide.values()) == {0}, wide


def test_rules_are_printed_without_what_can_only_be_pressed(open_page: OpenPage) -> None:
    page = open_page("/rules/casino/")
    pressed = page.locator("header, footer, .button, .try-rule").locator("visible=true")
    assert pressed.count() > 0
    page.emulate_media(media="print")
    assert pressed.count() == 0
    assert page.is_visible("h1")


def test_on_a_phone_the_picked_card_is_shown_from_the_top(open_page: OpenPage) -> None:
    one, other = open_page(BLANK), open_page(BLANK, width=360, height=640)
    table = post(one, "/tables/", variant="trifecta", move_time=LIVE, kind="open")
    post(other, f"{table}join/")
    other.goto(table)
    pick_secret(other, "6C")
    expect(other.locator("#pick")).to_have_count(0)
    wait_until(other, lambda: other.evaluate("scrollY") == 0, "the top of the page")


def test_on_a_phone_what_is_said_of_the_shuffle_has_the_room_of_a_finger(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK, width=360, height=740, has_touch=True, is_mobile=True)
    page.goto(post(page, "/play/computer/", variant="trifecta", players=2, move_time=DAYS))
    assert lowest(page, "#commitments summary") >= 44


def test_on_a_phone_the_picture_of_a_player_who_picks_stays_beside_the_name(
    open_page: OpenPage,
) -> None:
    one, other = open_page(BLANK), open_page(BLANK, width=360, height=740)
    table = post(one, "/tables/", variant="trifecta", move_time=LIVE, kind="open")
    post(other, f"{table}join/")
    other.goto(table)
    lines = other.evaluate(
        """() => {
            const box = (each) => each.getBoundingClientRect();
            const names = [...document.querySelectorAll(".pick-seats b")];
            const pictures = document.querySelectorAll(".pick-seats .avatar");
            names[0].textContent = "Summer Badger";
            names[1].textContent = "Olive Lynx";
            return names.map((name, seat) => [box(name).top, box(pictures[seat]).bottom]);
        }"""
    )
    for name, picture in lines:
        assert name < picture


def test_marks_can_be_seen_in_forced_colours(open_page: OpenPage) -> None:
    page = show_table(open_page(BLANK, forced_colors="active"), open_page(BLANK))
    page.evaluate(
        """() => {
            document.querySelector(".counter .unseen").className = "last";
            document.querySelector(".pips i").className = "is-on";
        }"""
    )
    for marked, plain in (
        (".player-near .star", "body"),
        (".counter .last", ".counter .seen"),
        (".counter-key .last", ".counter-key .seen"),
        (".pips .is-on", ".pips i:not(.is-on)"),
    ):
        fills = [
            page.eval_on_selector(place, "place => getComputedStyle(place).backgroundColor")
            for place in (marked, plain)
        ]
        assert fills[0] != fills[1], marked


def test_a_hand_of_nine_lies_in_rows_of_whole_cards(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_against_computers(page, "casino", move_time=DAYS)
    page.eval_on_selector(
        "#hand",
        """hand => {
            const held = [...hand.children];
            for (let more = 0; hand.children.length < 9; more += 1)
                hand.append(held[more % held.length].cloneNode(true));
        }""",
    )
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes = page.eval_on_selector_all(
            "#hand .hand-card",
            """places => places.map((place) => {
                const [room, card] = [place, place.querySelector(".card")]
                    .map((each) => each.getBoundingClientRect());
                return [card.width, card.height, room.height];
            })""",
        )
        assert len(sizes) == 9
        for card_width, card_height, room in sizes:
            assert card_width >= 44
            assert abs(room - card_height) < 4
