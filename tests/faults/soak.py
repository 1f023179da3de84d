"""A soak: games are played for long without any fault, and no process may grow."""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.faults.storm import Report, Storm, play_during

PAUSE = 5.0
"""Seconds between two looks at the processes."""
GROWTH = 1.1
SLACK = 8
"""By how much, and by how many megabytes or files more, a process may grow."""
MEGABYTE = 1 << 20


class Size(NamedTuple):
    """What a process holds: memory in megabytes, and open files."""

    megabytes: float
    files: float

    def __str__(self) -> str:
        return f"{self.megabytes:.0f} MB and {self.files:.0f} files"


def measure(pid: int) -> Size:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    memory = pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    return Size(memory, len(os.listdir(f"/proc/{pid}/fd")))


def usual(sizes: Sequence[Size]) -> Size:
    return Size(*(statistics.median(each) for each in zip(*sizes, strict=True)))


def compare(name: str, sizes: Sequence[Size], report: Report) -> None:
    """Compare the last quarter of the sizes with the second: in the first, caches fill."""
    quarter = len(sizes) // 4
    before, after = usual(sizes[quarter : 2 * quarter]), usual(sizes[-quarter:])
    words = f"{name}: {before}, in the end {after}"
    report.notes.append(words)
    if any(now > GROWTH * then + SLACK for then, now in zip(before, after, strict=True)):
        report.wrong.append(f"it grew: {words}")


async def soak(storm: Storm, *, seconds: float, tables: int, pace: float) -> Report:
    """Play for so long at so many tables, and judge what came of it and of the processes."""
    sizes: defaultdict[str, list[Size]] = defaultdict(list)
    watching = partial(_watch, storm, sizes, until=time.monotonic() + seconds)
    report = await play_during(storm, watching, tables=tables, pace=pace)
    for name, found in sizes.items():
        compare(name, found, report)
    return report


async def _watch(storm: Storm, sizes: dict[str, list[Size]], *, until: float) -> None:
    while time.monotonic() < until:
        for name, process in storm.processes.running.items():
            sizes[name].append(measure(process.pid))
        await asyncio.sleep(PAUSE)
