"""What everybody in the lobby is shown: how many are here, and one table without any hand."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from unittest.mock import Mock

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.barriers import put_up
from config import groups
from games import presenters, rules, services, snapshots
from games.announcing import LOBBY, PRESENCE, game_group
from games.live import lobby, signed_in
from games.live.lobby import KeptLists
from games.live.showcase import render_showcase
from games.models import Game
from games.rules.record import check_record
from games.rules.triple_four.state import TripleFourState
from games.selectors import PublicLists, find_public_lists
from games.selectors.recorded import SHOWN_STEP, recorded_game
from games.snapshots import Snapshot
from tests.games.conftest import remembering
from tests.games.pages import text_of
from tests.games.test_hidden_cards import deal_differently, hidden_from, snapshot_of
from tests.games.whole_games import seat_players, smallest_table
from tests.present import present
from tests.sockets import Opener, Socket

pytestmark = pytest.mark.django_db


def show(snapshot: Snapshot | None) -> str:
    style: dict[str, Any] = {"language": "en", "four_colours": False}
    return render_showcase(snapshot, here=3, playing=2, **style).html


def begin(alice: Any, bob: Any, variant: str = "casino", kind: str = "open") -> Game:
    invited = bob if kind == "invitation" else None
    game = services.open_table(alice, variant=variant, move_time=60, kind=kind, invited=invited)
    services.join_game(game.pk, user=bob)
    for user in (alice, bob) if rules.variant(variant).opening_moves else ():
        services.pick_secret(game.pk, user_id=user.pk, card="7H", arrived_at=timezone.now())
    game.refresh_from_db()
    return game


def play_some(game: Game, number: int) -> Iterator[Snapshot]:
    """Make random moves, and yield the game after each of them."""
    rng = random.Random(number)
    for _ in range(number):
        snapshot = snapshot_of(game)
        if snapshot.game.status != Game.Status.PLAYING:
            return
        moves = list(islice(snapshot.game.rules.moves(snapshot.state), 60))
        services.make_move(
            game.pk,
            user_id=snapshot.seats[present(snapshot.dealt.to_move)].user_id or 0,
            selection=services.Selection(snapshot.game.move_count, text=str(rng.choice(moves))),
            arrived_at=timezone.now(),
        )
        yield snapshot_of(game)


def panel_of(client: Client) -> str:
    page = text_of(client.get(reverse("home")))
    return page[page.index('id="showcase"') : page.index('class="lobby-offers"')]


# Hidden cards


def test_the_small_table_is_the_same_however_the_hidden_cards_are_dealt(
    alice: Any, bob: Any
) -> None:
    rng = random.Random(1)
    with remembering():
        for snapshot in play_some(begin(alice, bob, "trifecta"), 30):
            assert show(snapshot) == show(deal_differently(snapshot, None, rng))


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_the_small_table_shows_no_card_that_nobody_but_a_player_knows(
    variant: str, alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(smallest_table(variant), (alice, bob, carol), random.Random(1))
        for snapshot in play_some(game, 12):
            html, state = show(snapshot).replace(snapshot.game.public_id, ""), snapshot.dealt
            if isinstance(state, TripleFourState):
                known = {
                    *state.discard,
                    *(card for side in state.matched for m in side for card in m.cards),
                }
                hidden = {card for hand in state.hands for card in hand} - known
                assert not any(name in html for tray in state.trays for name in tray)
            else:
                hidden = set(hidden_from(snapshot, None).cards)
            hidden -= set(re.findall(r"\b[\dTJQKA][SHDC]\b", str(snapshot.events[-1].text)))
            assert not [card for card in hidden if f"/{card}." in html]
            assert "hand" not in re.sub(r"<[^>]*>", "", html)


def test_the_recorded_game_is_shown_as_it_would_have_been_watched() -> None:
    replay = presenters.recorded_replay()
    for step in (0, SHOWN_STEP):
        view = presenters.view_recorded_step(step)
        assert view.board.hand == ()
        state: Any = replay.states[step]
        table = {card for pile in state.table for card in pile.cards}
        assert {face.code for pile in view.board.piles for face in pile.faces} == table


# Which table


def test_only_public_games_are_shown(
    alice: Any, bob: Any, nobody: Client, as_alice: Client
) -> None:
    game = begin(alice, bob, kind="invitation")
    for client in (nobody, as_alice):
        assert "A recorded game" in panel_of(client)
        assert game.public_id not in panel_of(client)


def test_a_running_public_game_is_shown_with_its_newest_move(
    alice: Any, bob: Any, nobody: Client
) -> None:
    game = begin(alice, bob)
    *_, snapshot = play_some(game, 1)
    shown = panel_of(nobody)
    assert "Being played now" in shown
    assert f'href="{game.get_absolute_url()}">Watch this game' in shown
    assert presenters.view_shown_game(snapshot, now=timezone.now()).words in re.sub(
        "<[^>]*>", "", shown
    )
    services.quit_game(game.pk, user_id=alice.pk)
    assert "A recorded game" in panel_of(nobody)


def test_the_oldest_live_game_is_shown(alice: Any, bob: Any, carol: Any, dave: Any) -> None:
    slow = services.open_table(alice, variant="casino", move_time=86_400, kind="open")
    services.join_game(slow.pk, user=bob)
    assert presenters.order_shown(find_public_lists().watchable)[0] == slow
    first = begin(alice, bob)
    begin(carol, dave)
    assert presenters.order_shown(find_public_lists().watchable)[0] == first
    Game.objects.filter(pk__in=(first.pk, slow.pk)).update(rules_version=999)
    (third,) = presenters.order_shown(find_public_lists().watchable)
    assert third not in (first, slow)


def test_a_game_that_cannot_be_played_again_takes_nothing_from_the_lobby(
    alice: Any, bob: Any, carol: Any, dave: Any, nobody: Client
) -> None:
    broken = begin(alice, bob)
    broken.decks.update(cards="AS AS")
    snapshots.forget_all()
    assert "A recorded game" in panel_of(nobody)
    another = begin(carol, dave)
    assert another.public_id in panel_of(nobody)
    assert nobody.get("/lobby/live/").status_code == 200


@pytest.mark.once
def test_a_game_that_cannot_be_rendered_takes_nothing_from_the_lobby(
    alice: Any, bob: Any, nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise KeyError

    begin(alice, bob)
    monkeypatch.setattr(presenters, "view_shown_game", fail)
    assert "A recorded game" in panel_of(nobody)


@pytest.mark.once
def test_a_database_that_is_away_is_no_broken_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the recorded game would stay although the database is back."""
    monkeypatch.setattr("games.selectors.find_newest", Mock(side_effect=OperationalError))
    with pytest.raises(OperationalError):
        lobby._read_running("A" * 22)


def test_a_game_that_has_just_ended_is_not_shown(alice: Any, bob: Any) -> None:
    game = begin(alice, bob)
    public = find_public_lists()
    services.quit_game(game.pk, user_id=alice.pk)
    shown = lobby.find_showcase(None, public, language="en", four_colours=False)
    assert "A recorded game" in shown.html


def test_only_so_many_rendered_showcases_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[Any, Any] = {}
    monkeypatch.setattr(lobby, "_rendered", kept)
    monkeypatch.setattr(lobby, "RENDERED_KEPT", 3)
    monkeypatch.setattr(lobby, "render_showcase", lambda *_, **options: options)
    sizes = []
    for number in range(1, 6):
        public = PublicLists((), (), (), (), number)
        lobby.find_showcase(None, public, language="en", four_colours=False)
        sizes.append(len(kept))
    assert sizes == [1, 2, 3, 1, 2]


# The recorded game


def test_the_recorded_game_is_whole_and_true_and_its_players_are_masters() -> None:
    record = recorded_game()
    check_record(record)
    assert record.result is not None
    assert {player.computer for player in record.players} == {"master"}


@pytest.mark.once
def test_without_a_public_game_the_recorded_one_is_shown_and_says_what_it_is(
    nobody: Client,
) -> None:
    shown = panel_of(nobody)
    assert "A recorded game" in shown
    assert "computer players: Master against Master" in shown
    assert "Ada" in shown
    path = reverse("recorded_game", args=[SHOWN_STEP])
    assert f'href="{path}">Replay this game' in shown
    page = text_of(nobody.get(path))
    assert "A recorded game between two computer players of the highest level." in page
    assert nobody.get(reverse("recorded_game")).status_code == 302
    assert nobody.get(reverse("recorded_game", args=[9999])).status_code == 404


@pytest.mark.once
def test_the_steps_of_the_recorded_game_are_what_the_page_shows(nobody: Client) -> None:
    shown = panel_of(nobody)
    address = re.search(r'data-steps="([^"]+)"', shown)
    assert address is not None
    answer = nobody.get(address[1])
    sent = json.loads(answer.content)
    steps = ["".join(sent["pieces"][number] for number in step) for step in sent["steps"]]
    assert len(steps) == presenters.recorded_replay().last + 1
    assert steps[SHOWN_STEP] in nobody.get("/").content.decode()
    assert "max-age" in answer["Cache-Control"]
    assert len(answer.content) < 60_000


# Lists that are read once for all


class Reader:
    """Counts how often the lists are read; the clock stands at `now`."""

    def __init__(self) -> None:
        self.reads, self.now = 0, 0.0

    def read(self) -> PublicLists:
        self.reads += 1
        return PublicLists((), (), (), (), self.reads)

    def clock(self) -> float:
        return self.now


def test_lists_are_kept_for_a_moment_while_changes_are_heard() -> None:
    reader = Reader()
    lists = KeptLists(reader.read, reader.clock)
    assert [lists.get().playing for _ in range(2)] == [1, 2]
    lists.hears_changes = True
    assert [lists.get().playing for _ in range(3)] == [2, 2, 2]
    reader.now += lobby.LISTS_LAST
    assert [lists.get().playing for _ in range(2)] == [3, 3]
    lists.forget()
    assert [lists.get().playing for _ in range(2)] == [4, 4]


def test_lists_that_changed_while_they_were_read_are_read_again() -> None:
    reader = Reader()

    def read_and_change() -> PublicLists:
        found = reader.read()
        if reader.reads == 1:
            lists.forget()
        return found

    lists = KeptLists(read_and_change, reader.clock)
    lists.hears_changes = True
    assert [lists.get().playing for _ in range(3)] == [1, 2, 2]


# Polls and sockets


def test_the_poll_brings_the_showcase_only_when_it_has_changed(
    alice: Any, bob: Any, nobody: Client
) -> None:
    page = text_of(nobody.get(reverse("home")))
    named = dict(re.findall(r'type="hidden" name="(version|shown)" value="(\w+)"', page))
    assert nobody.get("/lobby/live/", named).status_code == 204
    answer = text_of(nobody.get("/lobby/live/", named | {"shown": "another"}))
    assert 'id="showcase"' in answer
    assert 'id="lobby"' not in answer
    begin(alice, bob)
    answer = text_of(nobody.get("/lobby/live/", named))
    assert "Being played now" in answer


async def next_with(socket: Socket, *words: str) -> str:
    """Return the next frame that contains all these texts."""
    while True:
        assert await socket.receive() is not None, f"closed before {words}"
        if all(each in socket.frames[-1] for each in words):
            return socket.frames[-1]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "SHOW_EVERY", 0.05)
    monkeypatch.setattr(signed_in, "LIST_PAUSE", 0)


@pytest.mark.django_db(transaction=True)
async def test_the_small_table_follows_the_game_for_everybody_and_is_rendered_once(
    at_once: None,
    alice: Any,
    bob: Any,
    open_socket: Opener,
    as_oscar: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sockets = [await open_socket("/ws/lobby/", as_oscar) for _ in range(3)]
    sockets.append(await open_socket("/ws/lobby/"))
    for socket in sockets:
        await next_with(socket, "A recorded game", "1 player is online")
    game = await database_sync_to_async(begin)(alice, bob)
    for socket in sockets:
        await next_with(socket, "Being played now", "2 people are in live games now")
    rendered: list[int] = []
    render = render_showcase

    def count_and_render(snapshot: Snapshot | None, **options: Any) -> Any:
        rendered.append(snapshot.game.version if snapshot is not None else 0)
        return render(snapshot, **options)

    monkeypatch.setattr(lobby, "render_showcase", count_and_render)
    after = await database_sync_to_async(next)(play_some(game, 1))
    words = presenters.view_shown_game(after, now=timezone.now()).words
    first = str(words).split()[1]
    for socket in sockets:
        await next_with(socket, 'class="showcase-words"', first)
    await asyncio.sleep(0.2)
    assert rendered.count(after.game.version) == 1
    await database_sync_to_async(services.quit_game)(game.pk, user_id=alice.pk)
    for socket in sockets:
        await next_with(socket, "A recorded game")


@pytest.mark.django_db(transaction=True)
async def test_a_socket_is_shown_no_game_of_somebody_whom_its_visitor_has_blocked(
    at_once: None, alice: Any, bob: Any, oscar: Any, open_socket: Opener, as_oscar: Client
) -> None:
    await database_sync_to_async(put_up)(oscar, alice, "block")
    theirs = await open_socket("/ws/lobby/", as_oscar)
    other = await open_socket("/ws/lobby/")
    await next_with(theirs, "A recorded game")
    await database_sync_to_async(begin)(alice, bob)
    await next_with(other, "Being played now")
    await next_with(theirs, "2 people are in live games now")
    assert not [frame for frame in theirs.frames if "Being played now" in frame]


@pytest.mark.django_db(transaction=True)
async def test_a_move_made_before_the_lobby_hears_of_moves_is_shown(
    at_once: None, alice: Any, bob: Any, open_socket: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, moved = await database_sync_to_async(begin)(alice, bob), list[Snapshot]()
    join = lobby.Lobby._join

    async def move_and_join(here: lobby.Lobby, game_id: int | None) -> None:
        if not moved:
            moved.append(await database_sync_to_async(next)(play_some(game, 1)))
        await join(here, game_id)

    monkeypatch.setattr(lobby.Lobby, "_join", move_and_join)
    socket = await open_socket("/ws/lobby/")
    await next_with(socket, "Being played now")
    words = presenters.view_shown_game(moved[0], now=timezone.now()).words
    await next_with(socket, 'class="showcase-words"', str(words).split()[1])


@pytest.mark.django_db(transaction=True)
async def test_a_lobby_that_nobody_has_open_hears_of_no_change(
    at_once: None, alice: Any, bob: Any, open_socket: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, heard = await database_sync_to_async(begin)(alice, bob), list[Any]()
    socket = await open_socket("/ws/lobby/")
    await next_with(socket, "Being played now")
    monkeypatch.setattr(lobby.Lobby, "hear", lambda _, message: heard.append(message))
    messages = {
        LOBBY: {"type": "lists.changed"},
        game_group(game.pk): {"type": "game.changed", "game": game.pk, "version": 0},
    }
    for group, message in messages.items():
        groups.here().send(group, message)
    assert heard == list(messages.values())
    await socket.close()
    for group, message in messages.items():
        groups.here().send(group, message)
    assert len(heard) == len(messages)


@pytest.mark.django_db(transaction=True)
async def test_whoever_comes_back_to_an_empty_lobby_is_shown_what_goes_on_now(
    at_once: None, alice: Any, bob: Any, open_socket: Opener
) -> None:
    socket = await open_socket("/ws/lobby/")
    await next_with(socket, "A recorded game")
    await socket.close()
    await database_sync_to_async(begin)(alice, bob)
    await next_with(await open_socket("/ws/lobby/"), "Being played now")


@pytest.mark.django_db(transaction=True)
async def test_players_are_counted_once_and_visitors_not_at_all(
    at_once: None, open_socket: Opener, watch: Any, as_alice: Client, as_bob: Client, alice: Any
) -> None:
    visitor = await open_socket("/ws/lobby/")
    await next_with(visitor, "No players are online just now.")
    for _ in range(3):
        await open_socket("/ws/lobby/", as_alice)
    await next_with(visitor, "1 player is online, not counting visitors.")
    table = await database_sync_to_async(services.open_table)(
        alice, variant="casino", move_time=60, kind="open"
    )
    await watch(table, as_bob)
    await next_with(visitor, "2 players are online, not counting visitors.")


@pytest.mark.django_db(transaction=True)
async def test_where_only_visitors_are_the_players_of_other_processes_count(
    at_once: None, open_socket: Opener
) -> None:
    visitor = await open_socket("/ws/lobby/")
    await next_with(visitor, "No players are online just now.")
    told = {"type": "players.here", "process": "another", "players": [3, 4]}
    groups.send(PRESENCE, told)
    await next_with(visitor, "2 players are online, not counting visitors.")


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_shows_the_newest_lists_and_table_is_sent_nothing(
    at_once: None, open_socket: Opener, as_alice: Client
) -> None:
    page = text_of(await database_sync_to_async(as_alice.get)("/"))
    address = re.search(r'ws-connect="([^"]+)"', page)
    assert address is not None
    socket = await open_socket(address[1].replace("&amp;", "&"), as_alice)
    assert await socket.receive_nothing(0.3)


@pytest.mark.django_db(transaction=True)
async def test_the_page_and_its_socket_count_the_same_players(
    at_once: None, open_socket: Opener, as_alice: Client, as_bob: Client
) -> None:
    await open_socket("/ws/lobby/", as_bob)
    page = text_of(await database_sync_to_async(as_alice.get)("/"))
    assert "2 players are online, not counting visitors." in page


def test_the_newest_version_is_read_where_another_process_has_moved(
    alice: Any, bob: Any, nobody: Client
) -> None:
    game = begin(alice, bob)
    panel_of(nobody)
    known = snapshots.newest(game.public_id)
    *_, after = play_some(game, 2)
    assert known is not None
    assert known.game.version < after.game.version
    assert presenters.view_shown_game(after, now=timezone.now()).words in re.sub(
        "<[^>]*>", "", panel_of(nobody)
    )
