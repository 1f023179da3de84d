"""The rare events in recorded games, which the rules must get right."""

from __future__ import annotations

from games.rules.record import Record, play_record
from tests.records import building_events, trifecta_events, triple_four_events

WANTED = {
    "trifecta": trifecta_events.WANTED,
    "casino": building_events.CASINO,
    "royal": building_events.ROYAL,
    "triple_four": triple_four_events.WANTED,
}
"""For each game, the events of which each must occur in some record."""

_FINDERS = {
    "trifecta": trifecta_events.find_events,
    "casino": building_events.find_events,
    "royal": building_events.find_events,
    "triple_four": triple_four_events.find_events,
}


def find_events(record: Record) -> frozenset[str]:
    """Return the wanted events that occur in the record."""
    found = _FINDERS[record.variant](record, play_record(record))
    return found & frozenset(WANTED[record.variant])
