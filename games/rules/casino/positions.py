"""Position documents of Casino: the keys of their own, read strictly."""

from dataclasses import replace
from typing import Any, Final, TypeVar

from games.rules.casino.state import CasinoState
from games.rules.documents import check_to_move
from games.rules.errors import InvalidPosition
from games.rules.options import Option, Value
from games.rules.position import Reader, check_flag, check_list, check_number, quote

S = TypeVar("S", bound=CasinoState)

_MANY: Final = 999
"""More points than any game is played to."""


def check_option(option: Option, value: object, seats: int) -> Value:
    """Return the value if it is one of the option's, for a table with that many seats."""
    if type(option.default) is bool:
        chosen: Value = check_flag(value, option.name)
    elif value is None or (type(value) is int and value in option.choices):
        chosen = value
    else:
        known = ", ".join(str(choice) for choice in option.choices if choice is not None)
        raise InvalidPosition(
            "must_be_null_or_one_of", where=option.name, choices=known, given=quote(value)
        )
    if chosen != option.default:
        option.check_players(seats)
    return chosen


def read_option(reader: Reader, option: Option, seats: int) -> Value:
    """Return what a document says about an option, by default the default."""
    if not reader.has(option.name):
        return option.default
    return check_option(option, reader.require(option.name), seats)


def read_match_scores(reader: Reader, sides: int) -> tuple[int, ...]:
    """Return the points of each side from the decks before."""
    return reader.read_numbers("match_scores", 0, _MANY, [0] * sides)


def read_out(
    reader: Reader, violations: tuple[int, ...], resigned: int | None, most: int
) -> tuple[int, ...]:
    """Return the seats that have dropped out: those listed, and those with too many violations."""
    listed = check_list(reader.require("out"), "out") if reader.has("out") else []
    out = {check_number(seat, "out", 0, len(violations) - 1) for seat in listed}
    out |= {seat for seat, count in enumerate(violations) if count >= most}
    return tuple(sorted(out if resigned is None else out | {resigned}))


def settle(reader: Reader, state: S, resigned: int | None) -> S:
    """Return the state whose turn has been worked out, over if only one side is left in it."""
    if len(state.staying) < 2:
        state = replace(state, to_move=None, waits=False, resigned=resigned)
    if reader.has("phase"):
        phase = reader.require("phase")
        if phase not in ("play", "deal") or (phase == "deal") is not state.waits:
            expected = "deal" if state.waits else "play"
            raise InvalidPosition("must_be_here", where="phase", expected=expected)
    if not state.waits and not state.is_over:
        check_to_move(reader, state)
    return state


def write_match(state: CasinoState) -> dict[str, Any]:
    """Return the part of a document about the game of several decks, apart from the options."""
    document: dict[str, Any] = {"phase": "deal"} if state.waits else {}
    document |= {"dealer": state.dealer, "match_scores": list(state.match_scores)}
    return document | {"out": list(state.out)} if state.out else document
