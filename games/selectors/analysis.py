"""The positions of a game for a computer player to analyse, and what it found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from games.models import AnalysedMove, Analysis, Event, Game, StoredChoice
from games.rules import UnknownRules
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.selectors.operations import read_snapshot
from games.snapshots import Snapshot, derive_states, view_before_deal

CERTAIN = 2.0
"""By how many standard errors a move must be behind the best one to count as worse."""


@dataclass(frozen=True, slots=True)
class Position:
    """A seat's view before one of its moves, that move in notation, and the whole state."""

    number: int
    seat: int
    view: dict[str, Any]
    made: str
    rules: AnyVariant
    state: State


def positions_of(game_id: int, *, after: int) -> Iterator[Position]:
    """Yield the positions before the moves of a finished game that come after that event."""
    snapshot = read_snapshot(game_id)
    if snapshot.game.status != Game.Status.FINISHED or snapshot.state is None:
        return
    numbers = {event.number for event in moves_of_cards(snapshot)}
    states = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    for event, before in zip(snapshot.events, states, strict=False):
        if event.number > after and event.number in numbers and event.seat is not None:
            rules = snapshot.game.rules
            view = rules.document(before, event.seat)
            yield Position(event.number, event.seat, view, event.text, rules, before)


def moves_of_cards(snapshot: Snapshot) -> list[Event]:
    """Return the events that are moves of a player, without the secret picks."""
    after_opening = snapshot.events[snapshot.game.opening_moves :]
    return [event for event in after_opening if event.kind == Event.Kind.MOVE]


def is_stand_in(snapshot: Snapshot, seat: int, number: int) -> bool:
    """Return whether a computer player made that move after it had taken over the seat."""
    return bool(snapshot.seats[seat].stand_in) and any(
        event.kind == Event.Kind.TAKE_OVER and event.seat == seat
        for event in snapshot.events[: number - 1]
    )


def find_analysis(game: Game) -> Analysis | None:
    """Return the newest analysis of a game, None when nobody asked for one."""
    return game.analyses.order_by("-pk").first()


def stored_moves(analysis: Analysis | None, number: int | None = None) -> list[AnalysedMove]:
    """Return the analysed moves in their order, or that with the number; none for no analysis."""
    if analysis is None:
        return []
    moves = analysis.moves.order_by("number")
    return list(moves if number is None else moves.filter(number=number))


@dataclass(frozen=True, slots=True)
class ChoiceToRepeat:
    """A stored choice of a computer player, with its seat's view and the move.

    `view` is None if this release does not know the rules of the game.
    """

    choice: StoredChoice
    game: str
    number: int
    view: dict[str, Any] | None
    made: str


def choices_to_repeat(public_id: str = "") -> Iterator[ChoiceToRepeat]:
    """Yield the stored choices of computer players, in one game or in all."""
    with_moves = StoredChoice.objects.values("move__game")
    with_picks = StoredChoice.objects.values("pick__seat__game")
    games = Game.objects.filter(Q(pk__in=with_moves) | Q(pk__in=with_picks))
    if public_id:
        games = games.filter(public_id=public_id)
    for game_id in games.order_by("pk").values_list("pk", flat=True):
        picks = StoredChoice.objects.filter(pick__seat__game=game_id).select_related("pick__seat")
        moves = StoredChoice.objects.filter(move__game=game_id).select_related("move")
        try:
            snapshot = read_snapshot(game_id)
        except UnknownRules:
            name = Game.objects.values_list("public_id", flat=True).get(pk=game_id)
            yield from (ChoiceToRepeat(choice, name, 0, None, "") for choice in (*picks, *moves))
            continue
        yield from _chosen_picks(snapshot, picks)
        yield from _chosen_moves(snapshot, moves)


def _chosen_picks(snapshot: Snapshot, choices: QuerySet[StoredChoice]) -> Iterator[ChoiceToRepeat]:
    game = snapshot.game
    for choice in choices.order_by("pick__seat__index"):
        assert choice.pick is not None
        seat = choice.pick.seat.index
        made, view = game.rules.pick_text(choice.pick.card), view_before_deal(game, seat)
        yield ChoiceToRepeat(choice, game.public_id, seat + 1, view, made)


def _chosen_moves(snapshot: Snapshot, choices: QuerySet[StoredChoice]) -> Iterator[ChoiceToRepeat]:
    game, found = snapshot.game, choices.in_bulk(field_name="move_id")
    if not found:
        return  # perhaps nothing is dealt yet
    states = derive_states(game, snapshot.deck, snapshot.events)
    for event, before in zip(snapshot.events, states, strict=False):
        choice = found.get(event.pk)
        if choice is not None and event.seat is not None:
            view = game.rules.document(before, event.seat)
            yield ChoiceToRepeat(choice, game.public_id, event.number, view, event.text)
