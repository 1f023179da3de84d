"""Two languages at one table: no word of one is ever shown to who reads the other.

In both, a screen reader says every card by its name.

The second language is that of `tests.pseudo`, in which every text is in brackets. Whole games are
also told in Spanish, without an English word or a fault of grammar.
"""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import translation

from games import rules, snapshots
from games.live.fragments import render_game, render_replay
from games.messages.language import speak
from games.models import Game
from games.presenters.events import _find_earned
from games.presenters.replay.steps import replay_game
from games.presenters.replay.view import view_replay
from games.snapshots import Snapshot
from tests.fixtures import Response
from tests.games.pages import at
from tests.games.test_services_every_variant import check_stored
from tests.games.whole_games import (
    EVERY_TABLE,
    Table,
    remembering,
    seat_players,
    snapshot_of,
    take_turn,
    take_turn_quickly,
)
from tests.present import present
from tests.pseudo import CLOSE, LANGUAGE, OPEN, write_pseudo_language
from tests.signs import find_signs
from tests.sockets import Socket
from tests.spanish import find_faults
from tests.unmarked import find_unmarked

SPOKEN = (LANGUAGE, "en")
"""What the two players at a table speak."""
TURNS_BETWEEN = 17  # prime, so that every viewer has a turn
SPANISH_BETWEEN = 11
TOLD_IN_SPANISH = [
    table
    for table in EVERY_TABLE
    if table.players in rules.variant(table.variant).seats and not table.options
]
LOCALE = Path(__file__).resolve().parents[2] / "config" / "locale"
STEPS_CHECKED = 5
WRONG_MOVES = ({"action": "capture"}, {"action": "build", "card": "3H"}, {"move": "nonsense"})


@pytest.fixture(scope="session")
def _catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("pseudo")
    write_pseudo_language(directory)
    return directory


@pytest.fixture(autouse=True)
def _two_languages(settings: Any, _catalog: Path) -> None:
    settings.LOCALE_PATHS = [_catalog, LOCALE]
    settings.LANGUAGES = [("en", "English"), ("es", "Español"), (LANGUAGE, "Pseudo")]


def check(html: str, language: str) -> None:
    """Check that every text of a page or fragment is in that language, and names its cards."""
    assert find_signs(html) == []
    if language == "en":
        assert OPEN not in html
        assert CLOSE not in html
    else:
        assert OPEN in html
        assert find_unmarked(html) == []


@pytest.fixture
def speaking(client_of: Any) -> Any:
    """Return a function that gives a user a browser which asks for a language."""

    def speak_it(user: Any, language: str) -> Client:
        client: Client = client_of(user)
        client.cookies["django_language"] = language
        return client

    return speak_it


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.usefixtures("all_connected")  # the notices of live games are not told here
@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_whole_games_are_told_in_the_language_of_each_viewer(
    table: Table, alice: Any, bob: Any, carol: Any, dave: Any
) -> None:
    rng = random.Random(f"{table}9")
    game, turns = seat_players(table, [alice, bob, carol, dave], rng), 0
    in_spanish, faults = table in TOLD_IN_SPANISH, set[str]()
    with remembering():
        snapshot = snapshot_of(game)
        while snapshot.game.status == Game.Status.PLAYING:
            if turns % TURNS_BETWEEN == 0:
                check_table(snapshot, turns)
            if in_spanish and turns % SPANISH_BETWEEN == 0:
                mover = snapshot.seats[snapshot.dealt.to_move or 0].user_id
                for viewer in (mover, None):
                    faults |= find_spanish_faults(snapshot, viewer)
            turns += 1
            snapshot = take_turn_quickly(table, snapshot, turns, rng)
    check_table(snapshot, turns)
    if in_spanish:
        faults |= find_spanish_faults(snapshot, alice.pk)
        faults |= find_faults_of_the_replay(snapshot, alice.pk)
    assert faults == set()
    last = replay_game(snapshot, alice.pk).last
    for step in (*range(0, last, last // STEPS_CHECKED + 1), last):
        for language in ("en", LANGUAGE):
            with speak(language):
                replay = replay_game(snapshot, alice.pk)
                view = view_replay(replay, path="/x/", step=step, perspective="")
            # The list of moves is the same in every step: it is read once.
            shown = view.moves_key if step < last else ""
            check(render_replay(view, language=language, moves_shown=shown), language)
    snapshots.forget_all()
    check_stored(snapshot_of(game))


def check_table(snapshot: Snapshot, turn: int) -> None:
    """Render the table for each viewer in turn, in one language after the other."""
    viewers = [*(seat.user_id for seat in snapshot.seats if seat.user_id), None]
    for language in ("en", LANGUAGE):
        viewer = viewers[turn % len(viewers)]
        check(render_game(snapshot, viewer, language=language, csrf_token="t" * 8), language)


def find_spanish_faults(snapshot: Snapshot, viewer: int | None) -> set[str]:
    with speak("es"):
        return set(find_faults(render_game(snapshot, viewer, language="es", csrf_token="t" * 8)))


def find_faults_of_the_replay(snapshot: Snapshot, viewer: int) -> set[str]:
    with speak("es"):
        replay = replay_game(snapshot, viewer)
        view = view_replay(replay, path="/x/", step=replay.last, perspective="")
        return set(find_faults(render_replay(view, language="es", moves_shown="")))


@pytest.fixture
async def at_table(
    all_connected: None, dealt: Any, alice: Any, bob: Any, speaking: Any
) -> AsyncIterator[Any]:
    """Deal a game, and open a socket for each seat; yield the game and the sockets.

    However slow the machine is, the site knows from the beginning that both look at the game.
    """
    game = await database_sync_to_async(dealt)()
    sockets: list[Socket] = []
    for user, language in zip((alice, bob), SPOKEN, strict=True):
        client = await database_sync_to_async(speaking)(user, language)
        socket = Socket(f"/ws/games/{game.public_id}/", client=client)
        assert await socket.open()
        sockets.append(socket)
        check(await received(socket), language)
    yield game, sockets
    for socket in sockets:
        await socket.close()


@pytest.mark.django_db(transaction=True)
async def test_two_players_read_their_own_language_over_sockets(at_table: Any) -> None:
    game, sockets = at_table
    for turn in range(8):
        snapshot = await database_sync_to_async(snapshot_of)(game)
        mover, seen = snapshot.state.to_move, str(snapshot.game.move_count)
        await sockets[mover].send(json.dumps({"seen": seen, "action": "capture", "HEADERS": {}}))
        check(await received(sockets[mover]), SPOKEN[mover])
        await play_turn(game, sockets, turn)


async def play_turn(game: Any, sockets: list[Socket], turn: int) -> None:
    snapshot = await database_sync_to_async(snapshot_of)(game)
    move = str(next(islice(game.rules.moves(snapshot.state), turn % 3, None)))
    sent = {"seen": str(snapshot.game.move_count), "move": move, "HEADERS": {}}
    await sockets[snapshot.state.to_move].send(json.dumps(sent))
    for socket, language in zip(sockets, SPOKEN, strict=True):
        check(await received(socket), language)


@pytest.mark.django_db(transaction=True)
@pytest.mark.once
async def test_a_usual_move_and_its_tables_take_no_change_of_the_language(
    at_table: Any, monkeypatch: Any
) -> None:
    game, sockets = at_table
    changes: list[str] = []
    monkeypatch.setattr(translation, "activate", changes.append)
    for turn in range(6):
        await play_turn(game, sockets, turn)
    assert changes == []


@pytest.mark.django_db
@pytest.mark.once
def test_what_a_move_has_earned_is_found_once_for_all_languages(dealt: Any, alice: Any) -> None:
    game, table = dealt(), Table("trifecta", 2)
    with remembering():
        for turn in range(1, 9):
            take_turn(table, snapshot_of(game), turn, random.Random(1))
            render_game(snapshot_of(game), alice.pk, language="en", csrf_token="t" * 8)
            found = _find_earned.cache_info()
            render_game(snapshot_of(game), alice.pk, language=LANGUAGE, csrf_token="t" * 8)
            assert _find_earned.cache_info().misses == found.misses
        assert _find_earned.cache_info().hits > found.hits


async def received(socket: Socket) -> str:
    fragment = await socket.receive()
    assert fragment is not None
    return fragment


@pytest.mark.django_db
@pytest.mark.once
def test_two_players_read_their_own_language_in_pages_and_answers(
    dealt: Any, alice: Any, bob: Any, speaking: Any
) -> None:
    game = dealt()
    browsers = {
        (user, language): speaking(user, language)
        for user in (alice, bob)
        for language in ("en", LANGUAGE)
    }
    for turn in range(3):
        snapshot = snapshot_of(game)
        mover, seen = (alice, bob)[present(snapshot.dealt.to_move)], str(snapshot.game.move_count)
        move = next(islice(game.rules.moves(snapshot.state), turn % 3, None))
        held = min(snapshot.dealt.hands[present(snapshot.dealt.to_move)])
        chosen = {"seen": seen, "card": held, "pile": "5D"}
        for (user, language), browser in browsers.items():
            check_page(browser, at("game", game), language)
            check_page(browser, at("replay", game), language)
            if user is mover:
                for headers in ({}, {"HX-Request": "true"}):
                    for wrong in WRONG_MOVES:
                        path, fields = at("move", game), {"seen": seen} | wrong
                        check_answer(browser.post(path, fields, headers=headers), language, 422)
                composed = browser.post(at("compose", game), chosen, headers={"HX-Request": "true"})
                check_answer(composed, language, 200)
        language = ("en", LANGUAGE)[turn % 2]
        played = browsers[mover, language].post(
            at("move", game), {"seen": seen, "move": str(move)}, headers={"HX-Request": "true"}
        )
        check_answer(played, language, 200)
    browsers[alice, "en"].post(at("quit", game))
    for (_, language), browser in browsers.items():
        for page in ("game", "replay", "analysis", "game_shuffle"):
            check_page(browser, at(page, game), language)
        for path in ("/", "/archive/", "/accounts/settings/", "/players/alice/"):
            check_page(browser, path, language)


def check_answer(response: Response, language: str, status: int) -> None:
    assert response.status_code == status
    check(response.content.decode(), language)


def check_page(browser: Client, path: str, language: str) -> None:
    response = browser.get(path, follow=True)
    assert response.headers["Content-Language"] == language
    check_answer(response, language, 200)
