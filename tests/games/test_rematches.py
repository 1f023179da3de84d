"""Rematches: who may ask for one, and who sits there."""

from __future__ import annotations

import datetime as dt
from itertools import permutations
from typing import Any

import pytest
from django.db import transaction

from accounts.barriers import put_up
from accounts.models import User
from games import services
from games.models import Game
from games.selectors import lobby
from games.selectors.lobby import find_lobby_games
from notices.models import Notice
from tests.fixtures import LogIn
from tests.games.conftest import players_of, seats_of, status_of
from tests.games.pages import at, text_of
from tests.games.seated import DAY, open_table, play_computer

pytestmark = pytest.mark.django_db

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def finished(dealt: Any, alice: Any) -> Game:
    game: Game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    game.refresh_from_db()
    return game


def test_a_rematch_waits_for_the_other_and_for_nobody_else(
    finished: Game, alice: Any, bob: Any, oscar: Any
) -> None:
    offered = services.offer_rematch(finished.pk, user=alice)
    assert (offered.status, offered.move_time, offered.invited) == ("waiting", 60, bob)
    assert services.offer_rematch(finished.pk, user=alice).pk == offered.pk
    with pytest.raises(services.SeatRefused):
        services.join_game(offered.pk, user=oscar)
    accepted = services.offer_rematch(finished.pk, user=bob)
    assert (accepted.pk, accepted.status) == (offered.pk, "picking")
    assert services.offer_rematch(finished.pk, user=alice).pk == offered.pk
    assert finished.rematches.get().pk == offered.pk


def test_the_page_of_the_opponent_shows_an_offered_rematch(finished: Game, alice: Any) -> None:
    services.offer_rematch(finished.pk, user=alice)
    assert Game.objects.get(pk=finished.pk).version == finished.version + 1


@pytest.mark.parametrize("answer", [services.join_game, services.leave_game])
def test_the_page_of_the_original_game_shows_what_became_of_the_rematch(
    finished: Game, alice: Any, bob: Any, answer: Any, django_capture_on_commit_callbacks: Any
) -> None:
    offered = services.offer_rematch(finished.pk, user=alice)
    finished.refresh_from_db()
    before = finished.version
    with django_capture_on_commit_callbacks(execute=True):
        answer(offered.pk, user=bob)
        finished.refresh_from_db()
        assert finished.version == before  # no transaction changes two games
    finished.refresh_from_db()
    assert finished.version == before + 1


def test_a_declined_rematch_may_be_asked_for_again(finished: Game, alice: Any, bob: Any) -> None:
    declined = services.offer_rematch(finished.pk, user=alice)
    services.leave_game(declined.pk, user=bob)
    again = services.offer_rematch(finished.pk, user=bob)
    assert (again.status, again.invited) == ("waiting", alice)
    assert status_of(declined) == "cancelled"


def test_there_is_no_rematch_before_the_end(dealt: Any, alice: Any) -> None:
    with pytest.raises(services.SeatRefused, match="^not_over$"):
        services.offer_rematch(dealt().pk, user=alice)


def test_outsiders_get_no_rematch(finished: Game, oscar: Any) -> None:
    with pytest.raises(services.NotSeated):
        services.offer_rematch(finished.pk, user=oscar)


def test_there_is_no_rematch_with_somebody_who_left(finished: Game, alice: Any, bob: Any) -> None:
    bob.delete()
    with pytest.raises(services.SeatRefused, match="^account_gone$"):
        services.offer_rematch(finished.pk, user=alice)


def test_there_is_no_rematch_of_a_table_that_nobody_joined(alice: Any) -> None:
    game = open_table(alice)
    services.leave_game(game.pk, user=alice)
    with pytest.raises(services.SeatRefused, match="^nobody_joined$"):
        services.offer_rematch(game.pk, user=alice)


def test_a_cancelled_game_may_have_a_rematch(picking: Any, alice: Any, bob: Any) -> None:
    game = picking()
    services.leave_game(game.pk, user=alice)
    assert services.offer_rematch(game.pk, user=bob).invited == alice


def test_a_rematch_against_the_computer_begins_at_once(alice: Any) -> None:
    game = play_computer(alice)
    services.leave_game(game.pk, user=alice)
    rematch = services.offer_rematch(game.pk, user=alice)
    assert (rematch.status, rematch.kind) == ("picking", "computer")
    assert players_of(rematch) == ["alice", "easy"]
    assert services.offer_rematch(game.pk, user=alice).pk == rematch.pk


def test_a_player_in_another_live_game_gets_no_live_rematch(
    finished: Game, alice: Any, bob: Any
) -> None:
    services.offer_rematch(finished.pk, user=alice)
    busy = play_computer(bob)
    with pytest.raises(services.AlreadyPlaying) as refused:
        services.offer_rematch(finished.pk, user=bob)
    assert refused.value.public_id == busy.public_id


@pytest.fixture
def of_three(alice: Any, bob: Any, carol: Any) -> Game:
    """A finished game of Casino for three people, over days."""
    game = open_table(alice, variant="casino", players=3, move_time=DAY)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    services.quit_game(game.pk, user_id=alice.pk)
    services.quit_game(game.pk, user_id=bob.pk)
    game.refresh_from_db()
    assert game.has_ended
    return game


def invitations_of(user: Any) -> list[Game]:
    return list(find_lobby_games(user).invitations)


def test_a_rematch_of_several_is_among_the_invitations_of_whoever_has_not_joined(
    of_three: Game, alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    offered = services.offer_rematch(of_three.pk, user=alice)
    assert [invitations_of(user) for user in (bob, carol)] == [[offered], [offered]]
    services.offer_rematch(of_three.pk, user=bob)
    assert [invitations_of(user) for user in (alice, bob, oscar)] == [[], [], []]
    services.offer_rematch(of_three.pk, user=carol)
    assert invitations_of(carol) == []


def log_out_for_good(user: Any) -> None:
    User.objects.filter(pk=user.pk).update(is_guest=True)
    user.refresh_from_db()
    services.leave_at_log_out(user)


@pytest.mark.parametrize("index", [0, 1])
def test_a_rematch_of_several_ends_when_somebody_who_has_a_seat_there_goes_for_good(
    of_three: Game, alice: Any, bob: Any, carol: Any, index: int
) -> None:
    offered = services.offer_rematch(of_three.pk, user=alice)
    services.offer_rematch(of_three.pk, user=bob)
    services.leave_all_games((alice, bob)[index])
    assert status_of(offered) == "cancelled"
    facts = [notice.facts for notice in Notice.objects.filter(kind="ended", game=offered.public_id)]
    assert facts
    assert all(each["why"] == "left" and "by" not in each for each in facts)


def test_whoever_has_come_by_the_link_leaves_a_rematch_to_those_who_were_asked(
    of_three: Game, alice: Any, oscar: Any
) -> None:
    offered = services.offer_rematch(of_three.pk, user=alice)
    services.join_game(offered.pk, user=oscar)
    services.leave_all_games(oscar)
    assert status_of(offered) == "waiting"


def test_whoever_comes_too_late_for_a_rematch_reads_that_it_has_begun(
    of_three: Game, alice: Any, bob: Any, carol: Any, oscar: Any, client_of: LogIn
) -> None:
    offered = services.offer_rematch(of_three.pk, user=alice)
    services.offer_rematch(of_three.pk, user=bob)
    services.join_game(offered.pk, user=oscar)
    page = text_of(client_of(carol).get(of_three.get_absolute_url()))
    assert "The rematch has begun. All of its seats were taken." in page
    put_up(carol, alice, "mute")  # as if nobody had asked
    page = text_of(client_of(carol).get(of_three.get_absolute_url()))
    assert "The rematch has begun" not in page


@pytest.mark.parametrize("go", [services.leave_all_games, log_out_for_good])
def test_a_rematch_of_several_ends_when_somebody_who_is_asked_goes_for_good(
    of_three: Game, alice: Any, carol: Any, go: Any
) -> None:
    offered = services.offer_rematch(of_three.pk, user=alice)
    go(carol)
    assert status_of(offered) == "cancelled"


@pytest.mark.parametrize("joined", [(), ("bob",), ("carol",)])
@pytest.mark.parametrize("pair", list(permutations(("alice", "bob", "carol"), 2)))
def test_a_rematch_of_several_ends_with_a_block_between_any_two_of_them(
    of_three: Game, alice: Any, bob: Any, carol: Any, joined: tuple[str, ...], pair: tuple[str, ...]
) -> None:
    people = {"alice": alice, "bob": bob, "carol": carol}
    offered = services.offer_rematch(of_three.pk, user=alice)
    for name in joined:
        services.offer_rematch(of_three.pk, user=people[name])
    services.separate(*(people[name] for name in pair))
    assert status_of(offered) == "cancelled"
    facts = [notice.facts for notice in Notice.objects.filter(kind="ended", game=offered.public_id)]
    assert facts
    assert all(each["why"] == "left" and "by" not in each for each in facts)


def test_nobody_whose_account_is_closed_is_asked_for_a_rematch_of_several(
    of_three: Game, alice: Any, carol: Any
) -> None:
    User.objects.filter(pk=carol.pk).update(is_active=False)
    with pytest.raises(services.SeatRefused, match="not_all_to_be_invited"):
        services.offer_rematch(of_three.pk, user=alice)


def test_a_rematch_in_which_somebody_blocked_sits_is_no_invitation(
    of_three: Game, alice: Any, bob: Any, carol: Any
) -> None:
    put_up(bob, carol, "block")
    services.offer_rematch(of_three.pk, user=alice)
    assert len(invitations_of(carol)) == 1
    services.offer_rematch(of_three.pk, user=bob)
    assert invitations_of(carol) == []


def test_tables_at_which_somebody_sits_leave_room_for_invitations(
    of_three: Game, alice: Any, bob: Any
) -> None:
    invitation = open_table(bob, variant="casino", kind="invitation", invited=alice, move_time=DAY)
    offered = services.offer_rematch(of_three.pk, user=alice)
    Game.objects.filter(pk=invitation.pk).update(created_at=offered.created_at - HOUR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.selectors.lobby.LIST_LENGTH", 1)
        lobby._invitations_besides.cache_clear()
        assert invitations_of(alice) == [invitation]
    lobby._invitations_besides.cache_clear()


def test_whoever_accepts_in_the_lobby_gets_the_same_seat_if_it_is_free(
    of_three: Game, alice: Any, bob: Any, carol: Any, oscar: Any, client_of: LogIn
) -> None:
    offered = services.offer_rematch(of_three.pk, user=alice)
    join = f'action="{at("join", offered)}"><input type="hidden" name="seat" value="2">'
    assert join in text_of(client_of(carol).get("/"))
    client_of(carol).post(at("join", offered), {"seat": "2", "value": "ab" * 16})
    assert offered.seats.get(index=2).value == "ab" * 16
    assert seats_of(offered) == {0: "alice", 2: "carol"}
    services.leave_game(offered.pk, user=carol)
    services.join_game(offered.pk, user=oscar, seat=1)
    page = text_of(client_of(bob).get("/"))
    assert "Choose a seat" in page
    assert "3 players" in page


def test_an_account_that_is_deleted_still_has_a_rematch_to_decline(
    of_three: Game, alice: Any, carol: Any
) -> None:
    offered = services.offer_rematch(of_three.pk, user=alice)
    with transaction.atomic():
        assert offered.pk in services.hold_games(carol)
