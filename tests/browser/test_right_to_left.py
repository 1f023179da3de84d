"""In a language that is written from right to left, lobby, table and replay are mirrored.

Cards, what adds up to a sum, and the slider of a replay are not. The words are English, so that
all is as wide as in English.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.pseudo_pages import PHONE, find_cut_off
from tests.browser.scene import DESK, VISITS, Scene, pseudo_scene
from tests.pseudo import MIRRORED

PAGES = {"lobby": 40, "table on turn": 60, "replay": 60, "rules of casino": 60}
NEVER_MIRRORED = (
    ".hand, .stack, .backs, .secret, .chips, .replay-hand, .example-cards, .chart, "
    ".replay-jump, .replay-buttons"
)
# Where everything is, across the page; and in what is never mirrored, across that.
MEASURE = """never => {
    document.querySelector(".languages")?.remove(); // the code of the language, short or long
    for (const age of document.querySelectorAll(".line-state .line-time")) age.textContent = "old";
    const page = [], inside = [];
    for (const element of document.querySelectorAll("header *, main *")) {
        if (!element.checkVisibility() || element.closest("svg, picture, option, time")) continue;
        const box = element.getBoundingClientRect();
        if (box.width < 2 || getComputedStyle(element).translate !== "none") continue;
        const name = `${element.localName}.${element.className}#${element.id}`;
        const around = element.parentElement.closest(never)?.getBoundingClientRect();
        if (around) inside.push([name, box.left - around.left, around.right - box.right]);
        else if (getComputedStyle(element).display !== "inline") {
            page.push([name, box.left, document.documentElement.clientWidth - box.right]);
        }
    }
    return [page, inside];
}"""


@pytest.fixture(scope="module")
def scene(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with pseudo_scene(browser, tmp_path_factory.mktemp("scene")) as scene:
        yield scene


Places = list[tuple[str, float, float]]


def measure(page: Page, size: ViewportSize) -> tuple[Places, Places]:
    """Return how far everything is from the left and from the right."""
    page.set_viewport_size(size)
    around, inside = page.evaluate(MEASURE, NEVER_MIRRORED)
    return around, inside


def find_different(one: Places, other: Places, *, is_mirrored: bool) -> list[str]:
    assert [name for name, *_ in one] == [name for name, *_ in other]
    found = []
    for (name, left, right), (_, *across) in zip(one, other, strict=True):
        expected = (right, left) if is_mirrored else (left, right)
        if any(abs(a - b) > 2 for a, b in zip(expected, across, strict=True)):
            found.append(f"{name} is at {across}, not {expected}")
    return found


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_mirrored_but_for_its_cards(scene: Scene, name: str) -> None:
    page = scene.visit(VISITS[name])
    usual = [measure(page, size) for size in (DESK, PHONE)]
    page = scene.visit(VISITS[name], language=MIRRORED)
    assert page.locator("html").get_attribute("dir") == "rtl"
    for size, (around, inside) in zip((DESK, PHONE), usual, strict=True):
        mirrored, kept = measure(page, size)
        assert len(mirrored) > PAGES[name]
        assert find_different(around, mirrored, is_mirrored=True) == []
        assert find_different(inside, kept, is_mirrored=False) == []
    assert find_cut_off(page) == []


def test_the_slider_of_a_replay_goes_to_the_right(scene: Scene) -> None:
    slider = scene.visit(VISITS["replay"], language=MIRRORED).locator("#replay-slider")
    slider.evaluate("slider => slider.value = 0")
    slider.press("ArrowRight")
    assert slider.input_value() == "1"
