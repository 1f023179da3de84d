"""How the computer players think about games of capturing piles from a table."""

from collections.abc import Mapping
from typing import Final

from games.computer.piles.easy import think_beginner, think_easy
from games.computer.piles.trials import think_club, think_master, think_strong
from games.computer.secret_cards import choose_secret_card
from games.computer.thinking import Alternatives, PileTurn, Rated, Thinker
from games.rules import Action, Move

__all__ = ["THINKERS"]


def _pick_first(level: str, think: Thinker) -> Thinker:
    """Return how a level thinks, its pick of a secret card before the deal included."""

    def think_or_pick(turn: PileTurn) -> Alternatives:
        if next(turn.variant.moves(turn.state)).action is Action.SECRET:
            card = choose_secret_card(turn.variant.safe_picks(), turn.rng, level)
            return (Rated(Move(Action.SECRET, card), 0.0),)
        return think(turn)

    return think_or_pick


_LEVELS: Final[Mapping[str, Thinker]] = {
    "beginner": think_beginner,
    "easy": think_easy,
    "club": think_club,
    "strong": think_strong,
    "master": think_master,
}

THINKERS: Final = {level: _pick_first(level, think) for level, think in _LEVELS.items()}
"""How each level thinks."""
