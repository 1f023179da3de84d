"""Take the pictures in docs/images: two guests on a site of their own, a game half played.

    .venv/bin/python -m bench.screenshots [directory]

The cards are shuffled anew each time, so no two runs give the same picture.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import table
from tests.running import ROOT, running_site

MOVES = 18
WIDTHS = {"table": (1280, 800), "table-phone": (360, 640)}


def take_pictures(directory: Path) -> None:
    """Play the game and save one picture for each width."""
    directory.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as temporary,
        running_site(Path(temporary)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        pages: list[Page] = []
        for width, height in WIDTHS.values():
            page = browser.new_page(viewport={"width": width, "height": height}, base_url=site.url)
            page.goto("/")
            page.click("text=Play now")
            pages.append(page)
        for page, card in zip(pages, ("7H", "6C"), strict=True):
            page.wait_for_selector("#pick")
            table.pick_secret(page, card)
        for page in pages:
            page.wait_for_selector("#play .hand")
        for _ in range(MOVES):
            table.wait_until(pages[0], lambda: any(map(table.has_turn, pages)), "a turn")
            table.play_something(next(filter(table.has_turn, pages)))
        for name, page in zip(WIDTHS, pages, strict=True):
            page.wait_for_timeout(500)
            page.screenshot(path=directory / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
