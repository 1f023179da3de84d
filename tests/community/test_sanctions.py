"""Warnings, suspensions and bans: what they end, who is told of it, and the log of them."""

import datetime as dt
import random
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.db import DatabaseError, connection, transaction
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from accounts.services import erase_user
from community import services
from community.models import Entry, Sanction
from community.tasks import keep_order
from config import groups
from games import services as game_services
from games.models import Game
from games.services.playing import resign_seat
from notices.messages import describe
from notices.models import Delivery, Notice, Preferences
from notices.planning import plan_due
from notices.selectors import Unread, count_unread, find_notices
from notices.sending import send_due
from tests.community.decided import LOG_IN, REASON, ban, suspend
from tests.games.conftest import give_unknown_rules
from tests.games.whole_games import Table, seat_players
from tests.present import present

pytestmark = pytest.mark.django_db


def test_a_warning_is_read_on_a_page_and_closes_nothing(
    as_staff: Client, as_bob: Client, bob: User, staff: User
) -> None:
    services.impose(bob, kind="warning", reason=REASON, staff=staff)
    assert Notice.objects.get(user=bob).path == "/decisions/"
    assert "the staff" in as_bob.get("/notices/").content.decode()
    assert REASON in as_bob.get("/decisions/").content.decode()
    assert as_bob.get("/accounts/settings/").status_code == 200


def test_a_link_to_the_decisions_leads_there_by_way_of_the_log_in(
    client: Client, bob: User, staff: User
) -> None:
    services.impose(bob, kind="warning", reason=REASON, staff=staff)
    log_in = client.get("/decisions/")["Location"]
    assert log_in == "/accounts/login/?next=/decisions/"
    page = client.post(log_in, LOG_IN, follow=True).content.decode()
    assert REASON in page


@pytest.mark.once
def test_whoever_is_logged_in_to_another_account_is_told_which_one(
    as_alice: Client, bob: User, staff: User
) -> None:
    ban(bob, staff)
    page = as_alice.get("/decisions/").content.decode()
    assert "You are here as alice. If our e-mail was about another account" in page
    assert "/accounts/logout/?next=/decisions/" in page
    assert "The staff has decided nothing about your account." in page


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


@pytest.mark.parametrize(
    ("decide", "title", "text"),
    [
        (ban, "Your account is closed", "The people who run this site have closed it. When you"),
        (suspend, "Your account is suspended", "You cannot play before"),
    ],
)
def test_whoever_cannot_log_in_is_written_to_even_without_wanting_mail(
    bob: User, staff: User, decide: Callable[..., Sanction], title: str, text: str
) -> None:
    letter = _write_letter_after(bob, lambda: decide(bob, staff))
    assert title in letter.subject
    assert text in letter.body
    assert "/decisions/" in letter.body
    assert not {"List-Unsubscribe", "List-Unsubscribe-Post"} & letter.extra_headers.keys()
    assert "/unsubscribe/" not in letter.body


def test_an_answer_to_somebody_who_cannot_log_in_is_sent_by_mail(bob: User, staff: User) -> None:
    banned = ban(bob, staff)
    services.reply(banned.pk, person=bob, text="Why?")
    Notice.objects.all().delete()
    letter = _write_letter_after(bob, lambda: services.answer_reply(banned, staff=staff, text="."))
    assert "The staff has answered your reply" in letter.subject


def test_whoever_can_log_in_again_is_written_that_and_no_longer_that_they_cannot(
    bob: User, staff: User
) -> None:
    suspended = suspend(bob, staff)
    letter = _write_letter_after(bob, lambda: services.lift(suspended, staff=staff))
    assert letter.subject.endswith("Your account is open again")
    assert "suspended" not in letter.body


def test_whoever_is_banned_at_once_is_not_written_that_the_account_is_open(
    bob: User, staff: User
) -> None:
    services.lift(suspend(bob, staff), staff=staff)
    letter = _write_letter_after(bob, lambda: ban(bob, staff))
    assert letter.subject.endswith("Your account is closed")


def test_whoever_stays_suspended_when_a_ban_is_lifted_is_written_until_when(
    bob: User, staff: User
) -> None:
    suspended, banned = suspend(bob, staff), ban(bob, staff)
    shorter = suspend(bob, staff, days=1)
    letter = _write_letter_after(bob, lambda: services.lift(banned, staff=staff))
    assert letter.subject.endswith("Your account is suspended")
    assert date_format(present(suspended.until), "j F") in letter.body
    Notice.objects.all().delete()
    services.lift(shorter, staff=staff)
    assert not Notice.objects.exists()  # which changes nothing


def test_of_two_bans_the_end_of_one_is_not_told(bob: User, staff: User) -> None:
    bans = [ban(bob, staff), ban(bob, staff)]
    Notice.objects.all().delete()
    services.lift(bans[1], staff=staff)
    assert not Notice.objects.exists()
    services.lift(bans[0], staff=staff)
    assert Notice.objects.get().facts["is_open"]


def test_nothing_is_written_of_a_suspension_that_is_over(bob: User, staff: User) -> None:
    until = present(suspend(bob, staff).until)
    plan_due(now=until)
    mailed = Delivery.objects.get(notice__user=bob, channel="mail")
    assert mailed.outcome == Delivery.Outcome.LATE


def test_one_lifted_decision_of_two_opens_no_account(bob: User, staff: User) -> None:
    suspended = suspend(bob, staff)
    ban(bob, staff)
    letter = _write_letter_after(bob, lambda: services.lift(suspended, staff=staff))
    assert letter.subject.endswith("Your account is closed")


def _write_letter_after(person: User, act: Callable[[], object]) -> EmailMessage:
    """Return the one e-mail that a person who wants none is sent after something was done."""
    EmailAddress.objects.create(user=person, email="b@example.org", verified=True, primary=True)
    Preferences.objects.update_or_create(user=person, defaults={"is_on": False})
    act()
    with override_settings(MAIL_IN_TERMINAL=False):
        Notice.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
        plan_due(now=timezone.now())
        assert send_due("mail") == 1
    (letter,) = mail.outbox
    return letter


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


def test_whoever_opens_the_game_has_not_yet_read_that_the_staff_ended_it(
    dealt: Callable[..., Game], as_alice: Client, alice: User, bob: User, staff: User
) -> None:
    game = dealt()
    ban(bob, staff)
    as_alice.get(f"/games/{game.public_id}/")  # which says only that bob has quit
    as_alice.post(f"/games/{game.public_id}/viewed/")
    assert count_unread(alice, game=game.public_id) == Unread(elsewhere=1)
    assert not Notice.objects.get(user=alice, kind="removed").read_at


def test_the_end_of_a_game_of_three_leaves_what_the_staff_did_to_be_read(
    alice: User, bob: User, carol: User, staff: User
) -> None:
    game = game_services.open_table(
        alice, variant="casino", players=3, move_time=259200, kind="open"
    )
    for person in (bob, carol):
        game_services.join_game(game.pk, user=person)
    ban(bob, staff)
    game_services.quit_game(game.pk, user_id=carol.pk)
    removed = Notice.objects.get(user=alice, kind="removed")
    assert removed in find_notices(alice)
    assert removed.read_at is None


def test_a_game_that_was_never_dealt_has_no_part_that_the_staff_ended(
    picking: Callable[..., Game], alice: User, bob: User, staff: User
) -> None:
    game = picking()
    Notice.objects.all().delete()
    ban(bob, staff)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED
    told = Notice.objects.get(user=alice, game=game.public_id)
    assert told.kind == "ended"


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


def test_a_suspension_ends_by_itself(client: Client, bob: User, staff: User, clock: Any) -> None:
    suspend(bob, staff, days=3)
    clock.shift(dt.timedelta(days=3, seconds=-1))
    keep_order()
    assert "suspended" in client.post("/accounts/login/", LOG_IN, follow=True).content.decode()
    clock.shift(dt.timedelta(seconds=1))
    keep_order()
    assert client.get("/decisions/")["Location"] == "/accounts/login/?next=/decisions/"
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


def test_the_log_is_read_and_searched_by_usernames_as_long_as_there_are_such_people(
    client_of: Any, make_user: Any, bob: User, staff: User
) -> None:
    reader = client_of(make_user("root", is_staff=True, is_superuser=True))
    ban(bob, staff)
    listed = reader.get("/admin/community/entry/").content.decode()
    assert f"{bob.pk} (bob)" in listed
    assert f"{staff.pk} (dora)" in listed
    for searched, found in (("bob", 1), ("dora", 1), ("alice", 0), (str(bob.pk), 1)):
        page = reader.get("/admin/community/entry/", {"q": searched}).content.decode()
        assert page.count("banned</td>") == found
    number = bob.pk
    bob.delete()
    listed = reader.get("/admin/community/entry/").content.decode()
    assert f">{number}</td>" in listed
    assert "bob" not in listed.partition("result_list")[2]


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
