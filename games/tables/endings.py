"""How a game ended, in words: the same for the table, the replay and whatever else tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.messages.labels import outcome_words
from games.tables.seat_views import name_sides
from games.tables.shapes import Rank
from games.tables.trackers import AnyVariant
from games.tables.words import join_names, show_points

_DROPPED_OUT: Final = ("forfeit", "resignation")
_ORDINALS: Final = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won with what, and in a sentence of its own why; `winners` are sides."""

    headline: str
    reason_words: str
    winners: tuple[int, ...]


def tell_ending(
    variant: AnyVariant, state: Any, names: Sequence[str], viewer: int | None = None
) -> Ending | None:
    """Return how a game ended, None while it goes on; `names` are those at the seats."""
    outcome = variant.outcome(state)
    if outcome is None:
        return None
    sides = name_sides(variant, state, names, viewer)
    totals = [show_points(total) or "0" for total in variant.totals(state)]
    winners, reason = outcome
    who = join_names([sides[side] for side in winners]) if winners else ""
    members = [seat for seat in range(len(names)) if variant.side(state, seat) in winners]
    is_one = len(members) == 1
    verb = "wins" if is_one and who != "You" else "win"
    if reason in _DROPPED_OUT:
        return Ending(
            f"{who} {verb} by forfeit", _tell_dropping_out(variant, state, names, viewer), winners
        )
    if len(winners) != 1:
        headline = f"A draw, {' to '.join(totals)}"
        if winners and len(winners) < len(sides):
            headline = f"{who} share the win with {totals[winners[0]]} {variant.unit} each"
        return Ending(headline, outcome_words(variant, reason), winners)
    best = winners[0]
    staying = _find_staying(variant, state)
    rivals = [totals[side] for side in staying if side != best]
    headline = f"{who} {verb} {totals[best]} to {join_names(rivals)}"
    why = _tell_reason(variant, state, reason, staying)
    if gone := find_gone(variant, state):
        left = join_names(["You" if seat == viewer else names[seat] for seat in gone])
        why = f"{why} {left} dropped out.".strip()
    return Ending(headline, why, winners)


def rank_sides(
    variant: AnyVariant, state: Any, names: Sequence[str], viewer: int | None
) -> tuple[Rank, ...]:
    """Return the places of a finished game of more than two sides, nothing for two."""
    totals = variant.totals(state)
    if len(totals) < 3:
        return ()
    sides = name_sides(variant, state, names, viewer)
    gone = {variant.side(state, seat) for seat in find_gone(variant, state)}
    winners, _ = variant.outcome(state) or ((), "")

    def strength(side: int) -> tuple[bool, bool, Any]:
        return side not in gone, side in winners, totals[side]

    order = sorted(range(len(totals)), key=strength, reverse=True)
    return tuple(
        Rank(
            1 + sum(strength(other) > strength(side) for other in order),
            sides[side],
            show_points(totals[side]) or "0",
            side in gone,
        )
        for side in order
    )


def find_gone(variant: AnyVariant, state: Any) -> tuple[int, ...]:
    """Return the seats whose players quit or forfeited."""
    late = (seat for seat, n in enumerate(state.violations) if n >= variant.max_violations)
    quitters = () if state.resigned is None else (state.resigned,)
    return tuple(sorted({*variant.out(state), *late, *quitters}))


def _find_staying(variant: AnyVariant, state: Any) -> list[int]:
    """Return the sides that nobody has left, the best first."""
    totals = variant.totals(state)
    gone = {variant.side(state, seat) for seat in find_gone(variant, state)}
    staying = [side for side in range(len(totals)) if side not in gone]
    return sorted(staying, key=lambda side: totals[side], reverse=True)


def _tell_reason(variant: AnyVariant, state: Any, reason: str, staying: Sequence[int]) -> str:
    """Return what decided a game that was played to its end."""
    if words := outcome_words(variant, reason):
        return words
    best, next_best = (variant.totals(state)[side] for side in staying[:2])
    lead = best - next_best
    return f"{show_points(lead)} {'point' if lead <= 1 else 'points'} ahead." if lead else ""


def _tell_dropping_out(
    variant: AnyVariant, state: Any, names: Sequence[str], viewer: int | None
) -> str:
    gone = find_gone(variant, state)
    who = join_names(["You" if seat == viewer else names[seat] for seat in gone])
    if len(gone) > 1:
        why = f"{who} dropped out of the game."
    elif state.resigned is not None:
        why = f"{who} quit the game."
    else:
        times = _ORDINALS.get(variant.max_violations, "last")
        why = f"{who} ran out of time for the {times} time."
    totals = " to ".join(show_points(total) or "0" for total in variant.totals(state))
    return f"{why} The {variant.unit} stay as they were, {totals}, and decide nothing."
