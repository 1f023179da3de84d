"""What is kept out of the log, and the log as JSON."""

import logging
import re

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
