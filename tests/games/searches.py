"""Searches in the archive, as tests make them."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.games.pages import text_of

ARCHIVE = "/archive/"


def search(client: Client, **asked: Any) -> str:
    answer = client.get(ARCHIVE, asked)
    assert answer.status_code == 200
    return text_of(answer)


def found(client: Client, *games: Game, **asked: Any) -> list[bool]:
    """Return, for each game, whether the search shows it."""
    page = search(client, **asked)
    return [reverse("replay", args=[game.public_id]) in page for game in games]


def listed(page: str) -> list[str]:
    """Return the ids of the games on a page, in order."""
    return re.findall(r'class="button game-replay" href="/games/([^/]+)/replay/0/"', page)
