"""What all sockets share: the visitor's sign-in, the groups they hear, and the number of turns.

A socket speaks the language that its visitor had when it was opened.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping
from contextvars import Context, copy_context
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakSet

from channels.consumer import get_handler_name
from channels.exceptions import DenyConnection, StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.utils import timezone

from accounts.models import User
from accounts.sign_ins import SignIn, ended_sign_ins, read_sign_in
from config import groups
from config.presence import view_group
from config.release_mark import release_mark
from games import selectors, services
from games.announcing import game_group
from games.live import lobby
from games.live.database import with_database, write_database
from games.live.fragments import render_outdated, render_turns, render_unread
from games.messages.language import language_of_scope, speak_from_now_on
from notices.selectors import Unread, count_unread

logger = logging.getLogger(__name__)

# htmx's socket extension reconnects after these two codes, and stays away after our others.
COME_BACK = 1012
FAILED = 1011
OTHER_VIEWER = 4401
"""With what a socket closes whose page was made for a user who is not logged in here now."""
LOOK_AGAIN = 3.0  # with the time the look takes, a socket closes within 5 s of its sign-in's end
LOOKED_AT_ONCE = 500
WAITING_PING = 10.0
CALL_PING = 5.0  # while a player is told how many seconds are left to come to a game
SOCKETS_OF_USER = 30
"""How many pages of one user each web process keeps up to date; the others ask now and then."""
LIST_PAUSE = 0.5
TRY_AGAIN = 5.0
IN_VIEW, HIDDEN = "visible", "hidden"
"""The frames with which a page says whether it is in view. Until it does, it is."""


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
    public_id: str | None = None
    sent_turns = 0
    sent_unread = Unread()
    arrived_at: dt.datetime
    """When the newest message from the browser had arrived, before it waited for its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.joined: set[str] = set()
        self.followed: set[int] = set()
        self.one_at_a_time = asyncio.Lock()
        self.context = copy_context()
        """In which this socket's tasks run: once it is connected, its language is spoken there."""
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
                message = await receive()
                self.arrived_at = timezone.now()
                await self.dispatch(message)
        except StopConsumer:
            pass
        finally:
            self.end()

    async def connect(self) -> None:
        self.user: User | AnonymousUser = AnonymousUser()
        self.csrf_cookie, self.csrf_token = _csrf_token(self.scope)
        self.language = language_of_scope(self.scope, self.asked.get("lang", ""))
        speak_from_now_on(self.language)
        self.context = copy_context()
        session_key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        if session_key and (found := await with_database(read_sign_in, session_key)):
            self.user, self.sign_in = found
        if self.asked.get("viewer", str(self.user.pk)) != str(self.user.pk):
            await self.accept()
            await self.close(OTHER_VIEWER)
            raise StopConsumer
        if self.user.pk and lobby.here().presence.pages_of(self.user.pk) >= SOCKETS_OF_USER:
            raise DenyConnection
        await self.accept()
        if self.asked.get("release", release_mark()) != release_mark():
            await self.send(render_outdated(language=self.language))
        self.sent_turns = _read_number(self.asked.get("turns", ""))
        self.sent_unread = Unread(elsewhere=_read_number(self.asked.get("unread", "")))
        if self.sign_in is not None:
            _watch_sign_in(self)
            self.entered = lobby.here()
            await self.entered.enter(self.sign_in.user_id)
            await self.join(groups.user_group(self.sign_in.user_id))
            await self._turn_view(is_in_view=True)
            await self._succeeds(self._send_unread())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take note of whether the page is in view, which is all that most pages ever say."""
        if text_data in (IN_VIEW, HIDDEN):
            await self._turn_view(is_in_view=text_data == IN_VIEW)

    async def _turn_view(self, *, is_in_view: bool) -> None:
        if self.entered is None or self.sign_in is None:
            return
        if is_in_view:
            await self.join(view_group(self.sign_in.user_id))
        else:
            self.leave(view_group(self.sign_in.user_id))
        self.entered.tell_views([self.sign_in.user_id])

    async def view_asked(self, message: Mapping[str, Any]) -> None:
        """Have it told again that the page is in view: another process has none any more."""
        if self.sign_in is not None and view_group(self.sign_in.user_id) in self.joined:
            await self._turn_view(is_in_view=True)

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
        task = asyncio.create_task(self._handle(message), context=self.context)
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
        for group in tuple(self.joined):
            self.leave(group)
        if entered is not None and self.sign_in is not None:
            entered.leave(self.sign_in.user_id)
            entered.tell_views([self.sign_in.user_id])
        for task in (self.refresh, self.presence):
            if task is not None:
                task.cancel()

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Send a frame, unless the socket was closed while it was being made."""
        if not self.has_ended:
            await super().send(text_data, bytes_data, close)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close the socket, once: from now on nothing is sent, whatever may still come up."""
        if not self.has_ended:
            self.end()
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
            await self._succeeds(write_database(self._tell_present))
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

    async def notices_changed(self, message: Mapping[str, Any]) -> None:
        """Send how many notices are unread: some have come, or were read, or are void."""
        await self._succeeds(self._send_unread())

    async def _send_unread(self) -> None:
        """Send how many notices are unread if the page shows otherwise; its own game is apart."""
        unread = await with_database(count_unread, self.user, game=self.public_id)
        if unread != self.sent_unread:
            self.sent_unread = unread
            await self.send(render_unread(unread, language=self.language))

    async def settings_changed(self, message: Mapping[str, Any]) -> None:
        """Do nothing: no table is shown here."""

    async def place_left(self, message: Mapping[str, Any]) -> None:
        """Do nothing: nobody waits here."""


_csrf = CsrfViewMiddleware(lambda _: HttpResponse())
_signed_in: WeakSet[SignedInConsumer] = WeakSet()
_heard: set[asyncio.Task[None]] = set()  # a task must be referred to until it is done
_watch: asyncio.Task[None] | None = None


def _watch_sign_in(consumer: SignedInConsumer) -> None:
    """Check regularly that the socket's sign-in is still valid."""
    global _watch
    _signed_in.add(consumer)
    loop = asyncio.get_running_loop()
    if _watch is None or _watch.done() or _watch.get_loop() is not loop:
        _watch = loop.create_task(_watch_sign_ins(), context=Context())


async def _watch_sign_ins() -> None:
    """Close the sockets whose sign-in has ended, in case the message about it was lost.

    It asks about many at once; pushes and moves do not wait for it.
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


def _read_number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _csrf_token(scope: Any) -> tuple[str, str]:
    """Return the visitor's CSRF cookie, and a token for the forms in fragments, valid with it."""
    request = HttpRequest()
    request.COOKIES = scope["cookies"]
    _csrf.process_request(request)
    token = get_token(request)
    return str(request.META["CSRF_COOKIE"]), token
