"""The tables of the site's own tests serve here too."""

from tests.games.conftest import _new_process, dealt, known_shuffle, picking

__all__ = ["_new_process", "dealt", "known_shuffle", "picking"]
