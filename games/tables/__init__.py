"""The only reader for people: who may see a game, and the view of it that they get."""

from games.tables.access import find_game, recalled_game, visible_games
from games.tables.lobby_view import LobbyView, running_game_ids, view_lobby
from games.tables.offered import PLAYED_HERE
from games.tables.operations import ComputerTurn, computer_turn, health, own_games_document
from games.tables.shapes import Asked, TableView
from games.tables.table_view import view_table
from games.tables.words import card_name, move_time_words

__all__ = [
    "PLAYED_HERE",
    "Asked",
    "ComputerTurn",
    "LobbyView",
    "TableView",
    "card_name",
    "computer_turn",
    "find_game",
    "health",
    "move_time_words",
    "own_games_document",
    "recalled_game",
    "running_game_ids",
    "view_lobby",
    "view_table",
    "visible_games",
]
