"""Players in the queue: a viewer's own places, and other people to play with."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accounts.barriers import find_company
from accounts.models import User
from games.messages import seeks as told
from games.messages.offers import met_before
from games.messages.times import name_day, name_weekday, time_words
from games.models import Game
from games.presenters.paces import view_pace
from games.presenters.people import host_of, player_avatar, player_name, short_name
from games.presenters.vacations import vacation_facts, zone_of
from games.selectors.access import Viewer
from games.selectors.paces import find_pace
from games.selectors.seeks import accepted_times, is_any_game_welcome, open_seeks, own_seeks

WEEK = 7
"""After how many days a weekday no longer says which day is meant."""
PRACTICE_AFTER = dt.timedelta(seconds=20)
"""How long players wait before the site offers them a game against the computer meanwhile."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A place of the viewer's own. A viewer who is called has an opponent at the table already.

    `since` tells how long the viewer has waited. On the page of the place itself, which `is_here`,
    there is nothing to say about it. There, `can_practise` offers a game to pass the time.
    """

    game_id: str
    variant: str
    words: str
    since: str
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
    """The viewer's own places, and who else waits for these games; "" is the version of none.

    The page of a game shows a place for games over days only if it is that place, because it lasts
    for days; `has_places` says that the viewer has any.
    """

    version: str = ""
    page: str = ""
    has_places: bool = False
    seeks: tuple[Seek, ...] = ()
    others: tuple[OpenSeek, ...] = ()


def view_seeks(viewer: Viewer, *, now: dt.datetime, page: str = "") -> SeeksView:
    """Return a viewer's places in the queue, as shown on the page of a game."""
    places = own_seeks(viewer.pk) if viewer.pk is not None else []
    own = [game for game in places if game.is_live or game.public_id == page]
    if not own:
        return SeeksView(has_places=bool(places))
    looking = {game.variant for game in own if game.called_until is None}
    apart = find_company(viewer).apart if looking else ()
    others = open_seeks(besides=viewer.pk, apart=apart, variants=looking) if looking else ()
    seeks = view_own_seeks(own, viewer, now=now, page=page)
    offers = tuple(view_open_seek(game, viewer, now=now) for game in others)
    return SeeksView(_version_of(seeks, offers), page, True, seeks, offers)


def view_own_seeks(
    games: Iterable[Game], viewer: Viewer, *, now: dt.datetime, page: str = ""
) -> tuple[Seek, ...]:
    """Return a viewer's own places in the queue."""
    return tuple(_view_own(game, viewer, now=now, page=page) for game in games)


def _view_own(game: Game, viewer: Viewer, *, now: dt.datetime, page: str) -> Seek:
    # The seats are read after the game: either of the two may have left meanwhile.
    opponent = next((seat for seat in game.seated if seat.user_id != viewer.pk), None)
    name = short_name(opponent) if opponent and game.called_until is not None else ""
    is_called = bool(name) and game.host_id == viewer.pk
    is_here = game.public_id == page
    words, note = told.tell_own_seek(name_sought(game), accepted_times(game, game.seated)), ""
    if is_called:
        words, note = told.opponent_is_here(name), call_note(game, now=now)
    elif name:
        words = told.tell_own_call(name, game.title)
    return Seek(
        game_id=game.public_id,
        variant=game.variant,
        words=words,
        since=_waiting_words(game, viewer, now=now),
        note=note,
        is_called=is_called,
        is_here=is_here,
        can_practise=is_here and game.called_until is None and _has_waited(game, now=now),
    )


def name_sought(game: Game) -> str:
    """Return what is waited for at a place in the queue."""
    seats = game.seated
    return told.name_any_game(game.title) if is_any_game_welcome(seats) else game.title


def call_note(game: Game, *, now: dt.datetime) -> str:
    """Return by when the player who is called must come, and what happens otherwise."""
    return told.explain_call(call_seconds(game, now=now))


def call_seconds(game: Game, *, now: dt.datetime) -> int:
    """Return how long a player who is called has left to come, in steps of five seconds."""
    assert game.called_until is not None
    return max(5, 5 * round((game.called_until - now).total_seconds() / 5))


def _has_waited(game: Game, *, now: dt.datetime) -> bool:
    return now - game.created_at >= PRACTICE_AFTER


def _waiting_words(game: Game, viewer: Viewer, *, now: dt.datetime) -> str:
    """Return how long somebody has waited: in minutes, or for a game over days since which day."""
    if game.is_live:
        return told.tell_waited((now - game.created_at).total_seconds())
    zone = viewer.time_zone if isinstance(viewer, User) else dt.UTC
    began, today = game.created_at.astimezone(zone).date(), now.astimezone(zone).date()
    match (today - began).days:
        case 0:
            return told.waiting_since_today()
        case 1:
            return told.waiting_since_yesterday()
        case days:
            return told.tell_waiting_since(name_weekday(began) if days < WEEK else name_day(began))


def view_open_seek(
    game: Game, viewer: Viewer, *, now: dt.datetime, met: frozenset[int] = frozenset()
) -> OpenSeek:
    """Return somebody who waits in the queue; `met` are users whom the viewer has played."""
    host = host_of(game)
    times = accepted_times(game, game.seated)
    return OpenSeek(
        game_id=game.public_id,
        host_name=player_name(host),
        host_avatar=player_avatar(host),
        sentence=told.tell_near_seek(player_name(host), times),
        facts=(
            *([met_before()] if game.host_id in met else []),
            name_sought(game),
            told.tell_move_times(times),
            _waiting_words(game, viewer, now=now),
            *(() if game.is_live else vacation_facts(game.host, zone_of(viewer), now=now)),
            *view_pace(find_pace(game.host)),
        ),
        times=tuple((str(time), time_words(time)) for time in times) if len(times) > 1 else (),
    )


def _version_of(seeks: Sequence[Seek], others: Sequence[OpenSeek]) -> str:
    return hashlib.sha256(repr((seeks, others)).encode()).hexdigest()[:16]
