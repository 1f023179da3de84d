"""Tables of three and four: all seats fit, partners are marked, and the game goes on."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.hands import NEXT_FRAME
from tests.browser.table import (
    BLANK,
    DAYS,
    broken_words,
    choose_card,
    hand,
    has_turn,
    play_chosen,
    play_something,
    post,
    start_against_computers,
    wait_until,
)
from tests.browser.test_every_page import find_barriers
from tests.present import present
from tests.running import Site

OpenPage = Callable[..., Page]
WINDOWS = ((360, 640), (640, 360), (740, 360), (1280, 800))
NEEDED = ("#last-move", ".piles", ".player-near", ".hand", "#sentence", ".actions")
NO_OWN_BUILD = "len(kinds) > 17 and all(pile.owner != 0 for pile in snapshot.state.table)"
# Seats Ada and the others, and plays at random until the condition holds and Ada is to move.
STAGE = """
import itertools, random
from django.utils import timezone
from accounts.models import User
from tests.sessions import sign_in
from games import services
from games.models import Game
from games.snapshots import take_snapshot
rng = random.Random(4)
names = ["Ada", "Benjamin the Great", "Carol", "Dora"]
people = [User.objects.create_user(f"{{name[:3]}}-{key}", display_name=name) for name in names]
game = services.open_table(people[0], variant="casino", move_time=86400, kind="link", players=4,
                           options={options})
for person in people[1:]:
    services.join_game(game.pk, user=person)
while True:
    game = Game.objects.get(pk=game.pk)
    snapshot = take_snapshot(game, list(game.seats.select_related("user").order_by("index")))
    kinds = [event.kind for event in snapshot.events]
    if game.to_move == 0 and {until}:
        break
    move = rng.choice(list(itertools.islice(game.rules.moves(snapshot.state), 30)))
    services.make_move(game.pk, user_id=people[game.to_move].pk, arrived_at=timezone.now(),
                       selection=services.Selection(game.move_count, text=str(move)))
print("at", game.get_absolute_url(), sign_in(people[0]))
"""

# Shows a name where a result does, and returns what it is too wide for.
SHOW_WIDE_NAMES = """(name) => {
    const result = document.createElement("section");
    result.className = "result panel";
    result.innerHTML = `<ol class="ranking"><li><b>${name}</b> 21</li></ol>
        <table class="sheet score">
        <tr class="score-why"><td><ul><li><b>${name}:</b> 23 cards</li></ul></td></tr></table>`;
    document.querySelector(".below").replaceChildren(result);
    return [...result.querySelectorAll("li")].filter((line) => line.scrollWidth > line.clientWidth
        || line.getBoundingClientRect().right > result.getBoundingClientRect().right)
        .map((line) => line.textContent);
}"""


def stage(site: Site, key: str, options: str, until: str) -> tuple[str, str]:
    """Return the address of a staged game, and a session key of Ada."""
    printed = site.run(STAGE.format(key=key, options=options, until=until))
    _, path, session = printed.strip().splitlines()[-1].split()
    return path, session


def look(open_page: OpenPage, site: Site, path: str, session: str) -> Page:
    page = open_page(BLANK, reduced_motion="reduce")  # so that nothing is checked while it fades
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(path)
    page.wait_for_selector("#play .hand")
    return page


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page is laid out and painted in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(NEXT_FRAME)


def trail(page: Page) -> None:
    """Trail a card, which is always possible for a player without a build."""
    choose_card(page, hand(page)[0])
    play_chosen(page, [])


def outside(page: Page, places: tuple[str, ...]) -> list[str]:
    """Return those of these places that are not completely in the window."""
    return list(
        page.evaluate(
            """(places) => {
                const isOutside = (each) => {
                    const box = each.getBoundingClientRect();
                    return scrollY !== 0 || box.height === 0 || box.top < -1 || box.left < -1
                        || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
                };
                const all = (place) => [...document.querySelectorAll(place)];
                return places.filter((place) => all(place).some(isOutside));
            }""",
            list(places),
        )
    )


def tags_on_names(page: Page) -> list[str]:
    """Return the names that the sign of the player to move would lie on, whoever that is."""
    return list(
        page.eval_on_selector_all(
            ".player-far",
            """players => players.filter((player) => {
                const name = player.querySelector(".player-name").getBoundingClientRect();
                const had = player.classList.contains("has-turn");
                player.classList.add("has-turn");
                const tag = player.querySelector(".turn-tag").getBoundingClientRect();
                player.classList.toggle("has-turn", had);
                return tag.top < name.bottom - 1 && name.top + 1 < tag.bottom;
            }).map((player) => player.querySelector(".player-name").textContent)""",
        )
    )


@pytest.mark.parametrize("options", ["{'partnership': True}", "{}"], ids=["partners", "alone"])
def test_four_seats_fit_into_every_window_and_have_no_barrier(
    open_page: OpenPage, site: Site, options: str
) -> None:
    key = "p" if "partnership" in options else "a"
    page = look(open_page, site, *stage(site, key, options, NO_OWN_BUILD))
    assert page.locator(".player-far").count() == 3
    assert page.get_by_text("your partner").count() == (1 if key == "p" else 0)
    for width, height in WINDOWS:
        resize(page, width, height)
        wrong = outside(page, (*NEEDED, ".player-far"))
        assert wrong == [], f"at {width} x {height}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert find_barriers(page) == [], f"at {width} x {height}"
        for player in page.locator(".player-far").all():
            assert " of 21" in player.aria_snapshot(), "a number that is read says of what it is"
    resize(page, 360, 640)
    own = page.locator(".player-near .player-name")
    own.evaluate("(name) => { name.textContent = 'Alexandrina'; }")
    assert own.evaluate("(name) => name.scrollWidth <= name.clientWidth"), "the own name is cut"
    for tab in ("points", "mine", "theirs"):
        page.check(f"#tab-{tab}", force=True)
        assert page.is_visible({"points": "#points"}.get(tab, f"#{tab}"))
        assert find_barriers(page) == [], tab
    page.check("#tab-table", force=True)
    trail(page)
    assert not has_turn(page)
    expect(page.locator(".player-far .turn-tag >> visible=true")).to_have_count(1)
    for width in (360, 412):
        resize(page, width, 740)
        tag, clock, words, name = (
            present(page.locator(f".player-far:has(.clock) {place}").bounding_box())
            for place in (".turn-tag", ".clock", ".clock b", ".player-name")
        )
        assert words["height"] < 16, "the clock is on one line"
        assert tag["x"] + tag["width"] <= clock["x"]
        assert clock["y"] + clock["height"] <= name["y"] + 1  # above its letters
        assert tags_on_names(page) == []
        parts = page.locator(".turn-round b").evaluate(
            "(b) => { b.parentElement.classList.add('is-new'); return b.getClientRects().length; }"
        )
        assert parts == 1, "a new round is marked on one line"


def test_the_count_of_a_deck_stays_through_refreshes_and_can_be_closed(
    open_page: OpenPage, site: Site
) -> None:
    path, session = stage(site, "c", "{'partnership': True}", "'reshuffle' in kinds")
    page = look(open_page, site, path, session)
    assert page.is_visible("text=Deck 1 score")
    for width, height in WINDOWS:
        resize(page, width, height)
        assert outside(page, (".counted", ".hand", ".actions")) == [], f"at {width} x {height}"
        assert find_barriers(page) == [], f"at {width} x {height}"
    assert broken_words(page, ".counted th[scope='row']") == []
    language = settings.LANGUAGE_COOKIE_NAME
    page.context.add_cookies([{"name": language, "value": "es", "url": site.url}])
    page.goto(path)
    for width in (1024, 1280):
        resize(page, width, 768)
        assert broken_words(page, ".counted th") == [], f"at {width}"
    resize(page, 360, 640)
    partners = page.locator(".counted .column-name").last
    partners.evaluate("(name) => { name.textContent = 'Benjamin the Great and Dora Explorer'; }")
    assert partners.evaluate("(name) => name.scrollHeight <= name.clientHeight"), "a name is cut"
    card = page.locator(".hand-card").first
    card.click()
    assert card.locator("input").is_checked(), "a player who waits can already choose"
    page.click(".counted summary")
    page.evaluate("htmx.trigger('#poll', 'refresh')")
    page.wait_for_timeout(300)
    assert not page.locator(".counted[open]").count()
    assert card.locator("input").is_checked()
    card.click()  # taken back
    trail(page)
    assert page.locator(".counted").count() == 0


def test_the_point_sheet_of_partners_breaks_no_word_and_hides_no_short_name(
    open_page: OpenPage, site: Site
) -> None:
    path, session = stage(site, "w", "{'partnership': True}", NO_OWN_BUILD)
    page = look(open_page, site, path, session)
    for width in (1024, 1280, 1440):
        resize(page, width, 800)
        heads = ".board-left .sheet th[scope='row']"
        name = "(head) => { head.textContent = 'Penalizaciones por tiempo'; }"
        page.locator(heads).nth(5).evaluate(name)
        assert broken_words(page, heads) == [], f"at {width}"
        partners = page.locator(".board-left .column-name").last
        partners.evaluate("(name) => { name.textContent = 'Dion and Basil'; }")
        whole = "(name) => name.scrollHeight <= name.clientHeight"
        assert partners.evaluate(whole), f"at {width}"
    for width in (360, 1280):
        resize(page, width, 800)
        wide = page.evaluate(SHOW_WIDE_NAMES, "W" * 30)
        assert wide == [], f"at {width}"
    page.goto(f"{path}replay/")
    names = page.locator(".replay-far .player-name")
    names.evaluate_all("all => all.forEach((name) => { name.textContent = 'Alexandrina Kent'; })")
    assert broken_words(page, ".replay-far .player-name") == []


def test_only_whole_lines_of_the_latest_moves_are_seen(open_page: OpenPage) -> None:
    page = open_page(BLANK)
    start_against_computers(page, "casino", 4, move_time=DAYS)
    for width, height in (*WINDOWS, (360, 740), (1280, 1000)):
        resize(page, width, height)
        assert find_slivers(page) == [], f"at {width} x {height}"


def test_a_move_that_is_longer_than_the_strip_is_read_from_its_beginning(
    open_page: OpenPage,
) -> None:
    page = open_page(BLANK)
    start_against_computers(page, "casino", 4, move_time=DAYS)
    strip = page.locator("#last-move")
    strip.evaluate(
        """(strip) => {
            const many = "One card with another, and ".repeat(40);
            strip.innerHTML = `<li>A move before</li><li>${many}</li>`;
        }"""
    )
    for width, height in (*WINDOWS, (360, 740)):
        resize(page, width, height)
        cut = strip.evaluate(
            """(strip) => {
                const top = strip.getBoundingClientRect().top + strip.clientTop;
                return top - strip.lastElementChild.getBoundingClientRect().top;
            }"""
        )
        assert abs(cut) < 1, f"at {width} x {height}"


def find_slivers(page: Page) -> list[float]:
    """Return what part is seen or missing of lines at the upper edge of the latest moves."""
    return list(
        page.evaluate(
            """() => {
                const strip = document.querySelector("#last-move");
                const wide = "A move that is as wide as this strip and is told in one line";
                strip.innerHTML = `<li>${wide}</li>`.repeat(4)
                    + `<li>${wide}, and then ${wide}</li>`;
                const top = strip.getBoundingClientRect().top + strip.clientTop;
                return [...strip.children].map((each) => {
                    const { bottom, height } = each.getBoundingClientRect();
                    const seen = Math.min(bottom - top, height);
                    const lines = Math.max(0, seen) / parseFloat(getComputedStyle(each).lineHeight);
                    return Math.abs(lines - Math.round(lines));
                }).filter((part) => part > 0.02);
            }"""
        )
    )


@pytest.mark.parametrize("players", [2, 4])
def test_in_a_replay_all_seats_are_in_sight_on_a_phone(open_page: OpenPage, players: int) -> None:
    page = open_page(BLANK, width=360, height=740)
    fields: dict[str, str | float] = {"variant": "casino", "players": players, "move_time": DAYS}
    partners = {"option_partnership": "True"} if players == 4 else {}
    table = post(page, "/play/computer/", **partners, **fields)
    page.goto(table)
    wait_until(page, lambda: has_turn(page), "the own turn")
    play_something(page)
    post(page, f"{table}quit/")
    post(page, "/accounts/language/", language="es")  # whose buttons need a line each
    page.goto(f"{table}replay/0/")
    seat, controls = (
        present(page.locator(place).bounding_box()) for place in (".player-near", ".replay-dock")
    )
    assert seat["y"] + seat["height"] <= controls["y"]
