"""Recorded games guard the rules against changes: each must be replayed as it was recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games import rules
from games.rules.record import check_record, parse_record, write_record
from tests.records.events import WANTED, find_events

FOLDER = Path(__file__).resolve().parent
RECORDS = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.glob("*/*.json")}
COVERS = json.loads((FOLDER / "covers.json").read_text())
GAMES = tuple(rules.VARIANTS)
"""The games of which every version must have enough records."""
ENOUGH = 20


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_a_recorded_game_replays_as_it_was_recorded(name: str) -> None:
    content = RECORDS[name].read_bytes()
    record = parse_record(content)
    check_record(record)
    assert write_record(record) == json.loads(content)
    assert sorted(find_events(record)) == COVERS[name]


def test_every_record_is_listed_with_its_events() -> None:
    assert COVERS.keys() == RECORDS.keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_rare_event_is_in_some_record(name: str) -> None:
    of_game = [shown for place, shown in COVERS.items() if place.startswith(f"{name}/")]
    assert {event for shown in of_game for event in shown} == set(WANTED[name])


def test_every_game_has_records() -> None:
    assert set(GAMES) == {name.split("/")[0] for name in RECORDS}


@pytest.mark.parametrize("name", GAMES)
def test_every_version_of_the_rules_has_its_records(name: str) -> None:
    versions = [
        parse_record(path.read_bytes()).rules_version for path in (FOLDER / name).glob("*.json")
    ]
    assert all(versions.count(version) >= ENOUGH for version in set(versions))
    assert rules.variant(name).rules_version in versions
