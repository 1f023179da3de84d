"""The guard of all requests that leave this site for an address that a person or a browser gave.

Such a request goes only to public addresses, or to private networks that the operator has
allowed. A name is resolved once, and the connection is made to the address that was checked, so
a name that answers differently the next time leads nowhere else. TLS is verified for the name,
redirects are not followed, proxies of the environment are not used, the whole exchange ends in
time however slowly the other side talks, and the body of the answer is never read.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import time
from concurrent.futures import Future
from contextlib import suppress
from email.utils import parsedate_to_datetime
from threading import Thread, Timer
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from requests import PreparedRequest, RequestException, Response, Session
from requests.adapters import HTTPAdapter
from requests.exceptions import InvalidSchema, InvalidURL, MissingSchema, SSLError, Timeout
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError
from urllib3.response import HTTPResponse

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

NAME_SECONDS = 5.0
CONNECT_SECONDS = 5.0
EXCHANGE_SECONDS = 10.0  # from the connection to the end of the answer's head
USER_AGENT = "Trifecta-House"
LONGEST_WAIT = dt.timedelta(hours=2)
MAX_LENGTH = 500
MAX_TRIED = 4  # addresses of one name

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


class Unreachable(RequestException):
    """There was no answer. It does not name the address, which may hold somebody's secret."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class _Refused(Exception):
    """The same below urllib3, which would take a RequestException for one of the system’s."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def open_session() -> Session:
    """Return a session whose requests obey the guard; they raise `Unreachable`, nothing else."""
    return _Session()


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


def _is_allowed(address: Address, *, is_secure: bool) -> bool:
    return _is_in_allowed_network(address) or (is_secure and is_public(address))


def _resolve(host: str, port: int) -> list[Address]:
    answer: Future[list[Any]] = Future()

    def resolve() -> None:
        try:
            answer.set_result(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:  # noqa: BLE001  # whatever it is, the waiting thread gets it
            answer.set_exception(error)

    # The system's resolver takes as long as it likes, so it is left behind after a while.
    Thread(target=resolve, daemon=True).start()
    try:
        found = [ipaddress.ip_address(each[4][0]) for each in answer.result(NAME_SECONDS)]
    except TimeoutError:
        raise _Refused(Reason.TIME) from None
    except (OSError, UnicodeError):
        raise _Refused(Reason.NAME) from None
    return found


def _connect(host: str, port: int, *, is_secure: bool) -> socket.socket:
    """Resolve the name once, and connect to one of the addresses if all of them are allowed."""
    addresses = _resolve(host, port)
    if not all(_is_allowed(address, is_secure=is_secure) for address in addresses):
        raise _Refused(Reason.ADDRESS)
    ends = time.monotonic() + CONNECT_SECONDS
    reason = Reason.NAME
    for address in addresses[:MAX_TRIED]:
        try:
            remaining = max(ends - time.monotonic(), 0.01)
            return socket.create_connection((str(address), port), remaining)
        except TimeoutError:
            reason = Reason.TIME
        except OSError:
            reason = Reason.CONNECTION
    raise _Refused(reason)


class _Watch:
    """Ends a connection after a while, whatever either side is doing.

    A limit for each read would let the other side answer one byte at a time for days.
    """

    def __init__(self, connection: socket.socket) -> None:
        # The TLS layer takes the socket over; a duplicate still belongs to the same connection.
        self._connection = connection.dup()
        self._timer = Timer(EXCHANGE_SECONDS, self._end)
        self._timer.daemon = True
        self.has_ended = False
        self._timer.start()

    def _end(self) -> None:
        self.has_ended = True
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        self._timer.cancel()
        self._connection.close()


class _Connection(HTTPConnection):
    """A connection to an allowed address, for one exchange."""

    is_secure = False
    watch: _Watch | None = None

    def _new_conn(self) -> socket.socket:
        # The name that is asked for keeps the dot at its end, which `host` has lost.
        host = self._dns_host.strip("[]")
        connected = _connect(host, self.port, is_secure=self.is_secure)
        self.watch = _Watch(connected)
        return connected

    def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # as in urllib3
        watch = self.watch  # an answer after which the server hangs up closes the connection
        response = super().getresponse()
        if watch is not None and watch.has_ended:
            raise TimeoutError  # what looks like the end of the head was cut off
        return response

    def close(self) -> None:
        super().close()
        if self.watch is not None:
            self.watch.stop()
            self.watch = None


class _SecureConnection(_Connection, HTTPSConnection):
    is_secure = True


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


class _Adapter(HTTPAdapter):
    """Sends one request over a connection of its own, and leaves the body of the answer unread."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}

    def send(self, request: PreparedRequest, *args: Any, **kwargs: Any) -> Response:
        limits = (CONNECT_SECONDS, EXCHANGE_SECONDS)
        try:
            response = super().send(request, timeout=limits, verify=True)
            response.close()  # from now on its body is empty
        finally:
            self.close()
        return response


class _Session(Session):
    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False  # no passwords from a file of the server’s user
        self.headers["User-Agent"] = USER_AGENT
        self.mount("https://", _Adapter())
        self.mount("http://", _Adapter())

    def request(self, *args: Any, **kwargs: Any) -> Response:
        began = time.monotonic()
        try:
            return super().request(*args, **kwargs)
        except _Refused as refused:
            reason = refused.reason
        except (InvalidSchema, InvalidURL, MissingSchema, UnicodeError):
            reason = Reason.ADDRESS
        except SSLError:
            reason = Reason.TLS
        except Timeout:
            reason = Reason.TIME
        except (RequestException, HTTPError):
            is_late = time.monotonic() - began >= EXCHANGE_SECONDS
            reason = Reason.TIME if is_late else Reason.CONNECTION
        # Outside the block: the errors of the libraries name the whole address.
        raise Unreachable(reason)

    def get_redirect_target(self, resp: Response) -> None:
        """Follow no redirect, whatever a caller asks for."""
