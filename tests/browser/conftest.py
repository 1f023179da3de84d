"""A whole site, `manage.py serve` on an empty database, and visitors in Chromium."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.running import Site, running_site

ADDRESSES = itertools.count(1)
# Long enough for a busy machine: only a failing test waits this long.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)

# Until its scripts have run, a page behaves as if there were none. Hide it until then: Playwright
# waits until an element is visible before it clicks it.
UNSEEN_UNTIL_LOADED = """{
  const unseen = new CSSStyleSheet();
  unseen.replaceSync("html { visibility: hidden !important }");
  document.adoptedStyleSheets = [unseen];
  addEventListener("load", () => { document.adoptedStyleSheets = []; });
}"""


def start_browser(playwright: Playwright) -> Browser:
    """Start the system's Chromium, even as root; its headless shell needs less of the processor.

    All pages of a visitor share one process: otherwise each visitor would start two, and the first
    one, for the empty page, would be of no further use.
    """
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(
        executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
        args=[*sandbox, "--disable-dev-shm-usage", "--renderer-process-limit=1"],
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium, even as root."""
    with sync_playwright() as playwright:
        chromium = start_browser(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site shared by tests that do not affect each other."""
    with running_site(tmp_path_factory.mktemp("site"), TRUSTED_PROXIES="127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A new site for the tests of one file."""
    with running_site(tmp_path_factory.mktemp("own"), TRUSTED_PROXIES="127.0.0.1") as running:
        yield running


EXPECTED = (
    *("WebSocket", "INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest"),
    *("status of 403", "status of 422", "status of 429"),
)
"""Errors that tests cause: broken connections, refused pages and moves, and too many posts."""


@contextlib.contextmanager
def visitors(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a page in a new browser, as a stranger: by default the lobby.

    No page may report an error, neither in its scripts nor against the content security policy.
    """
    errors: list[str] = []
    contexts = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in EXPECTED):
            errors.append(f"{message.text} ({message.location.get('url')})")

    def open_one(
        at: str = "/",
        *,
        width: int = 1280,
        height: int = 800,
        service_workers: Literal["allow", "block"] = "block",
        **options: Any,
    ) -> Page:
        context = browser.new_context(
            base_url=site.url,
            # It would answer requests that tests watch or answer themselves.
            service_workers=service_workers,
            viewport={"width": width, "height": height},
            # Each has its own address, because guest accounts are limited by address.
            extra_http_headers={"X-Forwarded-For": f"fd00::{next(ADDRESSES):x}:0:0:0:1"},
            **options,
        )
        context.set_default_timeout(PATIENCE_MS)
        if options.get("java_script_enabled", True):
            context.add_init_script(UNSEEN_UNTIL_LOADED)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(at)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page of the site; see `visitors`."""
    with visitors(browser, site) as open_one:
        yield open_one


@pytest.fixture
def open_own_page(browser: Browser, own_site: Site) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page of the file's own site; see `visitors`."""
    with visitors(browser, own_site) as open_one:
        yield open_one
