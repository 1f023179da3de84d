"""The only code that changes games: each change is one function here, in one transaction."""

from games.services.analysis import (
    ANALYST,
    Analysed,
    ask_analysis,
    claim_analysis,
    give_up_analysis,
    record_analysed,
)
from games.services.clock import (
    claim_computer_turns,
    games_to_warn,
    overdue_games,
    record_sweep,
)
from games.services.computers import TURN_EXPIRES, record_failure
from games.services.lessons import restart_lesson, start_lesson
from games.services.outage import record_web_alive
from games.services.own import mark_viewed, write_note
from games.services.paces import recount_paces
from games.services.plans import cancel_plans, choose_only_moves, make_plan
from games.services.playing import (
    ANY_CARD,
    TYPED,
    Selection,
    expire_turn,
    make_computer_move,
    make_move,
    pick_computer_secret,
    pick_secret,
    quit_game,
)
from games.services.refusals import (
    AlreadyPlaying,
    ChoiceNeeded,
    GameOver,
    IllegalPlay,
    MoveRefused,
    NotSeated,
    NotStarted,
    NotYourTurn,
    OffLesson,
    PickRefused,
    Refused,
    SeatRefused,
    StaleTable,
    TimeRanOut,
    VacationRefused,
)
from games.services.seating import (
    join_game,
    leave_all_games,
    leave_game,
    offer_rematch,
    open_table,
    play_computer,
    seat_computers,
)
from games.services.seeking import SLOW_PLACES_LIMIT, come_to_game, play_now
from games.services.tallies import hold_games
from games.services.vacations import end_vacation, set_automatic_vacation, start_vacation
from games.services.verification import claim_verification, record_verified
from games.services.waiting import (
    keep_seeking,
    keep_waiting,
    lapse_waiting_games,
    leave_page,
)
from games.services.warning import warn_of_deadline
from games.services.writing import show_anew

__all__ = [
    "ANALYST",
    "ANY_CARD",
    "AlreadyPlaying",
    "Analysed",
    "ChoiceNeeded",
    "GameOver",
    "IllegalPlay",
    "MoveRefused",
    "NotSeated",
    "NotStarted",
    "NotYourTurn",
    "OffLesson",
    "PickRefused",
    "Refused",
    "SLOW_PLACES_LIMIT",
    "SeatRefused",
    "TYPED",
    "Selection",
    "StaleTable",
    "TURN_EXPIRES",
    "TimeRanOut",
    "VacationRefused",
    "ask_analysis",
    "cancel_plans",
    "choose_only_moves",
    "claim_analysis",
    "claim_computer_turns",
    "claim_verification",
    "come_to_game",
    "end_vacation",
    "expire_turn",
    "games_to_warn",
    "give_up_analysis",
    "hold_games",
    "join_game",
    "keep_seeking",
    "keep_waiting",
    "lapse_waiting_games",
    "leave_all_games",
    "leave_game",
    "leave_page",
    "make_computer_move",
    "make_move",
    "make_plan",
    "mark_viewed",
    "offer_rematch",
    "open_table",
    "overdue_games",
    "pick_computer_secret",
    "pick_secret",
    "play_computer",
    "play_now",
    "quit_game",
    "record_analysed",
    "record_failure",
    "record_sweep",
    "record_verified",
    "record_web_alive",
    "recount_paces",
    "seat_computers",
    "restart_lesson",
    "set_automatic_vacation",
    "show_anew",
    "start_lesson",
    "start_vacation",
    "warn_of_deadline",
    "write_note",
]
