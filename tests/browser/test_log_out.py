"""Once somebody has logged out, the browser shows and keeps nothing of theirs.

Neither a step back in its history nor a page asked for offline does, and whoever logs in next finds
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.conftest import PATIENCE_MS
from tests.browser.scene import sign_up
from tests.browser.table import (
    UNTIMED,
    choose_card,
    hand,
    post,
    start_against_computers,
    wait_until,
)
from tests.browser.test_app import WORKS, check_what_is_kept
from tests.running import Site

NOTES = "what only the first one knows"
NOTE_BADGES = """
globalThis.badges = [];
navigator.setAppBadge = async (number) => { badges.push(number); };
navigator.clearAppBadge = async () => { badges.push(0); };
"""
STORED = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"


def find_private(page: Page, held: list[str]) -> list[str]:
    """Return what of the first person's the page contains."""
    content = page.content()
    private = [NOTES, "frieda", *(f'id="c-{card}"' for card in held)]
    return [words for words in private if words in content]


def note_kept(page: Page) -> list[str]:
    """Return a list, which grows by each page that a browser may keep for a step back.

    The browser of the tests keeps no whole pages, as others do (the back/forward cache), and asks
    again for what varies with a cookie that has changed. So what is shown after a step back would
    say nothing about a page that only `no-store` keeps out of other browsers.
    """
    kept: list[str] = []

    def note(response: Response) -> None:
        is_page = response.request.is_navigation_request() and response.status not in (301, 302)
        if is_page and "no-store" not in response.headers.get("cache-control", ""):
            kept.append(urlsplit(response.url).path)

    page.on("response", note)
    return kept


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """A browser that keeps what it may. After a log-out, the private table is missing, with 404."""
    context = browser.new_context(base_url=site.url)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.add_init_script(NOTE_BADGES)
    page.goto("/")
    yield page
    context.close()


def test_other_pages_that_stay_open_show_nothing_more_of_whoever_has_logged_out(
    page: Page,
) -> None:
    sign_up(page, "hanna")
    others = {}
    for path in ("/", "/archive/?show=all", "/games/mine/", "/notices/settings/"):
        others[path] = page.context.new_page()
        with others[path].expect_websocket():
            others[path].goto(path)
        expect(others[path].locator(".menu-name")).to_have_text("hanna")
    page.goto("/accounts/logout/")
    page.click("main form button")
    for path, other in others.items():
        expect(other.locator("a[href^='/accounts/login/'], #id_login").first).to_be_visible()
        assert "hanna" not in other.content(), path
    assert others["/archive/?show=all"].url.endswith("/archive/?show=all")


def test_nothing_of_whoever_has_logged_out_is_left(page: Page) -> None:
    wait_until(page, lambda: bool(page.evaluate(WORKS)), "the service worker")
    sign_up(page, "frieda")
    kept = note_kept(page)
    start_against_computers(page, "casino", move_time=UNTIMED)
    table, held = urlsplit(page.url).path, hand(page)
    post(page, f"{table}notes/", text=NOTES)
    page.reload()
    choose_card(page, held[0])
    assert find_private(page, held) == [NOTES, "frieda", *(f'id="c-{card}"' for card in held)]
    assert page.evaluate("badges.at(-1)") == 1
    for path in ("/rules/", "/accounts/settings/", "/accounts/logout/"):
        page.goto(path)
    assert kept == []
    other = page.context.new_page()
    other.goto(table)
    expect(other.locator(f"#c-{held[0]}")).to_be_attached()
    page.click("main form button")
    expect(page.locator("a[href^='/accounts/login/']").first).to_be_visible()
    assert page.evaluate("badges.at(-1)") == 0
    expect(other.locator(".error-code")).to_be_visible()
    assert find_private(other, held) == []
    other.close()

    seen = set()
    for _ in range(6):
        page.go_back()
        page.wait_for_load_state()
        seen.add(urlsplit(page.url).path)
        assert find_private(page, held) == [], page.url
    assert table in seen
    page.context.set_offline(True)
    for path in (table, "/accounts/settings/", "/games/mine/"):
        page.goto(path)
        expect(page.locator("#device-offline")).to_be_visible()
        assert find_private(page, held) == [], path
    page.go_back()
    assert find_private(page, held) == [], page.url
    check_what_is_kept(page)
    page.context.set_offline(False)

    page.goto("/")
    stored = page.evaluate(STORED)
    assert [words for words in (NOTES, "frieda", table) if words in stored] == []
    sign_up(page, "gregor")
    for path in ("/", table, "/games/mine/", "/notices/", "/notices/devices/"):
        page.goto(path)
        assert find_private(page, held) == [], path
