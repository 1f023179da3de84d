"""What people change about their notices: what they have read, and how they want to be told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from notices import outbox
from notices.kinds import Kind, is_on_at_first
from notices.models import Mute, Preferences, Switch
from notices.planning import plan_again
from notices.selectors import find_unread


def mark_all_read(user: User, *, newest: int) -> None:
    """Mark what the page lists as read, up to the newest notice that the person has seen there."""
    with transaction.atomic():
        if find_unread(user).filter(pk__lte=newest).update(read_at=timezone.now()):
            outbox.announce([user.pk])


def change_wishes(
    user: User,
    *,
    chosen: Mapping[str, bool | int | None],
    switches: Iterable[tuple[str, str, bool]],
) -> None:
    """Store how a person wants to be told: preferences by name, and kinds by channels."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # one change at a time
        Preferences.objects.update_or_create(user=user, defaults=dict(chosen))
        Switch.objects.filter(user=user, kind__in=Kind.values).delete()
        Switch.objects.bulk_create(
            Switch(user=user, kind=kind, channel=channel, is_on=is_on)
            for kind, channel, is_on in switches
            if is_on != is_on_at_first(kind, channel)
        )
        plan_again(user.pk, now=timezone.now())
        outbox.announce([user.pk])


def mute_game(user: User, game: str) -> None:
    """Have nothing about a game leave the site: one that the person plays, or was told of."""
    Mute.objects.get_or_create(user=user, game=game)


def unmute_game(user: User, game: str) -> None:
    """Let notices about a game leave the site again."""
    Mute.objects.filter(user=user, game=game).delete()
