"""Every live fragment is in its viewer's language, on a page and over a socket."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.template import engines
from django.test import Client
from django.utils import timezone

from games import presenters, rules, selectors
from games.live import fragments as live
from games.live import pieces
from games.live.showcase import render_showcase
from games.messages.language import current_language, speak
from games.messages.names import name_computer
from games.messages.text import Part, Text
from games.models import Game
from games.presenters.boards.piles.shapes import CounterCell
from games.presenters.replay.steps import make_replay
from games.presenters.shapes import ChoiceView, ComposerView
from tests.catalogs import write_catalog
from tests.sockets import Socket

# A language that no other test uses, because compiled and cached texts stay.
SWEDISH = "sv"
TEXTS = {
    "Actions": "Drag",
    "Cards on the table": "Kort på bordet",
    "Fair shuffle": "Rättvis blandning",
    "joker": "svarte Petter",
    "Open tables": "Öppna bord",
    "Replay": "Repris",
    "Replay this game": "Se partiet",
    "seen": "sett",
    "No hint arrived. Please ask again.": "Inget tips.",
    "This page is out of date. Reload it.": "Ladda om sidan.",
    "Which do you mean?": "Vilket menar du?",
    "Your secret card": "Ditt hemliga kort",
    "Your secret card is {card}": "Ditt hemliga kort är {card}",
}


@pytest.fixture(autouse=True)
def _swedish(settings: Any, tmp_path: Path) -> None:
    write_catalog(tmp_path, SWEDISH, [(text, told, None) for text, told in TEXTS.items()])
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), (SWEDISH, "Svenska")]


def in_swedish(render: Callable[[str], str], text: str) -> None:
    """Check that a fragment has a text only in the language in which it is rendered."""
    for language, shown, other in (("en", text, TEXTS[text]), (SWEDISH, TEXTS[text], text)):
        html = render(language)
        assert shown in html
        assert other not in html
        assert current_language() == "en"


def view_deal() -> presenters.ReplayView:
    """Return the first step of a game of two."""
    variant = rules.variant("royal")
    state = variant.deal(variant.pack, players=2)
    replay = make_replay(variant, [], [state], names=("alice", "bob"), avatars=("nobody", "nobody"))
    return presenters.view_replay(replay, path="/x/", step=0, perspective="")


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.parametrize("text", ["Actions", "Fair shuffle", "Your secret card"])
def test_a_table_is_rendered_in_the_language_given(dealt: Any, alice: Any, text: str) -> None:
    snapshot = selectors.find_game(dealt().public_id, alice)
    in_swedish(
        lambda language: live.render_game(
            snapshot, alice.pk, language=language, csrf_token="token"
        ),
        text,
    )


@pytest.mark.django_db
@pytest.mark.once
def test_a_composer_is_rendered_in_the_language_given(
    known_shuffle: None, dealt: Any, alice: Any
) -> None:
    game = dealt()
    view = ComposerView("", (), (ChoiceView("8C", "8♣"),))
    in_swedish(
        lambda language: live.render_composer(game, view, language=language), "Which do you mean?"
    )


@pytest.mark.django_db
@pytest.mark.once
def test_a_lobby_is_rendered_in_the_language_given(alice: Any) -> None:
    view = presenters.view_lobby(alice, now=timezone.now())
    in_swedish(
        lambda language: live.render_lobby(view, language=language, csrf_token="token"),
        "Open tables",
    )


def test_the_showcase_is_rendered_in_the_language_given() -> None:
    style: dict[str, Any] = {"here": 0, "playing": 0, "four_colours": False}
    in_swedish(
        lambda language: render_showcase(None, language=language, **style).html, "Replay this game"
    )


def test_a_hint_is_rendered_in_the_language_given() -> None:
    view = presenters.HintView("x")
    in_swedish(
        lambda language: live.render_hint(view, language=language),
        "No hint arrived. Please ask again.",
    )


def test_a_replay_is_rendered_in_the_language_given() -> None:
    in_swedish(lambda language: live.render_replay(view_deal(), language=language), "Replay")
    in_swedish(
        lambda language: live.render_position(view_deal(), language=language), "Cards on the table"
    )


async def open_in(language: str, path: str, client: Client) -> Socket:
    client.cookies["django_language"] = language
    socket = Socket(path, client=client)
    assert await socket.open()
    return socket


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("all_connected")
@pytest.mark.parametrize("language", ["en", SWEDISH])
async def test_a_socket_speaks_its_visitors_language(
    lists_alone: None, dealt: Any, as_alice: Client, language: str
) -> None:
    game: Game = await database_sync_to_async(dealt)()

    def says(text: str, html: str | None) -> bool:
        return (text if language == "en" else TEXTS[text]) in (html or "")

    table = await open_in(language, f"/ws/games/{game.public_id}/", as_alice)
    assert says("Fair shuffle", await table.receive())
    await table.send(json.dumps({"action": "drop", "card": "8C"}))
    refused = await table.receive()
    assert says("This page is out of date. Reload it.", refused)
    assert says("Fair shuffle", refused)
    await table.close()
    lobby = await open_in(language, "/ws/lobby/", as_alice)
    assert says("Open tables", await lobby.receive())
    await lobby.close()


def test_cards_and_names_are_marked_where_a_text_says_they_are() -> None:
    text = Text([Part("<Ann>", is_name=True), Part(" & "), Part("10♦", "the ten", "TD")])
    assert pieces.with_chips(text) == (
        '<b class="who" translate="no">&lt;Ann&gt;</b> &amp; '
        '<span class="chip suit-d" role="img" aria-label="the ten">10♦</span>'
    )
    assert pieces.speak_cards(text) == (
        '&lt;Ann&gt; &amp; <span role="img" aria-label="the ten">10♦</span>'
    )


def test_only_the_name_of_a_computer_player_is_marked() -> None:
    assert pieces.mark_names(name_computer("Basil", "easy")) == (
        '<span translate="no">Basil</span> (computer, easy)'
    )
    assert pieces.mark_names("<Ann>") == '<span translate="no">&lt;Ann&gt;</span>'


def test_a_remembered_part_keeps_its_language() -> None:
    def cell() -> str:
        piece: Any = engines["live"].env.globals["piece"]  # type: ignore[attr-defined]
        return str(piece("piles.cell", "seen-s-0", CounterCell("AS", "seen")))

    with speak(SWEDISH):
        assert "sett" in cell()
    assert "sett" not in cell()


def test_a_joker_is_a_word_of_the_language_wherever_it_is_shown() -> None:
    for language, shown in (("en", "joker"), (SWEDISH, "svarte Petter")):
        with speak(language):
            assert f">{shown}</span>" in pieces.chip("XX")
            assert f">{shown}</span>" in pieces.chips(("XX", "TD"))
            assert shown in pieces.with_chips(Text([Part("x", code="XX")]))
