"""Short storms, `python -m tests.faults` runs long ones."""

import asyncio

import pytest

from tests.faults.injected import EMBEDDED, FAULTS, rage_on
from tests.faults.servers import find_lacking
from tests.faults.storm import running_parts

pytestmark = [pytest.mark.early, pytest.mark.once]

LEAST_MOVES = 10


def test_an_embedded_site_loses_nothing_in_a_storm() -> None:
    with running_parts(embedded=True, seed=1) as storm:
        report = asyncio.run(rage_on(storm, EMBEDDED, seconds=8, tables=2, gap=0.2, away=0.5))
    assert report.wrong == []
    assert report.moves >= LEAST_MOVES
    assert set(report.faults) == set(EMBEDDED)


@pytest.mark.skipif(bool(find_lacking()), reason=find_lacking())
def test_a_site_on_services_loses_nothing_in_a_storm() -> None:
    with running_parts(embedded=False, seed=1) as storm:
        report = asyncio.run(rage_on(storm, list(FAULTS), seconds=8, tables=2, gap=0.2, away=0.3))
    assert report.wrong == []
    assert report.moves >= LEAST_MOVES
    assert set(report.faults) == set(FAULTS)
