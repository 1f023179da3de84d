"""What has happened at the table, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from games.models import Move
from games.tables.shapes import LastMove
from games.tables.trackers import AnyVariant

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


def last_move(
    variant: AnyVariant, events: Sequence[Event], names: Sequence[str]
) -> LastMove | None:
    """Return the newest event: a move with who made it, anything else as a whole sentence."""
    last = events[-1] if events else None
    if last is None or last.seat is None:
        return None
    if last.kind == Move.Kind.MOVE:
        return LastMove(names[last.seat], _describe(variant, last.text))
    return LastMove("", event_words(variant, events, names))


def recent_events(
    variant: AnyVariant, events: Sequence[Event], names: Sequence[str]
) -> tuple[str, ...]:
    """Return the newest events in words, the newest first."""
    numbers = range(len(events), max(0, len(events) - RECENT_EVENTS), -1)
    return tuple([event_words(variant, events[:number], names) for number in numbers])


def event_words(variant: AnyVariant, events: Sequence[Event], names: Sequence[str]) -> str:
    """Return the last of the events in words."""
    event = events[-1]
    name = names[event.seat] if event.seat is not None else ""
    if event.kind == Move.Kind.TIMEOUT:
        return _violation_words(variant, events, names)
    if event.kind == Move.Kind.RESIGNATION:
        return f"{name} quit."
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
    return words[:1].upper() + words[1:]
