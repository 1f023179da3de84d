"""What tests of pages share: posting to a game, and reading the answer."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.fixtures import Response, WithContent
from tests.signs import as_seen

LOOKS = ("game", "game_live")
POSTS = ("join", "leave", "pick", "move", "clock", "quit", "rematch")
CAPTURE: dict[str, Any] = {"seen": "2", "action": "capture", "card": "9D", "pile": ["5D", "4H"]}


def at(name: str, game: Game) -> str:
    return reverse(name, args=[game.public_id])


def send(client: Client, game: Game, name: str = "move", **fields: Any) -> Response:
    return client.post(at(name, game), fields)


def text_of(response: WithContent) -> str:
    """Return a page, with its sentences as they are seen."""
    return as_seen(response.content.decode())


def named(name: str) -> str:
    """Return a player's name as a sentence on a page marks it."""
    return f'<b class="who" translate="no">{name}</b>'


def alert_of(response: WithContent) -> str:
    """Return the sentence with which a page refuses something."""
    found = re.search(r'role="alert">([^<]*)', text_of(response))
    assert found is not None
    return found[1].strip()


def checked(response: WithContent) -> set[str]:
    return set(re.findall(r'value="([^"]*)"[^>]* checked', text_of(response)))


def cards_in(response: WithContent, game: Game) -> set[str]:
    text = text_of(response).replace(game.public_id, "")
    return set(re.findall(r"\b[A2-9TJQK][SHDC]\b", text))


def messages_of(response: Response) -> str:
    return " ".join(str(message) for message in response.context["messages"])
