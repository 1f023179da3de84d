"""What the tests of the lessons share with those of the games."""

from tests.games.conftest import _new_process, nobody

__all__ = ["_new_process", "nobody"]
