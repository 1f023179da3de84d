"""The sending of what is due: claimed, sent outside any transaction, and recorded."""

from __future__ import annotations

import datetime as dt
import logging
import time
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from notices.channels import CHANNELS, GiveUp, TryAgain
from notices.kinds import Channel, Kind
from notices.models import Delivery
from notices.planning import end_of, end_of_quiet, reason_against
from notices.selectors import Wishes, find_muted, find_wishes, update_ends

logger = logging.getLogger(__name__)

LEASE = dt.timedelta(minutes=2)
"""How long one sender has before another one may try: much longer than sending may take."""
CLAIMED_AT_MOST = 2
"""A sender that dies between sending and recording is followed by one more, and no others."""
TRIED_AT_MOST = 19
"""With these pauses that is a day, also for a digest that has waited for its hour before."""
LONGEST_PAUSE = dt.timedelta(hours=2)
SENDS_FOR = 20.0
"""After so many seconds a task leaves what remains to the next one."""


def send_due(channel: str) -> int:
    """Send what is due in a channel, for a while, and return how many messages were tried."""
    tried, until = 0, time.monotonic() + SENDS_FOR
    while time.monotonic() < until and (deliveries := claim(channel, now=timezone.now())):
        tried += 1
        _send(channel, deliveries)
    return tried


def claim(channel: str, *, now: dt.datetime) -> list[Delivery]:
    """Return deliveries that no other sender takes now, for one person and one target.

    What is not to be sent any more is ended instead, and what must not be sent now is held. An
    empty list means that nothing is due.
    """
    while True:
        with transaction.atomic():
            due = Delivery.objects.filter(channel=channel, due_at__lte=now).order_by("due_at", "pk")
            known = due.filter(notice__kind__in=Kind.values)  # newer senders take the others
            free = known.select_for_update(of=("self",), skip_locked=True).select_related("notice")
            first = free.first()
            if first is None:
                return []
            claimed = [first]
            if (together := CHANNELS[channel].TOGETHER) > 1:
                claimed = list(
                    free.filter(notice__user=first.notice.user_id, target=first.target)[:together]
                )
            wishes = find_wishes([first.notice.user_id])[first.notice.user_id]
            ends = _look_again(claimed, wishes, now=now)
            quiet = end_of_quiet(channel, wishes, now=now)
            taken = [each for each in claimed if _take(each, ends[each.pk], quiet, now=now)]
        if taken:
            return taken


def _look_again(
    deliveries: Sequence[Delivery], wishes: Wishes, *, now: dt.datetime
) -> dict[int, str]:
    """Return why deliveries of one person are not to be sent any more, by id, as an outcome or "".

    People may have changed their minds since it was planned: a digest waits for hours. An outage or
    a vacation may have moved the end of a turn.
    """
    update_ends(delivery.notice for delivery in deliveries)
    muted = find_muted(wishes.preferences.user_id)
    warned = _find_warned(deliveries, wishes)
    return {
        each.pk: end_of(each.notice, now=now)
        or reason_against(each.notice, each.channel, wishes, each.notice.game in muted)
        or (Delivery.Outcome.LATE if each.pk in warned else "")
        for each in deliveries
    }


def _find_warned(deliveries: Sequence[Delivery], wishes: Wishes) -> set[int]:
    """Return those of one person's deliveries about a turn whose warning says all that they would.

    It has been sent to the same device or address or waits to be. The warnings of earlier turns are
    void. No warning says that a game has begun. Webhooks are left out: programs are told of each
    event.
    """
    turns = [
        each
        for each in deliveries
        if each.channel != Channel.WEBHOOK
        and each.notice.kind == Kind.TURN
        and not each.notice.facts.get("first")
    ]
    if not turns or not wishes.has(Kind.WARNING, turns[0].channel):
        return set()
    warnings = Delivery.objects.filter(
        channel=turns[0].channel,
        target=turns[0].target,
        outcome__in=(Delivery.Outcome.OPEN, Delivery.Outcome.SENT),
        notice__user=turns[0].notice.user_id,
        notice__kind=Kind.WARNING,
        notice__game__in={each.notice.game for each in turns},
        notice__withdrawn_at=None,
    )
    games = set(warnings.values_list("notice__game", flat=True))
    return {each.pk for each in turns if each.notice.game in games}


def _take(delivery: Delivery, ended: str, quiet: dt.datetime | None, *, now: dt.datetime) -> bool:
    """Claim a locked delivery, or end it if it has an end already or was claimed too often.

    It waits until the end of quiet hours, even if it was to be sent before they began.
    """
    if not ended and delivery.claims >= CLAIMED_AT_MOST:
        ended = Delivery.Outcome.UNKNOWN
    if ended:
        _end(delivery, ended, now=now)
        return False
    if quiet is not None:
        delivery.due_at = quiet
        delivery.save(update_fields=["due_at"])
        return False
    delivery.claims += 1
    delivery.due_at = now + LEASE
    delivery.save(update_fields=["claims", "due_at"])
    return True


def _send(channel: str, deliveries: Sequence[Delivery]) -> None:
    user = deliveries[0].notice.user_id
    try:
        CHANNELS[channel].send(deliveries)
    except GiveUp as failure:
        logger.info("%s to user %d: given up: %s", channel, user, failure)
        _record(deliveries, Delivery.Outcome.FAILED)
    except TryAgain as failure:
        logger.info("%s to user %d: to be tried again: %s", channel, user, failure)
        _postpone(deliveries, after=failure.after)
    except Exception as error:  # noqa: BLE001 (one message must not stop the others)
        # The error's own words stay out of the log: they may name addresses.
        logger.error("%s: not sent: %s", channel, type(error).__name__)
        _postpone(deliveries, after=None)
    else:
        _record(deliveries, Delivery.Outcome.SENT)


def _record(deliveries: Sequence[Delivery], outcome: str) -> None:
    """Store what became of deliveries; they are gone if the person has left the site meanwhile."""
    sent = Delivery.objects.filter(pk__in=[delivery.pk for delivery in deliveries])
    sent.update(outcome=outcome, ended_at=timezone.now(), due_at=None)


def _postpone(deliveries: Sequence[Delivery], *, after: dt.timedelta | None) -> None:
    """Have deliveries tried again after a pause that doubles, for a day."""
    now = timezone.now()
    with transaction.atomic():
        for delivery in deliveries:
            attempts = delivery.attempts + 1
            if attempts >= TRIED_AT_MOST:
                _record([delivery], Delivery.Outcome.FAILED)
                continue
            pause = min(dt.timedelta(minutes=2 ** min(attempts, 8) / 2), LONGEST_PAUSE)
            # The result of this claim is known, unless another sender has ended it meanwhile.
            Delivery.objects.filter(pk=delivery.pk, outcome=Delivery.Outcome.OPEN).update(
                attempts=attempts, claims=0, due_at=now + max(pause, after or pause)
            )


def _end(delivery: Delivery, outcome: str, *, now: dt.datetime) -> None:
    delivery.outcome, delivery.ended_at, delivery.due_at = outcome, now, None
    delivery.save(update_fields=["outcome", "ended_at", "due_at"])
