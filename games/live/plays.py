"""From what a page sends to a played move, for sockets and POSTs alike."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import DatabaseError

from accounts.sign_ins import SignIn
from config import storage
from config.metrics import REFUSED_MOVES
from games import services
from games.forms.selection import BadForm, read_selection, read_typed
from games.messages import notices
from games.messages.language import speak
from games.messages.refusals import tell_refusal
from games.presenters import FormState
from games.snapshots import Snapshot


def play_selection(
    game_id: int,
    user_id: int | None,
    sent: Mapping[str, Any],
    *,
    arrived_at: dt.datetime,
    language: str,
    sign_in: SignIn | None = None,
) -> tuple[FormState, Snapshot | None]:
    """Play what a page sent.

    Returns what the page should show with the table (a refusal in that language, readings to
    choose from, or nothing), and the game after the move, or None if no move was made. A move is
    made only with a valid sign-in, if one is given; otherwise this raises `SignInEnded`.
    """
    try:
        selection = read_selection(sent)
    except BadForm as bad_form:
        with speak(language):
            return FormState(refusal=str(bad_form)), None
    chosen, typed = (selection.hand, selection.piles), read_typed(sent)
    try:
        if user_id is None:
            raise services.NotSeated
        after = services.make_move(
            game_id,
            user_id=user_id,
            selection=selection,
            arrived_at=arrived_at,
            sign_in=sign_in,
        )
    except services.ChoiceNeeded as choice:
        return FormState(*chosen, readings=choice.moves), None
    except DatabaseError as error:
        if not storage.note_failure(error):
            raise
        with speak(language):
            return FormState(*chosen, refusal=notices.cannot_store(), typed=typed), None
    except services.MoveRefused as refused:
        REFUSED_MOVES.labels(refused.fact.code).inc()
        with speak(language):
            told = tell_refusal(refused)
        return FormState(*chosen, refusal=told, clause=refused.clause, typed=typed), None
    return FormState(), after
