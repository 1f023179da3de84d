"""Python's garbage collector in a web process: it works after pages, and twice an hour."""

import asyncio
import gc
from typing import Any

from config.origin import Application

YOUNG_PAGES, OLDER_PAGES = 20, 100
"""While pages overlap: after how many the youngest generation is collected, and after how many the
middle one too."""
WHOLE_SECONDS = 1_800.0
"""How often everything is looked at, for what threads leave behind, and sockets that fail."""


def stop_automatic_collection() -> None:
    """Begin no collection because so many new containers were made, as Python does by itself.

    Most containers are made for moves. These form no cycles, so a collection found nothing and
    delayed a move: it took a tenth of a busy process, and stopped it for a third of a second now
    and then.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def collect_everything_regularly() -> None:
    """Have the running event loop collect everything now and then."""
    asyncio.get_running_loop().call_later(WHOLE_SECONDS, _collect_everything)


def _collect_everything() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    collect_everything_regularly()


class GarbageCollection:
    """Collect what a page has left behind, as soon as no other one is being made.

    Django's request and answer form cycles. What was there before a page is left alone, and so a
    collection takes about a millisecond.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self._open = 0
        self._ended = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not self._open and not self._ended:
            gc.freeze()
        self._open += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self._open -= 1
            self._ended += 1
            if not self._open:
                self._plan(2)
            elif self._ended % OLDER_PAGES == 0:
                self._plan(1)
            elif self._ended % YOUNG_PAGES == 0:
                self._plan(0)

    def _plan(self, generation: int) -> None:
        """Collect once the page that has just ended is no longer in use."""
        asyncio.get_running_loop().call_soon(self._collect, generation)

    def _collect(self, generation: int) -> None:
        gc.collect(generation)
        if not self._open:
            self._ended = 0
