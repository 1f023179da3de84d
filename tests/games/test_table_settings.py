"""The settings of the table's look and sound, changed at the table."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from tests.games.pages import at, send, text_of
from tests.sockets import Socket

pytestmark = pytest.mark.django_db

BLUE_DIAMOND = "cards/four/9D"


def page_of(client: Client, game: Any) -> str:
    return text_of(client.get(at("game", game)))


def test_settings_are_stored_and_change_the_table(
    dealt: Any, as_alice: Any, as_bob: Any, alice: Any
) -> None:
    game = dealt()
    page = page_of(as_alice, game)
    assert 'data-sounds="on" data-ticking="off"' in page
    assert 'aria-pressed="true" title="Sounds"' in page
    assert BLUE_DIAMOND not in page_of(as_alice, game)
    answer = send(as_alice, game, "table_settings", four_colours="on", ticking="on")
    assert answer["Location"] == at("game", game)
    alice.refresh_from_db()
    assert (alice.four_colours, alice.sounds, alice.ticking) == (True, False, True)
    page = page_of(as_alice, game)
    assert BLUE_DIAMOND in page
    assert 'data-sounds="off" data-ticking="on"' in page
    assert 'aria-pressed="false" title="Sounds"' in page
    assert "cards/four" not in page_of(as_bob, game)


@pytest.mark.once
def test_with_htmx_the_answer_is_the_table_in_the_new_colours(dealt: Any, as_alice: Any) -> None:
    answer = as_alice.post(
        at("table_settings", dealt()), {"four_colours": "on"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert text_of(answer).startswith('<div id="game"')
    assert BLUE_DIAMOND in text_of(answer)


def test_a_guest_and_a_spectator_choose_too(dealt: Any, as_oscar: Any) -> None:
    game = dealt()
    send(as_oscar, game, "table_settings", four_colours="on")
    assert "cards/four/5D" in page_of(as_oscar, game)


def test_a_stranger_has_no_such_menu_and_is_asked_to_log_in(dealt: Any, client: Client) -> None:
    game = dealt()
    assert 'id="table-settings"' not in page_of(client, game)
    assert "/login/" in send(client, game, "table_settings", sounds="on")["Location"]


def test_the_table_settings_of_somebody_elses_private_game_do_not_exist(
    dealt: Any, as_oscar: Any, oscar: Any
) -> None:
    assert send(as_oscar, dealt(kind="link"), "table_settings", ticking="on").status_code == 404
    oscar.refresh_from_db()
    assert not oscar.ticking


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("all_connected")
async def test_an_open_table_is_sent_again_in_the_new_colours(dealt: Any, as_alice: Any) -> None:
    game = await database_sync_to_async(dealt)()
    socket = Socket(f"/ws/games/{game.public_id}/", client=as_alice)
    assert await socket.open()
    first = await socket.receive()
    assert first is not None
    assert BLUE_DIAMOND not in first
    await database_sync_to_async(send)(as_alice, game, "table_settings", four_colours="on")
    second = await socket.receive()
    assert second is not None
    assert BLUE_DIAMOND in second
    await socket.close()
