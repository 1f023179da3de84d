"""The games of the lobby: a viewer's own, those to join and those to watch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.barriers import Company, find_company
from config.statements import KeptQuery, Statement, fetch_rows, meanings_of, stand_ins
from games.models import LIVE, Game, Highlight, Seat
from games.selectors.access import Viewer
from games.selectors.archive import NEWEST, finished_games_of
from games.selectors.listed import KEPT, fetch_of, listed, with_accepted_times, with_seats
from games.selectors.mine import MyGames, find_my_games
from games.selectors.seeks import CANDIDATES, find_places

LIST_LENGTH = 20
FINISHED_SHOWN = 5
GAMES_REMEMBERED = 100
"""Among how many of a player's latest games the opponents are looked for."""
HIGHLIGHTS_SHOWN = 4
RECENT_GAMES = 30
"""How many public games that have just finished are searched for highlights."""
_PLAYER = -1  # stands in kept queries for the id


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

    `seeks` are where others wait in the queue. `met` are the users among those who wait or play
    whom the viewer has played before: they come first. `finished` are the viewer's latest games,
    without those that are news. `apart` are those whom a block keeps out of this lobby.
    """

    own: MyGames
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
    seeks = find_places()
    tables, watchable = _open_tables().fetch(), _watchable_games().fetch()
    highlights = _find_highlights()
    with_seats([*seeks, *tables, *watchable, *(each.game for each in highlights)])
    with_accepted_times(seeks)
    return PublicLists(
        seeks=tuple(seeks),
        open=tuple(tables),
        watchable=tuple(watchable),
        highlights=tuple(highlights),
        playing=_count_playing(),
    )


@cache
def _open_tables() -> KeptQuery[Game]:
    return KeptQuery(listed(_waiting_games().filter(kind=Game.Kind.OPEN))[:CANDIDATES])


@cache
def _watchable_games() -> KeptQuery[Game]:
    # The conditions beside the status hold for all of them: they let an index be used that has no
    # finished games.
    playing = Game.objects.filter(
        status=Game.Status.PLAYING, kind__in=Game.PUBLIC, deadline__isnull=False
    )
    return KeptQuery(listed(playing)[:CANDIDATES])


def find_lobby_games(viewer: Viewer, public: PublicLists | None = None) -> LobbyGames:
    """Return the lobby's lists in a constant number of queries.

    `public` are lists that were read a moment ago. What people play between whom and the viewer a
    block stands is left out of all lists but those of the viewer's own games.
    """
    company = find_company(viewer)
    mine, finished = find_my_games(viewer), _finished_games(viewer)
    public = public or find_public_lists()
    own = {game.pk for game in (*mine.all, *finished)}
    invitations = _find_invitations(viewer, company)
    with_seats([*finished, *invitations])

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
        seeks=tuple(sorted((*live, *slow), key=is_new)),
        open=tuple(tables[:LIST_LENGTH]),
        invitations=tuple(
            each for each in invitations if company.apart.isdisjoint(_players_of(each))
        ),
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
    return {seat.user_id for seat in game.seated if seat.user_id is not None}


def _waiting_games() -> QuerySet[Game]:
    games = Game.objects.filter(status=Game.Status.WAITING, seen_at__isnull=False)
    return games.select_related("host__pace")


def _find_invitations(viewer: Viewer, company: Company) -> list[Game]:
    if viewer.pk is None:
        return []
    kept, besides = _invitations_besides(len(company.unheard)), meanings_of(company.unheard)
    return kept.fetch({_PLAYER: viewer.pk, **besides})


@lru_cache(maxsize=KEPT)
def _invitations_besides(number: int) -> KeptQuery[Game]:
    seated = Exists(Seat.objects.filter(game=OuterRef("pk"), user=_PLAYER))
    invited = listed(_waiting_games().filter(~seated, Game.asking(_PLAYER)))
    before = Seat.objects.filter(game=OuterRef("rematch_of"), user=_PLAYER).values("index")
    invited = invited.annotate(seat_before=Subquery(before))
    return KeptQuery(invited.exclude(host__in=stand_ins(number))[:LIST_LENGTH])


def _find_met(viewer: Viewer, sought: set[int]) -> frozenset[int]:
    """Return those of the users who played in one of the viewer's latest games."""
    if viewer.pk is None or not sought:
        return frozenset()
    return frozenset(pk for (pk,) in fetch_rows(_met(), {_PLAYER: viewer.pk}) if pk in sought)


@cache
def _met() -> Statement:
    latest = finished_games_of(_PLAYER).order_by(*NEWEST).values("pk")[:GAMES_REMEMBERED]
    played = Seat.objects.filter(game__in=latest, user__isnull=False).order_by()
    return played.values_list("user_id").distinct().query.sql_with_params()


def _find_highlights() -> list[Highlight]:
    """Return the last highlight of each of the newest public games that have any."""
    recent = [pk for (pk,) in fetch_rows(_recent_games())]
    newest = {highlight.game_id: highlight for highlight in fetch_of(_highlights_of, recent)}
    shown = list(islice((newest[pk] for pk in recent if pk in newest), HIGHLIGHTS_SHOWN))
    games = {game.pk: game for game in fetch_of(_games_of, [each.game_id for each in shown])}
    for highlight in shown:
        highlight.game = games[highlight.game_id]
    return shown


@cache
def _recent_games() -> Statement:
    recent = Game.objects.filter(
        finished_at__isnull=False, status=Game.Status.FINISHED, kind__in=Game.PUBLIC
    ).order_by("-finished_at", "-id")
    return recent.values_list("pk")[:RECENT_GAMES].query.sql_with_params()


@lru_cache(maxsize=KEPT)
def _highlights_of(number: int) -> KeptQuery[Highlight]:
    found = Highlight.objects.filter(game__in=stand_ins(number))
    return KeptQuery(found.order_by("number", "pk"))


@lru_cache(maxsize=KEPT)
def _games_of(number: int) -> KeptQuery[Game]:
    return KeptQuery(Game.objects.filter(pk__in=stand_ins(number)))


def _count_playing() -> int:
    """Return how many people are in live games, each counted once."""
    return len(fetch_rows(_people_playing()))


@cache
def _people_playing() -> Statement:
    # A game without a timer has no deadline: nobody knows whether its player is still there.
    running = Game.objects.filter(LIVE, status__in=Game.RUNNING, deadline__isnull=False)
    seats = Seat.objects.filter(game__in=running, user__isnull=False, stand_in="").order_by()
    return seats.values_list("user_id").distinct().query.sql_with_params()


def _finished_games(viewer: Viewer) -> list[Game]:
    if viewer.pk is None:
        return []
    return _newest_finished().fetch({_PLAYER: viewer.pk})


@cache
def _newest_finished() -> KeptQuery[Game]:
    return KeptQuery(listed(finished_games_of(_PLAYER)).order_by(*NEWEST)[:FINISHED_SHOWN])
