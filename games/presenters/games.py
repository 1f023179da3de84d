"""The games of this site as a visitor who has not chosen one yet sees them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from games import rules
from games.messages import offers as told
from games.messages.language import current_language
from games.presenters.rulebook import introduce_briefly

FIRST_GAMES = ("royal", "casino")
"""The games that newcomers learn most easily."""
MINUTES = {
    "trifecta": 10,
    "casino": 30,
    "spade": 30,
    "royal_casino": 30,
    "royal": 10,
    "triple_four": 15,
}
"""How long a game of two takes with its usual options, at ten seconds a turn."""

_FIRST_LANGUAGE: Final = "en"
_PICTURES: Final = Path(__file__).resolve().parents[2] / "static" / "tables"


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game to choose: `line` is its introduction in a sentence, in the language of the rules.

    `picture` is the static file of a picture of its table, "" if there is none.
    """

    name: str
    title: str
    line: str
    facts: tuple[str, ...]
    picture: str
    is_first: bool


def view_games() -> tuple[GameCard, ...]:
    """Return all games, in the order of the site."""
    language = _pictured_language()
    return tuple(
        GameCard(
            name=name,
            title=game.title,
            line=introduce_briefly(name)[0],
            facts=tuple(
                filter(
                    None,
                    (
                        told.count_range(*game.seats),
                        told.tell_minutes(MINUTES[name]) if name in MINUTES else "",
                    ),
                )
            ),
            picture=f"tables/{language}/{name}.jpg" if name in MINUTES else "",
            is_first=name in FIRST_GAMES,
        )
        for name, game in rules.VARIANTS.items()
    )


def _pictured_language() -> str:
    """Return the language of the pictures for a reader: their own, if there are any in it."""
    language = current_language()
    return language if (_PICTURES / language).is_dir() else _FIRST_LANGUAGE
