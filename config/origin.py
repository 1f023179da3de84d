"""WebSockets are accepted only from the site's own pages.

Our own check: Channels' AllowedHostsOriginValidator compares only the names of the hosts. It
admits a page from another port or with another scheme, and fails on an Origin it cannot parse.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

logger = logging.getLogger(__name__)

Application = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application; each of Django, Channels and uvicorn has types of its own for it."""

DEFAULT_PORTS = {"http": "80", "https": "443"}


def is_own_origin(headers: list[tuple[bytes, bytes]]) -> bool:
    """Return whether the page that opens the socket came from this site.

    There must be exactly one Origin and one Host header, with the same host and port. The scheme
    and the port must be those of PUBLIC_URL, and the host must be allowed. A request without an
    Origin does not come from a browser.
    """
    origins = [value for name, value in headers if name.lower() == b"origin"]
    hosts = [value for name, value in headers if name.lower() == b"host"]
    if len(origins) != 1 or len(hosts) != 1:
        return False
    try:
        origin = urlsplit(origins[0].decode("ascii"))
        origin_port = origin.port
        host, port = split_domain_port(hosts[0].decode("ascii"))
    except ValueError:
        return False
    if origin.scheme not in DEFAULT_PORTS or not origin.hostname or not host:
        return False
    public = urlsplit(settings.PUBLIC_URL)
    default = DEFAULT_PORTS[public.scheme]
    own_port = str(public.port or default)
    theirs = (origin.scheme, origin.hostname, str(origin_port or DEFAULT_PORTS[origin.scheme]))
    return (
        theirs == (public.scheme, host.strip("[]"), own_port)
        and (port or default) == own_port
        and validate_host(host, settings.ALLOWED_HOSTS)
    )


class OwnOriginOnly:
    """Refuse WebSocket handshakes from pages of other sites."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        application = self.application
        if not is_own_origin(scope["headers"]):
            # A proxy that changes the Host header makes all pages seem to be of another site.
            logger.warning("a WebSocket was refused: its Origin or Host does not match PUBLIC_URL")
            application = WebsocketDenier()
        await application(scope, receive, send)
