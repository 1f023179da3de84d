"""What has happened at the table, in cards and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from games.models import Move
from games.snapshots import Snapshot
from games.tables.boards import board_of
from games.tables.seat_views import name_rivals
from games.tables.shapes import HappenedView, SideView
from games.tables.trackers import AnyVariant
from games.tables.words import address_mover, sentence, show_points, spoken

RECENT_EVENTS = 6
YOU = "you"
"""What a player is called to whom an event is told."""


class Event(Protocol):
    """What a stored event and one read from a record have in common."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def seconds(self) -> float: ...


def count_told(events: Sequence[Event], viewer: int | None) -> int:
    """Return how many of the newest events a viewer is told of above the piles.

    All since the viewer's own last move; that move when nothing has come since. Who only watches
    is told of the newest.
    """
    if viewer is None:
        return min(1, len(events))
    for count, event in enumerate(reversed(events)):
        if event.kind == Move.Kind.MOVE and event.seat == viewer:
            return max(1, count)
    return len(events)


def view_happened(
    snapshot: Snapshot, events: Sequence[Event], viewer: int | None, names: Sequence[str]
) -> tuple[HappenedView, ...]:
    """Return the events that the viewer is told of, in their order. `events` leave out the picks.

    A move that is older than the states the snapshot keeps is told without its arithmetic.
    """
    told = min(count_told(events, viewer), len(snapshot.recent))
    states = (*snapshot.recent[len(snapshot.recent) - told :], snapshot.state)
    variant, first = snapshot.game.rules, len(events) - told
    called = [YOU if seat == viewer else name for seat, name in enumerate(names)]
    return tuple(
        _view_event(variant, events[: first + place + 1], before, after, viewer, called)
        for place, (before, after) in enumerate(zip(states, states[1:], strict=False))
    )


def _view_event(
    variant: AnyVariant,
    events: Sequence[Event],
    before: Any,
    after: Any,
    viewer: int | None,
    names: Sequence[str],
) -> HappenedView:
    event, number = events[-1], len(events)
    is_mine = event.seat is not None and event.seat == viewer
    if event.kind != Move.Kind.MOVE or event.seat is None:
        words = event_words(variant, events, before, names)
        told = sentence(words) if is_mine else words
        follows = event.kind in (Move.Kind.RESHUFFLE, Move.Kind.TAKE_OVER)
        return HappenedView(number, event.seat, is_mine, "", told, follows=follows)
    move = variant.parse(before, event.text)
    side = variant.side(after, event.seat)
    scored = variant.scores(after)[side]["total"] - variant.scores(before)[side]["total"]
    points, board = show_points(scored), board_of(variant)
    if (
        points
        and board.tell_besides(
            variant, before, after, seat=event.seat, names=names, sides=names
        ).counting
    ):
        points = ""  # the move did not earn it: the count tells what the end of a deck brought
    played, words = board.view_played(variant, move), _explain(variant, before, event.text)
    return HappenedView(
        number,
        event.seat,
        is_mine,
        "You" if is_mine else names[event.seat],
        address_mover(words) if is_mine else words,
        action=played.action,
        face=played.face,
        used=played.used,
        points=points,
    )


def said_words(happened: Sequence[HappenedView], *, counted: str, stage: str, outcome: str) -> str:
    """Return what a screen reader says of the newest event, and of what follows from it.

    `counted` is said where a deck has just been counted. `stage` is how far the game is where
    that is new, else "".
    """
    sentences = []
    if happened:
        newest = find_newest(happened)
        words = spoken(newest.words)
        sentences.append(f"{newest.who}{newest.sign} {words}." if newest.who else words)
    sentences += [f"{words}." for words in (counted, stage, outcome) if words]
    return " ".join(sentences)


def find_newest(happened: Sequence[HappenedView]) -> HappenedView:
    """Return the newest event that did not just follow from another one."""
    return next((event for event in reversed(happened) if not event.follows), happened[-1])


def recent_events(
    snapshot: Snapshot, events: Sequence[Event], names: Sequence[str]
) -> tuple[str, ...]:
    """Return the newest events in words, the newest first. `events` leave out the picks."""
    variant = snapshot.game.rules
    numbers = range(len(events), max(0, len(events) - RECENT_EVENTS), -1)
    return tuple(
        [
            _recent_words(variant, events[:number], before, names)
            for number, before in zip(numbers, reversed(snapshot.recent), strict=False)
        ]
    )


def _recent_words(
    variant: AnyVariant, events: Sequence[Event], before: Any, names: Sequence[str]
) -> str:
    """Return the last of the events in words; a move in those of the strip above the piles."""
    event = events[-1]
    if event.kind != Move.Kind.MOVE or event.seat is None:
        return event_words(variant, events, before, names)
    return f"{names[event.seat]}: {_explain(variant, before, event.text)}"


@lru_cache(maxsize=1024)
def _explain(variant: AnyVariant, before: Any, text: str) -> str:
    return str(variant.explain(before, variant.parse(before, text)))


def event_words(
    variant: AnyVariant, events: Sequence[Event], before: Any, names: Sequence[str]
) -> str:
    """Return the last of the events in words; `before` is the state that it came upon."""
    event = events[-1]
    name = names[event.seat] if event.seat is not None else ""
    if event.kind == Move.Kind.TIMEOUT:
        return _violation_words(variant, events, before, names)
    if event.kind == Move.Kind.RESIGNATION:
        return f"{name} quit."
    if event.kind == Move.Kind.TAKE_OVER:
        return f"A computer player takes {'your' if name == YOU else f'{name}’s'} seat."
    if event.kind == Move.Kind.RESHUFFLE:
        return f"The dealer {_describe(variant, event.text)}."
    return f"{name}: {_describe(variant, event.text)}"


def _violation_words(
    variant: AnyVariant, events: Sequence[Event], before: Any, names: Sequence[str]
) -> str:
    """Return what the last of the events, a violation, has brought."""
    seat = events[-1].seat
    assert seat is not None
    number = sum(event.kind == Move.Kind.TIMEOUT and event.seat == seat for event in events)
    if number >= variant.max_violations:
        verb = "forfeit" if names[seat] == YOU else "forfeits"
        return f"{names[seat]} ran out of time for the last time and {verb}."
    viewer = names.index(YOU) if YOU in names else None
    rivals = name_rivals(variant, before, seat, names, viewer)
    violation = variant.explain_violation(before, seat)
    brings = f"1 point to {rivals}" if violation.code == "rivals_point" else str(violation)
    return f"{names[seat]} ran out of time: {brings} ({number} of {variant.max_violations})."


@lru_cache(maxsize=4096)
def _describe(variant: AnyVariant, text: str) -> str:
    return str(variant.describe_text(text))


def quit_words(sides: Sequence[SideView]) -> str:
    """Return what a player is asked who is about to quit."""
    if len(sides) == 2:
        rivals = sides[1]
        verb = "wins" if len(rivals.seats) == 1 else "win"
        return f"Quit and lose this game? {rivals.name} {verb} at once."
    return "Quit and lose this game? The others play on, and a computer player takes your seat."
