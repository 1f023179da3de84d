"""Webhooks send notices to addresses that people have chosen, and stop when these are gone."""

from __future__ import annotations

import datetime as dt
import ipaddress
import json
import logging
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from accounts.models import User
from accounts.services import erase_user, set_active
from notices import guard, tasks, webhooks
from notices.channels import webhook as channel
from notices.models import Delivery, Notice, Webhook, WebhookResult
from notices.planning import plan_due
from notices.sending import send_due
from notices.tasks import test_webhook as send_test
from notices.webhooks import TooManyWebhooks, add_webhook, record_result
from tests.notices.servers import Server, hang, say, serving

pytestmark = pytest.mark.django_db
HOUR = dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def _loopback_is_allowed(settings: Any) -> None:
    settings.NOTICES_ALLOWED_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]


@pytest.fixture
def hook_to(alice: User) -> Callable[..., Webhook]:
    """Return a function that adds a webhook of alice's."""

    def add(url: str, format: str = "standard") -> Webhook:
        return add_webhook(alice, format=format, url=url, now=timezone.now())

    return add


@pytest.fixture
def due(clock: Any, write: Any) -> Callable[..., Notice]:
    """Return a function that writes a notice for alice which is due now, and plans it."""

    def make(**changes: Any) -> Notice:
        notice: Notice = write(is_urgent=True, **changes)
        plan_due(now=timezone.now())
        return notice

    return make


def delivery() -> Delivery:
    return Delivery.objects.filter(channel="webhook").latest("pk")


def head_and_body(server: Server) -> tuple[dict[str, str], Any]:
    head, _, body = server.requests[-1].decode().partition("\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:])
    return headers, json.loads(body)


def fail(hook: Webhook, times: int = 1, status: int = 500) -> None:
    for _ in range(times):
        record_result(hook.pk, status=status, reason="", is_test=False, now=timezone.now())


def test_a_notice_is_sent_as_json_with_a_standard_signature(
    due: Any, hook_to: Any, bob: User, settings: Any, deadlines: dict[str, dt.datetime]
) -> None:
    with serving(say("204 No Content")) as server:
        hook = hook_to(server.url)
        notice = due(facts={"title": "Casino", "people": [bob.pk]})
        deadlines[notice.game] = dt.datetime(2027, 1, 1, tzinfo=dt.UTC)
        assert send_due("webhook") == 1
    headers, body = head_and_body(server)
    assert headers["Content-Type"] == "application/json"
    assert headers["webhook-id"] == f"msg_{delivery().pk}"
    assert body == {
        "type": "turn",
        "timestamp": notice.created_at.isoformat(),
        "data": {
            "title": "Your turn against bob",
            "text": body["data"]["text"],
            "url": f"{settings.PUBLIC_URL}{notice.path}",
            "game": notice.game,
            "deadline": "2027-01-01T00:00:00+00:00",
        },
    }
    raw = server.requests[-1].partition(b"\r\n\r\n")[2]
    assert Verifier(hook.secret).verify(raw, headers) == body
    assert delivery().outcome == "sent"
    result = hook.results.get()
    assert (result.status, result.reason, result.is_test) == (204, "", False)


def test_every_webhook_that_is_on_is_told_once(due: Any, hook_to: Any) -> None:
    with serving(say("200 OK")) as first, serving(say("200 OK")) as second:
        hook_to(first.url)
        hook_to(second.url, "slack")
        off = hook_to(f"{second.url}/off")
        Webhook.objects.filter(pk=off.pk).update(stopped_at=timezone.now())
        due()
        assert send_due("webhook") == 2
        assert send_due("webhook") == 0
    assert [len(server.requests) for server in (first, second)] == [1, 1]


def test_other_people_are_told_nothing(due: Any, hook_to: Any, bob: User) -> None:
    with serving(say("200 OK")) as server:
        hook_to(server.url)
        due(user=bob)
        assert send_due("webhook") == 0


@pytest.mark.parametrize(
    ("answer", "status", "reason"),
    [
        (say("500 Oh", body="the body"), 500, ""),
        (say("302 Found", "Location: http://127.0.0.1/"), 302, ""),
        (say("404 Not Found"), 404, ""),
        (hang, None, "time"),
        (lambda connection, _: connection.close(), None, "connection"),
    ],
)
def test_what_did_not_arrive_is_tried_again_and_recorded_without_the_body(
    due: Any,
    hook_to: Any,
    monkeypatch: pytest.MonkeyPatch,
    answer: Any,
    status: int | None,
    reason: str,
) -> None:
    monkeypatch.setattr(guard, "EXCHANGE_SECONDS", 0.3)
    with serving(answer) as server:
        hook = hook_to(server.url)
        due()
        send_due("webhook")
    assert (delivery().outcome, delivery().attempts) == ("", 1)
    result = hook.results.get()
    assert (result.status, result.reason) == (status, reason)
    assert "the body" not in repr(list(WebhookResult.objects.values()))


@pytest.mark.parametrize(
    ("header", "minutes"),
    [("Retry-After: 1800", 30), ("Retry-After: 999999999", 120), ("Retry-After: soon", 1)],
)
def test_a_server_may_say_when_to_come_back(
    due: Any, hook_to: Any, header: str, minutes: int
) -> None:
    with serving(say("429 Too Many", header)) as server:
        hook_to(server.url)
        due()
        send_due("webhook")
    assert delivery().due_at == timezone.now() + dt.timedelta(minutes=minutes)


def test_a_server_may_say_when_to_come_back_by_a_date(clock: Any, due: Any, hook_to: Any) -> None:
    clock.move_to(dt.datetime(2026, 7, 1, 12, 0, tzinfo=dt.UTC))
    with serving(say("503 Busy", "Retry-After: Wed, 01 Jul 2026 12:45:00 GMT")) as server:
        hook_to(server.url)
        due()
        send_due("webhook")
    assert delivery().due_at == timezone.now() + dt.timedelta(minutes=45)


def test_a_webhook_that_fails_for_a_day_is_switched_off_and_its_owner_told(
    clock: Any, due: Any, hook_to: Any, alice: User
) -> None:
    with serving(say("500 Oh")) as server:
        hook = hook_to(server.url)
        due()
        while delivery().outcome == "":
            send_due("webhook")
            again = delivery().due_at
            if again is not None:
                clock.move_to(again)
    assert delivery().outcome == "failed"
    hook.refresh_from_db()
    assert hook.stopped_at is not None
    assert dt.timedelta(hours=20) <= hook.stopped_at - hook.created_at <= dt.timedelta(hours=26)
    told = Notice.objects.get(kind="webhook")
    assert (told.user, told.path) == (alice, "/notices/webhooks/")
    assert told.facts == {"host": "127.0.0.1"}
    assert channel.find_targets([alice.pk]) == []


@pytest.mark.parametrize(("failures", "hours"), [(9, 30), (30, 19)])
def test_few_failures_or_a_short_outage_switch_nothing_off(
    clock: Any, hook_to: Any, failures: int, hours: int
) -> None:
    hook = hook_to("http://127.0.0.1/")
    fail(hook, failures - 1)
    clock.shift(hours * HOUR)
    fail(hook)
    hook.refresh_from_db()
    assert hook.stopped_at is None


def test_what_arrives_ends_the_count_of_failures(clock: Any, hook_to: Any) -> None:
    hook = hook_to("http://127.0.0.1/")
    fail(hook, 20)
    record_result(hook.pk, status=200, reason="", is_test=False, now=timezone.now())
    clock.shift(30 * HOUR)
    fail(hook, 20)
    hook.refresh_from_db()
    assert (hook.stopped_at, hook.failures) == (None, 20)


def test_a_webhook_that_says_it_is_gone_is_switched_off_at_once(due: Any, hook_to: Any) -> None:
    with serving(say("410 Gone")) as server:
        hook = hook_to(server.url)
        due()
        send_due("webhook")
    hook.refresh_from_db()
    assert hook.stopped_at is not None
    assert delivery().outcome == "failed"
    assert Notice.objects.filter(kind="webhook").count() == 1


def test_failures_at_the_same_moment_all_count(hook_to: Any, before_the_lock: Any) -> None:
    hook = hook_to("http://127.0.0.1/")
    before_the_lock(lambda: fail(hook), of=Webhook)
    fail(hook)
    hook.refresh_from_db()
    assert hook.failures == 2


def test_what_was_on_its_way_switches_nothing_on_again(clock: Any, hook_to: Any) -> None:
    hook = hook_to("http://127.0.0.1/")
    fail(hook, status=410)
    record_result(hook.pk, status=200, reason="", is_test=False, now=timezone.now())
    hook.refresh_from_db()
    assert hook.stopped_at is not None


def test_each_time_it_is_switched_off_its_owner_is_told(clock: Any, hook_to: Any) -> None:
    hook = hook_to("http://127.0.0.1/")
    fail(hook, status=410)
    record_result(hook.pk, status=200, reason="", is_test=True, now=timezone.now())
    fail(hook, status=410)
    fail(hook, status=410)
    assert Notice.objects.filter(kind="webhook").count() == 2


def test_what_was_on_its_way_to_a_webhook_that_is_switched_off_is_given_up(
    due: Any, hook_to: Any
) -> None:
    with serving(say("200 OK")) as server:
        hook = hook_to(server.url)
        due()
        fail(hook, status=410)
        send_due("webhook")
    assert (server.requests, delivery().outcome) == ([], "failed")


def test_a_test_is_sent_even_when_it_is_switched_off_and_switches_it_on(
    hook_to: Any, settings: Any
) -> None:
    with serving(say("200 OK")) as server:
        hook = hook_to(server.url)
        fail(hook, status=410)
        send_test(hook.pk)
    hook.refresh_from_db()
    assert (hook.stopped_at, hook.failures, hook.test_asked_at) == (None, 0, None)
    headers, body = head_and_body(server)
    assert body["type"] == "test"
    assert body["data"]["url"] == f"{settings.PUBLIC_URL}/notices/webhooks/"
    assert Verifier(hook.secret).verify(server.requests[0].partition(b"\r\n\r\n")[2], headers)
    assert hook.results.latest("pk").is_test


def test_a_test_is_in_the_language_of_the_owner(hook_to: Any, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="es")
    with serving(say("204 No Content")) as server:
        send_test(hook_to(server.url).pk)
    _, body = head_and_body(server)
    assert body["data"]["title"] == "Una prueba"


def test_a_test_takes_no_thread_from_what_is_sent_and_is_asked_for_again(
    hook_to: Any, monkeypatch: Any
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(
        send_test, "apply_async", lambda args, **options: asked.append((args, options))
    )
    free = tasks.SENDERS["webhook"]._value
    with serving(say("200 OK")) as server, ExitStack() as threads:
        hook = hook_to(server.url)
        for _ in range(free):
            threads.enter_context(tasks._thread_of("webhook"))
        send_test(hook.pk)
        assert (server.requests, len(asked)) == ([], 1)
        assert asked[0] == ((hook.pk,), {"queue": "webhooks", "countdown": tasks.TEST_WAITS})
    assert tasks.SENDERS["webhook"]._value == free


def test_a_test_that_fails_counts_for_nothing(clock: Any, hook_to: Any) -> None:
    hook = hook_to("http://127.0.0.1:9/")
    send_test(hook.pk)
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since, hook.stopped_at) == (0, None, None)
    assert hook.results.get().reason == "connection"


def test_an_address_that_is_no_longer_allowed_is_not_asked(
    due: Any, hook_to: Any, settings: Any
) -> None:
    with serving(say("200 OK")) as server:
        hook = hook_to(server.url)
        settings.NOTICES_ALLOWED_NETWORKS = []
        due()
        send_due("webhook")
    assert server.requests == []
    assert hook.results.get().reason == "address"


def test_only_the_last_ten_results_are_kept(hook_to: Any) -> None:
    hook, other = hook_to("http://127.0.0.1/"), hook_to("http://127.0.0.1/")
    fail(other)
    for status in range(200, 215):
        record_result(hook.pk, status=status, reason="", is_test=False, now=timezone.now())
    kept = list(hook.results.order_by("pk").values_list("status", flat=True))
    assert kept == list(range(205, 215))
    assert other.results.count() == 1


NASTY = ("@everyone <!channel> [x](y) *b", "a & `c` \\ http://evil.example")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (NASTY[0], r"\@everyone \<\!channel\> \[x\]\(y\) \*b**"),
        (NASTY[1], r"a \& \`c\` \\ http\:\/\/evil\.example**"),
    ],
)
def test_a_name_is_only_a_name_on_discord(
    due: Any, hook_to: Any, bob: User, name: str, written: str
) -> None:
    User.objects.filter(pk=bob.pk).update(display_name=name)
    with serving(say("204 No Content")) as server:
        hook_to(server.url, "discord")
        due(facts={"title": "Casino", "people": [bob.pk]})
        send_due("webhook")
    headers, body = head_and_body(server)
    assert body.keys() == {"content", "allowed_mentions", "flags"}
    assert body["allowed_mentions"] == {"parse": []}
    assert written in body["content"]
    assert "webhook-signature" not in headers


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (NASTY[0], "@everyone &lt;!channel&gt; [x](y) *b"),
        (NASTY[1], "a &amp; `c` \\ http://evil.example"),
    ],
)
def test_a_name_is_only_a_name_on_slack(
    due: Any, hook_to: Any, bob: User, name: str, written: str
) -> None:
    User.objects.filter(pk=bob.pk).update(display_name=name)
    with serving(say("200 OK", body="ok")) as server:
        hook_to(server.url, "slack")
        due(facts={"title": "Casino", "people": [bob.pk]})
        send_due("webhook")
    _, body = head_and_body(server)
    title, text, link = (block["text"] for block in body["blocks"])
    assert (title["type"], text["type"], link["type"]) == ("plain_text", "plain_text", "mrkdwn")
    assert title["text"].endswith(written)
    assert body["text"] == title["text"]
    assert link["text"].count("<") == 1
    assert "evil" not in link["text"]


def test_a_name_adds_no_header(due: Any, hook_to: Any, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(display_name="B\r\nX-Evil: 1\r\n\r\nbody")
    with serving(say("204 No Content")) as server:
        for format in Webhook.Format:
            hook_to(server.url, format)
        due(facts={"title": "Casino", "people": [bob.pk]})
        assert send_due("webhook") == 3
    for request in server.requests:
        assert b"\r\nX-Evil" not in request


def test_neither_secret_nor_address_is_in_a_log(
    due: Any, hook_to: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        with serving(say("500 Oh", "broken")) as server:
            hook = hook_to(f"{server.url}/TOKEN")
            due()
            send_due("webhook")
        due()
        send_due("webhook")
        send_test(hook.pk)
    assert "to be tried again" in caplog.text
    assert "TOKEN" not in caplog.text
    assert hook.secret not in caplog.text


def test_nobody_has_more_than_three(hook_to: Any, bob: User) -> None:
    for _ in range(3):
        hook_to("https://hooks.example.org/")
    with pytest.raises(TooManyWebhooks):
        hook_to("https://hooks.example.org/")
    add_webhook(bob, format="slack", url="https://hooks.example.org/", now=timezone.now())


def test_webhooks_that_are_added_at_the_same_time_are_all_counted(
    hook_to: Any, before_the_lock: Any
) -> None:
    for _ in range(2):
        hook_to("https://hooks.example.org/")
    before_the_lock(lambda: hook_to("https://hooks.example.org/"), of=User)
    with pytest.raises(TooManyWebhooks):
        hook_to("https://hooks.example.org/")


def test_a_player_who_is_banned_or_gone_is_told_nothing(
    due: Any, hook_to: Any, alice: User
) -> None:
    with serving(say("200 OK")) as server:
        hook_to(server.url)
        due()
        set_active(alice, active=False)
        assert channel.find_targets([alice.pk]) == []
        send_due("webhook")
        erase_user(alice)
        assert send_due("webhook") == 0
    assert server.requests == []
    assert not Webhook.objects.exists()
    assert not WebhookResult.objects.exists()


def test_no_transaction_is_open_while_it_is_sent(
    due: Any, hook_to: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_blocks: list[int] = []
    outside = len(connection.savepoint_ids)
    post = channel._post

    def note(*args: Any) -> Any:
        open_blocks.append(len(connection.savepoint_ids) - outside)
        return post(*args)

    monkeypatch.setattr(channel, "_post", note)
    with serving(say("200 OK")) as server:
        hook_to(server.url)
        due()
        send_due("webhook")
    assert open_blocks == [0]


def test_a_test_is_queued_for_the_workers_of_webhooks(
    hook_to: Any,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    queued: list[Any] = []
    monkeypatch.setattr(
        current_app, "send_task", lambda *args, **options: queued.append((args, options))
    )
    hook = hook_to("https://hooks.example.org/")
    with django_capture_on_commit_callbacks(execute=True):
        assert webhooks.ask_for_test(alice, hook.pk, now=timezone.now())
    assert queued == [
        (("notices.tasks.test_webhook", [hook.pk]), {"queue": "webhooks", "expires": 60.0})
    ]
