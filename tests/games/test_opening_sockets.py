"""Opening a socket: a page that shows the table as it is gets nothing, any other the table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.backends.utils import CursorWrapper
from django.test import Client

from accounts.models import User
from config.release_mark import release_mark
from games import services, snapshots
from games.live import consumers, signed_in
from games.models import Game
from tests.games.conftest import ALICE_HOLDS, BOB_HOLDS
from tests.sockets import Opener, Socket

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = 0.2  # long enough to see that no frame comes


def address_on(client: Client, game: Game) -> str:
    """Return the address of the socket on a game's page."""
    page = client.get(game.get_absolute_url()).content.decode()
    found = re.search(r'ws-connect="([^"]+)"', page)
    assert found is not None
    return unescape(found[1])


def without_viewer(address: str) -> str:
    """Return the address as on a page of release 1.1.0, which does not say for whom it is."""
    shorter, found, _ = address.partition("&viewer=")
    assert found
    return shorter


@pytest.fixture
def look() -> Any:
    return database_sync_to_async(address_on)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets every query of any thread."""
    queries: list[str] = []
    execute = CursorWrapper.execute

    def note_and_execute(cursor: CursorWrapper, sql: str, *args: Any) -> Any:
        queries.append(sql)
        return execute(cursor, sql, *args)

    monkeypatch.setattr(CursorWrapper, "execute", note_and_execute)
    return queries


async def first_frame(open_socket: Opener, address: str, client: Client | None) -> str:
    frame = await (await open_socket(address, client)).receive()
    assert frame is not None
    return frame


async def test_a_page_that_shows_the_table_as_it_is_gets_only_the_next_move(
    dealt: Any, play: Any, look: Any, open_socket: Opener, alice: User, as_bob: Client
) -> None:
    game = await database_sync_to_async(dealt)()
    bobs = await open_socket(await look(as_bob, game), as_bob)
    assert await bobs.receive_nothing(SHORT)
    await database_sync_to_async(play)(game, alice, "8C")
    assert "8C" in str(await bobs.receive())


async def test_opening_a_socket_whose_page_shows_the_table_takes_five_queries(
    dealt: Any, look: Any, as_alice: Client, asked: list[str]
) -> None:
    game = await database_sync_to_async(dealt)()
    address = await look(as_alice, game)
    socket = Socket(address, client=as_alice)
    asked.clear()
    assert await socket.open()
    async with asyncio.timeout(30):
        while len(asked) < 5:
            await asyncio.sleep(0.01)
    assert await socket.receive_nothing(SHORT)
    assert [re.findall(r'^SELECT .*? FROM "(\w+)"', sql) for sql in asked] == [
        ["django_session"],
        ["accounts_user"],
        ["notices_notice"],
        ["games_game"],
        ["games_seat"],
    ]
    await socket.close()


async def test_a_page_from_before_a_move_gets_the_table(
    dealt: Any, play: Any, look: Any, open_socket: Opener, alice: User, as_bob: Client
) -> None:
    game = await database_sync_to_async(dealt)()
    address = await look(as_bob, game)
    await database_sync_to_async(play)(game, alice, "8C")
    assert 'value="8C"' in await first_frame(open_socket, address, as_bob)


async def test_a_page_whose_viewer_has_logged_out_loses_its_hand(
    dealt: Any, look: Any, open_socket: Opener, as_alice: Client
) -> None:
    game = await database_sync_to_async(dealt)()
    address = without_viewer(await look(as_alice, game))
    await database_sync_to_async(Session.objects.all().delete)()
    sent = await first_frame(open_socket, address, as_alice)
    assert not any(f'name="card" value="{code}"' in sent for code in ALICE_HOLDS)


async def test_a_page_of_another_player_gets_the_own_table(
    dealt: Any, look: Any, open_socket: Opener, as_alice: Client, as_bob: Client
) -> None:
    game = await database_sync_to_async(dealt)()
    address = without_viewer(await look(as_alice, game))
    as_bob.cookies[settings.CSRF_COOKIE_NAME] = as_alice.cookies[settings.CSRF_COOKIE_NAME].value
    sent = await first_frame(open_socket, address, as_bob)
    assert all(f'name="card" value="{code}"' in sent for code in BOB_HOLDS)


def choose_colours(client: Client, user: User) -> None:
    User.objects.filter(pk=user.pk).update(four_colours=True)


def speak_another_language(client: Client, user: User) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"


def lose_the_csrf_cookie(client: Client, user: User) -> None:
    client.cookies[settings.CSRF_COOKIE_NAME] = "b" * 32


@pytest.mark.parametrize("change", [choose_colours, speak_another_language, lose_the_csrf_cookie])
async def test_a_page_with_other_settings_gets_the_table(
    dealt: Any,
    look: Any,
    open_socket: Opener,
    alice: User,
    as_alice: Client,
    settings: Any,
    change: Callable[[Client, User], None],
) -> None:
    game = await database_sync_to_async(dealt)()
    address = await look(as_alice, game)
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    await database_sync_to_async(change)(as_alice, alice)
    assert 'name="card"' in await first_frame(open_socket, address, as_alice)


async def test_a_page_of_another_release_gets_the_table_after_the_words_that_say_so(
    dealt: Any, look: Any, open_socket: Opener, as_alice: Client, settings: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    address = await look(as_alice, game)
    settings.VERSION = "2"
    page = await open_socket(address, as_alice)
    assert 'id="outdated"' in str(await page.receive())
    assert 'name="card"' in str(await page.receive())


async def test_a_player_has_only_so_many_pages_with_a_socket(
    as_alice: Client, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signed_in, "SOCKETS_OF_USER", 2)
    pages = [Socket("/ws/turns/", client=as_alice) for _ in range(4)]
    assert [await page.open() for page in pages[:3]] == [True, True, False]
    bobs = Socket("/ws/turns/", client=as_bob)
    assert await bobs.open()
    await pages[0].close()
    assert await pages[3].open()
    for page in (pages[1], pages[3], bobs):
        await page.close()


async def test_no_number_in_an_address_keeps_a_socket_from_opening(
    open_socket: Opener, as_alice: Client
) -> None:
    for number in ("-1", "\u00b2", "9" * 5000):
        await open_socket(f"/ws/turns/?turns={number}&unread={number}", as_alice)


async def test_a_waiting_page_always_gets_the_table(
    alice: User, look: Any, open_socket: Opener, as_alice: Client
) -> None:
    place = await database_sync_to_async(services.play_now)(
        alice, variant="trifecta", move_times=[60]
    )
    game = await database_sync_to_async(Game.objects.get)(pk=place.pk)
    address = await look(as_alice, game)
    assert "shows=" not in address
    assert await first_frame(open_socket, f"{address}&shows=", as_alice)


def test_a_page_with_a_refusal_has_no_mark(dealt: Any, alice: User, as_alice: Client) -> None:
    game = dealt()
    answer = as_alice.post(f"{game.get_absolute_url()}move/", {"seen": "2", "move": "2H"})
    socket = f"/ws/games/{game.public_id}/?release={release_mark()}&amp;viewer={alice.pk}"
    assert f'ws-connect="{socket}"' in answer.content.decode()


@pytest.mark.parametrize("is_remembered", [True, False])
async def test_a_move_made_while_a_socket_opens_is_sent(
    dealt: Any,
    play: Any,
    look: Any,
    alice: User,
    as_bob: Client,
    monkeypatch: pytest.MonkeyPatch,
    is_remembered: bool,
) -> None:
    game = await database_sync_to_async(dealt)()
    address = await look(as_bob, game)
    if not is_remembered:
        snapshots.forget_all()
    join = consumers.TableConsumer.join

    async def join_after_a_move(self: Any, group: str) -> None:
        if group.startswith("game."):
            await database_sync_to_async(play)(game, alice, "8C")
        await join(self, group)

    monkeypatch.setattr(consumers.TableConsumer, "join", join_after_a_move)
    bobs = Socket(address, client=as_bob)
    assert await bobs.open()
    assert 'value="8C"' in str(await bobs.receive())
    await bobs.close()
