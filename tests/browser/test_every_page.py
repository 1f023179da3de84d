"""Every page of the site has no barrier that axe finds, in light and in dark, cuts nothing off on
desk or phone, has no place to tap that is too small, and causes no error in the console. In Spanish
it has no fault of language that a program finds.

This is tried in a language whose every text is in brackets and is no shorter than in English or
Spanish; no text stands outside of brackets. In a language that is written from right to left,
lobby, table and replay are mirrored; cards, what adds up to a sum, and the slider of a replay are
not.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.mirrored import find_different, measure
from tests.browser.pseudo_pages import (
    PAGES,
    PHONE,
    SMALL_PHONE,
    find_cut_off,
    find_small,
    find_unmarked,
)
from tests.browser.scene import DESK, VISITS, Scene, pseudo_scene
from tests.browser.table import broken_words
from tests.present import present
from tests.pseudo import CLOSE, LANGUAGE, MIRRORED, OPEN
from tests.spanish import find_faults

pytestmark = pytest.mark.early

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
TABLET: ViewportSize = {"width": 768, "height": 1024}
SIDEWAYS: ViewportSize = {"width": 640, "height": 360}
ZOOMED: ViewportSize = {"width": 640, "height": 400}  # a desk at 200 %
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
IN_SPANISH = (
    *("lobby of a stranger", "settings", "table with cards chosen", "table of trays"),
    *("result", "replay", "analysis", "games"),
    *(name for name in VISITS if name.startswith("rules of ")),
)
"""The pages with the most on them, and those that are written in each language by itself."""
WITH_LARGE_LETTERS = (
    *("pick", "waiting", "own games", "help", "replay", "summary of an analysis"),
    *("rules of casino", "recovery codes", "authenticator app"),
    *("another player", "a person for the staff"),
)
"""Pages with what cannot be divided: rows, tables, codes, pictures."""
FIND_TOO_WIDE = """places => places.filter((place) => place.scrollWidth > place.clientWidth + 1)
    .map(({ innerText }) => innerText)"""
FIND_GAPS = """rows => rows.map((row) => {
    const [label, number] = [...row.children].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
    });
    return number.left - label.right;
})"""
TO_BE_MIRRORED = {"lobby": 40, "table on turn": 60, "replay": 60, "rules of casino": 60}
"""Pages, and how many elements of each are looked at, at least. The words are English, so that all
is as wide as in English."""
WITH_NAMES = {
    "result": "h1",
    "lobby": "h1, .line-state, .highlights b",
    "table off turn": ".turn-words, .clock-note",
    "notices": ".notice-link b",
    "a step of a replay": ".replay-title, .replay-words b",
    "another's profile": ".profile-more .button",
}
"""Pages, and what names people on them."""
FIND_LOST = """(names) => names.flatMap(
    (name) => [...document.querySelectorAll(`[${name}]`)].flatMap(
        (each) => each.getAttribute(name).split(/\\s+/)
    )
).filter((id) => id && !document.getElementById(id))"""
REFERENCES = ("for", "aria-controls", "aria-describedby", "aria-labelledby", "form", "list")
FIND_BAD_TIMES = """() => [...document.querySelectorAll("time")].map((time) => time.dateTime)
    .filter((time) => !/^\\d{4}(-\\d\\d){2}T(\\d\\d:){2}\\d\\d[+-]\\d{4}$/.test(time))"""
RULES_OF_COLOUR = ("color-contrast", "link-in-text-block")  # the only rules a scheme can break


@pytest.fixture(scope="module")
def scene(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with pseudo_scene(browser, tmp_path_factory.mktemp("scene")) as scene:
        yield scene


def find_barriers(page: Page, *rules: str) -> list[str]:
    """Return what axe finds on the page, by all of its rules or by these."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    # Only a rule about turning a phone, which is off unless asked for, reads the style sheets.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
    if rules:
        options["runOnly"] = list(rules)
    found = page.evaluate("async options => (await axe.run(options)).violations", options)
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"][:3]
    ]


def test_a_barrier_is_found(scene: Scene) -> None:
    page = scene.visit(VISITS["privacy"])
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert find_barriers(page)[0].startswith("button-name: ")


def test_an_unmarked_text_is_found(scene: Scene) -> None:
    page = scene.visit(VISITS["privacy"], language=LANGUAGE)
    before = find_unmarked(page)
    page.evaluate(
        """([open, close]) => {
            const main = document.querySelector("main");
            main.innerHTML = `
                <p title="Say ${open}it${close}">${open}Well <b>marked</b>${close}, not</p>
                <p translate="no">alice</p><i data-copied="Not this">12</i>`;
        }""",
        [OPEN, CLOSE],
    )
    found = [text for text in find_unmarked(page) if text not in before]
    assert [one.text for one in found] == [
        f"Say {OPEN}it{CLOSE}",
        f"{CLOSE}, not",
        "Not this",
    ]


def test_a_text_that_is_cut_off_is_found(scene: Scene) -> None:
    page = scene.visit(VISITS["privacy"], language=LANGUAGE)
    page.evaluate(
        """() => {
            const main = document.querySelector("main");
            main.innerHTML = "<p><span>Some words</span></p>";
            const sheet = new CSSStyleSheet();
            sheet.replaceSync("main span { display: block; width: 2em; overflow: hidden; "
                + "white-space: nowrap }");
            document.adoptedStyleSheets = [sheet];
        }"""
    )
    assert [cut.rpartition(": ")[2] for cut in find_cut_off(page)] == ["Some words"] * 2


def test_a_place_to_tap_that_is_too_small_is_found_but_no_link_in_a_sentence(scene: Scene) -> None:
    page = scene.visit(VISITS["privacy"])
    page.evaluate(
        """() => {
            const main = document.querySelector("main");
            main.innerHTML = `<div><a href="/">Alone</a></div>
                <div>In <a href="/">a</a> sentence</div><div>· <a href="/">Between dots</a> ·</div>
                <p><a href="/">Padded</a></p><p class="low"><a href="/">Cut off</a></p>
                <div class="narrow"><a class="link-button" href="/">Cut off beside</a></div>
                <label class="mark"><input type="checkbox">Box</label>
                <table><tr><td><a class="link-button" href="/">1</a></td></tr></table>`;
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`.low { height: 20px; overflow: hidden }
                .narrow { width: 20px; overflow: hidden } .mark { display: block; height: 20px }
                main a.link-button { display: inline-block; padding: 0; height: 30px }`);
            document.adoptedStyleSheets = [sheet];
        }"""
    )
    found = [small.rpartition(": ")[2] for small in find_small(page, DESK)]
    assert found == ["Alone", "Between dots", "Cut off", "Cut off beside", "Box", "1"]


def test_a_pin_that_hangs_over_a_card_is_no_text_that_is_cut_off(scene: Scene) -> None:
    page = scene.visit(VISITS["table of trays"], language=LANGUAGE)
    page.eval_on_selector("label.goal", "(goal) => goal.classList.add('glows')")
    assert find_cut_off(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_barrier_and_all_of_its_texts_can_be_translated_and_have_room(
    scene: Scene, name: str
) -> None:
    page = scene.visit(PAGES[name], language=LANGUAGE)
    assert find_unmarked(page) == []
    assert find_barriers(page) == []
    assert page.evaluate(FIND_LOST, REFERENCES) == []
    assert page.evaluate(FIND_BAD_TIMES) == []
    page.emulate_media(color_scheme="dark")
    assert find_barriers(page, *RULES_OF_COLOUR) == []
    assert find_cut_off(page, DESK, PHONE, SMALL_PHONE) == []
    assert find_small(page, DESK, PHONE) == []
    assert find_faults(scene.read(PAGES[name], language="es")) == []


def test_moves_that_have_no_room_do_not_lie_on_the_words_above_them(scene: Scene) -> None:
    page = scene.visit(VISITS["table on turn"])
    page.eval_on_selector(
        "#last-move",
        """(strip) => {
            const move = `<li>${"<span class='chip suit-s'>10♠</span> ".repeat(20)}</li>`;
            strip.innerHTML = move.repeat(6);
        }""",
    )
    assert find_barriers(page, *RULES_OF_COLOUR) == []


@pytest.mark.parametrize("name", IN_SPANISH)
def test_nothing_is_cut_off_in_spanish_either(scene: Scene, name: str) -> None:
    page = scene.visit(VISITS[name], language="es")
    assert find_cut_off(page, DESK, PHONE, SMALL_PHONE) == []


@pytest.mark.parametrize("name", WITH_LARGE_LETTERS)
def test_letters_of_twice_the_size_have_room_on_a_phone(scene: Scene, name: str) -> None:
    page = scene.visit(VISITS[name], language="es")
    with letters_of(page, 32):
        assert find_cut_off(page, PHONE) == []
        if name == "replay":
            gaps = page.locator(".replay-points tfoot tr").evaluate_all(FIND_GAPS)
            assert gaps
            assert min(gaps) >= 4


@pytest.mark.parametrize("letters", [16, 32])
@pytest.mark.parametrize("name", ["table on turn", "log-in"])
def test_what_the_header_opens_is_inside_the_narrowest_window(
    scene: Scene, name: str, letters: int
) -> None:
    page = scene.visit(VISITS[name])
    page.set_viewport_size(SMALL_PHONE)
    with letters_of(page, letters):
        for box in page.locator(".site-header details").all():
            box.locator("summary").click()
            opened = present(box.locator("> :not(summary)").bounding_box())
            assert opened["x"] >= 0
            assert opened["x"] + opened["width"] <= SMALL_PHONE["width"]
            header = present(page.locator(".site-header").bounding_box())
            assert opened["y"] <= header["y"] + header["height"] + 12


@contextmanager
def letters_of(page: Page, size: int) -> Iterator[None]:
    """Show the page as to somebody who has set letters of this size in the browser."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    try:
        yield
    finally:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        session.detach()


def test_the_cards_of_a_deck_lie_beside_each_other_with_large_letters(scene: Scene) -> None:
    page = scene.visit(VISITS["shuffle of a game"])
    page.set_viewport_size(PHONE)
    with letters_of(page, 32):
        cards = page.locator(".deck").first.locator(".deck-card")
        assert cards.evaluate_all(FIND_TOO_WIDE) == []


def test_the_sentence_stands_below_the_legend_of_the_hand_with_large_letters(scene: Scene) -> None:
    page = scene.visit(VISITS["table on turn"], language="es")
    page.set_viewport_size(PHONE)
    with letters_of(page, 32):
        legend, sentence = page.locator(".hand-legend"), page.locator("#sentence")
        above, below = (present(each.bounding_box()) for each in (legend, sentence))
        assert legend.evaluate("legend => legend.scrollHeight <= legend.clientHeight + 1")
        assert above["y"] + above["height"] <= below["y"] + 1


@pytest.mark.parametrize("name", TO_BE_MIRRORED)
def test_a_page_is_mirrored_but_for_its_cards(scene: Scene, name: str) -> None:
    page = scene.visit(VISITS[name])
    usual = [measure(page, size) for size in (DESK, PHONE)]
    page = scene.visit(VISITS[name], language=MIRRORED)
    assert page.locator("html").get_attribute("dir") == "rtl"
    for size, (around, inside) in zip((DESK, PHONE), usual, strict=True):
        mirrored, kept = measure(page, size)
        assert len(mirrored) > TO_BE_MIRRORED[name]
        assert find_different(around, mirrored, is_mirrored=True) == []
        assert find_different(inside, kept, is_mirrored=False) == []
    assert find_cut_off(page) == []


def test_the_slider_of_a_replay_goes_to_the_right(scene: Scene) -> None:
    slider = scene.visit(VISITS["replay"], language=MIRRORED).locator("#replay-slider")
    slider.evaluate("slider => slider.value = 0")
    slider.press("ArrowRight")
    assert slider.input_value() == "1"


@pytest.mark.parametrize("name", WITH_NAMES)
def test_a_long_name_of_one_word_makes_no_page_wider(scene: Scene, name: str) -> None:
    page = scene.visit(VISITS[name])
    page.eval_on_selector_all(
        WITH_NAMES[name], "(all) => all.forEach((each) => { each.textContent = 'W'.repeat(30); })"
    )
    assert find_cut_off(page, DESK, LAPTOP, ZOOMED, SMALL_PHONE) == []


def test_in_a_replay_the_tag_of_the_mover_lies_on_no_name_of_two_lines(scene: Scene) -> None:
    page = scene.visit(VISITS["replay"])
    movers = set[str]()
    for step in "12":
        page.keyboard.press("ArrowRight")
        expect(page.locator("#replay")).to_have_attribute("data-step", step)
        for size in (PHONE, SMALL_PHONE):
            page.set_viewport_size(size)
            mover, lines, covered = page.eval_on_selector(
                ".player.has-turn",
                """(player) => {
                    const name = player.querySelector(".player-name");
                    (name.querySelector("a") ?? name).textContent = "Scarlet Pelican";
                    const tag = player.querySelector(".turn-tag").getBoundingClientRect();
                    const { top, bottom, height } = name.getBoundingClientRect();
                    const lines = height / parseFloat(getComputedStyle(name).lineHeight);
                    const covered = Math.min(bottom, tag.bottom) - Math.max(top, tag.top);
                    return [player.className, lines, covered];
                }""",
            )
            movers.add(mover)
            assert round(lines) == 2
            assert covered < 2
    assert len(movers) == 2


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_word_beside_the_points_of_a_replay_is_broken(scene: Scene, language: str) -> None:
    page = scene.visit(VISITS["replay"], language=language)
    name = "(names) => names.forEach((name) => { name.textContent = 'Patient Nightingale'; })"
    page.eval_on_selector_all(".replay-points .column-name", name)
    for size in (DESK, LAPTOP, TABLET, PHONE, SMALL_PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        heads = ".replay-points .sheet :is(.column-name, th[scope='row'])"
        assert broken_words(page, heads) == [], f"at {size}"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["table on turn", "watching"])
def test_no_word_of_the_point_sheet_and_of_the_buttons_is_broken_at_a_desk(
    scene: Scene, name: str, language: str
) -> None:
    page = scene.visit(VISITS[name], language=language)
    for width, height in (
        (961, 700),
        (1024, 640),
        (1024, 768),
        (1100, 700),
        (1200, 700),
        (1280, 800),
        (1440, 900),
    ):
        page.set_viewport_size({"width": width, "height": height})
        assert broken_words(page, "#points th[scope='row'], .action") == [], f"at {width}"
        wide = "(actions) => actions.some((each) => each.scrollWidth > each.clientWidth)"
        assert not page.eval_on_selector_all("#actions", wide), f"at {width}"


def test_a_watcher_reads_short_names_whole_above_the_point_sheet(scene: Scene) -> None:
    page = scene.visit(VISITS["watching"])
    name = "(names) => names.forEach((name) => { name.textContent = 'Summer Magpie'; })"
    page.eval_on_selector_all("#points .column-name", name)
    for width, height in ((961, 700), (1024, 640), (1024, 768), (1100, 700), (1199, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert broken_words(page, "#points .column-name") == [], f"at {width}"


@pytest.mark.parametrize("name", ["replay", "looking back at trays"])
def test_beside_a_replay_on_a_phone_held_sideways_all_is_in_rows(scene: Scene, name: str) -> None:
    page = scene.visit(VISITS[name])
    hands = page.locator(".replay-perspectives")
    for size in (SIDEWAYS, ViewportSize(width=740, height=360)):
        page.set_viewport_size(size)
        tops = page.locator(".replay-buttons .button").evaluate_all(
            "(buttons) => buttons.map((button) => button.getBoundingClientRect().top)"
        )
        assert min(tops.count(top) for top in tops) >= 3, f"at {size}"
        buttons, speed = (
            present(page.locator(place).bounding_box())
            for place in (".replay-buttons", ".replay-speed select")
        )
        assert buttons["y"] + buttons["height"] + 4 <= speed["y"], f"at {size}"
        assert hands.count() == (name == "replay")
        for shown in hands.all():
            assert shown.evaluate("(hands) => hands.scrollWidth <= hands.clientWidth")


def test_held_sideways_the_tag_of_a_distant_mover_lies_on_no_words(scene: Scene) -> None:
    page = scene.visit(VISITS["watching"])
    for size in (SIDEWAYS, ViewportSize(width=740, height=360)):
        page.set_viewport_size(size)
        above, tag, below = (
            present(page.locator(place).first.bounding_box())
            for place in (".far .pips", ".far .turn-tag", "#last-move li:last-child b")
        )
        assert above["y"] + above["height"] <= tag["y"] + 1, f"at {size}"
        assert tag["y"] + tag["height"] <= below["y"] + 1, f"at {size}"


def test_held_sideways_whoever_watches_is_told_so_in_sight(scene: Scene) -> None:
    page = scene.visit(VISITS["watching"])
    for size in (SIDEWAYS, ViewportSize(width=740, height=360)):
        page.set_viewport_size(size)
        told = present(page.locator(".watching").bounding_box())
        assert told["y"] + told["height"] <= size["height"], f"at {size}"


def test_no_word_of_a_summary_is_broken_on_a_phone(scene: Scene) -> None:
    page = scene.visit(VISITS["summary of an analysis"], language="es")
    page.set_viewport_size(PHONE)
    name = "(cell) => { cell.textContent = 'Alejandra Fernández de la Vega y Soto'; }"
    page.locator(".summary tbody th").first.evaluate(name)
    assert page.locator(".summary thead th").count() == 3
    assert broken_words(page, ".summary thead th") == []


def test_the_header_of_a_table_fits_into_every_window(scene: Scene) -> None:
    page = scene.visit(VISITS["table on turn"], language="es")
    for is_next in (False, True):
        page.evaluate(
            """(isNext) => {
                document.querySelector("#turns-count").hidden = false;
                document.querySelector("#turns-next").hidden = !isNext;
                document.querySelector(".menu-name").textContent = "W".repeat(30);
            }""",
            is_next,
        )
        for width in (417, 449, 480, 545, 610, 690, 720, 800, 961):
            page.set_viewport_size({"width": width, "height": 400})
            assert_header_is_one_line(page, width)


def test_the_header_of_a_stranger_fits_into_every_window(scene: Scene) -> None:
    page = scene.visit(VISITS["lobby of a stranger"], language="es")
    for width in (320, 360, 417, 430, 449, 480, 545, 561, 610, 657, 690, 720, 961):
        page.set_viewport_size({"width": width, "height": 400})
        assert_header_is_one_line(page, width)


def test_the_header_of_a_player_fits_into_every_window(scene: Scene) -> None:
    page = scene.visit(VISITS["own games"], language="es")
    page.eval_on_selector(".menu-name", 'name => { name.textContent = "W".repeat(30); }')
    for width in (417, 449, 480, 545, 561, 610, 656, 657, 673, 690, 720, 737, 961):
        page.set_viewport_size({"width": width, "height": 400})
        assert_header_is_one_line(page, width)


def assert_header_is_one_line(page: Page, width: int) -> None:
    """Nothing in the header lies on its neighbour, below it, or outside of the window."""
    edges = page.eval_on_selector_all(
        ".brand > *, .turns > *, .bell-menu, .site-nav > *",
        """(all) => all.map((each) => each.getBoundingClientRect())
            .filter(({ width }) => width > 1)
            .flatMap(({ left, right }) => [left, right])""",
    )
    assert edges == sorted(edges), f"at {width}"
    assert edges[-1] <= width


def test_nothing_lies_on_the_way_to_typing_a_move_in_small_windows(scene: Scene) -> None:
    page = scene.visit(VISITS["table on turn"], language="es")
    for size in (SMALL_PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        typing, quitting = (
            present(page.locator(place).bounding_box())
            for place in ("#typing summary", "#quitting summary")
        )
        assert typing["x"] + typing["width"] <= quitting["x"], f"at {size}"
        assert quitting["x"] + quitting["width"] <= size["width"], f"at {size}"
        assert find_cut_off(page, size) == []


def test_buttons_below_each_other_do_not_touch(scene: Scene) -> None:
    page = scene.visit(VISITS["table to join"])
    first, second = page.evaluate(
        """() => {
            const join = document.querySelector(".waiting form:has(.button-big)");
            const decline = join.cloneNode(true); // as in an invitation
            join.after(decline);
            return [join, decline].map((form) => form.querySelector("button"))
                .map((button) => button.getBoundingClientRect())
                .map(({ top, bottom }) => [top, bottom]);
        }"""
    )
    assert first[1] + 8 <= second[0]


def test_all_secret_cards_and_what_their_badges_mean_are_in_sight(scene: Scene) -> None:
    page = scene.visit(VISITS["pick"])
    for size in (DESK, LAPTOP):
        page.set_viewport_size(size)
        badges, grid, bar = (
            present(page.locator(place).bounding_box())
            for place in (".badges", ".pick-grid", ".pick-send")
        )
        assert badges["y"] + badges["height"] <= grid["y"]
        assert grid["y"] + grid["height"] <= bar["y"] + 1, f"at {size}"


@pytest.mark.parametrize("language", ["en", "es"])
def test_cards_to_pick_from_are_in_sight_on_a_phone_held_sideways(
    scene: Scene, language: str
) -> None:
    page = scene.visit(VISITS["pick"], language=language)
    for size in (SIDEWAYS, ViewportSize(width=740, height=360)):
        page.set_viewport_size(size)
        card, bar = (
            present(page.locator(place).first.bounding_box())
            for place in (".pick-row .card", ".pick-send")
        )
        assert card["y"] + 20 <= bar["y"], f"at {size}"


def test_the_focus_on_whose_turn_it_is_covers_nothing(scene: Scene) -> None:
    page = scene.visit(VISITS["table on turn"])
    page.focus("#turn")
    below = page.eval_on_selector(
        "#turn",
        """(turn) => {
            const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(turn);
            if (outlineStyle === "none") return null;
            return parseFloat(outlineWidth) + parseFloat(outlineOffset);
        }""",
    )
    assert below is not None, "the focus is not seen"
    assert below <= 1


def test_own_games_are_printed_dark_on_white_and_inside_the_paper(scene: Scene) -> None:
    page = scene.visit(VISITS["own games"])
    page.emulate_media(media="print", color_scheme="dark")
    fills = page.evaluate(
        """() => ["color", "backgroundColor"].map((name) => {
            const [red, green, blue] = getComputedStyle(document.body)[name].match(/\\d+/g);
            return (Number(red) + Number(green) + Number(blue)) / 3;
        })"""
    )
    scheme = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    cut = find_cut_off(page, {"width": 794, "height": 1123})
    page.emulate_media(media="screen", color_scheme="light")
    assert fills[0] < 60
    assert fills[1] > 200
    assert scheme == "light"
    assert cut == []


OUTLINE = """(card) => {
    const { outlineColor, outlineOffset } = getComputedStyle(card);
    return [outlineColor, outlineOffset];
}"""


@pytest.mark.parametrize(("name", "cards"), [("table on turn", ".hand"), ("pick", ".pick-grid")])
def test_the_focus_is_seen_on_a_chosen_card_too(scene: Scene, name: str, cards: str) -> None:
    page = scene.visit(VISITS[name])
    page.locator(f"{cards} input").nth(1).press("ArrowLeft")  # chooses the card before it
    chosen = page.locator(f"{cards} :checked + .card")
    focused = chosen.evaluate(OUTLINE)
    page.locator(f"{cards} :checked").blur()
    assert chosen.evaluate(OUTLINE) != focused


def test_the_focus_on_the_hand_is_seen_as_well_as_elsewhere_beside_the_felt(scene: Scene) -> None:
    page = scene.visit(VISITS["table on turn"])
    page.locator(".hand input").first.press("Tab")
    elsewhere = page.locator(":focus").evaluate(OUTLINE)
    page.keyboard.press("Shift+Tab")
    assert page.locator(".hand input:focus + .card").evaluate(OUTLINE)[0] == elsewhere[0]


def test_a_replay_is_printed_with_every_move(scene: Scene) -> None:
    page = scene.visit(VISITS["replay"])
    page.set_viewport_size(ZOOMED)
    page.emulate_media(media="print")
    hidden, shown = page.eval_on_selector(
        "#replay-list", "list => [list.scrollHeight - list.clientHeight, list.clientHeight]"
    )
    controls = page.locator(".replay-controls").is_visible()
    page.emulate_media(media="screen")
    assert shown
    assert (hidden, controls) == (0, False)


@pytest.mark.parametrize("name", ["table off turn", "result"])
def test_what_stands_below_a_table_begins_at_one_edge(scene: Scene, name: str) -> None:
    page = scene.visit(VISITS[name])
    edges = {
        present(page.locator(place).bounding_box())["x"]
        for place in (".board-foot", ".notes", ".to-people")
    }
    assert len(edges) == 1
