"""The players who have a page open, whichever process serves them."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

STAYS_FOR = 30.0
"""How long players are still here after closing their last page: the next one takes a moment."""
COUNTS_FOR = 25.0
"""How long what another process has told counts; it is told again every 10 seconds."""


class Presence:
    """The players who are here, each counted once however many pages they have open.

    Visitors who are neither logged in nor guests cannot be told apart and do not count.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.process = secrets.token_hex(8)
        self._clock = clock
        self._lock = Lock()
        self._open: Counter[int] = Counter()
        self._left: dict[int, float] = {}
        self._elsewhere: dict[str, tuple[float, frozenset[int]]] = {}

    def enter(self, user_id: int) -> None:
        """Note that a player has opened a page."""
        with self._lock:
            self._open[user_id] += 1

    def leave(self, user_id: int) -> None:
        """Note that a player has closed a page."""
        with self._lock:
            self._open[user_id] -= 1
            if not self._open[user_id]:
                del self._open[user_id]
                self._left[user_id] = self._clock()

    def here(self) -> frozenset[int]:
        """Return the players whose pages this process serves."""
        with self._lock:
            since = self._clock() - STAYS_FOR
            self._left = {user_id: at for user_id, at in self._left.items() if at > since}
            return frozenset((*self._open, *self._left))

    def pages_of(self, user_id: int) -> int:
        """Return how many pages of a player this process serves."""
        return self._open[user_id]

    def connected(self) -> frozenset[int]:
        """Return the players who have a page open that this process serves."""
        with self._lock:
            return frozenset(self._open)

    def everybody(self) -> frozenset[int]:
        """Return the players who are here or, as far as they have told, in other processes."""
        here = self.here()
        with self._lock:
            since = self._clock() - COUNTS_FOR
            self._elsewhere = {
                name: told for name, told in self._elsewhere.items() if told[0] > since
            }
            return here.union(*(players for _, players in self._elsewhere.values()))

    def tell(self) -> dict[str, Any]:
        """Return the message that tells the other processes which players are here."""
        return {"type": "players.here", "process": self.process, "players": sorted(self.here())}

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take the message of another process."""
        if message["process"] != self.process:
            told = self._clock(), frozenset(message["players"])
            with self._lock:
                self._elsewhere[message["process"]] = told
