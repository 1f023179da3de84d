"""Errors told to Sentry, if the operator wishes it: what failed and where, and nothing of anybody.

Only what the log says at level ERROR is told. The parts to send are picked one by one, so that no
release of the library adds a part that names a player, a table or a card.
"""

from __future__ import annotations

from typing import Any

import sentry_sdk
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.integrations.threading import ThreadingIntegration
from sentry_sdk.transport import Transport

HARMLESS = ("event_id", "timestamp", "level", "platform", "release", "logger", "sdk")
OF_A_FRAME = ("filename", "function", "module", "lineno", "in_app")


def start_reports(address: str, *, release: str, transport: Transport | None = None) -> None:
    """Tell the Sentry project at this address (its DSN) of the errors of this process."""
    sentry_sdk.init(
        dsn=address,
        release=release,
        transport=transport,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            DedupeIntegration(),
            ExcepthookIntegration(),
            LoggingIntegration(level=None),
            ThreadingIntegration(propagate_scope=False),
        ],
        before_send=strip,  # type: ignore[arg-type] # its types are those of all kinds of events
        max_breadcrumbs=0,
        include_local_variables=False,
        include_source_context=False,
        auto_session_tracking=False,
        send_client_reports=False,
        server_name="",
        shutdown_timeout=2,
    )


def strip(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Return of an event the unfilled message, and of exceptions the kinds and the places."""
    told = {name: event[name] for name in HARMLESS if name in event}
    # With %s where the log has a name, a number or an address.
    record = hint.get("log_record")
    if record is not None and record.args:
        told["message"] = str(record.msg)
    elif record is not None:
        told["message"] = f"{record.module}, line {record.lineno}"
    exceptions = event.get("exception", {}).get("values", [])
    told["exception"] = {"values": [_strip_exception(each) for each in exceptions]}
    return told


def _strip_exception(exception: dict[str, Any]) -> dict[str, Any]:
    frames = (exception.get("stacktrace") or {}).get("frames", [])
    places = [{name: frame.get(name) for name in OF_A_FRAME} for frame in frames]
    return {
        "type": exception.get("type"),
        "module": exception.get("module"),
        "stacktrace": {"frames": places},
    }
