"""Computer players. They get what their seat may know and a random source, and nothing else."""

from games.computer.choices import Choice, view_hash
from games.computer.failures import describe_failure
from games.computer.levels import LEVELS, PLAYERS_VERSION, Level
from games.computer.players import choose, choose_move, repeat
from games.computer.thinking import PATIENCE

__all__ = [
    "LEVELS",
    "PATIENCE",
    "PLAYERS_VERSION",
    "Choice",
    "Level",
    "choose",
    "choose_move",
    "describe_failure",
    "repeat",
    "view_hash",
]
