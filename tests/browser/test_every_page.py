"""Every page of the site has no barrier that axe finds, in light and in dark, fits the width of a
small phone, and causes no error in the console."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.scene import VISITS, Scene, set_scene
from tests.running import Site

pytestmark = pytest.mark.early

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
SMALL_PHONE: ViewportSize = {"width": 320, "height": 568}
RULES_OF_COLOUR = ("color-contrast", "link-in-text-block")  # the only rules a scheme can break


@pytest.fixture(scope="module")
def scene(browser: Browser, site: Site) -> Iterator[Scene]:
    with set_scene(browser, site) as scene:
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
