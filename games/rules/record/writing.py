"""A record as the JSON object that docs/records.md describes."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.rules.record.shapes import (
    FORMAT,
    FORMAT_VERSION,
    Record,
    RecordedDeck,
    RecordedEvent,
    RecordedPick,
    Result,
)
from games.rules.scoring import Points


def write_record(record: Record) -> dict[str, Any]:
    """Return the record as a JSON object; `read_record` gives the same record again."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "variant": record.variant,
        "rules_version": record.rules_version,
        "options": dict(record.options),
        "game": record.game,
        "move_time": record.move_time,
        **({"bank": record.bank} if record.bank else {}),
        "started_at": record.started_at,
        "finished_at": record.finished_at,
        "players": [{"name": each.name, "computer": each.computer} for each in record.players],
        "decks": [_write_deck(deck) for deck in record.decks],
        "picks": [_write_pick(pick) for pick in record.picks],
        "events": [_write_event(event) for event in record.events],
        "position": None if record.position is None else dict(record.position),
        "result": None if record.result is None else _write_result(record.result),
    }


def write_points(points: Points) -> int | str:
    """Return points as JSON has them: a whole number, or a fraction as a text.

    >>> write_points(3), write_points(Fraction(1, 2))
    (3, '1/2')
    """
    return int(points) if Fraction(points).denominator == 1 else str(points)


def _write_deck(deck: RecordedDeck) -> dict[str, Any]:
    written = {
        "recipe": deck.recipe,
        "commitment": deck.commitment,
        "seed": None if deck.seed is None else deck.seed.hex(),
        "values": None if deck.values is None else list(deck.values),
        "starter": deck.starter,
        "cards": None if deck.cards is None else list(deck.cards),
    }
    if deck.extras is None:
        written["extras"] = None
    elif deck.extras:
        written["extras"] = {name: list(cards) for name, cards in deck.extras.items()}
    return written


def _write_pick(pick: RecordedPick) -> dict[str, Any]:
    return {
        "seat": pick.seat,
        "card": pick.card,
        "salt": None if pick.salt is None else pick.salt.hex(),
        "commitment": pick.commitment,
    }


def _write_event(event: RecordedEvent) -> dict[str, Any]:
    return {
        "kind": event.kind,
        "seat": event.seat,
        "text": event.text,
        "seconds": round(event.seconds, 3),
    }


def _write_result(result: Result) -> dict[str, Any]:
    return {
        "winners": list(result.winners),
        "reason": result.reason,
        "sheet": [_write_sheet(sheet) for sheet in result.sheet],
    }


def _write_sheet(sheet: Mapping[str, Points]) -> dict[str, int | str]:
    return {line: write_points(points) for line, points in sheet.items()}
