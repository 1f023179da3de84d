"""The games of the lobby: a viewer's own, those to join and those to watch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.db.models import QuerySet

from accounts.barriers import Company, find_company
from games.models import LIVE, Game, Highlight, Seat
from games.selectors.access import Viewer
from games.selectors.archive import NEWEST, finished_games_of
from games.selectors.mine import MyGames, find_my_games, listed
from games.selectors.seeks import open_seeks

LIST_LENGTH = 20
CANDIDATES = 100
"""Among how many games those of players whom the viewer knows are looked for."""
FINISHED_SHOWN = 5
GAMES_REMEMBERED = 100
"""Among how many of a player's latest games the opponents are looked for."""
HIGHLIGHTS_SHOWN = 4
RECENT_GAMES = 30
"""How many public games that have just finished are searched for highlights."""


@dataclass(frozen=True, slots=True)
class PublicLists:
    """What is read for everybody’s lobby alike: who waits, what is played, what has happened.

    `playing` is the number of people in live games.
    """

    seeks: tuple[Game, ...]
    open: tuple[Game, ...]
    watchable: tuple[Game, ...]
    highlights: tuple[Highlight, ...]
    playing: int


@dataclass(frozen=True, slots=True)
class LobbyGames:
    """The lists of one viewer: the own games, and those of the public lists that are others’.

    `own_seeks` are where the viewer waits in the queue, `seeks` where others do. `met` are the
    users among those who wait or play whom the viewer has played before: they come first.
    `finished` are the viewer's latest games, without those that are news. `apart` are those whom a
    block keeps out of this lobby.
    """

    own: MyGames
    own_seeks: tuple[Game, ...]
    seeks: tuple[Game, ...]
    open: tuple[Game, ...]
    invitations: tuple[Game, ...]
    watchable: tuple[Game, ...]
    finished: tuple[Game, ...]
    highlights: tuple[Highlight, ...]
    met: frozenset[int]
    apart: frozenset[int]


def find_public_lists() -> PublicLists:
    """Return what everybody may see, in a constant number of queries."""
    # The conditions beside the status hold for all of them: they let an index be used that has no
    # finished games.
    watchable = _listed(
        Game.objects.filter(
            status=Game.Status.PLAYING, kind__in=Game.PUBLIC, deadline__isnull=False
        )
    )
    return PublicLists(
        seeks=tuple(open_seeks(most=CANDIDATES)),
        open=tuple(_listed(_waiting_games().filter(kind=Game.Kind.OPEN))[:CANDIDATES]),
        watchable=tuple(watchable[:CANDIDATES]),
        highlights=tuple(_find_highlights()),
        playing=_count_playing(),
    )


def find_lobby_games(viewer: Viewer, public: PublicLists | None = None) -> LobbyGames:
    """Return the lobby's lists in a constant number of queries.

    `public` are lists that were read a moment ago. What people play between whom and the viewer a
    block stands is left out of all lists but those of the viewer's own games.
    """
    company = find_company(viewer)
    mine, finished = find_my_games(viewer), _finished_games(viewer)
    public = public or find_public_lists()
    own = {game.pk for game in (*mine.all, *finished)}

    def is_other(game: Game) -> bool:
        players = _players_of(game)
        return game.pk not in own and viewer.pk not in players and company.apart.isdisjoint(players)

    lists = [
        list(filter(is_other, games)) for games in (public.seeks, public.open, public.watchable)
    ]
    met = _find_met(
        viewer, {player for games in lists for each in games for player in _players_of(each)}
    )

    def is_new(game: Game) -> bool:
        return met.isdisjoint(_players_of(game))

    seeks, tables, watchable = (sorted(games, key=is_new) for games in lists)
    live = [game for game in seeks if game.is_live][:LIST_LENGTH]
    slow = [game for game in seeks if not game.is_live][:LIST_LENGTH]
    return LobbyGames(
        own=mine,
        own_seeks=mine.seeks,
        seeks=tuple(sorted((*live, *slow), key=is_new)),
        open=tuple(tables[:LIST_LENGTH]),
        invitations=_find_invitations(viewer, own, company),
        watchable=tuple(watchable[:LIST_LENGTH]),
        finished=tuple(game for game in finished if game not in mine.finished),
        highlights=tuple(
            each for each in public.highlights if company.apart.isdisjoint(_players_of(each.game))
        ),
        met=met,
        apart=company.apart,
    )


def _players_of(game: Game) -> set[int]:
    """Return who sits at a table, without a query."""
    return {seat.user_id for seat in game.seats.all() if seat.user_id is not None}


def _waiting_games() -> QuerySet[Game]:
    games = Game.objects.filter(status=Game.Status.WAITING, seen_at__isnull=False)
    return games.select_related("host__pace")


def _find_invitations(viewer: Viewer, own: set[int], company: Company) -> tuple[Game, ...]:
    if viewer.pk is None:
        return ()
    invited = _listed(_waiting_games().filter(invited_id=viewer.pk)).exclude(pk__in=own)
    return tuple(invited.exclude(host__in=company.unheard)[:LIST_LENGTH])


def _find_met(viewer: Viewer, sought: set[int]) -> frozenset[int]:
    """Return those of the users who played in one of the viewer's latest games."""
    if viewer.pk is None or not sought:
        return frozenset()
    latest = finished_games_of(viewer.pk).order_by(*NEWEST).values_list("pk", flat=True)
    played = Seat.objects.filter(game__in=list(latest[:GAMES_REMEMBERED]), user_id__in=sought)
    return frozenset(pk for pk in played.order_by().values_list("user_id", flat=True) if pk)


def _find_highlights() -> Iterator[Highlight]:
    """Yield the last highlight of each of the newest public games that have any."""
    recent = Game.objects.filter(
        finished_at__isnull=False, status=Game.Status.FINISHED, kind__in=Game.PUBLIC
    ).order_by("-finished_at", "-id")
    recent_ids = list(recent.values_list("pk", flat=True)[:RECENT_GAMES])
    newest: dict[int, Highlight] = {}
    found = Highlight.objects.filter(game__in=recent_ids).order_by("number", "pk")
    for highlight in found.select_related("game").prefetch_related("game__seats__user"):
        newest[highlight.game_id] = highlight
    return islice((newest[pk] for pk in recent_ids if pk in newest), HIGHLIGHTS_SHOWN)


def _count_playing() -> int:
    """Return how many people are in live games, each counted once."""
    # A game without a timer has no deadline: nobody knows whether its player is still there.
    running = Game.objects.filter(LIVE, status__in=Game.RUNNING, deadline__isnull=False)
    seats = Seat.objects.filter(game__in=running, user__isnull=False, stand_in="").order_by()
    return seats.values("user").distinct().count()


def _finished_games(viewer: Viewer) -> list[Game]:
    if viewer.pk is None:
        return []
    return list(_listed(finished_games_of(viewer.pk)).order_by(*NEWEST)[:FINISHED_SHOWN])


def _listed(games: QuerySet[Game]) -> QuerySet[Game]:
    return listed(games).prefetch_related("seats__user")
