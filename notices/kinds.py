"""What people are told of, by which channels, and which of these are switched on from the start."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What a notice is about."""

    TURN = "turn", _("Your turn")
    WARNING = "warning", _("Your time is running out")
    STARTED = "started", _("A game starts")
    INVITATION = "invitation", _("Somebody invites you")
    REMATCH = "rematch", _("Somebody asks you for a rematch")
    VACATION = "vacation", _("Your vacation begins automatically")
    VIOLATION = "violation", _("A player runs out of time")
    TAKE_OVER = "take-over", _("A computer player takes over a seat")
    ENDED = "ended", _("A game ends")
    WEBHOOK = "webhook", _("A webhook is switched off")
    REMOVED = "removed", _("The staff ends a player’s part in a game")
    REPORT = "report", _("The staff has looked at your report")
    SANCTION = "sanction", _("The staff writes to you")
    QUEUE = "queue", _("A report or a reply is waiting for the staff")
    ACCOUNT = "account", _("Your account is closed or open again")


class Channel(models.TextChoices):
    """How a notice reaches a person."""

    PAGE = "page", _("On the page")
    MAIL = "mail", _("E-mail")
    PUSH = "push", _("Push")
    WEBHOOK = "webhook", _("Webhook")


OUTSIDE: Final = (Channel.MAIL, Channel.PUSH, Channel.WEBHOOK)
"""The channels that leave the site."""
OF_NO_GAME: Final = (
    Kind.VACATION,
    Kind.WEBHOOK,
    Kind.REPORT,
    Kind.SANCTION,
    Kind.QUEUE,
    Kind.ACCOUNT,
)
"""What a notice is about that has no game to mute, or concerns all games."""
OF_STAFF: Final = (Kind.QUEUE,)
"""What only members of the staff are told of."""
BY_MAIL_ALWAYS: Final = (Kind.ACCOUNT,)
"""What comes by e-mail and nothing else outside the site, whatever people have chosen."""
BY_PEOPLE: Final = (Kind.INVITATION, Kind.REMATCH)
"""What a person has sent."""
NOT_AT_THE_TABLE: Final = (Kind.REMOVED,)
"""What the page of its game does not tell: whoever opens that has not read it."""
OF_A_TURN: Final = (Kind.TURN, Kind.WARNING)
"""What a notice is about that is void as soon as the turn is over."""
OF_PARTNERS: Final = (*OF_A_TURN, Kind.STARTED)
"""Those that name the partner: there is still something to play together."""
WITH_DEADLINE: Final = (*OF_A_TURN, Kind.VIOLATION)
"""What a notice is about that may say when the person's turn ends."""

_NOT_BY_MAIL: Final = (
    *(Kind.VIOLATION, Kind.TAKE_OVER, Kind.REMATCH),
    *(Kind.REMOVED, Kind.REPORT),
)


def is_on_at_first(kind: str, channel: str) -> bool:
    """Return whether a kind of notice uses a channel for people who have chosen nothing."""
    if channel == Channel.WEBHOOK and kind in OF_STAFF:
        return False  # it may lead to where others read along
    return channel != Channel.MAIL or kind not in _NOT_BY_MAIL
