"""What is stored of a person's notices, for the download of their data."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from notices.messages import describe
from notices.models import Notice, Switch
from notices.selectors import find_muted, find_names, find_wishes


def notices_document(user: User) -> dict[str, Any]:
    """Return what a person was told, by which channels, and how they want to be told."""
    chosen = find_wishes([user.pk])[user.pk].preferences
    switches = Switch.objects.filter(user=user).order_by("kind", "channel")
    return {
        "leave_the_site": chosen.is_on,
        "e_mail_in_digests": chosen.digests,
        "hour_of_the_digest": chosen.digest_hour,
        "quiet_from": chosen.quiet_from,
        "quiet_until": chosen.quiet_until,
        "e_mail_refused_at": chosen.mail_stopped_at,
        "switches": [
            {"kind": each.kind, "channel": each.channel, "on": each.is_on} for each in switches
        ],
        "muted_games": sorted(find_muted(user)),
        "notices": _list_notices(user),
    }


def _list_notices(user: User) -> list[dict[str, Any]]:
    found = list(Notice.known.filter(user=user).order_by("pk").prefetch_related("deliveries"))
    names = find_names(found)
    return [
        {
            "kind": notice.kind,
            "game": notice.game,
            "title": describe(notice, names, {}).title,
            "created_at": notice.created_at,
            "read_at": notice.read_at,
            "void_since": notice.withdrawn_at,
            "deliveries": [
                {
                    "channel": delivery.channel,
                    "outcome": delivery.outcome or "open",
                    "at": delivery.ended_at or delivery.due_at,
                }
                for delivery in notice.deliveries.all()
            ],
        }
        for notice in found
    ]
