"""Position documents of Casino: reading them strictly and writing them."""

from dataclasses import replace
from typing import Any, Final

from games.rules.casino.playing import start_turn
from games.rules.casino.points import KEPT_LINES, MAX_PENALTIES, score_cards
from games.rules.casino.state import TARGETS, CasinoState
from games.rules.casino.values import NUMBERS, TOP
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
from games.rules.position import Reader, check_flag, check_list, check_number, quote

SEATS: Final = (2, 4)
KEYS: Final = COMMON_KEYS | {
    "phase",
    "dealer",
    "partnership",
    "target",
    "count_out",
    "sweeps",
    "match_scores",
    "out",
}
_MANY: Final = 999
"""More points than any game is played to."""


def read_position(reader: Reader) -> CasinoState:
    """Return the state that a document describes. Raises InvalidPosition."""
    partnership = _read_flag(reader, "partnership")
    fields = read_cards(
        reader,
        seats=SEATS,
        sides=2 if partnership else None,
        numbers=NUMBERS,
        top=TOP,
        points=score_cards,
    )
    seats, sides = len(fields["hands"]), len(fields["captured"])
    check_partnership(partnership, seats)
    violations = read_violations(reader, seats, MAX_PENALTIES + 1)
    resigned = reader.read_number_or_null("resigned", 0, seats - 1)
    out = _read_out(reader, seats, violations, resigned)
    state = CasinoState(
        **fields,
        violations=violations,
        sheet=read_sheets(reader, KEPT_LINES, count_penalties(violations, sides, MAX_PENALTIES)),
        starter=(reader.read_number("dealer", 0, seats - 1, seats - 1) + 1) % seats,
        partnership=partnership,
        target=check_target(reader.require("target")) if reader.has("target") else 21,
        count_out=_read_flag(reader, "count_out"),
        sweeps=_read_flag(reader, "sweeps"),
        match_scores=tuple(
            check_number(points, "match_scores", 0, _MANY)
            for points in reader.read_list("match_scores", sides, [0] * sides)
        ),
        out=out,
    )
    return _settle(reader, state, resigned)


def _settle(reader: Reader, state: CasinoState, resigned: int | None) -> CasinoState:
    """Work out whose turn it is, and whether the game goes on."""
    if not state.staying:
        raise InvalidPosition("every_side_out")
    settled = start_turn(state)
    if len(state.staying) < 2:
        settled = replace(settled, to_move=None, waits=False, resigned=resigned)
    if reader.has("phase"):
        phase = reader.require("phase")
        if phase not in ("play", "deal") or (phase == "deal") is not settled.waits:
            expected = "deal" if settled.waits else "play"
            raise InvalidPosition("must_be_here", where="phase", expected=expected)
    if not settled.waits and not settled.is_over:
        check_to_move(reader, settled)
    return settled


def _read_flag(reader: Reader, key: str) -> bool:
    return reader.has(key) and check_flag(reader.require(key), key)


def _read_out(
    reader: Reader, seats: int, violations: tuple[int, ...], resigned: int | None
) -> tuple[int, ...]:
    listed = check_list(reader.require("out"), "out") if reader.has("out") else []
    out = {check_number(seat, "out", 0, seats - 1) for seat in listed}
    out |= {seat for seat, count in enumerate(violations) if count > MAX_PENALTIES}
    return tuple(sorted(out if resigned is None else out | {resigned}))


def check_partnership(partnership: bool, seats: int) -> None:
    """Refuse partners at a table that does not have four seats."""
    if partnership and seats != 4:
        raise InvalidPosition("partnership_of_four", players=seats)


def check_target(value: object) -> int | None:
    """Return the value if a game can be played to it; None stands for a single deck."""
    if value is not None and (type(value) is not int or value not in TARGETS):
        known = ", ".join(str(target) for target in TARGETS if target is not None)
        raise InvalidPosition(
            "must_be_null_or_one_of", where="target", choices=known, given=quote(value)
        )
    return value


def write_position(state: CasinoState, name: str) -> dict[str, Any]:
    """Return the state as a document; hidden cards stay hidden."""
    document = write_cards(state, name)
    if state.waits:
        document["phase"] = "deal"
    document |= {
        "dealer": state.dealer,
        "partnership": state.partnership,
        "target": state.target,
        "count_out": state.count_out,
        "sweeps": state.sweeps,
        "match_scores": list(state.match_scores),
    }
    if state.out:
        document["out"] = list(state.out)
    return document
