"""The lists of the lobby as one viewer may see them."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery

from games.messages import offers as told
from games.messages.facts import tell_fact
from games.messages.names import name_text
from games.messages.text import Text
from games.messages.times import duration_words
from games.models import Game, Round, Seat
from games.tables.access import Viewer
from games.tables.offer_words import offer_words, option_words
from games.tables.standings import rivals_words, score_words
from games.tables.words import player_avatar, player_name

LIST_LENGTH = 20
FINISHED_SHOWN = 5


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: `names` are the others at the table, `facts` what is played there."""

    game_id: str
    names: Text
    avatars: tuple[str, ...]
    facts: tuple[str, ...]
    turn_words: str
    your_turn: bool
    time_words: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that waits: `facts` are what is played there and how many seats are taken."""

    game_id: str
    host_name: str
    host_avatar: str
    facts: tuple[str, ...]
    has_seats_to_choose: bool


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
    rounds = Round.objects.filter(deck__game=OuterRef("pk")).order_by()
    newest = rounds.values("deck__game").annotate(newest=Max("index")).values("newest")
    return (
        games.select_related("invited")
        .prefetch_related("seats__user")
        .annotate(newest_round=Subquery(newest))
        .order_by("-created_at")
    )


def _by_urgency(games: list[Game], user_id: int | None) -> list[Game]:
    """Return the games where it is the user's turn first, the most urgent before the others."""

    def urgency(game: Game) -> tuple[bool, float]:
        left = game.deadline.timestamp() if game.deadline else float("inf")
        return not _is_turn_of(game, user_id), left

    return sorted(games, key=urgency)


def _is_turn_of(game: Game, user_id: int | None) -> bool:
    return user_id is not None and any(
        seat.index == game.to_move and seat.user_id == user_id and not seat.stand_in
        for seat in game.seats.all()
    )


def _game_line(game: Game, user_id: int | None, now: dt.datetime) -> GameLine:
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    others = [seat for seat in seats if seat is not mine]
    left = max(0.0, (game.deadline - now).total_seconds()) if game.deadline else None
    facts = (game.title, offer_words(game), _stage_words(game), score_words(game, seats, mine))
    return GameLine(
        game_id=game.public_id,
        names=rivals_words(game, seats, mine) or name_text(str(game.invited or "")),
        avatars=tuple(player_avatar(seat) for seat in others) or ("nobody",),
        facts=tuple(filter(None, facts)),
        turn_words=_turn_words(game, seats, mine),
        your_turn=_is_turn_of(game, user_id),
        time_words=told.time_left(duration_words(left)) if left is not None else "",
    )


def _stage_words(game: Game) -> str:
    """Return how far a game of several rounds is; only its own page gives the details."""
    number = getattr(game, "newest_round", None)
    if game.status != Game.Status.PLAYING or not number or game.rules.rounds == 1:
        return ""
    return tell_fact(game.rules.batch(number, game.players))


def _turn_words(game: Game, seats: list[Seat], mine: Seat | None) -> str:
    if game.status == Game.Status.WAITING:
        return _waiting_words(game, len(seats))
    if game.status == Game.Status.PICKING:
        return told.picking_cards()
    if game.to_move is None:
        return ""
    mover = next(seat for seat in seats if seat.index == game.to_move)
    if mover is mine and not mine.stand_in:
        return told.your_turn()
    return told.turn_of(player_name(mover))


def _waiting_words(game: Game, taken: int) -> str:
    if game.players == 2:
        return told.waiting_for(str(game.invited or ""))
    return told.waiting_for_players(game.players - taken)


def _open_table(game: Game) -> OpenTable:
    seats = list(game.seats.all())
    host = next((seat for seat in seats if seat.user_id == game.host_id), seats[0])
    taken = told.count_taken(len(seats), game.players) if game.players > 2 else ""
    time = told.tell_move_time(game.move_time)
    return OpenTable(
        game_id=game.public_id,
        host_name=player_name(host),
        host_avatar=player_avatar(host),
        facts=tuple(filter(None, (game.title, option_words(game), taken, time))),
        has_seats_to_choose=game.players > 2,
    )


def _version_of(lists: Iterable[Iterable[GameLine | OpenTable]]) -> str:
    """Return a short name of the lists' content, without the time that runs down."""
    text = repr(
        [
            (line.game_id, line.names, line.facts, line.turn_words)
            if isinstance(line, GameLine)
            else line
            for lines in lists
            for line in [*lines, None]
        ]
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]
