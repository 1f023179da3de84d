"""Which channels tell what is due, and when: switches, mutes, quiet hours and digests."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from notices import outbox, planning
from notices.channels import CHANNELS
from notices.models import Delivery, Mute, Notice, Preferences, Switch
from notices.planning import plan_due
from notices.selectors import Wishes
from notices.services import change_wishes
from tests.notices.conftest import GAME, Noting

pytestmark = pytest.mark.django_db


def plan(clock: Any) -> None:
    clock.shift(dt.timedelta(seconds=61))
    assert plan_due(now=timezone.now()) == 1


def outcome(channel: str = "push") -> str:
    return Delivery.objects.get(channel=channel).outcome


def test_a_notice_waits_a_minute_and_is_planned_once(
    clock: Any, write: Any, noting: Noting
) -> None:
    notice = write()
    clock.shift(dt.timedelta(seconds=59))
    assert plan_due(now=timezone.now()) == 0
    clock.shift(dt.timedelta(seconds=2))
    assert plan_due(now=timezone.now()) == 1
    assert plan_due(now=timezone.now()) == 0
    found = {each.channel: each.outcome for each in notice.deliveries.all()}
    assert found == {"mail": "nowhere", "push": "", "webhook": "nowhere"}


@pytest.mark.parametrize(("kind", "mail"), [("turn", "late"), ("ended", "nowhere")])
def test_an_urgent_notice_is_planned_at_once_and_only_a_turn_is_too_late_for_mail(
    clock: Any, write: Any, noting: Noting, kind: str, mail: str
) -> None:
    write(is_urgent=True, kind=kind)
    assert plan_due(now=timezone.now()) == 1
    assert outcome("mail") == mail


def test_what_was_read_within_a_minute_does_not_leave_the_site(
    clock: Any, write: Any, noting: Noting, alice: User
) -> None:
    write()
    outbox.see(alice.pk, game=GAME, now=timezone.now())
    plan(clock)
    assert outcome() == "read"


def test_a_turn_that_was_read_and_then_played_was_read(
    clock: Any, write: Any, noting: Noting, alice: User
) -> None:
    write()
    outbox.see(alice.pk, game=GAME, now=timezone.now())
    outbox.withdraw_turn(alice.pk, game=GAME, now=timezone.now())
    plan(clock)
    assert outcome() == "read"


def test_a_turn_that_was_played_is_withdrawn(
    clock: Any, write: Any, noting: Noting, alice: User
) -> None:
    write()
    outbox.withdraw_turn(alice.pk, game=GAME, now=timezone.now())
    plan(clock)
    assert outcome() == "withdrawn"


def test_the_same_notice_again_changes_nothing(write: Any) -> None:
    assert write(version=1) == write(version=1)


def test_nobody_counts_again_what_was_read_or_void_before(
    write: Any, alice: User, monkeypatch: Any, django_assert_num_queries: Any
) -> None:
    write()
    outbox.see(alice.pk, game=GAME, now=timezone.now())
    announced: list[set[int]] = []
    monkeypatch.setattr(outbox, "announce", announced.append)
    outbox.withdraw_turn(alice.pk, game=GAME, now=timezone.now())
    assert announced == [set()]
    with django_assert_num_queries(1):
        outbox.withdraw_turn(alice.pk, game=GAME, now=timezone.now())


def test_the_end_of_a_game_is_not_withdrawn_with_a_turn(
    clock: Any, write: Any, noting: Noting, alice: User
) -> None:
    write(kind="ended")
    outbox.withdraw_turn(alice.pk, game=GAME, now=timezone.now())
    plan(clock)
    assert outcome() == ""


def test_what_has_expired_is_late(clock: Any, write: Any, noting: Noting) -> None:
    write(expires_at=timezone.now() + dt.timedelta(seconds=30))
    plan(clock)
    assert outcome() == "late"


@pytest.mark.parametrize(("moved", "found"), [(90, ""), (59, "late")])
def test_a_turn_whose_end_has_moved_expires_with_it(
    clock: Any,
    write: Any,
    noting: Noting,
    bob: User,
    deadlines: dict[str, dt.datetime],
    moved: int,
    found: str,
) -> None:
    write(bob, kind="ended", game="another")
    write(expires_at=timezone.now() + dt.timedelta(seconds=30 if not found else 90))
    deadlines[GAME] = timezone.now() + dt.timedelta(seconds=moved)
    clock.shift(dt.timedelta(seconds=61))
    assert plan_due(now=timezone.now()) == 2
    assert Delivery.objects.get(channel="push", notice__game=GAME).outcome == found


def test_a_muted_game_is_told_on_the_page_only(
    clock: Any, write: Any, noting: Noting, alice: User, bob: User
) -> None:
    Mute.objects.create(user=bob, game=GAME)
    Mute.objects.create(user=alice, game="another")
    Mute.objects.create(user=alice, game=GAME)
    write()
    plan(clock)
    assert outcome() == "muted"


@pytest.mark.parametrize("is_master", [True, False])
def test_a_switch_turns_a_kind_off(
    clock: Any, write: Any, noting: Noting, alice: User, is_master: bool
) -> None:
    if is_master:
        Preferences.objects.create(user=alice, is_on=False)
    else:
        Switch.objects.create(user=alice, kind="turn", channel="push", is_on=False)
    write()
    plan(clock)
    assert outcome() == "off"


def test_quiet_hours_hold_a_push_back_until_they_end(
    write: Any, noting: Noting, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=ZoneInfo("Europe/Berlin"))
    Preferences.objects.create(user=alice, quiet_from=22, quiet_until=7)
    night = dt.datetime(2027, 1, 10, 22, 30, tzinfo=dt.UTC)  # 23.30 in Berlin
    with time_machine.travel(night, tick=False) as clock:
        write()
        plan(clock)
    due = Delivery.objects.get(channel="push").due_at
    assert due == dt.datetime(2027, 1, 11, 6, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(("hour", "is_quiet"), [(21, False), (22, True), (6, True), (7, False)])
def test_quiet_hours_may_begin_before_midnight(hour: int, is_quiet: bool) -> None:
    wishes = Wishes(Preferences(quiet_from=22, quiet_until=7), ZoneInfo("UTC"))
    assert planning._is_quiet(hour, wishes) is is_quiet


@pytest.mark.parametrize(
    ("zone", "now", "hour", "due"),
    [
        ("Europe/Berlin", "2027-03-28T00:30Z", 2, "2027-03-28T03:00+02:00"),  # left out
        ("Europe/Berlin", "2027-03-28T01:30Z", 2, "2027-03-29T02:00+02:00"),
        ("Europe/Berlin", "2027-03-27T18:00Z", 18, "2027-03-28T18:00+02:00"),
        ("Europe/Berlin", "2027-10-30T23:30Z", 2, "2027-10-31T02:00+02:00"),  # comes twice
        ("Europe/Berlin", "2027-10-31T00:30Z", 2, "2027-11-01T02:00+01:00"),
        ("Europe/Berlin", "2027-10-31T01:30Z", 2, "2027-11-01T02:00+01:00"),
        ("Australia/Lord_Howe", "2027-10-02T15:00Z", 2, "2027-10-03T02:30+11:00"),
        ("Australia/Lord_Howe", "2027-04-03T14:45Z", 2, "2027-04-04T02:00+10:30"),
        ("Africa/Cairo", "2026-04-23T21:30Z", 0, "2026-04-24T01:00+03:00"),
        ("Pacific/Apia", "2027-12-31T03:00Z", 18, "2027-12-31T18:00+13:00"),
        ("Pacific/Kiritimati", "2027-12-31T09:30Z", 0, "2028-01-01T00:00+14:00"),
    ],
)
def test_an_hour_comes_once_a_day_where_clocks_are_changed(
    zone: str, now: str, hour: int, due: str
) -> None:
    found = planning._next_hour(hour, ZoneInfo(zone), now=dt.datetime.fromisoformat(now))
    assert found == dt.datetime.fromisoformat(due)


def test_mail_about_a_turn_waits_for_the_digest_unless_that_is_too_late(
    monkeypatch: Any,
    write: Any,
    noting: Noting,
    alice: User,
    deadlines: dict[str, dt.datetime],
) -> None:
    monkeypatch.setitem(CHANNELS, "mail", noting)
    noon = dt.datetime(2027, 1, 10, 12, 0, tzinfo=dt.UTC)
    evening = dt.datetime(2027, 1, 10, 18, 0, tzinfo=dt.UTC)
    with time_machine.travel(noon, tick=False) as clock:
        write()
        plan(clock)
        assert Delivery.objects.get(channel="mail").due_at == evening
        Notice.objects.all().delete()
        write(expires_at=noon + dt.timedelta(hours=5))
        plan(clock)
        assert Delivery.objects.get(channel="mail").due_at == timezone.now()
        Notice.objects.all().delete()
        deadlines[GAME] = evening + dt.timedelta(hours=1)  # a vacation has moved it
        write(expires_at=noon + dt.timedelta(hours=5))
        plan(clock)
        assert Delivery.objects.get(channel="mail").due_at == evening
        Notice.objects.all().delete()
        Preferences.objects.create(user=alice, digests=False)
        write()
        plan(clock)
        assert Delivery.objects.get(channel="mail").due_at == timezone.now()


def test_a_digest_that_waits_comes_at_the_hour_chosen_meanwhile(
    monkeypatch: Any, write: Any, noting: Noting, alice: User
) -> None:
    monkeypatch.setitem(CHANNELS, "mail", noting)
    noon = dt.datetime(2027, 1, 10, 12, 0, tzinfo=dt.UTC)
    with time_machine.travel(noon, tick=False) as clock:
        write()
        plan(clock)
        change_wishes(alice, chosen={"digest_hour": 20}, switches=[])
        assert Delivery.objects.get(channel="mail").due_at == noon.replace(hour=20)
        change_wishes(alice, chosen={"digests": False}, switches=[])
        assert Delivery.objects.get(channel="mail").due_at == timezone.now()


def test_a_digest_that_waits_comes_at_its_hour_in_the_time_zone_chosen_meanwhile(
    monkeypatch: Any, write: Any, noting: Noting, client: Client, alice: User
) -> None:
    monkeypatch.setitem(CHANNELS, "mail", noting)
    noon = dt.datetime(2027, 1, 10, 12, 0, tzinfo=dt.UTC)
    with time_machine.travel(noon, tick=False) as clock:
        client.force_login(alice)
        write()
        plan(clock)
        chosen = {"display_name": "Alice", "avatar": "owl", "time_zone": "America/Lima"}
        assert client.post("/accounts/settings/", chosen).status_code == 302
        assert Delivery.objects.get(channel="mail").due_at == noon.replace(hour=23)


def test_a_push_that_waits_comes_when_the_quiet_hours_chosen_meanwhile_end(
    write: Any, noting: Noting, alice: User
) -> None:
    Preferences.objects.create(user=alice, quiet_from=22, quiet_until=7)
    night = dt.datetime(2027, 1, 10, 23, 0, tzinfo=dt.UTC)
    with time_machine.travel(night, tick=False) as clock:
        write()
        plan(clock)
        change_wishes(alice, chosen={"quiet_until": 6}, switches=[])
        assert Delivery.objects.get(channel="push").due_at == night + dt.timedelta(hours=7)
        change_wishes(alice, chosen={"quiet_from": None, "quiet_until": None}, switches=[])
        assert Delivery.objects.get(channel="push").due_at == timezone.now()


@pytest.mark.parametrize("changes", [{"claims": 1}, {"attempts": 1}])
def test_other_wishes_hurry_nothing_that_is_being_sent_or_tried_again(
    write: Any, noting: Noting, alice: User, clock: Any, changes: dict[str, int]
) -> None:
    write()
    plan(clock)
    later = timezone.now() + dt.timedelta(hours=1)
    Delivery.objects.filter(channel="push").update(due_at=later, **changes)
    change_wishes(alice, chosen={"quiet_from": None}, switches=[])
    assert Delivery.objects.get(channel="push").due_at == later
