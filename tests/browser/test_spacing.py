"""Letters and words further apart, as WCAG 1.4.12 has them, still have room."""

from collections.abc import Callable

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


def test_every_rank_has_room_in_its_cell_of_the_card_counter(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(BLANK)
    start_against_computers(page, "casino", move_time=DAYS)
    page.evaluate(SPACED)
    ranks = page.locator(".counter td")
    assert ranks.count() == 52
    for width, height in ((1280, 800), (980, 700), (360, 740), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        if width < 740:
            page.check("#tab-counter", force=True)
        assert ranks.first.is_visible(), f"at {width} x {height}"
        assert ranks.evaluate_all(FIND_TOO_WIDE) == [], f"at {width} x {height}"
