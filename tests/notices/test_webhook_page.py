"""People add, test and remove their webhooks, and see how the last requests went."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from notices.models import Notice, Webhook
from notices.webhooks import add_webhook, record_result

pytestmark = pytest.mark.django_db

PAGE = "/notices/webhooks/"
URL = "https://hooks.example.org/services/TOKEN"


@pytest.fixture
def hook(alice: User) -> Webhook:
    return add_webhook(alice, format="standard", url=URL, now=timezone.now())


def text_of(response: Any) -> str:
    return str(response.content.decode())


def test_a_webhook_is_added_and_its_secret_shown_to_its_owner(
    as_alice: Client, as_oscar: Client
) -> None:
    added = as_alice.post(PAGE, {"format": "standard", "url": URL}, follow=True)
    hook = Webhook.objects.get()
    assert hook.secret.startswith("whsec_")
    page = text_of(added)
    assert hook.secret in page
    assert "hooks.example.org" in page
    assert "TOKEN" not in page
    assert "no-store" in added["Cache-Control"]
    assert hook.secret not in text_of(as_oscar.get(PAGE))


@pytest.mark.parametrize("format", ["discord", "slack"])
def test_discord_and_slack_need_no_secret(as_alice: Client, format: str) -> None:
    as_alice.post(PAGE, {"format": format, "url": URL})
    assert Webhook.objects.get().secret == ""


@pytest.mark.parametrize(
    "form",
    [
        {"format": "standard", "url": "http://hooks.example.org/"},
        {"format": "standard", "url": "https://192.168.1.1/"},
        {"format": "standard", "url": "https://hooks.example.org/\r\nX: 1"},
        {"format": "standard", "url": "https://hooks.example.org/" + "a" * 500},
        {"format": "pigeon", "url": URL},
        {"format": "standard"},
        {},
    ],
)
def test_a_wrong_form_is_answered_with_a_sentence(as_alice: Client, form: Any) -> None:
    refused = as_alice.post(PAGE, form)
    assert refused.status_code == 422
    assert "errorlist" in text_of(refused)
    assert not Webhook.objects.exists()


def test_a_fourth_webhook_is_refused_with_a_sentence(as_alice: Client) -> None:
    form = {"format": "standard", "url": URL}
    for _ in range(3):
        assert as_alice.post(PAGE, form).status_code == 302
    refused = as_alice.post(PAGE, form)
    assert refused.status_code == 422
    assert "You have three webhooks already" in text_of(refused)
    assert Webhook.objects.count() == 3


def test_a_test_is_asked_for_and_the_page_looks_again_until_it_is_there(
    as_alice: Client, hook: Webhook
) -> None:
    assert "hx-trigger" not in text_of(as_alice.get(PAGE))
    asked = text_of(as_alice.post(f"{PAGE}{hook.pk}/test/", follow=True))
    assert "The test is on its way" in asked
    assert 'hx-trigger="every 2s"' in asked
    record_result(hook.pk, status=200, reason="", is_test=True, now=timezone.now())
    page = text_of(as_alice.get(PAGE))
    assert "hx-trigger" not in page
    assert "delivered (200)" in page


def test_a_test_that_never_comes_is_not_waited_for(
    as_alice: Client, hook: Webhook, clock: Any
) -> None:
    as_alice.post(f"{PAGE}{hook.pk}/test/")
    clock.shift(61)
    assert "on its way" not in text_of(as_alice.get(PAGE))


def test_the_results_say_what_happened(as_alice: Client, hook: Webhook) -> None:
    for status, reason in ((500, ""), (None, "tls"), (None, "address"), (410, "")):
        record_result(hook.pk, status=status, reason=reason, is_test=False, now=timezone.now())
    page = text_of(as_alice.get(PAGE))
    assert "not delivered: the answer was 500" in page
    assert "not delivered: no secure connection" in page
    assert "not delivered: this address is not allowed" in page
    assert "Switched off" in page


def test_whoever_opens_the_page_has_read_that_a_webhook_is_switched_off(
    as_alice: Client, as_oscar: Client, hook: Webhook
) -> None:
    record_result(hook.pk, status=410, reason="", is_test=False, now=timezone.now())
    as_oscar.get(PAGE)
    assert Notice.objects.get().read_at is None
    listed = text_of(as_alice.get("/notices/"))
    assert "Your webhook for hooks.example.org is switched off" in listed
    assert "Mute this game" not in listed
    as_alice.get(PAGE)
    assert Notice.objects.get().read_at is not None


def test_tests_are_limited(as_alice: Client, hook: Webhook, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"webhook_test": "2/m"}
    asked = [as_alice.post(f"{PAGE}{hook.pk}/test/").status_code for _ in range(3)]
    assert asked == [302, 302, 429]


def test_a_webhook_is_removed(as_alice: Client, hook: Webhook) -> None:
    removed = as_alice.post(f"{PAGE}{hook.pk}/remove/", follow=True)
    assert "The webhook is removed" in text_of(removed)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("action", ["test", "remove"])
def test_nobody_else_touches_it(as_oscar: Client, hook: Webhook, action: str) -> None:
    assert as_oscar.post(f"{PAGE}{hook.pk}/{action}/").status_code == 404
    assert Client().post(f"{PAGE}{hook.pk}/{action}/").status_code == 302
    hook.refresh_from_db()
    assert hook.test_asked_at is None


@pytest.mark.parametrize("action", ["test", "remove"])
def test_nothing_changes_by_get(as_alice: Client, hook: Webhook, action: str) -> None:
    assert as_alice.get(f"{PAGE}{hook.pk}/{action}/")["Location"] == PAGE  # as after a log-in
    hook.refresh_from_db()
    assert hook.test_asked_at is None


def test_a_post_without_the_token_is_refused(alice: User, hook: Webhook) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    for path in (PAGE, f"{PAGE}{hook.pk}/test/", f"{PAGE}{hook.pk}/remove/"):
        assert strict.post(path).status_code == 403


def test_the_download_has_the_webhooks_without_their_secrets(
    as_alice: Client, hook: Webhook
) -> None:
    record_result(hook.pk, status=500, reason="", is_test=False, now=timezone.now())
    download = text_of(as_alice.get("/me/download/"))
    (own,) = json.loads(download)["webhooks"]
    assert (own["format"], own["host"]) == ("standard", "hooks.example.org")
    assert [result["status"] for result in own["results"]] == [500]
    assert hook.secret not in download
    assert "TOKEN" not in download
