"""Garbage is collected after each page, and all else is looked through only now and then."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from config import garbage
from config.garbage import OLDER_PAGES, YOUNG_PAGES, GarbageCollection

pytestmark = pytest.mark.once


class Cycle:
    def __init__(self) -> None:
        self.itself = self


class Pages:
    """Pages that leave cycles behind; the one at "/long" goes on until it is let go."""

    def __init__(self) -> None:
        self.left: list[weakref.ref[Cycle]] = []
        self.let_go = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.left.append(weakref.ref(Cycle()))
        if scope == "/long":
            await self.let_go.wait()
        if scope == "/broken":
            raise LookupError

    @property
    def garbage(self) -> int:
        return sum(ref() is not None for ref in self.left)


@pytest.fixture(autouse=True)
def _by_hand() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


async def visit(site: GarbageCollection, scope: str = "/", times: int = 1) -> None:
    for _ in range(times):
        await site(scope, None, None)
    await asyncio.sleep(0)


async def begin(site: GarbageCollection) -> asyncio.Task[None]:
    """Begin to make the page that goes on."""
    task = asyncio.create_task(site("/long", None, None))
    await asyncio.sleep(0)
    return task


async def test_what_a_page_leaves_behind_is_collected_at_once() -> None:
    site = GarbageCollection(pages := Pages())
    await visit(site)
    assert (len(pages.left), pages.garbage) == (1, 0)
    with pytest.raises(LookupError):
        await visit(site, "/broken")
    await asyncio.sleep(0)
    assert (len(pages.left), pages.garbage) == (2, 0)


async def test_a_page_that_is_being_made_delays_it_for_some_others_only() -> None:
    site = GarbageCollection(pages := Pages())
    long = await begin(site)
    await visit(site, times=YOUNG_PAGES - 1)
    assert pages.garbage == YOUNG_PAGES
    await visit(site)
    assert pages.garbage == 0
    pages.let_go.set()
    await long


@pytest.mark.skipif(
    (3, 14) <= sys.version_info < (3, 14, 5),
    reason="the middle generation of these versions is collected in steps",
)
async def test_what_was_in_use_at_a_collection_is_looked_at_again() -> None:
    site = GarbageCollection(Pages())
    long = await begin(site)
    used = Cycle()
    left = weakref.ref(used)
    await visit(site, times=YOUNG_PAGES)
    del used
    await visit(site, times=OLDER_PAGES - YOUNG_PAGES - 1)
    assert left() is not None
    await visit(site)
    assert left() is None
    long.cancel()


async def test_a_pause_ends_what_several_collections_have_left() -> None:
    site = GarbageCollection(pages := Pages())
    long = await begin(site)
    used = Cycle()
    left = weakref.ref(used)
    await visit(site, times=OLDER_PAGES)
    del used
    pages.let_go.set()
    await long
    await asyncio.sleep(0)
    assert left() is None


async def test_what_was_there_before_a_page_is_looked_at_now_and_then_even_without_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "WHOLE_SECONDS", 0.05)
    site = GarbageCollection(Pages())
    for _ in range(2):
        before = weakref.ref(Cycle())
        await visit(site, times=3)
        assert before() is not None
    garbage.collect_everything_regularly()
    for _ in range(2):
        before = weakref.ref(Cycle())
        async with asyncio.timeout(10):
            while before() is not None:
                await asyncio.sleep(0.01)
        assert len(gc.get_objects()) < gc.get_freeze_count(), "the next page looks at everything"


def test_python_begins_no_collection_by_itself() -> None:
    gc.enable()
    left = weakref.ref(Cycle())
    garbage.stop_automatic_collection()
    assert left() is None
    left = weakref.ref(Cycle())
    kept = [Cycle() for _ in range(50_000)]
    assert left() is not None, f"collected after {len(kept)} new containers"
