"""The published schema and the reader accept the same records."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from jsonschema import Draft202012Validator

from games import selectors, services
from games.rules.record import (
    EVENT_KINDS,
    FORMAT,
    FORMAT_VERSION,
    InvalidRecord,
    read_record,
    write_record,
)
from games.selectors.records import record_of
from games.snapshots import read_snapshots, with_state
from tests.records.test_recorded_games import RECORDS

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEMA = json.loads((ROOT / "docs" / "record.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
GOOD = json.loads(RECORDS["trifecta/v1-draw.json"].read_bytes())


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", [name for name in RECORDS if crc32(name.encode()) % 2])
def test_a_recorded_game_fits_the_schema(name: str) -> None:
    """Check about half of them: their rarities are in the play, not in the format."""
    VALIDATOR.validate(json.loads(RECORDS[name].read_bytes()))


def test_the_schema_names_the_same_format_and_events() -> None:
    properties = SCHEMA["properties"]
    assert properties["format"]["const"] == FORMAT
    assert properties["format_version"]["const"] == FORMAT_VERSION
    event = properties["events"]["items"]["properties"]
    assert event["kind"]["enum"] == list(EVENT_KINDS)


@pytest.mark.django_db
def test_exported_games_fit_the_schema(
    picking: Any, dealt: Any, carol: Any, dave: Any, alice: Any, bob: Any
) -> None:
    picking(alice, carol)
    running, over = dealt(bob, dave), dealt(alice, dave, move_time=86_400)
    services.quit_game(over.pk, user_id=alice.pk)
    documents = [
        write_record(record_of(with_state(snapshot), seat))
        for snapshot in read_snapshots(type(running).objects.all())
        for seat in (0, 1)
    ]
    assert len(documents) == 6
    for document in documents:
        VALIDATOR.validate(document)
        assert write_record(read_record(document)) == document
    assert selectors.verifiable_games().get().pk == over.pk


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "pgn"),
        (("luck",), 1),
        (("rules_version",), 0),
        (("options",), {"a": [1]}),
        (("game",), "<b>"),
        (("started_at",), "yesterday"),
        (("players", 0, "name"), ""),
        (("players",), []),
        (("decks", 0, "seed"), "00"),
        (("decks", 0, "cards", 3), "1S"),
        (("decks",), []),
        (("picks", 0, "salt"), "x"),
        (("events", 3, "kind"), "cheat"),
        (("events", 3, "kind"), "timeout"),
        (("events", 3, "kind"), "resignation"),
        (("events", 3, "seat"), None),
        (("events", 3, "seconds"), -1),
        (("events", 3, "text"), "♠"),
        (("position",), []),
        (("result", "sheet", 0, "total"), 0.5),
        (("result", "sheet", 0, "total"), "2"),
        (("result", "winners"), [7]),
    ],
)
def test_the_reader_refuses_what_the_schema_refuses(path: tuple[Any, ...], value: Any) -> None:
    document = copy.deepcopy(GOOD)
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert not VALIDATOR.is_valid(document)
    with pytest.raises(InvalidRecord):
        read_record(document)
