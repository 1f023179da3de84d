"""Web push: what is sent to a device, what its push service answers, and where nothing is sent."""

from __future__ import annotations

import datetime as dt
import ipaddress
import logging
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models.game import new_public_id
from notices import guard, vapid
from notices.addresses import read_retry_after
from notices.channels import GiveUp, TryAgain
from notices.channels.push import (
    LONGEST_WAIT,
    find_targets,
    make_headers,
    make_message,
    send,
)
from notices.models import Delivery, Device, Notice
from notices.planning import plan_due
from notices.sending import send_due
from tests.notices.browsers import VAPID_KEY, claims_in, make_device, read_request
from tests.notices.conftest import GAME
from tests.notices.servers import Server, hang, say, serving

pytestmark = pytest.mark.django_db
NOW = dt.datetime(2026, 5, 1, 12, 0, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _site_has_a_key(settings: Any) -> None:
    settings.VAPID_KEY = VAPID_KEY


@pytest.fixture
def _loopback_is_allowed(settings: Any) -> None:
    settings.NOTICES_ALLOWED_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]


@pytest.fixture
def service(_loopback_is_allowed: None) -> Iterator[Server]:
    """Return a push service that takes everything."""
    with serving(say("201 Created")) as server:
        yield server


def deliver(notice: Notice, device: Device) -> None:
    send([Delivery(notice=notice, channel="push", target=device.pk)])


def test_a_device_is_told_what_has_happened_and_where_to_look(
    write: Any, alice: User, bob: User, service: Server, settings: Any
) -> None:
    device = make_device(alice, service.url)
    deliver(write(facts={"title": "Casino", "people": [bob.pk]}), device)
    ((headers, message),) = [read_request(request) for request in service.requests]
    notification = message["notification"]
    assert message == {"web_push": 8030, "notification": notification, "app_badge": 0}
    assert notification == {
        "title": "Your turn against bob",
        "body": "It is your turn in Casino.",
        "lang": "en",
        "dir": "ltr",
        "navigate": f"{settings.PUBLIC_URL}/games/{GAME}/",
        "tag": GAME,
        "icon": f"{settings.PUBLIC_URL}/static/icons/site-192.png",
        "silent": False,
    }
    assert (headers["topic"], headers["ttl"], headers["urgency"]) == (GAME, "86400", "normal")
    assert headers["content-encoding"] == "aes128gcm"
    assert b"bob" not in service.requests[0]


def test_the_number_on_the_icon_is_that_of_the_games_to_move_in(
    write: Any, alice: User, settings: Any
) -> None:
    settings.NOTICES_COUNT_TURNS = "tests.notices.test_push.three_turns"
    assert make_message(write(), make_device(alice))["app_badge"] == 3


def three_turns(user: User) -> int:
    return 3


def test_no_message_is_silent(alice: User) -> None:
    """Browsers take the permission away from sites whose messages show nothing."""
    device = make_device(alice)
    facts = {"ends_at": NOW.isoformat(), "year": 2026, "days_left": 3}  # which vacations have
    for kind in Notice._meta.get_field("kind").choices or ():
        notice = Notice(user=alice, kind=kind[0], game=GAME, version=1, path="/", facts=facts)
        notification = make_message(notice, device)["notification"]
        assert notification["title"]
        assert notification["silent"] is False


def test_times_are_those_of_the_person(
    write: Any, alice: User, deadlines: dict[str, dt.datetime]
) -> None:
    alice.time_zone = "Asia/Tokyo"
    alice.save(update_fields=["time_zone"])
    deadlines[GAME] = dt.datetime(2026, 5, 1, 20, 30, tzinfo=dt.UTC)
    body = make_message(write(), make_device(alice))["notification"]["body"]
    assert "2 May, 05:30" in body


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_each_push_service_is_told_who_sends_in_claims_of_its_own(write: Any, alice: User) -> None:
    with serving(say("201 Created")) as one, serving(say("201 Created")) as other:
        for server in (one, other, one):
            Device.objects.all().delete()
            deliver(write(), make_device(alice, server.url))
        for server in (one, other):
            for request in server.requests:
                claims = claims_in(read_request(request)[0])
                assert claims["aud"] == f"http://127.0.0.1:{server.port}"


@pytest.mark.parametrize(
    ("url", "is_public", "contact"),
    [
        ("https://cards.example.org", True, "https://cards.example.org"),
        ("https://cards:8443", True, "https://cards:8443"),
        ("http://127.0.0.1:8000", False, "mailto:noreply@cards.example.org"),
    ],
)
def test_the_contact_comes_from_the_address_of_the_site(
    url: str, is_public: bool, contact: str, settings: Any
) -> None:
    settings.PUBLIC_URL, settings.PRODUCTION = url, is_public
    settings.DEFAULT_FROM_EMAIL = "Cards <noreply@cards.example.org>"
    claims = vapid.make_claims()
    assert claims == {"sub": contact}
    sign: Callable[..., object] = vapid.private_key().sign  # which checks the contact
    sign(claims | {"aud": "https://push.example.org"})


def test_a_message_waits_no_longer_than_it_is_of_use(write: Any, clock: Any) -> None:
    soon = timezone.now() + dt.timedelta(seconds=90)
    assert make_headers(write(expires_at=soon, is_urgent=True)) == {
        "Topic": GAME,
        "TTL": "90",
        "Urgency": "high",
    }
    assert make_headers(write(expires_at=soon - dt.timedelta(days=1)))["TTL"] == "0"


def test_the_name_of_every_game_can_be_a_topic() -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", new_public_id())


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
@pytest.mark.usefixtures("_loopback_is_allowed")
def test_a_device_that_is_gone_is_removed(write: Any, alice: User, status: str) -> None:
    with serving(say(status)) as server, pytest.raises(GiveUp):
        deliver(write(), make_device(alice, server.url))
    assert not Device.objects.exists()


@pytest.mark.parametrize("status", ["429 Too Many Requests", "500 Oops", "503 Unavailable"])
@pytest.mark.usefixtures("_loopback_is_allowed")
def test_a_busy_push_service_is_asked_again_when_it_says(
    write: Any, alice: User, status: str
) -> None:
    with serving(say(status, "Retry-After: 120")) as server, pytest.raises(TryAgain) as caught:
        deliver(write(), make_device(alice, server.url))
    assert caught.value.after == dt.timedelta(minutes=2)
    assert Device.objects.exists()


@pytest.mark.parametrize("status", ["400 Bad Request", "403 Forbidden", "413 Too Large"])
@pytest.mark.usefixtures("_loopback_is_allowed")
def test_a_message_that_is_refused_is_given_up(write: Any, alice: User, status: str) -> None:
    with serving(say(status)) as server, pytest.raises(GiveUp):
        deliver(write(), make_device(alice, server.url))
    assert Device.objects.exists()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("Fri, 01 May 2026 12:05:00 GMT", 300),
        ("Fri, 01 May 2026 11:00:00 GMT", 0),
        ("999999999999999999999", 86_400),
        ("Fri, 01 May 2099 12:00:00 GMT", 86_400),
    ],
)
def test_a_wait_is_given_in_seconds_or_as_a_date_and_is_a_day_at_most(
    text: str, seconds: int
) -> None:
    assert read_retry_after(text, now=NOW, longest=LONGEST_WAIT) == dt.timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "soon", "-5", "Fri, 01 May 2026 12:05:00"])
def test_a_wait_that_cannot_be_read_is_none(text: str) -> None:
    assert read_retry_after(text, now=NOW) is None


def test_an_address_inside_a_network_is_never_asked(write: Any, alice: User) -> None:
    with serving(say("201 Created")) as server:
        for url in (server.url, f"https://127.0.0.1:{server.port}/", "https://169.254.169.254/"):
            Device.objects.all().delete()
            with pytest.raises(GiveUp):
                deliver(write(), make_device(alice, url))
        assert server.requests == []


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_a_redirect_is_not_followed(write: Any, alice: User) -> None:
    with serving(say("201 Created")) as inner:
        moved = say("307 Temporary Redirect", f"Location: {inner.url}")
        with serving(moved) as server, pytest.raises(GiveUp):
            deliver(write(), make_device(alice, server.url))
        assert inner.requests == []


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_a_push_service_that_hangs_is_tried_again(
    write: Any, alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(guard, "EXCHANGE_SECONDS", 0.2)
    with (
        caplog.at_level(logging.DEBUG, "notices"),
        serving(hang) as server,
        pytest.raises(TryAgain) as caught,
    ):
        deliver(write(), make_device(alice, server.url))
    assert server.url not in f"{caught.value} {caplog.text}"


def test_the_targets_are_the_devices_of_the_person(alice: User, bob: User, settings: Any) -> None:
    device = make_device(alice)
    make_device(bob, "https://push.example.org/send/bob")
    assert find_targets([alice.pk]) == [(alice.pk, device.pk)]
    settings.VAPID_KEY = ""
    assert find_targets([alice.pk]) == ()


def test_a_banned_person_is_told_nothing(alice: User) -> None:
    make_device(alice)
    alice.is_active = False
    alice.save(update_fields=["is_active"])
    assert find_targets([alice.pk]) == []


def test_what_waited_when_an_account_was_closed_is_not_sent(
    write: Callable[..., Notice], alice: User, service: Server
) -> None:
    device = make_device(alice, service.url)
    notice = write()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(GiveUp):
        deliver(notice, device)
    assert service.requests == []


def test_a_device_that_has_been_removed_or_changed_hands_is_sent_nothing(
    write: Callable[..., Notice], alice: User, bob: User, service: Server
) -> None:
    device = make_device(alice, service.url)
    notice = write()
    Device.objects.update(user=bob)
    with pytest.raises(GiveUp):
        deliver(notice, device)
    Device.objects.all().delete()
    with pytest.raises(GiveUp):
        deliver(notice, device)
    assert service.requests == []


def test_a_notice_reaches_every_device_once(write: Any, alice: User, service: Server) -> None:
    for number in range(2):
        make_device(alice, f"{service.url}/{number}")
    write(is_urgent=True)
    plan_due(now=timezone.now())
    assert send_due("push") == 2
    assert send_due("push") == 0
    outcomes = Delivery.objects.filter(channel="push").values_list("outcome", flat=True)
    assert list(outcomes) == ["sent", "sent"]
    assert len(service.requests) == 2
