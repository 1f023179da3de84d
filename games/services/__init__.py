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
from games.services.computers import record_failure
from games.services.leaving import (
    delete_practice,
    hold_games,
    leave_all_games,
    leave_at_log_out,
    leave_game,
    separate,
)
from games.services.lessons import restart_lesson, start_lesson
from games.services.outage import (
    begin_serving,
    create_clock,
    has_others,
    overtake_open_pages,
    record_web_absent,
    record_web_alive,
    record_web_stopped,
)
from games.services.own import mark_viewed, write_note
from games.services.paces import recount_paces
from games.services.picking import ANY_CARD, pick_computer_secret, pick_secret
from games.services.plans import cancel_plans, choose_only_moves, make_plan
from games.services.playing import (
    TYPED,
    Selection,
    expire_turn,
    make_computer_move,
    make_move,
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
from games.services.rematches import offer_rematch
from games.services.seating import join_game, open_table, play_computer, seat_computers
from games.services.seeking import (
    SLOW_PLACES_LIMIT,
    come_to_game,
    pair_again,
    pair_waiting,
    play_now,
)
from games.services.telling import MISSED, see_missed_call
from games.services.thinking import (
    MESSAGE_EXPIRES,
    SLOW_LEVELS,
    ThinkingJob,
    claim_thinking_job,
    end_thinking_job,
    is_thinking_due,
)
from games.services.vacations import (
    end_vacation,
    see_vacation,
    set_automatic_vacation,
    start_vacation,
)
from games.services.verification import claim_verification, record_verified
from games.services.waiting import (
    keep_seeking,
    keep_waiting,
    lapse_waiting_games,
    leave_page,
)
from games.services.warning import warn_of_deadline
from games.services.writing import show_anew, show_games_of

__all__ = [
    "ANALYST",
    "ANY_CARD",
    "AlreadyPlaying",
    "Analysed",
    "ChoiceNeeded",
    "GameOver",
    "IllegalPlay",
    "MESSAGE_EXPIRES",
    "MISSED",
    "MoveRefused",
    "NotSeated",
    "NotStarted",
    "NotYourTurn",
    "OffLesson",
    "PickRefused",
    "Refused",
    "SLOW_LEVELS",
    "SLOW_PLACES_LIMIT",
    "SeatRefused",
    "TYPED",
    "Selection",
    "StaleTable",
    "ThinkingJob",
    "TimeRanOut",
    "VacationRefused",
    "ask_analysis",
    "begin_serving",
    "cancel_plans",
    "choose_only_moves",
    "claim_analysis",
    "claim_computer_turns",
    "claim_thinking_job",
    "claim_verification",
    "come_to_game",
    "create_clock",
    "delete_practice",
    "end_thinking_job",
    "end_vacation",
    "expire_turn",
    "games_to_warn",
    "give_up_analysis",
    "has_others",
    "hold_games",
    "is_thinking_due",
    "join_game",
    "keep_seeking",
    "keep_waiting",
    "lapse_waiting_games",
    "leave_all_games",
    "leave_at_log_out",
    "leave_game",
    "leave_page",
    "make_computer_move",
    "make_move",
    "make_plan",
    "mark_viewed",
    "offer_rematch",
    "open_table",
    "overdue_games",
    "overtake_open_pages",
    "pair_again",
    "pair_waiting",
    "pick_computer_secret",
    "pick_secret",
    "play_computer",
    "play_now",
    "quit_game",
    "record_analysed",
    "record_failure",
    "record_sweep",
    "record_verified",
    "record_web_absent",
    "record_web_alive",
    "record_web_stopped",
    "recount_paces",
    "seat_computers",
    "restart_lesson",
    "separate",
    "see_missed_call",
    "see_vacation",
    "set_automatic_vacation",
    "show_anew",
    "show_games_of",
    "start_lesson",
    "start_vacation",
    "warn_of_deadline",
    "write_note",
]
