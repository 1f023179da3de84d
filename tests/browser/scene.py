"""People with browsers, the games between them, and every page that they can visit.

Nothing here is found by its words: the pages may be in any language.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Browser, Page, ViewportSize, expect

from games import rules
from tests.browser.conftest import visitors
from tests.browser.table import (
    BLANK,
    choose_card,
    choose_pile,
    hand,
    piles,
    play_on,
    post,
    seat_two,
    start_trays,
)
from tests.catalogs import write_catalog
from tests.pseudo import MIRRORED, write_pseudo_language
from tests.running import Site, running_site

RECORD = Path(__file__).parent.parent / "records" / "trifecta" / "v1-draw.json"
DESK: ViewportSize = {"width": 1280, "height": 800}
DAYS = "259200"
FORGET_CHOICE = """try {
    sessionStorage.removeItem("chosen"); // the next visit begins with nothing chosen
} catch {} // a blank page has no storage"""
BUDGET = {"move_time": "budget", "bank": DAYS, "increment": "43200"}
MOVES = 11  # with the picks of two secret cards
PASSWORD = "over the hills and far away"

GO_AWAY = """
import datetime as dt
from django.db.models import F
from games.models import Event
moves = Event.objects.filter(game__public_id="{name}")
moves.update(at=F("at") - dt.timedelta(days=2))
"""

# The first move was a mistake, and after the best one two moves are expected.
ANALYSE = """
from django.utils import timezone
from games.models import AnalysedMove, Analysis, Game
from games.selectors.operations import read_snapshot
from games.snapshots import derive_states
snapshot = read_snapshot(Game.objects.get(public_id="{name}").pk)
game, first, now = snapshot.game, snapshot.events[0], timezone.now()
state = derive_states(game, snapshot.deck, [])[0]
best = next(str(move) for move in game.rules.moves(state) if str(move) != first.text)
answer = str(next(game.rules.moves(game.rules.play(state, best))))
analysis = Analysis.objects.create(
    game=game, level="hard", asked_at=now, touched_at=now, finished_at=now, last_number=1
)
AnalysedMove.objects.create(
    analysis=analysis, number=1, seat=first.seat, alternatives=[[best, 3.0], [first.text, 1.0]],
    points=1.0, lost=2.0, error=0.1, line=[best, answer],
)
"""

# Mail to zoe has stopped. Prints the token with which she would end it.
STOP_MAIL = """
from allauth.account.models import EmailAddress
from django.utils import timezone
from accounts.models import User
from notices.mail import SIGNER
from notices.models import Preferences
user = User.objects.get(username="zoe")
EmailAddress.objects.create(user=user, email="zoe@example.org", primary=True, verified=True)
Preferences.objects.update_or_create(user=user, defaults=dict(mail_stopped_at=timezone.now()))
print(SIGNER.sign(str(user.pk)))
"""

# zoe was warned once and has replied, and is reported now; an account is closed.
KEEP_ORDER = """
from accounts.models import User
from allauth.mfa.models import Authenticator
from community import services
from games.models import Game
zoe = User.objects.get(username="zoe")
friend = Game.objects.get(public_id="{game}").seats.get(index=1).user
friend.is_staff = True
friend.save()
Authenticator.objects.create(user=friend, type="totp", data={{}})
first = services.impose(zoe, kind="warning", reason="–", staff=friend)
services.reply(first.pk, person=zoe, text="…")
services.impose(zoe, kind="warning", reason="–", staff=friend)
services.report(friend, zoe, about="player", reason="insult", text="?!", game="{finished}")
closed = User.objects.create_user("closed", password="{password}")
services.impose(closed, kind="ban", reason="–", staff=friend)
"""


# mia logs in with an app. nora is staff, and does not.
PROTECT = """
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from accounts.models import User
mia = User.objects.get(username="mia")
TOTP.activate(mia, generate_totp_secret())
RecoveryCodes.activate(mia)
User.objects.filter(username="nora").update(is_staff=True)
"""


# What arrived first, then did not, until the webhook was switched off.
FAIL_WEBHOOK = """
from django.utils import timezone
from notices.models import Webhook
from notices.webhooks import record_result
hook = Webhook.objects.get()
for status, reason in ((204, ""), (500, ""), (None, "tls"), (410, "")):
    record_result(
        hook.pk, status=status, reason=reason, is_test=status == 204, now=timezone.now()
    )
"""


@dataclass(frozen=True)
class Visit:
    """A page and its visitor; names in braces are games, and `then` is done on the page."""

    who: str
    path: str
    then: Callable[[Page], object] | None = None


def open_help(page: Page) -> None:
    page.click("[data-help]")
    expect(page.locator("#help")).to_be_visible()


def open_bell(page: Page) -> None:
    page.click(".bell-menu summary")
    expect(page.locator("#bell-box .bell-foot")).to_be_visible()


def choose_cards(page: Page) -> None:
    choose_card(page, hand(page)[0])
    for key in piles(page)[:1]:  # the table may be empty
        choose_pile(page, key)
    expect(page.locator("#composer[data-asking]")).to_have_count(0)


def choose_useful_card(page: Page) -> None:
    useful = page.locator(".hand-card:has(> b)")
    (useful if useful.count() else page.locator(".hand-card")).first.click()
    expect(page.locator("#composer[data-asking]")).to_have_count(0)


def look_at_a_record(page: Page) -> None:
    page.set_input_files("input[type=file]", RECORD)
    page.click(".record-form button")
    page.wait_for_url("**/records/*/**")


def have_analysed(page: Page) -> None:
    """Request an analysis unless there is one, and wait until it is complete."""
    button = page.locator("#analysis form[action$='/analysis/'] button")
    if button.count():
        button.click()
    expect(page.locator("#analysis progress")).to_have_count(0, timeout=120_000)
    expect(page.locator("#analysis h2").first).to_be_visible()


def learn(page: Page) -> None:
    """Try a move in place of a mistake, if there was one."""
    have_analysed(page)
    if page.locator("#analysis a[href*='/learn/']").count():
        page.click("#analysis a[href*='/learn/']")
        page.locator(".candidates button").first.click()


def paste_nonsense(page: Page) -> None:
    page.fill("textarea", "{}")
    page.click(".record-form button")
    expect(page.locator(".errorlist").first).to_be_visible()


def open_offers(page: Page) -> None:
    for offer in ("#new-table", "#computers"):
        page.click(f"{offer} summary")
        page.click(f"{offer} label:has([name=players][value='4'])")
        page.select_option(f"{offer} [name=move_time]", "budget")
    page.check("[name=budget]")
    page.check("[name=any_game]")
    for explained in page.locator("form details > summary").all():
        explained.click()


def ask_for_hint(page: Page) -> None:
    page.click(".hint-button")
    expect(page.locator("#hint .hint[data-cards]")).to_be_visible(timeout=120_000)


def expect_every_group(page: Page) -> None:
    expect(page.locator("#mine .lines")).to_have_count(5)


def expect_verdict(page: Page) -> None:
    expect(page.locator("[data-verdict] noscript")).to_have_count(0)


def confirm_password(page: Page) -> None:
    if page.locator("[name=password]").count():
        page.fill("[name=password]", PASSWORD)
        page.click("form:has([name=password]) button")
    expect(page.locator("[name=password]")).to_have_count(0)


def log_in_half(page: Page) -> None:
    if page.locator("[name=login]").count():
        page.fill("[name=login]", "mia")
        page.fill("[name=password]", PASSWORD)
        page.click("form:has([name=password]) button")
    expect(page.locator("[name=code]")).to_be_visible()


def go_on_vacation(page: Page) -> None:
    if page.locator("[name=until]").count():
        until = dt.datetime.now(dt.UTC) + dt.timedelta(days=2)
        page.fill("[name=until]", f"{until:%Y-%m-%dT%H:%M}")
        page.click("form:has([name=until]) button")
    expect(page.locator("#away")).to_be_visible()


def refuse_webhook(page: Page) -> None:
    page.check("[name=format][value=slack]")
    page.fill("[name=url]", "http://hooks.example.org/")
    page.click(".form button")
    expect(page.locator(".errorlist").first).to_be_visible()


def choose_three(page: Page) -> None:
    if page.locator("#do-draw_deck").count():
        page.click("#do-draw_deck")
        expect(page.locator(".new-mark")).to_have_count(1)
    for held in page.locator(".hand-card").all()[:3]:
        held.click()
    expect(page.locator("#composer[data-asking]")).to_have_count(0)


def plan_something(page: Page) -> None:
    """Plan to trail a card, unless that is done, and come to the table for the next plan."""
    if not page.locator(".plans-list").count():
        page.locator(".plans-draft .hand-card").first.click()
        page.click(".plans-draft button[value=drop]")
    page.locator("#when").select_option(index=3)
    page.click(".plans-when button")
    expect(page.locator(".plans-draft")).to_be_visible()


def block(page: Page) -> None:
    if page.locator("[name=kind][value=block]").count():
        page.click("[name=kind][value=block]")
    expect(page.locator("[name=kind][value=nothing]")).to_be_visible()


def list_blocked(page: Page) -> None:
    block(page)
    page.click("main a[href='/people/']")


def log_in_to_closed(page: Page) -> None:
    page.fill("[name=login]", "closed")
    page.fill("[name=password]", PASSWORD)
    page.click("form:has([name=password]) button")
    expect(page.locator("textarea[name=text]")).to_be_visible()


VISITS = {
    "lobby of a stranger": Visit("stranger", "/"),
    "lobby": Visit("zoe", "/"),
    "lobby of another game": Visit("stranger", "/?game=casino", open_offers),
    "log-in": Visit("stranger", "/accounts/login/"),
    "sign-up": Visit("stranger", "/accounts/signup/"),
    "password forgotten": Visit("stranger", "/accounts/password/reset/"),
    "settings": Visit("zoe", "/accounts/settings/"),
    "calendar": Visit("zoe", "/notices/calendar/", lambda page: page.click(".form .button")),
    "webhooks": Visit("zoe", "/notices/webhooks/", lambda page: page.click("#webhooks summary")),
    "webhook refused": Visit("newcomer", "/notices/webhooks/", refuse_webhook),
    "mail to end": Visit("stranger", "/notices/unsubscribe/{unsubscribe}/"),
    "mail ended": Visit(
        "stranger", "/notices/unsubscribe/{unsubscribe}/", lambda page: page.click(".prose .button")
    ),
    "settings of a guest": Visit("guest", "/accounts/settings/"),
    "devices": Visit("zoe", "/notices/devices/"),
    "keeping a guest's account": Visit("guest", "/accounts/keep/"),
    "e-mail": Visit("zoe", "/accounts/email/"),
    "password": Visit("zoe", "/accounts/password/change/"),
    "two-step log-in": Visit("zoe", "/accounts/two-step/"),
    "authenticator app": Visit("zoe", "/accounts/two-step/totp/activate/", confirm_password),
    "two-step log-in set up": Visit("member", "/accounts/two-step/"),
    "no passkeys": Visit("zoe", "/accounts/two-step/webauthn/"),
    "new passkey": Visit("zoe", "/accounts/two-step/webauthn/add/", confirm_password),
    "end of the app": Visit("member", "/accounts/two-step/totp/deactivate/", confirm_password),
    "recovery codes": Visit("member", "/accounts/two-step/recovery-codes/", confirm_password),
    "new recovery codes": Visit(
        "member", "/accounts/two-step/recovery-codes/generate/", confirm_password
    ),
    "second step": Visit("halfway", "/accounts/login/", log_in_half),
    "confirming with a code": Visit("member", "/accounts/two-step/reauthenticate/"),
    "administration refused": Visit("keeper", "/admin/"),
    "log-out": Visit("zoe", "/accounts/logout/"),
    "bell": Visit("zoe", "/rules/", open_bell),
    "notices": Visit("zoe", "/notices/"),
    "no notices": Visit("newcomer", "/notices/"),
    "notices chosen": Visit("zoe", "/notices/settings/"),
    "confirming with the password": Visit("zoe", "/accounts/reauthenticate/"),
    "deletion": Visit("zoe", "/me/delete/", confirm_password),
    "menu": Visit("zoe", "/", lambda page: page.click(".menu summary")),
    "games": Visit("stranger", "/rules/"),
    **{f"rules of {name}": Visit("stranger", f"/rules/{name}/") for name in rules.VARIANTS},
    "privacy": Visit("stranger", "/privacy/"),
    "lessons": Visit("stranger", "/learn/"),
    "lesson to begin": Visit("stranger", "/learn/casino/first/"),
    "own games": Visit("zoe", "/games/mine/", expect_every_group),
    "no own games": Visit("newcomer", "/games/mine/"),
    "next turn": Visit("friend", "/next/"),
    "no next turn": Visit("newcomer", "/next/"),
    "vacation": Visit("zoe", "/vacation/"),
    "own vacation": Visit("friend", "/vacation/", go_on_vacation),
    "waiting": Visit("zoe", "/games/{waiting}/"),
    "table to join": Visit("guest", "/games/{waiting}/"),
    "waiting with partners": Visit(
        "zoe", "/games/{partners}/", lambda page: page.click("#computers summary")
    ),
    "seats to choose": Visit("guest", "/games/{partners}/"),
    "pick": Visit("zoe", "/games/{picking}/"),
    "table on turn": Visit("mover", "/games/{running}/"),
    "table with cards chosen": Visit("mover", "/games/{running}/", choose_cards),
    "table with a card chosen": Visit("mover", "/games/{running}/", choose_useful_card),
    "typing": Visit("mover", "/games/{running}/", lambda page: page.click("#typing summary")),
    "quitting": Visit("mover", "/games/{running}/", lambda page: page.click("#quitting summary")),
    "table settings": Visit(
        "mover", "/games/{running}/", lambda page: page.click("#table-settings summary")
    ),
    "help": Visit("mover", "/games/{running}/", open_help),
    "table off turn": Visit("other", "/games/{running}/"),
    "watching": Visit("stranger", "/games/{running}/"),
    "coming back": Visit("zoe", "/games/{away}/"),
    "table with a budget": Visit("friend", "/games/{away}/"),
    "plans": Visit("friend", "/games/{away}/plans/", plan_something),
    "plans on turn": Visit("zoe", "/games/{away}/plans/"),
    "plans for trays": Visit("zoe", "/games/{trays}/plans/"),
    "looking back": Visit("mover", "/games/{running}/replay/"),
    "table of trays": Visit("zoe", "/games/{trays}/"),
    "table of trays with cards chosen": Visit("zoe", "/games/{trays}/", choose_three),
    "hint for trays": Visit("zoe", "/games/{trays}/", ask_for_hint),
    "looking back at trays": Visit("zoe", "/games/{trays}/replay/"),
    "result": Visit("zoe", "/games/{finished}/"),
    "result for a watcher": Visit("stranger", "/games/{finished}/"),
    "replay": Visit("stranger", "/games/{finished}/replay/"),
    "hint": Visit("zoe", "/games/{picking}/hint/"),
    "analysis to ask for": Visit("stranger", "/games/{finished}/analysis/"),
    "analysis": Visit("zoe", "/games/{finished}/analysis/", have_analysed),
    "lesson": Visit("zoe", "/games/{finished}/analysis/", learn),
    "summary of an analysis": Visit("friend", "/games/{over}/analysis/"),
    "a mistake in a replay": Visit("stranger", "/games/{over}/replay/1/"),
    "expected line": Visit("stranger", "/games/{over}/replay/1/line/1/"),
    "recorded game": Visit("stranger", "/recorded/4/"),
    "a step of a replay": Visit("stranger", "/games/{finished}/replay/4/?view=open"),
    "shuffle of a game": Visit("zoe", "/games/{finished}/shuffle/", expect_verdict),
    "shuffle": Visit("stranger", "/shuffle/", expect_verdict),
    "archive": Visit("zoe", "/archive/"),
    "profile": Visit("stranger", "/players/zoe/"),
    "another's profile": Visit("guest", "/players/zoe/"),
    "another player": Visit("guest", "/people/zoe/"),
    "a blocked player": Visit("newcomer", "/people/zoe/", block),
    "blocked players": Visit("newcomer", "/people/zoe/", list_blocked),
    "nobody blocked": Visit("zoe", "/people/"),
    "players at a table": Visit("zoe", "/games/{finished}/people/"),
    "own reports": Visit("friend", "/reports/"),
    "no reports": Visit("zoe", "/reports/"),
    "decisions": Visit("zoe", "/decisions/"),
    "closed account": Visit("stranger", "/accounts/login/", log_in_to_closed),
    "queue of the staff": Visit("friend", "/staff/"),
    "a person for the staff": Visit("friend", "/staff/people/zoe/"),
    "evidence": Visit("friend", "/staff/people/zoe/games/{finished}/"),
    "records": Visit("stranger", "/records/"),
    "replay of a record": Visit("stranger", "/records/", look_at_a_record),
    "record refused": Visit("stranger", "/records/", paste_nonsense),
    "own records": Visit("zoe", "/records/"),
    "status": Visit("stranger", "/status/"),
    "offline": Visit("stranger", "/offline/"),
}


@dataclass(frozen=True)
class Scene:
    """Visitors with their browsers, and the games that they play."""

    people: dict[str, Page]
    games: dict[str, str]
    site: Site

    def visit(self, visit: Visit, *, language: str = "en") -> Page:
        page = self.speak(visit.who, language)
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light")
        page.goto(visit.path.format(**self.games))
        if visit.then is not None:
            visit.then(page)
            page.wait_for_load_state()  # a click may have led to another page
        return page

    def read(self, visit: Visit, *, language: str) -> str:
        """Return the markup of a page, which is drawn only if something is done on it."""
        if visit.then is not None:
            return self.visit(visit, language=language).content()
        page = self.speak(visit.who, language)
        answer = page.request.get(visit.path.format(**self.games))
        assert answer.status < 500, answer.url
        return answer.text()

    def speak(self, who: str, language: str) -> Page:
        name, url = settings.LANGUAGE_COOKIE_NAME, self.site.url
        self.people[who].context.add_cookies([{"name": name, "value": language, "url": url}])
        return self.people[who]


@contextmanager
def pseudo_scene(browser: Browser, directory: Path) -> Iterator[Scene]:
    """Set the scene on a site that speaks the languages of `tests.pseudo` too."""
    write_pseudo_language(directory / "locale")
    write_catalog(directory / "locale", MIRRORED, [])
    options = {
        "DJANGO_SETTINGS_MODULE": "tests.pseudo_settings",
        "PSEUDO_LOCALE": str(directory / "locale"),
        "TRUSTED_PROXIES": "127.0.0.1",
        "EMAIL_URL": "dummy:",
    }
    with running_site(directory, **options) as site, set_scene(browser, site) as scene:
        yield scene


@contextmanager
def set_scene(browser: Browser, site: Site) -> Iterator[Scene]:
    """Let people play on a site until it has games of every state; a stranger only looks."""
    with visitors(browser, site) as open_one:
        pages = [open_one(BLANK, reduced_motion="reduce") for _ in range(8)]
        for page in pages:
            page.add_init_script(FORGET_CHOICE)
        zoe, guest, friend, newcomer, stranger, member, keeper, halfway = pages
        for page, name in ((zoe, "zoe"), (member, "mia"), (keeper, "nora")):
            sign_up(page, name)
        site.run(PROTECT)
        games = {"finished": start_game(zoe, guest)}
        play_on(site, games["finished"], f"game.move_count == {MOVES}")
        post(guest, f"/games/{games['finished']}/quit/")
        games["running"] = start_game(zoe, guest)
        play_on(site, games["running"], f"game.move_count >= {MOVES} and game.to_move == 1")
        against_computer = {"variant": "trifecta", "move_time": DAYS}
        games["picking"] = name_of_game(post(zoe, "/play/computer/", **against_computer))
        start_trays(zoe, 4)
        games["trays"] = name_of_game(zoe.url)
        table: dict[str, str | float] = {"move_time": DAYS, "kind": "open"}
        games["waiting"] = name_of_game(post(zoe, "/tables/", variant="trifecta", **table))
        table |= {"players": 4, "option_partnership": "True"}
        games["partners"] = name_of_game(post(zoe, "/tables/", variant="casino", **table))
        post(zoe, "/play/", variant="casino", move_time=DAYS)
        post(zoe, "/notices/webhooks/", format="standard", url="https://hooks.example.org/zoe")
        zoe.goto("/notices/webhooks/")  # no other page says that it is added
        site.run(FAIL_WEBHOOK)
        games |= play_with_friend(site, zoe, friend)
        games["unsubscribe"] = site.run(STOP_MAIL).strip()
        post(
            newcomer, post(newcomer, "/play/computer/", variant="casino", move_time=DAYS) + "quit/"
        )
        order = {"game": games["away"], "finished": games["finished"], "password": PASSWORD}
        site.run(KEEP_ORDER.format(**order))
        people = {
            "zoe": zoe,
            "guest": guest,
            "friend": friend,
            "newcomer": newcomer,
            "stranger": stranger,
            "member": member,
            "keeper": keeper,
            "halfway": halfway,
            "mover": guest,
            "other": zoe,
        }
        yield Scene(people, games, site)


def play_with_friend(site: Site, zoe: Page, friend: Page) -> dict[str, str]:
    """Play a game to which zoe comes back after two days, and one whose end she has not seen."""
    games = {
        name: name_of_game(seat_two(zoe, friend, game="casino", **BUDGET))
        for name in ("away", "over")
    }
    play_on(site, games["away"], "game.move_count >= 4 and game.to_move == 0")
    site.run(GO_AWAY.format(name=games["away"]))
    post(zoe, f"/games/{games['away']}/notes/", text="7♠ 7♥?")
    play_on(site, games["over"], "game.move_count == 2")
    post(friend, f"/games/{games['over']}/quit/")
    site.run(ANALYSE.format(name=games["over"]))
    return games


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.fill("input[name=username]", name)
    for field in ("password1", "password2"):
        page.fill(f"input[name={field}]", PASSWORD)
    page.click("form:has(input[name=password1]) button")
    expect(page.get_by_role("heading", name=re.compile(name))).to_be_visible()


def start_game(one: Page, other: Page) -> str:
    return name_of_game(seat_two(one, other, move_time=DAYS))


def name_of_game(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]
