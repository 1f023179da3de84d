"""What protects visitors: headers, cookies, hashed passwords, and limits on what is sent."""

import logging
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config import settings as site

pytestmark = pytest.mark.django_db

POLICY = {
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}


@pytest.fixture
def cookies(client: Client) -> SimpleCookie:
    client.get(reverse("account_login"))
    client.post(reverse("play_now"), {"variant": "trifecta", "move_time": "60"})
    return client.cookies


@pytest.mark.once
def test_pages_load_nothing_from_elsewhere_and_stand_in_no_frame(client: Client) -> None:
    headers = client.get(reverse("home")).headers
    assert set(headers["Content-Security-Policy"].split("; ")) == POLICY
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    unused = {"camera=()", "geolocation=()", "microphone=()", "payment=()", "usb=()"}
    assert unused <= set(headers["Permissions-Policy"].split(", "))


def test_browsers_keep_no_page_of_somebody_who_is_logged_in(as_alice: Client) -> None:
    assert "no-store" in as_alice.get(reverse("rules_index")).headers["Cache-Control"]
    assert "Cache-Control" not in Client().get(reverse("rules_index")).headers
    assert as_alice.get(reverse("service_worker")).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["sessionid", "csrftoken"])
def test_scripts_and_other_sites_get_no_cookie(cookies: SimpleCookie, name: str) -> None:
    assert cookies[name]["httponly"]
    assert cookies[name]["samesite"] == "Lax"


def test_a_log_in_lasts_sixty_days(cookies: SimpleCookie) -> None:
    assert cookies["sessionid"]["max-age"] == 60 * 24 * 3600


def test_over_https_all_but_the_checks_of_programs_is_redirected(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 365 * 24 * 3600
    client = Client()
    assert client.get("/health").status_code == 503
    assert client.get("/live").status_code == 200
    strict = client.get("/", secure=True).headers["Strict-Transport-Security"]
    assert strict == "max-age=31536000"
    for path in ("/", "/healthy", "/me/health", "/lively"):
        assert client.get(path).headers["Location"] == f"https://testserver{path}"


@pytest.mark.once
def test_a_form_has_no_more_than_two_hundred_fields(as_alice: Client) -> None:
    fields = {f"field-{number}": "1" for number in range(200)}
    assert as_alice.post(reverse("settings"), fields).status_code == 200
    assert as_alice.post(reverse("settings"), fields | {"more": "1"}).status_code == 400


@pytest.mark.once
def test_other_sites_read_no_static_file() -> None:
    assert not site.WHITENOISE_ALLOW_ALL_ORIGINS


def test_passwords_are_hashed_with_argon2() -> None:
    assert site.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


@pytest.mark.once
def test_requests_that_find_nothing_are_not_logged() -> None:
    requests = logging.getLogger("django.request")
    assert not requests.isEnabledFor(logging.WARNING)  # it would name private tables
    assert requests.isEnabledFor(logging.ERROR)
