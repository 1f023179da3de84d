"""Processes that a test starts and watches."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def eventually(question: Callable[[], object], seconds: float = 15) -> bool:
    """Wait until a question is answered with yes; return whether it was in that time."""
    until = time.monotonic() + seconds
    while not question():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def ends_with_its_parent(program: str, *arguments: str, **settings: str) -> bool:
    """Run a program that prints the id of a process it has started, and kill the program.

    Return whether that process ends then.
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert parent.stdout is not None
    process = int(parent.stdout.readline())
    assert is_running(process)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    return eventually(lambda: not is_running(process))
