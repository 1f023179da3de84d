"""E-mail about games, through a real mail server: what it says, and to whom it goes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from notices import sending
from notices.channels import mail as channel
from notices.models import Delivery, Mute, Notice, Preferences, Switch
from notices.planning import plan_due
from notices.sending import send_due
from tests.notices.conftest import GAME
from tests.notices.mail_server import CUT, HANG, MailServer
from tests.present import present

pytestmark = pytest.mark.django_db

START = dt.datetime(2026, 7, 1, 12, tzinfo=dt.UTC)
SITE = "https://cards.example.org"
OTHER = "BBBBBBBBBBBBBBBBBBBBBB"


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def server() -> Iterator[MailServer]:
    server = MailServer()
    server.start()
    with override_settings(
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=server.port,
        EMAIL_TIMEOUT=0.5,
        PUBLIC_URL=SITE,
    ):
        yield server
    server.stop()


def confirm(user: User, address: str = "", **fields: Any) -> None:
    given = {"verified": True, "primary": True} | fields
    EmailAddress.objects.create(user=user, email=address or f"{user}@example.org", **given)


@pytest.fixture
def tell(clock: Any, alice: User, write: Callable[..., Notice]) -> Callable[..., Notice]:
    """Return a function that tells alice, who has a confirmed address, of something at once."""
    confirm(alice)
    Preferences.objects.create(user=alice, digests=False)

    def make(*args: Any, **changes: Any) -> Notice:
        notice = write(*args, **changes)
        Notice.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
        plan_due(now=timezone.now())
        return notice

    return make


def outcomes() -> list[str]:
    return list(
        Delivery.objects.filter(channel="mail").order_by("pk").values_list("outcome", flat=True)
    )


def go_to_next(clock: Any) -> None:
    """Move the clock to when the next delivery is due."""
    due = Delivery.objects.filter(channel="mail", due_at__isnull=False).earliest("due_at")
    clock.move_to(max(present(due.due_at), timezone.now()))


def text_of(message: EmailMessage, kind: str = "plain") -> str:
    part = present(message.get_body((kind,)))
    return str(part.get_content())


def test_a_turn_is_told_with_a_link_in_the_time_of_the_reader(
    server: MailServer, tell: Any, alice: User, bob: User, deadlines: dict[str, dt.datetime]
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Madrid")
    tell(facts={"title": "Casino", "people": [bob.pk]}, expires_at=START + dt.timedelta(hours=1))
    deadlines[GAME] = START + dt.timedelta(days=1)  # it has been moved
    assert send_due("mail") == 1
    (message,) = server.received
    assert server.recipients == [["alice@example.org"]]
    assert message["Subject"] == "[Trifecta House] Your turn against bob"
    for kind in ("plain", "html"):
        text = text_of(message, kind)
        assert "It is your turn in Casino. You have until 2 July, 14:00." in text
        assert f"{SITE}/games/{GAME}/" in text
        assert f"{SITE}/notices/unsubscribe/" in text
    assert outcomes() == ["sent"]


@pytest.mark.parametrize(
    ("zone", "at", "words"),
    [
        ("Europe/Madrid", "2026-10-25T00:30Z", "25 October, 02:30 (UTC+2)."),
        ("Europe/Madrid", "2026-10-25T01:30Z", "25 October, 02:30 (UTC+1)."),
        ("Europe/Madrid", "2026-10-25T02:30Z", "25 October, 03:30."),
        ("America/St_Johns", "2026-11-01T03:30Z", "1 November, 01:00 (UTC\u22122:30)."),
        ("Europe/Madrid", "2027-03-28T01:30Z", "28 March, 03:30."),
    ],
)
def test_a_deadline_in_an_hour_that_comes_twice_says_which_of_them_is_meant(
    server: MailServer, tell: Any, alice: User, deadlines: dict[str, dt.datetime],
    zone: str, at: str, words: str,
) -> None:  # fmt: skip
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    tell()
    deadlines[GAME] = dt.datetime.fromisoformat(at)
    assert send_due("mail") == 1
    assert f"You have until {words}" in text_of(server.received[0])


def test_programs_learn_that_it_is_automatic_and_how_to_end_it(
    server: MailServer, tell: Any
) -> None:
    tell()
    send_due("mail")
    (message,) = server.received
    assert message["List-Id"] == "<notices.cards.example.org>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = message["List-Unsubscribe"].strip()
    assert link.startswith(f"<{SITE}/notices/unsubscribe/")
    assert link.strip("<>") in text_of(message)


def test_mail_about_one_game_is_one_thread(server: MailServer, tell: Any) -> None:
    for game in (GAME, GAME, OTHER):
        tell(game=game)
        send_due("mail")
    threads = [message["References"] for message in server.received]
    assert threads == [f"<game.{game}@cards.example.org>" for game in (GAME, GAME, OTHER)]
    assert threads == [message["In-Reply-To"] for message in server.received]
    ids = {message["Message-ID"] for message in server.received}
    assert len(ids) == 3
    assert all(each.endswith("@cards.example.org>") for each in ids)


def test_a_digest_is_one_message_at_the_hour_chosen(
    clock: Any, server: MailServer, alice: User, write: Any
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="America/New_York")
    confirm(alice)
    Preferences.objects.create(user=alice, digest_hour=20)
    for game, days in ((GAME, 5), (OTHER, 3)):
        write(game=game, expires_at=START + dt.timedelta(days=days), path=f"/games/{game}/")
    clock.shift(dt.timedelta(minutes=1))
    plan_due(now=timezone.now())
    assert send_due("mail") == 0
    clock.move_to(dt.datetime(2026, 7, 2, 0, tzinfo=dt.UTC))  # 20:00 in New York
    assert send_due("mail") == 1
    (message,) = server.received
    assert message["Subject"] == "[Trifecta House] It is your turn in 2 games"
    assert message["References"] is None
    text = text_of(message)
    assert text.index(OTHER) < text.index(GAME)  # the nearest deadline first
    assert outcomes() == ["sent", "sent"]


def test_the_warning_about_a_turn_speaks_for_the_notice_of_that_turn(
    server: MailServer, tell: Any
) -> None:
    tell(kind="turn")
    tell(kind="turn", game=OTHER, path=f"/games/{OTHER}/")
    tell(kind="warning")
    assert send_due("mail") == 1
    (message,) = server.received
    assert message["Subject"] == "[Trifecta House] It is your turn in 2 games"
    assert text_of(message).count(GAME) == 1
    assert outcomes() == ["late", "sent", "sent"]


def test_a_turn_is_not_in_the_digest_after_its_warning(
    clock: Any, server: MailServer, alice: User, write: Any
) -> None:
    confirm(alice)  # the digest comes at 18:00
    write(expires_at=START + dt.timedelta(days=1))
    clock.shift(dt.timedelta(hours=5))
    plan_due(now=timezone.now())
    write(kind="warning", expires_at=START + dt.timedelta(days=1))
    clock.shift(dt.timedelta(minutes=1))
    plan_due(now=timezone.now())
    assert send_due("mail") == 1
    clock.shift(dt.timedelta(hours=1))
    assert send_due("mail") == 0
    assert outcomes() == ["late", "sent"]


def test_a_digest_of_other_news_says_what_each_is(
    clock: Any, server: MailServer, tell: Any
) -> None:
    tell()
    tell(kind="ended", game=OTHER, facts={"title": "Casino", "people": [], "result": "won"})
    send_due("mail")
    (message,) = server.received
    subject = "[Trifecta House] Your turn against the computer, and 1 more notice"
    assert message["Subject"] == subject
    lines = text_of(message).splitlines()
    assert lines[0] == "2 notices about your games"
    assert "Your turn against the computer" in lines
    assert "You won against the computer" in lines


@pytest.mark.parametrize(
    "fields", [{"verified": False}, {"primary": False}, {"verified": False, "primary": False}]
)
def test_only_a_confirmed_main_address_gets_mail(
    server: MailServer, clock: Any, write: Any, alice: User, fields: Any
) -> None:
    confirm(alice, **fields)
    write(is_urgent=True, kind="warning")
    plan_due(now=timezone.now())
    assert (send_due("mail"), outcomes()) == (0, ["nowhere"])


def test_an_address_that_was_taken_back_gets_no_mail(
    server: MailServer, tell: Any, alice: User
) -> None:
    tell()
    EmailAddress.objects.all().delete()
    send_due("mail")
    assert (server.received, outcomes()) == ([], ["failed"])


def test_a_closed_account_gets_no_mail_about_games_not_even_what_was_planned_before(
    server: MailServer, tell: Any, write: Any, alice: User
) -> None:
    tell()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    write(game=OTHER, is_urgent=True, kind="warning")
    plan_due(now=timezone.now())
    send_due("mail")
    assert (server.received, outcomes()) == ([], ["off", "off"])


def test_what_is_switched_off_or_muted_while_a_digest_waits_is_not_sent(
    clock: Any, server: MailServer, alice: User, write: Any
) -> None:
    confirm(alice)
    write(game=GAME)
    write(game=OTHER)
    clock.shift(dt.timedelta(minutes=1))
    plan_due(now=timezone.now())
    Mute.objects.create(user=alice, game=GAME)
    clock.shift(dt.timedelta(days=1))
    Switch.objects.create(user=alice, kind="turn", channel="mail", is_on=False)
    assert (send_due("mail"), outcomes()) == (0, ["muted", "off"])


@pytest.mark.parametrize("break_", ["\r\n", "\n", "\r", "\u2028", "\x85", "\x1b"])
def test_a_name_with_a_line_break_writes_no_header(
    server: MailServer, tell: Any, bob: User, break_: str
) -> None:
    name = f"Bob{break_}Bcc: spam@example.com"
    User.objects.filter(pk=bob.pk).update(display_name=name)
    tell(facts={"title": f"Casino{break_}Cc: spam@example.com", "people": [bob.pk]})
    assert send_due("mail") == 1
    (message,) = server.received
    assert (message["Bcc"], message["Cc"]) == (None, None)
    assert server.recipients == [["alice@example.org"]]
    assert message["Subject"] == "[Trifecta House] Your turn against Bob Bcc: spam@example.com"
    assert "\nBcc:" not in text_of(message)


def test_a_name_is_only_text_in_html(server: MailServer, tell: Any, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(display_name="<b>Bob & co</b>")
    tell(facts={"title": "Casino", "people": [bob.pk]})
    send_due("mail")
    assert "&lt;b&gt;Bob &amp; co&lt;/b&gt;" in text_of(server.received[0], "html")
    assert "<b>Bob & co</b>" in text_of(server.received[0])


# Failures

FOR_GOOD = {
    "no such user": {"RCPT": "550 5.1.1 no such user"},
    "without an exact code": {"RCPT": "550 no"},
    "a full mailbox": {"RCPT": "552 5.2.2 full"},
    "after the message": {"DATA": "550 5.1.1 no such user"},
}


@pytest.mark.parametrize("name", FOR_GOOD)
def test_an_address_refused_for_good_gets_no_more(
    server: MailServer, tell: Any, alice: User, name: str, caplog: Any
) -> None:
    caplog.set_level("INFO")
    server.answers = FOR_GOOD[name]
    tell()
    send_due("mail")
    assert outcomes() == ["failed"]
    assert Preferences.objects.get(user=alice).mail_stopped_at == timezone.now()
    server.answers = {}
    tell()
    assert (send_due("mail"), outcomes()) == (0, ["failed", "nowhere"])
    logged = [each.getMessage() for each in caplog.records if each.name.startswith("notices")]
    assert logged
    assert "example.org" not in "".join(logged)


def test_a_message_that_is_refused_stops_no_other(
    server: MailServer, tell: Any, alice: User
) -> None:
    server.answers = {"DATA": "554 5.7.1 looks like spam"}
    tell()
    send_due("mail")
    assert outcomes() == ["failed"]
    assert Preferences.objects.get(user=alice).mail_stopped_at is None


def test_a_new_address_is_not_stopped_because_of_the_old_one(
    server: MailServer, tell: Any, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answers = FOR_GOOD["no such user"]
    tell()
    hand_over = channel._hand_over

    def change_address(letter: Any) -> None:
        EmailAddress.objects.update(email="new@example.org")
        hand_over(letter)

    monkeypatch.setattr(channel, "_hand_over", change_address)
    send_due("mail")
    assert Preferences.objects.get(user=alice).mail_stopped_at is None


FOR_NOW = {
    "greylisted": {"RCPT": "450 4.2.0 later"},
    "not allowed to send": {"RCPT": "550 5.7.1 relaying denied"},
    "sender refused": {"MAIL": "553 5.1.8 who are you"},
    "busy": {"DATA": "451 later"},
    "hangs at the beginning": {"EHLO": HANG},
    "hangs": {"DATA": HANG},
    "hangs up at the recipient": {"RCPT": CUT},
    "hangs up": {"DATA": CUT},
}


@pytest.mark.parametrize("name", FOR_NOW)
def test_what_fails_for_now_is_sent_later(
    clock: Any, server: MailServer, tell: Any, alice: User, name: str
) -> None:
    server.answers = FOR_NOW[name]
    tell()
    assert send_due("mail") == 1
    assert (server.received, outcomes()) == ([], [""])
    assert send_due("mail") == 0
    server.answers = {}
    go_to_next(clock)
    send_due("mail")
    assert (len(server.received), outcomes()) == (1, ["sent"])
    assert Preferences.objects.get(user=alice).mail_stopped_at is None


@pytest.mark.parametrize("answer", [HANG, CUT])
def test_what_fails_after_the_message_was_taken_does_not_send_it_again(
    clock: Any, server: MailServer, tell: Any, answer: str
) -> None:
    server.answers = {"QUIT": answer}
    tell()
    send_due("mail")
    assert (len(server.received), outcomes()) == (1, ["sent"])


def test_when_the_server_is_down_for_an_hour_nothing_is_lost_or_doubled(
    clock: Any, server: MailServer, tell: Any, make_user: Any
) -> None:
    people = [make_user(f"player{number}") for number in range(3)]
    for person in people:
        confirm(person)
    server.stop()
    for person in people:
        tell(person, kind="invitation", facts={"title": "Casino", "by": person.pk})
    while timezone.now() < START + dt.timedelta(hours=1):
        assert send_due("mail")
        go_to_next(clock)
    assert outcomes() == [""] * 3
    server.start()
    send_due("mail")
    assert sorted(server.recipients) == [[f"{person}@example.org"] for person in people]
    assert outcomes() == ["sent"] * 3
    assert send_due("mail") == 0


def test_a_sender_killed_before_it_records_is_followed_by_one_more_message(
    clock: Any, server: MailServer, tell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sending, "_record", die)
    tell()
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            send_due("mail")
        assert send_due("mail") == 0  # while nobody knows that it is dead
        clock.shift(sending.LEASE)
    assert (send_due("mail"), outcomes()) == (0, ["unknown"])
    first, second = server.received
    assert first["Message-ID"] == second["Message-ID"]  # so a mailbox shows it once


@pytest.mark.parametrize("rows", [300])
def test_many_due_rows_are_sent_as_few_messages(
    clock: Any,
    server: MailServer,
    alice: User,
    bob: User,
    django_assert_max_num_queries: Any,
    rows: int,
) -> None:
    for user in (alice, bob):
        confirm(user)
    notices = Notice.objects.bulk_create(
        Notice(
            user=(alice, bob)[number % 2],
            kind="turn",
            game=GAME,
            version=number,
            path="/",
            created_at=timezone.now(),
        )
        for number in range(rows)
    )
    due = timezone.now()
    Delivery.objects.bulk_create(
        Delivery(notice=each, channel="mail", due_at=due) for each in notices
    )
    messages = -(-rows // 2 // channel.TOGETHER) * 2
    with django_assert_max_num_queries(rows * 2 + messages * 20):
        assert send_due("mail") == messages
    assert len(server.received) == messages
    assert outcomes() == ["sent"] * rows
