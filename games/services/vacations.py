"""Vacations: they begin and end by hand, or begin by themselves where a violation was due.

All of a player's games over days are changed with a vacation: their clocks stand still or go on,
and their new version tells everyone at the table, and a usual move that is on its way.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.models import User
from games.announcing import announce_game, announce_lists
from games.clocks import VACATION_HOURS, VACATION_IN_A_GAME, hours_by_year, longest_vacation
from games.models import Game, Seat, SecretPick, Vacation
from games.services.outage import end_outage
from games.services.pausing import awaited_seats, pause_clock, resume_clock
from games.services.refusals import VacationRefused
from games.services.telling import tell_vacation, withdraw_warnings
from notices import outbox

ATTEMPTS = 10
"""How often a change is tried again; each time something else has just changed."""
Given = ParamSpec("Given")
Result = TypeVar("Result")


class VacationDue(Exception):
    """A vacation begins in place of the violation that was about to be written."""

    def __init__(self, game_id: int, user_id: int, at: dt.datetime) -> None:
        super().__init__(game_id, user_id, at)
        self.game_id, self.user_id, self.at = game_id, user_id, at


class _NewGame(Exception):
    """The player has taken a seat while the others were being locked."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A locked game with its seats; `picked` are those with a secret card."""

    game: Game
    seats: Sequence[Seat]
    picked: Collection[int]

    def seat_of(self, user: User) -> Seat:
        """Return the user's seat."""
        return next(seat for seat in self.seats if seat.user_id == user.pk)


def start_vacation(user: User, *, until: dt.datetime) -> None:
    """Begin a vacation now: the user's clocks stand still in the games that count vacations.

    Raises `VacationRefused` if the user is on vacation already, if the end is not in the future, or
    if it would last longer than what is left of the year's hours.
    """
    end_outage()  # its time is given back before the clock stands still
    _again_with_new_games(partial(_start, user.pk, until=until, now=timezone.now()))


def end_vacation(user: User) -> None:
    """End the user's vacation now. Raises `VacationRefused` if there is none."""
    _again_with_new_games(partial(_end, user.pk))


def set_automatic_vacation(user: User, *, is_automatic: bool) -> None:
    """Store whether a vacation begins by itself in place of a violation, and show it at tables."""

    def change() -> None:
        locked, tables = _lock(user.pk)
        locked.automatic_vacation = is_automatic
        locked.save(update_fields=["automatic_vacation"])
        _show(tables)

    _again_with_new_games(transaction.atomic(change))


def see_vacation(user: User) -> None:
    """Note that a player has opened the page of vacations, and so has read the notices of them."""
    outbox.see_kind(user.pk, kind=outbox.Kind.VACATION, now=timezone.now())


def begins_vacations(change: Callable[Given, Result]) -> Callable[Given, Result]:
    """Begin the vacation that a change finds due, and make the change again."""

    @wraps(change)
    def changed(*args: Given.args, **named: Given.kwargs) -> Result:
        for _ in range(ATTEMPTS):
            try:
                return change(*args, **named)
            except VacationDue as due:
                _again_with_new_games(partial(_begin_due, due))
        return change(*args, **named)

    return changed


def leave_instead(
    game: Game, seats: Iterable[Seat], *, picked: Collection[int] = (), now: dt.datetime
) -> None:
    """Raise `VacationDue` if a vacation begins by itself where the time of a turn has run out."""
    for seat in awaited_seats(game, seats, picked) if game.counts_vacation else ():
        if _due_since(game, seat, now=now) is not None:
            assert seat.user_id is not None
            raise VacationDue(game.pk, seat.user_id, now)


def _due_since(game: Game, seat: Seat, *, now: dt.datetime) -> dt.datetime | None:
    """Return since when the player at a seat is on vacation by the deadline, None if not at all."""
    user, since = seat.user, game.deadline
    if user is None or since is None or not user.automatic_vacation or not user.is_active:
        return None
    if user.is_on_vacation(now) or seat.vacation >= VACATION_IN_A_GAME:
        return None
    if user.vacation_until is not None:
        since = max(since, user.vacation_until)
    used = _hours_used(user)
    return since if longest_vacation(since, used=used) else None


@transaction.atomic
def _start(user_id: int, *, until: dt.datetime, now: dt.datetime) -> None:
    user, tables = _lock(user_id)
    if user.is_on_vacation(now):
        raise VacationRefused("on_vacation_already")
    if until <= now:
        raise VacationRefused("vacation_ends_too_early")
    used = _hours_used(user)
    longest = longest_vacation(now, used=used)
    if until - now > longest:
        raise VacationRefused("vacation_too_long", hours=round(longest / dt.timedelta(hours=1)))
    _begin(user, tables, since=now, until=until, is_automatic=False)


@transaction.atomic
def _begin_due(due: VacationDue) -> None:
    user, tables = _lock(due.user_id)
    table = next((table for table in tables if table.game.pk == due.game_id), None)
    if table is None or not table.game.is_overdue(due.at):
        return
    seats = awaited_seats(table.game, [table.seat_of(user)], table.picked)
    since = _due_since(table.game, seats[0], now=due.at) if seats else None
    if since is not None:
        used = _hours_used(user)
        longest = min(VACATION_IN_A_GAME, longest_vacation(since, used=used))
        vacation = _begin(user, tables, since=since, until=since + longest, is_automatic=True)
        year = vacation.ends_at.astimezone(dt.UTC).year
        left = max(0, VACATION_HOURS - _hours_used(user)[year])
        tell_vacation(table.game, table.seats, seats[0], vacation, hours_left=left)


def _begin(
    user: User,
    tables: Iterable[_Table],
    *,
    since: dt.datetime,
    until: dt.datetime,
    is_automatic: bool,
) -> Vacation:
    vacation = Vacation.objects.create(
        user=user, began_at=since, ends_at=until, is_automatic=is_automatic
    )
    _keep(user, until=until)
    for table in tables:
        game, own = table.game, table.seat_of(user)
        own.user = user
        # A turn whose time had run out before is not saved by this.
        if game.turn_started_at is not None and not game.is_overdue(since):
            at, deadline = max(since, game.turn_started_at), game.deadline
            pause_clock(game, table.seats, picked=table.picked, at=at)
            if game.deadline != deadline:
                awaited = awaited_seats(game, table.seats, table.picked)
                withdraw_warnings(game, awaited, now=timezone.now())
    _show(tables)
    return vacation


@transaction.atomic
def _end(user_id: int) -> None:
    user, tables = _lock(user_id)
    now = timezone.now()  # once nothing else can begin a turn, which would end before it began
    if not user.is_on_vacation(now):
        raise VacationRefused("not_on_vacation")
    # If the clock has been set back since it began, it ends as it began.
    Vacation.objects.filter(user=user, ends_at__gt=now).update(ends_at=Greatest("began_at", now))
    _keep(user, until=now)
    for table in tables:
        resume_clock(table.game, table.seats, index=table.seat_of(user).index, at=now)
    _show(tables)


def _hours_used(user: User) -> Counter[int]:
    return hours_by_year(user.vacations.values_list("began_at", "ends_at"))


def _keep(user: User, *, until: dt.datetime) -> None:
    """Store at a locked user what pages show of the vacations, so that they need no query."""
    spent = [year for year, hours in _hours_used(user).items() if hours >= VACATION_HOURS]
    user.vacation_until, user.vacation_spent_in = until, max(spent, default=None)
    user.save(update_fields=["vacation_until", "vacation_spent_in"])


def _again_with_new_games(change: Callable[[], None]) -> None:
    for _ in range(ATTEMPTS):
        try:
            return change()
        except _NewGame:
            continue
    return change()


def _lock(user_id: int) -> tuple[User, list[_Table]]:
    """Lock a player's games in which vacations count, in the order of their ids, then the player.

    Games that wait are among them: one that begins must know who is on vacation.
    """
    found = list(_games_of(user_id).values_list("pk", flat=True))
    locked = Game.objects.select_for_update(no_key=True).filter(pk__in=found).order_by("pk")
    games = [game for game in locked if not game.has_ended]
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if set(_games_of(user_id).values_list("pk", flat=True)).difference(found):
        raise _NewGame
    seats = Seat.objects.filter(game__in=games).select_related("user").order_by("index")
    picks = SecretPick.objects.filter(seat__game__in=games).values_list("seat_id", flat=True)
    tables, picked = [], set(picks)
    for game in games:
        own = tuple(seat for seat in seats if seat.game_id == game.pk)
        if any(seat.user_id == user_id and not seat.stand_in for seat in own):
            chosen = [seat.index for seat in own if seat.pk in picked]
            tables.append(_Table(game, own, chosen))
    return user, tables


def _games_of(user_id: int) -> QuerySet[Game]:
    seats = Seat.objects.filter(user_id=user_id, stand_in="", finished_at=None)
    return Game.objects.filter(
        pk__in=seats.values("game"), status__in=Game.UNFINISHED, counts_vacation=True
    )


def _show(tables: Iterable[_Table]) -> None:
    """Store the deadlines of locked games with a new version each, and announce them."""
    for table in tables:
        game = table.game
        game.version += 1
        game.save(update_fields=["version", "deadline", "warns_at"])
        announce_game(game.pk, game.version)
        announce_lists((seat.user_id for seat in table.seats), in_lobby=game.is_in_lobby)
