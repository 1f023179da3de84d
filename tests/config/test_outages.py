"""Real processes that stop, are killed and come back: nobody loses a point by it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from config.health import MOST_SECONDS, WORKER_SECONDS
from tests.processes import eventually
from tests.running import Processes, Site, prepare, running_site, services_for_a_site

pytestmark = pytest.mark.early

services = pytest.mark.skipif(
    settings.EMBEDDED or not os.environ.get("DATABASE_URL", "").startswith("postg"),
    reason="the run on PostgreSQL and Redis has it",
)

# Games whose players look away, with so many seconds left for the turn.
BEGIN = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games import services
from games.models import Game
for left in {left}:
    users = [User.objects.create_user(f"{{name}}{{Game.objects.count()}}") for name in "ab"]
    game = services.open_table(users[0], variant="casino", kind="open", move_time=60)
    services.join_game(game.pk, user=users[1])
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(seconds=left))
"""
LOOK = """
import json
from django.utils import timezone
from games.models import Event, Game, SiteClock
games = Game.objects.order_by("pk")
back_at = SiteClock.objects.get().back_at or timezone.now()
print(json.dumps({
    "left": [(game.deadline - back_at).total_seconds() for game in games],
    "deadlines": [game.deadline.timestamp() for game in games],
    "extended": [game.clock_extended_by for game in games],
    "violations": Event.objects.filter(kind="timeout").count(),
    "back_at": str(SiteClock.objects.get().back_at),
}))
"""
FORGET = """
from accounts.models import User
from games.models import Game
Game.objects.all().delete()
User.objects.all().delete()
"""
CRASHES = 3
AWAY = "the site was away"  # in the log, when the time of an outage is given back
OVERDUE = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game
Game.objects.update(deadline=timezone.now() - timedelta(seconds=600))
"""


def look(site: Site) -> Any:
    return json.loads(site.run(LOOK))


def health(processes: Processes) -> Any:
    return json.loads(processes.get(0, "/health")[1])


def is_swept(processes: Processes) -> bool:
    return "sweep_age" not in health(processes)["faults"]


def has_computer(processes: Processes) -> bool:
    age = health(processes)["workers"]["computer"]
    return age is not None and age <= WORKER_SECONDS


def test_health_notices_a_fault_within_five_seconds() -> None:
    limits = [MOST_SECONDS[name] for name in ("sweep_age", "write_age", "overdue")]
    assert max(WORKER_SECONDS, *limits) < 5


def check_that_nobody_is_charged(site: Site) -> None:
    after = look(site)
    assert after["violations"] == 0
    assert all(left >= 15 for left in after["left"])
    assert all(away >= 1 for away in after["extended"])


@pytest.mark.once
def test_restarts_and_crashes_cost_nobody_a_point(tmp_path: Path) -> None:
    """The turns have 1, 5 and 15 seconds left; then the site is killed after each first page."""
    with running_site(tmp_path) as site:
        assert site.get("/")[0] == 200
        site.run(BEGIN.format(left=(1, 5, 15)))
        site.stop()
        given_back = site.printed().count(AWAY)
        site.start()
        assert look(site)["violations"] == 0
        assert site.printed().count(AWAY) == given_back  # no page was served
        for _ in range(CRASHES):
            assert site.get("/")[0] == 200
            check_that_nobody_is_charged(site)
            site.stop(signal.SIGKILL)
            site.start()
        assert site.get("/")[0] == 200
        check_that_nobody_is_charged(site)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    folder = tmp_path_factory.mktemp("site")
    with services_for_a_site(folder) as addresses:
        site = Site(folder, **addresses)
        prepare(site.environment)
        started = Processes(site)
        try:
            for number in (0, 1):
                started.start_web(number)
            started.start_clock()
            assert eventually(lambda: started.is_served("/live"), 60)
            assert started.is_served("/")
            assert eventually(lambda: started.have_begun(2))
            yield started
        finally:
            if site.runner is not None:
                site.runner.communicate()
            for name in list(started.running):
                with contextlib.suppress(ProcessLookupError):
                    started.end(name)


@pytest.fixture
def processes(running: Processes) -> Processes:
    """Return the processes of a site that has no games and no players."""
    assert running.is_served("/"), "the test before has left it without web processes"
    running.site.run(FORGET)
    return running


@services
def test_the_end_of_all_web_processes_costs_nobody_a_point(processes: Processes) -> None:
    """They are killed, and then stopped, while turns have 1, 5 and 15 seconds left."""
    for number in (signal.SIGKILL, signal.SIGTERM):
        processes.site.run(BEGIN.format(left=(1, 5, 15)))
        begun = processes.count_begun()
        processes.end_all_web(number)
        for web in (0, 1):
            processes.start_web(web)
        assert eventually(lambda: processes.is_served("/"), 60)
        assert eventually(partial(processes.have_begun, begun + 2))
        check_that_nobody_is_charged(processes.site)


@services
def test_each_process_alone_may_end(processes: Processes) -> None:
    """A rolling restart, a beat alone dead, and workers alone dead; /health says which is gone."""
    processes.site.run(BEGIN.format(left=[50]))
    before = look(processes.site)
    for number in (0, 1):
        begun = processes.count_begun()
        processes.end(f"web {number}", signal.SIGTERM)
        assert processes.get(1 - number, "/")[0] == 200
        processes.start_web(number)
        assert eventually(partial(processes.is_live, number))
        assert eventually(partial(processes.have_begun, begun + 1))
    after = look(processes.site)
    assert (after["deadlines"], after["extended"]) == (before["deadlines"], before["extended"])
    assert (after["violations"], after["back_at"]) == (0, before["back_at"])

    for name, start in (("beat", processes.start_beat), ("worker", processes.start_worker)):
        processes.end(name)
        assert eventually(lambda: not is_swept(processes), 5)
        assert processes.is_served("/live")
        assert processes.is_served("/")
        left = look(processes.site)
        assert left["deadlines"] == after["deadlines"]  # the clocks run on
        assert (left["back_at"], left["violations"]) == (before["back_at"], 0)
        start()
        assert eventually(lambda: is_swept(processes))

    processes.start_computer()
    assert eventually(lambda: has_computer(processes))
    processes.end("computer")
    assert eventually(lambda: not has_computer(processes), 5)

    processes.site.run(OVERDUE)
    assert eventually(lambda: look(processes.site)["violations"] == 1)
