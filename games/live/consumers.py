"""The sockets: each viewer gets their own table, rendered when the game's version rises.

A socket speaks the language that its visitor had when it was opened.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakSet

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.urls import path
from django.utils import timezone

from accounts.limits import LocalLimit, sender_of
from accounts.models import User, has_four_colours
from accounts.sign_ins import (
    SignIn,
    SignInEnded,
    check_standing,
    ended_sign_ins,
    read_sign_in,
)
from config import groups
from games import presenters, selectors, services
from games.live import lobby
from games.live.database import with_database
from games.live.fragments import (
    render_changed,
    render_lobby,
    render_mine,
    render_seeks,
    render_turns,
    render_whole,
    take_table,
)
from games.live.marks import mark_table
from games.live.notifications import LOBBY, game_group, user_group
from games.live.parts import Parts
from games.live.plays import play_selection
from games.messages.language import language_of_scope, speak
from games.models import Game
from games.presenters import FormState
from games.snapshots import Snapshot, newest

logger = logging.getLogger(__name__)

# htmx's socket extension reconnects after 1011 and 1012, and stays away after our other codes.
COME_BACK = 1012
FAILED = 1011
NOT_FOUND = 4404
LOOK_AGAIN = 3.0  # with the time the look takes, a socket closes within 5 s of its sign-in's end
LOOKED_AT_ONCE = 500
WAITING_PING = 10.0
REMEMBER_SECONDS = 120.0
"""How long a socket keeps the table that it sent (half of its memory) to send only what changes."""
CALL_PING = 5.0  # while a player is told how many seconds are left to come to a game
LIST_PAUSE = 0.5
TRY_AGAIN = 5.0

frames = LocalLimit("frame")


class SignedInConsumer(AsyncWebsocketConsumer, ABC):
    """A socket of a visitor, signed in or not.

    It does one thing at a time: frames and messages of groups wait for each other.
    """

    sign_in: SignIn | None = None
    entered: lobby.Lobby | None = None
    refresh: asyncio.Task[None] | None = None
    presence: asyncio.Task[None] | None = None
    is_outdated = False
    is_present = False
    ping = WAITING_PING
    game_id: int | None = None  # of the table that the page shows
    sent_turns = 0

    def __init__(self) -> None:
        super().__init__()
        self.joined: set[str] = set()
        self.followed: set[int] = set()
        self.one_at_a_time = asyncio.Lock()
        self.has_ended = False

    @cached_property
    def asked(self) -> dict[str, str]:
        """What the page shows already, from the address of the socket."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        return {name: values[0] for name, values in query.items()}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle what the browser sends, in turn.

        Channels' own way has two tasks for each message, since it may wait for a layer as well.
        """
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self.end()

    async def connect(self) -> None:
        self.user: User | AnonymousUser = AnonymousUser()
        self.csrf_cookie, self.csrf_token = _csrf_token(self.scope)
        self.language = language_of_scope(self.scope)
        session_key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        if session_key and (found := await with_database(read_sign_in, session_key)):
            self.user, self.sign_in = found
        await self.accept()
        turns = self.asked.get("turns", "")
        self.sent_turns = int(turns) if turns.isdecimal() and len(turns) < 6 else 0
        if self.sign_in is not None:
            _watch_sign_in(self)
            self.entered = lobby.here()
            await self.entered.enter(self.sign_in.user_id)
            await self.join(user_group(self.sign_in.user_id))

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """Handle a message from the browser or a group.

        Channels' own way first waits for a thread, to close connections that are not in use here.
        """
        async with self.one_at_a_time:
            # That the browser has gone ends the reading, too: from now on nothing else would come.
            if not self.has_ended or message["type"] == "websocket.disconnect":
                await getattr(self, get_handler_name(message))(message)

    def hear(self, message: Mapping[str, Any]) -> None:
        """Handle a message from a group as soon as nothing else is being done."""
        task = asyncio.create_task(self._handle(message))
        _heard.add(task)
        task.add_done_callback(_heard.discard)

    async def _handle(self, message: Mapping[str, Any]) -> None:
        try:
            await self.dispatch(message)
        except OSError:
            pass  # the browser has gone
        except Exception:
            logger.exception("a socket could not handle %s", message["type"])
            await self.close(FAILED)

    async def join(self, group: str) -> None:
        """Receive what is sent to a group until the socket closes."""
        if group not in self.joined:
            await groups.here().join(group, self)
            self.joined.add(group)

    def leave(self, group: str) -> None:
        """Receive nothing more that is sent to a group."""
        groups.here().leave(group, self)
        self.joined.discard(group)

    def end(self) -> None:
        """Stop whatever goes on for this socket: it is closed, or has failed.

        Called again at the very end: what was under way may have joined another group meanwhile.
        """
        self.has_ended = True
        _signed_in.discard(self)
        entered, self.entered = self.entered, None
        if entered is not None and self.sign_in is not None:
            entered.leave(self.sign_in.user_id)
        for group in tuple(self.joined):
            self.leave(group)
        for task in (self.refresh, self.presence):
            if task is not None:
                task.cancel()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        _signed_in.discard(self)
        await super().close(code, reason)

    async def close_socket(self, message: Mapping[str, Any]) -> None:
        """The sign-in has ended: let the browser reconnect with the one it has now."""
        await self.close(COME_BACK)

    async def game_changed(self, message: Mapping[str, Any]) -> None:
        """Send the lists soon: a move in a game of the player's own changes whose turn it is."""
        await self.lists_changed(message)

    async def lists_changed(self, message: Mapping[str, Any]) -> None:
        """Send the lists soon, once for many changes in a row."""
        self.is_outdated = True
        if self.refresh is None or self.refresh.done():
            self.refresh = asyncio.create_task(self._send_lists_soon())

    async def _send_lists_soon(self) -> None:
        while self.is_outdated:
            await asyncio.sleep(LIST_PAUSE)
            # From here on a change may be missing in what is read now.
            self.is_outdated = False
            if not await self._succeeds(self._send_lists()):
                self.is_outdated = True
                await asyncio.sleep(TRY_AGAIN)

    @abstractmethod
    async def _send_lists(self) -> None:
        """Send what has changed in the lists that this page shows."""

    async def _follow_games(self) -> selectors.Turns:
        """Hear of the moves in all of the player's running games, and return whose turn it is.

        What is returned was read after the groups were joined, so that no move is missed.
        """
        while self.user.pk is not None:
            found = await with_database(selectors.find_turns, self.user)
            for ended in self.followed - found.running - {self.game_id}:
                self.leave(game_group(ended))
            new = found.running - self.followed - {self.game_id}
            self.followed = set(found.running)
            if not new:
                return found
            for game_id in new:
                await self.join(game_group(game_id))
        return selectors.Turns()

    def _count_elsewhere(self, found: selectors.Turns) -> int:
        """Return in how many games it is the player's turn, besides the table of this page."""
        return len(found.mine - {self.game_id})

    async def _send_turns(self, found: selectors.Turns) -> None:
        """Send in how many other games it is the player's turn, if the page shows otherwise."""
        if (number := self._count_elsewhere(found)) != self.sent_turns:
            self.sent_turns = number
            await self.send(render_turns(number))

    def _tell_present(self) -> None:
        """Keep the player's places in the queue while a page is open."""
        if isinstance(self.user, User):
            services.keep_seeking(self.user)

    def _be_present(self, is_present: bool, *, is_called: bool = False) -> None:
        """Tell the site regularly that the page is open, for as long as somebody waits for that."""
        self.is_present = is_present
        self.ping = CALL_PING if is_called else WAITING_PING
        if is_present and (self.presence is None or self.presence.done()):
            self.presence = asyncio.create_task(self._stay_present())

    async def _stay_present(self) -> None:
        while self.is_present:
            await self._succeeds(with_database(self._tell_present))
            await asyncio.sleep(self.ping)
            await self._succeeds(self._send_lists())

    async def _succeeds(self, step: Awaitable[None]) -> bool:
        """Return whether a step succeeded that is tried again if not: the database may be away."""
        try:
            await step
        except OSError:
            self.end()  # the browser has gone
        except Exception as error:  # noqa: BLE001 (whatever it is, the next try is soon)
            logger.error("a page was not told of its lists: %s", type(error).__name__)
            return False
        return True

    async def settings_changed(self, message: Mapping[str, Any]) -> None:
        """Do nothing: no table is shown here."""


_signed_in: WeakSet[SignedInConsumer] = WeakSet()
_heard: set[asyncio.Task[None]] = set()  # a task must be referred to until it is done
_watch: asyncio.Task[None] | None = None


def _watch_sign_in(consumer: SignedInConsumer) -> None:
    """Check regularly that the socket's sign-in is still valid."""
    global _watch
    _signed_in.add(consumer)
    loop = asyncio.get_running_loop()
    if _watch is None or _watch.done() or _watch.get_loop() is not loop:
        _watch = loop.create_task(_watch_sign_ins())


async def _watch_sign_ins() -> None:
    """Close the sockets whose sign-in has ended, in case the message about it was lost.

    One query covers all sockets of this process; pushes and moves do not wait for it.
    """
    while _signed_in:
        await asyncio.sleep(LOOK_AGAIN)
        watched = [(consumer, consumer.sign_in) for consumer in _signed_in]
        for start in range(0, len(watched), LOOKED_AT_ONCE):
            await _close_ended(watched[start : start + LOOKED_AT_ONCE])


async def _close_ended(watched: list[tuple[SignedInConsumer, SignIn | None]]) -> None:
    sign_ins = {sign_in for _, sign_in in watched if sign_in is not None}
    try:
        ended = await with_database(ended_sign_ins, sign_ins)
        for consumer, sign_in in watched:
            if sign_in in ended and consumer in _signed_in:
                await consumer.close(COME_BACK)
    except Exception as error:  # noqa: BLE001 (all the others must still be checked)
        # The database may be down for a moment, or a socket just gone: the next check is soon.
        logger.error("sign-ins were not checked: %s", type(error).__name__)


class TableConsumer(SignedInConsumer):
    """The socket of one game's page: it takes moves and sends tables."""

    game_id: int
    sent: Parts | None = None
    forgetting: asyncio.TimerHandle | None = None
    sent_seeks = ""
    waits_here = False

    async def connect(self) -> None:
        await super().connect()
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.sent_version = 0
        try:
            snapshot = await self._join_game()
        except Game.DoesNotExist:
            await self.close(NOT_FOUND)
            return
        self.sent_seeks = self.asked.get("seeks", "")
        if self.asked.get("shows") == self._mark(snapshot):
            self.sent_version = snapshot.game.version
            self._note_waiting(snapshot)
        else:
            await self._send_game(snapshot)
        if not await self._succeeds(self._send_lists()):
            await self.lists_changed({})

    async def _join_game(self) -> Snapshot:
        """Join the group of the game, and return what the game is now.

        Join first and look then, so that no change is missed in between. A game that this process
        does not remember must be found before its group is known.
        """
        known = newest(self.public_id)
        found = known if known is not None else await with_database(self._find)
        self.game_id = found.game.pk
        await self.join(game_group(self.game_id))
        return await with_database(selectors.find_newest, self.public_id, self.user)

    def _mark(self, snapshot: Snapshot) -> str:
        return mark_table(snapshot, self.user, language=self.language, csrf_cookie=self.csrf_cookie)

    def end(self) -> None:
        super().end()
        if self.forgetting is not None:
            self.forgetting.cancel()

    async def disconnect(self, code: int) -> None:
        if self.waits_here:
            await with_database(self._tell_left)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Play the move in a frame, and answer with the table whether it was made or refused."""
        arrived_at = timezone.now()
        if not self._has_allowance():
            return
        try:
            form, snapshot = await with_database(self._move, text_data, arrived_at)
        except SignInEnded:
            await self.close(COME_BACK)
            return
        except Game.DoesNotExist:
            await self.close(NOT_FOUND)
            return
        await self._send_game(snapshot, form)

    async def game_changed(self, message: Mapping[str, Any]) -> None:
        """Send this viewer the table in the version that the message names."""
        if message["game"] != self.game_id:
            await self.lists_changed(message)
            return
        version = int(message["version"])
        if version <= self.sent_version:
            return
        snapshot = selectors.recalled_game(self.public_id, self.user, version=version)
        if snapshot is None:
            try:
                snapshot = await with_database(self._find)
            except Game.DoesNotExist:
                await self.close(NOT_FOUND)
                return
        await self._send_game(snapshot)

    async def settings_changed(self, message: Mapping[str, Any]) -> None:
        """Send the table with the viewer's new settings."""
        try:
            await self._send_game(await with_database(self._find_anew))
        except (User.DoesNotExist, Game.DoesNotExist):
            await self.close(NOT_FOUND)

    def _find(self) -> Any:
        return selectors.find_game(self.public_id, self.user)

    def _find_anew(self) -> Any:
        if isinstance(self.user, User):
            self.user.refresh_from_db(fields=["four_colours"])
        return self._find()

    async def _send_game(self, snapshot: Any, form: FormState | None = None) -> None:
        self.sent_version = snapshot.game.version
        self._forget_later()
        # A running game is rendered here, without a query: the database's threads are for moves.
        if snapshot.game.is_running:
            await self.send(self._render(snapshot, form))
        else:
            await self.send(await with_database(self._render, snapshot, form))
        self._note_waiting(snapshot)

    def _note_waiting(self, snapshot: Snapshot) -> None:
        is_waiting = snapshot.game.status == Game.Status.WAITING
        self.waits_here = is_waiting and snapshot.seat_of(self.user.pk) is not None
        if self.waits_here:
            self._be_present(True)

    async def _send_lists(self) -> None:
        """Send the player's places in the queue, who else waits for these games, and the turns."""
        if not isinstance(self.user, User):
            return
        found = await self._follow_games()
        await self._send_turns(found)
        is_waiting = found.is_waiting
        view = await with_database(self._view_seeks) if is_waiting else presenters.SeeksView()
        if view.seeks:
            await self.join(LOBBY)
        else:
            self.leave(LOBBY)
        is_called = any(seek.is_called for seek in view.seeks)
        self._be_present(self.waits_here or bool(view.seeks), is_called=is_called)
        if view.version != self.sent_seeks:
            self.sent_seeks = view.version
            await self.send(render_seeks(view, language=self.language, csrf_token=self.csrf_token))

    def _view_seeks(self) -> presenters.SeeksView:
        with speak(self.language):
            view = presenters.view_seeks(self.user, now=timezone.now(), page=self.public_id)
        if view.has_places and not view.seeks and isinstance(self.user, User):
            services.keep_seeking(self.user)
        return view

    def _forget_later(self) -> None:
        if self.forgetting is not None:
            self.forgetting.cancel()
        self.forgetting = asyncio.get_running_loop().call_later(REMEMBER_SECONDS, self._forget)

    def _forget(self) -> None:
        """Forget the table: the next change is sent as a whole table."""
        self.sent = None

    def _render(self, snapshot: Any, form: FormState | None) -> str:
        """Return what has changed since this socket was last sent the table, or all of it."""
        table, view = take_table(
            snapshot,
            self.user.pk,
            language=self.language,
            csrf_token=self.csrf_token,
            form=form,
            four_colours=has_four_colours(self.user),
            before=self.sent,
        )
        sent, self.sent = self.sent, table
        changed = sent and render_changed(sent, table, language=self.language)
        return changed or render_whole(table, view, language=self.language)

    def _tell_present(self) -> None:
        if self.waits_here and isinstance(self.user, User):
            services.keep_waiting(self.game_id, user=self.user)
        super()._tell_present()

    def _tell_left(self) -> None:
        if isinstance(self.user, User):
            services.leave_page(self.game_id, user=self.user)

    def _move(self, text: str | None, arrived_at: Any) -> tuple[FormState, Any]:
        sent = _read_frame(text)
        with speak(self.language):
            form, after = play_selection(
                self.game_id, self.user.pk, sent, arrived_at=arrived_at, sign_in=self.sign_in
            )
        if after is None and self.sign_in is not None:
            check_standing(self.sign_in)
        return form, after or self._find()

    def _has_allowance(self) -> bool:
        client = self.scope.get("client") or [""]
        sender = sender_of(self.user, client[0])
        return frames.is_within_limit(sender, at=asyncio.get_running_loop().time())


class TurnsConsumer(SignedInConsumer):
    """The socket of any other page: it says in how many games it is the player's turn."""

    async def connect(self) -> None:
        await super().connect()
        await self._send_lists()

    async def _send_lists(self) -> None:
        await self._send_turns(await self._follow_games())


class MyGamesConsumer(TurnsConsumer):
    """The socket of the page of a player's own games."""

    async def connect(self) -> None:
        self.sent_version = self.asked.get("shows", "")
        await super().connect()

    async def _send_lists(self) -> None:
        found = await self._follow_games()
        version, fragment = await with_database(self._render)
        await self._send_turns(found)
        if version != self.sent_version:
            self.sent_version = version
            await self.send(fragment)

    def _render(self) -> tuple[str, str]:
        with speak(self.language):
            view = presenters.view_my_games(self.user, now=timezone.now())
        return view.version, render_mine(view, language=self.language, csrf_token=self.csrf_token)


class LobbyConsumer(SignedInConsumer):
    """The socket of the lobby: it sends the lists and the showcase when they have changed.

    Its address holds the version of the lists and the mark of the showcase on the page.
    """

    shown = ""
    watched: lobby.Lobby | None = None

    async def connect(self) -> None:
        await super().connect()
        self.sent_version = self.asked.get("version", "")
        self.shown = self.asked.get("shown", "")
        await self.join(LOBBY)
        self.watched = lobby.here()
        await self.watched.watch(self)
        await self._send_lists()

    @property
    def four_colours(self) -> bool:
        return has_four_colours(self.user)

    def end(self) -> None:
        super().end()
        if self.watched is not None:
            self.watched.unwatch(self)

    async def showcase_changed(self, message: Mapping[str, Any]) -> None:
        """Send what everybody in the lobby is shown."""
        await self.send(message["html"])

    async def _send_lists(self) -> None:
        found = await self._follow_games()
        view, fragment = await with_database(self._look)
        is_called = any(seek.is_called for seek in view.seeks)
        self._be_present(bool(view.seeks), is_called=is_called)
        if fragment:
            self.sent_version, self.sent_turns = view.version, self._count_elsewhere(found)
            await self.send(fragment + render_turns(self.sent_turns))
        else:
            await self._send_turns(found)

    def _look(self) -> tuple[presenters.LobbyView, str]:
        """Return the lists, and their fragment if they differ from those on the page."""
        public = lobby.read_public_lists()
        with speak(self.language):
            view = presenters.view_lobby(self.user, now=timezone.now(), public=public)
        if view.version == self.sent_version:
            return view, ""
        return view, render_lobby(view, language=self.language, csrf_token=self.csrf_token)


def _read_frame(text: str | None) -> dict[str, Any]:
    """Return the fields in a frame, or none if it is not one that htmx sends."""
    try:
        frame = json.loads(text or "")
    except (ValueError, RecursionError):
        return {}
    return frame if isinstance(frame, dict) else {}


def _csrf_token(scope: Any) -> tuple[str, str]:
    """Return the visitor's CSRF cookie, and a token for the forms in fragments, valid with it."""
    request = HttpRequest()
    request.COOKIES = scope["cookies"]
    CsrfViewMiddleware(lambda _: HttpResponse()).process_request(request)
    token = get_token(request)
    return str(request.META["CSRF_COOKIE"]), token


websocket_urlpatterns = [
    path("ws/games/<str:public_id>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/mine/", MyGamesConsumer.as_asgi()),
    path("ws/turns/", TurnsConsumer.as_asgi()),
]
