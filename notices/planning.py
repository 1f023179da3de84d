"""Which channels tell what is due, and when."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import time_zone_changed
from notices.channels import CHANNELS
from notices.kinds import BY_MAIL_ALWAYS, OF_STAFF, OUTSIDE, Channel, Kind
from notices.models import Delivery, Mute, Notice
from notices.selectors import Wishes, find_wishes, update_ends

PLANNED_AT_ONCE = 100
DAY = dt.timedelta(days=1)

Targets = Mapping[int, Sequence[int]]
"""The targets of people in one channel."""


def plan_due(*, now: dt.datetime) -> int:
    """Plan how the notices that are due leave the site, and return how many there were.

    One call plans at most `PLANNED_AT_ONCE`. Several may run at a time: they plan different ones.
    """
    with transaction.atomic():
        due = Notice.known.filter(due_at__lte=now).order_by("due_at")
        notices = list(due.select_for_update(skip_locked=True)[:PLANNED_AT_ONCE])
        if not notices:
            return 0
        update_ends(notices)
        users = {notice.user_id for notice in notices}
        wishes = find_wishes(users)
        muted = set(Mute.objects.filter(user__in=users).values_list("user_id", "game"))
        targets = {channel: _find_targets(channel, users) for channel in OUTSIDE}
        planned: list[Delivery] = []
        for notice in notices:
            is_muted = (notice.user_id, notice.game) in muted
            planned += _plan(notice, wishes[notice.user_id], targets, is_muted=is_muted, now=now)
        Delivery.objects.bulk_create(planned)
        Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(due_at=None)
    return len(notices)


def plan_again(user_id: int, *, now: dt.datetime) -> None:
    """Plan again, inside the caller’s transaction, when to tell what waits for an hour to come.

    The person has just chosen another hour, or none. What is being sent, or is to be tried again,
    stays as it is.
    """
    found = Delivery.objects.filter(
        notice__user=user_id, notice__kind__in=Kind.values, due_at__gt=now, attempts=0, claims=0
    )
    locked = found.select_for_update(of=("self",), skip_locked=True).select_related("notice")
    waiting = list(locked)
    if not waiting:
        return
    update_ends(delivery.notice for delivery in waiting)
    wishes = find_wishes([user_id])[user_id]
    for delivery in waiting:
        delivery.due_at = _due_at(delivery.notice, delivery.channel, wishes, now=now)
    Delivery.objects.bulk_update(waiting, ["due_at"])


def connect() -> None:
    """Plan again when a person has chosen another time zone: all hours are in it."""
    time_zone_changed.connect(_plan_again, dispatch_uid="notices.planning")


def _plan_again(*, user: User, **kwargs: Any) -> None:
    plan_again(user.pk, now=timezone.now())


def end_of(notice: Notice, *, now: dt.datetime) -> str:
    """Return why a notice is not to be sent any more, as an outcome, or ""."""
    if notice.read_at is not None:
        return Delivery.Outcome.READ
    if notice.withdrawn_at is not None:
        return Delivery.Outcome.WITHDRAWN
    if notice.expires_at is not None and notice.expires_at <= now:
        return Delivery.Outcome.LATE
    return ""


def _plan(
    notice: Notice,
    wishes: Wishes,
    found: Mapping[Channel, Targets],
    *,
    is_muted: bool,
    now: dt.datetime,
) -> Iterator[Delivery]:
    """Yield what becomes of a notice in each channel: an end, or one delivery for each target."""
    for channel in OUTSIDE:
        ended = end_of(notice, now=now) or reason_against(notice, channel, wishes, is_muted)
        targets = () if ended else found[channel].get(notice.user_id, ())
        if not ended and not targets:
            ended = Delivery.Outcome.NOWHERE
        if ended:
            yield Delivery(notice=notice, channel=channel, outcome=ended, ended_at=now)
        for target in targets:
            due_at = _due_at(notice, channel, wishes, now=now)
            yield Delivery(notice=notice, channel=channel, target=target, due_at=due_at)


def reason_against(notice: Notice, channel: str, wishes: Wishes, is_muted: bool) -> str:
    """Return why a person is not to be told of a notice by a channel, as an outcome, or "".

    Whoever cannot log in is sent what the staff has to say, whatever they have chosen, and nothing
    else.
    """
    if notice.kind in BY_MAIL_ALWAYS:
        return "" if channel == Channel.MAIL else Delivery.Outcome.OFF
    if not wishes.has_open_account:
        is_of_staff = notice.kind == Kind.SANCTION and channel == Channel.MAIL
        return "" if is_of_staff else Delivery.Outcome.OFF
    if notice.kind in OF_STAFF and not wishes.is_staff:
        return Delivery.Outcome.OFF
    if is_muted:
        return Delivery.Outcome.MUTED
    if not wishes.has(notice.kind, channel):
        return Delivery.Outcome.OFF
    if channel == Channel.MAIL and notice.is_urgent and notice.kind == Kind.TURN:
        return Delivery.Outcome.LATE  # a turn in a live game is over before mail is read
    return ""


def _find_targets(channel: str, user_ids: Collection[int]) -> Targets:
    targets: defaultdict[int, list[int]] = defaultdict(list)
    for user_id, target in CHANNELS[channel].find_targets(user_ids):
        targets[user_id].append(target)
    return targets


def _due_at(notice: Notice, channel: str, wishes: Wishes, *, now: dt.datetime) -> dt.datetime:
    """Return when a channel tells of a notice: at once, in the digest, or after quiet hours.

    What would be too late in the digest is told at once.
    """
    preferences = wishes.preferences
    if channel == Channel.MAIL and notice.kind == Kind.TURN and preferences.digests:
        later = _next_hour(preferences.digest_hour, wishes.time_zone, now=now)
        return now if notice.expires_at is not None and later >= notice.expires_at else later
    return end_of_quiet(channel, wishes, now=now) or now


def end_of_quiet(channel: str, wishes: Wishes, *, now: dt.datetime) -> dt.datetime | None:
    """Return when the quiet hours end in which a person is not to be told by a channel now."""
    until = wishes.preferences.quiet_until
    if channel != Channel.PUSH or until is None:
        return None
    is_quiet = _is_quiet(now.astimezone(wishes.time_zone).hour, wishes)
    return _next_hour(until, wishes.time_zone, now=now) if is_quiet else None


def _is_quiet(hour: int, wishes: Wishes) -> bool:
    """Return whether an hour is between the quiet ones, which may begin before midnight."""
    first, last = wishes.preferences.quiet_from, wishes.preferences.quiet_until
    assert first is not None
    assert last is not None
    return first <= hour < last if first <= last else hour >= first or hour < last


def _next_hour(hour: int, time_zone: ZoneInfo, *, now: dt.datetime) -> dt.datetime:
    """Return when the clocks of a time zone next show a full hour."""
    local = now.astimezone(time_zone)
    due = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return (due if due > local else due + DAY).astimezone(dt.UTC)
