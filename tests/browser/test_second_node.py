"""Of two web processes behind nginx one is killed: nothing is lost, and everybody is back soon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import visitors
from tests.browser.table import (
    mover_and_other,
    play_something,
    sit_down,
    version,
    wait_until,
)
from tests.faults.servers import find_lacking
from tests.faults.storm import Storm, running_parts
from tests.nginx import NGINX, running_nginx
from tests.processes import eventually
from tests.running import free_port

LACKING = find_lacking() or ("" if NGINX else "not installed: nginx")
BACK_IN = 5.0
FOLLOW_SOCKET = """
document.addEventListener("htmx:wsOpen", () => {
    window.isConnected = true;
    if (window.isLost) window.backAt ??= Date.now() / 1000;
});
document.addEventListener("htmx:wsClose", () => {
    window.isConnected = false;
    window.isLost = true;
});
"""

pytestmark = [pytest.mark.early, pytest.mark.skipif(bool(LACKING), reason=LACKING)]


@pytest.fixture
def storm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storm]:
    """Two web processes, nginx in front of them, and servers of their own."""
    port = free_port()
    address = f"https://127.0.0.1:{port}"
    with running_parts(embedded=False, seed=1, PUBLIC_URL=address) as storm:
        storm.site.url = address
        folder = tmp_path_factory.mktemp("nginx")
        with running_nginx(folder, storm.processes.ports, port=port):
            yield storm


def is_connected(page: Page) -> bool:
    return bool(page.evaluate("window.isConnected"))


def find_back_at(page: Page) -> float:
    """Return when a page that had lost its socket had one again, or 0."""
    return float(page.evaluate("window.backAt ?? 0"))


def test_everybody_is_back_within_five_seconds_of_a_kill(browser: Browser, storm: Storm) -> None:
    processes = storm.processes
    processes.end("web 1")
    with visitors(browser, storm.site) as open_page:
        one, other = (open_page(ignore_https_errors=True) for _ in range(2))
        for page in (one, other):
            page.context.add_init_script(FOLLOW_SOCKET)
        sit_down(one, other)
        mover, watcher = mover_and_other(one, other)
        for page in (one, other):
            wait_until(page, partial(is_connected, page), "a socket")
        processes.start_web(1)
        assert eventually(lambda: processes.is_live(1), 60)

        processes.end("web 0")
        killed_at = time.time()
        play_something(mover)
        for page in (mover, watcher):
            wait_until(page, partial(find_back_at, page), "a socket again")
            # The pages note the moment themselves: a busy machine is slow to play and to look.
            assert find_back_at(page) - killed_at < BACK_IN
        wait_until(watcher, lambda: version(watcher) == version(mover), "the move")
