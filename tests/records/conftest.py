"""Fixtures of tests/games that these tests share."""

from tests.games.conftest import _new_process, dealt, known_shuffle, picking

__all__ = ["_new_process", "dealt", "known_shuffle", "picking"]
