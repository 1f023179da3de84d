"""The judgement of a soak: what grows is found, what fills its caches and then stays is not."""

import os

import pytest

from tests.faults.soak import Size, compare, measure
from tests.faults.storm import Report

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("sizes", "grows"),
    [
        ([Size(100, 40)] * 8, False),
        ([Size(60, 30)] * 2 + [Size(100, 40)] * 6, False),  # caches
        ([Size(100, 40)] * 6 + [Size(115, 49)] * 2, False),
        ([Size(100, 40 + 4 * n) for n in range(8)], True),
        ([Size(100 + 5 * n, 40) for n in range(8)], True),
    ],
)
def test_what_grows_is_found(sizes: list[Size], *, grows: bool) -> None:
    report = Report()
    compare("web 0", sizes, report)
    assert bool(report.wrong) is grows
    assert "web 0: 1" in str(report)


def test_memory_and_open_files_are_measured() -> None:
    before = measure(os.getpid())
    held = bytearray(os.urandom(1)) * (40 << 20)
    files = [os.open("/dev/null", os.O_RDONLY) for _ in range(5)]
    after = measure(os.getpid())
    for file in files:
        os.close(file)
    assert len(held) <= (after.megabytes - before.megabytes + 5) * (1 << 20)
    assert after.files - before.files == 5
