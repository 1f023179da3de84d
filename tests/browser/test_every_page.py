"""Every page of the site has no barrier that axe finds, in light and in dark, fits the width of a
small phone, and causes no error in the console.

In a language whose every text is in brackets, no text stands outside of them, and none is cut off,
though all are longer.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.pseudo_pages import PAGES, find_cut_off, find_unmarked
from tests.browser.scene import VISITS, Scene, pseudo_scene
from tests.pseudo import CLOSE, LANGUAGE, OPEN

pytestmark = pytest.mark.early

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
SMALL_PHONE: ViewportSize = {"width": 320, "height": 568}
RULES_OF_COLOUR = ("color-contrast", "link-in-text-block")  # the only rules a scheme can break


@pytest.fixture(scope="module")
def scene(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with pseudo_scene(browser, tmp_path_factory.mktemp("scene")) as scene:
        yield scene


def find_barriers(page: Page, *rules: str) -> list[str]:
    """Return what axe finds on the page, by all of its rules or by these."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
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


@pytest.mark.parametrize("name", VISITS)
def test_a_page_has_no_barrier_in_light_and_dark_and_fits_a_small_phone(
    scene: Scene, name: str
) -> None:
    page = scene.visit(VISITS[name])
    assert find_barriers(page) == []
    page.emulate_media(color_scheme="dark")
    assert find_barriers(page, *RULES_OF_COLOUR) == []
    page.set_viewport_size(SMALL_PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]


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


@pytest.mark.parametrize("name", PAGES)
def test_every_text_of_a_page_can_be_translated_and_has_room(scene: Scene, name: str) -> None:
    page = scene.visit(PAGES[name], language=LANGUAGE)
    assert find_unmarked(page) == []
    assert find_cut_off(page) == []
