"""Sessions in the database, with keys that tell them from those of earlier releases."""

from django.contrib.sessions.backends import db

MARK = "h"
OLD_KEY_LENGTH = 32


class SessionStore(db.SessionStore):
    """Begin each new key with a mark, so that `is_old_key` knows the keys of earlier releases."""

    def _get_new_session_key(self) -> str:
        return f"{MARK}{super()._get_new_session_key()}"  # type: ignore[misc]


def is_old_key(key: str) -> bool:
    """Return whether a session key is from a release before there were `__Host-` cookies."""
    return len(key) == OLD_KEY_LENGTH and key.isascii() and key.isalnum()
