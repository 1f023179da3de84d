"""The only reader for people: who may see a game, and the view of it that they get."""

from games.tables.access import find_game, recalled_game, visible_games
from games.tables.analysis import Position, StoredChoice, positions_of, stored_choices
from games.tables.analysis_view import (
    AnalysedView,
    AnalysisView,
    LessonView,
    analysis_state,
    find_analysis,
    view_analysed_step,
    view_analysis,
    view_lesson,
)
from games.tables.archive import search_archive
from games.tables.boards import level_words
from games.tables.composer_view import compose_selection
from games.tables.hints import HintView, hint_turn, may_take_hint, seat_for_hints, view_hint
from games.tables.lobby_view import LobbyView, running_game_ids, view_lobby
from games.tables.operations import (
    SWEEP_SECONDS,
    ComputerTurn,
    SiteStatus,
    computer_turn,
    health,
    site_status,
)
from games.tables.players import find_player, player_links, view_player
from games.tables.records import finished_records, own_games_document, record_of
from games.tables.replay import Replay, replay_game, replay_record
from games.tables.replay_shapes import ReplayView
from games.tables.replay_view import view_replay
from games.tables.shapes import Asked, TableView
from games.tables.shuffle import view_shuffle_page
from games.tables.table_view import view_table
from games.tables.verification import Verified, verifiable_games, verify_games
from games.tables.waiting_view import free_seats

__all__ = [
    "SWEEP_SECONDS",
    "AnalysedView",
    "AnalysisView",
    "Asked",
    "ComputerTurn",
    "HintView",
    "LessonView",
    "LobbyView",
    "Position",
    "Replay",
    "ReplayView",
    "SiteStatus",
    "StoredChoice",
    "TableView",
    "Verified",
    "analysis_state",
    "compose_selection",
    "computer_turn",
    "find_analysis",
    "find_game",
    "find_player",
    "finished_records",
    "free_seats",
    "health",
    "hint_turn",
    "level_words",
    "may_take_hint",
    "own_games_document",
    "player_links",
    "positions_of",
    "recalled_game",
    "record_of",
    "replay_game",
    "replay_record",
    "running_game_ids",
    "seat_for_hints",
    "site_status",
    "stored_choices",
    "search_archive",
    "verifiable_games",
    "verify_games",
    "view_analysed_step",
    "view_analysis",
    "view_hint",
    "view_lesson",
    "view_lobby",
    "view_player",
    "view_shuffle_page",
    "view_replay",
    "view_table",
    "visible_games",
]
