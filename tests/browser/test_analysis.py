"""The page stays as it is while the visitor waits for the analysis of a finished game."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.table import (
    BLANK,
    UNTIMED,
    choose_card,
    chosen,
    hand,
    has_turn,
    play_something,
    start_against_computers,
    wait_until,
)
from tests.running import Site

OpenPage = Callable[..., Page]
TURNS = 3
# Lets the analysis expect two moves in place of the first: the best, and any answer.
ADD_LINE = """
from games.models import AnalysedMove, Game
from games.selectors.operations import read_snapshot
from games.snapshots import derive_states
snapshot = read_snapshot(Game.objects.get(public_id="{game}").pk)
state, rules = derive_states(snapshot.game, snapshot.deck, [])[0], snapshot.game.rules
move = AnalysedMove.objects.filter(analysis__game=snapshot.game).order_by("number").first()
best = move.alternatives[0][0]
answer = str(next(rules.moves(rules.play(state, best))))
AnalysedMove.objects.filter(pk=move.pk).update(line=[best, answer])
"""
ENDS_OF_LINES = """row => [row.cells[0].firstChild, row.cells[1]].map(place => {
    const text = document.createRange();
    text.selectNodeContents(place);
    return text.getClientRects()[0].bottom; // of the first line: a name may have two
})"""
PROGRESS = '<label for="progress">{} of 99 moves analysed</label> <progress id="progress">'


def test_the_page_stays_as_it_is_until_all_moves_have_come(open_page: OpenPage, site: Site) -> None:
    page = open_page(BLANK)
    finish_game(page)
    told = [1]

    def tell_progress(route: Route) -> None:
        """Answer twice in place of the site, then let its own answers through."""
        if "hx-request" in route.request.headers and told[0] < 3:
            route.fulfill(body=PROGRESS.format(told[0]), content_type="text/html")
        else:
            route.continue_()

    page.route("**/analysis/", tell_progress)
    page.goto(f"{page.url}analysis/")
    page.get_by_role("button", name="Analyse this game").click()
    page.wait_for_selector("#progress")
    replay = page.get_by_role("link", name="Watch the replay")
    replay.focus()
    for place in ("#analysis", "#analysis-status"):
        page.eval_on_selector(place, "place => { place.stayed = true }")
    for number in (1, 2):
        expect(page.locator("#analysis label")).to_have_text(f"{number} of 99 moves analysed")
        assert page.eval_on_selector("#analysis", "section => section.stayed")
        told[0] += 1
    expect(page.get_by_role("region", name="Every move")).to_be_visible()
    expect(page.locator("#analysis-status")).to_have_text("The analysis is complete.")
    assert page.eval_on_selector("#analysis-status", "status => status.stayed")
    expect(replay).to_be_focused()
    number, player = page.locator(".analysed-moves tbody tr").first.evaluate(ENDS_OF_LINES)
    assert abs(number - player) < 1
    walk_expected_line(page, site)


def test_a_hint_marks_cards_and_keeps_what_is_chosen(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce")
    start_against_computers(page, "casino", 2, move_time=UNTIMED)
    wait_until(page, lambda: has_turn(page), "the own turn")
    card = hand(page)[-1]
    choose_card(page, card)
    page.locator(".hint-button").focus()
    page.keyboard.press("Enter")
    hint = page.locator("#hint .hint[data-cards]")
    expect(hint).to_be_visible(timeout=30_000)
    meant = hint.get_attribute("data-cards"), *(hint.get_attribute("data-piles") or "").split()
    expect(page.locator("#play .glows")).to_have_count(len(meant))
    expect(page.locator(f"#held-{meant[0]}")).to_have_class(re.compile(r"\bglows\b"))
    for name, key in zip(("c", *["p"] * len(meant)), meant, strict=False):
        expect(page.locator(f"[id='{name}-{key}']")).to_have_accessible_description(
            "part of the hint"
        )
    assert chosen(page) == {card}
    choose_card(page, meant[0] or "")
    expect(page.locator("#play .glows")).to_have_count(len(meant))
    page.evaluate(
        """() => document.addEventListener("live:swapped", () => { window.isNew = true; })"""
    )
    page.click("#sounds-button")
    wait_until(page, lambda: page.evaluate("window.isNew"), "the table with the new settings")
    expect(hint).to_be_visible()
    expect(page.locator("#play .glows")).to_have_count(len(meant))


def test_on_a_phone_a_hint_is_seen_even_while_cards_are_chosen(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce", width=360, height=740)
    start_against_computers(page, "casino", 2, move_time=UNTIMED)
    wait_until(page, lambda: has_turn(page), "the own turn")
    first, second = hand(page)[:2]
    choose_card(page, first)
    page.click("#typing summary")
    page.fill("#typed", "nothing")
    page.press("#typed", "Enter")
    refusal, hint = page.locator("#refusal"), page.locator("#hint .hint[data-cards]")
    expect(refusal).to_be_visible()
    page.click(".hint-button")
    expect(hint).to_be_visible(timeout=30_000)
    expect(refusal).to_have_count(0)
    assert chosen(page) == {first}
    choose_card(page, second)
    expect(hint).to_be_hidden()
    expect(page.locator("#sentence")).to_be_visible()


def test_a_dimmed_button_says_why_in_sight_though_a_hint_is_shown(open_page: OpenPage) -> None:
    page = open_page(BLANK, reduced_motion="reduce", width=360, height=740)
    start_against_computers(page, "casino", 2, move_time=UNTIMED)
    wait_until(page, lambda: has_turn(page), "the own turn")
    reason, hint = page.locator("#sentence.is-reason"), page.locator("#hint .hint[data-cards]")
    for width, height in ((360, 740), (640, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.click(".hint-button")
        expect(hint).to_be_visible(timeout=30_000)
        page.locator(".action[aria-disabled=true]").first.click(force=True)
        expect(reason).to_be_visible()
        expect(hint).to_be_visible(visible=width == 1280)
        page.click(".hint-button")
        expect(hint).to_be_visible()
        expect(reason).to_have_count(0)


def walk_expected_line(page: Page, site: Site) -> None:
    """Step through a line by keys and without JavaScript, and come back to the game."""
    game = page.url.split("/games/")[1].split("/")[0]
    site.manage("shell", "-v0", "-c", ADD_LINE.format(game=game))
    page.goto(f"{site.url}/games/{game}/replay/1/")
    page.get_by_role("link", name="Show the expected line").click()
    expect(page.locator(".replay-number")).to_contain_text("Expected move 1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-number")).to_contain_text("Expected move 2")
    assert page.url.endswith("/replay/1/line/2/")
    expect(page.locator(".replay-count")).to_contain_text("2/2")
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator(".replay-number")).to_have_text(re.compile("^Move 1"))
    assert page.url.endswith("/replay/1/")


def finish_game(page: Page) -> None:
    """Play so many moves that their analysis cannot be ready before the next page is shown."""
    start_against_computers(page, "casino", 2, move_time=UNTIMED)
    for _ in range(TURNS):
        wait_until(page, lambda: has_turn(page), "the own turn")
        play_something(page)
    page.click(".action-quit")
    page.click("text=Yes, quit")
    page.wait_for_selector("#result")
