"""The archive: the finished games that a viewer may see, and a search for some of them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from django.db.models import (
    Case,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)
from django.utils import timezone

from accounts.models import User
from config.folding import Fold
from config.statements import KeptQuery, stand_ins
from games import rules
from games.messages.labels import LEVELS
from games.messages.names import any_computer, name_computer
from games.models import COMPUTER_NAMES, Game, Highlight, Seat
from games.rules.casino.options import PARTNERSHIP
from games.selectors.access import Viewer, visible_games
from games.selectors.listed import KEPT, fetch_of, with_seats

PAGE_LENGTH = 20
MINE, PUBLIC = "mine", "public"
NEWEST = ("-ended", "-entry")
_RECORDED_COMPUTER = re.compile(
    rf"(?:(?:{'|'.join(COMPUTER_NAMES)}) \()?(?:(\w+) )?computer\)?", re.IGNORECASE
)
"""A computer player as records name one in every language: "Basil (easy computer)"."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is asked of the archive; anything left empty does not matter.

    `show` is MINE or PUBLIC. `result` is that of the player, or of the viewer among the own games.
    `event` is a kind of highlight. `since` and `until` are whole days where the viewer lives,
    `shortest` and `longest` numbers of moves; all four are included.
    """

    show: str = PUBLIC
    player: str = ""
    opponent: str = ""
    variant: str = ""
    players: int | None = None
    result: str = ""
    reason: str = ""
    event: str = ""
    since: dt.date | None = None
    until: dt.date | None = None
    shortest: int | None = None
    longest: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the games found, the newest first, and whether there are newer and older ones."""

    games: tuple[Game, ...]
    has_newer: bool
    has_older: bool


def find_archived(viewer: Viewer, search: Search, *, before: str = "", after: str = "") -> Page:
    """Return a page of the finished games that the viewer may see, the newest first.

    It begins below the game `before` or ends above the game `after`, named by their public ids. It
    is the first page if neither is a finished game that the viewer may see, if none is found below
    `before`, and if the games newer than `after` do not fill a page.
    """
    found = _find_games(viewer, search).filter(_has_facts(search))
    if (edge := _find_place(viewer, after)) is not None:
        above = Q(ended__gte=edge[0]) & (Q(ended__gt=edge[0]) | Q(entry__gt=edge[1]))
        newer = list(found.filter(above).order_by("ended", "entry")[: PAGE_LENGTH + 1])
        if len(newer) >= PAGE_LENGTH:
            games = tuple(reversed(newer[:PAGE_LENGTH]))
            return Page(games, has_newer=len(newer) > PAGE_LENGTH, has_older=True)
    if (edge := _find_place(viewer, before)) is not None:
        # The first bound, which holds for all of them, is one that an index can use.
        found = found.filter(Q(ended__lte=edge[0]) & (Q(ended__lt=edge[0]) | Q(entry__lt=edge[1])))
    older = list(found.order_by(*NEWEST)[: PAGE_LENGTH + 1])
    if edge is not None and not older:
        return find_archived(viewer, search)
    return Page(
        tuple(older[:PAGE_LENGTH]), has_newer=edge is not None, has_older=len(older) > PAGE_LENGTH
    )


def with_details(games: Iterable[Game]) -> list[Game]:
    """Read the seats with their players and the highlights of games, by two queries."""
    found = with_seats(list(games))
    noted: dict[int, list[Highlight]] = {game.pk: [] for game in found}
    for highlight in fetch_of(_highlights_of, noted):
        noted[highlight.game_id].append(highlight)
    for game in found:
        game.noted = noted[game.pk]
    return found


@lru_cache(maxsize=KEPT)
def _highlights_of(number: int) -> KeptQuery[Highlight]:
    return KeptQuery(Highlight.objects.filter(game__in=stand_ins(number)))


def _find_place(viewer: Viewer, public_id: str) -> tuple[Any, int] | None:
    """Return the place of a game in the order of the archive, if the viewer may see the game."""
    if not public_id or not public_id.isprintable():
        return None
    found = visible_games(viewer).filter(public_id=public_id, finished_at__isnull=False)
    return found.values_list("finished_at", "pk").first()


def _find_games(viewer: Viewer, search: Search) -> QuerySet[Any]:
    """Return the finished games of those who are searched for, with `ended` and `entry`."""
    if search.show == MINE:
        return _played_by(viewer.pk, search)
    player = _find_player(search.player)
    if player is not None:
        return _played_by(player.pk, search).filter(kind__in=Game.PUBLIC)
    # Asked in this way they come out of the index in order, without being sorted.
    games = Game.objects.filter(finished_at__isnull=False, kind__in=Game.PUBLIC)
    games = games.exclude(status=Game.Status.CANCELLED)
    if search.player or search.opponent or search.result:
        games = games.filter(_has_seat(_is_named(search.player), search))
    return games.alias(ended=F("finished_at"), entry=F("pk"))


def _played_by(player_id: int | None, search: Search) -> QuerySet[Game]:
    if player_id is None:
        return Game.objects.none().alias(ended=F("finished_at"), entry=F("pk"))
    games = finished_games_of(player_id, **({"result": search.result} if search.result else {}))
    if search.opponent:
        games = games.alias(index=F("seats__index")).filter(_has_opponent(search.opponent, "pk"))
    return games


def finished_games_of(player_id: int, **seat: str) -> QuerySet[Game]:
    """Return the finished games of a player, to be put into the order `NEWEST`.

    They are read from the index of the player's seats, in that order and no more than are needed.
    """
    facts = {f"seats__{name}": value for name, value in seat.items()}
    games = Game.objects.filter(
        seats__user_id=player_id,
        seats__finished_at__isnull=False,
        status=Game.Status.FINISHED,
        **facts,
    ).exclude(kind=Game.Kind.LESSON)
    return games.alias(ended=F("seats__finished_at"), entry=F("seats__game_id"))


def visible_games_of(player: User, viewer: Viewer) -> QuerySet[Game]:
    """Return the finished games of a player that the viewer may see, the newest first."""
    games = finished_games_of(player.pk).order_by(*NEWEST)
    if player.pk == viewer.pk:
        return games
    may = Q(kind__in=Game.PUBLIC)
    if viewer.pk is not None:
        may |= Q(Exists(Seat.objects.filter(game=OuterRef("pk"), user_id=viewer.pk)))
    return games.filter(may)


def _has_seat(player: Q, search: Search) -> Q:
    """Return the condition that such a player had such a result against such an opponent."""
    seats = Seat.objects.filter(player)
    if search.result:
        seats = seats.filter(result=search.result)
    if search.opponent:
        seats = seats.filter(_has_opponent(search.opponent, "game"))
    # Begun at the seats of one player, not at all games.
    return Q(pk__in=seats.values("game_id"))


def _has_opponent(name: str, game: str) -> Q:
    """Return the condition that somebody of that name played against the seat at `index`.

    Partners sit at every other seat, and nobody else shares a side.
    """
    is_partnership = Q((f"game__options__{PARTNERSHIP.name}", True))
    number = IntegerField()
    sides = Case(When(is_partnership, then=2), default=F("game__players"), output_field=number)
    between = F("index") - ExpressionWrapper(OuterRef("index"), number)
    rivals = Seat.objects.filter(_is_named(name), game=OuterRef(game)).alias(apart=between % sides)
    return Q(Exists(rivals.exclude(apart=0)))


def _is_named(name: str) -> Q:
    """Return the condition that somebody of that name sits at a seat; no name means anybody.

    A part of the user name or of the name shown is enough, if it is more than one character. A
    whole user name counts alone: others may show it too.
    """
    if not name:
        return Q()
    computer = _find_computer(name)
    if computer is not None:
        return computer
    player = _find_player(name)
    if player is not None:
        return Q(user=player)
    how = "contains" if len(name) > 1 else "exact"
    people = User.objects.alias(own=Fold("username"), shown=Fold("display_name"))
    asked = Fold(Value(name))
    named = people.filter(Q((f"own__{how}", asked)) | Q((f"shown__{how}", asked)))
    return Q(user_id__in=named.values("pk"))


def _find_player(name: str) -> User | None:
    """Return the player with exactly this user name, unless it is what computers are called."""
    if not name or _find_computer(name) is not None:
        return None
    return User.objects.filter(username__iexact=name).first()


def _find_computer(name: str) -> Q | None:
    """Return the condition for computer players called so on pages or in records, else None."""
    if recorded := _RECORDED_COMPUTER.fullmatch(name):
        return Q(computer__iexact=recorded[1]) if recorded[1] else ~Q(computer="")
    called = name.casefold()
    if called == any_computer().casefold():
        return ~Q(computer="")
    for level in LEVELS:
        names = [name_computer(each, level) for each in COMPUTER_NAMES]
        if called in [each.casefold() for each in (any_computer(level), *names)]:
            return Q(computer=level)
    return None


def _has_facts(search: Search) -> Q:
    facts = Q()
    if search.variant:
        facts &= Q(variant=search.variant)
    if search.players is not None:
        facts &= Q(players=search.players)
    if search.reason:
        facts &= Q(reason=search.reason)
    if search.event:
        facts &= Q(pk__in=Highlight.objects.filter(kind=search.event).values("game_id"))
    if search.since:
        facts &= Q(finished_at__gte=_start_of(search.since))
    if search.until:
        facts &= Q(finished_at__lt=_start_of(search.until + dt.timedelta(days=1)))
    if search.shortest is not None:
        facts &= _has_length("move_count__gte", search.shortest)
    if search.longest is not None:
        facts &= _has_length("move_count__lte", search.longest)
    return facts


def _start_of(day: dt.date) -> dt.datetime:
    return timezone.make_aware(dt.datetime.combine(day, dt.time.min))


def _has_length(compared: str, moves: int) -> Q:
    """Return the condition on the stored number of moves, which counts those before the cards."""
    return reduce(
        or_,
        [
            Q(variant=game.name, **{compared: moves + game.opening_moves})
            for game in rules.VARIANTS.values()
        ],
    )
