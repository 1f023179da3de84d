"""The lobby of a web process: what its visitors share, read and rendered once for all of them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from contextvars import Context
from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, InterfaceError

from config import groups
from config.presence import is_in_view_here, tell_views
from games import presenters, selectors
from games.announcing import LOBBY, PRESENCE, game_group
from games.live.database import with_database
from games.live.presence import Presence
from games.live.showcase import Showcase, render_showcase
from games.models import Game
from games.selectors import PublicLists
from games.snapshots import Snapshot

logger = logging.getLogger(__name__)

LISTS_LAST = 2.0
"""How long the public lists are kept although no change was announced."""
SHOW_EVERY = 2.0
"""How often at most the showcase changes."""
TELL_EVERY = 10.0
VIEW_SETTLES = 1.0
"""How long a player may be without a page in view, on the way to the next one, untold."""
RENDERED_KEPT = 64
TRIED = 3
"""Of how many running games one is shown: a game may be over, or stored with a fault."""


Found = tuple[Snapshot | None, int]
"""The public game that is shown, if any is played, and how many people are in live games."""


class Watcher(Protocol):
    """A socket of the lobby. `shown` is the mark of the showcase on its page.

    `apart` are the users whose games its visitor is not shown.
    """

    language: str
    shown: str
    apart: frozenset[int]

    @property
    def four_colours(self) -> bool:
        """Whether its visitor has chosen the four-colour deck."""

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a message without waiting."""


class KeptLists:
    """The public lists, kept for a moment as long as every change of them is heard of."""

    def __init__(
        self,
        read: Callable[[], PublicLists] = selectors.find_public_lists,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.hears_changes = False
        self._read, self._clock = read, clock
        self._kept: tuple[float, PublicLists] | None = None
        self._changes = 0

    def forget(self) -> None:
        """Take note that they have changed."""
        self._changes += 1
        self._kept = None

    def get(self) -> PublicLists:
        """Return the lists as they are now; from any thread."""
        kept, now, changes = self._kept, self._clock(), self._changes
        if self.hears_changes and kept is not None and now - kept[0] < LISTS_LAST:
            return kept[1]
        found = self._read()
        if changes == self._changes:  # else what was read may be older than the change
            self._kept = now, found
        return found


class Lobby:
    """The sockets of the lobby in this process and what they share, in their event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.presence = Presence()
        self.lists = KeptLists()
        self._watchers: set[Watcher] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._followed: int | None = None
        self._untold: set[int] = set()
        self._is_outdated, self._has_moved = True, False
        self._found: Found = None, 0

    # Who is here

    async def enter(self, user_id: int) -> None:
        """Count a player as here, until `leave`."""
        self.presence.enter(user_id)
        if groups.here().layer is not None:
            await groups.here().join(PRESENCE, self)
            self._keep_running("tell", self._tell)

    def leave(self, user_id: int) -> None:
        """Take note that a player has closed a page."""
        self.presence.leave(user_id)

    async def _tell(self) -> None:
        while self.presence.here():
            groups.send(PRESENCE, self.presence.tell())
            self.tell_views(filter(is_in_view_here, self.presence.connected()))
            await asyncio.sleep(TELL_EVERY)

    def tell_views(self, user_ids: Iterable[int]) -> None:
        """Soon tell the other processes whether these players have a page in view here."""
        if groups.here().layer is not None:
            self._untold.update(user_ids)
            self._keep_running("views", self._tell_views)

    async def _tell_views(self) -> None:
        while self._untold:
            await asyncio.sleep(VIEW_SETTLES)
            untold, self._untold = self._untold, set()
            try:
                out_of_view = await asyncio.to_thread(tell_views, untold)
            except Exception as error:  # noqa: BLE001 (whatever it is, the next try is soon)
                logger.error("it was not told who has a page in view: %s", type(error).__name__)
                continue
            for user_id in out_of_view:
                groups.send(groups.user_group(user_id), {"type": "view.asked"})

    # What is shown

    async def watch(self, watcher: Watcher) -> None:
        """Show a socket the showcase whenever it changes, until `unwatch`."""
        self._watchers.add(watcher)
        await groups.here().join(LOBBY, self)
        # Players elsewhere count here too, even where only visitors are.
        await groups.here().join(PRESENCE, self)
        if not self.lists.hears_changes:
            self.lists.forget()
            self.lists.hears_changes = self._is_outdated = True
        self._keep_running("show", self._show)

    def unwatch(self, watcher: Watcher) -> None:
        """Show a socket nothing more."""
        self._watchers.discard(watcher)
        if not self._watchers:
            self.lists.hears_changes = False
            groups.here().leave(LOBBY, self)
            self._follow(None)

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take note of a change in the lists or in the game shown, or of the players elsewhere."""
        if message["type"] == "players.here":
            self.presence.hear(message)
        elif message["type"] == "lists.changed":
            self.lists.forget()
            self._is_outdated = True
        else:
            self._has_moved = True

    async def _show(self) -> None:
        while self._watchers:
            try:
                await self._look()
                self._send()
            except Exception as error:  # noqa: BLE001 (whatever it is, the next try is soon)
                self._is_outdated = True
                logger.error("the showcase was not shown: %s", type(error).__name__)
            await asyncio.sleep(SHOW_EVERY)

    async def _look(self) -> None:
        """Read what is shown if it may have changed."""
        if self._is_outdated or self._has_moved:
            is_outdated, self._is_outdated, self._has_moved = self._is_outdated, False, False
            self._found = await with_database(self._find if is_outdated else self._find_again)
            snapshot = self._found[0]
            await self._join(snapshot.game.pk if snapshot is not None else None)

    def _find(self) -> Found:
        return _find_shown(self.lists.get())

    def _find_again(self) -> Found:
        snapshot, playing = self._found
        return snapshot and _read_running(snapshot.game.public_id), playing

    async def _join(self, game_id: int | None) -> None:
        """Hear of the moves in the game shown, and look again for one made meanwhile."""
        if game_id != self._followed:
            self._follow(game_id)
            if game_id is not None:
                await groups.here().join(game_group(game_id), self)
                self._has_moved = True

    def _follow(self, game_id: int | None) -> None:
        if self._followed is not None:
            groups.here().leave(game_group(self._followed), self)
        self._followed = game_id

    def _send(self) -> None:
        here = len(self.presence.everybody())
        for watcher in tuple(self._watchers):
            found = _show_to(self._found, watcher.apart)
            showcase = _render(found, here, watcher.language, watcher.four_colours)
            if watcher.shown != showcase.mark:
                watcher.shown = showcase.mark
                watcher.hear({"type": "showcase.changed", "html": showcase.html})

    def _keep_running(self, name: str, run: Callable[[], Any]) -> None:
        task = self._tasks.get(name)
        if task is None or task.done():
            # It outlives the socket that begins it, and speaks for all.
            self._tasks[name] = self.loop.create_task(run(), context=Context())


def _find_shown(public: PublicLists) -> Found:
    games = presenters.order_shown(public.watchable)[:TRIED]
    running = (_read_running(game.public_id) for game in games)
    return next(filter(None, running), None), public.playing


def _show_to(found: Found, apart: Set[int]) -> Found:
    """Return what is shown to a viewer: no game of anybody from whom a block keeps them apart."""
    snapshot, playing = found
    if snapshot is None or apart.isdisjoint(seat.user_id for seat in snapshot.seats):
        return found
    return None, playing


def _read_running(public_id: str) -> Snapshot | None:
    """Return a public game as it is now, None if it is over or cannot be played again."""
    try:
        snapshot = selectors.find_newest(public_id, AnonymousUser())
    except Game.DoesNotExist:
        return None
    except (DatabaseError, InterfaceError):
        raise
    except Exception as error:  # noqa: BLE001 (a broken game must not take the lobby with it)
        logger.error("game %s cannot be shown: %s", public_id, type(error).__name__)
        return None
    return snapshot if snapshot.game.status == Game.Status.PLAYING else None


def _render(found: Found, here: int, language: str, four_colours: bool) -> Showcase:
    """Return the showcase, rendered once for each version of the game and each kind of page."""
    snapshot, playing = found
    shown = (snapshot.game.public_id, snapshot.game.version) if snapshot is not None else ()
    key = (shown, playing, here, language, four_colours)
    showcase = _rendered.get(key)
    if showcase is None:
        if len(_rendered) >= RENDERED_KEPT:
            _rendered.clear()
        showcase = _rendered[key] = _render_any(
            snapshot, here=here, playing=playing, language=language, four_colours=four_colours
        )
    return showcase


def _render_any(snapshot: Snapshot | None, **options: Any) -> Showcase:
    """Return the showcase with that game, with the recorded one if that fails."""
    try:
        return render_showcase(snapshot, **options)
    except Exception as error:
        if snapshot is None:
            raise
        logger.error("game %d cannot be shown: %s", snapshot.game.pk, type(error).__name__)
        return render_showcase(None, **options)


_rendered: dict[Hashable, Showcase] = {}
_lobby: Lobby | None = None


def here() -> Lobby:
    """Return the lobby of this process, in the running event loop."""
    global _lobby
    if _lobby is None or _lobby.loop is not asyncio.get_running_loop():
        _lobby = Lobby()
    return _lobby


def read_public_lists() -> PublicLists:
    """Return the public lists as they are now, from any thread."""
    lobby = _lobby
    is_running = lobby is not None and lobby.loop.is_running()
    return lobby.lists.get() if lobby is not None and is_running else selectors.find_public_lists()


def find_showcase(
    viewer_id: int | None,
    public: PublicLists,
    *,
    apart: Set[int] = frozenset(),
    language: str,
    four_colours: bool,
) -> Showcase:
    """Return the showcase for a page of the lobby, whose viewer is here too; from any thread."""
    lobby = _lobby
    is_running = lobby is not None and lobby.loop.is_running()
    players = lobby.presence.everybody() if lobby is not None and is_running else frozenset()
    number = len(players | {viewer_id} - {None})
    found = _show_to(_find_shown(public), apart)
    return _render(found, number, language, four_colours)
