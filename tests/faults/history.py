"""What players saw in a storm, and whether the site has kept to it.

A history is the list of what the players' pages sent and were shown, in the order in which that
happened. `find_faults` compares it with the events that the site has stored afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sent:
    """A page sent a move, made on a table with so many moves. It may send the same again."""

    game: int
    seat: int
    seen: int
    text: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The site told the page that this move was made."""

    game: int
    seat: int
    seen: int
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A viewer was shown a version of a game, by a socket or as the answer to a request."""

    game: int
    viewer: str
    version: int
    source: str = "socket"


Entry = Sent | Acknowledged | Shown


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of a game as the site has stored it, at a time in seconds."""

    number: int
    kind: str
    seat: int | None
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the site has stored it.

    Every page looked once more when it had `version_to_show`; it may have gone on since. Its
    `first_moves` (secret picks) were made before the history began. In a game that is attended,
    somebody always moves in time, up to the last move.
    """

    id: int
    version_to_show: int
    version: int
    move_time: int
    events: Sequence[StoredEvent]
    first_moves: int = 0
    is_attended: bool = True


def find_faults(history: Sequence[Entry], games: Sequence[StoredGame]) -> list[str]:
    """Return a sentence for everything that the site has not kept to."""
    known = {game.id for game in games}
    faults = [
        f"game {game}: it is gone" for game in sorted({each.game for each in history} - known)
    ]
    for game in games:
        entries = [entry for entry in history if entry.game == game.id]
        found = [
            *_find_gaps(game),
            *_find_lost_moves(entries, game),
            *_find_moves_from_nowhere(entries, game),
            *_find_wrong_order(entries),
            *_find_falling_versions(entries),
            *_find_old_pages(entries, game),
            *_find_unjust_violations(game),
        ]
        faults += [f"game {game.id}: {fault}" for fault in found]
    return faults


def _moves_of(game: StoredGame) -> list[StoredEvent]:
    return [event for event in game.events if event.kind == "move"]


def _find_gaps(game: StoredGame) -> Iterator[str]:
    """Events are numbered from one, each number once."""
    numbers = [event.number for event in game.events]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"its events have the numbers {numbers}"


def _find_lost_moves(entries: Sequence[Entry], game: StoredGame) -> Iterator[str]:
    """Each acknowledged move is stored once, in its place."""
    stored = Counter((event.seat, event.text) for event in _moves_of(game))
    places = {number: (event.seat, event.text) for number, event in enumerate(_moves_of(game))}
    for entry in dict.fromkeys(entry for entry in entries if isinstance(entry, Acknowledged)):
        move = (entry.seat, entry.text)
        if not stored[move]:
            yield f"the acknowledged move {entry.seen} {entry.text} is lost"
        elif places.get(entry.seen) != move:
            yield f"the acknowledged move {entry.seen} {entry.text} is in another place"


def _find_moves_from_nowhere(entries: Sequence[Entry], game: StoredGame) -> Iterator[str]:
    """Each stored move was sent for its place: so none is made twice, and none is invented."""
    sent = {(each.seen, each.seat, each.text) for each in entries if isinstance(each, Sent)}
    for number, event in enumerate(_moves_of(game)):
        if number >= game.first_moves and (number, event.seat, event.text) not in sent:
            yield f"nobody sent the move {number} {event.text}"


def _find_wrong_order(entries: Sequence[Entry]) -> Iterator[str]:
    """A move that was sent after another was acknowledged comes after it."""
    first_sent: dict[tuple[int, str], int] = {}
    newest = -1
    for entry in entries:
        if isinstance(entry, Sent):
            first_sent.setdefault((entry.seen, entry.text), newest)
        elif isinstance(entry, Acknowledged):
            before = first_sent.get((entry.seen, entry.text))
            if before is None:
                yield f"the move {entry.seen} {entry.text} was acknowledged before it was sent"
            elif before > entry.seen:
                yield f"the move {entry.seen} {entry.text} came before one acknowledged earlier"
            newest = max(newest, entry.seen)


def _find_falling_versions(entries: Sequence[Entry]) -> Iterator[str]:
    """What a viewer is shown never becomes older. A request may be overtaken by the socket."""
    newest: dict[tuple[str, str], int] = {}
    for entry in entries:
        if isinstance(entry, Shown):
            viewer, version = (entry.viewer, entry.source), entry.version
            known = newest.get(viewer, 0)
            if version < known:
                yield f"{entry.viewer} was shown version {version} after version {known}"
            newest[viewer] = max(version, known)


def _find_old_pages(entries: Sequence[Entry], game: StoredGame) -> Iterator[str]:
    """In the end every viewer has the newest version, and none that is not stored."""
    newest: dict[str, int] = {}
    for entry in entries:
        if isinstance(entry, Shown):
            newest[entry.viewer] = max(entry.version, newest.get(entry.viewer, 0))
    for viewer, version in newest.items():
        if not game.version_to_show <= version <= game.version:
            yield f"{viewer} is left with version {version} of {game.version}"


def _find_unjust_violations(game: StoredGame) -> Iterator[str]:
    """Violations of a seat are a move time apart, and whoever moves in time has none.

    Players leave when the storm is over, or their first deck: then violations are just.
    """
    last: dict[int | None, float] = {}
    last_move = max((event.number for event in _moves_of(game)), default=0)
    before = float("-inf")
    for event in game.events:
        waited, before = event.at - before, event.at
        if event.kind != "timeout":
            continue
        have_left = event.number > last_move and waited >= game.move_time
        if game.is_attended and not have_left:
            yield f"event {event.number} is a violation of somebody who moves in time"
        since = event.at - last.get(event.seat, float("-inf"))
        if since < game.move_time:
            yield f"event {event.number} is a violation {since:.1f} s after the one before"
        last[event.seat] = event.at
