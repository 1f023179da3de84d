"""A player's own games: where it is whose turn, and those that have just ended."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from config.statements import KeptQuery, Statement, fetch_rows, stand_ins
from games.models import Event, Game, Seat, SecretPick
from games.selectors.access import Viewer
from games.selectors.listed import KEPT, fetch_of, listed, with_accepted_times, with_seats

FINISHED_LISTED = 50
"""How many of the games whose end a player has not looked at are listed."""
LATEST = 5
"""Among how many events the one is that a list tells of: others may have followed from it."""
TOLD = (Event.Kind.MOVE, Event.Kind.TIMEOUT, Event.Kind.RESIGNATION)
MY_TURN = Q(game__status=Game.Status.PLAYING, game__to_move=F("index")) | Q(
    game__status=Game.Status.PICKING, pick__isnull=True
)
"""Of a seat: its player is to move, or has a secret card to pick."""
_PLAYER = -1  # stands in the kept query for the id
_LAST = dt.datetime.max.replace(tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Turns:
    """The ids of a player's running games, and of those in which it is the player's turn.

    `is_waiting` says that the player has a place in the queue or at a table that waits.
    """

    running: frozenset[int] = frozenset()
    mine: frozenset[int] = frozenset()
    is_waiting: bool = False


@dataclass(frozen=True, slots=True)
class MyGames:
    """A player's own games, in the order in which they matter.

    `turns` and `others` are those in which it is the player's turn, and the turn of others; the one
    with the least time left comes first. `waiting` are tables with free seats, `seeks` places in
    the queue; the player has not looked at the end of those in `finished`, the newest of which are
    listed (`has_more_finished` if there are others). `last` are the newest events to tell of, by
    game.
    """

    turns: tuple[Game, ...] = ()
    others: tuple[Game, ...] = ()
    waiting: tuple[Game, ...] = ()
    seeks: tuple[Game, ...] = ()
    finished: tuple[Game, ...] = ()
    has_more_finished: bool = False
    last: dict[int, Event] = field(default_factory=dict)

    @property
    def all(self) -> tuple[Game, ...]:
        return (*self.turns, *self.others, *self.waiting, *self.seeks, *self.finished)


def find_turns(viewer: Viewer) -> Turns:
    """Return in which games it is the player's turn, by one query."""
    if viewer.pk is None:
        return Turns()
    found = fetch_rows(_turns_statement(), {_PLAYER: viewer.pk})
    return Turns(
        running=frozenset(game for game, status, _ in found if status in Game.RUNNING),
        mine=frozenset(game for game, _, is_turn in found if is_turn),
        is_waiting=any(status == Game.Status.WAITING for _, status, _ in found),
    )


@lru_cache(maxsize=1)
def _turns_statement() -> Statement:
    seats = seats_in_play(_PLAYER).annotate(is_turn=Q(MY_TURN))
    return seats.values_list("game_id", "game__status", "is_turn").query.sql_with_params()


def count_turns(viewer: Viewer) -> int:
    """Return in how many games it is the player's turn."""
    return len(find_turns(viewer).mine)


def find_next_turn(viewer: Viewer) -> Game | None:
    """Return the game with the least time left in which it is the player's turn."""
    if viewer.pk is None:
        return None
    seats = seats_in_play(viewer.pk).filter(MY_TURN).select_related("game")
    seat = seats.order_by(F("game__deadline").asc(nulls_last=True), "game__pk").first()
    return seat.game if seat is not None else None


def find_my_games(viewer: Viewer) -> MyGames:
    """Return a player's games in a constant number of queries.

    A game that the player has quit, or dropped out of, is not among them.
    """
    if viewer.pk is None:
        return MyGames()
    unfinished = _unfinished_games().fetch({_PLAYER: viewer.pk})
    found = _new_results().fetch({_PLAYER: viewer.pk})
    finished = found[:FINISHED_LISTED]
    with_seats([*unfinished, *finished])
    waiting = [game for game in unfinished if game.status == Game.Status.WAITING]
    seeks = [game for game in waiting if game.kind == Game.Kind.QUEUE]
    with_accepted_times(seeks)
    running = sorted((game for game in unfinished if game.is_running), key=_urgency)
    turns = [game for game in running if is_turn_of(game, viewer.pk)]
    return MyGames(
        turns=tuple(turns),
        others=tuple(sorted((game for game in running if game not in turns), key=_has_begun)),
        waiting=tuple(game for game in waiting if game not in seeks),
        seeks=tuple(seeks),
        finished=tuple(finished),
        has_more_finished=len(found) > len(finished),
        last=_find_last([*running, *finished]),
    )


@cache
def _unfinished_games() -> KeptQuery[Game]:
    in_play = seats_in_play(_PLAYER).values("game")
    has_picked = SecretPick.objects.filter(seat__game=OuterRef("pk"), seat__user_id=_PLAYER)
    games = listed(Game.objects.filter(pk__in=in_play))
    return KeptQuery(games.annotate(has_picked=Exists(has_picked)))


@cache
def _new_results() -> KeptQuery[Game]:
    unviewed = Seat.objects.filter(user_id=_PLAYER, is_unviewed=True).values("game")
    newest = listed(Game.objects.filter(pk__in=unviewed)).order_by("-finished_at", "-pk")
    return KeptQuery(newest[: FINISHED_LISTED + 1])


def is_turn_of(game: Game, user_id: int | None) -> bool:
    """Return whether a player is to move, or to pick, in a game read by `find_my_games`."""
    if game.status == Game.Status.PICKING:
        return not getattr(game, "has_picked", False)
    return any(seat.index == game.to_move and seat.user_id == user_id for seat in game.seated)


def seats_in_play(user_id: int) -> QuerySet[Seat]:
    """Return a player's seats in unfinished games that the player has not left."""
    return all_in_play().filter(user_id=user_id)


def all_in_play() -> QuerySet[Seat]:
    """Return all seats in unfinished games that their players have not left."""
    return Seat.objects.filter(
        finished_at=None, stand_in="", game__status__in=Game.UNFINISHED
    ).exclude(game__kind=Game.Kind.LESSON)


def _has_begun(game: Game) -> bool:
    """Return whether anybody has moved: a game that is new to its players comes first."""
    return game.move_count > game.opening_moves


def _urgency(game: Game) -> tuple[dt.datetime, int]:
    return game.deadline or _LAST, game.pk


def _find_last(games: Iterable[Game]) -> dict[int, Event]:
    """Return the newest event of each game that a list tells of, without secret picks."""
    picks = {game.pk: game.opening_moves for game in games}
    return {
        event.game_id: event
        for event in fetch_of(_latest_of, picks)
        if event.number > picks[event.game_id]
    }


@lru_cache(maxsize=KEPT)
def _latest_of(number: int) -> KeptQuery[Event]:
    latest = Event.objects.filter(
        game__in=stand_ins(number), kind__in=TOLD, number__gt=F("game__event_count") - LATEST
    )
    return KeptQuery(latest.order_by("number"))
