"""Blocks and mutes: who is kept from whom, without being told."""

from collections.abc import Callable
from unittest.mock import Mock

import pytest
from django.test import Client

from accounts import barriers
from accounts.models import Barrier, User
from community.services import keep_away, let_near
from games import services
from games.live.lobby import find_showcase
from games.messages.refusals import tell_refusal
from games.models import Game, Queue
from games.selectors import find_public_lists
from games.selectors.lobby import find_lobby_games
from games.services import SeatRefused, seeking
from notices.models import Notice
from tests.community.kept_apart import BLOCK, MUTE, Picking, both_ways, invite
from tests.games.pages import at, named, text_of

pytestmark = pytest.mark.django_db


def seek(user: User, move_time: int = 60) -> Game:
    return services.play_now(user, variant="trifecta", move_times=[move_time])


@pytest.mark.parametrize("move_time", [60, 259200])
def test_the_queue_never_pairs_a_player_with_one_they_have_blocked(
    alice: User, bob: User, carol: User, move_time: int
) -> None:
    keep_away(alice, bob, BLOCK)
    place = seek(alice, move_time)
    other_place = seek(bob, move_time)
    assert other_place != place
    assert {place.status, other_place.status} == {Game.Status.WAITING}
    assert seek(carol, move_time) == place  # who is blocked by nobody is paired


def test_the_page_of_a_place_does_not_offer_the_blocked_player_who_waits_too(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    places = seek(alice, 60), seek(bob, 120)
    for client, place, name in zip((as_alice, as_bob), places, ("bob", "alice"), strict=True):
        assert f"{named(name)} is waiting for the same game" in text_of(
            client.get(at("game", place))
        )
    keep_away(alice, bob, BLOCK)
    for client, place in zip((as_alice, as_bob), places, strict=True):
        assert "is waiting for the same game" not in text_of(client.get(at("game", place)))


def test_a_player_blocked_while_the_queue_looks_waits_for_somebody_else(
    alice: User, bob: User, before_the_lock: Callable[..., None]
) -> None:
    waiting = services.play_now(alice, variant="casino", move_times=[60])
    before_the_lock(lambda: keep_away(alice, bob, "block"), of=Game)
    assert services.play_now(bob, variant="casino", move_times=[60]) != waiting
    assert [seat.user for seat in waiting.seats.all()] == [alice]


def test_the_queue_never_pairs_a_blocked_player_who_waited_first(alice: User, bob: User) -> None:
    keep_away(alice, bob, BLOCK)
    assert seek(bob) != seek(alice)


def test_a_blocked_player_who_waited_first_is_none_of_the_places_that_are_tried(
    alice: User, bob: User, oscar: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeking, "PLACES_TRIED", 1)
    keep_away(alice, bob, BLOCK)
    seek(bob, 60)
    place = seek(oscar, 120)
    assert services.play_now(alice, variant="trifecta", move_times=[60, 120]) == place


def test_neither_can_invite_the_other_and_the_refusal_says_nothing_of_the_block(
    alice: User, bob: User
) -> None:
    keep_away(alice, bob, BLOCK)
    for host, guest in both_ways(alice, bob):
        with pytest.raises(services.SeatRefused) as refused:
            invite(host, guest)
        assert refused.value.fact.code == "not_to_be_invited"
    assert not Notice.objects.exists()


@pytest.mark.parametrize("kind", ["open", "link"])
def test_neither_can_join_the_others_table(alice: User, bob: User, kind: str) -> None:
    keep_away(alice, bob, BLOCK)
    for host, guest in both_ways(alice, bob):
        table = services.open_table(host, variant="trifecta", move_time=259200, kind=kind)
        with pytest.raises(services.SeatRefused) as refused:
            services.join_game(table.pk, user=guest)
        assert refused.value.fact.code == "for_another_player"
        # It says nothing of the block, and there may be free seats.
        assert tell_refusal(refused.value) == "You cannot take a seat at this table."


def test_neither_sees_the_others_games_in_the_lobby(
    dealt: Picking, finished: Picking, alice: User, bob: User, carol: User, oscar: User
) -> None:
    finished(bob, carol)
    dealt(bob, carol, move_time=259200)
    services.open_table(bob, variant="casino", move_time=259200, kind="open")
    seek(bob)
    before = find_lobby_games(alice)
    assert all((before.watchable, before.open, before.seeks))
    keep_away(alice, bob, BLOCK)
    after = find_lobby_games(alice)
    assert (after.watchable, after.open, after.seeks, after.highlights) == ((), (), (), ())
    lists = find_lobby_games(bob)
    assert lists.apart == {alice.pk}
    assert find_lobby_games(oscar).open  # others see them as before
    services.open_table(alice, variant="casino", move_time=259200, kind="open")
    assert find_lobby_games(bob).open == ()


def test_the_showcase_shows_no_game_of_somebody_blocked(
    dealt: Picking, alice: User, bob: User, carol: User
) -> None:
    game = dealt(bob, carol)
    public = find_public_lists()

    def shown(apart: frozenset[int]) -> str:
        showcase = find_showcase(alice.pk, public, apart=apart, language="en", four_colours=False)
        return showcase.html

    assert game.public_id in shown(frozenset())
    keep_away(alice, bob, BLOCK)
    assert game.public_id not in shown(find_lobby_games(alice, public).apart)


def test_a_block_ends_invitations_and_frees_the_seat_at_a_table_that_both_have_joined(
    alice: User, bob: User
) -> None:
    invited = [invite(alice, bob), invite(bob, alice)]
    table = services.open_table(bob, variant="casino", players=4, move_time=259200, kind="open")
    services.join_game(table.pk, user=alice)
    keep_away(alice, bob, BLOCK)
    for game in invited:
        game.refresh_from_db()
        assert game.status == Game.Status.CANCELLED
    assert list(table.seats.values_list("user", flat=True)) == [bob.pk]


def test_a_running_game_goes_on_after_a_block(
    dealt: Picking, play: Callable[..., None], alice: User, bob: User
) -> None:
    game = dealt()
    keep_away(bob, alice, BLOCK)
    play(game, alice, "9D x 4H 5D")
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert game.to_move == 1


def test_a_game_that_begins_before_a_block_has_locked_it_goes_on(
    alice: User, bob: User, carol: User, before_the_lock: Callable[..., None]
) -> None:
    table = services.open_table(bob, variant="casino", players=3, move_time=259200, kind="open")
    services.join_game(table.pk, user=alice)
    before_the_lock(lambda: services.join_game(table.pk, user=carol), of=Game)
    keep_away(alice, bob, BLOCK)
    table.refresh_from_db()
    assert table.status == Game.Status.PLAYING
    assert set(table.seats.values_list("user", flat=True)) == {alice.pk, bob.pk, carol.pk}


@pytest.mark.parametrize("leaving", ["alice", "bob"])
def test_a_block_moves_nobody_from_a_table_that_one_of_the_two_leaves_at_the_same_moment(
    alice: User, bob: User, carol: User, before_the_lock: Callable[..., None], leaving: str
) -> None:
    table = services.open_table(carol, variant="casino", players=4, move_time=259200, kind="open")
    services.join_game(table.pk, user=alice)
    services.join_game(table.pk, user=bob)
    leaver, stayer = (alice, bob) if leaving == "alice" else (bob, alice)
    before_the_lock(lambda: services.leave_game(table.pk, user=leaver), of=Game)
    keep_away(alice, bob, BLOCK)
    table.refresh_from_db()
    assert table.status == Game.Status.WAITING
    assert set(table.seats.values_list("user", flat=True)) == {stayer.pk, carol.pk}


def test_a_mute_hides_invitations_and_requests_from_its_owner_alone(
    finished: Picking, alice: User, bob: User
) -> None:
    game = finished(move_time=259200)
    Notice.objects.all().delete()
    keep_away(alice, bob, MUTE)
    invite(bob, alice)
    services.offer_rematch(game.pk, user=bob)
    assert not Notice.objects.filter(user=alice).exists()
    assert find_lobby_games(alice).invitations == ()
    invite(alice, bob)
    assert Notice.objects.filter(user=bob, kind="invitation").exists()
    assert len(find_lobby_games(bob).invitations) == 1
    assert seek(alice) == seek(bob)  # a mute keeps nobody from playing


def test_what_is_undone_is_as_it_was_before(alice: User, bob: User) -> None:
    keep_away(alice, bob, BLOCK)
    let_near(alice, bob)
    assert invite(alice, bob).invited == bob
    assert seek(alice) == seek(bob)


@pytest.mark.parametrize("kind", [MUTE, ""])
def test_those_who_look_for_the_same_game_over_days_are_paired_once_the_last_block_is_gone(
    alice: User, bob: User, carol: User, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A live game that one of them plays, and a pause for live games, keep nobody from that."""

    def seek_over_days(user: User, *days: int) -> Game:
        times = [each * 86_400 for each in days]
        return services.play_now(user, variant="casino", move_times=times)

    for owner, other in ((alice, bob), (bob, alice), (carol, alice), (carol, bob)):
        keep_away(owner, other, BLOCK)
    place = seek_over_days(bob, 3, 7)
    seek_over_days(bob, 7, 14)
    alices = seek_over_days(alice, 1, 3)
    seek_over_days(carol, 1, 14)
    monkeypatch.setattr("games.services.seeking.check_pause", Mock(side_effect=SeatRefused))
    services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
    let_near(alice, bob)
    places = Game.objects.filter(kind=Game.Kind.QUEUE)
    assert not places.exclude(status=Game.Status.WAITING).exists()
    if kind:
        keep_away(bob, alice, kind)
    else:
        let_near(bob, alice)
    began = Game.objects.get(status=Game.Status.PLAYING)
    assert (began.pk, began.move_time) == (place.pk, 3 * 86_400)
    assert {seat.user for seat in began.seats.all()} == {alice, bob}
    assert Game.objects.get(status=Game.Status.CANCELLED) == alices
    assert Notice.objects.filter(game=began.public_id).count() == 2
    waiting = Game.objects.filter(status=Game.Status.WAITING)
    assert {place.host for place in waiting} == {bob, carol}


def test_whoever_begins_to_wait_while_a_block_is_undone_is_paired_too(
    alice: User, bob: User, before_the_lock: Callable[..., None]
) -> None:
    def seek_as_before() -> None:
        barriers.put_up(alice, bob, BLOCK)
        seek(bob, 259200)
        barriers.take_down(alice, bob)

    keep_away(alice, bob, BLOCK)
    place = seek(alice, 259200)
    before_the_lock(seek_as_before, of=Queue)
    let_near(alice, bob)
    assert Game.objects.get(status__in=Game.RUNNING) == place


def test_nobody_blocks_themselves_or_more_than_the_limit(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(barriers, "LIMIT", 1)
    keep_away(alice, bob, BLOCK)
    keep_away(alice, bob, MUTE)  # in place of the block
    for other in (alice, carol):
        with pytest.raises(barriers.BarrierRefused):
            keep_away(alice, other, BLOCK)
    assert [each.kind for each in barriers.find_barriers(alice)] == [MUTE]


def test_two_blocks_at_the_same_moment_do_not_exceed_the_limit(
    alice: User,
    bob: User,
    carol: User,
    before_the_lock: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(barriers, "LIMIT", 1)
    before_the_lock(lambda: keep_away(alice, bob, BLOCK), of=User)
    with pytest.raises(barriers.BarrierRefused):
        keep_away(alice, carol, BLOCK)
    assert not Barrier.objects.filter(other=carol).exists()


def test_whoever_is_blocked_while_their_account_is_deleted_is_gone(
    as_alice: Client, carol: User, before_the_lock: Callable[..., None]
) -> None:
    before_the_lock(carol.delete, of=User)
    answer = as_alice.post("/people/carol/distance/", {"kind": BLOCK})
    assert answer.status_code == 404
    assert not Barrier.objects.exists()


def test_deleting_an_account_deletes_its_blocks_and_those_against_it(
    alice: User, bob: User
) -> None:
    keep_away(alice, bob, BLOCK)
    keep_away(bob, alice, MUTE)
    alice.delete()
    assert not Barrier.objects.exists()
