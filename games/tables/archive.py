"""The archive: finished games, searched and paged, as one viewer may see them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import rules
from games.messages import standings as told
from games.messages.labels import LEVELS, highlight_label, outcome_in_list
from games.messages.names import COMPUTER_NAMES, any_computer, name_computer
from games.messages.numbers import show_number
from games.models import Game, Highlight, Seat
from games.tables.access import Viewer, visible_games
from games.tables.endings import DROPPED_OUT
from games.tables.offer_words import offer_words
from games.tables.standings import group_by_side, rivals_words
from games.tables.words import player_avatar, player_name, player_path

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


@dataclass(frozen=True, slots=True)
class ArchivedSeat:
    name: str
    avatar_path: str
    path: str
    is_viewer: bool
    has_dropped_out: bool


@dataclass(frozen=True, slots=True)
class ArchivedSide:
    """Who scored together, and how many points."""

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
    """One page of what a search found; `newer` and `older` are the pages beside it, or None."""

    games: tuple[ArchivedGame, ...]
    count: int
    page: int
    pages: int
    newer: int | None
    older: int | None


def search_archive(viewer: Viewer, search: Search, *, page: str) -> Found:
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
    pages = Paginator(games.filter(_has_facts(search)), PAGE_LENGTH)
    shown = pages.get_page(page)
    return Found(
        games=view_games(shown, viewer.pk, about=viewer.pk if search.show == MINE else None),
        count=pages.count,
        page=shown.number,
        pages=pages.num_pages,
        newer=shown.previous_page_number() if shown.has_previous() else None,
        older=shown.next_page_number() if shown.has_next() else None,
    )


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
        names = [name_computer(seat, level) for seat in range(len(COMPUTER_NAMES))]
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


def view_games(
    games: Iterable[Game], viewer_id: int | None, *, about: int | None
) -> tuple[ArchivedGame, ...]:
    """Return these games as lines, in two queries; the results are those of the user `about`."""
    games = list(games)
    seats = Seat.objects.select_related("user").order_by("index")
    prefetch_related_objects(games, Prefetch("seats", seats), "highlights")
    return tuple(_view_game(game, viewer_id, about) for game in games)


def _view_game(game: Game, viewer_id: int | None, about: int | None) -> ArchivedGame:
    seats = list(game.seats.all())
    subject = next((seat for seat in seats if about is not None and seat.user_id == about), None)
    return ArchivedGame(
        title=game.title,
        offer_words=offer_words(game),
        finished_at=game.finished_at,
        length=game.move_count - game.opening_moves,
        names=rivals_words(game, seats, None),
        sides=tuple(_view_side(side, viewer_id) for side in group_by_side(game, seats)),
        result=subject.result if subject else "",
        result_words=told.result_label(subject.result) if subject else "",
        reason_words=_reason_words(game, seats),
        tags=_view_tags(game),
        replay_path=reverse("replay", args=[game.public_id]),
    )


def _view_side(seats: Sequence[Seat], viewer_id: int | None) -> ArchivedSide:
    return ArchivedSide(
        seats=tuple(_view_seat(seat, viewer_id) for seat in seats),
        total=show_number(seats[0].total or 0),
        is_winner=seats[0].result == Seat.Result.WON,
    )


def _view_seat(seat: Seat, viewer_id: int | None) -> ArchivedSeat:
    return ArchivedSeat(
        name=player_name(seat),
        avatar_path=seat.user.avatar_path if seat.user else f"avatars/{player_avatar(seat)}.svg",
        path=player_path(seat),
        is_viewer=viewer_id is not None and seat.user_id == viewer_id,
        has_dropped_out=bool(seat.stand_in),
    )


def _reason_words(game: Game, seats: Sequence[Seat]) -> str:
    """Return what decided a game, as far as it is stored."""
    left = [seat for seat in seats if seat.stand_in]
    if game.reason in DROPPED_OUT:
        left = left or [seat for seat in seats if seat.result == Seat.Result.LOST]
        return told.tell_why_over(game.reason, list(map(player_name, left)))
    variant = rules.VARIANTS.get(game.variant)
    words = outcome_in_list(variant, game.reason) if variant else ""
    words = words or told.tell_highest_total(len(seats))
    return told.add_dropped_out(words, list(map(player_name, left)))


def _view_tags(game: Game) -> tuple[Tag, ...]:
    numbers: dict[str, list[int]] = {kind: [] for kind in highlight_kinds()}
    for highlight in game.highlights.all():
        numbers[highlight.kind].append(highlight.number)
    return tuple(
        Tag(highlight_label(kind), tuple(_view_move(game, number) for number in found))
        for kind, found in numbers.items()
        if found
    )


def _view_move(game: Game, number: int) -> tuple[int, str]:
    """Return which step of the replay an event is, and its address."""
    step = number - game.opening_moves
    return step, reverse("replay", args=[game.public_id, step])


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
