"""What a record of a game holds."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.facts import Fact, make_fact
from games.rules.scoring import Points
from games.rules.variant import AnyVariant

FORMAT: Final = "card-game-record"
FORMAT_VERSION: Final = 1


class InvalidRecord(ValueError):
    """A text that is not a record, or a record that contradicts itself.

    `fact` is what is wrong, `place` where in the record, "" for the whole of it. `move` is the
    number of the move, if that is what is wrong, else 0. `str()` says all of it in English.

    >>> str(InvalidRecord("picks[0].card", "is_missing"))
    'picks[0].card: This is missing.'
    >>> str(InvalidRecord("events[12].text", "written_otherwise", text="x", notation="7S", move=11))
    'Move 11 (events[12].text): The move x must be written 7S.'
    """

    def __init__(self, place: str, code: str, *, move: int = 0, **facts: Any) -> None:
        super().__init__(place, code)
        self.place = place
        self.move = move
        self.fact: Fact = make_fact(code, **facts)

    def __str__(self) -> str:
        return str(self.placed_fact)

    @property
    def placed_fact(self) -> Fact:
        """Return what is wrong together with where that is."""
        if self.move > 0:
            return make_fact("at_move", number=self.move, place=self.place, reason=self.fact)
        if self.place:
            return make_fact("at_place", place=self.place, reason=self.fact)
        return self.fact


_EVENT: Final = re.compile(r"events\[([0-9]+)\]")


@contextmanager
def counting_moves(variant: AnyVariant) -> Iterator[None]:
    """Number an event that is wrong as the replay does, where picks do not count."""
    try:
        yield
    except InvalidRecord as invalid:
        if event := _EVENT.match(invalid.place):
            invalid.move = max(0, int(event[1]) + 1 - variant.opening_moves)
        raise


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a seat: the name that was shown, and the level of a computer player or ""."""

    name: str
    computer: str = ""


@dataclass(frozen=True, slots=True)
class RecordedDeck:
    """What was shuffled at the start. While it is secret, only recipe and commitment are known.

    `values` are what the players' browsers added, by seat; `starter` is the seat drawn to begin;
    `cards` are in the order in which they are dealt; `extras` are the other packs that the game
    shuffles, by name, none in most games.
    """

    recipe: int
    commitment: str
    seed: bytes | None = None
    values: tuple[str, ...] | None = None
    starter: int | None = None
    cards: tuple[str, ...] | None = None
    extras: Mapping[str, tuple[str, ...]] | None = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedPick:
    """A secret card; card and salt are None for anyone who may not know them yet."""

    seat: int
    card: str | None
    salt: bytes | None
    commitment: str


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """One event of a game; `kind` is one of `EVENT_KINDS`.

    `text` is the move in notation, the cards of a reshuffle, or the level of the computer player
    that takes a seat over; `seat` is None for what no seat does; `seconds` is the time taken.
    """

    kind: str
    seat: int | None
    text: str = ""
    seconds: float = 0.0


EVENT_KINDS: Final = ("move", "timeout", "resignation", "take-over", "reshuffle")


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning sides (none: a draw), the reason, and each side's points."""

    winners: tuple[int, ...]
    reason: str
    sheet: tuple[Mapping[str, Points], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game as a file. While it runs it holds what one of its players may know.

    `move_time` is in seconds; with a `bank`, it is what each turn adds to that. The times are in
    UTC, written as in "2026-11-21T18:05:09.250Z". `position` is the position document after the
    last event, None before the deal; `result` is None until the game is over.
    """

    variant: str
    rules_version: int
    options: Mapping[str, Any]
    game: str = ""
    move_time: int
    bank: int = 0
    started_at: str | None = None
    finished_at: str | None = None
    players: tuple[Player, ...]
    decks: tuple[RecordedDeck, ...]
    picks: tuple[RecordedPick, ...] = ()
    events: tuple[RecordedEvent, ...]
    position: Mapping[str, Any] | None = None
    result: Result | None = None
