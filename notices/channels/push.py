"""Web push: an encrypted message to a browser, through the push service of its maker.

The message is a declarative one: browsers that know these show it by themselves, and in others
the service worker does. One notification for each game is shown and waits at the push service: a
newer one takes its place.
"""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from notices.addresses import Reason, read_retry_after
from notices.channels.base import GiveUp, TryAgain
from notices.messages import describe
from notices.models import Delivery, Device, Notice
from notices.selectors import find_deadlines, find_names
from notices.vapid import make_claims, private_key

TOGETHER: Final = 1
DECLARATIVE: Final = 8030
"""What says that a message is a declarative one: the number of the RFC of web push."""
KEPT_FOR: Final = dt.timedelta(days=1)
"""How long a push service waits for a device that is off, unless the notice expires before."""
LONGEST_WAIT: Final = dt.timedelta(days=1)
GONE: Final = (404, 410)


def find_targets(user_ids: Collection[int]) -> Iterable[tuple[int, int]]:
    """Return the people with the ids of their devices."""
    if not settings.VAPID_KEY:
        return ()
    devices = Device.objects.filter(user__in=user_ids, user__is_active=True)
    return list(devices.order_by("pk").values_list("user_id", "pk"))


def send(deliveries: Sequence[Delivery]) -> None:
    """Send one notice to one device. A device that is gone for good is removed."""
    (delivery,) = deliveries
    notice = delivery.notice
    devices = Device.objects.select_related("user")
    device = devices.filter(pk=delivery.target, user=notice.user_id, user__is_active=True).first()
    if device is None:
        raise GiveUp("the device was removed, or the account is closed")
    status, wait = _post(device, make_message(notice, device), make_headers(notice))
    if status in GONE:
        device.delete()
        raise GiveUp("the device is gone")
    if status == 429 or status >= 500:
        raise TryAgain(f"the push service answered {status}", after=wait)
    if status >= 300:
        raise GiveUp(f"the push service answered {status}")


def make_message(notice: Notice, device: Device) -> dict[str, Any]:
    """Return what a device shows, in the language of its owner.

    Somebody who has none yet is told in the language in which the device was added.
    There is always something to show: browsers take the permission away after silent messages.
    """
    language = device.user.spoken_language if device.user.language else device.language
    with translation.override(language), timezone.override(device.user.time_zone):
        told = describe(notice, find_names([notice]), find_deadlines([notice]))
        direction = "rtl" if translation.get_language_bidi() else "ltr"
    return {
        "web_push": DECLARATIVE,
        "notification": {
            "title": told.title or settings.SITE_NAME,
            "body": told.text,
            "lang": language,
            "dir": direction,
            "navigate": settings.PUBLIC_URL + notice.path,
            "tag": notice.game,
            "icon": settings.PUBLIC_URL + static("icons/site-192.png"),
            "silent": False,
        },
        "app_badge": import_string(settings.NOTICES_COUNT_TURNS)(device.user),
    }


def make_headers(notice: Notice) -> dict[str, str]:
    """Return how a push service treats a message: what it replaces, and for how long it waits."""
    left = KEPT_FOR
    if notice.expires_at is not None:
        left = min(left, max(notice.expires_at - timezone.now(), dt.timedelta()))
    return {
        "Topic": notice.game,
        "TTL": str(math.ceil(left.total_seconds())),
        "Urgency": "high" if notice.is_urgent else "normal",
    }


def _post(
    device: Device, message: dict[str, Any], headers: dict[str, str]
) -> tuple[int, dt.timedelta | None]:
    """Return the status of the push service’s answer, and how long it asks to wait."""
    from pywebpush import WebPushException, webpush  # both take long to load

    from notices.guard import Unreachable, open_session

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    with open_session() as session:
        try:
            webpush(
                {"endpoint": device.endpoint, "keys": keys},
                json.dumps(message),
                private_key(),
                make_claims(),
                headers=dict(headers),
                requests_session=session,
            )
        except Unreachable as error:
            refused = error.reason == Reason.ADDRESS
            raise (GiveUp if refused else TryAgain)(f"no answer: {error.reason}") from None
        except WebPushException as error:
            if error.status_code is None:
                raise GiveUp("the keys of the device are of no use") from None
            asked = error.retry_after or ""
            wait = read_retry_after(asked, now=timezone.now(), longest=LONGEST_WAIT)
            return error.status_code, wait
    return 201, None
