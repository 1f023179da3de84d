"""How often people may do what costs the site something: one limiter, for pages and for sockets.

Our own: limits, throttled-py and pyrate-limiter count in memory, on another server or in a table
for each sender. This one counts in the cache, which an embedded site has in its database.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache as cached
from functools import wraps
from threading import Lock
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
NETWORK_BITS = 64  # the part of an IPv6 address that one household or company has for itself
CLOCKS_DIFFER = 60
"""By how many seconds the clock of another machine may be ahead."""
LOCK_SECONDS = 10
LOCK_WAIT = 1.0


@dataclass(frozen=True, slots=True)
class Rate:
    """At most this many times within this many seconds, whenever these begin."""

    amount: int
    seconds: int


Pause = Callable[[int], int]
"""How many seconds to wait after an action, by how many there were."""


class TooOften(Exception):
    """Something was tried too often, and may be tried again in so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@cached
def parse_rates(text: str) -> tuple[Rate, ...]:
    """Read rates such as "30/m, 300/h" or "30/6s"."""
    return tuple(_parse_rate(part.strip()) for part in text.split(","))


def _parse_rate(text: str) -> Rate:
    amount, _, duration = text.partition("/")
    return Rate(int(amount), int(duration[:-1] or 1) * UNITS[duration[-1]])


def sender_of(user: User | AnonymousUser, address: str) -> str:
    """Return what a sender is counted by: the user, or for a visitor the network."""
    if user.pk is not None:
        return f"user:{user.pk}"
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return f"ip:{address}"
    if ip.version == 6 and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if ip.version == 6:
        return f"ip:{ipaddress.ip_network((ip.packed, NETWORK_BITS), strict=False)}"
    return f"ip:{ip}"


def is_within_limit(request: HttpRequest, action: str, *, user: User | None = None) -> bool:
    """Count an action of the request's sender; return False, uncounted, if it is one too many.

    A request that acts for a user by something else than a log-in names the `user`.
    `settings.RATE_LIMITS` has the rates of each action. All web processes count together.
    """
    sender = _sender_of(request) if user is None else sender_of(user, "")
    try:
        count_action(action, sender)
    except TooOften:
        return False
    return True


def no_pause(count: int) -> int:
    """Return that nobody has to wait, however often something was done."""
    return 0


def count_action(action: str, sender: str, pause: Pause = no_pause) -> float:
    """Count an action and return its time. Raises `TooOften`, and then it is not counted.

    After so many actions within the longest of the rates, the sender also waits for a `pause`.
    """
    key, rates, at = _key_of(action, sender), _rates_of(action), time.time()
    with _locked(f"{key}:lock") as is_locked:
        if not is_locked:
            raise TooOften(1)
        before = cache.get(key, ())
        times = _add_time(before, rates, at=at)
        wait = _wait_for(before, rates, pause, at=at)
        if times is None or wait > 0:
            raise TooOften(wait)
        cache.set(key, times, max(rate.seconds for rate in rates))
    return at


def forget_action(action: str, sender: str, at: float) -> None:
    """Count the action of that time no longer."""
    key = _key_of(action, sender)
    with _locked(f"{key}:lock") as is_locked:
        if is_locked:
            times = [time for time in cache.get(key, ()) if time != at]
            cache.set(key, times, max(rate.seconds for rate in _rates_of(action)))


def forget_sender(action: str, sender: str) -> None:
    """Count none of a sender's actions any longer."""
    cache.delete(_key_of(action, sender))


def _key_of(action: str, sender: str) -> str:
    return f"limit:{action}:{sender}"


def _sender_of(request: HttpRequest) -> str:
    return sender_of(request.user, request.META.get("REMOTE_ADDR", ""))


def refusal_of(request: HttpRequest, action: str) -> HttpResponse | None:
    """Count an action; return the page that refuses it, or None if it is within its limit."""
    return None if is_within_limit(request, action) else refuse(request)


def refuse(request: HttpRequest) -> HttpResponse:
    """Return the page that says that something was tried too often."""
    return render(request, "429.html", status=429)


def limit(action: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Count the forms that are sent to a view as an action, and refuse those above its limit."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited(request: HttpRequest, **named: Any) -> HttpResponse:
            refusal = refusal_of(request, action) if request.method == "POST" else None
            return refusal or view(request, **named)

        return limited

    return decorate


class LocalLimit:
    """A limit that each web process counts for itself, for what is too frequent for a query."""

    def __init__(self, action: str) -> None:
        self.action = action
        self._lock = Lock()
        # In the order of the senders' latest actions, the oldest first.
        self._times: OrderedDict[str, Sequence[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._times)

    def is_within_limit(self, sender: str, *, at: float) -> bool:
        """Count an action; return False, uncounted, if it is one too many."""
        rates = _rates_of(self.action)
        with self._lock:
            before = self._times.pop(sender, ())
            self._forget_idle(at - max(rate.seconds for rate in rates))
            after = _add_time(before, rates, at=at)
            self._times[sender] = before if after is None else after
        return after is not None

    def accepts(self, request: HttpRequest) -> bool:
        """Count an action of the request's sender, as `is_within_limit` does.

        An embedded site has one web process, which counts for itself. Otherwise all count together.
        """
        if not settings.EMBEDDED:
            return is_within_limit(request, self.action)
        return self.is_within_limit(_sender_of(request), at=time.monotonic())

    def _forget_idle(self, since: float) -> None:
        while self._times:
            sender, times = next(iter(self._times.items()))
            if times[-1] > since:
                return
            del self._times[sender]

    def forget_all(self) -> None:
        """Forget everybody, as a new process would."""
        self._times.clear()


def _rates_of(action: str) -> tuple[Rate, ...]:
    return parse_rates(settings.RATE_LIMITS[action])


def _add_time(times: Sequence[float], rates: Sequence[Rate], *, at: float) -> list[float] | None:
    """Return the recent times and this one, or None if that exceeds one of the rates."""
    recent = _find_recent(times, rates, at=at)
    for rate in rates:
        if sum(time > at - rate.seconds for time in recent) >= rate.amount:
            return None
    return [*recent, at]


def _wait_for(times: Sequence[float], rates: Sequence[Rate], pause: Pause, *, at: float) -> float:
    """Return in how many seconds the rates and the pause allow another time."""
    recent = _find_recent(times, rates, at=at)
    ends = [recent[-rate.amount] + rate.seconds for rate in rates if len(recent) >= rate.amount]
    ends += [recent[-1] + pause(len(recent))] if recent else []
    return max([end - at for end in ends], default=0)


def _find_recent(times: Sequence[float], rates: Sequence[Rate], *, at: float) -> list[float]:
    """Return the times that still count, without those from before the clock was set back."""
    longest = max(rate.seconds for rate in rates)
    return [time for time in times if at - longest < time <= at + CLOCKS_DIFFER]


@contextmanager
def _locked(key: str) -> Iterator[bool]:
    """Lock a key of the cache in the block, which is told whether that worked in time."""
    until = time.monotonic() + LOCK_WAIT
    while not cache.add(key, True, LOCK_SECONDS):
        if time.monotonic() > until:
            yield False
            return
        time.sleep(0.01)
    try:
        yield True
    finally:
        cache.delete(key)
