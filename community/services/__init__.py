"""What people do to be left alone, and what the staff does: the only writer."""

from community.services.calling import call_off, see_queue
from community.services.distance import keep_away, let_near
from community.services.log import write_entry
from community.services.refusals import OwnAccount, SanctionRefused
from community.services.reporting import dismiss_reports, report, see_reports
from community.services.sanctions import (
    answer_reply,
    end_suspensions,
    impose,
    lift,
    reply,
    see_sanctions,
    take_out_of_games,
    take_out_the_banned,
)

__all__ = [
    "OwnAccount",
    "SanctionRefused",
    "answer_reply",
    "call_off",
    "dismiss_reports",
    "end_suspensions",
    "impose",
    "keep_away",
    "let_near",
    "lift",
    "reply",
    "report",
    "see_queue",
    "see_reports",
    "see_sanctions",
    "take_out_of_games",
    "take_out_the_banned",
    "write_entry",
]
