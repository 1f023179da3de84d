"""Pages that stay open while the site is upgraded say so as soon as they are connected again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from config.release_mark import release_mark
from games.models import Game
from tests.games.pages import at, text_of
from tests.sockets import Opener, Socket

pytestmark = pytest.mark.django_db(transaction=True)

ANOTHER = "0123456789ab"
SOCKETS = ["/ws/lobby/", "/ws/turns/", "/ws/mine/", "game"]


@pytest.fixture
def game(dealt: Callable[..., Game]) -> Game:
    return dealt()


def path_of(socket: str, game: Game) -> str:
    return f"/ws/games/{game.public_id}/" if socket == "game" else socket


async def everything_sent(page: Socket) -> str:
    while not await page.receive_nothing():
        await page.receive()
    return "".join(page.frames)


@pytest.mark.parametrize("socket", SOCKETS)
async def test_a_page_of_another_release_says_that_the_site_was_updated(
    open_socket: Opener, game: Game, as_alice: Client, socket: str
) -> None:
    page = await open_socket(f"{path_of(socket, game)}?release={ANOTHER}", as_alice)
    sent = await everything_sent(page)
    assert sent.startswith('<p id="outdated" hx-swap-oob="innerHTML">The site has been updated.')


@pytest.mark.parametrize("socket", SOCKETS)
@pytest.mark.parametrize("is_named", [True, False])
async def test_a_page_of_this_release_or_of_none_does_not(
    open_socket: Opener, game: Game, as_alice: Client, socket: str, is_named: bool
) -> None:
    release = f"?release={release_mark()}" if is_named else ""
    page = await open_socket(path_of(socket, game) + release, as_alice)
    assert "outdated" not in await everything_sent(page)


@pytest.mark.parametrize("page", ["home", "my_games", "rules_index", "game"])
def test_a_page_tells_its_socket_from_which_release_it_is(
    game: Game, as_alice: Client, page: str
) -> None:
    shown = text_of(as_alice.get(at("game", game) if page == "game" else reverse(page)))
    assert re.search(rf'ws-connect="[^"]*[?;]release={release_mark()}["&]', shown)
    assert '<p id="outdated" role="status"></p>' in shown
