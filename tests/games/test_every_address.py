"""Every address of the site, asked for by a third person, a visitor, and whom it belongs to.

A private game is running, and alice has one of everything that people can have. Neither the third
person nor the visitor learns anything of that, or changes it. What is hers answers exactly as if it
did not exist. Nobody changes anything by reading, nor by a form that another site could have sent.
A new address fails here until it has been put under one of the headings below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AuthenticatorData
from pytest_django import Settings

from accounts.models import User
from community import services as community
from games import services
from games.models import Game, Note, Plan
from notices.calendar import make_feed
from notices.mail import make_unsubscribe_url
from notices.models import CalendarFeed, Device, Webhook
from tests.fixtures import LogIn, MakeUser, Response

pytestmark = [pytest.mark.django_db, pytest.mark.once]

Stored = dict[str, dict[Any, Any]]

PUBLIC = """
    live health manifest service_worker offline privacy home lobby_live play_now shuffle
    shuffle_program archive player records record_schema recorded_game recorded_steps rules_index
    rules status lessons lesson_about lesson guest language seeks_live play_computer open_table
    my_games_live account_login account_signup account_logout account_inactive
    account_reauthenticate account_email_verification_sent account_reset_password
    account_reset_password_done
    account_reset_password_from_key_done account_confirm_login_code mfa_login_webauthn
    mfa_authenticate admin:login admin:logout
"""
"""Pages about nobody, the public one about alice, and one that is empty for visitors."""
OWN = """
    keep_account settings account_email account_change_password account_set_password mfa_index
    mfa_activate_totp mfa_view_recovery_codes mfa_list_webauthn mfa_add_webauthn mfa_reauthenticate
    mfa_deactivate_totp mfa_generate_recovery_codes mfa_download_recovery_codes
    mfa_reauthenticate_webauthn notices mark_all_read notice_settings calendar_settings devices
    renew_device webhooks try_mail_again barriers person change_distance report reports
    own_sanctions leave_sanctions my_games next_game vacation end_vacation automatic_vacation
    own_records download delete_account
    account_request_reauthentication_code account_confirm_reauthentication_code
"""
"""Pages about whoever asks, who must be logged in."""
SECRET = """
    unsubscribe calendar record_replay account_confirm_email account_reset_password_from_key
"""
"""Pages for whoever knows a secret that nobody can guess: here it is a guess."""
HERS = """
    game game_live join seat_computers come leave pick move compose answers clock table_settings
    quit replay replay_line hint analysis learn record viewed beside notes mute_here plans
    plans_here remove_plan cancel_plans only_moves rematch game_shuffle people_at_table mute
    remove_device test_webhook remove_webhook mfa_remove_webauthn mfa_edit_webauthn
    reply_to_sanction
"""
"""What belongs to players of a game, or to one person."""
STAFF = "staff_queue staff_person close_reports evidence change_sanction admin:*"
"""Pages of the staff: they do not exist for others, or ask for another log-in."""

HEADINGS = {
    name: heading
    for heading, names in {
        "public": PUBLIC, "own": OWN, "secret": SECRET, "hers": HERS, "staff": STAFF,
    }.items()
    for name in names.split()
}  # fmt: skip
GUEST = {"adds accounts.User"}
MAY_ADD = {
    "guest": GUEST,
    # Whoever wants to play is a guest from then on, also if something is missing in the form.
    "play_now": GUEST,
    "play_computer": GUEST,
    "open_table": GUEST,
    "lesson": GUEST.union(
        f"adds games.{each}" for each in ("Game", "Seat", "Deck", "Round", "Event", "SecretPick")
    ),
    "calendar_settings": {"adds notices.CalendarFeed"},  # the asker's own
    "change_distance": {"adds accounts.Barrier"},  # which keeps alice away from the asker
}
"""What the forms of others add."""
BY_READING = {  # whoever looks at a game, or at what the staff has decided, has read its notices
    "game": {"changes notices.Notice"},
    "own_sanctions": {"changes notices.Notice"},
}
"""What changes when people read what is theirs."""
WITHOUT_TOKEN = {"unsubscribe": (200, {"adds notices.Switch"})}
"""The forms that come from elsewhere: mail programs send this one, which a signature protects."""
NOWHERE = {"public_id": "A" * 22, "game": "A" * 22} | dict.fromkeys(
    ("device_id", "webhook_id", "plan_id", "pk", "number"), "987654"
)
"""What nothing is called."""
PARAMETER = re.compile(r"\(\?P<(\w+)>[^()]*\)|<(?:\w+:)?(\w+)>")
WRITES = re.compile(r'(INSERT INTO|UPDATE|DELETE FROM) (?!"django_(session|cache)")')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
FIELDS = {
    "text": "taken",
    "move": "8C",
    "seen": "2",
    "card": "7H",
    "action": "drop",
    "kind": "block",
}


def every_address(
    patterns: Sequence[URLPattern | URLResolver], before: str = "", space: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the name and the route of every address."""
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            yield from every_address(each.url_patterns, route, inner)
        else:
            yield f"{space}{each.name}", route


ADDRESSES = list(dict.fromkeys(every_address(get_resolver().url_patterns)))


def heading_of(name: str) -> str:
    return HEADINGS.get(name) or HEADINGS[f"{name.partition(':')[0]}:*"]


def fill(route: str, values: dict[str, str]) -> str:
    named = PARAMETER.sub(lambda found: values[found[1] or found[2]], route)
    return "/" + named.replace("^", "").replace("$", "").replace("(.*)", "x")


CREDENTIAL = {
    "rawId": "AAAA",
    "response": {
        "clientDataJSON": websafe_encode(b'{"type": "", "challenge": "", "origin": ""}'),
        "attestationObject": websafe_encode(
            AttestationObject.create(
                "none", AuthenticatorData.create(bytes(32), AuthenticatorData.FLAG(0), 0), {}
            )
        ),
    },
}
"""A passkey as it is stored, but without a key."""


@pytest.fixture
def hers(picking: Any, alice: Any, bob: Any, make_user: MakeUser) -> dict[str, str]:
    """Give alice one of everything; return what addresses call it."""
    now = timezone.now()
    game: Game = picking(kind="link")
    for user in (alice, bob):
        services.pick_secret(game.pk, user_id=user.pk, card="7H", arrived_at=now)
    Note.objects.create(game=game, author=alice, text="her own notes")
    plan = Plan.objects.create(
        game=game, owner=alice, place=1, condition="whatever", move="QC", event_count=2
    )
    EmailAddress.objects.create(user=alice, email="alice@private.example", primary=True)
    CalendarFeed.objects.create(user=alice, secret_hash="hash-of-hers", created_at=now)
    hook = Webhook.objects.create(
        user=alice, format="standard", url="https://hook.private.example/", created_at=now
    )
    device = Device.objects.create(
        user=alice, name="her phone", endpoint="https://push.private.example/", added_at=now,
        p256dh="her-public-key", auth="her-secret", language="en",
    )  # fmt: skip
    key = Authenticator.objects.create(
        user=alice, type="webauthn", data={"name": "her passkey", "credential": CREDENTIAL}
    )
    keeper = make_user("keeper", is_staff=True)
    decision = community.impose(alice, kind="warning", reason="what she did", staff=keeper)
    community.report(bob, alice, about="player", reason="other", text="what he saw", game="")
    return {
        "public_id": game.public_id, "game": game.public_id, "username": "alice",
        "webhook_id": str(hook.pk), "device_id": str(device.pk), "plan_id": str(plan.pk),
        "pk": str(key.pk), "number": str(decision.pk), "step": "1", "branch": "1",
        "secret": "A" * 32, "token": "A" * 22, "key": "abc-guessed", "uidb36": "1",
        "variant": "trifecta",
        "clause": "4", "name": "first", "object_id": "1", "content_type_id": "1", "id": "1",
        "app_label": "games", "url": "x",
    }  # fmt: skip


def secrets_of(user: User) -> dict[str, str]:
    """Return the secrets with which a calendar and a link in e-mail open for a user."""
    token = make_unsubscribe_url(user.pk).rstrip("/").rpartition("/")[2]
    return {"secret": make_feed(user), "token": token}


def admin_ids(name: str) -> dict[str, str]:
    """Return what calls an entry of the list that an address of the administration is about."""
    for model in admin.site._registry:
        if name.startswith(f"admin:{model._meta.app_label}_{model._meta.model_name}_"):
            return {"object_id": str(model._base_manager.values_list("pk", flat=True).first())}
    return {}


FOR_NOBODY_ELSE = (
    *("her own notes", "private.example", "hash-of-hers", "her phone", "her-secret"),
    *("her-public-key", "her passkey", "what she did", "what he saw"),
)


def everything_stored(*, but: User | None = None) -> Stored:
    """Return every row but those of sessions and of one user, by table and primary key."""
    stored = {
        model._meta.label: {row[0]: row for row in model._base_manager.values_list()}
        for model in apps.get_models()
        if model is not Session
    }
    if but:
        stored[User._meta.label].pop(but.pk, None)
    return stored


def differences(before: Stored, after: Stored) -> Iterator[str]:
    """Yield in which tables rows were added, and in which any were changed or deleted."""
    for label, rows in after.items():
        if rows.keys() - before[label].keys():
            yield f"adds {label}"
        if any(rows.get(pk) != row for pk, row in before[label].items()):
            yield f"changes {label}"


def ask(
    client: Client,
    method: str,
    path: str,
    before: Stored,
    *,
    but: User | None = None,
    fields: dict[str, str] | None = None,
) -> tuple[Response, set[str]]:
    """Ask for a page; take back what that has changed, and return it with the answer."""
    found: set[str] = set()
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        answer: Response = getattr(client, method)(path, fields or {})
        if any(WRITES.match(each["sql"]) for each in queries):
            found.update(differences(before, everything_stored(but=but)))
        transaction.set_rollback(True)
    return answer, found


def fault_of(heading: str, answer: Response, *, is_visitor: bool) -> str:
    """Return what is wrong with an answer to somebody whom an address does not concern."""
    where = answer.headers.get("Location", "")
    if answer.status_code >= 500 and answer.status_code != 503:
        return "an error"
    if heading == "public":
        return ""
    if heading == "secret":
        return "" if answer.status_code in {200, 302, 404, 405} else "refused"
    if answer.status_code in {404, 405}:
        return ""
    asks_to_log_in = where.startswith(("/accounts/login/", "/admin/login/"))
    if heading == "staff":
        return "" if asks_to_log_in else "open"
    if heading == "hers" or is_visitor:
        return "" if answer.status_code == 302 else "open"
    return ""


def content_of(answer: Response) -> str:
    if answer.streaming:
        return ""  # a download of the asker's own
    return answer.content.decode()


def sent(answer: Response, path: str, game: str) -> tuple[int, str, str]:
    """Return an answer without its address and without random tokens."""
    where = unquote(answer.headers.get("Location", "")).replace(path, "").replace(game, "")
    return answer.status_code, where, TOKEN.sub("", content_of(answer).replace(path, ""))


def test_every_address_is_under_a_heading() -> None:
    names = {name for name, _ in ADDRESSES}
    assert {name for name in names if name not in HEADINGS and "admin:" not in name} == set()
    assert {name for name in HEADINGS if name not in names} == {"admin:*"}


@pytest.mark.early
@pytest.mark.parametrize("who", ["a third person", "a visitor"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_strangers_learn_and_change_nothing_at_any_address(
    hers: dict[str, str], oscar: Any, client_of: LogIn, settings: Settings, who: str, method: str
) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, "100000/s")
    settings.ACCOUNT_RATE_LIMITS = False
    asker = oscar if who == "a third person" else None
    arrive = partial(client_of, oscar) if asker else Client
    client = arrive()
    before = everything_stored(but=asker)
    fields = FIELDS if method == "post" else None
    faults = []
    for name, route in ADDRESSES:
        path, heading = fill(route, hers), heading_of(name)
        answer, found = ask(client, method, path, before, but=asker, fields=fields)
        fault = fault_of(heading, answer, is_visitor=asker is None)
        if found - (MAY_ADD.get(name, set()) if method == "post" else set()):
            fault = f"it {', '.join(sorted(found))}"
        text = str(answer.headers) + content_of(answer)
        if [words for words in FOR_NOBODY_ELSE if words in text]:
            fault = "it tells what is hers"
        if hers["public_id"] in text and hers["public_id"] not in path:
            fault = "it names her game"
        if heading == "hers" and not fault:
            nowhere = fill(route, hers | NOWHERE)
            unknown, _ = ask(client, method, nowhere, before, but=asker, fields=fields)
            if sent(answer, path, hers["game"]) != sent(unknown, nowhere, NOWHERE["game"]):
                fault = "it is not answered like what does not exist"
        if fault:
            faults.append((name, path, answer.status_code, fault))
        if answer.cookies:  # a log-in, a log-out or messages for the next page
            client = arrive()
    assert "\n".join(map(str, faults)) == ""


@pytest.fixture
def owners(hers: dict[str, str], alice: User, make_user: MakeUser) -> dict[str, User]:
    """Return alice and somebody of the staff who may do everything."""
    return {"alice": alice, "staff": make_user("chief", is_staff=True, is_superuser=True)}


def addresses_for(who: str) -> list[tuple[str, str]]:
    """Return all addresses, or for the staff those of its own pages: the others treat all alike."""
    return [each for each in ADDRESSES if who == "alice" or heading_of(each[0]) == "staff"]


@pytest.mark.parametrize("who", ["alice", "staff"])
def test_reading_changes_nothing_at_any_address(
    hers: dict[str, str], owners: dict[str, User], client_of: LogIn, settings: Settings, who: str
) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, "100000/s")
    known, client = hers | secrets_of(owners["alice"]), client_of(owners[who])
    before = everything_stored()
    faults = []
    for name, route in addresses_for(who):
        path = fill(route, known | admin_ids(name))
        answer, found = ask(client, "get", path, before, fields=FIELDS)
        if found - BY_READING.get(name, set()):
            faults.append((name, path, answer.status_code, sorted(found)))
        if answer.cookies:
            client = client_of(owners[who])
    assert "\n".join(map(str, faults)) == ""


@pytest.mark.parametrize("who", ["alice", "staff"])
def test_a_form_of_another_site_changes_nothing_at_any_address(
    hers: dict[str, str], owners: dict[str, User], client_of: LogIn, who: str
) -> None:
    """A form of another site comes with the session's cookie, but without the token."""
    known, client = hers | secrets_of(owners["alice"]), Client(enforce_csrf_checks=True)
    client.cookies = client_of(owners[who]).cookies
    client.get("/privacy/")  # which sets the cookie that a token has to agree with
    before = everything_stored()
    faults = []
    for name, route in addresses_for(who):
        path = fill(route, known | admin_ids(name))
        answer, found = ask(client, "post", path, before, fields=FIELDS)
        if name in WITHOUT_TOKEN:
            is_right = (answer.status_code, found) == WITHOUT_TOKEN[name]
        else:
            is_right = answer.status_code in {403, 404, 405} and not found
        if not is_right:
            faults.append((name, path, answer.status_code, sorted(found)))
    assert "\n".join(map(str, faults)) == ""
