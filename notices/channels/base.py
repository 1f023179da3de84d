"""What a channel is, and how it says that a notice was not sent."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from notices.models import Delivery


class TryAgain(Exception):
    """It was not sent and may be later: after the time that was asked for, if any."""

    def __init__(self, why: str, *, after: dt.timedelta | None = None) -> None:
        super().__init__(why)
        self.after = after


class GiveUp(Exception):
    """It was not sent and never will be."""


class Sender(Protocol):
    """A channel. `TOGETHER` is how many notices for one person it may send in one message."""

    TOGETHER: int

    def find_targets(self, user_ids: Collection[int]) -> Iterable[tuple[int, int]]:
        """Return people with the ids of their devices or webhooks; 0 for the one address there is.

        One query finds the targets of them all.
        """

    def send(self, deliveries: Sequence[Delivery]) -> None:
        """Send notices of one person to one target. Raises TryAgain or GiveUp."""
