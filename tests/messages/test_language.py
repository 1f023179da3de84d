"""The language: chosen by the visitor, and part of the key of cached texts."""

from gettext import GNUTranslations
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.messages.language import (
    current_language,
    language_of,
    language_of_scope,
    look_up,
    remembered,
    speak,
)


@pytest.fixture
def three_languages(settings: Any) -> None:
    """Add languages into which Django's own texts are translated."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("pt-br", "Português")]


def test_the_sites_language_is_the_default() -> None:
    assert current_language() == "en"
    assert translation.get_language() == "en"


def test_a_language_is_spoken_inside_the_block_alone() -> None:
    with speak("de"):
        assert (current_language(), translation.get_language()) == ("de", "de")
        assert gettext("Yes") == "Ja"
        with speak("en"):
            assert (current_language(), translation.get_language()) == ("en", "en")
            assert gettext("Yes") == "Yes"
        assert gettext("Yes") == "Ja"
    assert (current_language(), translation.get_language()) == ("en", "en")


def test_a_language_ends_with_an_error_in_its_block() -> None:
    with pytest.raises(KeyError), speak("de"):
        raise KeyError
    assert (current_language(), translation.get_language()) == ("en", "en")


@pytest.mark.parametrize("is_old", [False, True])
def test_a_text_is_found_that_is_marked_with_its_plural(
    monkeypatch: pytest.MonkeyPatch, is_old: bool
) -> None:
    def find(catalog: Any, message: str) -> str:
        """Look for a text of its own, as Python 3.11.2 does."""
        return str(catalog._catalog.get(message, message))

    if is_old:
        monkeypatch.setattr(GNUTranslations, "gettext", find)
    with speak("es"):
        assert [look_up(text) for text in ("ace", "king", "no text")] == ["as", "rey", "no text"]
    assert look_up("ace") == "ace"


def test_cached_texts_are_kept_per_language() -> None:
    asked = []

    @remembered(maxsize=8)
    def greet(name: str, *, loudly: bool = False) -> str:
        asked.append(name)
        return f"{gettext('Yes')} {name}{'!' if loudly else ''}"

    for _ in range(2):
        assert greet("alice") == "Yes alice"
        with speak("de"):
            assert greet("alice") == "Ja alice"
        assert greet("alice", loudly=True) == "Yes alice!"
    assert len(asked) == 3
    assert greet.cache_info().hits == 2
    assert greet.in_language("de")("alice") == "Ja alice"
    assert len(asked) == 3
    greet.cache_clear()
    assert greet("alice") == "Yes alice"
    assert len(asked) == 4


@pytest.mark.usefixtures("three_languages")
@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de", "de"),
        ("", "de-AT, en;q=0.5", "de"),
        ("", "en;q=0.4, de;q=0.9", "de"),
        ("", "nl, fi;q=0.9, de;q=0.1", "de"),
        ("", "nl, fi;q=0.9", "en"),
        ("", "*, de;q=0.1", "en"),
        ("", "pt-PT", "pt-br"),
        ("", "not a header at all; de", "en"),
        ("pt-br", "de", "pt-br"),
        ("DE", "en", "de"),
        ("nl", "de", "de"),
        ("../../etc", "de", "de"),
        ("", "x" * 5000, "en"),
    ],
)
def test_the_cookie_comes_first_and_then_what_the_browser_accepts(
    cookie: str, accepted: str, language: str
) -> None:
    cookies = {"django_language": cookie} if cookie else {}
    assert language_of(cookies, accepted) == language
    headers = [(b"host", b"cards"), (b"accept-language", accepted.encode())]
    assert language_of_scope({"cookies": cookies, "headers": headers}) == language


def test_a_site_of_one_language_speaks_it_with_everybody() -> None:
    assert language_of({"django_language": "de"}, "de") == "en"


@pytest.mark.usefixtures("three_languages")
def test_a_socket_without_the_header_gets_the_sites_own_language() -> None:
    assert language_of_scope({"cookies": {}, "headers": []}) == "en"
