"""Where no check may be left out, no test is skipped because a program is not installed."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.once


def outcome(request: pytest.FixtureRequest, reason: str) -> str:
    """Return what is reported of a test that skips itself."""
    call = pytest.CallInfo.from_call(lambda: pytest.skip(reason), "setup")
    item = request.node
    return str(item.ihook.pytest_runtest_makereport(item=item, call=call).outcome)


@pytest.mark.parametrize(
    ("required", "reason", "expected"),
    [
        ("1", "Caddy is not installed", "failed"),
        ("1", "not installed: PostgreSQL", "failed"),
        ("1", "the run on SQLite has it", "skipped"),
        ("", "Caddy is not installed", "skipped"),
    ],
)
def test_a_test_without_its_program_fails_where_all_are_required(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    required: str,
    reason: str,
    expected: str,
) -> None:
    monkeypatch.setenv("CHECK_REQUIRE_ALL", required)
    assert outcome(request, reason) == expected
