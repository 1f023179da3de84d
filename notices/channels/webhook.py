"""Webhooks: notices as requests to addresses that people have chosen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from standardwebhooks import Webhook as Signer

from notices.addresses import read_retry_after
from notices.channels.base import GiveUp, TryAgain
from notices.channels.bodies import Message, write_body
from notices.messages import describe, describe_test
from notices.models import Delivery, Notice, Webhook, WebhookResult
from notices.selectors import find_deadlines, find_names
from notices.webhooks import GONE, record_result

TOGETHER = 1


@dataclass(frozen=True, slots=True)
class _Answer:
    """The status of an answer, or the reason why there was none."""

    status: int | None = None
    reason: str = ""
    retry_after: dt.timedelta | None = None


def find_targets(user_ids: Collection[int]) -> Iterable[tuple[int, int]]:
    """Return the people with the ids of their webhooks that are on."""
    return list(_working().filter(user__in=user_ids).values_list("user_id", "pk"))


def send(deliveries: Sequence[Delivery]) -> None:
    """Send one notice to one webhook. Raises TryAgain or GiveUp."""
    (delivery,) = deliveries
    hook = _working().select_related("user").filter(pk=delivery.target).first()
    if hook is None:
        raise GiveUp("the webhook is gone or switched off")
    answer = _post(hook, _message_of(delivery, hook))
    now = timezone.now()
    record_result(hook.pk, status=answer.status, reason=answer.reason, is_test=False, now=now)
    if answer.status == GONE:
        raise GiveUp("the webhook wants no more")
    if not WebhookResult.is_success(answer.status):
        raise TryAgain(answer.reason or f"status {answer.status}", after=answer.retry_after)


def send_test(webhook_id: int) -> None:
    """Send a test to a webhook, whether or not it is on, and record how that went."""
    hook = Webhook.objects.select_related("user").filter(pk=webhook_id).first()
    if hook is None:
        return
    now = timezone.now()
    with translation.override(hook.user.spoken_language):
        told = describe_test()
    answer = _post(
        hook,
        Message(
            id=f"test_{hook.pk}_{int(now.timestamp())}",
            kind="test",
            told=told,
            url=settings.PUBLIC_URL + reverse("webhooks"),
            at=now,
        ),
    )
    record_result(
        hook.pk, status=answer.status, reason=answer.reason, is_test=True, now=timezone.now()
    )


def _working() -> QuerySet[Webhook]:
    return Webhook.objects.filter(stopped_at__isnull=True, user__is_active=True)


def _message_of(delivery: Delivery, hook: Webhook) -> Message:
    notice: Notice = delivery.notice
    language, deadlines = hook.user.spoken_language, find_deadlines([notice])
    with translation.override(language), timezone.override(hook.user.time_zone):
        told = describe(notice, find_names([notice]), deadlines)
    return Message(
        id=f"msg_{delivery.pk}",
        kind=notice.kind,
        told=told,
        url=settings.PUBLIC_URL + notice.path,
        at=notice.created_at,
        game=notice.game,
        deadline=deadlines.get(notice.game),
    )


def _post(hook: Webhook, message: Message) -> _Answer:
    from notices.guard import Unreachable, open_session  # it takes long to load

    body, now = write_body(hook.format, message), timezone.now()
    headers = {"Content-Type": "application/json"}
    if hook.secret:
        headers["webhook-id"] = message.id
        headers["webhook-timestamp"] = str(int(now.timestamp()))
        headers["webhook-signature"] = Signer(hook.secret).sign(message.id, now, body)
    try:
        with open_session() as session:
            response = session.post(hook.url, data=body.encode(), headers=headers)
    except Unreachable as failure:
        return _Answer(reason=failure.reason.value)
    wait = read_retry_after(response.headers.get("Retry-After", "").strip(), now=now)
    return _Answer(status=response.status_code, retry_after=wait)
