"""Make the icons of the installed site and the picture shown with its links, from static/icons.

    .venv/bin/python -m bench.make_icons

Phones and messengers want pictures of fixed sizes. Chromium draws them.
"""

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import start_browser
from tests.running import ROOT

ICONS = ROOT / "static" / "icons"
MADE = {
    "site-192": ("site", 192, 192),
    "site-512": ("site", 512, 512),
    "site-maskable-512": ("site-maskable", 512, 512),
    "apple-touch-icon": ("site-maskable", 180, 180),
    "preview": ("preview", 1200, 630),
}
"""The picture, the drawing that it shows, and its width and height in pixels."""


def make_icons() -> None:
    """Draw every picture."""
    with sync_playwright() as playwright:
        browser = start_browser(playwright)
        page = browser.new_page()
        for name, (drawing, width, height) in MADE.items():
            (ICONS / f"{name}.png").write_bytes(draw(page, drawing, width, height))
        browser.close()


def draw(page: Page, drawing: str, width: int, height: int) -> bytes:
    """Return a drawing as a PNG, transparent where it draws nothing."""
    page.set_viewport_size({"width": width, "height": height})
    svg = (ICONS / f"{drawing}.svg").read_text().replace("<svg ", f'<svg width="{width}" ', 1)
    page.set_content(f'<body style="margin:0;line-height:0">{svg}</body>')
    return page.screenshot(omit_background=True)


if __name__ == "__main__":
    make_icons()
