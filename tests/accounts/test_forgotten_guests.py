"""Every night guests who never came back are deleted, and what has expired."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.cache.backends.db import DatabaseCache
from django.db import connection
from django.test import Client
from django.utils import timezone
from time_machine import travel

from accounts import services, tasks
from accounts.models import User
from config.celery import clear_cache, clear_sessions
from games.models import Game, Seat
from games.services import open_table as open_game
from tests.present import present

pytestmark = pytest.mark.django_db
OLD = tasks.KEPT_FOR + dt.timedelta(days=1)


def guest(age: dt.timedelta = OLD, **fields: Any) -> User:
    user = services.create_guest()
    came = timezone.now() - age
    User.objects.filter(pk=user.pk).update(**{"date_joined": came, "last_login": came} | fields)
    return user


def open_table(host: User) -> Game:
    return open_game(host, variant="trifecta", move_time=60, kind="open")


def test_a_guest_who_never_came_back_is_forgotten() -> None:
    gone, young = guest(), guest(tasks.KEPT_FOR - dt.timedelta(days=1))
    returned, kept = guest(last_login=timezone.now()), guest(is_guest=False)
    tasks.forget_guests()
    assert not User.objects.filter(pk=gone.pk).exists()
    assert User.objects.filter(pk__in=[young.pk, returned.pk, kept.pk]).count() == 3


def test_a_guest_of_whom_anything_is_stored_stays(alice: User) -> None:
    playing, inviting = guest(), guest()
    game = open_table(alice)
    Seat.objects.filter(game=game).update(user=playing)
    Game.objects.filter(pk=game.pk).update(invited=inviting)
    tasks.forget_guests()
    assert User.objects.filter(pk__in=[playing.pk, inviting.pk]).count() == 2


def test_a_guest_who_sits_down_at_the_last_moment_stays(alice: User, before_the_lock: Any) -> None:
    game, back = open_table(alice), guest()
    seat = Seat.objects.filter(game=game)
    before_the_lock(lambda: seat.update(user=back), of=User)
    tasks.forget_some(now=timezone.now())
    assert User.objects.filter(pk=back.pk).exists()


def test_guests_are_forgotten_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "DELETED_AT_ONCE", 2)
    queued: list[bool] = []
    monkeypatch.setattr(tasks.forget_guests, "delay", lambda: queued.append(True))
    for _ in range(3):
        guest()
    tasks.forget_guests()
    assert (User.objects.filter(is_guest=True).count(), queued) == (1, [True])
    tasks.forget_guests()
    assert (User.objects.filter(is_guest=True).count(), queued) == (0, [True])


@pytest.mark.skipif("__import__('os').environ.get('REDIS_URL')")
def test_expired_uploads_are_deleted_from_the_cache() -> None:
    assert isinstance(cache._connections["default"], DatabaseCache)  # type: ignore[attr-defined]
    cache.set("record:new", "1", 3600)
    cache.set("record:old", "1", 60)
    with travel(timezone.now() + dt.timedelta(minutes=2)):
        clear_cache()
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM django_cache")
        assert [key for (key,) in cursor.fetchall()] == [":1:record:new"]


def test_expired_sessions_are_deleted(as_alice: Client, as_bob: Client) -> None:
    ended, lasting = present(as_alice.session.session_key), as_bob.session.session_key
    Session.objects.filter(pk=ended).update(expire_date=timezone.now() - dt.timedelta(seconds=1))
    clear_sessions()
    assert list(Session.objects.values_list("pk", flat=True)) == [lasting]
