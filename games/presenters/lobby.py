"""The lists of the lobby as one viewer may see them."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from games.messages import offers as told
from games.messages.labels import highlight_label
from games.messages.names import Names, name_text
from games.messages.text import Text
from games.messages.times import duration_words
from games.messages.vacations import vacations_count
from games.models import Game, Highlight
from games.presenters.mine import MyGamesView, group_games, stage_words, turn_of_other
from games.presenters.offers import offer_words, option_words
from games.presenters.paces import view_pace
from games.presenters.people import host_of, names_by_seat, player_avatar, player_name
from games.presenters.seeks import OpenSeek, view_open_seek
from games.presenters.standings import rivals_words, score_words
from games.presenters.vacations import tell_vacations, vacation_facts, zone_of
from games.selectors.access import Viewer
from games.selectors.lobby import PublicLists, find_lobby_games
from games.selectors.paces import find_pace


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: `names` are the others at the table, `facts` what is played there."""

    game_id: str
    names: Text
    avatars: tuple[str, ...]
    facts: tuple[str, ...]
    turn_words: str
    time_words: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that waits: `facts` are what is played there and how many seats are taken.

    `seat` is the one that whoever is asked for a rematch of several had before, if it is free.
    """

    game_id: str
    seat: int | None
    host_name: str
    host_avatar: str
    facts: tuple[str, ...]
    has_seats_to_choose: bool


@dataclass(frozen=True, slots=True)
class HighlightLine:
    """A special move of a game that has just finished, and its step of the replay."""

    path: str
    words: Text


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lists of one viewer's lobby; `version` changes when anything in them does.

    `apart` are the users whose games the viewer is not shown.
    """

    version: str
    mine: MyGamesView
    open_seeks: tuple[OpenSeek, ...]
    open_tables: tuple[OpenTable, ...]
    invitations: tuple[OpenTable, ...]
    watchable: tuple[GameLine, ...]
    finished: tuple[GameLine, ...]
    highlights: tuple[HighlightLine, ...]
    waiting_words: str
    apart: frozenset[int]


def view_lobby(viewer: Viewer, *, now: dt.datetime, public: PublicLists | None = None) -> LobbyView:
    """Return the lobby's lists in a constant number of queries.

    `public` are lists that were read a moment ago.
    """
    games = find_lobby_games(viewer, public)
    mine = group_games(games.own, viewer, now=now)
    lists = (
        tuple(view_open_seek(game, viewer, now=now, met=games.met) for game in games.seeks),
        tuple(_open_table(game, games.met, viewer, now) for game in games.open),
        tuple(
            _open_table(game, frozenset(), viewer, now, is_invitation=True)
            for game in games.invitations
        ),
        tuple(_game_line(game, None, now, zone_of(viewer)) for game in games.watchable),
        tuple(_game_line(game, viewer.pk, now, zone_of(viewer)) for game in games.finished),
        tuple(map(_view_highlight, games.highlights)),
    )
    waiting = told.count_waiting(len({game.host_id for game in games.seeks}))
    version = _version_of(lists, mine.version)
    return LobbyView(version, mine, *lists, waiting, games.apart)


def _game_line(
    game: Game, user_id: int | None, now: dt.datetime, zone: dt.tzinfo | None
) -> GameLine:
    seats = game.seated
    mine = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    others = [seat for seat in seats if seat is not mine]
    left = max(0.0, (game.deadline - now).total_seconds()) if game.deadline else None
    facts = (game.title, offer_words(game), stage_words(game), score_words(game, seats, mine))
    away = tell_vacations(game, seats, Names(names_by_seat(game, seats)), zone, now=now)
    return GameLine(
        game_id=game.public_id,
        names=rivals_words(game, seats, mine) or name_text(str(game.invited or "")),
        avatars=tuple(player_avatar(seat) for seat in others) or ("nobody",),
        facts=tuple(filter(None, (*facts, *away))),
        turn_words=turn_of_other(game) if game.to_move is not None else "",
        time_words=told.time_left(duration_words(left)) if left is not None else "",
    )


def _view_highlight(highlight: Highlight) -> HighlightLine:
    game = highlight.game
    seat = next(seat for seat in game.seated if seat.index == highlight.seat)
    step = highlight.number - game.opening_moves
    return HighlightLine(
        path=reverse("replay", args=[game.public_id, step]),
        words=told.tell_highlight(highlight_label(highlight.kind), player_name(seat), game.title),
    )


def _open_table(
    game: Game,
    met: frozenset[int],
    viewer: Viewer,
    now: dt.datetime,
    *,
    is_invitation: bool = False,
) -> OpenTable:
    host = host_of(game)
    before = getattr(game, "seat_before", None) if is_invitation else None
    seat = None if any(each.index == before for each in game.seated) else before
    players = told.count_players(game.players) if is_invitation else ""
    taken = told.count_taken(len(game.seated), game.players) if game.players > 2 else ""
    time = told.tell_move_time(game.time)
    rematch = told.name_rematch() if game.rematch_of_id is not None else ""
    known = told.met_before() if game.host_id in met else ""
    vacations = vacations_count(count=game.counts_vacation) if game.is_over_days else ""
    away = vacation_facts(game.host, zone_of(viewer), now=now) if game.is_over_days else ()
    pace = view_pace(find_pace(game.host))
    options = option_words(game, usual_too=is_invitation)
    what = (known, game.title, rematch, players, options, taken)
    facts = (*what, time, vacations, *away, *pace)
    return OpenTable(
        game_id=game.public_id,
        seat=seat,
        host_name=player_name(host),
        host_avatar=player_avatar(host),
        facts=tuple(filter(None, facts)),
        has_seats_to_choose=game.players > 2 and seat is None,
    )


def _version_of(
    lists: Iterable[Iterable[GameLine | OpenTable | OpenSeek | HighlightLine]], mine: str
) -> str:
    """Return a short name of the lists' content, without the time that runs down."""
    text = mine + repr(
        [
            (line.game_id, line.names, line.facts, line.turn_words)
            if isinstance(line, GameLine)
            else line
            for lines in lists
            for line in [*lines, None]
        ]
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]
