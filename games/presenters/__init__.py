"""View models: what the pages of a table, a replay, the lobby and the rest show, in words."""

from games.presenters.analysis import (
    AnalysedView,
    analysis_state,
    replay_line,
    view_analysed_step,
    view_analysis,
)
from games.presenters.archive import view_archive
from games.presenters.boards import level_words
from games.presenters.calendar import write_calendar
from games.presenters.composer import answer_likely_choices, compose_selection
from games.presenters.games import view_games
from games.presenters.hints import HintView, view_hint
from games.presenters.lobby import LobbyView, view_lobby
from games.presenters.mine import MyGamesView, tell_next_due, view_my_games
from games.presenters.mistakes import view_mistake
from games.presenters.own_data import (
    own_games_document,
    own_pace_document,
    own_results_document,
    own_vacations_document,
)
from games.presenters.plans import DraftView, draft_plan, view_plans
from games.presenters.players import player_links, view_profile
from games.presenters.replay.shapes import ReplayView
from games.presenters.replay.steps import Replay, replay_game, replay_upload
from games.presenters.replay.view import view_replay
from games.presenters.seeks import SeeksView, view_seeks
from games.presenters.shapes import FormState
from games.presenters.showcase import (
    order_shown,
    recorded_replay,
    view_recorded_step,
    view_shown_game,
)
from games.presenters.shuffle import view_shuffle_page
from games.presenters.status import site_status
from games.presenters.stories import view_story
from games.presenters.table import TableView, view_table
from games.presenters.vacations import view_vacation
from games.presenters.waiting import free_seats

__all__ = [
    "AnalysedView",
    "DraftView",
    "FormState",
    "HintView",
    "LobbyView",
    "MyGamesView",
    "Replay",
    "ReplayView",
    "SeeksView",
    "TableView",
    "analysis_state",
    "answer_likely_choices",
    "compose_selection",
    "draft_plan",
    "free_seats",
    "level_words",
    "order_shown",
    "own_games_document",
    "own_pace_document",
    "own_results_document",
    "own_vacations_document",
    "player_links",
    "recorded_replay",
    "replay_game",
    "replay_line",
    "replay_upload",
    "site_status",
    "tell_next_due",
    "view_analysed_step",
    "view_analysis",
    "view_archive",
    "view_games",
    "view_hint",
    "view_lobby",
    "view_mistake",
    "view_my_games",
    "view_plans",
    "view_profile",
    "view_replay",
    "view_recorded_step",
    "view_seeks",
    "view_shown_game",
    "view_shuffle_page",
    "view_story",
    "view_table",
    "view_vacation",
    "write_calendar",
]
