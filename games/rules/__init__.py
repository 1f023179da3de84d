"""The games themselves: their rules, positions, moves and scores.

Pure Python: no framework, no clock, and no randomness of its own (a dealt deck is handed in).

>>> trifecta = variant("trifecta")
>>> state = trifecta.position(
...     {"variant": "trifecta", "hands": [["3H", "8C"], ["KS"]], "table": [{"cards": ["5D"]}]}
... )
>>> [str(move) for move in trifecta.moves(state)]
['3H', '8C', 'pass', '3H + 5D = 8']
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from games.rules.cards import HIDDEN, show_card
from games.rules.casino import Casino
from games.rules.errors import IllegalMove, InvalidPosition, UnknownRules
from games.rules.notation import Action, Move
from games.rules.royal import Royal
from games.rules.royal_casino import RoyalCasino
from games.rules.spade import Spade
from games.rules.state import Capture, Kind, Pile, State
from games.rules.trifecta import Trifecta
from games.rules.triple_four import TripleFour
from games.rules.variant import SPECTATOR, AnyVariant, Variant

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
    "UnknownRules",
    "Variant",
    "known_versions",
    "show_card",
    "title_of",
    "variant",
    "variant_of",
]

_EVERY_VERSION: Final[tuple[AnyVariant, ...]] = (
    Trifecta(),
    Casino(),
    Spade(),
    RoyalCasino(),
    Royal(),
    TripleFour(),
)
"""Every version of every game, of each game the oldest first: old ones play stored games on."""

VARIANTS: Final = {game.name: game for game in _EVERY_VERSION}
"""The newest version of every game, by name. A new game is a module and a name in the list."""

_BY_VERSION: Final = {(game.name, game.rules_version): game for game in _EVERY_VERSION}


def variant(name: str, version: int | None = None) -> AnyVariant:
    """Return the game of that name by that version of its rules, by default the newest.

    Raises UnknownRules, a KeyError that lists the known ones.
    """
    known = VARIANTS.get(name) if version is None else _BY_VERSION.get((name, version))
    if known is not None:
        return known
    if name not in VARIANTS:
        raise UnknownRules("unknown_game", name=repr(name), known=", ".join(VARIANTS))
    title = VARIANTS[name].title
    versions = ", ".join(str(number) for each, number in _BY_VERSION if each == name)
    raise UnknownRules("unknown_version", title=title, version=version, known=versions)


def known_versions() -> Iterable[tuple[str, int]]:
    """Return the names and versions of all rules that `variant` finds."""
    return _BY_VERSION


def title_of(name: str) -> str:
    """Return what a game is called: by its name alone, if it is not known here."""
    known = VARIANTS.get(name)
    return known.title if known else name


def variant_of(document: Mapping[str, Any]) -> AnyVariant:
    """Return the game of a position document, by the version that it names, or else the first.

    Raises UnknownRules, and KeyError if it names no game.
    """
    return variant(document["variant"], document.get("rules_version", 1))
