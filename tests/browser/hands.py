"""Cards moved by mouse and by finger, through the browser's real input events."""

from playwright.sync_api import Locator, Page

STEPS = 4
# Chromium decides by the last frame drawn where a finger scrolls and where it drags.
NEXT_FRAME = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"
REST_MS = 60


def card(page: Page, code: str) -> Locator:
    return page.locator(f"label:has(#c-{code})")


def pile(page: Page, key: str) -> Locator:
    return page.locator(f'label:has([id="p-{key}"])')


class EmptyFelt:
    """An empty place on the table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def bounding_box(self) -> dict[str, float]:
        place = self.page.evaluate(
            """() => {
                const { left, right, top, bottom } = document.querySelector(".piles")
                    .getBoundingClientRect();
                for (let y = bottom - 4; y > top; y -= 8) {
                    for (let x = left + 4; x < right; x += 8) {
                        const found = document.elementFromPoint(x, y);
                        if (found?.matches(".piles, .felt")) return [x, y];
                    }
                }
            }"""
        )
        return {"x": place[0], "y": place[1], "width": 0, "height": 0}


Place = Locator | EmptyFelt


def middle(place: Place) -> tuple[float, float]:
    box = place.bounding_box()
    assert box, "it is not on the page"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Mouse:
    """A mouse that carries cards."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, source: Place, target: Place) -> None:
        """Carry a card to its target without letting go."""
        self.page.mouse.move(*middle(source))
        self.page.mouse.down()
        self.page.mouse.move(*middle(target), steps=STEPS)

    def drag(self, source: Place, target: Place) -> None:
        self.take(source, target)
        self.page.mouse.up()


class Finger:
    """A finger on the glass that carries cards."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.devices = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        self.devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def take(self, source: Place, target: Place) -> None:
        """Carry a card to its target without letting go."""
        self.page.evaluate(NEXT_FRAME)
        (x, y), (to_x, to_y) = middle(source), middle(target)
        self.touch("touchStart", (x, y))
        for step in range(1, STEPS + 1):
            part = step / STEPS
            self.touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))

    def drag(self, source: Place, target: Place) -> None:
        self.take(source, target)
        # Lifted while moving, the finger would start a fling, which the next tap would only stop.
        # A move to where the finger is already would not count.
        self.page.wait_for_timeout(REST_MS)
        x, y = middle(target)
        self.touch("touchMove", (x + 1, y))
        self.touch("touchEnd")

    def tap(self, place: Place) -> None:
        self.page.evaluate(NEXT_FRAME)
        self.touch("touchStart", middle(place))
        self.touch("touchEnd")
