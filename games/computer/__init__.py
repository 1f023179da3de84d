"""Computer players. They get what their seat may know and a random source, and nothing else."""

from games.computer.levels import LEVELS, PLAYERS_VERSION, Level
from games.computer.players import choose, choose_move
from games.computer.thinking import PATIENCE, Choice, view_hash

__all__ = [
    "LEVELS",
    "PATIENCE",
    "PLAYERS_VERSION",
    "Choice",
    "Level",
    "choose",
    "choose_move",
    "view_hash",
]
