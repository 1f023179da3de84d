"""Position documents of Royal Cassino: reading them strictly and writing them."""

from dataclasses import replace
from typing import Any, Final

from games.rules.documents import (
    COMMON_KEYS,
    check_to_move,
    count_penalties,
    read_cards,
    read_sheets,
    read_violations,
    write_cards,
)
from games.rules.errors import InvalidPosition
from games.rules.position import Reader
from games.rules.royal.playing import score_cards, start_turn
from games.rules.royal.values import NUMBERS, TOP
from games.rules.state import TableState

KEYS: Final = COMMON_KEYS | {"starter"}
KEPT_LINES: Final = frozenset(("penalties",))
"""The line that cannot be counted again from the captured cards."""

MAX_PENALTIES: Final = 4
"""The violations that cost a point; the next one forfeits (clause 6.3)."""


def read_position(reader: Reader) -> TableState:
    """Return the state that a document describes. Raises InvalidPosition."""
    fields = read_cards(reader, seats=(2, 2), sides=2, numbers=NUMBERS, top=TOP, points=score_cards)
    violations = read_violations(reader, 2, MAX_PENALTIES + 1)
    if min(violations) > MAX_PENALTIES:
        raise InvalidPosition("both_forfeit")
    state = TableState(
        **fields,
        violations=violations,
        resigned=reader.read_number_or_null("resigned", 0, 1),
        sheet=read_sheets(reader, KEPT_LINES, count_penalties(violations, 2, MAX_PENALTIES)),
        starter=reader.read_number("starter", 0, 1, 0),
    )
    settled = start_turn(state)
    if state.resigned is not None or max(violations) > MAX_PENALTIES:
        settled = replace(settled, to_move=None)
    check_to_move(reader, settled)
    return settled


def write_position(state: TableState, name: str) -> dict[str, Any]:
    """Return the state as a document; hidden cards stay hidden."""
    return write_cards(state, name) | {"starter": state.starter}
