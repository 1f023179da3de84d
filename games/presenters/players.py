"""A player's page, as another one may see it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from games import rules
from games.presenters.archive import ArchivedGame, view_games
from games.presenters.paces import view_pace
from games.presenters.people import player_name, player_path
from games.presenters.vacations import vacation_facts, zone_of
from games.selectors.access import Viewer
from games.selectors.archive import MINE, PUBLIC, visible_games_of
from games.selectors.paces import find_pace
from games.selectors.tallies import find_results
from games.snapshots import Snapshot

RECENT_GAMES = 10


@dataclass(frozen=True, slots=True)
class VariantResults:
    """How many games of one variant a player has finished, and how they ended."""

    title: str
    finished: int
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A player's page. All but the pace counts only games that the viewer may see."""

    name: str
    username: str
    avatar_path: str
    is_guest: bool
    is_me: bool
    since: dt.datetime
    tallies: tuple[VariantResults, ...]
    vacation: tuple[str, ...]
    pace: tuple[str, ...]
    games: tuple[ArchivedGame, ...]
    archive_path: str
    together_path: str


def view_profile(player: User, viewer: Viewer, *, now: dt.datetime) -> ProfileView:
    """Return a player's page for this viewer, in a constant number of queries."""
    games = visible_games_of(player, viewer)
    is_me = player.pk == viewer.pk
    search = {"show": MINE} if is_me else {"show": PUBLIC, "player": player.username}
    together = {"show": MINE, "opponent": player.username}
    return ProfileView(
        name=player.name,
        username=player.username,
        avatar_path=player.avatar_path,
        is_guest=player.is_guest,
        is_me=is_me,
        since=player.date_joined,
        tallies=_view_results(player, viewer),
        vacation=vacation_facts(player, zone_of(viewer), now=now),
        pace=view_pace(find_pace(player)),
        games=tuple(view_games(games[:RECENT_GAMES], viewer.pk, about=player.pk)),
        archive_path=archive_path(search),
        together_path=archive_path(together) if viewer.pk and not is_me else "",
    )


def player_links(snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return the name at each seat with the address of the player's page, or ""."""
    return [(player_name(seat), player_path(seat)) for seat in snapshot.seats]


def archive_path(search: dict[str, str]) -> str:
    """Return the address of the archive with this search."""
    return f"{reverse('archive')}?{urlencode(search)}"


def _view_results(player: User, viewer: Viewer) -> tuple[VariantResults, ...]:
    return tuple(
        VariantResults(rules.title_of(variant), sum(counts), *counts)
        for variant, *counts in find_results(player, viewer)
    )
