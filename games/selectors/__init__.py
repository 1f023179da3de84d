"""The queries: who may see which game, and what is read of it. Reading changes nothing."""

from games.selectors.access import find_game, find_game_before, find_newest, recalled_game
from games.selectors.analysis import (
    CERTAIN,
    Position,
    choices_to_repeat,
    find_analysis,
    positions_of,
)
from games.selectors.calendar import find_begun, find_deadlines, find_turn_deadlines
from games.selectors.evidence import find_company_in_games, find_evidence, find_lapses
from games.selectors.hints import find_hint, hint_turn, may_take_hint, seat_for_hints
from games.selectors.lessons import find_lesson_games, has_one_game
from games.selectors.lobby import PublicLists, find_public_lists
from games.selectors.mine import Turns, count_turns, find_next_turn, find_turns
from games.selectors.notes import find_note
from games.selectors.operations import ComputerTurn, computer_turn, health
from games.selectors.paces import count_paces, find_pace
from games.selectors.players import find_player
from games.selectors.records import find_recorded_game, finished_records, record_of
from games.selectors.verification import (
    Verified,
    VerifiedPlayer,
    verifiable_games,
    verify_games,
    verify_tallies,
)

__all__ = [
    "CERTAIN",
    "ComputerTurn",
    "Position",
    "PublicLists",
    "Turns",
    "Verified",
    "VerifiedPlayer",
    "computer_turn",
    "count_turns",
    "count_paces",
    "find_analysis",
    "find_begun",
    "find_company_in_games",
    "find_deadlines",
    "find_evidence",
    "find_game",
    "find_game_before",
    "find_hint",
    "find_lapses",
    "find_next_turn",
    "find_note",
    "find_turn_deadlines",
    "find_turns",
    "find_newest",
    "find_pace",
    "find_player",
    "find_public_lists",
    "find_recorded_game",
    "finished_records",
    "health",
    "find_lesson_games",
    "has_one_game",
    "hint_turn",
    "may_take_hint",
    "positions_of",
    "recalled_game",
    "record_of",
    "seat_for_hints",
    "choices_to_repeat",
    "verifiable_games",
    "verify_games",
    "verify_tallies",
]
