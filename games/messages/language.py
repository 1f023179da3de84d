"""The language that is spoken now, and caches that know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

if TYPE_CHECKING:
    from functools import _CacheInfo

Parameters = ParamSpec("Parameters")
Result_co = TypeVar("Result_co", covariant=True)

ANY_LANGUAGE = "*"
FIRST_LANGUAGE = "en"
"""In which everything is written first; in others there are translations."""
REMEMBERED_MESSAGES = 8192

# Django knows it too, but takes seventy times as long to tell.
_spoken: ContextVar[str] = ContextVar("language", default=settings.LANGUAGE_CODE)


def current_language() -> str:
    """Return the code of the language that is spoken now: "en"."""
    return _spoken.get()


def language_in(folder: Path) -> str:
    """Return the language that is spoken now if it has a folder there, else the first one."""
    language = current_language()
    return language if (folder / language).is_dir() else FIRST_LANGUAGE


def speak_from_now_on(language: str) -> None:
    """Speak a language of settings.LANGUAGES in this task, and in those that it starts.

    Threads do not speak it, and must not be given the task's context: Django would not know of the
    language there.
    """
    _spoken.set(language)
    translation.activate(language)


@contextmanager
def speak(language: str) -> Iterator[None]:
    """Speak a language of settings.LANGUAGES inside the block.

    Costs nothing if it is spoken already. Nothing else on this site changes the language, so
    Django's is always the same.
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
    """A function whose results are kept apart for each language."""

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result_co: ...

    def in_language(self, language: str) -> Callable[Parameters, Result_co]:
        """Return the function for callers who speak one language only, which is faster."""

    def cache_info(self) -> _CacheInfo:
        """Return how often the results in the language spoken now were of use."""

    def cache_clear(self) -> None: ...


def remembered(
    maxsize: int,
) -> Callable[[Callable[Parameters, Result_co]], Remembered[Parameters, Result_co]]:
    """Return a decorator that works like lru_cache, for a function whose result holds words.

    So many results are kept for each language.
    """

    def decorate(
        function: Callable[Parameters, Result_co],
    ) -> Remembered[Parameters, Result_co]:
        by_language: dict[str, Any] = {}

        def in_language(language: str) -> Any:
            if (spoken := by_language.get(language)) is None:
                # In one step, because threads may ask for the same one at once.
                spoken = by_language.setdefault(language, lru_cache(maxsize=maxsize)(function))
            return spoken

        @wraps(function)
        def recall(*args: Any, **kwargs: Any) -> Any:
            language = _spoken.get()
            spoken = by_language.get(language) or in_language(language)
            return spoken(*args, **kwargs)

        known: Any = recall
        known.in_language = in_language
        known.cache_info = lambda: in_language(_spoken.get()).cache_info()
        known.cache_clear = lambda: [spoken.cache_clear() for spoken in by_language.values()]
        return cast("Remembered[Parameters, Result_co]", known)

    return decorate


def look_up(message: str) -> str:
    """Return a text in the language that is spoken now, also one that is marked with its plural.

    In old Pythons such as 3.11.2, gettext finds "ace" only where it is not marked as "ace, aces".
    """
    found = translation.gettext(message)
    return translation.ngettext(message, message, 1) if found == message else found


gettext = remembered(maxsize=REMEMBERED_MESSAGES)(look_up)
ngettext = remembered(maxsize=REMEMBERED_MESSAGES)(translation.ngettext)
pgettext = remembered(maxsize=REMEMBERED_MESSAGES)(translation.pgettext)
"""Django's functions, remembered: it takes ten times as long to look a message up."""


def language_of(cookies: Mapping[str, str], accept_language: str) -> str:
    """Return which language of the site's a visitor gets.

    The one in their cookie comes first, then what their browser asks for, then the site's own.
    """
    if len(settings.LANGUAGES) == 1:
        return settings.LANGUAGE_CODE
    asked = [code for code, _ in parse_accept_lang_header(accept_language)]
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "").lower()
    for code in (chosen, *asked):
        if code == ANY_LANGUAGE:
            break
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def names_no_language(cookies: Mapping[str, str], accept_language: str) -> bool:
    """Return whether a visitor asks for no language, as a messenger that fetches a link."""
    asked = {code for code, _ in parse_accept_lang_header(accept_language)}
    return settings.LANGUAGE_COOKIE_NAME not in cookies and asked <= {ANY_LANGUAGE}


def language_of_scope(scope: Mapping[str, Any], named: str = "") -> str:
    """Return which language a visitor gets over the socket of this scope.

    It is the one that the address names, if it does: that of the page.
    """
    if named in dict(settings.LANGUAGES):
        return named
    headers = dict(scope["headers"])
    asked = headers.get(b"accept-language", b"").decode("latin-1")
    return language_of(scope["cookies"], asked)
