"""The actions of a player at the table, by clicks."""

import itertools
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games import rules
from tests.running import Site

SECONDS = 60.0
BLANK = "about:blank"  # for a visitor who begins elsewhere than in the lobby
DAYS = 259_200
UNTIMED = 0
LIVE = "900"  # the longest move time of a live game, so that nobody forfeits during a test

# The player at seat 0 takes whatever can be taken, the other one nothing.
PLAY_ON = """
from django.utils import timezone
from games import services
from games.models import Game
from games.snapshots import take_snapshot
while True:
    game = Game.objects.get(public_id="{name}")
    seats = list(game.seats.select_related("user").order_by("index"))
    state = take_snapshot(game, seats).state
    if {until}:
        break
    moves = [str(move) for move in game.rules.moves(state)]
    drops = [move for move in moves if len(move) == 2]
    takes = [move for move in moves if " x " in move]
    mover = seats[game.to_move]
    text = (takes or drops or moves)[-1] if mover.index == 0 else (drops or moves)[0]
    chosen = services.Selection(game.move_count, text=text)
    services.make_move(
        game.pk, user_id=mover.user_id, selection=chosen, arrived_at=timezone.now()
    )
print(game.to_move)
"""

FIND_BROKEN_WORDS = r"""elements => elements.flatMap((element) => {
    const found = [], walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const parts = [...range.getClientRects()].filter(({ width }) => width > 1);
            if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
    }
    return found;
})"""


def wait_until(page: Page, happened: Callable[[], object], what: str) -> None:
    """Wait until something is true. The content security policy blocks Playwright's own waiting."""
    deadline = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < deadline, f"{what} never happened:\n{page.inner_text('main')}"
        page.wait_for_timeout(50)


def version(page: Page) -> str:
    return page.get_attribute("#game", "data-version") or ""


def is_over(page: Page) -> bool:
    return page.query_selector("#result") is not None


def has_turn(page: Page) -> bool:
    return page.get_attribute("#game", "data-turn") == "yes"


def mover_and_other(one: Page, other: Page) -> tuple[Page, Page]:
    """Return the page of the player to move, once it shows that, and the other page."""
    wait_until(one, lambda: has_turn(one) or has_turn(other), "somebody's turn")
    return (one, other) if has_turn(one) else (other, one)


def pick_secret(page: Page, card: str) -> None:
    page.wait_for_load_state()
    page.click(f"label:has(#s-{card})")
    page.click("#pick button")


def choose_times(page: Page, *times: str) -> None:
    """Choose just these times for a turn, in the lobby."""
    for box in page.locator(".offer-times input").all():
        box.set_checked(box.input_value() in times)


def post(page: Page, path: str, **fields: str | float) -> str:
    """Send a form as the visitor, but show nothing; return the address that it leads to."""
    token = read_token(page)
    if not token:
        page.request.get("/accounts/login/")  # any page with a form
        token = read_token(page)
    headers = {"X-CSRFToken": token, "Referer": page.url}
    answer = page.request.post(path, form=fields, headers=headers, max_redirects=0)
    assert answer.status == 302, f"{path} was refused: {answer.status}"
    return answer.headers["location"]


def has_all_pictures(page: Page) -> bool:
    return bool(page.evaluate("[...document.images].every(({ complete }) => complete)"))


def read_token(page: Page) -> str:
    """Return the token that lets the visitor send forms, or "" before the first page."""
    cookies = {each.get("name"): each.get("value") for each in page.context.cookies()}
    return cookies.get("csrftoken") or cookies.get("__Host-csrftoken") or ""


def sit_down(one: Page, other: Page, *, move_time: str = LIVE, game: str = "trifecta") -> None:
    """Seat two visitors at an open table, deal, and show it to both."""
    table = seat_two(one, other, move_time=move_time, game=game)
    for page in (one, other):
        page.goto(table)
        page.wait_for_selector("#play .hand")


def seat_two(
    one: Page, other: Page, *, move_time: str = LIVE, game: str = "trifecta", **bank: str
) -> str:
    """Seat two visitors at an open table and deal; return its address.

    Nothing is shown: to draw the lobby and all cards to pick from would take most of the time of a
    short test. The way that visitors go is `meet_in_queue`.
    """
    table = post(one, "/tables/", variant=game, move_time=move_time, kind="open", **bank)
    post(other, f"{table}join/")
    if rules.variant(game).opening_moves:
        for page, secret in ((one, "7H"), (other, "6C")):
            post(page, f"{table}pick/", card=secret)
    return table


def play_on(site: Site, table: str, until: str) -> int:
    """Play at the table of two people, without their pages; return the seat to move.

    `until` is the condition that ends it, an expression of `state` and `game`.
    """
    name = table.rstrip("/").rpartition("/")[2]
    return int(site.run(PLAY_ON.format(name=name, until=until)))


def meet_in_queue(one: Page, other: Page) -> None:
    """Pair two visitors through the queue, by clicks, and deal."""
    for page in (one, other):
        choose_times(page, LIVE)
    one.click(".offer .button-main")
    one.wait_for_selector(".waiting")
    other.click(".offer .button-main")
    for page, secret in ((one, "7H"), (other, "6C")):
        page.wait_for_selector("#pick")
        pick_secret(page, secret)
    for page in (one, other):
        page.wait_for_selector("#play .hand")


def start_trays(page: Page, players: int = 2, *, move_time: int = DAYS) -> None:
    """Play Triple Four against computer players."""
    start_against_computers(page, "triple_four", players, move_time=move_time)


def start_against_computers(page: Page, game: str, players: int = 2, *, move_time: int) -> None:
    """Start a game against computer players, and wait for the person's first turn."""
    table = post(page, "/play/computer/", variant=game, players=players, move_time=move_time)
    if rules.variant(game).opening_moves:
        post(page, f"{table}pick/", card="7H")
    page.goto(table)
    page.wait_for_selector("#play .hand")
    wait_until(page, lambda: has_turn(page), "the own turn")
    wait_until(page, lambda: has_all_pictures(page), "the last picture")


def hand(page: Page) -> list[str]:
    return values(page, ".hand input")


def piles(page: Page) -> list[str]:
    return values(page, ".piles input")


def values(page: Page, selector: str) -> list[str]:
    """Return all values in one call: between two calls a new table could arrive."""
    found = page.eval_on_selector_all(selector, "inputs => inputs.map(({ value }) => value)")
    return list(found)


def broken_words(page: Page, selector: str) -> list[str]:
    """Return the words that stand in two lines."""
    return list(page.eval_on_selector_all(selector, FIND_BROKEN_WORDS))


def lowest(page: Page, selector: str) -> float:
    """Return the height of the lowest of these places to tap, in pixels."""
    heights = "(places) => Math.min(...places.map((each) => each.getBoundingClientRect().height))"
    return float(page.eval_on_selector_all(selector, heights))


def choose_card(page: Page, card: str) -> None:
    page.click(f"label:has(#c-{card})")


def choose_pile(page: Page, key: str) -> None:
    page.click(f'label:has([id="p-{key}"])')


def chosen(page: Page) -> set[str]:
    return set(values(page, "#play input:checked"))


def wait_for_choice(page: Page, expected: set[str]) -> None:
    """Wait until exactly these are chosen: the input of a finger or mouse takes a moment."""
    wait_until(page, lambda: chosen(page) == expected, f"the choice of {sorted(expected)}")


def find_play(page: Page) -> tuple[str, list[str]]:
    """Return a hand card and the loose cards it takes: a pair, else two that add up to it.

    A face card takes one, which is allowed in every game. If no card takes anything, return a card
    to drop.
    """
    held = hand(page)
    loose = [key for key in piles(page) if len(key) == 2]
    for card in held:
        if pair := [key for key in loose if key[0] == card[0]]:
            return card, pair[:1] if card[0] in "JQK" else pair
    numbers = {key: "A23456789T".find(key[0]) + 1 for key in (*held, *loose)}
    for card in held:
        for one, other in itertools.combinations(loose, 2):
            parts = (numbers[one], numbers[other])
            if all(parts) and sum(parts) == numbers[card]:
                return card, [one, other]
    return held[0], []


def play_something(page: Page) -> None:
    """Make a simple capture or drop a card, and wait for the answer."""
    card, taken = find_play(page)
    choose_card(page, card)
    for key in taken:
        choose_pile(page, key)
    play_chosen(page, taken)


def play_chosen(page: Page, taken: list[str]) -> None:
    """Press the button for the chosen cards, and wait for the answer."""
    before = version(page)
    expect(page.locator("#composer[data-asking]")).to_have_count(0)
    button = page.locator("#do-capture" if taken else "#do-drop")
    # Without JavaScript even a button marked as disabled sends the form. A click by force may miss
    # what is moving, so it is used only there.
    button.click(force=button.get_attribute("aria-disabled") == "true")
    wait_until(page, lambda: version(page) != before, "the answer to a move")
    page.wait_for_load_state()
