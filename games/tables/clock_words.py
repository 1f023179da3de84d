"""Whose turn it is, how long it may take, and what happens then, in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from games.messages.times import duration_words
from games.models import NO_TIMER, Game
from games.snapshots import Snapshot
from games.tables.seat_views import name_rivals


def turn_words(snapshot: Snapshot, viewer: int | None, names: Sequence[str]) -> str:
    """Return whose turn it is, or "" when it is nobody's."""
    game = snapshot.game
    if game.status == Game.Status.PLAYING and game.to_move is not None:
        if game.to_move == viewer:
            return "Your turn"
        is_computers = bool(snapshot.seats[game.to_move].level)
        words = " is thinking…" if is_computers else "’s turn"
        return names[game.to_move] + words
    if game.status == Game.Status.PICKING:
        if viewer is not None and viewer not in snapshot.picks:
            return "Pick your secret card"
        waits = [names[s.index] for s in snapshot.seats if s.index not in snapshot.picks]
        verb = "is" if len(waits) == 1 else "are"
        return f"{' and '.join(waits)} {verb} picking a secret card"
    return ""


def seconds_left(game: Game, now: dt.datetime) -> float | None:
    """Return the seconds left of the turn, None when no clock runs."""
    if game.deadline is None:
        return None
    return max(0.0, round((game.deadline - now).total_seconds(), 1))


def clock_note(game: Game, state: Any, viewer: int | None, names: Sequence[str]) -> str:
    """Return what will happen when the time of this turn runs out."""
    if game.move_time == NO_TIMER:
        return ""
    if game.status == Game.Status.PICKING:
        return "When time runs out, a random heart or club is picked for you."
    if game.to_move is None or state is None:
        return ""
    variant, seat = game.rules, game.to_move
    number = state.violations[seat] + 1
    most = variant.max_violations
    called = ["you" if index == viewer else name for index, name in enumerate(names)]
    if number >= most:
        verb = "forfeit" if seat == viewer else "forfeits"
        return f"If time runs out: {called[seat]} {verb} the game"
    rivals = name_rivals(variant, state, seat, names, viewer)
    violation = variant.violation(state, seat)
    brings = f"1 point to {rivals}" if violation.code == "rivals_point" else str(violation)
    return f"If time runs out: {brings} (violation {number} of {most})"


def clock_extended_words(game: Game) -> str:
    """Return that an outage of the site made this turn longer, or ""."""
    if not game.clock_extended_by or not game.is_running:
        return ""
    return (
        f"The site was away for {duration_words(game.clock_extended_by)}: that time is given back."
    )
