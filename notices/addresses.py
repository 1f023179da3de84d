"""The addresses to which this site sends requests for a person or a browser: which are allowed."""

from __future__ import annotations

import datetime as dt
import ipaddress
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

LONGEST_WAIT = dt.timedelta(hours=2)
MAX_LENGTH = 500

# What the registries of special addresses have that `is_global` does not know in every release of
# Python. The global addresses of IPv6 begin with 001; all others are special.
GLOBAL_IPV6 = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
NOT_PUBLIC = [
    ipaddress.ip_network(text)
    for text in (
        *("192.0.0.0/24", "192.88.99.0/24"),  # protocols, relays of 6to4
        *("2001::/23", "2002::/16", "3fff::/20"),  # Teredo and others, 6to4, documentation
    )
]


class Reason(models.TextChoices):
    """Why there was no answer."""

    ADDRESS = "address", _("this address is not allowed")
    NAME = "name", _("the name is not known")
    TLS = "tls", _("no secure connection")
    TIME = "time", _("no answer in time")
    CONNECTION = "connection", _("no connection")


def is_allowed_url(url: str) -> bool:
    """Return whether requests may be sent to the URL, as far as this shows without asking for it.

    The address of a name is looked at when a request is sent.
    """
    if (
        len(url) > MAX_LENGTH
        or not url.isascii()
        or not url.isprintable()
        or set(url) & set(' \\"<>')
    ):
        return False
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        return False
    if not host or port == 0 or parts.username is not None or parts.fragment:
        return False
    if parts.scheme != "https" and not (
        parts.scheme == "http" and settings.NOTICES_ALLOWED_NETWORKS
    ):
        return False
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return True
    return _is_in_allowed_network(address) or (parts.scheme == "https" and is_public(address))


def read_retry_after(
    text: str, *, now: dt.datetime, longest: dt.timedelta = LONGEST_WAIT
) -> dt.timedelta | None:
    """Return how long the header Retry-After asks to wait, in seconds or until a date.

    That is at most the `longest` wait, and None if it cannot be read.

    >>> read_retry_after("90", now=dt.datetime.now(dt.UTC))
    datetime.timedelta(seconds=90)
    >>> read_retry_after("soon", now=dt.datetime.now(dt.UTC))
    """
    try:
        if text.isdecimal():
            wait = dt.timedelta(seconds=min(int(text), longest.total_seconds()))
        else:
            wait = parsedate_to_datetime(text) - now
    except (TypeError, ValueError, OverflowError):
        return None
    return max(dt.timedelta(0), min(wait, longest))


def is_public(address: Address) -> bool:
    """Return whether it is an address of one machine on the internet, and nothing special."""
    if address.version == 6:
        if address in NAT64:
            return is_public(ipaddress.IPv4Address(address.packed[-4:]))
        if address not in GLOBAL_IPV6:
            return False
    return (
        address.is_global
        and not address.is_multicast
        and not any(address in network for network in NOT_PUBLIC)
    )


def _is_in_allowed_network(address: Address) -> bool:
    return any(address in network for network in settings.NOTICES_ALLOWED_NETWORKS)


def is_allowed(address: Address, *, is_secure: bool) -> bool:
    """Return whether a request may go to the address; without TLS only to allowed networks."""
    return _is_in_allowed_network(address) or (is_secure and is_public(address))
