"""The lists of the lobby as one viewer may see them."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.models import Game, Seat
from games.tables.access import Viewer
from games.tables.words import (
    duration_words,
    move_time_words,
    player_avatar,
    player_name,
    show_points,
)

LIST_LENGTH = 20
FINISHED_SHOWN = 5


@dataclass(frozen=True, slots=True)
class GameLine:
    game_id: str
    title: str
    opponent_name: str
    opponent_avatar: str
    turn_words: str
    your_turn: bool
    time_words: str
    seconds_left: float | None
    status: str
    score_words: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    game_id: str
    title: str
    host_name: str
    host_avatar: str
    move_time_words: str


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Everything in the lobby's live part; `version` changes when anything in it does."""

    version: str
    my_games: tuple[GameLine, ...]
    open_tables: tuple[OpenTable, ...]
    invitations: tuple[OpenTable, ...]
    watchable: tuple[GameLine, ...]
    finished: tuple[GameLine, ...]


def view_lobby(viewer: Viewer, *, now: dt.datetime) -> LobbyView:
    """Return the lobby's lists in a constant number of queries."""
    mine = _my_games(viewer)
    my_ids = [game.pk for game in mine]
    unfinished = [game for game in mine if game.status in Game.UNFINISHED]
    finished = [game for game in mine if game.status == Game.Status.FINISHED]
    waiting = _listed(Game.objects.filter(status=Game.Status.WAITING)).exclude(pk__in=my_ids)
    invitations = waiting.filter(invited_id=viewer.pk) if viewer.pk else waiting.none()
    watchable = _listed(
        Game.objects.filter(status=Game.Status.PLAYING, kind__in=Game.PUBLIC)
    ).exclude(pk__in=my_ids)
    lists = (
        tuple(_game_line(game, viewer.pk, now) for game in _by_urgency(unfinished, viewer.pk)),
        tuple(_open_table(game) for game in waiting.filter(kind=Game.Kind.OPEN)[:LIST_LENGTH]),
        tuple(_open_table(game) for game in invitations[:LIST_LENGTH]),
        tuple(_game_line(game, None, now) for game in watchable[:LIST_LENGTH]),
        tuple(_game_line(game, viewer.pk, now) for game in finished[:FINISHED_SHOWN]),
    )
    return LobbyView(_version_of(lists), *lists)


def running_game_ids(viewer: Viewer) -> list[int]:
    """Return the ids of the viewer's own running games, to hear of their moves."""
    if viewer.pk is None:
        return []
    running = Game.objects.filter(status__in=Game.RUNNING, seats__user_id=viewer.pk)
    return list(running.values_list("pk", flat=True))


def _my_games(viewer: Viewer) -> list[Game]:
    if viewer.pk is None:
        return []
    seated = Q(pk__in=Seat.objects.filter(user_id=viewer.pk).values("game_id"))
    unfinished = _listed(Game.objects.filter(seated, status__in=Game.UNFINISHED))
    finished = _listed(Game.objects.filter(seated, status=Game.Status.FINISHED))
    return [*unfinished, *finished.order_by("-finished_at")[:FINISHED_SHOWN]]


def _listed(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("invited").prefetch_related("seats__user").order_by("-created_at")


def _by_urgency(games: list[Game], user_id: int | None) -> list[Game]:
    """Own turns first, the most urgent before the others, then the rest."""

    def urgency(game: Game) -> tuple[bool, float]:
        left = game.deadline.timestamp() if game.deadline else float("inf")
        return not _is_turn_of(game, user_id), left

    return sorted(games, key=urgency)


def _is_turn_of(game: Game, user_id: int | None) -> bool:
    return game.to_move is not None and any(
        seat.index == game.to_move and seat.user_id == user_id for seat in game.seats.all()
    )


def _game_line(game: Game, user_id: int | None, now: dt.datetime) -> GameLine:
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    others = [seat for seat in seats if seat is not mine]
    your_turn = _is_turn_of(game, user_id) and game.status == Game.Status.PLAYING
    left = max(0.0, (game.deadline - now).total_seconds()) if game.deadline else None
    return GameLine(
        game_id=game.public_id,
        title=game.title,
        opponent_name=" against ".join(player_name(seat) for seat in others)
        or (str(game.invited) if game.invited else ""),
        opponent_avatar=player_avatar(others[0]) if others else "nobody",
        turn_words=_turn_words(game, seats, your_turn),
        your_turn=your_turn,
        time_words=f"{duration_words(left)} left" if left is not None else "",
        seconds_left=left,
        status=game.status,
        score_words=_score_words(game, mine, others),
    )


def _turn_words(game: Game, seats: list[Seat], your_turn: bool) -> str:
    if game.status == Game.Status.WAITING:
        return f"Waiting for {game.invited or 'an opponent'}"
    if game.status == Game.Status.PICKING:
        return "Picking secret cards"
    if game.to_move is None:
        return ""
    return "Your turn" if your_turn else f"{player_name(seats[game.to_move])}’s turn"


def _score_words(game: Game, mine: Seat | None, others: list[Seat]) -> str:
    if mine is None or mine.total is None or not others or others[0].total is None:
        return ""
    result = mine.get_result_display().capitalize()
    if game.reason in ("forfeit", "resignation"):
        return f"{result} by forfeit"
    own, other = (show_points(seat.total) or "0" for seat in (mine, others[0]))
    return f"{result} {own} to {other}"


def _open_table(game: Game) -> OpenTable:
    host = next(iter(game.seats.all()))
    return OpenTable(
        game_id=game.public_id,
        title=game.title,
        host_name=player_name(host),
        host_avatar=player_avatar(host),
        move_time_words=move_time_words(game.move_time),
    )


def _version_of(lists: Iterable[Iterable[GameLine | OpenTable]]) -> str:
    """Return a short name of the lists' content, without the time that runs down."""
    text = repr(
        [
            (line.game_id, line.turn_words, line.score_words)
            if isinstance(line, GameLine)
            else line
            for lines in lists
            for line in [*lines, None]
        ]
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]
