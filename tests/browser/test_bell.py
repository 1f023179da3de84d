"""The bell in the header: it counts what happens in a game, and opens by keyboard."""

from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.scene import DAYS, sign_up
from tests.browser.table import BLANK, post, seat_two, wait_until

OpenPage = Callable[..., Page]
TURN_VIEW = """state => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  Object.defineProperty(document, "hidden", { value: state === "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_what_an_opponent_does_rings_the_bell_of_another_page(open_page: OpenPage) -> None:
    alice, bob = open_page(BLANK), open_page(BLANK)
    table = seat_two(alice, bob, game="casino", move_time=DAYS)
    alice.goto(table)
    alice.goto("/rules/")
    number = alice.locator("#bell-count b")
    expect(number).to_be_hidden()
    post(bob, f"{table}quit/")
    expect(number).to_have_text("1")
    bell = alice.get_by_title("Notices")
    bell.focus()
    alice.keyboard.press("Enter")
    link = alice.locator("#bell-box .notice-link").first
    expect(link).to_have_attribute("href", urlsplit(table).path)
    alice.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(bell).to_be_focused()


def test_the_bell_of_a_page_that_stayed_open_after_a_log_out_leads_to_the_log_in(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK)
    sign_up(page, "rita")
    page.goto("/rules/")
    elsewhere = page.context.new_page()
    elsewhere.goto("/accounts/logout/")
    elsewhere.click("main form button")
    elsewhere.wait_for_url("/")
    page.get_by_title("Notices").click()
    page.wait_for_url("/accounts/login/?next=/rules/")


def test_a_page_tells_its_socket_when_it_is_hidden_and_in_view_again(open_page: OpenPage) -> None:
    page, sent = open_page(BLANK), list[str | bytes]()
    post(page, "/tables/", variant="casino", move_time=DAYS, kind="open")  # from now on a guest
    # Of each of its sockets: on a busy machine a page may have to open another one.
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    with page.expect_websocket():
        page.goto("/rules/")
    for state in ("hidden", "visible"):
        page.evaluate(TURN_VIEW, state)
        wait_until(page, partial(ends_with, sent, state), f"a frame with {state}")


def ends_with(sent: Sequence[object], frame: str) -> bool:
    return sent[-1:] == [frame]
