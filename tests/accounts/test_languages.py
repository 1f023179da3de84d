"""Whose language: a switch on every page, kept for users and for browsers."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from notices.kinds import Kind
from notices.letters import write_letter
from notices.models import Notice

pytestmark = pytest.mark.django_db
COOKIE = "django_language"


def choose(client: Client, language: str, **fields: str) -> Any:
    return client.post("/accounts/language/", {"language": language} | fields)


def test_a_visitor_reads_what_the_browser_asks_for_until_they_choose() -> None:
    client = Client(headers={"Accept-Language": "es-MX,es;q=0.9"})
    page = client.get("/rules/").content.decode()
    assert '<html lang="es"' in page
    assert 'value="en" lang="en"' in page
    answer = choose(client, "en", next="/rules/")
    assert answer["Location"] == "/rules/"
    assert answer.cookies[COOKIE]["httponly"]
    assert '<html lang="en"' in client.get("/rules/").content.decode()


def test_the_choice_of_a_user_is_kept_for_them(as_alice: Client, alice: User) -> None:
    choose(as_alice, "es")
    alice.refresh_from_db()
    assert alice.language == "es"
    assert '<html lang="es"' in as_alice.get("/accounts/settings/").content.decode()


@pytest.mark.once
def test_the_greeting_suits_somebody_who_is_here_for_the_first_time(as_alice: Client) -> None:
    assert "Good to see you, alice" in as_alice.get("/").content.decode()
    choose(as_alice, "es")
    assert "¡Hola, alice!" in as_alice.get("/").content.decode()


@pytest.mark.once
@pytest.mark.parametrize("language", ["xx", "", "../es"])
def test_an_unknown_language_changes_nothing(language: str, as_alice: Client, alice: User) -> None:
    answer = choose(as_alice, language)
    alice.refresh_from_db()
    assert alice.language == ""
    assert COOKIE not in answer.cookies


@pytest.mark.once
def test_the_switch_leads_to_no_other_site(as_alice: Client) -> None:
    assert choose(as_alice, "es", next="https://evil.example/")["Location"] == "/"


@pytest.mark.once
def test_it_takes_a_post(as_alice: Client) -> None:
    assert as_alice.get("/accounts/language/").status_code == 405


def test_a_new_browser_speaks_the_language_of_whoever_logs_in(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="es")
    alice.set_password("over the hills")
    alice.save(update_fields=["password"])
    client = Client(headers={"Accept-Language": "en"})
    client.post("/accounts/login/", {"login": "alice", "password": "over the hills"})
    assert client.cookies[COOKIE].value == "es"
    assert '<html lang="es"' in client.get("/rules/").content.decode()


def test_somebody_without_a_language_keeps_the_one_they_logged_in_with(alice: User) -> None:
    alice.set_password("over the hills")
    alice.save(update_fields=["password"])
    client = Client(headers={"Accept-Language": "es"})
    client.post("/accounts/login/", {"login": "alice", "password": "over the hills"})
    alice.refresh_from_db()
    assert alice.language == "es"


def test_a_guest_is_written_to_in_the_language_of_their_first_page() -> None:
    Client(headers={"Accept-Language": "es"}).post("/accounts/guest/")
    assert User.objects.get(is_guest=True).language == "es"


@pytest.mark.once
@pytest.mark.parametrize(("stored", "told"), [("es", "Te toca contra"), ("", "Your turn against")])
def test_mail_is_in_the_language_of_its_reader(stored: str, told: str, alice: User) -> None:
    alice.language = stored
    alice.save(update_fields=["language"])
    notice = Notice(
        user=alice,
        kind=Kind.TURN,
        game="A" * 22,
        facts={"title": "Casino", "people": []},
        created_at=timezone.now(),
    )
    letter = write_letter([notice], user=alice, address="alice@example.org")
    assert told in letter.subject
    html = str(letter.alternatives[0][0])
    assert f'<html lang="{stored or "en"}"' in html


@pytest.mark.once
def test_a_language_that_is_gone_is_not_spoken(alice: User) -> None:
    alice.language = "xx"
    assert alice.spoken_language == "en"
