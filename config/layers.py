"""The channel layer in embedded mode."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from channels.layers import InMemoryChannelLayer

CLEAN_SECONDS = 1


class LoopBoundInMemoryLayer(InMemoryChannelLayer):
    """Run every operation in the event loop in which the consumers wait.

    The standard layer wakes a consumer from the sender's loop or thread. That does not wake
    the consumer's own loop, so messages from a worker thread would arrive late or never.
    """

    loop: asyncio.AbstractEventLoop | None = None
    clean_at = 0.0

    async def receive(self, channel: str) -> Any:
        self.loop = asyncio.get_running_loop()
        return await super().receive(channel)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._hop(super().send(channel, message))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._hop(super().group_send(group, message))

    async def group_add(self, group: str, channel: str) -> None:
        await self._hop(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        await self._hop(super().group_discard(group, channel))

    def _clean_expired(self) -> None:
        """Drop expired messages at most once a second, because it checks every socket and group."""
        if time.monotonic() >= self.clean_at:
            self.clean_at = time.monotonic() + CLEAN_SECONDS
            super()._clean_expired()

    async def _hop(self, step: Coroutine[Any, Any, Any]) -> Any:
        loop = self.loop
        if loop is None or loop is asyncio.get_running_loop() or not loop.is_running():
            return await step
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(step, loop))
