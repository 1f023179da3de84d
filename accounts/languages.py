"""The language of a user, which a browser keeps in a cookie."""

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language

from accounts.models import User
from accounts.services import change_language


def speak_language_of(user: User, response: HttpResponse) -> None:
    """Have the browser in which somebody has logged in ask for their language from now on.

    Those who have none yet read the one in which they logged in.
    """
    if not user.language:
        change_language(user, get_language() or "")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        user.spoken_language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
