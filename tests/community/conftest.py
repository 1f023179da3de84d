"""What the tests of the community share with those of the games."""

from tests.games.conftest import (
    _new_process,
    dealt,
    finished,
    known_shuffle,
    nobody,
    open_socket,
    picking,
    play,
    watch,
)

__all__ = [
    "_new_process",
    "dealt",
    "finished",
    "known_shuffle",
    "nobody",
    "open_socket",
    "picking",
    "play",
    "watch",
]
