"""Groups of sockets, and messages to them.

Within a process a message goes straight to the sockets. The channel layer, if there is one, takes
it to the other processes. Each process has a single channel there, which it keeps subscribed to
the groups that it has sockets in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from contextvars import Context
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

Message = Mapping[str, Any]

RECEIVE_AGAIN = 1.0


class Member(Protocol):
    """A socket."""

    def hear(self, message: Message) -> None:
        """Take a message without waiting."""


class Groups:
    """The groups of a process, in the event loop of its sockets."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.layer: Any = get_channel_layer()
        self._members: dict[str, set[Member]] = {}
        self._subscribed: set[str] = set()
        self._subscribing = asyncio.Lock()
        self._channel = ""
        self._tasks: set[asyncio.Task[None]] = set()

    async def join(self, group: str, member: Member) -> None:
        """Add a socket to a group. From now on no message to the group is missed."""
        self._members.setdefault(group, set()).add(member)
        try:
            await self._subscribe(group)
        except BaseException:  # also when the socket ends meanwhile
            self.leave(group, member)
            raise

    def leave(self, group: str, member: Member) -> None:
        """Take a socket out of a group."""
        members = self._members.get(group, set())
        members.discard(member)
        if not members and self._members.pop(group, None) is not None:
            self._start(self._subscribe(group))

    def send(self, group: str, message: Message) -> None:
        """Send a message to the sockets here, and have it sent to those of other processes."""
        self._deliver(group, message)
        if self.layer is not None:
            sent = {"type": "group", "group": group, "message": message, "from": self._channel}
            self._start(self.layer.group_send(group, sent))

    def _deliver(self, group: str, message: Message) -> None:
        for member in tuple(self._members.get(group, ())):
            member.hear(message)

    async def _subscribe(self, group: str) -> None:
        """Be subscribed to a group exactly while it has members here."""
        if self.layer is None or self._is_right(group):
            return
        async with self._subscribing:
            if not self._channel:
                self._channel = await self.layer.new_channel()
                self._start(self._receive())
            if self._is_right(group):
                return
            if group in self._members:
                await self.layer.group_add(group, self._channel)
                self._subscribed.add(group)
            else:
                # First: whoever joins meanwhile must subscribe again, and so if this fails.
                self._subscribed.discard(group)
                await self.layer.group_discard(group, self._channel)

    def _is_right(self, group: str) -> bool:
        return (group in self._members) == (group in self._subscribed)

    async def _receive(self) -> None:
        while True:
            try:
                sent = await self.layer.receive(self._channel)
                if sent["from"] != self._channel:
                    self._deliver(sent["group"], sent["message"])
            except Exception:
                logger.exception("a message to a group was not received")
                await asyncio.sleep(RECEIVE_AGAIN)

    def _start(self, step: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(step)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("the channel layer failed: %s", error)


_groups: Groups | None = None


def here() -> Groups:
    """Return the groups of this process, in the running event loop."""
    global _groups
    if _groups is None or _groups.loop is not asyncio.get_running_loop():
        _groups = Groups()
    return _groups


def send(group: str, message: Message) -> None:
    """Send a message to all sockets in a group, from any thread of any process.

    It says what to read again, never more. In a web process this does not wait: the change is
    committed whether or not the message arrives.
    """
    groups = _groups
    if groups is not None and groups.loop.is_running():
        # What a socket does about it happens in no request, and in its own language.
        groups.loop.call_soon_threadsafe(groups.send, group, message, context=Context())
    elif (layer := get_channel_layer()) is not None:
        sent = {"type": "group", "group": group, "message": message, "from": ""}
        async_to_sync(layer.group_send)(group, sent)
