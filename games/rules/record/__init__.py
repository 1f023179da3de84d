"""Records: a game as a JSON object, read strictly, replayed, and checked in every part."""

from games.rules.record.playing import check_record, derive_record, play_record
from games.rules.record.reading import MAX_BYTES, parse_record, read_record
from games.rules.record.shapes import (
    EVENT_KINDS,
    FORMAT,
    FORMAT_VERSION,
    InvalidRecord,
    Player,
    Record,
    RecordedDeck,
    RecordedEvent,
    RecordedPick,
    Result,
)
from games.rules.record.writing import write_record

__all__ = [
    "EVENT_KINDS",
    "FORMAT",
    "FORMAT_VERSION",
    "MAX_BYTES",
    "RecordedEvent",
    "InvalidRecord",
    "Player",
    "Record",
    "RecordedDeck",
    "RecordedPick",
    "Result",
    "check_record",
    "derive_record",
    "parse_record",
    "play_record",
    "read_record",
    "write_record",
]
