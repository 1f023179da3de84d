"""Letters and words further apart, as WCAG 1.4.12 has them, still have room."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.table import BLANK, DAYS, start_against_computers

SPACED = """() => {
    const spaced = new CSSStyleSheet();
    spaced.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; "
        + "word-spacing: .16em !important }");
    document.adoptedStyleSheets = [spaced];
}"""
FIND_TOO_WIDE = """cells => cells.flatMap((cell) => {
    const rank = document.createRange();
    rank.selectNode(cell.firstChild);
    const { width } = rank.getBoundingClientRect();
    return width > cell.clientWidth ? [`${cell.firstChild.data}: ${width}`] : [];
})"""


@pytest.mark.parametrize("size", [(1280, 800), (980, 700), (360, 740), (320, 568)])
def test_every_rank_has_room_in_its_cell_of_the_card_counter(
    open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = open_page(BLANK, width=size[0], height=size[1])
    start_against_computers(page, "casino", move_time=DAYS)
    if size[0] < 740:
        page.check("#tab-counter", force=True)
    page.evaluate(SPACED)
    ranks = page.locator(".counter td")
    assert ranks.count() == 52
    assert ranks.evaluate_all(FIND_TOO_WIDE) == []
