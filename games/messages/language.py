"""The language that is spoken now, and caches that know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

if TYPE_CHECKING:
    from functools import _CacheInfo

Parameters = ParamSpec("Parameters")
Result_co = TypeVar("Result_co", covariant=True)

ANY_LANGUAGE = "*"

# Django knows it too, but takes seventy times as long to tell.
_spoken: ContextVar[str] = ContextVar("language", default=settings.LANGUAGE_CODE)


def current_language() -> str:
    """Return the code of the language that is spoken now: "en"."""
    return _spoken.get()


@contextmanager
def speak(language: str) -> Iterator[None]:
    """Speak a language of settings.LANGUAGES inside the block.

    Nothing else on this site changes the language, so Django's is always the same.
    """
    if language == _spoken.get():
        yield
        return
    token = _spoken.set(language)
    try:
        with translation.override(language):
            yield
    finally:
        _spoken.reset(token)


class Remembered(Protocol[Parameters, Result_co]):
    """A function whose results are kept, each with the language it is in."""

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result_co: ...

    def cache_info(self) -> _CacheInfo: ...

    def cache_clear(self) -> None: ...


def remembered(
    maxsize: int,
) -> Callable[[Callable[Parameters, Result_co]], Remembered[Parameters, Result_co]]:
    """Return a decorator that works like lru_cache, for a function whose result holds words."""

    def decorate(
        function: Callable[Parameters, Result_co],
    ) -> Remembered[Parameters, Result_co]:
        @lru_cache(maxsize=maxsize)
        def remember(language: str, /, *args: Any, **kwargs: Any) -> Result_co:
            return function(*args, **kwargs)

        language_now = _spoken.get

        @wraps(function)
        def recall(*args: Any, **kwargs: Any) -> Any:
            return remember(language_now(), *args, **kwargs)

        known = cast("Remembered[Parameters, Result_co]", recall)
        known.cache_info = remember.cache_info  # type: ignore[method-assign]
        known.cache_clear = remember.cache_clear  # type: ignore[method-assign]
        return known

    return decorate


def language_of(cookies: Mapping[str, str], accept_language: str) -> str:
    """Return which language of the site's a visitor gets.

    The one in their cookie comes first, then what their browser asks for, then the site's own.
    """
    if len(settings.LANGUAGES) == 1:
        return settings.LANGUAGE_CODE
    asked = [code for code, _ in parse_accept_lang_header(accept_language)]
    for code in (cookies.get(settings.LANGUAGE_COOKIE_NAME, ""), *asked):
        if code == ANY_LANGUAGE:
            break
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def language_of_scope(scope: Mapping[str, Any]) -> str:
    """Return which language a visitor gets over the socket of this scope."""
    headers = dict(scope["headers"])
    asked = headers.get(b"accept-language", b"").decode("latin-1")
    return language_of(scope["cookies"], asked)
