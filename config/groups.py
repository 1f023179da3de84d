"""Groups of sockets, and messages to them.

Within a process a message goes straight to the sockets. The channel layer, if there is one, takes
it to the other processes. All web processes hear all messages there, and each picks out those to
the groups that it has sockets in: a message is small, and a subscription for each group is not.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from contextvars import Context
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

Message = Mapping[str, Any]

RECEIVE_AGAIN = 1.0
SENT_WITHIN = 5.0
"""How long the messages to other processes may be on their way, before newer ones are sent."""
PROCESSES = "processes"
"""The group in the channel layer that all web processes are in."""


def user_group(user_id: int) -> str:
    """Return the group of one user's sockets."""
    return f"user.{user_id}"


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
        self._channel = ""
        self._subscribing = asyncio.Lock()
        self._unsent: list[tuple[str, Message]] = []
        self._is_sending = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def join(self, group: str, member: Member) -> None:
        """Add a socket to a group. From now on no message to the group is missed."""
        self._members.setdefault(group, set()).add(member)
        try:
            await self._subscribe()
        except BaseException:  # also when the socket ends meanwhile
            self.leave(group, member)
            raise

    def leave(self, group: str, member: Member) -> None:
        """Take a socket out of a group."""
        members = self._members.get(group, set())
        members.discard(member)
        if not members:
            self._members.pop(group, None)

    def has_members(self, group: str) -> bool:
        """Return whether a socket is in a group."""
        return group in self._members

    def send(self, group: str, message: Message) -> None:
        """Send a message to the sockets here, and have it sent to those of other processes."""
        self._deliver(group, message)
        if self.layer is not None:
            self._unsent.append((group, message))
            if not self._is_sending:
                self._is_sending = True
                self._start(self._send_on())

    async def _send_on(self) -> None:
        """Send to the other processes, in one go what comes up while the last is on its way."""
        while self._unsent:
            messages, self._unsent = self._unsent, []
            try:
                async with asyncio.timeout(SENT_WITHIN):
                    await self.layer.group_send(PROCESSES, _wrap(messages, self._channel))
            except Exception as error:  # noqa: BLE001 (whatever it is, the sockets here have heard)
                logger.error("the channel layer failed: %r", error)
        self._is_sending = False

    def _deliver(self, group: str, message: Message) -> None:
        for member in tuple(self._members.get(group, ())):
            member.hear(message)

    async def _subscribe(self) -> None:
        """Hear what other processes send, from the first socket on."""
        if self.layer is None or self._channel:
            return
        async with self._subscribing:
            if not self._channel:
                channel = await self.layer.new_channel()
                await self.layer.group_add(PROCESSES, channel)
                self._channel = channel
                self._start(self._receive())

    async def _receive(self) -> None:
        while True:
            try:
                sent = await self.layer.receive(self._channel)
                if sent["from"] != self._channel:
                    for group, message in sent["messages"]:
                        self._deliver(group, message)
            except Exception:
                logger.exception("a message to a group was not received")
                await asyncio.sleep(RECEIVE_AGAIN)

    def _start(self, step: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(step, context=Context())  # not that of the socket that calls
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _wrap(messages: Sequence[tuple[str, Message]], sender: str) -> Message:
    return {"type": "groups", "messages": messages, "from": sender}


_groups: Groups | None = None


def here() -> Groups:
    """Return the groups of this process, in the running event loop."""
    global _groups
    if _groups is None or _groups.loop is not asyncio.get_running_loop():
        _groups = Groups()
    return _groups


def has_socket(group: str) -> bool:
    """Return whether a socket of this process is in a group; from any thread."""
    groups = _groups
    return groups is not None and groups.loop.is_running() and groups.has_members(group)


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
        async_to_sync(layer.group_send)(PROCESSES, _wrap([(group, message)], ""))
