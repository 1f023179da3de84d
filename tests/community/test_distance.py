"""Blocks and mutes: who is kept from whom, without being told."""

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import barriers
from accounts.models import Barrier, User
from community.services import keep_away, let_near
from games import services
from games.live.lobby import find_showcase
from games.messages.refusals import tell_refusal
from games.models import Game, Queue
from games.selectors import find_public_lists
from games.selectors.lobby import find_lobby_games
from games.services import SeatRefused
from notices import outbox
from notices.models import Notice
from notices.selectors import find_notices
from tests.games.frames import next_frame
from tests.games.pages import at, named, send, text_of

pytestmark = pytest.mark.django_db
BLOCK, MUTE = Barrier.Kind.BLOCK, Barrier.Kind.MUTE
Picking = Callable[..., Game]


def seek(user: User, move_time: int = 60) -> Game:
    return services.play_now(user, variant="trifecta", move_times=[move_time])


def invite(host: User, guest: User) -> Game:
    return services.open_table(
        host, variant="trifecta", move_time=259200, kind="invitation", invited=guest
    )


@pytest.fixture
def finished_by_three(alice: User, bob: User, carol: User) -> Game:
    table = services.open_table(alice, variant="casino", players=3, move_time=259200, kind="link")
    for user in (bob, carol):
        services.join_game(table.pk, user=user)
    for user in (carol, bob):
        services.quit_game(table.pk, user_id=user.pk)
    table.refresh_from_db()
    assert table.status == Game.Status.FINISHED
    return table


def both_ways(alice: User, bob: User) -> list[tuple[User, User]]:
    return [(alice, bob), (bob, alice)]


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


def test_neither_can_invite_the_other_and_the_refusal_says_nothing_of_the_block(
    alice: User, bob: User
) -> None:
    keep_away(alice, bob, BLOCK)
    for host, guest in both_ways(alice, bob):
        with pytest.raises(services.SeatRefused) as refused:
            invite(host, guest)
        assert refused.value.fact.code == "not_to_be_invited"
    assert not Notice.objects.exists()


def test_neither_can_ask_for_a_rematch(finished: Picking, alice: User, bob: User) -> None:
    game = finished()
    keep_away(alice, bob, BLOCK)
    for asking in (alice, bob):
        with pytest.raises(services.SeatRefused):
            services.offer_rematch(game.pk, user=asking)
    assert not Game.objects.filter(rematch_of=game).exists()


def test_neither_can_ask_for_a_rematch_at_a_table_of_three(
    finished_by_three: Game, alice: User, bob: User, carol: User, as_bob: Client
) -> None:
    game = finished_by_three
    Notice.objects.all().delete()
    keep_away(alice, bob, BLOCK)
    for asking in (alice, bob):
        with pytest.raises(services.SeatRefused) as refused:
            services.offer_rematch(game.pk, user=asking)
        assert refused.value.fact.code == "not_all_to_be_invited"
    answer = as_bob.post(at("rematch", game), follow=True)
    assert "One of the other players cannot be invited at the moment." in text_of(answer)
    assert not Game.objects.filter(rematch_of=game).exists()
    assert not Notice.objects.exists()
    made = services.offer_rematch(game.pk, user=carol)  # nobody is kept from her
    assert list(made.seats.values_list("user", flat=True)) == [carol.pk]


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


def result_of(client: Client, game: Game) -> str:
    """Return the section of a game's page that tells how it ended, without its token."""
    page = text_of(client.get(at("game", game)))
    found = re.search('<section id="result".*?</section>', page, re.DOTALL)
    assert found is not None
    return re.sub(r'value="\w{64}"', "", found[0])


@pytest.mark.parametrize("kind", [MUTE, BLOCK])
def test_what_somebody_sent_before_a_barrier_is_neither_listed_nor_sent(
    alice: User, bob: User, carol: User, kind: Barrier.Kind
) -> None:
    for host, guest in ((bob, alice), (carol, alice), (alice, bob)):
        invite(host, guest)
    outbox.see(alice.pk, game=invite(bob, alice).public_id, now=timezone.now())
    keep_away(alice, bob, kind)
    assert [notice.facts["by"] for notice in find_notices(alice)] == [carol.pk]
    is_told = "invitation" in {notice.kind for notice in find_notices(bob)}
    assert is_told == (kind == MUTE)


def test_a_rematch_of_three_is_asked_of_nobody_across_a_later_block(
    alice: User, bob: User, carol: User, finished_by_three: Game
) -> None:
    services.offer_rematch(finished_by_three.pk, user=bob)
    keep_away(alice, bob, BLOCK)
    keep_away(bob, carol, BLOCK)
    for user in (alice, carol):
        assert "rematch" not in {notice.kind for notice in find_notices(user)}


@pytest.mark.parametrize("players", [2, 3])
def test_a_result_shows_no_request_of_somebody_muted(
    finished: Picking,
    finished_by_three: Game,
    alice: User,
    bob: User,
    carol: User,
    as_alice: Client,
    as_bob: Client,
    client_of: Callable[[User], Client],
    players: int,
) -> None:
    game = finished() if players == 2 else finished_by_three
    before = result_of(as_alice, game)
    assert "Offer a rematch" in before
    keep_away(alice, bob, MUTE)
    services.offer_rematch(game.pk, user=bob)
    assert result_of(as_alice, game) == before
    own = "You have offered a rematch." if players == 2 else "You have a seat at the rematch."
    assert own in result_of(as_bob, game)
    if players == 3:
        assert f"{named('bob')} offers a rematch." in result_of(client_of(carol), game)
    let_near(alice, bob)
    assert f"{named('bob')} offers a rematch." in result_of(as_alice, game)


def test_whoever_has_been_muted_sees_the_request_of_the_other(
    finished: Picking, alice: User, bob: User, as_bob: Client
) -> None:
    game = finished()
    keep_away(alice, bob, MUTE)
    services.offer_rematch(game.pk, user=alice)
    assert f"{named('alice')} offers a rematch." in result_of(as_bob, game)


def test_after_a_block_neither_sees_the_request_that_the_other_made_before(
    finished_by_three: Game,
    alice: User,
    bob: User,
    carol: User,
    as_alice: Client,
    as_bob: Client,
    client_of: Callable[[User], Client],
) -> None:
    game = finished_by_three
    services.offer_rematch(game.pk, user=bob)
    assert "Accept the rematch" in result_of(as_alice, game)
    for owner, other in both_ways(alice, bob):
        keep_away(owner, other, BLOCK)
        assert "Offer a rematch" in result_of(as_alice, game)
        let_near(owner, other)
    assert "Accept the rematch" in result_of(client_of(carol), game)


def test_whoever_asks_somebody_muted_for_a_rematch_takes_the_seat_that_waits(
    finished: Picking, alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    """Both have asked, so they play: a mute keeps nobody from that, and no second table waits."""
    game = finished()
    keep_away(alice, bob, MUTE)
    asked = services.offer_rematch(game.pk, user=bob)
    answer = send(as_alice, game, "rematch")
    asked.refresh_from_db()
    assert answer["Location"] == at("game", asked)
    assert asked.status == Game.Status.PICKING
    for client in (as_alice, as_bob):
        assert "Go to the rematch" in result_of(client, game)


def test_whoever_asks_for_a_rematch_of_three_waits_at_the_table_of_somebody_muted(
    finished_by_three: Game, alice: User, bob: User, as_alice: Client
) -> None:
    game = finished_by_three
    keep_away(alice, bob, MUTE)
    asked = services.offer_rematch(game.pk, user=bob)
    assert services.offer_rematch(game.pk, user=alice) == asked
    assert set(asked.seats.values_list("user", flat=True)) == {alice.pk, bob.pk}
    assert "You have a seat at the rematch." in result_of(as_alice, game)


def test_a_result_asks_who_is_muted_only_when_somebody_waits_for_the_viewer(
    finished: Picking,
    bob: User,
    as_alice: Client,
    as_bob: Client,
    django_assert_max_num_queries: Any,
) -> None:
    game = finished()

    def count(client: Client) -> int:
        with django_assert_max_num_queries(50) as asked:
            client.get(at("game", game))
        return sum("accounts_barrier" in each["sql"] for each in asked.captured_queries)

    assert (count(as_alice), count(as_bob)) == (0, 0)
    services.offer_rematch(game.pk, user=bob)
    assert (count(as_alice), count(as_bob)) == (1, 0)


@pytest.mark.django_db(transaction=True)
async def test_no_request_of_somebody_muted_arrives_on_an_open_page(
    finished: Picking, watch: Any, alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    game = await database_sync_to_async(finished)()
    await database_sync_to_async(keep_away)(alice, bob, MUTE)
    alices, _ = await watch(game, as_alice)
    bobs, _ = await watch(game, as_bob)
    await database_sync_to_async(services.offer_rematch)(game.pk, user=bob)
    await next_frame(bobs, "You have offered a rematch.")
    frame = await next_frame(alices, "data-version")
    assert "offers a rematch" not in frame
    assert "Accept the rematch" not in frame


def test_an_invitation_that_is_written_while_a_mute_begins_becomes_void_too(
    alice: User,
    bob: User,
    before_the_lock: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def invite_as_before() -> None:
        monkeypatch.setattr("games.services.telling.find_deaf", lambda *_: set())
        invite(bob, alice)

    before_the_lock(invite_as_before, of=User)
    keep_away(alice, bob, MUTE)
    assert Notice.objects.get(user=alice).withdrawn_at is not None


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


def test_people_block_and_unblock_on_pages_and_the_other_is_not_told(
    as_alice: Client, as_bob: Client, bob: User
) -> None:
    page = as_alice.get("/players/bob/").content.decode()
    assert reverse("person", args=["bob"]) in page

    def seen_by_bob() -> list[str]:
        pages = [as_bob.get(path) for path in ("/", "/players/alice/", "/people/", "/notices/")]
        return [re.sub(r'value="\w{64}"', "", page.content.decode()) for page in pages]

    before = seen_by_bob()
    as_alice.post("/people/bob/distance/", {"kind": "block"})
    assert "You have blocked this player" in as_alice.get("/people/bob/").content.decode()
    assert "Unblock bob" in as_alice.get("/people/").content.decode()
    assert as_alice.get("/me/download/").json()["blocked_and_muted"][0]["player"] == "bob"
    assert as_bob.get("/me/download/").json()["blocked_and_muted"] == []
    assert seen_by_bob() == before
    bob.is_active = False
    bob.save()  # a closed account can still be unblocked
    as_alice.post("/people/bob/distance/", {"kind": "nothing", "from_list": "1"})
    assert not Barrier.objects.exists()


def test_the_page_of_a_table_lists_the_other_players(
    dealt: Picking, as_alice: Client, as_oscar: Client
) -> None:
    game = dealt(kind="link")
    path = f"/games/{game.public_id}/people/"
    assert path in as_alice.get(game.get_absolute_url()).content.decode()
    page = as_alice.get(path).content.decode()
    assert "/people/bob/" in page
    assert "/people/alice/" not in page
    assert as_oscar.get(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "answers"),
    [
        ("/people/", (200, 302)),
        ("/people/bob/", (200, 302)),
        ("/people/nobody/", (404, 302)),
        ("/people/x%00/", (404, 302)),
        ("/people/alice/", (302, 302)),
        ("/people/bob/distance/", (302, 302)),
    ],
)
def test_only_those_who_are_logged_in_see_the_pages_and_get_changes_nothing(
    as_alice: Client, client: Client, bob: User, path: str, answers: tuple[int, int]
) -> None:
    assert (as_alice.get(path).status_code, client.get(path).status_code) == answers
    client.post(path, {"kind": "block"})
    assert not Barrier.objects.exists()


def test_an_unknown_kind_is_refused_and_changes_are_limited(
    as_alice: Client, bob: User, settings: Any
) -> None:
    assert as_alice.post("/people/bob/distance/", {"kind": "kick"}).status_code == 404
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"settings": "1/m"}
    answer = as_alice.post("/people/bob/distance/", {"kind": "block"})
    assert answer.status_code == 429
    assert not Barrier.objects.exists()


def test_deleting_an_account_deletes_its_blocks_and_those_against_it(
    alice: User, bob: User
) -> None:
    keep_away(alice, bob, BLOCK)
    keep_away(bob, alice, MUTE)
    alice.delete()
    assert not Barrier.objects.exists()


def test_the_lobby_asks_once_for_everybody_kept_away(
    alice: User, make_user: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        keep_away(alice, make_user(f"other{number}"), BLOCK)
    public = find_public_lists()
    with django_assert_max_num_queries(5) as asked:
        find_lobby_games(alice, public)
    about = [each["sql"] for each in asked.captured_queries if "accounts_barrier" in each["sql"]]
    assert len(about) == 1
