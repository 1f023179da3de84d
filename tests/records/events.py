"""The rare events in recorded games, which the rules must get right."""

from __future__ import annotations

from games.rules.record import Record, play_record
from tests.records import building_events, trifecta_events, triple_four_events

WANTED = {
    "trifecta": trifecta_events.WANTED,
    "casino": building_events.CASINO,
    "spade": building_events.SPADE,
    "royal_casino": building_events.ROYAL_CASINO,
    "royal": building_events.ROYAL,
    "triple_four": triple_four_events.WANTED,
}
"""For each game, the events of which each must occur in some record."""

_FINDERS = {
    "trifecta": trifecta_events.find_events,
    "triple_four": triple_four_events.find_events,
}
"""How events are found in the games without builds."""


def find_events(record: Record) -> frozenset[str]:
    """Return the wanted events that occur in the record."""
    find = _FINDERS.get(record.variant, building_events.find_events)
    found = find(record, play_record(record))
    return found & frozenset(WANTED[record.variant])
