"""The webhooks of a person: made, tested, removed, and switched off after long failure."""

from __future__ import annotations

import base64
import datetime as dt
import secrets
from typing import Any, Final

from celery import current_app
from django.db import transaction
from django.db.models import Prefetch
from django.urls import reverse

from accounts.models import User
from notices import outbox
from notices.kinds import Kind
from notices.models import Webhook, WebhookResult

LIMIT: Final = 3
KEPT_RESULTS: Final = 10
STOPPED_AFTER: Final = dt.timedelta(hours=20)
"""How long a webhook may fail: by then a message has been tried for nearly its whole day."""
STOPPED_AFTER_FAILURES: Final = 10
TEST_WAITS: Final = dt.timedelta(minutes=1)
GONE: Final = 410
"""The status that says that nothing should ever be sent there again."""


class TooManyWebhooks(Exception):
    """This person has as many webhooks as anyone may have."""


def find_webhooks(user: User) -> list[Webhook]:
    """Return a person's webhooks with their results, the newest first."""
    results = WebhookResult.objects.order_by("-pk")
    hooks = Webhook.objects.filter(user=user).order_by("pk")
    return list(hooks.prefetch_related(Prefetch("results", queryset=results)))


@transaction.atomic
def add_webhook(user: User, *, format: str, url: str, now: dt.datetime) -> Webhook:
    """Store a webhook. Raises TooManyWebhooks."""
    User.objects.select_for_update().get(pk=user.pk)
    if Webhook.objects.filter(user=user).count() >= LIMIT:
        raise TooManyWebhooks
    secret = ""
    if format == Webhook.Format.STANDARD:
        secret = f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}"
    return Webhook.objects.create(user=user, format=format, url=url, secret=secret, created_at=now)


def remove_webhook(user: User, webhook_id: int) -> bool:
    """Delete a person's webhook; return whether there was one."""
    return Webhook.objects.filter(user=user, pk=webhook_id).delete()[0] > 0


@transaction.atomic
def ask_for_test(user: User, webhook_id: int, *, now: dt.datetime) -> bool:
    """Have a test sent by a worker; return whether there is such a webhook."""
    found = Webhook.objects.filter(user=user, pk=webhook_id).update(test_asked_at=now)
    if found:
        # robust: without a broker no result comes, and the owner may ask again.
        transaction.on_commit(lambda: _queue_test(webhook_id), robust=True)
    return found > 0


def _queue_test(webhook_id: int) -> None:
    current_app.send_task(
        "notices.tasks.test_webhook",
        [webhook_id],
        queue="webhooks",
        expires=TEST_WAITS.total_seconds(),
    )


@transaction.atomic
def record_result(
    webhook_id: int, *, status: int | None, reason: str, is_test: bool, now: dt.datetime
) -> None:
    """Store how a request went, and switch off a webhook that has failed for long.

    A test that arrives switches it on again.
    """
    hook = Webhook.objects.select_for_update().filter(pk=webhook_id).first()
    if hook is None:
        return
    result = WebhookResult.objects.create(
        webhook=hook, at=now, status=status, reason=reason, is_test=is_test
    )
    kept = hook.results.order_by("-pk").values_list("pk", flat=True)[:KEPT_RESULTS]
    hook.results.exclude(pk__in=list(kept)).delete()
    if is_test:
        hook.test_asked_at = None
    if result.is_delivered:
        hook.failures, hook.failing_since = 0, None
        hook.stopped_at = None if is_test else hook.stopped_at
    elif not is_test:
        hook.failures += 1
        hook.failing_since = hook.failing_since or now
        if hook.stopped_at is None and (status == GONE or _has_failed_for_long(hook, now=now)):
            hook.stopped_at = now
            _tell_stopped(hook, result, now=now)
    hook.save(update_fields=["failures", "failing_since", "stopped_at", "test_asked_at"])


def _has_failed_for_long(hook: Webhook, *, now: dt.datetime) -> bool:
    assert hook.failing_since is not None
    return hook.failures >= STOPPED_AFTER_FAILURES and now - hook.failing_since >= STOPPED_AFTER


def _tell_stopped(hook: Webhook, result: WebhookResult, *, now: dt.datetime) -> None:
    draft = outbox.Draft(
        user_id=hook.user_id,
        kind=Kind.WEBHOOK,
        game=f"webhook-{hook.pk}",
        version=result.pk,
        path=reverse("webhooks"),
        facts={"host": hook.host},
    )
    outbox.write([draft], now=now)


def see_webhooks(user: User, *, now: dt.datetime) -> None:
    """Note that a person has seen which webhooks are switched off."""
    outbox.see_kind(user.pk, kind=Kind.WEBHOOK, now=now)


def webhooks_document(user: User) -> list[dict[str, Any]]:
    """Return what is stored of a person's webhooks, for the download of their data.

    Neither the secret nor the whole address: for Discord and Slack, the address is the secret.
    """
    return [
        {
            "format": hook.format,
            "host": hook.host,
            "made_at": hook.created_at,
            "switched_off_at": hook.stopped_at,
            "results": [
                {
                    "at": result.at,
                    "status": result.status,
                    "reason": result.reason,
                    "test": result.is_test,
                }
                for result in hook.results.all()
            ],
        }
        for hook in find_webhooks(user)
    ]
