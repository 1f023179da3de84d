"""How a game ended: the same for the table, the replay and whatever else tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.messages import endings as told
from games.messages.labels import line_in_list, outcome_words
from games.messages.names import Names
from games.messages.text import EMPTY, Text
from games.models import Game
from games.presenters.shapes import Rank
from games.presenters.sides import group_sides, name_sides, sides_around
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.rules.wording.values import show_number

DROPPED_OUT: Final = ("forfeit", "resignation")


@dataclass(frozen=True, slots=True)
class Ending:
    """The winner and the score, and the reason in a sentence of its own; `winners` are sides."""

    headline: Text
    reason_words: Text
    winners: tuple[int, ...]


def tell_ending(variant: AnyVariant, state: State, names: Names) -> Ending | None:
    """Return how a game ended, None while it goes on."""
    outcome = variant.outcome(state)
    if outcome is None:
        return None
    winners, reason = outcome
    return Ending(
        _tell_headline(variant, state, names, winners, reason),
        _tell_reason(variant, state, names, reason),
        winners,
    )


def has_left_lesson(game: Game) -> bool:
    """Return whether a lesson was left, which is no forfeit."""
    return bool(game.lesson) and game.reason in DROPPED_OUT


def _tell_headline(
    variant: AnyVariant, state: State, names: Names, winners: tuple[int, ...], reason: str
) -> Text:
    sides, totals = group_sides(variant, state, names), variant.totals(state)
    members = [seat for side in winners for seat in sides[side]]
    if reason in DROPPED_OUT:
        return told.tell_forfeit_win(names, members)
    if len(winners) == 1:
        rivals = [totals[side] for side in _find_staying(variant, state) if side != winners[0]]
        return told.tell_win(names, members, totals[winners[0]], rivals)
    if winners and len(winners) < len(sides):
        return told.tell_shared_win(names, members, totals[winners[0]], variant.unit)
    return told.tell_draw(totals)


def _tell_reason(variant: AnyVariant, state: State, names: Names, reason: str) -> Text:
    gone = find_gone(variant, state)
    if reason in DROPPED_OUT:
        return _tell_dropping_out(variant, state, names, gone)
    why: str = outcome_words(variant, reason)
    if not why:
        best, next_best = (
            variant.totals(state)[side] for side in _find_staying(variant, state)[:2]
        )
        why = told.tell_lead(best - next_best, variant.unit)
    counted = _tell_counted_out(variant, state)
    return told.say_sentences([why, counted, told.tell_dropped_out(names, gone) if gone else EMPTY])


def _tell_counted_out(variant: AnyVariant, state: State) -> Text:
    line, goal = variant.line_counted_out(state), variant.goal(state)
    if not line or goal is None:
        return EMPTY
    return told.tell_counted_out(line_in_list(variant, line), goal, variant.unit)


def rank_sides(variant: AnyVariant, state: State, names: Names) -> tuple[Rank, ...]:
    """Return the places of a finished game of more than two sides, nothing for two."""
    totals = variant.totals(state)
    if len(totals) < 3:
        return ()
    sides = name_sides(variant, state, names)
    gone = {variant.side(state, seat) for seat in find_gone(variant, state)}
    winners, _ = variant.outcome(state) or ((), "")

    def strength(side: int) -> tuple[bool, bool, Any]:
        return side not in gone, side in winners, totals[side]

    order = sorted(range(len(totals)), key=strength, reverse=True)
    return tuple(
        Rank(
            1 + sum(strength(other) > strength(side) for other in order),
            sides[side],
            show_number(totals[side]),
            side in gone,
        )
        for side in order
    )


def find_gone(variant: AnyVariant, state: State) -> tuple[int, ...]:
    """Return the seats whose players quit or forfeited."""
    late = (seat for seat, n in enumerate(state.violations) if n >= variant.max_violations)
    quitters = () if state.resigned is None else (state.resigned,)
    return tuple(sorted({*variant.out(state), *late, *quitters}))


def _find_staying(variant: AnyVariant, state: State) -> list[int]:
    """Return the sides that nobody has left, the best first."""
    totals = variant.totals(state)
    gone = {variant.side(state, seat) for seat in find_gone(variant, state)}
    staying = [side for side in range(len(totals)) if side not in gone]
    return sorted(staying, key=lambda side: totals[side], reverse=True)


def _tell_dropping_out(
    variant: AnyVariant, state: State, names: Names, gone: Sequence[int]
) -> Text:
    if len(gone) > 1:
        why = told.tell_dropped_out(names, gone)
    elif state.resigned is not None:
        why = told.tell_quit(names, state.resigned)
    else:
        why = told.tell_ran_out(names, gone[0], variant.max_violations)
    seats, totals = group_sides(variant, state, names), variant.totals(state)
    order = sides_around(variant, state, names)
    sides = [names.object(seats[side]) for side in order]
    score = told.tell_void_score(sides, [totals[side] for side in order])
    return told.say_sentences([why, score])
