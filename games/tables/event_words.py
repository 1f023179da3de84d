"""What has happened at the table, in cards and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from games.models import Move
from games.rules.notation import Move as Play
from games.snapshots import Snapshot
from games.tables.shapes import HappenedView
from games.tables.trackers import AnyVariant
from games.tables.words import show_points, spoken

RECENT_EVENTS = 6


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
    called = ["you" if seat == viewer else name for seat, name in enumerate(names)]
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
        words = event_words(variant, events, names)
        return HappenedView(number, event.seat, is_mine, "", sentence(words) if is_mine else words)
    move = variant.parse(before, event.text)
    side = variant.side(after, event.seat)
    scored = variant.scores(after)[side]["total"] - variant.scores(before)[side]["total"]
    play = move if isinstance(move, Play) else None
    return HappenedView(
        number,
        event.seat,
        is_mine,
        "You" if is_mine else names[event.seat],
        _explain(variant, before, event.text),
        action=str(play.action) if play else "",
        card=play.card if play else "",
        used=play.cards if play else (),
        points=show_points(scored),
    )


def said_words(
    happened: Sequence[HappenedView], *, round_number: int, is_new_round: bool, outcome: str
) -> str:
    """Return what a screen reader says of the newest event, and of what follows from it."""
    sentences = [f"Round {round_number} is dealt."] if is_new_round or not happened else []
    if happened:
        newest = happened[-1]
        words = spoken(newest.words)
        sentences.insert(0, f"{newest.who}: {words}." if newest.who else words)
    return " ".join([*sentences, f"{outcome}."])


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
        return event_words(variant, events, names)
    return f"{names[event.seat]}: {_explain(variant, before, event.text)}"


@lru_cache(maxsize=1024)
def _explain(variant: AnyVariant, before: Any, text: str) -> str:
    return variant.explain(before, variant.parse(before, text))


def event_words(variant: AnyVariant, events: Sequence[Event], names: Sequence[str]) -> str:
    """Return the last of the events in words."""
    event = events[-1]
    name = names[event.seat] if event.seat is not None else ""
    if event.kind == Move.Kind.TIMEOUT:
        return _violation_words(variant, events, names)
    if event.kind == Move.Kind.RESIGNATION:
        return f"{name} quit."
    if event.kind == Move.Kind.TAKE_OVER:
        return f"A computer player takes {name}’s seat."
    if event.kind == Move.Kind.RESHUFFLE:
        return "The dealer shuffles the next deck."
    return f"{name}: {_describe(variant, event.text)}"


def _violation_words(variant: AnyVariant, events: Sequence[Event], names: Sequence[str]) -> str:
    """Return what the last of the events, a violation, has brought."""
    seat = events[-1].seat
    number = sum(event.kind == Move.Kind.TIMEOUT and event.seat == seat for event in events)
    name = names[seat] if seat is not None else ""
    if number >= variant.max_violations:
        return f"{name} ran out of time for the last time and forfeits."
    rivals = " and ".join(name for index, name in enumerate(names) if index != seat)
    return f"{name} ran out of time: 1 point to {rivals} ({number} of {variant.max_violations})."


@lru_cache(maxsize=4096)
def _describe(variant: AnyVariant, text: str) -> str:
    return variant.describe_text(text)


def sentence(words: str) -> str:
    """Return the words with a capital first letter."""
    return words[:1].upper() + words[1:]
