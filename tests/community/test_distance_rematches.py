"""What a block or a mute means for results, rematches and invitations that wait."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import Barrier, User
from community.services import keep_away, let_near
from games import services
from games.models import Game
from notices import outbox
from notices.models import Notice
from notices.selectors import find_notices
from tests.community.decided import ban
from tests.community.kept_apart import BLOCK, MUTE, Picking, invite
from tests.games.frames import next_frame
from tests.games.pages import at, named, send, text_of

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("blocks", ["alice", "bob"])
def test_no_rematch_of_three_is_offered_to_whom_a_block_keeps_from_somebody_there(
    finished_by_three: Game,
    alice: User,
    bob: User,
    carol: User,
    as_bob: Client,
    client_of: Callable[[User], Client],
    blocks: str,
) -> None:
    game = finished_by_three
    keep_away(*((alice, bob) if blocks == "alice" else (bob, alice)), BLOCK)
    services.offer_rematch(game.pk, user=carol)
    assert "Accept the rematch" in result_of(as_bob, game)
    services.offer_rematch(game.pk, user=alice)
    shown = result_of(as_bob, game)
    assert "rematch" not in shown
    assert "You have a seat at the rematch." in result_of(client_of(carol), game)


def test_nobody_is_offered_a_rematch_of_three_with_somebody_whose_account_is_closed(
    finished_by_three: Game, as_alice: Client, carol: User, bob: User, staff: User
) -> None:
    path = at("game", finished_by_three)
    assert "Offer a rematch" in text_of(as_alice.get(path))
    rematch = services.offer_rematch(finished_by_three.pk, user=bob)
    services.leave_game(rematch.pk, user=carol)
    page = text_of(as_alice.get(path))
    assert "You can offer another one." in page
    ban(carol, staff)
    page = text_of(as_alice.get(path))
    assert "Offer a rematch" not in page
    assert "You can offer another one." not in page


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


@pytest.mark.parametrize("blocks", ["alice", "bob"])
def test_a_block_ends_the_request_that_the_other_made_before(
    finished_by_three: Game,
    alice: User,
    bob: User,
    carol: User,
    as_alice: Client,
    client_of: Callable[[User], Client],
    blocks: str,
) -> None:
    """Carol does not wait for somebody who will not come: she may ask again, and share the link."""
    game = finished_by_three
    asked = services.offer_rematch(game.pk, user=bob)
    assert "Accept the rematch" in result_of(as_alice, game)
    owner, other = (alice, bob) if blocks == "alice" else (bob, alice)
    keep_away(owner, other, BLOCK)
    for client in (as_alice, client_of(carol)):
        assert "Offer a rematch" in result_of(client, game)
    asked.refresh_from_db()
    assert asked.status == Game.Status.CANCELLED


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
