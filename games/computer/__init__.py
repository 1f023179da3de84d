"""Computer players. They get what their seat may know and a random source, and nothing else."""

from games.computer.choices import Choice, view_hash
from games.computer.failures import describe_failure
from games.computer.levels import LEVELS, PLAYERS_VERSION, Level
from games.computer.players import choose, choose_move
from games.computer.thinking import StartTimer, Timer

__all__ = [
    "LEVELS",
    "PLAYERS_VERSION",
    "Choice",
    "Level",
    "StartTimer",
    "Timer",
    "choose",
    "choose_move",
    "describe_failure",
    "view_hash",
]
