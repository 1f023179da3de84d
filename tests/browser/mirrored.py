"""Measures where everything is on a page, to compare it with the same page mirrored."""

from playwright.sync_api import Page, ViewportSize

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

Places = list[tuple[str, float, float]]


def measure(page: Page, size: ViewportSize) -> tuple[Places, Places]:
    """Return how far everything is from the left and from the right."""
    page.set_viewport_size(size)
    around, inside = page.evaluate(MEASURE, NEVER_MIRRORED)
    return around, inside


def find_different(one: Places, other: Places, *, is_mirrored: bool) -> list[str]:
    """Return what is not where it should be on the other page."""
    assert [name for name, *_ in one] == [name for name, *_ in other]
    found = []
    for (name, left, right), (_, *across) in zip(one, other, strict=True):
        expected = (right, left) if is_mirrored else (left, right)
        if any(abs(a - b) > 2 for a, b in zip(expected, across, strict=True)):
            found.append(f"{name} is at {across}, not {expected}")
    return found
