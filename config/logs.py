"""What is kept out of the log, and the log as JSON."""

import logging
import re
import time
from collections.abc import Mapping
from threading import RLock

from structlog.processors import JSONRenderer, TimeStamper, format_exc_info
from structlog.stdlib import ProcessorFormatter, add_log_level, add_logger_name

SECRET_PATHS = re.compile(
    r"((?:/|%2F)(?:calendar|games|records|mute|unsubscribe|key|confirm-email)(?:/|%2F))(?![\w/]*\.py\b)[^/%\s]+",
    re.IGNORECASE,
)
"""Whoever knows one of these addresses, for example that of a private table, can open it. The
paths of programs stay whole."""


class HideSecrets(logging.Filter):
    """Cut secrets out of the addresses that Django names when a page fails or is refused."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                SECRET_PATHS.sub(r"\1…", each) if isinstance(each, str) else each
                for each in record.args
            )
        return True


class LeaveOutHealth(logging.Filter):
    """Leave out that /health was not 200: it names the faults itself, and is asked all the time."""

    def filter(self, record: logging.LogRecord) -> bool:
        is_answer = record.args == ("Service Unavailable", "/health") and not record.exc_info
        return not is_answer


class LeaveOutRepeats(logging.Filter):
    """Write the same warning or error at most once every ten seconds.

    While Redis or PostgreSQL is away, programs say so several times a second, with tracebacks.
    """

    PAUSE = 10.0
    MOST = 1000

    def __init__(self) -> None:
        super().__init__()
        self._lock = RLock()  # collecting garbage may write to the log too
        self._written_at: dict[tuple[object, ...], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        try:
            same = (record.name, record.levelno, _words_of(record), _find_fault(record))
        except Exception:  # noqa: BLE001 (the handler says what is wrong with it)
            return True
        now = time.monotonic()
        with self._lock:
            if now - self._written_at.get(same, -self.PAUSE) < self.PAUSE:
                return False
            if len(self._written_at) >= self.MOST:
                self._written_at.clear()
            self._written_at[same] = now
        return True


def _words_of(record: logging.LogRecord) -> str:
    """Return what a record says, without the id that each task of Celery has."""
    if isinstance(record.args, Mapping) and "id" in record.args:
        return str(record.msg) % {**record.args, "id": ""}
    return record.getMessage()


def _find_fault(record: logging.LogRecord) -> tuple[object, ...]:
    """Return the kind of an exception, and the line that raised it."""
    kind, _, step = record.exc_info or (None, None, None)
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return (kind, step.tb_frame.f_code, step.tb_lineno) if step is not None else (kind,)


def make_json_formatter() -> ProcessorFormatter:
    """Return a formatter that writes each record as one line of JSON, with the time in UTC."""
    return ProcessorFormatter(
        foreign_pre_chain=[
            TimeStamper(fmt="iso", utc=True, key="time"),
            add_log_level,
            add_logger_name,
            format_exc_info,
        ],
        processors=[
            ProcessorFormatter.remove_processors_meta,
            JSONRenderer(sort_keys=True, ensure_ascii=False),
        ],
    )
