"""Sessions in the database, with keys that tell them from those of earlier releases."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError

from config.storage import is_no_room

MARK = "h"
OLD_KEY_LENGTH = 32


class SessionStore(db.SessionStore):
    """Begin each new key with a mark, so that `is_old_key` knows the keys of earlier releases."""

    def save(self, must_create: bool = False) -> None:
        """Store the session; on a full disk Django would take it for one that has ended."""
        try:
            super().save(must_create)
        except UpdateError as error:
            cause = error.__context__
            if cause is not None and is_no_room(cause):
                raise cause from cause.__cause__
            raise

    def _get_new_session_key(self) -> str:
        return f"{MARK}{super()._get_new_session_key()}"  # type: ignore[misc]


def is_old_key(key: str) -> bool:
    """Return whether a session key is from a release before there were `__Host-` cookies."""
    return len(key) == OLD_KEY_LENGTH and key.isascii() and key.isalnum()
