"""The guard of all requests that leave this site for an address that a person or a browser gave.

Such a request goes only to public addresses, or to private networks that the operator has
allowed. A name is resolved once, and the connection is made to the address that was checked, so
a name that answers differently the next time leads nowhere else. TLS is verified for the name,
redirects are not followed, proxies of the environment are not used, the whole exchange ends in
time however slowly the other side talks, and the body of the answer is never read.

Import it only where something is sent: requests takes long to load.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread, Timer
from typing import Any

from requests import PreparedRequest, RequestException, Response, Session
from requests.adapters import HTTPAdapter
from requests.exceptions import InvalidSchema, InvalidURL, MissingSchema, SSLError, Timeout
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError
from urllib3.response import HTTPResponse

from notices.addresses import Address, Reason, is_allowed

NAME_SECONDS = 5.0
CONNECT_SECONDS = 5.0
EXCHANGE_SECONDS = 10.0  # from the connection to the end of the answer's head
USER_AGENT = "Trifecta-House"
MAX_TRIED = 4  # addresses of one name


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
    if not all(is_allowed(address, is_secure=is_secure) for address in addresses):
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
        # The name that is asked for keeps the dot at its end, which `host` has lost: without it,
        # the system's own domains would be searched too.
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
