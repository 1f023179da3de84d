"""Warnings, suspensions and bans: what they end, what is said of them, and the one reply."""

import datetime as dt
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services import erase_user
from community import services
from community.models import Entry, Report, Sanction
from community.selectors import find_reported, find_reports_about
from community.tasks import keep_order
from config import groups
from games import services as game_services
from games.models import Game
from games.services.playing import resign_seat
from notices.devices import THIS_DEVICE, find_devices
from notices.messages import describe
from notices.models import Notice
from notices.selectors import Unread, count_unread
from tests.conftest import PASSWORD
from tests.games.conftest import give_unknown_rules
from tests.games.test_lock_order import Locks
from tests.games.whole_games import Table, seat_players
from tests.notices.browsers import make_device
from tests.present import present

pytestmark = pytest.mark.django_db
REASON = "You insulted Ada."
TOO_LONG = "x" * 1001
PLAYERS_TABLE = User._meta.db_table
PLAYERS = f'FROM "{PLAYERS_TABLE}"'
LOG_IN = {"login": "bob", "password": PASSWORD}


@pytest.fixture
def staff(make_user: Any) -> User:
    user: User = make_user("dora", is_staff=True)
    return user


@pytest.fixture
def as_staff(client_of: Any, staff: User) -> Client:
    client: Client = client_of(staff)
    return client


def ban(bob: User, staff: User) -> Sanction:
    return services.impose(bob, kind="ban", reason=REASON, staff=staff)


def suspend(bob: User, staff: User, *, days: int = 3) -> Sanction:
    until = timezone.now() + dt.timedelta(days=days)
    return services.impose(bob, kind="suspension", reason=REASON, until=until, staff=staff)


def find_locked(asked: CaptureQueriesContext) -> list[str]:
    """Return the tables in which rows were locked, in that order."""
    locks = r'SELECT .*? FROM "(\w+)".* FOR (?:NO KEY )?UPDATE'
    return [match[1] for query in asked if (match := re.match(locks, query["sql"]))]


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the run on PostgreSQL has it; SQLite has one lock"
)
def test_a_decision_waits_for_nobody_who_tells_the_same_person_something(
    staff: User, bob: User
) -> None:
    with CaptureQueriesContext(connection) as asked:
        ban(bob, staff)
    locks = [query["sql"] for query in asked if "UPDATE" in query["sql"].split("WHERE")[-1]]
    assert any("NO KEY UPDATE" in sql for sql in locks)
    # A notice to somebody whose key is locked would wait, maybe in a circle.
    assert not [sql for sql in locks if PLAYERS in sql and "NO KEY UPDATE" not in sql]


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the run on PostgreSQL has it; SQLite has one lock"
)
def test_the_end_of_a_decision_waits_for_no_deletion_that_waits_for_it(
    staff: User, bob: User
) -> None:
    sanction = suspend(bob, staff)
    with CaptureQueriesContext(connection) as asked:
        services.lift(sanction, staff=staff)
    # Whoever deletes the account locks the person, then what belongs to them.
    assert find_locked(asked)[:2] == [PLAYERS_TABLE, Sanction._meta.db_table]


def dismiss(bob: User, staff: User) -> None:
    services.dismiss_reports(bob, newest=present(Report.objects.last()).pk, staff=staff)


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the run on PostgreSQL has it; SQLite has one lock"
)
@pytest.mark.parametrize("decide", [ban, dismiss])
def test_a_decision_waits_for_no_deletion_of_a_reporter_that_waits_for_it(
    staff: User, alice: User, bob: User, carol: User, decide: Callable[[User, User], object]
) -> None:
    for reporter in (carol, alice):
        services.report(reporter, bob, about="player", reason="insult")
    locks = Locks()
    with connection.execute_wrapper(locks), CaptureQueriesContext(connection) as asked:
        decide(bob, staff)
    (taken,) = locks.taken.values()
    assert taken == [(PLAYERS_TABLE, user.pk) for user in (alice, bob, carol)]
    assert find_locked(asked)[:2] == [PLAYERS_TABLE, Report._meta.db_table]


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/staff/people/bob/", {"kind": "ban", "days": "3", "reason": REASON}),
        ("/staff/people/bob/close/", {"newest_report": 0}),
    ],
)
def test_an_account_that_is_deleted_before_a_decision_is_not_found(
    as_staff: Client, bob: User, before_the_lock: Any, address: str, sent: dict[str, Any]
) -> None:
    before_the_lock(lambda: erase_user(bob), of=User)
    assert as_staff.post(address, sent).status_code == 404


def test_the_staff_decides_on_a_page_with_all_that_is_known(
    dealt: Callable[..., Game], as_staff: Client, alice: User, bob: User
) -> None:
    game = dealt(kind="link")
    services.report(
        alice, bob, about="player", reason="insult", text="<i>Rude</i>", game=game.public_id
    )
    assert reverse("staff_person", args=["bob"]) in as_staff.get("/staff/").content.decode()
    page = as_staff.get("/staff/people/bob/").content.decode()
    assert "&lt;i&gt;Rude&lt;/i&gt;" in page
    assert reverse("evidence", args=["bob", game.public_id]) in page
    (number,) = set(re.findall(r'name="newest_report" value="(\d+)"', page))
    sent = {"kind": "warning", "days": "3", "reason": REASON, "newest_report": number}
    assert "Close the reports" in page
    answer = as_staff.post("/staff/people/bob/", sent, follow=True).content.decode()
    assert REASON in answer
    assert not Report.objects.filter(closed_at=None).exists()
    assert "&lt;i&gt;Rude&lt;/i&gt;" in answer
    assert "Close the reports" not in answer  # nobody would be told any more


@pytest.mark.parametrize("path", ["", "close/"])
def test_what_is_reported_while_the_staff_reads_waits_for_it(
    path: str, as_staff: Client, alice: User, bob: User, carol: User
) -> None:
    services.report(alice, bob, about="player", reason="insult")
    page = as_staff.get("/staff/people/bob/").content.decode()
    services.report(carol, bob, about="player", reason="unfair")
    (number,) = set(re.findall(r'name="newest_report" value="(\d+)"', page))
    sent = {"kind": "warning", "days": "3", "reason": REASON, "newest_report": number}
    as_staff.post(f"/staff/people/bob/{path}", sent)
    assert [each.reporter for each in Report.objects.filter(closed_at=None)] == [carol]


def test_open_reports_come_first_and_are_counted_alone(alice: User, bob: User, carol: User) -> None:
    for reporter in (alice, carol):
        services.report(reporter, bob, about="player", reason="insult")
    Report.objects.filter(reporter=carol).update(closed_at=timezone.now())
    assert present(find_reported().first()).reported == 1  # type: ignore[attr-defined]
    assert [each.reporter for each in find_reports_about(bob)] == [alice, carol]


def test_a_warning_is_read_on_a_page_and_closes_nothing(
    as_staff: Client, as_bob: Client, bob: User, staff: User
) -> None:
    services.impose(bob, kind="warning", reason=REASON, staff=staff)
    assert Notice.objects.get(user=bob).path == "/decisions/"
    assert "the staff" in as_bob.get("/notices/").content.decode()
    assert REASON in as_bob.get("/decisions/").content.decode()
    assert as_bob.get("/accounts/settings/").status_code == 200


def test_whoever_opens_the_decisions_has_read_what_the_staff_wrote(
    as_bob: Client, bob: User, staff: User
) -> None:
    warning = services.impose(bob, kind="warning", reason=REASON, staff=staff)
    assert count_unread(bob) == Unread(elsewhere=1)
    as_bob.get("/decisions/")
    assert count_unread(bob) == Unread()
    services.reply(warning.pk, person=bob, text="Sorry.")
    services.answer_reply(warning, staff=staff, text="Thank you.")
    assert count_unread(bob) == Unread(elsewhere=1)
    as_bob.get("/decisions/")
    assert count_unread(bob) == Unread()


@pytest.mark.parametrize("decide", [ban, suspend])
def test_a_closed_account_loses_its_sessions_sockets_and_seats(
    as_bob: Client,
    bob: User,
    staff: User,
    decide: Callable[..., Sanction],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(groups, "send", lambda name, message: sent.append((name, message["type"])))
    with django_capture_on_commit_callbacks(execute=True):
        decide(bob, staff)
    assert (f"user.{bob.pk}", "close.socket") in sent
    assert as_bob.get("/accounts/settings/").status_code == 302
    with pytest.raises(game_services.SeatRefused):
        game_services.play_now(bob, variant="casino", move_times=[60])


def test_the_games_end_by_the_rule_for_quitting_and_the_opponents_are_told_so(
    dealt: Callable[..., Game], alice: User, bob: User, carol: User, staff: User
) -> None:
    game, waiting = dealt(), game_services.play_now(bob, variant="casino", move_times=[259200])
    ban(bob, staff)
    game.refresh_from_db()
    waiting.refresh_from_db()
    assert (game.status, game.seats.get(user=alice).result) == (Game.Status.FINISHED, "won")
    assert waiting.status == Game.Status.CANCELLED
    told = describe(Notice.objects.get(user=alice, kind="removed"), {}, {})
    assert "bob" not in f"{told}"
    assert "The staff has ended" in told.title
    assert not Notice.objects.filter(user=bob, kind="removed").exists()


@pytest.mark.parametrize("decide", [ban, suspend])
def test_nobody_whose_account_is_closed_is_asked_for_a_rematch(
    dealt: Callable[..., Game],
    as_alice: Client,
    alice: User,
    bob: User,
    staff: User,
    decide: Callable[[User, User], Sanction],
) -> None:
    game = dealt()
    path = f"/games/{game.public_id}/"
    game_services.quit_game(game.pk, user_id=bob.pk)
    assert "Offer a rematch" in as_alice.get(path).content.decode()
    decide(bob, staff)
    assert "Offer a rematch" not in as_alice.get(path).content.decode()
    answer = as_alice.post(f"{path}rematch/", follow=True)  # from a page that is still open
    assert "This player cannot be invited at the moment." in answer.content.decode()
    assert not Game.objects.filter(rematch_of=game).exists()


def test_a_rematch_that_exists_is_found_although_the_opponent_is_suspended(
    dealt: Callable[..., Game], as_alice: Client, alice: User, bob: User, staff: User
) -> None:
    game = dealt()
    game_services.quit_game(game.pk, user_id=bob.pk)
    made = dealt()
    Game.objects.filter(pk=made.pk).update(rematch_of=game)
    suspend(bob, staff)
    page = as_alice.get(f"/games/{game.public_id}/").content.decode()
    assert f'href="/games/{made.public_id}/"' in page


def test_what_an_interruption_left_undone_is_done_later(
    dealt: Callable[..., Game], bob: User, staff: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = dealt()
    with monkeypatch.context() as patch:
        patch.setattr("community.services.sanctions.take_out_of_games", lambda person: None)
        ban(bob, staff)
    keep_order()
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


def test_whoever_is_left_before_an_interruption_has_been_told(
    dealt: Callable[..., Game],
    alice: User,
    bob: User,
    carol: User,
    staff: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = dealt(), dealt(bob, carol, move_time=259200)
    left: list[int] = []

    def die_at_second(snapshot: Any, seat: Any, *, now: dt.datetime) -> None:
        left.append(snapshot.game.pk)
        if len(left) == 2:
            raise SystemExit
        resign_seat(snapshot, seat, now=now)

    with monkeypatch.context() as patch:
        patch.setattr("games.services.leaving.resign_seat", die_at_second)
        with pytest.raises(SystemExit):
            ban(bob, staff)
    assert left == [first.pk, second.pk]
    assert Notice.objects.filter(user=alice, kind="removed").count() == 1
    assert not Notice.objects.filter(user=carol, kind="removed").exists()
    keep_order()
    for person in (alice, carol):
        assert Notice.objects.filter(user=person, kind="removed").count() == 1


def test_a_game_that_cannot_be_played_stops_no_decision_and_nobody_is_told_that_it_ended(
    dealt: Callable[..., Game], as_staff: Client, alice: User, bob: User, carol: User
) -> None:
    broken, game = dealt(), dealt(bob, carol, move_time=259200)
    give_unknown_rules(broken)
    sent = {"kind": "ban", "days": "3", "reason": REASON, "newest_report": "0"}
    assert as_staff.post("/staff/people/bob/", sent).status_code == 302
    bob.refresh_from_db()
    assert not bob.is_active
    keep_order()
    for each, status in ((broken, Game.Status.PLAYING), (game, Game.Status.FINISHED)):
        each.refresh_from_db()
        assert each.status == status
    assert Notice.objects.filter(user=carol, kind="removed").count() == 1
    assert not Notice.objects.filter(user=alice, kind="removed").exists()
    Game.objects.update(rules_version=1)
    keep_order()
    broken.refresh_from_db()
    assert broken.status == Game.Status.FINISHED
    assert Notice.objects.filter(user=alice, kind="removed").count() == 1


def test_an_opponent_who_leaves_the_site_meanwhile_keeps_nobody_from_being_told(
    alice: User, bob: User, carol: User, staff: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat_players(Table("casino", 3), (alice, bob, carol), random.Random(1))
    gone, leave = alice.pk, game_services.leave_all_games

    def leave_late(person: User, *, tell: Callable[[int], None]) -> Any:
        leave(alice)
        erase_user(alice)
        return leave(person, tell=tell)

    monkeypatch.setattr("community.services.sanctions.leave_all_games", leave_late)
    ban(bob, staff)
    assert Notice.objects.filter(user=carol, kind="removed").count() == 1
    assert not Notice.objects.filter(user_id=gone).exists()


def test_nobody_is_told_of_a_game_that_ends_by_itself_meanwhile(
    dealt: Callable[..., Game],
    alice: User,
    bob: User,
    staff: User,
    before_the_lock: Callable[..., None],
) -> None:
    game = dealt()
    before_the_lock(lambda: game_services.quit_game(game.pk, user_id=alice.pk), of=Game)
    ban(bob, staff)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert not Notice.objects.filter(kind="removed").exists()


def test_one_person_whose_games_cannot_be_left_does_not_keep_the_next_from_leaving(
    dealt: Callable[..., Game],
    alice: User,
    bob: User,
    carol: User,
    dave: User,
    staff: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    games = {bob.pk: dealt(), dave.pk: dealt(carol, dave)}
    with monkeypatch.context() as patch:
        patch.setattr("community.services.sanctions.take_out_of_games", lambda person: None)
        for person in (bob, dave):
            ban(person, staff)
    leave = game_services.leave_all_games
    tried: list[int] = []

    def fail_at_first(person: User, **how: Any) -> Any:
        tried.append(person.pk)
        if len(tried) == 1:
            raise DatabaseError("9D is not a card")
        return leave(person, **how)

    monkeypatch.setattr("community.services.sanctions.leave_all_games", fail_at_first)
    keep_order()
    assert {*tried} == {*games}
    left_over, ended = (games[number] for number in tried)
    for game, status in ((left_over, Game.Status.PLAYING), (ended, Game.Status.FINISHED)):
        game.refresh_from_db()
        assert game.status == status
    assert caplog.messages == [f"player {tried[0]} was not taken out of all games: DatabaseError"]
    assert "9D" not in caplog.text


def test_log_in_is_refused_with_a_plain_sentence_and_one_reply_is_taken(
    client: Client, as_staff: Client, bob: User, staff: User
) -> None:
    sanction = ban(bob, staff)
    path = f"/decisions/{sanction.pk}/reply/"
    page = client.post("/accounts/login/", LOG_IN, follow=True).content.decode()
    assert "This account is closed" in page
    assert REASON in page
    assert "_auth_user_id" not in client.session
    assert client.post(path, {"text": ""}).status_code == 422
    client.post(path, {"text": "It was <u>not</u> me."})
    client.post(path, {"text": "Another one."})
    sanction.refresh_from_db()
    assert sanction.reply == "It was <u>not</u> me."
    assert "bob" in as_staff.get("/staff/").content.decode()
    as_staff.post(f"/staff/decisions/{sanction.pk}/", {"text": "We stay with it."})
    as_staff.post(f"/staff/decisions/{sanction.pk}/", {"text": "Once more."})
    page = client.get("/decisions/").content.decode()
    assert "We stay with it." in page
    assert "&lt;u&gt;not&lt;/u&gt;" in page
    assert "Once more." not in page
    assert "bob" not in as_staff.get("/staff/").content.decode()


def test_whoever_reads_why_an_account_is_closed_is_looked_up_once(
    client: Client, bob: User, staff: User
) -> None:
    ban(bob, staff)
    client.post("/accounts/login/", LOG_IN)
    with CaptureQueriesContext(connection) as asked:
        assert REASON in client.get("/decisions/").content.decode()
    assert sum('FROM "accounts_user"' in each["sql"] for each in asked) == 1


def test_whoever_has_reported_much_may_still_reply(
    as_bob: Client, bob: User, staff: User, settings: Settings
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"report": "1/h"}
    for number in range(2):
        sanction = services.impose(bob, kind="warning", reason=REASON, staff=staff)
        as_bob.post(f"/decisions/{sanction.pk}/reply/", {"text": f"Reply {number}"})
        sanction.refresh_from_db()
        assert sanction.reply == f"Reply {number}"


def test_a_reply_that_is_too_long_stays_in_its_form_and_in_no_other(
    as_bob: Client, bob: User, staff: User
) -> None:
    first, second = (
        services.impose(bob, kind="warning", reason=REASON, staff=staff) for _ in range(2)
    )
    answer = as_bob.post(f"/decisions/{first.pk}/reply/", {"text": TOO_LONG})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count("at most 1000 characters") == page.count(TOO_LONG) == 1
    assert page.index(TOO_LONG) > page.index(f"/decisions/{first.pk}/reply/")
    assert f"/decisions/{second.pk}/reply/" in page


def test_an_answer_that_is_too_long_or_missing_stays_in_its_form(
    as_staff: Client, bob: User, staff: User
) -> None:
    sanction = services.impose(bob, kind="warning", reason=REASON, staff=staff)
    services.reply(sanction.pk, person=bob, text="Sorry.")
    path = f"/staff/decisions/{sanction.pk}/"
    answer = as_staff.post(path, {"text": TOO_LONG})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'aria-invalid="true" aria-describedby="id_text_error">{TOO_LONG}</textarea>' in page
    assert '<ul class="errorlist" id="id_text_error">' in page
    assert as_staff.post(path).status_code == 422
    sanction.refresh_from_db()
    assert sanction.answer == ""


@pytest.mark.parametrize("text", ["We were wrong.", ""])
def test_a_decision_is_lifted_with_or_without_the_answer_that_was_written(
    as_staff: Client, bob: User, staff: User, text: str
) -> None:
    sanction = suspend(bob, staff)
    services.reply(sanction.pk, person=bob, text="It was not me.")
    as_staff.post(f"/staff/decisions/{sanction.pk}/", {"text": text, "lift": "1"})
    sanction.refresh_from_db()
    assert (sanction.is_in_force, sanction.answer) == (False, text)


def test_a_decision_is_lifted_although_somebody_else_has_answered(
    as_staff: Client, bob: User, staff: User
) -> None:
    sanction = suspend(bob, staff)
    services.reply(sanction.pk, person=bob, text="It was not me.")
    services.answer_reply(sanction, staff=staff, text="It was.")
    sent = {"text": "We were wrong.", "lift": "1"}
    page = as_staff.post(f"/staff/decisions/{sanction.pk}/", sent, follow=True).content.decode()
    assert "That reply was answered already." in page
    sanction.refresh_from_db()
    assert (sanction.is_in_force, sanction.answer) == (False, "It was.")


@pytest.mark.parametrize("act", ["decide", "lift"])
def test_nothing_is_decided_about_somebody_whose_account_is_deleted_at_the_same_moment(
    as_staff: Client, bob: User, staff: User, before_the_lock: Callable[..., None], act: str
) -> None:
    sanction = ban(bob, staff) if act == "lift" else None
    path = f"/staff/decisions/{sanction.pk}/" if sanction else "/staff/people/bob/"
    sent = {"lift": "1"} if sanction else {"kind": "ban", "days": "3", "reason": REASON}
    before_the_lock(bob.delete, of=User)
    assert as_staff.post(path, sent).status_code == 404
    assert list(Sanction.objects.filter(ended_at=None)) == ([sanction] if sanction else [])


def test_suspensions_end_though_an_account_is_deleted_at_the_same_moment(
    alice: User, bob: User, staff: User, before_the_lock: Callable[..., None]
) -> None:
    suspend(bob, staff)
    suspend(alice, staff)
    before_the_lock(bob.delete, of=User)
    services.end_suspensions(now=timezone.now() + dt.timedelta(days=4))
    alice.refresh_from_db()
    assert alice.is_active


def test_a_page_from_before_an_upgrade_decides_and_leaves_the_reports(
    as_staff: Client, alice: User, bob: User
) -> None:
    services.report(alice, bob, about="player", reason="insult")
    as_staff.post("/staff/people/bob/", {"kind": "warning", "days": "3", "reason": REASON})
    assert Sanction.objects.filter(person=bob).count() == 1
    assert Report.objects.filter(closed_at=None).count() == 1


def test_a_line_counts_once_as_in_the_browser(as_bob: Client, bob: User, staff: User) -> None:
    sanction = services.impose(bob, kind="warning", reason=REASON, staff=staff)
    as_bob.post(f"/decisions/{sanction.pk}/reply/", {"text": "a\r\n" * 499 + "ab"})
    sanction.refresh_from_db()
    assert sanction.reply == "a\n" * 499 + "ab"


def test_everybody_reads_the_lines_that_were_written(
    as_bob: Client, as_staff: Client, bob: User, staff: User
) -> None:
    """Scripts in these texts are tried in `tests/browser/test_injection.py`."""
    services.report(staff, bob, about="player", reason="other", text="1\n2")
    sanction = services.impose(bob, kind="warning", reason="3\n4", staff=staff)
    services.reply(sanction.pk, person=bob, text="5\n6")
    services.answer_reply(sanction, staff=staff, text="7\n8")
    for page, lines in (
        (as_bob.get("/decisions/"), ("3<br>4", "5<br>6", "7<br>8")),
        (as_staff.get("/staff/people/bob/"), ("1<br>2", "3<br>4", "5<br>6", "7<br>8")),
        (as_staff.get("/reports/"), ("1<br>2",)),
    ):
        assert [each for each in lines if each not in page.content.decode()] == []


def test_a_session_that_was_open_leads_to_the_decision_and_the_reply(
    as_bob: Client, bob: User, staff: User
) -> None:
    sanction = suspend(bob, staff)
    assert reverse("own_sanctions") in as_bob.get("/rules/").content.decode()
    page = as_bob.get("/decisions/").content.decode()
    assert "This account is suspended" in page
    assert "Read why, and reply" not in page  # that is read here
    as_bob.post(f"/decisions/{sanction.pk}/reply/", {"text": "Sorry."})
    sanction.refresh_from_db()
    assert sanction.reply == "Sorry."


def test_of_several_decisions_the_one_that_lasts_longest_says_when_an_account_opens(
    as_bob: Client, bob: User, staff: User
) -> None:
    until = dt.datetime(2101, 5, 1, 20, 30, tzinfo=dt.UTC)
    services.impose(bob, kind="suspension", reason=REASON, until=until, staff=staff)
    suspend(bob, staff)
    assert "before 1 May 2101, 20:30" in as_bob.get("/decisions/").content.decode()
    ban(bob, staff)
    suspend(bob, staff)
    page = as_bob.get("/decisions/").content.decode()
    assert "This account is closed" in page
    assert "opens again by itself" not in page


def test_whoever_has_read_why_an_account_is_closed_logs_out_again(
    client: Client, bob: User, staff: User
) -> None:
    ban(bob, staff)
    page = client.post("/accounts/login/", LOG_IN, follow=True).content.decode()
    assert f'action="{reverse("leave_sanctions")}"' in page
    client.get(reverse("leave_sanctions"))  # as by a link from elsewhere
    assert REASON in client.get("/decisions/").content.decode()
    assert client.post(reverse("leave_sanctions"))["Location"] == reverse("account_login")
    assert REASON not in client.get("/decisions/", follow=True).content.decode()


@pytest.mark.parametrize("leaves", [True, False])
def test_nobody_reads_at_a_browser_what_is_sent_to_the_closed_account_that_was_open_there(
    as_bob: Client, alice: User, bob: User, staff: User, leaves: bool
) -> None:
    device = make_device(bob)
    session = as_bob.session
    session[THIS_DEVICE] = device.pk
    session.save()
    suspend(bob, staff)
    as_bob.get("/decisions/")
    assert find_devices(bob) == [device]  # as long as the session, which lasts longer
    if leaves:
        as_bob.post(reverse("leave_sanctions"))
    else:
        as_bob.post("/accounts/login/", LOG_IN | {"login": "alice"})
        assert as_bob.get("/").wsgi_request.user == alice
    assert find_devices(bob) == []


def test_a_second_reply_that_is_too_long_is_refused_like_any_other(
    as_bob: Client, bob: User, staff: User
) -> None:
    sanction = services.impose(bob, kind="warning", reason=REASON, staff=staff)
    services.reply(sanction.pk, person=bob, text="Sorry.")
    path = f"/decisions/{sanction.pk}/reply/"
    page = as_bob.post(path, {"text": TOO_LONG}, follow=True).content.decode()
    assert "You have replied already." in page


def test_a_closed_account_reads_times_in_its_own_time_zone(
    as_bob: Client, bob: User, staff: User
) -> None:
    User.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    until = dt.datetime(2100, 5, 1, 20, 30, tzinfo=dt.UTC)
    services.impose(bob, kind="suspension", reason=REASON, until=until, staff=staff)
    page = as_bob.get("/decisions/").content.decode()
    assert "before 2 May 2100, 05:30 (JST)" in page
    assert "until 2 May 2100, 05:30" in page


def test_nobody_else_reads_or_answers_a_decision(
    client: Client, as_oscar: Client, bob: User, staff: User
) -> None:
    sanction = ban(bob, staff)
    client.post("/accounts/login/", LOG_IN | {"password": "wrong"})
    for other in (client, as_oscar):
        assert REASON not in other.get("/decisions/", follow=True).content.decode()
        other.post(f"/decisions/{sanction.pk}/reply/", {"text": "Mine."})
        assert REASON not in other.get("/players/bob/").content.decode()
    sanction.refresh_from_db()
    assert sanction.reply == ""


def test_whoever_logs_in_after_somebody_else_reads_only_their_own_decisions(
    client: Client, alice: User, bob: User, staff: User
) -> None:
    ban(bob, staff)
    client.post("/accounts/login/", LOG_IN)
    client.post("/accounts/login/", LOG_IN | {"login": "alice"})
    services.impose(alice, kind="ban", reason="You left games.", staff=staff)
    page = client.get("/decisions/").content.decode()
    assert "You left games." in page
    assert REASON not in page
    client.post("/accounts/login/", LOG_IN)
    assert REASON in client.get("/decisions/").content.decode()


def test_a_new_password_takes_the_page_from_whoever_knew_the_old_one(
    client: Client, as_bob: Client, bob: User, staff: User
) -> None:
    ban(bob, staff)
    client.post("/accounts/login/", LOG_IN)
    bob.refresh_from_db()
    bob.set_password("another one")
    bob.save()
    for browser in (client, as_bob):
        assert REASON not in browser.get("/decisions/", follow=True).content.decode()


def test_a_suspension_ends_by_itself(client: Client, bob: User, staff: User, clock: Any) -> None:
    suspend(bob, staff, days=3)
    clock.shift(dt.timedelta(days=3, seconds=-1))
    keep_order()
    assert "suspended" in client.post("/accounts/login/", LOG_IN, follow=True).content.decode()
    clock.shift(dt.timedelta(seconds=1))
    keep_order()
    assert client.get("/decisions/")["Location"] == "/accounts/login/"
    assert client.post("/accounts/login/", LOG_IN)["Location"] == "/"
    assert Entry.objects.get(act="ran out").staff is None


def test_a_ban_outlasts_a_suspension_and_can_be_lifted(
    as_staff: Client, bob: User, staff: User, clock: Any
) -> None:
    suspend(bob, staff)
    sanction = ban(bob, staff)
    clock.shift(dt.timedelta(days=4))
    keep_order()
    bob.refresh_from_db()
    assert not bob.is_active
    for _ in range(2):
        as_staff.post(f"/staff/decisions/{sanction.pk}/", {"lift": "1"})
    bob.refresh_from_db()
    assert bob.is_active
    assert Entry.objects.filter(act="lifted").count() == 1


def test_members_of_the_staff_are_not_judged_here(
    as_staff: Client, make_user: Any, staff: User
) -> None:
    other = make_user("erin", is_staff=True)
    with pytest.raises(services.SanctionRefused):
        ban(other, staff)
    sent = {"kind": "ban", "days": "3", "reason": REASON, "newest_report": "0"}
    assert as_staff.post("/staff/people/erin/", sent).status_code == 422
    assert not Sanction.objects.exists()


@pytest.fixture
def warning(staff: User, make_user: Any) -> Sanction:
    """Return the warning, with a reply, of somebody who has joined the staff since."""
    staff.is_staff = False
    staff.save()
    given = services.impose(staff, kind="warning", reason=REASON, staff=make_user("erin"))
    services.reply(given.pk, person=staff, text="Sorry.")
    staff.is_staff = True
    staff.save()
    return given


ABOUT_ONESELF: dict[str, Callable[[User, Sanction], object]] = {
    "impose": lambda staff, warning: ban(staff, staff),
    "dismiss": lambda staff, warning: services.dismiss_reports(staff, newest=9**9, staff=staff),
    "answer": lambda staff, warning: services.answer_reply(warning, staff=staff, text="Well."),
    "lift": lambda staff, warning: services.lift(warning, staff=staff),
}


@pytest.mark.parametrize("act", ABOUT_ONESELF.values(), ids=ABOUT_ONESELF)
def test_nobody_decides_about_their_own_account(
    staff: User, alice: User, warning: Sanction, act: Callable[[User, Sanction], object]
) -> None:
    services.report(alice, staff, about="player", reason="insult")
    with pytest.raises(services.OwnAccount):
        act(staff, warning)
    assert Entry.objects.get().act == "warning"
    assert Report.objects.filter(closed_at=None).exists()


def test_the_page_about_oneself_says_that_another_member_of_the_staff_has_to_decide(
    as_staff: Client,
    client_of: Any,
    make_user: Any,
    staff: User,
    alice: User,
    warning: Sanction,
    dealt: Callable[..., Game],
) -> None:
    game = dealt(kind="link").public_id
    services.report(alice, staff, about="player", reason="insult", text="Rude words.", game=game)
    told = "This is your own account. Another member of the staff has to decide."
    path, newest = "/staff/people/dora/", {"newest_report": str(Report.objects.get().pk)}
    page = as_staff.get(path).content.decode().partition("<main")[2]
    assert told in page
    assert [each for each in ("<form", "Rude words.", "alice", game) if each in page] == []
    evidence = reverse("evidence", args=["dora", game])
    assert as_staff.get(evidence)["Location"] == path
    assert f'"{path}"' not in as_staff.get("/staff/").content.decode()
    for sent_to, sent in (
        (path, newest | {"kind": "ban", "days": "3", "reason": REASON}),
        (f"{path}close/", newest),
        (f"/staff/decisions/{warning.pk}/", {"text": "Never mind.", "lift": "1"}),
    ):
        answer = as_staff.post(sent_to, sent, follow=True)
        assert told in answer.content.decode()
        assert list(answer.context["messages"]) == []
    other = client_of(make_user("frank", is_staff=True))
    page = other.get(path).content.decode()
    assert told not in page
    assert "Rude words." in page
    assert f'"{path}"' in other.get("/staff/").content.decode()
    assert other.get(evidence).status_code == 200
    other.post(f"{path}close/", newest)
    assert not Report.objects.filter(closed_at=None).exists()


STAFF_PATHS = (
    *("/staff/", "/staff/people/bob/", "/staff/people/bob/close/"),
    *("/staff/people/bob/games/abc/", "/staff/decisions/1/"),
)


@pytest.mark.parametrize("path", STAFF_PATHS)
def test_only_the_staff_comes_to_the_pages_of_the_staff(
    as_alice: Client, client: Client, bob: User, staff: User, path: str
) -> None:
    ban(bob, staff)
    for method in ("get", "post"):
        assert getattr(as_alice, method)(path, {"lift": "1"}).status_code == 404
        assert getattr(client, method)(path, {"lift": "1"})["Location"].startswith("/accounts/log")
    assert Entry.objects.count() == 1


def test_the_staff_needs_a_second_factor_on_its_pages(client_of: Any, staff: User) -> None:
    client = client_of(staff)
    Authenticator.objects.all().delete()
    answer = client.get("/staff/")
    assert answer.status_code == 403
    assert reverse("mfa_index") in answer.content.decode()


def test_evidence_of_a_running_game_shows_no_hidden_card(
    dealt: Callable[..., Game], play: Callable[..., None], as_staff: Client, alice: User, bob: User
) -> None:
    game = dealt(kind="link")
    play(game, alice, "9D x 4H 5D")
    path = reverse("evidence", args=["bob", game.public_id])
    assert as_staff.get(path).status_code == 404  # no report names it
    services.report(alice, bob, about="player", reason="unfair", game=game.public_id)
    page = as_staff.get(path).content.decode()
    assert "9D x 4H 5D" in page
    hidden = ("7H", "6C", "8C", "3H", "KS", "8D", "2H", "JS", "QC")
    assert [card for card in hidden if card in page.partition("<main")[2]] == []
    assert Entry.objects.get(act="read").facts == {"game": game.public_id}
    assert as_staff.get(f"/games/{game.public_id}/").status_code == 404


def test_evidence_of_a_game_with_unknown_rules_shows_who_acted_when_and_no_hidden_card(
    dealt: Callable[..., Game], play: Callable[..., None], as_staff: Client, alice: User, bob: User
) -> None:
    game = dealt(kind="link")
    play(game, alice, "9D x 4H 5D")
    services.report(alice, bob, about="player", reason="unfair", game=game.public_id)
    give_unknown_rules(game)
    path = reverse("evidence", args=["bob", game.public_id])
    answer = as_staff.get(path)
    assert answer.status_code == 200
    running = answer.content.decode().partition("<main")[2]
    assert [text for text in ("Casino Trifecta", "alice", "bob") if text not in running] == []
    assert running.count('<li value="') == 3
    assert [card for card in ("7H", "6C", "9D") if card in running] == []
    Game.objects.update(rules_version=1)
    game_services.quit_game(game.pk, user_id=bob.pk)
    give_unknown_rules(game)
    over = as_staff.get(path).content.decode()
    assert [text for text in ("7H", "6C", "9D x 4H 5D", "resignation") if text not in over] == []


def test_evidence_names_former_players_and_computer_players_in_the_readers_language(
    dealt: Callable[..., Game], as_staff: Client, alice: User, bob: User, carol: User
) -> None:
    game = dealt(kind="link")
    game_services.quit_game(game.pk, user_id=alice.pk)
    services.report(carol, bob, about="player", reason="unfair", game=game.public_id)
    path = reverse("evidence", args=["bob", game.public_id])

    def count_of(name: str, *, language: str, path: str = path) -> int:
        as_staff.cookies["django_language"] = language
        return as_staff.get(path).content.decode().count(name)

    assert count_of("abandono", language="es", path=reverse("staff_person", args=["alice"])) == 1
    erase_user(alice)

    # Above the events, and beside the secret card and the resignation.
    assert count_of(" · Former player", language="en") == 3
    assert count_of(" · Exjugador", language="es") == 3
    game.seats.filter(user=None).update(computer="easy")
    ada = '<span translate="no">Ada</span>'
    assert count_of(f"{ada} (computer, easy)", language="en") == 3
    assert count_of(f"{ada} (máquina, fácil)", language="es") == 3
    assert count_of("resignation", language="en") == 1
    assert count_of("abandono", language="es") == 1


def test_the_database_refuses_to_change_the_log(bob: User, staff: User) -> None:
    ban(bob, staff)
    entry = Entry.objects.get()
    entry.act = "lifted"
    changes: list[Callable[[], object]] = [
        lambda: Entry.objects.update(staff=None),
        lambda: Entry.objects.all().delete(),
        entry.save,
        entry.delete,
    ]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("TRUNCATE community_entry")
    assert Entry.objects.get().act == "ban"


def test_not_even_a_superuser_changes_the_log_in_the_admin(
    client_of: Any, make_user: Any, bob: User, staff: User
) -> None:
    admin_client = client_of(make_user("root", is_staff=True, is_superuser=True))
    ban(bob, staff)
    number = Entry.objects.get().pk
    base = "/admin/community/entry/"
    assert "ban" in admin_client.get(base).content.decode()
    assert admin_client.get(f"{base}add/").status_code == 403
    assert admin_client.post(f"{base}{number}/change/", {"act": "lifted"}).status_code == 403
    assert admin_client.post(f"{base}{number}/delete/", {"post": "yes"}).status_code == 403
    assert Entry.objects.get().act == "ban"


def test_the_log_outlives_the_people_and_names_none_of_them(bob: User, staff: User) -> None:
    ban(bob, staff)
    number = bob.pk
    bob.delete()
    assert not Sanction.objects.exists()
    assert (Entry.objects.get().person, Entry.objects.get().staff) == (number, staff.pk)


def test_the_download_holds_the_decisions(as_bob: Client, bob: User, staff: User) -> None:
    services.impose(bob, kind="warning", reason=REASON, staff=staff)
    found = as_bob.get("/me/download/").json()["community"]["sanctions"]
    assert [(each["kind"], each["reason"]) for each in found] == [("warning", REASON)]
