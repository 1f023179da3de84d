"""The sockets: each viewer gets their own table, rendered when the game's version rises."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

from django.urls import path
from django.utils import timezone

from accounts.limits import LocalLimit, sender_of
from accounts.models import User, has_four_colours
from accounts.sign_ins import SignInEnded, check_standing
from config import groups
from games import presenters, selectors, services
from games.announcing import LOBBY, game_group
from games.live import lobby
from games.live.database import with_database, write_database
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
from games.live.parts import Parts
from games.live.plays import play_selection
from games.live.signed_in import COME_BACK, HIDDEN, IN_VIEW, SignedInConsumer
from games.messages.language import speak
from games.models import Game
from games.presenters import FormState
from games.snapshots import Snapshot, newest

# htmx's socket extension stays away after this code.
NOT_FOUND = 4404
REMEMBER_SECONDS = 120.0
"""How long a socket keeps the table that it sent (half of its memory) to send only what changes."""

frames = LocalLimit("frame")


class TableConsumer(SignedInConsumer):
    """The socket of one game's page: it takes moves and sends tables."""

    game_id: int
    public_id: str
    sent: Parts | None = None
    forgetting: asyncio.TimerHandle | None = None
    sent_seeks = ""
    waits_here = False

    async def connect(self) -> None:
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        await super().connect()
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
        if self.waits_here and isinstance(self.user, User):
            self.waits_here = False
            await write_database(services.leave_page, self.game_id, user=self.user)
            group = groups.user_group(self.user.pk)
            groups.send(group, {"type": "place.left", "game": self.game_id})

    async def place_left(self, message: Mapping[str, Any]) -> None:
        """Tell at once that the player is still here if another page of the place was closed."""
        if self.waits_here and message["game"] == self.game_id:
            await self._succeeds(write_database(self._tell_present))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Play the move in a frame, and answer with the table whether it was made or refused."""
        if text_data in (IN_VIEW, HIDDEN):
            await super().receive(text_data)
            return
        if not self._has_allowance():
            return
        try:
            form, snapshot = await write_database(self._move, text_data, self.arrived_at)
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

    def _find(self) -> Snapshot:
        return selectors.find_game(self.public_id, self.user)

    def _find_anew(self) -> Snapshot:
        if isinstance(self.user, User):
            self.user.refresh_from_db(fields=["four_colours"])
        return self._find()

    async def _send_game(self, snapshot: Snapshot, form: FormState | None = None) -> None:
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
        if view.has_places and not view.seeks:  # otherwise being present keeps the places
            await write_database(services.keep_seeking, self.user)

    def _view_seeks(self) -> presenters.SeeksView:
        with speak(self.language):
            return presenters.view_seeks(self.user, now=timezone.now(), page=self.public_id)

    def _forget_later(self) -> None:
        if self.forgetting is not None:
            self.forgetting.cancel()
        self.forgetting = asyncio.get_running_loop().call_later(REMEMBER_SECONDS, self._forget)

    def _forget(self) -> None:
        """Forget the table: the next change is sent as a whole table."""
        self.sent = None

    def _render(self, snapshot: Snapshot, form: FormState | None) -> str:
        """Return what has changed since this socket was last sent the table, or all of it."""
        with speak(self.language):  # already so, except in a thread
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

    def _move(self, text: str | None, arrived_at: dt.datetime) -> tuple[FormState, Snapshot]:
        sent = _read_frame(text)
        form, after = play_selection(
            self.game_id,
            self.user.pk,
            sent,
            arrived_at=arrived_at,
            language=self.language,
            sign_in=self.sign_in,
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
        view, fragment = await with_database(self._look)
        self._be_present(bool(view.seeks), is_called=bool(view.calls))
        await self._send_turns(found)
        if fragment:
            self.sent_version = view.version
            await self.send(fragment)

    def _look(self) -> tuple[presenters.MyGamesView, str]:
        """Return the games, and their fragment if they differ from those on the page."""
        with speak(self.language):
            view = presenters.view_my_games(self.user, now=timezone.now())
        if view.version == self.sent_version:
            return view, ""
        return view, render_mine(view, language=self.language, csrf_token=self.csrf_token)


class LobbyConsumer(SignedInConsumer):
    """The socket of the lobby: it sends the lists and the showcase when they have changed.

    Its address holds the version of the lists and the mark of the showcase on the page.
    """

    shown = ""
    apart: frozenset[int] = frozenset()
    watched: lobby.Lobby | None = None

    async def connect(self) -> None:
        await super().connect()
        self.sent_version = self.asked.get("version", "")
        self.shown = self.asked.get("shown", "")
        await self.join(LOBBY)
        self.watched = lobby.here()
        await self._send_lists()  # which finds out whose games are not shown
        await self.watched.watch(self)

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
        self.apart = view.apart
        self._be_present(bool(view.mine.seeks), is_called=bool(view.mine.calls))
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


websocket_urlpatterns = [
    path("ws/games/<str:public_id>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/mine/", MyGamesConsumer.as_asgi()),
    path("ws/turns/", TurnsConsumer.as_asgi()),
]
