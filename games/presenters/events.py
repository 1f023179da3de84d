"""What has happened at the table, in cards and in words."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from games.messages import events as told
from games.messages.language import remembered
from games.messages.moves import tell_dealing, tell_move, tell_play
from games.messages.names import Names
from games.messages.numbers import show_points
from games.messages.plans import mark_planned
from games.messages.text import Text, speak_text
from games.models import Event
from games.presenters.boards import board_of
from games.presenters.shapes import CountedView, HappenedView
from games.presenters.sheet import find_scores
from games.presenters.sides import find_rivals
from games.presenters.stages import is_new_stage
from games.rules.scoring import Points
from games.rules.state import State
from games.rules.variant import AnyMove, AnyVariant
from games.snapshots import Snapshot

RECENT_EVENTS = 6
_MOVE = Event.Kind.MOVE


class AnyEvent(Protocol):
    """What a stored event and one read from a record have in common."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def seconds(self) -> float: ...


def count_told(events: Sequence[AnyEvent], viewer: int | None) -> int:
    """Return how many of the newest events a viewer is told of above the piles.

    All since the viewer's own last move; that move when nothing has come since. A planned move
    is news to its player too. A spectator is told of the newest alone.
    """
    if viewer is None:
        return min(1, len(events))
    for count, event in enumerate(reversed(events)):
        if event.kind == _MOVE and event.seat == viewer and not is_planned_by(viewer, event):
            return max(1, count)
    return len(events)


def is_planned_by(viewer: int | None, event: AnyEvent) -> bool:
    """Return whether an event is a move that the viewer had planned; nobody else may know."""
    return isinstance(event, Event) and event.is_planned and event.seat == viewer


def view_happened(
    snapshot: Snapshot, events: Sequence[AnyEvent], names: Names
) -> tuple[HappenedView, ...]:
    """Return the events that the viewer is told of, in their order. `events` leave out the picks.

    A move that is older than the states the snapshot keeps is told without its arithmetic.
    """
    count = min(count_told(events, names.viewer), len(snapshot.recent))
    if not count:
        return ()
    states = (*snapshot.recent[len(snapshot.recent) - count :], snapshot.dealt)
    variant, first = snapshot.game.rules, len(events) - count
    return tuple(
        tell_happened(variant, events[: first + place + 1], before, after, names)
        for place, (before, after) in enumerate(zip(states, states[1:], strict=False))
    )


def tell_happened(
    variant: AnyVariant, events: Sequence[AnyEvent], before: State, after: State, names: Names
) -> HappenedView:
    """Return the last of the events with what it brought, given the states around it."""
    event, number = events[-1], len(events)
    is_mine = _is_yours(variant, event, before, names)
    words = tell_event(variant, events, before, names)
    if event.kind != Event.Kind.MOVE or event.seat is None:
        follows = event.kind in (Event.Kind.RESHUFFLE, Event.Kind.TAKE_OVER)
        return HappenedView(number, event.seat, is_mine, words, follows=follows)
    move = _view_move(variant, before, after, event.seat, event.text)
    return HappenedView(number, event.seat, is_mine, words, is_move=True, **move)


@remembered(1024)
def _view_move(
    variant: AnyVariant, before: State, after: State, seat: int, text: str
) -> dict[str, Any]:
    """Return what a `HappenedView` says of a move to every reader of a language alike."""
    played = board_of(variant).view_played(variant, before, _read_move(variant, before, text))
    return {
        "label": tell_move(explain_event(variant, before, text)),
        "action": played.action,
        "face": played.face,
        "used": played.used,
        "points": show_points(_find_earned(variant, before, after, seat)),
    }


@lru_cache(maxsize=1024)
def _find_earned(variant: AnyVariant, before: State, after: State, seat: int) -> Points:
    """Return the points that a move has earned its side."""
    side, board = variant.side(after, seat), board_of(variant)
    was, now = (find_scores(variant, state)[side]["total"] for state in (before, after))
    everybody = Names(("",) * len(after.hands))
    if (
        now != was
        and board.tell_extras(variant, before, after, seat=seat, names=everybody).counting
    ):
        return 0  # the move did not earn it: the count tells what the end of a deck brought
    return now - was


def said_words(
    snapshot: Snapshot,
    happened: Sequence[HappenedView],
    counted: CountedView | None,
    stage: str,
    outcome: str,
) -> str:
    """Return what a screen reader says of the newest event, and of what follows from it.

    `counted` is said if its deck has just been counted, and `stage`, how far the game is, if that
    is new. `outcome` is what to do next, in whole sentences.
    """
    is_new_deck = counted is not None and snapshot.events[-1].kind == Event.Kind.RESHUFFLE
    is_new = is_new_stage(snapshot, min(1 + is_new_deck, len(happened)))
    said = [
        *([find_newest(happened).words] if happened else []),
        *([counted.headline] if counted is not None and is_new_deck else []),
        *([stage] if stage and is_new else []),
    ]
    sentences = [told.say_sentence(speak_text(words)) for words in said]
    return " ".join([*sentences, outcome]).strip()


def find_newest(happened: Sequence[HappenedView]) -> HappenedView:
    """Return the newest event that did not just follow from another one."""
    return next((event for event in reversed(happened) if not event.follows), happened[-1])


def recent_steps(snapshot: Snapshot, events: Sequence[AnyEvent]) -> range:
    """Return the numbers of the newest events, the newest first. `events` leave out the picks."""
    count = min(RECENT_EVENTS, len(events), len(snapshot.recent))
    return range(len(events), len(events) - count, -1)


def tell_step(snapshot: Snapshot, events: Sequence[AnyEvent], number: int, names: Names) -> Text:
    """Return one of these events in words."""
    before = snapshot.recent[number - len(events) - 1]
    return tell_event(snapshot.game.rules, events[:number], before, names)


@lru_cache(maxsize=1024)
def explain_event(variant: AnyVariant, before: State, text: str) -> Hashable:
    """Return the facts of a move that was played on that state."""
    return variant.explain(before, _read_move(variant, before, text))


@lru_cache(maxsize=1024)
def _read_move(variant: AnyVariant, before: State, text: str) -> AnyMove:
    move: AnyMove = variant.parse(before, text)
    return move


def tell_event(
    variant: AnyVariant, events: Sequence[AnyEvent], before: State, names: Names
) -> Text:
    """Return the last of the events in words; `before` is the state that it came upon."""
    event = events[-1]
    seat = event.seat
    if seat is not None and event.kind == _MOVE:
        is_you = _is_yours(variant, event, before, names)
        words = _tell_move(variant, before, event.text, names.names[seat], is_you)
        return mark_planned(words) if is_planned_by(names.viewer, event) else words
    if event.kind == Event.Kind.RESHUFFLE or seat is None:
        return tell_dealing(variant.describe_text(event.text))
    if event.kind == Event.Kind.RESIGNATION:
        return told.tell_resignation(names, seat)
    if event.kind == Event.Kind.TAKE_OVER:
        return told.tell_take_over(names, seat)
    return _tell_violation(variant, events, before, names)


def _is_yours(variant: AnyVariant, event: AnyEvent, before: State, names: Names) -> bool:
    """Return whether an event is the reader's own, and no move of whoever plays on instead."""
    return names.is_you(event.seat) and event.seat not in variant.out(before)


@remembered(4096)
def _tell_move(variant: AnyVariant, before: State, text: str, name: str, is_you: bool) -> Text:
    return tell_play(explain_event(variant, before, text), name, is_you=is_you)


def _tell_violation(
    variant: AnyVariant, events: Sequence[AnyEvent], before: State, names: Names
) -> Text:
    """Return what the last of the events, a violation, has brought."""
    seat = events[-1].seat
    assert seat is not None
    number = sum(event.kind == Event.Kind.TIMEOUT and event.seat == seat for event in events)
    if number >= variant.max_violations:
        return told.tell_last_violation(names, seat, variant.max_violations)
    return told.tell_violation(
        names,
        seat,
        brought=variant.explain_violation(before, seat),
        rivals=find_rivals(variant, before, seat),
        number=number,
        most=variant.max_violations,
    )


@remembered(512)
def ask_to_quit(
    names: Names, *, partners: tuple[int, ...], rivals: tuple[int, ...], is_lesson: bool
) -> Text:
    """Return what a player who is about to quit is asked; `rivals` win if the game ends then."""
    if is_lesson:
        return told.ask_to_leave_lesson()
    if not rivals:
        return told.ask_to_quit_others()
    return told.ask_to_quit(
        names.object(rivals), number=len(rivals), partner=names.object(partners)
    )
