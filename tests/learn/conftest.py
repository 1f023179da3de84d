"""What the tests of the lessons share with those of the games."""

from tests.games.conftest import _new_process, dealt, known_shuffle, nobody, picking

__all__ = ["_new_process", "dealt", "known_shuffle", "nobody", "picking"]
