"""Whatever people type stays text: on each page that shows it no script runs, no markup appears.

Hostile texts are put where they are stored, whatever the forms would refuse. The victim's browser
ignores the content security policy, so that a fault in a template is seen and not only blocked.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from urllib.parse import quote

import pytest
from django import forms
from playwright.sync_api import Browser, BrowserContext, Page, expect

import accounts
import community
import games
import notices
from tests.browser.conftest import PATIENCE_MS
from tests.browser.scene import DAYS, RECORD, sign_up
from tests.browser.table import post, seat_two, version, wait_until
from tests.running import Site, running_site

HOSTILE = "\"'><img src=x onerror=hit()>"  # as long as a name can be
LONG = f"{HOSTILE}</textarea></title></script><script>hit()</script><svg onload=hit()>{{{{7*191}}}}"
LINK = f"javascript:hit()//{LONG}"

SHOWN = {
    "accounts.forms": """
        AddEmailForm.email KeepAccountForm.email SignUpForm.email ResetPasswordForm.email
        KeepAccountForm.username SignUpForm.username SettingsForm.display_name
    """,
    "accounts.passkey_forms": "AddPasskeyForm.name RenamePasskeyForm.name",
    "community.forms": """
        AnswerForm.text ReplyForm.text ReportForm.text ReportForm.game SanctionForm.reason
    """,
    "games.forms.archive": "ArchiveForm.opponent ArchiveForm.player",
    "games.forms.notes": "NotesForm.text",
    "games.forms.records": "RecordForm.file RecordForm.text",
    "games.forms.seats": "NameForm.name TableForm.opponent",
    "notices.forms": "DeviceForm.name WebhookForm.url",
}
"""Texts that pages show again: below they are stored, sent or part of an address."""
NEVER_SHOWN = {
    "accounts.admin": "NewPasswordForm.password1 NewPasswordForm.password2",
    "accounts.forms": """
        ActivateAppForm.code AuthenticateForm.code ReauthenticateWithCodeForm.code
        ChangePasswordForm.oldpassword ChangePasswordForm.password1 ChangePasswordForm.password2
        KeepAccountForm.password1 KeepAccountForm.password2 LogInForm.password
        ReauthenticateForm.password ResetPasswordKeyForm.password1 ResetPasswordKeyForm.password2
        SetPasswordForm.password1 SetPasswordForm.password2
    """,
    "accounts.passkey_forms": """
        AddPasskeyForm.credential AuthenticateWithPasskeyForm.credential
        LogInWithPasskeyForm.credential ReauthenticateWithPasskeyForm.credential
    """,
    "games.forms.seats": """
        ComputerForm.value GameForm.value JoinForm.move_time JoinForm.value OfferForm.value
        QuickForm.value SeekForm.value TableForm.value
    """,
    "notices.forms": """
        DeviceForm.auth DeviceForm.endpoint DeviceForm.p256dh SubscriptionForm.auth
        SubscriptionForm.endpoint SubscriptionForm.p256dh
    """,
}
"""Secrets, and what browsers send without anybody typing it."""
ADDRESSES = {
    "/?game={}": "game",
    "/lobby/live/?version={0}&shown={0}": "version shown",
    "/?lang={}": "lang",
    "/accounts/login/?next={}": "next",
    "/archive/?player={0}&opponent={0}&since={0}&game={0}": "",
    "/people/{person}?about={0}&game={0}": "about",
    "/games/{table}/replay/?view={0}&step={0}": "view step",
    "/games/{table}/plans/?when={}": "when",
    "/games/{table}/?notes={}": "notes",
    "/games/{table}/learn/1/?move={}": "move",
    "/admin/accounts/user/?q={}": "",
    "/{}/": "",
}
"""Pages that are asked for with hostile texts, and the names under which views read them."""
POSTED = {"newest", "card", "value", "time_zone", "variant", "username"}
"""Names that views read from forms: choices, or texts only compared, or stored if valid."""

PLANT = """
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils import timezone
from accounts.models import User
from community import services
from community.models import Sanction
from games.models import Game, Note
from notices.models import Device, Webhook
hostile, long, link = {texts!r}
now = timezone.now()
game = Game.objects.get(public_id={table!r})
victim = User.objects.get(username="victim")
mallory = game.seats.exclude(user=victim).get().user
mallory.username, mallory.display_name = hostile, hostile
mallory.email = hostile + "@example.org"
mallory.save()
victim.is_staff = victim.is_superuser = True
victim.save()
for user in (victim, mallory):
    Authenticator.objects.create(user=user, type="totp", data={{}})
    Authenticator.objects.create(
        user=user, type="webauthn", data={{"name": long, "credential": {{}}}}
    )
    EmailAddress.objects.create(user=user, email=hostile + str(user.pk) + "@e.org", primary=True)
    Note.objects.create(game=game, author=user, text=long)
    Webhook.objects.create(user=user, format="standard", url=link, created_at=now)
    Device.objects.create(
        user=user, name=hostile, endpoint=link + str(user.pk), added_at=now, p256dh=hostile,
        auth=hostile, language="en",
    )
for about in ("player", "name"):
    services.report(mallory, victim, about=about, reason="other", text=long, game="")
    services.report(
        victim, mallory, about=about, reason="insult", text=long, game=game.public_id
    )
decision = services.impose(mallory, kind="warning", reason=long, staff=victim)
services.reply(decision.pk, person=mallory, text=long)
services.report(victim, mallory, about="player", reason="cheating", text=long, game=hostile[:22])
Sanction.objects.create(
    person=victim, kind="warning", reason=long, created_at=now, reply=long, replied_at=now,
    answer=long, answered_at=now,
)
print(mallory.pk)
"""

PAGES = (
    *("/", "/games/{table}/", "/games/{table}/replay/", "/games/{table}/people/", "/games/mine/"),
    *("/players/{person}", "/people/{person}", "/people/", "/reports/", "/decisions/"),
    *("/notices/", "/notices/webhooks/", "/notices/devices/", "/accounts/two-step/webauthn/"),
    *("/staff/", "/staff/people/{person}", "/staff/people/{person}games/{table}/"),
    *("/admin/accounts/user/", "/admin/accounts/user/{number}/change/"),
    *("/admin/community/entry/", "/admin/games/game/"),
)
WRITTEN = "main form :is(input:is([type=text], [type=email], [type=url]), textarea)"
FILL_IN = """([written, text]) => {
  const { form } = document.querySelector(written);
  for (const field of form.querySelectorAll(written)) {
    field.removeAttribute("maxlength");
    field.value = text;
  }
  form.noValidate = true;
  form.submit();
}"""
FIND = """() => {
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      const isScript = /^(href|src|action|formaction|data|srcdoc|hx-\\w+)$/.test(name)
        && /^\\s*(javascript|data:text)/i.test(value);
      if (/^on/.test(name) || isScript) found.push(`${element.tagName} ${name}=${value}`);
    }
  }
  if (document.documentElement.textContent.includes("1337")) found.push("a template ran");
  return found;
}"""


def read_names(lists: dict[str, str]) -> set[str]:
    return {f"{module}.{name}" for module, names in lists.items() for name in names.split()}


def modules_of(app: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(app.__path__, f"{app.__name__}."):
        if ".migrations" not in found.name and ".management" not in found.name:
            yield importlib.import_module(found.name)


def test_every_field_that_takes_text_is_tried_or_never_shown() -> None:
    found = set()
    for app in (accounts, community, games, notices):
        for module in modules_of(app):
            for form in vars(module).values():
                if not isinstance(form, type) or not issubclass(form, forms.BaseForm):
                    continue
                if form.__module__ == module.__name__ and not form.__name__.startswith("_"):
                    found |= {
                        f"{module.__name__}.{form.__name__}.{name}"
                        for name, field in getattr(form, "base_fields", {}).items()
                        if isinstance(field, forms.CharField | forms.FileField)
                    }
    assert found == read_names(SHOWN) | read_names(NEVER_SHOWN)


def test_every_text_that_views_read_from_addresses_is_tried() -> None:
    root = Path(games.__file__).parent.parent
    found = set()
    for app in ("accounts", "community", "config", "games", "learn", "notices"):
        for path in (root / app).rglob("*.py"):
            code = path.read_text()
            found |= set(re.findall(r"request\.(?:GET|POST)(?:\.get\(|\[)\"(\w+)\"", code))
    tried = {name for names in ADDRESSES.values() for name in names.split()}
    assert found - tried - POSTED == set()


def look(page: Page, hits: list[str], where: str) -> None:
    """See that the page has run and contains nothing of what was typed but as text."""
    found = page.evaluate(FIND)
    assert (found, hits) == ([], []), where


@pytest.fixture(scope="module")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that sends mail, so that it takes e-mail addresses."""
    with running_site(tmp_path_factory.mktemp("own"), EMAIL_URL="dummy:") as running:
        yield running


OpenVictim = Callable[[], tuple[Page, list[str]]]


@pytest.fixture
def open_victim(browser: Browser, own_site: Site) -> Iterator[OpenVictim]:
    """Return a function that opens a browser without protection, with a list of what has run."""
    contexts: list[BrowserContext] = []

    def open_one() -> tuple[Page, list[str]]:
        hits: list[str] = []
        context = browser.new_context(
            base_url=own_site.url, bypass_csp=True, service_workers="block"
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.expose_binding("hit", lambda source: hits.append(str(source["page"].url)))
        page = context.new_page()
        page.on("dialog", lambda dialog: hits.append(dialog.message))
        return page, hits

    yield open_one
    for context in contexts:
        context.close()


def fill_in(page: Page, path: str) -> None:
    """Send the first form of a page that takes text, whatever the browser thinks of the text."""
    page.goto(path)
    assert page.locator(WRITTEN).count(), f"{path} has no form that takes text"
    with page.expect_navigation():
        page.evaluate(FILL_IN, [WRITTEN, LINK])


def test_what_people_type_is_text_on_every_page(open_victim: OpenVictim, own_site: Site) -> None:
    victim, hits = open_victim()
    mallory, own_hits = open_victim()
    sign_up(victim, "victim")
    sign_up(mallory, "mallory")
    address = seat_two(victim, mallory, move_time=DAYS, game="casino")
    table = address.rstrip("/").rpartition("/")[2]
    victim.goto(address)
    number = own_site.run(PLANT.format(texts=(HOSTILE, LONG, LINK), table=table)).strip()
    person = quote(HOSTILE, safe="") + "/"

    # The open page is told of the opponent by its socket.
    before = version(victim)
    post(mallory, f"{address}quit/")
    expect(victim.locator(f"#game:not([data-version='{before}'])")).to_contain_text("onerror")
    look(victim, hits, "a frame")

    table_of = {"variant": "casino", "move_time": DAYS}
    post(mallory, "/tables/", **table_of, kind="invitation", opponent="victim")
    post(mallory, "/tables/", **table_of, kind="open")
    post(victim, f"/people/{person}distance/", kind="mute")
    shown = 0
    asked = [each.format(quote(LINK, safe=""), person=person, table=table) for each in ADDRESSES]
    stored = (each.format(person=person, table=table, number=number) for each in PAGES)
    for path in (*stored, *asked):
        answer = victim.goto(path)
        assert path in asked or (answer is not None and answer.status == 200), path
        shown += "onerror=hit" in victim.inner_text("body")
        look(victim, hits, path)
    assert shown >= 15
    for path in (f"/people/{person}", f"/staff/people/{person}", "/records/", "/accounts/email/"):
        fill_in(victim, path)
        look(victim, hits, path)
    victim.goto("/records/")
    victim.fill("textarea", RECORD.read_text().replace('"Alice"', '"<img src=x onerror=hit()>"'))
    victim.click(".record-form button")
    victim.wait_for_url("**/records/*/**")
    look(victim, hits, "a record")

    for path in ("/decisions/", "/games/mine/", "/accounts/two-step/webauthn/"):
        mallory.goto(path)
        look(mallory, own_hits, path)
    for path in ("/accounts/settings/", "/notices/webhooks/"):
        fill_in(mallory, path)
        look(mallory, own_hits, path)


def test_what_strangers_type_is_text_in_the_answer(open_victim: OpenVictim) -> None:
    stranger, hits = open_victim()
    for path in ("/accounts/signup/", "/accounts/login/"):
        fill_in(stranger, path)
        look(stranger, hits, path)
    post(stranger, "/accounts/guest/")
    fill_in(stranger, "/accounts/keep/")
    look(stranger, hits, "/accounts/keep/")


def test_a_script_that_gets_into_a_page_is_found(open_victim: OpenVictim) -> None:
    page, hits = open_victim()
    page.goto("/privacy/")
    page.evaluate(
        "text => { document.body.innerHTML = `<a href='javascript:x'></a>${text}` }", LONG
    )
    assert {"A href=javascript:x", "IMG onerror=hit()"} <= set(page.evaluate(FIND))
    wait_until(page, lambda: bool(hits), "the script")
