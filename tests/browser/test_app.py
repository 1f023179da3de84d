"""The site as an installed app: what browsers keep of it, and what they show without it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import (
    BLANK,
    UNTIMED,
    choose_card,
    hand,
    has_turn,
    is_over,
    start_against_computers,
    wait_until,
)

OpenPage = Callable[..., Page]

WORKS = "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      kept[new URL(request.url).pathname] = await (await cache.match(request)).text();
    }
  }
  return kept;
}"""
HASHED_FILE = re.compile(r"/static/(?!cards/).*\.[0-9a-f]{12}\.\w+")
CARDS_ON_PAGE = re.compile(r"[♠♥♦♣]|/cards/|csrfmiddlewaretoken")
DENY = """
for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
}
Object.defineProperty(navigator, "serviceWorker", {
  get() { throw new DOMException("no", "SecurityError"); },
});
navigator.setAppBadge = navigator.clearAppBadge = async () => {
  throw new DOMException("no", "NotAllowedError");
};
"""
OLDER = """
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address.replace(/release=[0-9a-f]{12}/, "release=0123456789ab"));
  }
};
"""
"""Has the sockets of a page name an older release."""


@pytest.fixture
def app(open_page: OpenPage) -> Page:
    """Open the lobby in a browser whose service worker has begun."""
    page = open_page(service_workers="allow")
    wait_until(page, lambda: bool(page.evaluate(WORKS)), "the service worker")
    return page


def test_no_page_with_cards_is_kept_neither_after_a_game_nor_after_log_out(app: Page) -> None:
    start_against_computers(app, "casino", move_time=UNTIMED)
    choose_card(app, hand(app)[0])
    app.click("#do-drop")
    wait_until(app, lambda: len(hand(app)) == 3, "the move")
    app.reload()
    table = app.url
    app.goto(f"{table}replay/")
    app.goto(table)
    app.click(".action-quit")
    app.click("#quitting button")
    wait_until(app, lambda: is_over(app), "the end")
    check_what_is_kept(app)
    app.goto("/accounts/logout/")
    app.click("main form button")
    app.wait_for_url("**/")
    check_what_is_kept(app)


def check_what_is_kept(page: Page) -> None:
    kept = page.evaluate(KEPT)
    pages = [path for path in kept if not HASHED_FILE.fullmatch(path)]
    assert pages == ["/offline/"]
    assert not CARDS_ON_PAGE.search(kept["/offline/"])
    assert any(path.endswith(".css") for path in kept)


def test_a_page_asked_for_offline_says_so_and_comes_when_the_connection_is_back(app: Page) -> None:
    app.context.set_offline(True)
    app.goto("/rules/casino/")
    expect(app.locator("#device-offline")).to_be_visible()
    expect(app.locator("#site-silent")).to_be_hidden()
    assert app.locator("#offline").evaluate("main => getComputedStyle(main).maxWidth") != "none"
    app.context.set_offline(False)
    expect(app.locator("#offline")).to_have_count(0)
    assert app.url.endswith("/rules/casino/")
    expect(app.locator("h1")).to_contain_text("Casino")


SHOWN = """async () => (await registration.getNotifications())
  .map(({ title, tag }) => [tag, title]).sort()"""
# Chromium’s headless shell allows no notifications, and ends a worker that sets a badge. What is
# shown there is noted in their place.
NOTE_SHOWN = """() => {
  navigator.setAppBadge = navigator.clearAppBadge = async () => {};
  if (Notification.permission === "granted") return;
  const shown = new Map();
  registration.showNotification = async (title, { tag = "", data } = {}) => {
    shown.set(tag, { title, tag, data, close: () => shown.delete(tag) });
  };
  registration.getNotifications = async () => [...shown.values()];
}"""
# A test cannot press a notification, and only a real click may open or focus a window.
CLICK = """async () => {
  let done = null;
  clients.openWindow = async (address) => { done = `opened ${new URL(address).pathname}`; };
  WindowClient.prototype.focus = async function () {
    done = `focused ${new URL(this.url).pathname}`;
  };
  const [notification] = await registration.getNotifications();
  const click = new ExtendableEvent("notificationclick");
  dispatchEvent(Object.defineProperty(click, "notification", { value: notification }));
  while (done === null) await new Promise((resolve) => setTimeout(resolve, 20));
  return [done, (await registration.getNotifications()).length];
}"""
GAME = "/rules/casino/"  # any page that everybody may see


def test_a_message_is_shown_once_for_each_game_and_a_click_leads_there(
    open_page: OpenPage,
) -> None:
    page = open_page(GAME, service_workers="allow", permissions=["notifications"])
    wait_until(page, lambda: bool(page.evaluate(WORKS)), "the service worker")
    deliver = find_delivery(page)
    (worker,) = page.context.service_workers
    worker.evaluate(NOTE_SHOWN)
    deliver(message("casino", "Your turn"))
    deliver(message("casino", "Your time is running out"))
    shown = [["casino", "Your time is running out"]]
    wait_until(page, lambda: bool(worker.evaluate(SHOWN) == shown), "the newest message alone")
    assert worker.evaluate(CLICK) == [f"focused {GAME}", 0]

    page.goto("/offline/")
    deliver(message("casino", "Your turn"))
    shown = [["casino", "Your turn"]]
    wait_until(page, lambda: bool(worker.evaluate(SHOWN) == shown), "the message")
    assert worker.evaluate(CLICK) == [f"opened {GAME}", 0]
    deliver("no JSON")
    shown = [["", "Trifecta House"]]
    wait_until(page, lambda: bool(worker.evaluate(SHOWN) == shown), "a message all the same")


def find_delivery(page: Page) -> Callable[[str], object]:
    """Return a function that gives the service worker a message, as a push service would."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []

    def note(event: dict[str, Any]) -> None:
        found.extend(each["registrationId"] for each in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    wait_until(page, lambda: bool(found), "the registration")
    origin = page.evaluate("origin")
    return lambda text: session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0], "data": text},
    )


def message(game: str, title: str) -> str:
    """Return what the site sends about a game."""
    told = {"title": title, "body": "", "tag": game, "navigate": GAME}
    return json.dumps({"web_push": 8030, "notification": told, "app_badge": 1})


def test_nothing_goes_wrong_where_storage_and_notifications_are_denied(open_page: OpenPage) -> None:
    page = open_page(BLANK, service_workers="allow")
    page.add_init_script(DENY)
    start_against_computers(page, "casino", move_time=UNTIMED)
    wait_until(page, lambda: has_turn(page), "the turn")
    choose_card(page, hand(page)[0])
    page.click("#do-drop")
    wait_until(page, lambda: len(hand(page)) == 3, "the move")


def test_the_page_of_devices_asks_for_nothing_until_its_button_is_pressed(
    open_page: OpenPage,
) -> None:
    page = open_page(service_workers="allow")
    page.add_init_script(
        """
        window.PushManager ??= class {};
        const denied = { permission: "default", asked: 0, requestPermission: async () => {
          denied.asked += 1;
          denied.permission = "denied";
          return "denied";
        } };
        Object.defineProperty(window, "Notification", { value: denied });
        """
    )
    start_against_computers(page, "casino", move_time=UNTIMED)  # as a guest
    page.goto("/notices/devices/")
    expect(page.locator("#new-device")).to_be_visible()
    assert page.evaluate("Notification.asked") == 0
    page.click("#new-device button")
    expect(page.locator("#push-denied")).to_be_visible()
    expect(page.locator("#new-device")).to_be_hidden()
    assert page.evaluate("Notification.asked") == 1


def test_nothing_goes_wrong_where_the_storage_is_full(open_page: OpenPage) -> None:
    page = open_page(BLANK, service_workers="allow")
    session = page.context.new_cdp_session(page)
    page.goto("/offline/")
    session.send(
        "Storage.overrideQuotaForOrigin", {"origin": page.evaluate("origin"), "quotaSize": 0}
    )
    page.goto("/")
    wait_until(page, lambda: bool(page.evaluate(WORKS)), "the service worker")
    page.reload()
    expect(page.locator("h1").first).to_be_visible()


def test_a_page_of_another_release_offers_to_load_it_again(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    page.add_init_script(OLDER)
    page.goto("/")
    told = page.locator("#outdated")
    expect(told).to_have_text("The site has been updated. Load this page again ×")
    with page.expect_navigation(url="**/"):
        told.get_by_role("link").click()
