"""What is kept out of the log."""

import logging
import re

SECRET_PATHS = re.compile(r"(/calendar/)[^/\s]+")


class HideSecrets(logging.Filter):
    """Cut secrets out of the addresses that Django names when a page fails."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                SECRET_PATHS.sub(r"\1…", each) if isinstance(each, str) else each
                for each in record.args
            )
        return True
