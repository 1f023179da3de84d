"""The frames that sockets are sent in tests, and what is read in those that come."""

from __future__ import annotations

import json
import re
from typing import Any

from channels.db import database_sync_to_async

from games.models import Game
from tests.sockets import Socket

SHORT = 0.2  # long enough to see that no frame comes


def path_of(game: Game) -> str:
    return f"/ws/games/{game.public_id}/"


def frame(seen: int = 2, action: str = "drop", card: str = "8C", **fields: Any) -> str:
    """Return what htmx sends for the table's form."""
    sent = {"seen": str(seen), "action": action, "card": card, "HEADERS": {"HX-Request": "true"}}
    return json.dumps(sent | fields)


def hand_in(fragment: str) -> set[str]:
    return set(re.findall(r'name="card" value="(\w\w)"', fragment))


def piles_in(fragment: str) -> set[str]:
    return set(re.findall(r'name="pile" value="([\w-]+)"', fragment))


def version_in(fragment: str) -> int:
    found = re.search(r'data-version="(\d+)"', fragment)
    assert found is not None
    return int(found[1])


async def next_frame(socket: Socket, *having: str) -> str:
    """Return the next frame that contains all these texts."""
    while True:
        fragment = await socket.receive()
        assert fragment is not None, f"closed with {socket.close_code} before {having}"
        if all(words in fragment for words in having):
            return fragment


async def receive_all(socket: Socket) -> None:
    """Receive what comes until nothing does."""
    while not await socket.receive_nothing(SHORT):
        await socket.receive()


async def moves_of(game: Game) -> list[str]:
    def read_moves() -> list[str]:
        return [move.text or move.kind for move in game.events.all()]

    moves: list[str] = await database_sync_to_async(read_moves)()
    return moves


async def close_code_of(socket: Socket) -> int | None:
    while await socket.receive() is not None:
        pass
    return socket.close_code
