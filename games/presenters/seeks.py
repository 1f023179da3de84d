"""Players in the queue: a viewer's own places, and other people to play with."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.messages import seeks as told
from games.messages.offers import met_before
from games.messages.times import time_words
from games.models import Game, Seat
from games.presenters.people import player_avatar, player_name, short_name
from games.selectors.access import Viewer
from games.selectors.seeks import open_seeks, own_seeks, times_at

PRACTICE_AFTER = dt.timedelta(seconds=20)
"""How long players wait before the site offers them a game against the computer meanwhile."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A place of the viewer's own. One who is called has an opponent at the table already.

    On the page of the place itself, which `is_here`, there is nothing to say about it. There,
    `can_practise` offers a game to pass the time.
    """

    game_id: str
    variant: str
    words: str
    note: str
    is_called: bool
    is_here: bool
    can_practise: bool


@dataclass(frozen=True, slots=True)
class OpenSeek:
    """Somebody else who waits: `sentence` is what is offered to a player who waits too.

    `times` are the time controls to choose from, each with its words, if there are several.
    """

    game_id: str
    host_name: str
    host_avatar: str
    sentence: str
    facts: tuple[str, ...]
    times: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SeeksView:
    """The viewer's own places, and who else waits for these games; "" is the version of none."""

    version: str = ""
    page: str = ""
    seeks: tuple[Seek, ...] = ()
    others: tuple[OpenSeek, ...] = ()

    @property
    def has_words(self) -> bool:
        """Whether there is anything to show on a page that is not the lobby."""
        return bool(self.others) or any(
            not seek.is_here or seek.can_practise for seek in self.seeks
        )


def view_seeks(viewer: Viewer, *, now: dt.datetime, page: str = "") -> SeeksView:
    """Return a viewer's places in the queue, as shown on the page of a game."""
    own = own_seeks(viewer.pk) if viewer.pk is not None else []
    if not own:
        return SeeksView()
    looking = {game.variant for game in own if game.called_until is None}
    others = open_seeks(besides=viewer.pk, variants=looking) if looking else ()
    seeks = view_own_seeks(own, viewer.pk, now=now, page=page)
    offers = tuple(view_open_seek(game, now=now) for game in others)
    return SeeksView(_version_of(seeks, offers), page, seeks, offers)


def view_own_seeks(
    games: Iterable[Game], user_id: int | None, *, now: dt.datetime, page: str = ""
) -> tuple[Seek, ...]:
    """Return a viewer's own places in the queue."""
    return tuple(_view_own(game, user_id, now=now, page=page) for game in games)


def _view_own(game: Game, user_id: int | None, *, now: dt.datetime, page: str) -> Seek:
    is_called = game.called_until is not None and game.host_id == user_id
    is_here = game.public_id == page
    words, note = told.tell_own_seek(game.title, times_at(game)), ""
    if is_called:
        words, note = told.opponent_is_here(_opponent(game, user_id)), call_note(game, now=now)
    return Seek(
        game_id=game.public_id,
        variant=game.variant,
        words=words,
        note=note,
        is_called=is_called,
        is_here=is_here,
        can_practise=is_here and game.called_until is None and _has_waited(game, now=now),
    )


def call_note(game: Game, *, now: dt.datetime) -> str:
    """Return by when the player who is called must come, and what happens otherwise."""
    return told.explain_call(call_seconds(game, now=now))


def call_seconds(game: Game, *, now: dt.datetime) -> int:
    """Return how long a player who is called has left to come, in steps of five seconds."""
    assert game.called_until is not None
    return max(5, 5 * round((game.called_until - now).total_seconds() / 5))


def _opponent(game: Game, user_id: int | None) -> str:
    return short_name(next(seat for seat in game.seats.all() if seat.user_id != user_id))


def _has_waited(game: Game, *, now: dt.datetime) -> bool:
    return now - game.created_at >= PRACTICE_AFTER


def view_open_seek(game: Game, *, now: dt.datetime, met: frozenset[int] = frozenset()) -> OpenSeek:
    """Return somebody who waits in the queue; `met` are users whom the viewer has played."""
    host = _host(game)
    times = times_at(game)
    waited = told.tell_waited((now - game.created_at).total_seconds())
    return OpenSeek(
        game_id=game.public_id,
        host_name=player_name(host),
        host_avatar=player_avatar(host),
        sentence=told.tell_near_seek(player_name(host), times),
        facts=(
            *([met_before()] if game.host_id in met else []),
            game.title,
            told.tell_move_times(times),
            waited,
        ),
        times=tuple((str(time), time_words(time)) for time in times) if len(times) > 1 else (),
    )


def _host(game: Game) -> Seat:
    seats = list(game.seats.all())
    return next((seat for seat in seats if seat.user_id == game.host_id), seats[0])


def _version_of(seeks: Sequence[Seek], others: Sequence[OpenSeek]) -> str:
    return hashlib.sha256(repr((seeks, others)).encode()).hexdigest()[:16]
