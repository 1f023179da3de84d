"""What runs in the processes that search."""

from __future__ import annotations

import multiprocessing
import os
import threading
from typing import Any

from games.computer import Choice, describe_failure
from games.thinking.timer import choose_in_time

NICENESS = 5
"""The site and its clock come first."""


def begin() -> None:
    """Prepare a new process: it gives way to others and ends with its parent, however that ends."""
    os.setsid()  # out of the terminal's reach, and with a fair share of the processor on Linux
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


def search(request: dict[str, Any]) -> Choice | str:
    """Return the choice for a request, or a description of the error that prevented it."""
    try:
        return choose_in_time(**request)
    except Exception as error:  # noqa: BLE001
        return describe_failure(error)
