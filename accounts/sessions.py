"""Sessions in the database: they last from the last visit on, and their keys are marked."""

import datetime as dt
from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.services import note_return
from accounts.sign_ins import find_session, is_session_hash
from config import storage

MARK = "h"
OLD_KEY_LENGTH = 32
RENEWED_AFTER = dt.timedelta(days=1)


class SessionStore(db.SessionStore):
    """Begin each new key with a mark, so that `is_old_key` knows the keys of earlier releases."""

    expires_at: dt.datetime | None = None
    """When the stored session ends, once it has been read."""

    def save(self, must_create: bool = False) -> None:
        """Store the session; on a full disk Django would take it for one that has ended."""
        try:
            super().save(must_create)
        except UpdateError as error:
            cause = error.__context__
            if cause is not None and storage.is_no_room(cause):
                raise cause from cause.__cause__
            raise

    def renew(self) -> bool:
        """Let the session last as long again if that is due; return whether it does.

        What it holds is not stored: another request may have changed that meanwhile.
        """
        until = self.get_expiry_date()
        if self.expires_at is None or until - self.expires_at < RENEWED_AFTER:
            return False
        own = Session.objects.filter(session_key=self.session_key)
        return own.update(expire_date=until) > 0

    def _get_session_from_db(self) -> Session | None:
        """Return the stored session by a kept query: every page asks for it."""
        session = find_session(self.session_key or "")
        self.expires_at = session.expire_date if session is not None else None
        if session is None:
            self._session_key = None
        return session

    def _get_new_session_key(self) -> str:
        return f"{MARK}{super()._get_new_session_key()}"  # type: ignore[misc]


def is_old_key(key: str) -> bool:
    """Return whether a session key is from a release before there were `__Host-` cookies."""
    return len(key) == OLD_KEY_LENGTH and key.isascii() and key.isalnum()


def sign_again_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Sign sessions of an older secret key with the new one, and let them keep their session keys.

    Django would end such a session and begin another. Of two requests at once the second would
    then belong to nobody, and a guest who loses a session loses the account.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SECRET_KEY_FALLBACKS and SESSION_KEY in request.session:
            _sign_again(request.session)
        return get_response(request)

    return middleware


def _sign_again(session: SessionBase) -> None:
    user = User.objects.filter(pk=session[SESSION_KEY]).first()
    held = session.get(HASH_SESSION_KEY, "")
    if user is None or not is_session_hash(held, user):
        return
    newest = user.get_session_auth_hash()
    if held == newest:
        return
    session[HASH_SESSION_KEY] = newest
    # At once, or another request could have changed it meanwhile. If it cannot be stored, or
    # somebody is just logging out, the page is shown all the same.
    with suppress(DatabaseError, UpdateError), storage.optional():
        session.save()
    session.modified = False


def renew_session_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Keep those logged in who come back: Django counts from the last change of a session.

    Guests have no password, so they could not log in again.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response, session = get_response(request), request.session
        assert isinstance(session, SessionStore)
        if session.accessed and not session.modified:
            with suppress(DatabaseError), storage.optional():  # the next page will do
                if session.renew():
                    _renew_cookie(response, session)
                    if user_id := session.get(SESSION_KEY):
                        note_return(int(user_id))
        return response

    return middleware


def _renew_cookie(response: HttpResponse, session: SessionStore) -> None:
    response.set_cookie(
        settings.SESSION_COOKIE_NAME,
        session.session_key or "",
        max_age=session.get_expiry_age(),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
