"""The channels that leave the site. Each is a module that finds where to send to, and sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from notices.channels import mail, push, webhook
from notices.channels.base import GiveUp, Sender, TryAgain
from notices.kinds import Channel

__all__ = ["CHANNELS", "GiveUp", "TryAgain", "find_channels"]

CHANNELS: Final[Mapping[str, Sender]] = {
    Channel.MAIL: mail,
    Channel.PUSH: push,
    Channel.WEBHOOK: webhook,
}


def find_channels(user_id: int) -> list[str]:
    """Return the channels by which a person can be told now, without the page."""
    return [name for name, sender in CHANNELS.items() if list(sender.find_targets([user_id]))]
