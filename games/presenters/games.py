"""The games of this site as a visitor who has not chosen one yet sees them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from games import rules
from games.messages import offers as told
from games.messages.language import language_in
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
    language = language_in(_PICTURES)
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
            picture=f"tables/{language}/{name}.webp" if _has_picture(language, name) else "",
            is_first=name in FIRST_GAMES,
        )
        for name, game in rules.VARIANTS.items()
    )


def _has_picture(language: str, name: str) -> bool:
    return (_PICTURES / language / f"{name}.webp").exists()
