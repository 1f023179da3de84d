"""A user's own data: the download, and the deletion of the account."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.db import DatabaseError
from django.db.models import ForeignObjectRel
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest, erase_user
from games import services
from games.models import Game, Hint
from games.views import own_account
from notices.models import Delivery, Notice
from tests.games.conftest import BOB_HOLDS, give_unknown_rules, seconds, state_of
from tests.games.pages import at, cards_in, text_of
from tests.passwords import confirm_password, delete_account

pytestmark = pytest.mark.django_db

DOWNLOADED = {
    "account": ("account.EmailAddress.user", "mfa.Authenticator.user"),
    "blocked_and_muted": ("accounts.Barrier.owner",),
    "calendar": ("notices.CalendarFeed.user",),
    "community": (
        *("community.Report.reporter", "community.Report.person", "community.Sanction.person"),
    ),
    "devices": ("notices.Device.user",),
    "games": ("games.Seat.user", "games.Note.author", "games.Plan.owner", "games.Hint.user"),
    "notices": (
        *("notices.Notice.user", "notices.Preferences.user"),
        *("notices.Switch.user", "notices.Mute.user"),
    ),
    "pace": ("games.Pace.player",),
    "results": ("games.Tally.player",),
    "vacations": ("games.Vacation.user",),
    "webhooks": ("notices.Webhook.user",),
}
"""What each part of the download tells of: rows of these models, by the column of the person."""
NOT_DOWNLOADED = (
    *("accounts.Barrier.other", "games.Tally.viewer"),  # what belongs to somebody else
    *("games.Game.host", "games.Game.invited", "games.Game.thinks_for"),  # while a game runs
    *("games.Analysis.asked_by", "games.ThinkingLine.user"),  # whose turn to be thought for it is
    *("community.Sanction.staff", "admin.LogEntry.user"),  # the work of the staff
    *("accounts.User_groups.user", "accounts.User_user_permissions.user"),
)


def test_whatever_is_stored_about_a_person_is_downloaded_or_left_out_on_purpose(
    as_alice: Client,
) -> None:
    stored = [
        f"{field.related_model._meta.label}.{field.field.name}"
        for field in User._meta.get_fields(include_hidden=True)
        if isinstance(field, ForeignObjectRel)
    ]
    told = [name for names in DOWNLOADED.values() for name in names]
    assert sorted(stored) == sorted([*told, *NOT_DOWNLOADED])
    assert set(json.loads(as_alice.get(reverse("download")).content)) == set(DOWNLOADED)


def test_the_download_has_the_users_moves_and_no_hidden_card(
    dealt: Any, as_alice: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    answer = as_alice.get(reverse("download"))
    assert "attachment" in answer["Content-Disposition"]
    document = json.loads(answer.content)
    assert document["account"]["user_name"] == "alice"
    assert document["account"]["joined"] == alice.date_joined.isoformat()
    (own,) = document["games"]
    record = own["record"]
    assert [event["text"] for event in record["events"]] == ["secret 7H", "secret ??", "9D x 4H 5D"]
    assert (record["decks"][0]["seed"], record["decks"][0]["values"]) == (None, None)
    assert [player["name"] for player in record["players"]] == ["alice", "bob"]
    hidden = {*BOB_HOLDS, *state_of(game).stock} - {"7H"}
    assert not hidden & cards_in(answer, game)


def test_the_download_of_a_finished_game_has_everything(
    dealt: Any, as_alice: Client, alice: Any
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    (own,) = json.loads(as_alice.get(reverse("download")).content)["games"]
    record = own["record"]
    assert [event["text"] for event in record["events"]] == ["secret 7H", "secret 6C", ""]
    assert record["decks"][0]["seed"] == bytes(game.decks.get().seed).hex()
    assert (record["result"]["winners"], own["your_seat"]) == ([1], 0)


def test_the_download_has_the_users_results_and_last_hints(
    as_alice: Client, alice: Any, bob: Any
) -> None:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    Hint.objects.create(game=game, user=alice, seen=3, text="pass")
    Hint.objects.create(game=game, user=bob, seen=5, text="of another person")
    services.quit_game(game.pk, user_id=alice.pk)
    document = json.loads(as_alice.get(reverse("download")).content)
    assert document["results"] == [{"variant": "casino", "won": 0, "lost": 1, "drawn": 0}]
    assert document["games"][0]["last_hint"] == {"after_moves": 3, "move": "pass"}


def test_the_download_has_only_the_users_games(dealt: Any, as_oscar: Client) -> None:
    dealt()
    assert json.loads(as_oscar.get(reverse("download")).content)["games"] == []


@pytest.mark.parametrize("name", ["download", "delete_account"])
def test_own_data_requires_a_log_in(nobody: Client, name: str) -> None:
    answer = nobody.get(reverse(name))
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_login"))


def test_opening_the_page_deletes_nothing(as_alice: Client, alice: Any) -> None:
    confirm_password(as_alice)
    assert as_alice.get(reverse("delete_account")).status_code == 200
    assert User.objects.filter(pk=alice.pk).exists()


def test_deleting_the_account_leaves_the_games_with_a_former_player(
    dealt: Any, as_alice: Client, as_bob: Client, alice: Any
) -> None:
    game = dealt()
    waiting = services.open_table(alice, variant="trifecta", move_time=86_400, kind="open")
    answer = delete_account(as_alice)
    assert (answer.status_code, answer["Location"]) == (302, reverse(settings.LOGOUT_REDIRECT_URL))
    assert not User.objects.filter(username="alice").exists()
    game.refresh_from_db()
    waiting.refresh_from_db()
    assert (game.status, game.reason, waiting.status) == ("finished", "resignation", "cancelled")
    seat = game.seats.get(index=0)
    assert (seat.user, seat.computer, seat.result) == (None, "", "lost")
    page = text_of(as_bob.get(at("game", game)))
    assert "Former player" in page
    assert "alice" not in page
    assert "alice" not in text_of(as_bob.get(reverse("download")))
    assert as_alice.get(reverse("download")).status_code == 302


@pytest.mark.parametrize(
    "fails", [(services, "leave_all_games"), (services, "hold_games"), (own_account, "erase_user")]
)
def test_a_deletion_that_fails_leaves_an_account_that_can_be_deleted_again(
    client_of: Any, monkeypatch: pytest.MonkeyPatch, fails: tuple[Any, str]
) -> None:
    def fail(user: User) -> None:
        raise DatabaseError

    guest = create_guest()  # could not log in again
    as_guest: Client = client_of(guest)
    as_guest.raise_request_exception = False
    services.open_table(guest, variant="trifecta", move_time=60, kind="open")
    with monkeypatch.context() as patch:
        patch.setattr(*fails, fail)
        assert as_guest.post(reverse("delete_account")).status_code == 500
    guest.refresh_from_db()
    assert guest.is_active
    assert as_guest.get(reverse("delete_account")).status_code == 200
    as_guest.post(reverse("delete_account"))
    assert not User.objects.filter(pk=guest.pk).exists()
    assert as_guest.get(reverse("download")).status_code == 302


def test_a_process_that_dies_on_the_way_has_closed_no_account(
    dealt: Any, as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave = services.leave_all_games

    def leave_and_die(user: User) -> None:
        assert leave(user).games
        raise SystemExit

    dealt()
    monkeypatch.setattr(services, "leave_all_games", leave_and_die)
    with pytest.raises(SystemExit):
        delete_account(as_alice)
    alice.refresh_from_db()
    assert alice.is_active


def test_a_game_that_the_database_keeps_from_being_left_is_not_passed_over(
    dealt: Any, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt()
    monkeypatch.setattr("games.services.leaving.resign_seat", Mock(side_effect=DatabaseError))
    with pytest.raises(DatabaseError):
        services.leave_all_games(alice)


def test_a_seat_that_another_tab_takes_meanwhile_is_left_too(
    as_alice: Client, alice: User, before_the_lock: Any
) -> None:
    def take_seat() -> None:
        services.open_table(alice, variant="trifecta", move_time=60, kind="open")

    before_the_lock(take_seat, of=User)
    delete_account(as_alice)
    assert not User.objects.filter(pk=alice.pk).exists()
    assert Game.objects.get().status == "cancelled"


def test_a_seat_taken_again_at_a_table_that_was_left_is_left_again(
    as_alice: Client, alice: User, bob: User, before_the_lock: Any
) -> None:
    table = services.open_table(bob, variant="casino", move_time=60, kind="open", players=3)
    services.join_game(table.pk, user=alice)
    before_the_lock(lambda: services.join_game(table.pk, user=alice), of=User)
    delete_account(as_alice)
    assert not User.objects.filter(pk=alice.pk).exists()
    assert [seat.user for seat in table.seats.all()] == [bob]


def test_whoever_has_dropped_out_of_a_game_that_goes_on_can_delete_the_account(
    as_alice: Client, alice: User, bob: User, carol: User
) -> None:
    table = services.open_table(bob, variant="casino", move_time=60, kind="open", players=3)
    for user in (alice, carol):
        services.join_game(table.pk, user=user)
    services.quit_game(table.pk, user_id=alice.pk)
    delete_account(as_alice)
    assert not User.objects.filter(pk=alice.pk).exists()
    table.refresh_from_db()
    assert table.status == "playing"


def test_an_invitation_that_comes_meanwhile_is_declined_too(
    as_alice: Client, alice: User, bob: User, before_the_lock: Any
) -> None:
    def invite() -> None:
        services.open_table(bob, variant="casino", move_time=60, kind="invitation", invited=alice)

    before_the_lock(invite, of=User)
    delete_account(as_alice)
    assert not User.objects.filter(pk=alice.pk).exists()
    assert Game.objects.get().status == "cancelled"


@pytest.mark.django_db(transaction=True)
def test_an_account_is_deleted_although_a_notice_is_being_sent_meanwhile(
    as_alice: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the planner of notices stores is not seen until both have done their work."""
    services.open_table(bob, variant="casino", move_time=60, kind="invitation", invited=alice)
    notice = Notice.objects.get(user=alice)

    def erase_late(user: User) -> None:
        monkeypatch.undo()
        erase_user(user)
        Delivery.objects.create(notice_id=notice.pk, channel="push", due_at=timezone.now())

    monkeypatch.setattr(own_account, "erase_user", erase_late)
    assert delete_account(as_alice).status_code == 302
    assert not User.objects.filter(pk=alice.pk).exists()
    assert not Delivery.objects.exists()


def test_nobody_sits_down_whose_account_is_gone(alice: User, bob: User) -> None:
    table = services.open_table(bob, variant="casino", move_time=60, kind="open")
    User.objects.filter(pk=alice.pk).delete()
    with pytest.raises(services.SeatRefused) as refused:
        services.join_game(table.pk, user=alice)
    assert refused.value.fact.code == "account_closed"


def test_a_second_click_deletes_nothing_else_and_is_no_error(
    as_alice: Client, alice: User, before_the_lock: Any
) -> None:
    before_the_lock(lambda: User.objects.filter(pk=alice.pk).delete(), of=User)
    assert delete_account(as_alice).status_code == 302
    assert not User.objects.filter(pk=alice.pk).exists()


def test_an_account_is_deleted_although_a_game_cannot_be_played_and_the_clock_ends_that(
    dealt: Any, as_alice: Client, alice: User
) -> None:
    game = dealt()
    give_unknown_rules(game)
    delete_account(as_alice)
    assert not User.objects.filter(pk=alice.pk).exists()
    game.refresh_from_db()
    assert (game.status, game.seats.get(index=0).user) == ("playing", None)
    Game.objects.update(rules_version=1)
    while game.status == "playing":
        Game.objects.update(deadline=timezone.now() - seconds(100))
        assert services.expire_turn(game.pk)
        game.refresh_from_db()
    assert [seat.result for seat in game.seats.order_by("index")] == ["lost", "won"]


@pytest.mark.parametrize("move_time", [0, 60])
def test_a_game_against_computers_that_cannot_be_played_goes_with_its_last_person(
    as_alice: Client, alice: User, bob: User, move_time: int
) -> None:
    game = services.play_computer(
        alice, variant="casino", move_time=move_time, levels=["easy", "club"]
    )
    lesson = services.start_lesson(alice, variant="casino", name="first")
    others = services.play_computer(bob, variant="casino", move_time=0, levels=["easy"])
    for each in (game, lesson, others):
        give_unknown_rules(each)
    assert delete_account(as_alice).status_code == 302
    assert not User.objects.filter(pk=alice.pk).exists()
    assert list(Game.objects.all()) == [others]
