"""Lessons: games against a computer player whose first cards and moves are scripted."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import rules
from games.clocks import NO_TIMER, TimeControl
from games.lessons import LEARNER, LEVEL, Lesson, find_lesson
from games.models import Game, Seat
from games.services.dealing import deal_game
from games.services.picking import store_pick
from games.services.places import Offer, check_offer, create_game
from games.services.playing import resign_seat
from games.services.refusals import SeatRefused
from games.services.writing import lock_game


def start_lesson(user: User, *, variant: str, name: str) -> Game:
    """Return the user's unfinished game of a lesson, or deal a new one.

    Raises `SeatRefused` for an unknown lesson and a closed account.
    """
    lesson = _find(variant, name)
    with transaction.atomic():
        _lock_user(user)
        begun = _find_begun(user, lesson)
        return begun if begun is not None else _begin(user, lesson, now=timezone.now())


def restart_lesson(user: User, *, variant: str, name: str) -> Game:
    """Deal a lesson again, and give up the user's unfinished game of it.

    If no move has been made in that game, return it.
    """
    lesson = _find(variant, name)
    with transaction.atomic():
        begun = _find_begun(user, lesson)
        snapshot = lock_game(begun.pk) if begun is not None else None
        _lock_user(user)
        running = _find_begun(user, lesson)
        if running is None:
            return _begin(user, lesson, now=timezone.now())
        if snapshot is None or running != begun or running.move_count == running.opening_moves:
            return running  # a second click
        seat = next(seat for seat in snapshot.seats if seat.user_id == user.pk)
        resign_seat(snapshot, seat, now=timezone.now())
        return _begin(user, lesson, now=timezone.now())


def _find(variant: str, name: str) -> Lesson:
    lesson = find_lesson(variant, name)
    if lesson is None:
        raise SeatRefused("unknown_lesson")
    return lesson


def _lock_user(user: User) -> None:
    """Lock the user, so that two clicks do not begin a lesson twice."""
    if not User.objects.select_for_update(no_key=True).get(pk=user.pk).is_active:
        raise SeatRefused("account_closed")


def _find_begun(user: User, lesson: Lesson) -> Game | None:
    mine = Seat.objects.filter(user=user, finished_at=None)
    games = Game.objects.filter(kind=Game.Kind.LESSON, status__in=Game.RUNNING, seats__in=mine)
    return games.filter(variant=lesson.variant, lesson=lesson.name).order_by("-pk").first()


def _begin(user: User, lesson: Lesson, *, now: dt.datetime) -> Game:
    time = TimeControl(NO_TIMER)
    players = rules.variant(lesson.variant).seats[0]
    given = Offer(variant=lesson.variant, time=time, players=players, options=lesson.options)
    offer = check_offer(given, is_timed=False)
    game = create_game(user, offer, kind=Game.Kind.LESSON, lesson=lesson.name, now=now)
    for index in range(players):
        taken = {"user": user} if index == LEARNER else {"computer": LEVEL}
        Seat.objects.create(game=game, index=index, seen_at=now, **taken)
    snapshot = lock_game(game.pk)
    snapshot.game.seen_at = None
    for index, card in enumerate(lesson.secrets):
        snapshot = store_pick(snapshot, index, card=card, value="", now=now)
    return deal_game(snapshot, now=now).game
