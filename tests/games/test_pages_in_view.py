"""Who has a page in view: players who have none are told of the turns of a live game elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from config import groups, presence
from config.groups import user_group
from config.presence import has_page_in_view
from games.live import lobby
from games.models import Game
from games.services import telling
from notices.models import Notice
from tests.sockets import Opener, Socket

pytestmark = pytest.mark.django_db(transaction=True)

Watch = Callable[..., Awaitable[tuple[Socket, str]]]
RULES = "/ws/turns/?turns=0&unread=0"


async def wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not await sync_to_async(condition)():
            await asyncio.sleep(0.01)


async def turns(user: User, *, in_view: bool) -> None:
    await wait_until(lambda: has_page_in_view(user.pk) == in_view)


async def told_in_view(user: User) -> None:
    """Wait until the other processes, if there are any, have been told that a page is in view.

    Otherwise they could be told so after this process knows that the page is hidden.
    """
    if get_channel_layer() is not None:
        await wait_until(lambda: cache.get(f"in-view.{user.pk}") is not None)


@pytest.fixture(autouse=True)
def _real_presence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "has_page_in_view", has_page_in_view)
    monkeypatch.setattr(lobby, "VIEW_SETTLES", 0.01)


async def test_a_page_is_in_view_until_it_says_otherwise_or_closes(
    alice: User, bob: User, as_alice: Client, open_socket: Opener
) -> None:
    page = await open_socket(RULES, as_alice)
    await turns(alice, in_view=True)
    assert not has_page_in_view(bob.pk)
    for state in ("hidden", "visible", "hidden", "visible"):
        await page.send(state)
        await turns(alice, in_view=state == "visible")
    await page.close()
    await turns(alice, in_view=False)


async def test_of_several_tabs_one_in_view_is_enough(
    alice: User, as_alice: Client, open_socket: Opener
) -> None:
    last = await open_socket(RULES, as_alice)
    await turns(alice, in_view=True)
    first, second = [await open_socket(path, as_alice) for path in (RULES, "/ws/mine/")]
    for hidden in (first, second):
        await hidden.send("hidden")
    await second.close()
    assert has_page_in_view(alice.pk)
    await last.send("hidden")
    await turns(alice, in_view=False)
    await first.send("visible")
    await turns(alice, in_view=True)


async def test_a_socket_that_comes_back_counts_until_its_page_says_that_it_is_hidden(
    alice: User, as_alice: Client, open_socket: Opener
) -> None:
    lost = await open_socket(RULES, as_alice)
    await turns(alice, in_view=True)
    await lost.send("hidden")
    await turns(alice, in_view=False)
    back = await open_socket(RULES, as_alice)
    await turns(alice, in_view=True)
    await back.send("hidden")
    await lost.close()
    await turns(alice, in_view=False)


async def test_the_socket_of_a_stranger_counts_for_nobody(alice: User, open_socket: Opener) -> None:
    page = await open_socket("/ws/lobby/")
    await page.send("hidden")
    await page.send("visible")
    assert not has_page_in_view(alice.pk)


@pytest.mark.parametrize("state", ["visible", "hidden"])
async def test_in_a_live_game_a_player_whose_table_is_hidden_is_told(
    dealt: Any, alice: User, bob: User, as_bob: Client, play: Any, watch: Watch, state: str
) -> None:
    game: Game = await sync_to_async(dealt)()
    table, _ = await watch(game, as_bob)
    await turns(bob, in_view=True)
    await told_in_view(bob)
    await table.send(state)
    await turns(bob, in_view=state == "visible")
    await sync_to_async(Notice.objects.all().delete)()
    await sync_to_async(play)(game, alice, "9D x 4H 5D")
    told = await sync_to_async(lambda: list(Notice.objects.values_list("user", "is_urgent")))()
    assert told == ([(bob.pk, True)] if state == "hidden" else [])


async def test_a_table_answers_no_such_frame_and_still_takes_all_its_moves(
    dealt: Any, as_bob: Client, watch: Watch
) -> None:
    game: Game = await sync_to_async(dealt)()
    table, _ = await watch(game, as_bob)
    for _ in range(40):
        await table.send("hidden")
        await table.send("visible")
    await table.send("{}")
    assert 'id="refusal"' in (await table.receive() or "")


# Several processes


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process believe that there are others, and what it told them last."""
    monkeypatch.setattr(presence, "COUNTS_FOR", 600)
    found = InMemoryChannelLayer()
    for module in (groups, presence):
        monkeypatch.setattr(module, "get_channel_layer", lambda: found)


class Listener:
    """A socket that notes what its group is asked."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def hear(self, message: Any) -> None:
        self.heard.append(message["type"])


async def hear(user: User, *, in_view: bool) -> None:
    """Wait until the other processes have heard whether a user has a page in view here."""
    await wait_until(lambda: (cache.get(f"in-view.{user.pk}") is True) == in_view)


@pytest.mark.usefixtures("layer")
async def test_other_processes_hear_of_each_change(
    alice: User, as_alice: Client, open_socket: Opener
) -> None:
    page, elsewhere = await open_socket(RULES, as_alice), Listener()
    await groups.here().join(user_group(alice.pk), elsewhere)
    await hear(alice, in_view=True)
    assert "view.asked" not in elsewhere.heard
    await page.send("hidden")
    await hear(alice, in_view=False)
    await wait_until(lambda: "view.asked" in elsewhere.heard)
    await page.send("visible")
    await hear(alice, in_view=True)
    await page.close()
    await hear(alice, in_view=False)


@pytest.mark.usefixtures("layer")
async def test_a_process_with_a_page_in_view_tells_it_again_when_another_has_none(
    alice: User, as_alice: Client, open_socket: Opener
) -> None:
    page = await open_socket(RULES, as_alice)
    await hear(alice, in_view=True)
    await sync_to_async(cache.delete)(f"in-view.{alice.pk}")
    groups.send(user_group(alice.pk), {"type": "view.asked"})
    await hear(alice, in_view=True)
    await page.send("hidden")
    await hear(alice, in_view=False)
    groups.send(user_group(alice.pk), {"type": "view.asked"})
    await page.send("hidden")
    await hear(alice, in_view=False)


@pytest.mark.usefixtures("layer")
def test_a_process_without_sockets_believes_what_it_was_told(alice: User) -> None:
    assert not has_page_in_view(alice.pk)
    cache.set(f"in-view.{alice.pk}", True)
    assert has_page_in_view(alice.pk)
