"""What is stored: games, their seats, what was shuffled, and the numbered list of events.

The truth of a game is its deck and its events; the state is derived by playing them again
(`games.snapshots`). What else follows from them and is stored, such as the points in lists and the
results, `manage.py verify_games` compares with them.
"""

from games.clocks import LIVE_MOVE_TIME, MOVE_TIMES, NO_TIMER
from games.models.choices import AnalysedMove, Analysis, LevelFailure, StoredChoice
from games.models.events import Deck, Event, Highlight, Round, SecretPick
from games.models.game import (
    COMPUTER_NAMES,
    LIVE,
    LIVE_GRACE,
    SLOW_GRACE,
    Game,
    has_known_rules,
    new_public_id,
)
from games.models.notes import NOTE_LENGTH, Note
from games.models.plans import MOST_PLANS, Plan
from games.models.seats import AcceptedTime, Seat
from games.models.site import AWAY_AFTER, REST, Queue, SiteClock, Verification
from games.models.tallies import PACE_BOUNDS, Pace, Tally, no_moves
from games.models.thinking import TURNS_A_MINUTE, Hint, ThinkingLine
from games.models.vacations import Vacation

__all__ = [
    "AWAY_AFTER",
    "AcceptedTime",
    "AnalysedMove",
    "Analysis",
    "COMPUTER_NAMES",
    "Deck",
    "Event",
    "Game",
    "Highlight",
    "Hint",
    "LIVE",
    "LIVE_GRACE",
    "LIVE_MOVE_TIME",
    "LevelFailure",
    "MOST_PLANS",
    "MOVE_TIMES",
    "NOTE_LENGTH",
    "NO_TIMER",
    "Note",
    "PACE_BOUNDS",
    "Pace",
    "Plan",
    "Queue",
    "REST",
    "Round",
    "SLOW_GRACE",
    "Seat",
    "SecretPick",
    "SiteClock",
    "StoredChoice",
    "TURNS_A_MINUTE",
    "Tally",
    "ThinkingLine",
    "Vacation",
    "Verification",
    "has_known_rules",
    "new_public_id",
    "no_moves",
]
