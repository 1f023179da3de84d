"""The games themselves: their rules, positions, moves and scores.

Pure Python: no framework, no clock, and no randomness of its own (a dealt deck is handed in).

>>> trifecta = variant("trifecta")
>>> state = trifecta.position(
...     {"variant": "trifecta", "hands": [["3H", "8C"], ["KS"]], "table": [{"cards": ["5D"]}]}
... )
>>> [str(move) for move in trifecta.moves(state)]
['3H', '8C', 'pass', '3H + 5D = 8']
"""

from typing import Any, Final

from games.rules.cards import HIDDEN, show_card
from games.rules.errors import IllegalMove, InvalidPosition
from games.rules.notation import Action, Move
from games.rules.state import Capture, Kind, Pile, State
from games.rules.trifecta import Trifecta
from games.rules.variant import SPECTATOR, Variant

__all__ = [
    "HIDDEN",
    "SPECTATOR",
    "VARIANTS",
    "Action",
    "Capture",
    "IllegalMove",
    "InvalidPosition",
    "Kind",
    "Move",
    "Pile",
    "State",
    "Variant",
    "show_card",
    "variant",
]

VARIANTS: Final[dict[str, Variant[Any, Any]]] = {game.name: game for game in (Trifecta(),)}
"""Every game that can be played, by name. A new one is a module and a name in this list."""


def variant(name: str) -> Variant[Any, Any]:
    """Return the game of that name; KeyError lists the known ones."""
    try:
        return VARIANTS[name]
    except KeyError:
        raise KeyError(f"no variant {name!r}; known are {', '.join(VARIANTS)}") from None
