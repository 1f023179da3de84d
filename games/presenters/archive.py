"""The archive's pages: games in lines, with players, results and highlights."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from games import rules
from games.messages import standings as told
from games.messages.labels import highlight_label, outcome_in_list
from games.messages.text import Part
from games.models import Game, Seat
from games.presenters.endings import DROPPED_OUT
from games.presenters.offers import offer_words
from games.presenters.people import player_avatar, player_name, player_path
from games.presenters.standings import group_by_side, result_of, rivals_words
from games.rules.wording.values import show_number
from games.selectors.access import Viewer
from games.selectors.archive import MINE, Search, find_archived, with_details

_WINNING: Final = (Seat.Result.WON, "shared")


@dataclass(frozen=True, slots=True)
class ArchivedSeat:
    """A player; `name` are the parts of a text, because lines are remembered by what they show."""

    name: tuple[Part, ...]
    avatar: str
    path: str
    is_viewer: bool
    has_dropped_out: bool


@dataclass(frozen=True, slots=True)
class ArchivedSide:
    """Players who scored together, and how many points."""

    seats: tuple[ArchivedSeat, ...]
    total: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Tag:
    """A kind of highlight in a game, with number and address of each move that was one."""

    label: str
    moves: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """One line of the archive. `result` is that of whoever the list is about, or ""."""

    title: str
    offer_words: str
    finished_at: dt.datetime | None
    length: int
    names: str
    sides: tuple[ArchivedSide, ...]
    result: str
    result_words: str
    reason_words: str
    tags: tuple[Tag, ...]
    replay_path: str


@dataclass(frozen=True, slots=True)
class Found:
    """One page of what a search found.

    `newer` is the game above which the page with newer games ends, and `older` the game below
    which the page with older games begins, or "".
    """

    games: tuple[ArchivedGame, ...]
    newer: str
    older: str


def view_archive(viewer: Viewer, search: Search, *, before: str, after: str) -> Found:
    """Return a page of what a search of the archive finds; see `find_archived`."""
    page = find_archived(viewer, search, before=before, after=after)
    return Found(
        games=view_games(page.games, viewer.pk, about=viewer.pk if search.show == MINE else None),
        newer=page.games[0].public_id if page.games and page.has_newer else "",
        older=page.games[-1].public_id if page.games and page.has_older else "",
    )


def view_games(
    games: Iterable[Game], viewer_id: int | None, *, about: int | None
) -> tuple[ArchivedGame, ...]:
    """Return these games as lines, in two queries; the results are those of the user `about`."""
    return tuple(_view_game(game, viewer_id, about) for game in with_details(games))


def _view_game(game: Game, viewer_id: int | None, about: int | None) -> ArchivedGame:
    seats, replay_path = game.seated, reverse("replay", args=[game.public_id])
    subject = next((seat for seat in seats if about is not None and seat.user_id == about), None)
    return ArchivedGame(
        title=game.title,
        offer_words=offer_words(game),
        finished_at=game.finished_at,
        length=game.move_count - game.opening_moves,
        names=rivals_words(game, seats, None),
        sides=tuple(
            _view_side(game, side, viewer_id, is_winner=result_of(seats, side[0]) in _WINNING)
            for side in group_by_side(game, seats)
        ),
        result=subject.result if subject else "",
        result_words=told.result_label(result_of(seats, subject)) if subject else "",
        reason_words=_reason_words(game, seats),
        tags=_view_tags(game, replay_path),
        replay_path=f"{replay_path}0/",  # its own address would only redirect there
    )


def _view_side(
    game: Game, seats: Sequence[Seat], viewer_id: int | None, *, is_winner: bool
) -> ArchivedSide:
    return ArchivedSide(
        seats=tuple(_view_seat(game, seat, viewer_id) for seat in seats),
        total=show_number(seats[0].total or 0),
        is_winner=is_winner,
    )


def _view_seat(game: Game, seat: Seat, viewer_id: int | None) -> ArchivedSeat:
    # No computer player takes over the seat of the last of several players who left.
    is_last = game.reason in DROPPED_OUT and len(set(game.sides)) > 2
    return ArchivedSeat(
        name=player_name(seat).parts,
        avatar=player_avatar(seat),
        path=player_path(seat),
        is_viewer=viewer_id is not None and seat.user_id == viewer_id,
        has_dropped_out=bool(seat.stand_in) or (is_last and seat.result == Seat.Result.LOST),
    )


def _reason_words(game: Game, seats: Sequence[Seat]) -> str:
    """Return what decided a game, as far as it is stored: not which of two partners has left."""
    sides = group_by_side(game, seats)
    if game.reason in DROPPED_OUT:
        if any(len(side) > 1 for side in sides):
            return told.reason_label(game.reason)
        lost = [seat for seat in seats if seat.result == Seat.Result.LOST]
        return told.tell_why_over(game.reason, list(map(player_name, lost)))
    left = [seat for seat in seats if seat.stand_in]
    variant = rules.VARIANTS.get(game.variant)
    words = outcome_in_list(variant, game.reason) if variant else ""
    words = words or told.tell_highest_total(len(sides))
    return told.add_dropped_out(words, list(map(player_name, left)))


def _view_tags(game: Game, replay_path: str) -> tuple[Tag, ...]:
    numbers: dict[str, list[int]] = {kind: [] for kind in highlight_kinds()}
    for highlight in game.noted:
        numbers[highlight.kind].append(highlight.number - game.opening_moves)
    return tuple(
        Tag(highlight_label(kind), tuple((step, f"{replay_path}{step}/") for step in steps))
        for kind, steps in numbers.items()
        if steps
    )


def list_reasons() -> tuple[str, ...]:
    """Return every reason for which some game can end."""
    games = rules.VARIANTS.values()
    played = dict.fromkeys(reason for game in games for reason in game.reasons)
    return (*played, *DROPPED_OUT)


def highlight_kinds() -> tuple[str, ...]:
    """Return every kind of highlight that some game knows."""
    games = rules.VARIANTS.values()
    return tuple(dict.fromkeys(kind for game in games for kind in game.highlight_kinds))


def highlights_by_game() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the kinds of highlights of each game that has any, with labels, by its title."""
    return {
        game.title: tuple((kind, highlight_label(kind)) for kind in game.highlight_kinds)
        for game in rules.VARIANTS.values()
        if game.highlight_kinds
    }
