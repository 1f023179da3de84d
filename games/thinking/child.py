"""What runs in the processes that search."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from pathlib import Path
from typing import Any

from games.computer import Choice, describe_failure
from games.thinking.timer import choose_in_time

NICENESS = 5
"""The site and its clock come first."""
SESSION_NICENESS = Path("/proc/self/autogroup")
TRIES = 10
TRY_AGAIN = 0.1  # seconds


def begin() -> None:
    """Prepare a new process: it gives way to others and ends with its parent, however that ends."""
    os.setsid()  # out of the terminal's reach
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _let_other_sessions_first()


def _let_other_sessions_first() -> None:
    """Give way to the site's other processes on Linux, which are sessions of their own.

    Linux first shares the processor among sessions; niceness counts only within each.
    """
    for _ in range(TRIES):
        try:
            SESSION_NICENESS.write_text(str(NICENESS))
        except BlockingIOError:
            time.sleep(TRY_AGAIN)  # only one process may change this every 0.1 s, except root's
        except OSError:
            return  # nothing is shared among sessions here, or it may not be changed
        else:
            return


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
