"""Every request is answered in its visitor's language, and with what a page may hold."""

from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils.translation import gettext

from config.middleware import language_middleware
from games.messages.language import current_language

pytestmark = pytest.mark.once


def answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{current_language()} {request.LANGUAGE_CODE} {gettext('Yes')}")


urlpatterns = [path("", answer)]


@pytest.fixture
def two_languages(settings: Any) -> None:
    """Add a second language, into which Django translates a few texts."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.ROOT_URLCONF = __name__


@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize(
    ("accepted", "cookie", "text"),
    [
        ("de-CH, en;q=0.5", "", "de de Ja"),
        ("fr", "", "en en Yes"),
        ("", "", "en en Yes"),
        ("de", "en", "en en Yes"),
        ("en", "de", "de de Ja"),
    ],
)
def test_a_page_is_in_the_language_its_visitor_asks_for(
    accepted: str, cookie: str, text: str
) -> None:
    client = Client(headers={"Accept-Language": accepted})
    if cookie:
        client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = cookie
    response = client.get("/")
    assert response.content.decode() == text
    assert response.headers["Content-Language"] == text[:2]
    assert current_language() == "en"


@pytest.mark.usefixtures("two_languages")
def test_caches_learn_what_the_language_depends_on() -> None:
    varies = {name.strip() for name in Client().get("/").headers["Vary"].split(",")}
    assert {"Accept-Language", "Cookie"} <= varies


def test_a_site_of_one_language_does_without_the_middleware(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English")]
    with pytest.raises(MiddlewareNotUsed):
        language_middleware(answer)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "field"),
    [
        *(("/archive/", field) for field in ("player", "opponent", "variant", "since", "longest")),
        *(("/accounts/login/", field) for field in ("login", "next")),
        *(("/accounts/signup/", field) for field in ("username", "email", "next")),
        *(("/records/", "text"), ("/tables/", "opponent")),
    ],
)
def test_no_page_repeats_a_nul_byte_that_was_sent(client: Client, page: str, field: str) -> None:
    sent = {field: "<a\0b", "show": "public"}
    is_search = page == "/archive/" or field == "next"
    answer = client.get(page, sent) if is_search else client.post(page, sent)
    assert b"\0" not in answer.content
    assert "&lt;a\ufffdb" in answer.content.decode()
    assert int(answer["Content-Length"]) == len(answer.content)
