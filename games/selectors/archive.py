"""The archive: the finished games that a viewer may see, and a search for some of them."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games import rules
from games.messages.labels import LEVELS
from games.messages.names import any_computer, name_computer
from games.models import COMPUTER_NAMES, Game, Highlight, Seat
from games.selectors.access import Viewer, visible_games

PAGE_LENGTH = 20
MINE, PUBLIC = "mine", "public"
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


def find_archived(viewer: Viewer, search: Search, *, page: str) -> Page[Game]:
    """Return a page of the finished games that the viewer may see, the newest first.

    A page that does not exist is the nearest one that does.
    """
    games = finished_games(viewer)
    own = Q(user_id=viewer.pk) if viewer.pk is not None else Q(pk__in=())
    if search.show == MINE:
        games = games.filter(_has_seat(own, search))
    else:
        games = games.filter(kind__in=Game.PUBLIC)
        if search.player or search.opponent or search.result:
            games = games.filter(_has_seat(_is_named(search.player), search))
    return Paginator(games.filter(_has_facts(search)), PAGE_LENGTH).get_page(page)


def finished_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the finished games that this viewer may look at, the newest first."""
    # Asked in this way they come out of the index in order, without being sorted.
    ended = visible_games(viewer).filter(finished_at__isnull=False)
    return ended.exclude(status=Game.Status.CANCELLED).order_by("-finished_at", "-pk")


def _has_seat(player: Q, search: Search) -> Q:
    """Return the condition that such a player had such a result against such an opponent."""
    seats = Seat.objects.filter(player)
    if search.result:
        seats = seats.filter(result=search.result)
    if search.opponent:
        rivals = Seat.objects.filter(_is_named(search.opponent), game=OuterRef("game"))
        seats = seats.filter(Exists(rivals.exclude(index=OuterRef("index"))))
    # Begun at the seats of one player, not at all games.
    return Q(pk__in=seats.values("game_id"))


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
    player = User.objects.filter(username__iexact=name).first()
    if player is not None:
        return Q(user=player)
    how = "icontains" if len(name) > 1 else "iexact"
    named = Q((f"username__{how}", name)) | Q((f"display_name__{how}", name))
    return Q(user_id__in=User.objects.filter(named).values("pk"))


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
