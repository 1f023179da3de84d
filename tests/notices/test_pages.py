"""The list of notices: what it says, what is read, and which games are muted."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from notices import outbox, services
from notices.models import Mute, Notice, Switch
from notices.selectors import Unread, count_unread
from tests.notices.conftest import GAME

pytestmark = pytest.mark.django_db

OTHER = "BBBBBBBBBBBBBBBBBBBBBB"


def text_of(response: Any) -> str:
    return str(response.content.decode())


@pytest.mark.once
def test_the_list_has_a_link_for_each_notice_the_newest_first(
    write: Any, alice: User, bob: User, as_alice: Client
) -> None:
    write(facts={"title": "Casino", "people": [bob.pk]})
    write(kind="invitation", game=OTHER, path=f"/games/{OTHER}/", facts={"by": bob.pk})
    write(bob)
    page = text_of(as_alice.get("/notices/"))
    assert page.index("bob invites you to a game") < page.index("Your turn against bob")
    assert page.count("notice-link") == 2
    assert f'href="/games/{OTHER}/"' in page
    assert page.count(">Unread<") == 2
    outbox.see(alice.pk, game=OTHER, now=timezone.now())
    page = text_of(as_alice.get("/notices/"))
    assert page.count(">Unread<") == 1
    assert "bob invites you to a game" in page


def test_what_is_void_or_switched_off_on_the_page_is_neither_listed_nor_counted(
    write: Any, alice: User, as_alice: Client
) -> None:
    write()
    outbox.withdraw_turn(alice.pk, game=GAME, now=timezone.now())
    write(kind="ended")
    assert count_unread(alice) == Unread(elsewhere=1)
    Switch.objects.create(user=alice, kind="ended", channel="page", is_on=False)
    assert count_unread(alice) == Unread()
    assert "There are no notices." in text_of(as_alice.get("/notices/"))


def test_what_was_read_about_a_turn_goes_with_it_and_the_rest_stays(
    write: Any, alice: User, bob: User, as_alice: Client
) -> None:
    facts = {"title": "Casino", "people": [bob.pk]}
    write(facts=facts)
    write(kind="started", facts=facts)
    outbox.see(alice.pk, game=GAME, now=timezone.now())
    assert "Your turn against bob" in text_of(as_alice.get("/notices/"))
    outbox.withdraw_turn(alice.pk, game=GAME, now=timezone.now())
    assert "Your turn against bob" not in text_of(as_alice.get("/notices/"))
    write(facts=facts)
    outbox.see(alice.pk, game=GAME, now=timezone.now())
    outbox.withdraw_all(game=GAME, now=timezone.now())
    page = text_of(as_alice.get("/notices/"))
    assert "Your turn against bob" not in page
    assert "Your game of Casino against bob has begun" in page


def test_the_count_leaves_the_game_of_the_page_apart(
    write: Any, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    write()
    write(game=OTHER)
    write(game=OTHER)
    write(bob)
    write(kind="webhook", game="")
    with django_assert_num_queries(2):
        assert count_unread(alice, game=OTHER) == Unread(elsewhere=2, here=2)
        assert count_unread(alice) == Unread(elsewhere=4)


def test_mark_all_as_read_leaves_what_has_come_since_and_what_is_not_listed(
    write: Any, alice: User, bob: User, as_alice: Client
) -> None:
    Switch.objects.create(user=alice, kind="started", channel="page", is_on=False)
    unlisted = write(kind="started")
    theirs, seen = write(bob), write()
    newest = Notice.objects.filter(user=alice).latest("pk").pk
    assert f'name="newest" value="{newest}"' in text_of(as_alice.get("/notices/"))
    since = write()
    assert as_alice.post("/notices/read/", {"newest": newest})["Location"] == "/notices/"
    unread = set(Notice.objects.filter(read_at=None))
    assert unread == {unlisted, theirs, since}
    assert Notice.objects.get(pk=seen.pk).read_at is not None


@pytest.mark.parametrize("newest", ["", "many", "-1", "9" * 40, "²"])
def test_an_unreadable_mark_reads_nothing(
    write: Any, alice: User, as_alice: Client, newest: str
) -> None:
    write()
    assert as_alice.post("/notices/read/", {"newest": newest}).status_code == 302
    assert count_unread(alice).elsewhere == 1


def test_the_box_in_the_header_gets_a_fragment(write: Any, as_alice: Client) -> None:
    newest = write().pk
    box = text_of(as_alice.get("/notices/", headers={"HX-Request": "true"}))
    assert "<html" not in box
    assert box.count(">Unread<") == 1
    answer = as_alice.post("/notices/read/", {"newest": newest}, headers={"HX-Request": "true"})
    assert "notice-link" in text_of(answer)
    assert "Unread" not in text_of(answer)


def test_a_game_is_muted_and_unmuted(write: Any, alice: User, as_alice: Client) -> None:
    write()
    write(kind="warning")
    page = text_of(as_alice.get("/notices/"))
    assert page.count("Mute this game") == 1  # beside the newest notice about it
    assert as_alice.post(f"/notices/mute/{GAME}/")["Location"] == "/notices/"
    assert list(Mute.objects.values_list("user", "game")) == [(alice.pk, GAME)]
    assert as_alice.post(f"/notices/mute/{GAME}/").status_code == 302
    page = text_of(as_alice.get("/notices/"))
    assert page.count("Unmute this game") == 1
    page = text_of(as_alice.get("/notices/settings/"))
    assert page.count("Unmute this game") == 1
    unmuted = as_alice.post(f"/notices/mute/{GAME}/", {"unmute": "1", "from_settings": "1"})
    assert unmuted["Location"] == "/notices/settings/"
    assert not Mute.objects.exists()


def test_only_a_game_that_somebody_was_told_of_can_be_muted(write: Any, as_oscar: Client) -> None:
    write()
    for game in (GAME, "x%00"):
        assert as_oscar.post(f"/notices/mute/{game}/").status_code == 404
    assert not Mute.objects.exists()


def test_what_is_marked_or_switched_is_counted_again_on_open_pages(
    write: Any,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    told: list[str] = []
    monkeypatch.setattr("config.groups.send", lambda group, _: told.append(group))
    newest = write().pk
    with django_capture_on_commit_callbacks(execute=True):
        services.mark_all_read(alice, newest=newest)
    with django_capture_on_commit_callbacks(execute=True):
        services.mark_all_read(alice, newest=newest)
    assert told == [f"user.{alice.pk}"]
    with django_capture_on_commit_callbacks(execute=True):
        services.change_wishes(alice, chosen={"is_on": True}, switches=[])
    assert told == [f"user.{alice.pk}"] * 2


@pytest.mark.parametrize(
    "path", ["/notices/", "/notices/read/", "/notices/settings/", f"/notices/mute/{GAME}/"]
)
def test_strangers_are_asked_to_log_in(client: Client, path: str) -> None:
    for response in (client.get(path), client.post(path)):
        assert response["Location"].startswith("/accounts/login/")


@pytest.mark.once
def test_after_log_in_an_address_for_posts_leads_to_the_list(as_alice: Client) -> None:
    for path in ("/notices/read/", f"/notices/mute/{GAME}/"):
        assert as_alice.get(path)["Location"] == "/notices/"


def test_what_is_about_no_game_can_neither_be_muted_nor_breaks_the_list(
    write: Any, as_alice: Client
) -> None:
    write(kind="webhook", game="", path="/notices/webhooks/", facts={"host": "example.org"})
    page = text_of(as_alice.get("/notices/"))
    assert 'href="/notices/webhooks/"' in page
    assert "Mute this game" not in page
