"""The process that searches: it reads one request per line and answers each with one line.

It ends with its parent, even in the middle of a search, because the pipe that it reads closes.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from dataclasses import asdict
from typing import Any

from games.thinking.answers import find_answer

NICENESS = 5
"""The site and its clock come first."""


def main() -> None:
    os.nice(NICENESS)
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read_requests, args=(requests,), daemon=True).start()
    _answer({"is_ready": True})
    while True:
        try:
            _answer(asdict(find_answer(**json.loads(requests.get()))))
        except Exception as error:  # noqa: BLE001
            # Only the kind of error: its own words may name cards.
            _answer({"error": type(error).__name__})


def _read_requests(requests: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def _answer(document: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
