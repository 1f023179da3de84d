"""Computer players. They are given what their seat may know and a random source, nothing else."""

from games.computer.easy import choose_easy_move
from games.computer.players import LEVELS, choose_move, choose_secret

__all__ = ["LEVELS", "choose_easy_move", "choose_move", "choose_secret"]
