"""How mail about games ends, and how it begins again."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.signing import Signer
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from notices.mail import make_unsubscribe_url, unsubscribe
from notices.models import Preferences, Switch
from notices.selectors import find_wishes
from notices.services import change_wishes

pytestmark = pytest.mark.django_db

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
AGAIN = "Try this address again"


def link_of(user: User) -> str:
    return make_unsubscribe_url(user.pk).removeprefix(settings.PUBLIC_URL)


def kinds_by_mail(user: User) -> set[str]:
    wishes = find_wishes([user.pk])[user.pk]
    return {kind for kind in ("turn", "warning", "ended", "violation") if wishes.has(kind, "mail")}


def test_a_mail_program_ends_mail_with_one_click_and_no_log_in(alice: User, bob: User) -> None:
    answer = Client(enforce_csrf_checks=True).post(link_of(alice), ONE_CLICK)
    assert (answer.status_code, kinds_by_mail(alice)) == (200, set())
    assert kinds_by_mail(bob) == {"turn", "warning", "ended"}


def test_opening_the_link_only_asks_and_its_button_ends_mail(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(link_of(alice)).content.decode()
    assert "No more e-mail about your games?" in page
    assert "of your turns, of invitations and results, or of anything else" in page
    assert kinds_by_mail(alice) == {"turn", "warning", "ended"}
    target = re.findall(r'<form method="post" action="(/notices/unsubscribe/[^"]+)"', page)
    answer = browser.post(target[0])
    assert "E-mail about your games has ended" in answer.content.decode()
    assert kinds_by_mail(alice) == set()
    assert browser.post(target[0]).status_code == 200  # again, which changes nothing


def switch_all_on(user: User) -> None:
    change_wishes(user, chosen={}, switches=[("violation", "mail", True)])


def test_a_link_that_waits_for_another_change_ends_mail(alice: User, before_the_lock: Any) -> None:
    before_the_lock(partial(switch_all_on, alice), of=User)
    unsubscribe(alice.pk)
    assert kinds_by_mail(alice) == set()


def test_a_change_that_waits_for_the_link_begins_mail(alice: User, before_the_lock: Any) -> None:
    before_the_lock(partial(unsubscribe, alice.pk), of=User)
    switch_all_on(alice)
    assert kinds_by_mail(alice) == {"turn", "warning", "ended", "violation"}


def test_what_was_switched_on_by_hand_ends_too(alice: User) -> None:
    Switch.objects.create(user=alice, kind="violation", channel="mail", is_on=True)
    Switch.objects.create(user=alice, kind="turn", channel="push", is_on=False)
    unsubscribe(alice.pk)
    assert kinds_by_mail(alice) == set()
    assert Switch.objects.filter(channel="push").count() == 1


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_forged_link_is_refused(alice: User, bob: User, method: str) -> None:
    own = link_of(alice)
    signature = own.rstrip("/").rpartition(":")[2]
    forged = [
        own.replace(signature, signature[:-1]),
        own.replace(f"/{alice.pk}:", f"/{bob.pk}:"),
        reverse("unsubscribe", args=[Signer(salt="another").sign(str(alice.pk))]),
        reverse("unsubscribe", args=[str(alice.pk)]),
        reverse("unsubscribe", args=["x"]),
    ]
    for link in forged:
        assert getattr(Client(), method)(link).status_code == 404
    assert kinds_by_mail(alice) == kinds_by_mail(bob) == {"turn", "warning", "ended"}


def test_the_link_of_somebody_who_has_left_tells_nobody_so(alice: User) -> None:
    link = link_of(alice)
    alice.delete()
    assert Client().post(link).status_code == 200


def stop(user: User) -> None:
    EmailAddress.objects.create(user=user, email="a@example.org", primary=True, verified=True)
    Preferences.objects.create(user=user, mail_stopped_at=timezone.now())


def is_stopped(user: User) -> bool:
    return Preferences.objects.get(user=user).mail_stopped_at is not None


def test_the_settings_say_that_mail_has_stopped_and_begin_it_again(
    alice: User, as_alice: Client
) -> None:
    stop(alice)
    page = as_alice.get(reverse("notice_settings")).content.decode()
    assert "E-mail to you has stopped." in page
    assert AGAIN in page
    as_alice.get(reverse("try_mail_again"))
    assert is_stopped(alice)
    page = as_alice.post(reverse("try_mail_again"), follow=True).content.decode()
    assert not is_stopped(alice)
    assert "E-mail goes to your address again." in page
    assert "E-mail goes to a@example.org." in page


def test_nobody_without_an_address_is_told_that_mail_goes_there(as_oscar: Client) -> None:
    page = as_oscar.post(reverse("try_mail_again"), follow=True).content.decode()
    assert "You get no e-mail" in page
    assert "again." not in page


def test_only_its_owner_begins_mail_again(alice: User, as_oscar: Client) -> None:
    stop(alice)
    for browser in (as_oscar, Client()):
        assert browser.post(reverse("try_mail_again")).status_code == 302
    assert is_stopped(alice)


def test_mail_begins_again_with_a_newly_confirmed_address(alice: User, as_alice: Client) -> None:
    stop(alice)
    new = EmailAddress.objects.create(user=alice, email="new@example.org")
    from allauth.account.models import EmailConfirmationHMAC

    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC(new).key])
    as_alice.post(link)
    assert not is_stopped(alice)


@pytest.mark.once
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "You get no e-mail, because you have given no address."),
        ({"email": "a@example.org"}, "until you have confirmed that it is yours"),
    ],
)
def test_the_settings_say_why_no_mail_comes(
    alice: User, as_alice: Client, fields: dict[str, Any], said: str
) -> None:
    User.objects.filter(pk=alice.pk).update(**fields)
    assert said in as_alice.get(reverse("notice_settings")).content.decode()
