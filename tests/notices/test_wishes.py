"""The page on which people choose what they are told of, how, and when."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from notices.forms import WishesForm
from notices.kinds import BY_MAIL_ALWAYS, OF_STAFF, OUTSIDE, Channel, Kind, is_on_at_first
from notices.models import Delivery, Device, Preferences, Switch, Webhook
from notices.planning import plan_due
from notices.selectors import find_wishes
from notices.webhooks import add_webhook
from tests.notices.browsers import VAPID_KEY

pytestmark = pytest.mark.django_db

PAGE = "/notices/settings/"
AT_FIRST = {
    f"{kind}-{channel}": "on"
    for kind in Kind
    for channel in Channel
    if is_on_at_first(kind, channel) and kind not in (*OF_STAFF, *BY_MAIL_ALWAYS)
}


@pytest.fixture(autouse=True)
def _reached(alice: User, settings: Any) -> None:
    """Have every channel reach alice."""
    settings.VAPID_KEY = VAPID_KEY
    now = timezone.now()
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    Device.objects.create(user=alice, endpoint="https://push.example.org/1", added_at=now)
    add_webhook(alice, format="standard", url="https://example.org/", now=now)


def answers(**changes: str) -> dict[str, Any]:
    chosen = {"is_on": "on", "digests": "on", "digest_hour": "18", "shown": list(Channel)}
    return AT_FIRST | chosen | changes


def test_nothing_is_stored_for_switches_that_stay_as_they_are(
    as_alice: Client, alice: User
) -> None:
    page = as_alice.get(PAGE).content.decode()
    assert page.count(" checked") == len(AT_FIRST) + 2
    assert as_alice.post(PAGE, answers())["Location"] == PAGE
    assert not Switch.objects.exists()
    assert Preferences.objects.get(user=alice).is_on


def test_switches_are_stored_and_shown(as_alice: Client, alice: User) -> None:
    changed = answers(**{"violation-mail": "on"})
    del changed["turn-push"], changed["is_on"]
    as_alice.post(PAGE, changed)
    as_alice.post(PAGE, changed)
    found = set(Switch.objects.values_list("user", "kind", "channel", "is_on"))
    assert found == {(alice.pk, "turn", "push", False), (alice.pk, "violation", "mail", True)}
    wishes = find_wishes([alice.pk])[alice.pk]
    assert not wishes.preferences.is_on
    assert not wishes.switched_on("turn", "push")
    form = WishesForm(wishes, OUTSIDE)
    assert not form["turn-push"].value()
    assert form["violation-mail"].value()


def test_what_does_not_reach_a_person_is_not_shown_and_stays_as_it_is(
    as_alice: Client, alice: User
) -> None:
    Switch.objects.create(user=alice, kind="turn", channel="push", is_on=False)
    Device.objects.all().delete()
    Webhook.objects.all().delete()
    page = as_alice.get(PAGE).content.decode()
    assert [channel for channel in Channel if f'id="channel-{channel}"' in page] == ["page", "mail"]
    assert "Push" not in page.partition("<table")[2].partition("</table>")[0]
    sent = {name: "on" for name in AT_FIRST if not name.endswith(("-push", "-webhook"))}
    as_alice.post(PAGE, sent | {"digest_hour": "18", "shown": ["page", "mail"]})
    stored = Switch.objects.values_list("kind", "channel", "is_on")
    assert list(stored) == [("turn", "push", False)]


def test_what_came_to_reach_a_person_while_the_page_was_open_stays_as_it_is(
    as_alice: Client, alice: User
) -> None:
    Device.objects.all().delete()
    page = as_alice.get(PAGE).content.decode()
    shown = re.findall(r'name="shown" value="(.*?)"', page)
    assert shown == ["page", "mail", "webhook"]
    Device.objects.create(
        user=alice, endpoint="https://push.example.org/2", added_at=timezone.now()
    )
    sent = {name: "on" for name in AT_FIRST if not name.endswith("-push")}
    as_alice.post(PAGE, sent | {"digest_hour": "18", "shown": shown})
    assert not Switch.objects.exists()


def test_hours_are_chosen(as_alice: Client, alice: User) -> None:
    as_alice.post(PAGE, answers(digest_hour="0", quiet_from="22", quiet_until="7"))
    chosen = Preferences.objects.get(user=alice)
    assert (chosen.digest_hour, chosen.quiet_from, chosen.quiet_until) == (0, 22, 7)
    as_alice.post(PAGE, answers())
    chosen.refresh_from_db()
    assert (chosen.digest_hour, chosen.quiet_from, chosen.quiet_until) == (18, None, None)


def test_a_site_that_sends_no_mail_offers_none_and_keeps_what_is_stored(
    as_alice: Client, alice: User, settings: Any
) -> None:
    Preferences.objects.create(user=alice, digests=False, digest_hour=7)
    Switch.objects.create(user=alice, kind="turn", channel="mail", is_on=False)
    settings.MAIL_IN_TERMINAL = True
    page = as_alice.get(PAGE).content.decode()
    assert "This site does not send e-mail yet." in page
    assert "alice@example.org" not in page
    for offered in ('id="channel-mail"', "E-mail about your turns", "Hour of that", "E-mail, push"):
        assert offered not in page
    as_alice.post(PAGE, answers(quiet_from="22", quiet_until="7"))
    chosen = Preferences.objects.get(user=alice)
    assert (chosen.digests, chosen.digest_hour, chosen.quiet_from) == (False, 7, 22)
    assert Switch.objects.get().channel == "mail"


def test_a_site_that_sends_no_mail_writes_none_about_games_either(
    alice: User, write: Any, settings: Any
) -> None:
    settings.MAIL_IN_TERMINAL = True
    write(kind="started", is_urgent=True)
    plan_due(now=timezone.now())
    assert Delivery.objects.get(channel="mail").outcome == Delivery.Outcome.NOWHERE


@pytest.mark.once
def test_hours_of_mail_are_chosen_only_where_mail_reaches_a_person(as_alice: Client) -> None:
    assert "Hour of that message" in as_alice.get(PAGE).content.decode()
    EmailAddress.objects.all().delete()
    page = as_alice.get(PAGE).content.decode()
    assert "Hour of that message" not in page
    assert "Add an e-mail address" in page


def test_an_empty_form_changes_nothing(as_alice: Client) -> None:
    EmailAddress.objects.all().delete()  # so that no hour is asked for
    assert as_alice.post(PAGE, {}).status_code == 422
    assert not Preferences.objects.exists()
    assert not Switch.objects.exists()


def test_why_mail_was_stopped_is_kept(as_alice: Client, alice: User) -> None:
    Preferences.objects.create(user=alice, mail_stopped_at=alice.date_joined)
    as_alice.post(PAGE, answers())
    assert Preferences.objects.get(user=alice).mail_stopped_at == alice.date_joined


@pytest.mark.once
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"quiet_from": "22"}, "Quiet hours need both a beginning and an end."),
        ({"quiet_until": "7"}, "Quiet hours need both a beginning and an end."),
        ({"quiet_from": "7", "quiet_until": "7"}, "Quiet hours cannot end when they begin."),
        ({"digest_hour": "24"}, "Select a valid choice."),
        ({"quiet_from": "-1", "quiet_until": "7"}, "Select a valid choice."),
        ({"digest_hour": ""}, "This field is required."),
    ],
)
def test_impossible_hours_are_refused_with_a_sentence(
    as_alice: Client, changes: dict[str, str], reason: str
) -> None:
    response = as_alice.post(PAGE, answers(**changes))
    assert response.status_code == 422
    assert reason in response.content.decode()
    assert not Preferences.objects.exists()


@pytest.mark.once
def test_each_switch_is_named_by_its_row_and_column(as_alice: Client) -> None:
    page: Any = as_alice.get(PAGE).content.decode()
    assert 'aria-labelledby="kind-turn channel-push"' in page
    assert '<th role="rowheader" scope="row" id="kind-turn">Your turn</th>' in page
    assert '<th role="columnheader" scope="col" id="channel-push">Push</th>' in page


@pytest.mark.once
def test_the_account_settings_lead_here(as_alice: Client) -> None:
    assert PAGE in as_alice.get("/accounts/settings/").content.decode()
