"""The table without JavaScript, and with a broken socket."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import PATIENCE_MS
from tests.browser.table import (
    BLANK,
    UNTIMED,
    choose_card,
    chosen,
    hand,
    has_turn,
    is_over,
    mover_and_other,
    pick_secret,
    play_something,
    sit_down,
    start_against_computers,
    version,
    wait_until,
)

OpenPage = Callable[..., Page]


def play_the_computer(page: Page) -> None:
    page.click("text=Play against the computer")
    pick_secret(page, "7H")
    page.wait_for_selector(".picked, #play")


def test_a_game_is_played_without_javascript(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    play_the_computer(page)

    def look_again() -> bool:
        page.wait_for_timeout(300)
        page.reload()
        return page.query_selector("#play") is not None and (has_turn(page) or is_over(page))

    for _ in range(3):
        wait_until(page, look_again, "a turn")
        play_something(page)
    page.click(".action-quit")
    page.click("text=Yes, quit")
    assert "forfeit" in page.inner_text("#headline")


def test_enter_without_javascript_plays_nothing_and_explains_how_to_play(
    open_page: OpenPage,
) -> None:
    page = open_page(java_script_enabled=False)
    play_the_computer(page)

    def look_again() -> bool:
        page.wait_for_timeout(300)
        page.reload()
        return page.query_selector("#play") is not None and has_turn(page)

    wait_until(page, look_again, "a turn")
    choose_card(page, hand(page)[0])
    page.press(f"#c-{hand(page)[0]}", "Enter")
    page.wait_for_selector("#refusal")
    page.wait_for_load_state()
    assert "Press the button for the action you want." in page.inner_text("#refusal")
    assert (has_turn(page), len(hand(page))) == (True, 4)


def test_a_page_whose_clock_stays_at_zero_asks_for_a_new_table(open_page: OpenPage) -> None:
    page = open_page()
    page.clock.install()
    page.select_option("#quick-move_time", "60")
    page.click("text=Play against the computer")
    wait_until(page, lambda: "has picked" in page.inner_text("main"), "the computer's pick")
    page.wait_for_load_state()
    with page.expect_response("**/clock/") as answer:
        page.clock.fast_forward(61_000)
        assert page.inner_text("#clock b") == "0:00"
        page.clock.fast_forward(5_000)
    assert (answer.value.status, answer.value.request.method) == (200, "POST")
    wait_until(page, lambda: page.inner_text("#clock b") != "0:00", "the clock of the server")


def test_a_move_made_offline_is_sent_once_when_the_connection_is_back(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK)
    start_against_computers(page, "casino", move_time=UNTIMED)
    chosen, other = hand(page)[:2]
    page.context.set_offline(True)
    choose_card(page, chosen)
    page.click("#do-drop")
    connection = page.locator("#connection")
    expect(connection).to_contain_text("sent as soon as the connection is back")
    page.dispatch_event("#poll", "refresh")
    choose_card(page, other)
    expect(connection).to_contain_text("sent as soon as the connection is back")
    page.context.set_offline(False)
    wait_until(page, lambda: len(hand(page)) == 3, "the move")
    assert chosen not in hand(page)
    expect(connection).to_be_empty()


def refuse(socket: WebSocketRoute) -> None:
    socket.close(code=1011)


def swallow(socket: WebSocketRoute) -> None:
    server = socket.connect_to_server()
    socket.on_message(lambda message: None)
    server.on_message(lambda message: None)


@pytest.mark.parametrize("treatment", [refuse, swallow])
def test_a_move_goes_by_post_when_the_socket_fails(
    open_page: OpenPage, treatment: Callable[[WebSocketRoute], None]
) -> None:
    page = open_page()
    page.route_web_socket("**/ws/games/**", treatment)
    play_the_computer(page)

    def look_again() -> bool:
        if page.query_selector("#play") is None or not has_turn(page):
            page.wait_for_timeout(300)
            page.reload()
        return page.query_selector("#play") is not None and has_turn(page)

    wait_until(page, look_again, "a turn")
    choose_card(page, hand(page)[0])
    page.click("#do-drop")
    wait_until(page, lambda: not has_turn(page) or len(hand(page)) == 3, "the answer by post")


def hear_only(socket: WebSocketRoute) -> None:
    socket.connect_to_server()
    socket.on_message(lambda message: None)


def test_a_refusal_that_arrives_after_the_opponents_move_is_told(open_page: OpenPage) -> None:
    pages = open_page(BLANK), open_page(BLANK)
    for page in pages:
        page.route_web_socket("**/ws/games/**", hear_only)
    sit_down(*pages)
    mover, other = mover_and_other(*pages)
    card, before = hand(other)[0], version(other)

    def answer_late(route: Route) -> None:
        refused = route.fetch()
        play_something(mover)
        wait_until(other, lambda: version(other) != before, "the opponent's move")
        route.fulfill(response=refused)

    other.route("**/move/", answer_late)
    choose_card(other, card)
    other.locator(".no-default").dispatch_event("click")  # the form, although it is not their turn
    expect(other.locator("#refusal")).to_be_visible()
    assert chosen(other) == {card}


def deafen(socket: WebSocketRoute) -> None:
    server = socket.connect_to_server()
    server.on_message(lambda message: None)


@pytest.mark.parametrize(("treatment", "is_played"), [(deafen, True), (swallow, False)])
def test_a_typed_move_without_an_answer_is_typed_still_only_if_it_was_not_played(
    open_page: OpenPage, treatment: Callable[[WebSocketRoute], None], is_played: bool
) -> None:
    pages = open_page(BLANK), open_page(BLANK)
    for page in pages:
        page.route_web_socket("**/ws/games/**", treatment)
        page.route("**/move/", lambda route: route.abort("internetdisconnected"))
    sit_down(*pages)
    mover, other = mover_and_other(*pages)
    card = hand(mover)[0]
    mover.click("#typing summary")
    mover.fill("#typed", card)
    mover.click("#do-typed")

    def is_told() -> bool:
        other.reload()
        return has_turn(other) or not is_played

    wait_until(other, is_told, "the move")
    mover.reload()
    assert (card in hand(mover)) != is_played
    expect(mover.locator("#typed")).to_have_value("" if is_played else card)
    assert chosen(mover) == set()


def test_a_style_that_a_program_set_on_the_lobby_is_not_copied_when_it_is_refreshed(
    open_page: OpenPage,
) -> None:
    # Password managers and tools for screenshots do so; the security policy forbids the copy.
    page = open_page()
    # The site may refresh the lobby at any time: the swap is noticed as soon as it is done.
    assert page.evaluate(
        """(patience) => new Promise((done) => {
            for (const input of document.querySelectorAll("input[id]"))
                input.style.setProperty("caret-color", "transparent");
            const showcase = document.getElementById("showcase").outerHTML;
            const fresh = showcase.replaceAll(/ style="[^"]*"/g, "");
            const marked = fresh.replace('id="shown"', 'id="shown" data-fresh');
            new MutationObserver(() => {
                if (document.querySelector("#shown[data-fresh]")) done(true);
            }).observe(document.body, { subtree: true, childList: true, attributes: true });
            setTimeout(() => done(false), patience);
            htmx.swap(document.getElementById("live"), marked, { swapStyle: "none" });
        })""",
        PATIENCE_MS,
    )
