"""Where a person's mail goes, how it stops, and how it begins again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from notices.kinds import Channel, Kind
from notices.models import Preferences, Switch

SIGNER = Signer(salt="notices.unsubscribe")


class ForgedLink(Exception):
    """This site has not made the link."""


@dataclass(frozen=True, slots=True)
class MailState:
    """Whether mail reaches a person, for the page of settings."""

    address: str
    is_confirmed: bool
    stopped_at: dt.datetime | None


def find_address(user_id: int) -> str:
    """Return the address to which mail goes: confirmed, and not refused by its server; else ""."""
    return _reachable([user_id]).values_list("email", flat=True).first() or ""


def find_reachable(user_ids: Collection[int]) -> list[int]:
    """Return those of the people who have such an address."""
    return list(_reachable(user_ids).values_list("user_id", flat=True))


def _reachable(user_ids: Collection[int]) -> QuerySet[EmailAddress]:
    if settings.MAIL_IN_TERMINAL:
        return EmailAddress.objects.none()
    return _confirmed(user_ids).filter(user__notice_preferences__mail_stopped_at__isnull=True)


def find_mail_state(user: User) -> MailState:
    """Return whether mail reaches a person, and why not."""
    confirmed = _confirmed([user.pk]).values_list("email", flat=True).first()
    chosen = Preferences.objects.filter(user=user).first()
    return MailState(
        address=confirmed or user.email,
        is_confirmed=confirmed is not None,
        stopped_at=chosen.mail_stopped_at if chosen is not None else None,
    )


def stop_mail(user_id: int, *, address: str, now: dt.datetime) -> None:
    """Send a person no more mail: the server of this address has refused it for good."""
    if find_address(user_id) == address:  # not if the person has another one by now
        Preferences.objects.update_or_create(user_id=user_id, defaults={"mail_stopped_at": now})


def resume_mail(user_id: int) -> None:
    """Let mail go to a person's address again."""
    Preferences.objects.filter(user=user_id).update(mail_stopped_at=None)


def make_unsubscribe_url(user_id: int) -> str:
    """Return the address that ends all mail about games to a person, without a log-in."""
    return settings.PUBLIC_URL + reverse("unsubscribe", args=[SIGNER.sign(str(user_id))])


def read_unsubscribe_token(token: str) -> int:
    """Return whose mail a link ends. Raises ForgedLink."""
    try:
        return int(SIGNER.unsign(token))
    except BadSignature:
        raise ForgedLink from None


def unsubscribe(user_id: int) -> None:
    """Switch off mail for everything that a person can be told of."""
    with transaction.atomic():
        # The lock keeps out another change of the same settings.
        if not User.objects.select_for_update().filter(pk=user_id).first():
            return
        Switch.objects.filter(user=user_id, channel=Channel.MAIL).delete()
        Switch.objects.bulk_create(
            Switch(user_id=user_id, kind=kind, channel=Channel.MAIL, is_on=False)
            for kind in Kind.values
        )


def connect() -> None:
    """Have mail begin again when a person confirms an address."""
    email_confirmed.connect(_resume, dispatch_uid="notices.mail")


def _resume(*, email_address: EmailAddress, **kwargs: Any) -> None:
    resume_mail(email_address.user_id)


def _confirmed(user_ids: Collection[int]) -> QuerySet[EmailAddress]:
    return EmailAddress.objects.filter(user__in=user_ids, verified=True, primary=True)
