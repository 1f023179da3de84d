"""What a process of the site leaves out at its start, since it takes long to load."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.running import ROOT, environment

pytestmark = pytest.mark.once

LEFT_OUT = {"icalendar", "pywebpush", "requests", "urllib3"}
"""What only some requests and tasks need: they load it."""


@pytest.mark.parametrize(
    "start",
    [
        "import config.asgi, config.urls",
        "from config.celery import app; app.loader.import_default_modules()",
    ],
    ids=["web process", "worker"],
)
def test_a_process_starts_without_what_only_some_requests_need(start: str) -> None:
    started = subprocess.run(
        [sys.executable, "-c", f"import sys; {start}; print(*sys.modules)"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = set(started.stdout.split())
    assert "notices.channels.push" in loaded
    assert loaded & LEFT_OUT == set()
