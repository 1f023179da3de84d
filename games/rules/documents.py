"""The parts of a position document that the games with builds have in common."""

from collections.abc import Sequence
from typing import Any, Final

from games.rules.building import BuildingGame
from games.rules.cards import HIDDEN, set_of
from games.rules.combinations import can_add_up, can_split
from games.rules.errors import InvalidPosition
from games.rules.holding import Numbers
from games.rules.piles import write_pile
from games.rules.position import Reader, check_list, check_number, check_object
from games.rules.scoring import Sheet, add_lines
from games.rules.state import LOOSE, Kind, Pile, TableState

COMMON_KEYS: Final = frozenset(
    (
        "variant",
        "to_move",
        "round",
        "hands",
        "table",
        "captured",
        "last_capture",
        "stock",
        "violations",
        "scores",
        "resigned",
    )
)
"""The keys of every position with hands, a table and captured cards."""

_PILE_KEYS: Final = frozenset(("cards", "value", "owner"))
_MANY: Final = 99
"""More than any line of a sheet can hold."""


def read_cards(
    reader: Reader, game: BuildingGame[Any], numbers: Numbers, top: int, sides: int | None
) -> dict[str, Any]:
    """Return the fields of a state that hold cards, with whose turn it is and the round.

    `numbers` are those of the cards, `top` is the highest value of a build. `sides` is None where
    every seat is its own side.
    """
    hands_value, table_value = reader.require("hands"), reader.require("table")
    hands = tuple(
        reader.take_cards(hand, "hands", hidden=True)
        for hand in check_hands(hands_value, game.seats)
    )
    count = len(hands)
    sides = count if sides is None else sides
    table = [
        _read_pile(reader, pile, count, numbers, top) for pile in check_list(table_value, "table")
    ]
    empty: list[list[str]] = [[] for _ in range(sides)]
    captured = [
        reader.take_cards(cards, "captured") for cards in reader.read_list("captured", sides, empty)
    ]
    stock = reader.take_cards(reader.require("stock"), "stock", True) if reader.has("stock") else ()
    reader.check_hidden(sum(cards.count(HIDDEN) for cards in (*hands, stock)))
    rounds = game.count_rounds(count)
    deals_left = min(len(stock) // (count * game.hand_size), rounds - 1)
    return {
        "hands": hands,
        "table": tuple(table),
        "captured": tuple(set_of(cards) for cards in captured),
        "captures": tuple((game.make_capture(cards),) if cards else () for cards in captured),
        "last_capture": reader.read_number_or_null("last_capture", 0, sides - 1),
        "stock": stock,
        "to_move": reader.read_number_or_null("to_move", 0, count - 1) or 0,
        "round": reader.read_number("round", 1, rounds, rounds - deals_left),
    }


def check_hands(value: object, seats: tuple[int, int]) -> Sequence[Any]:
    """Return the value if it is a list of hands for a number of seats that the game has."""
    hands = check_list(value, "hands")
    low, high = seats
    if low <= len(hands) <= high:
        return hands
    if low == high:
        raise InvalidPosition("must_list_hands", count=low, found=len(hands))
    raise InvalidPosition("must_list_hands_between", low=low, high=high, found=len(hands))


def _read_pile(reader: Reader, value: object, seats: int, numbers: Numbers, top: int) -> Pile:
    entry = check_object(value, "table", _PILE_KEYS)
    cards = reader.take_cards(entry.get("cards", []), "table")
    owner = check_number(entry["owner"], "owner", 0, seats - 1) if "owner" in entry else None
    if not cards:
        raise InvalidPosition("empty_pile")
    if "value" not in entry:
        if len(cards) > 1:
            raise InvalidPosition("pile_without_value", cards=cards)
        return LOOSE[cards[0]] if owner is None else Pile(cards, None, owner)
    worth = check_number(entry["value"], "value", 1, top)
    if len(cards) < 2 or not can_split([numbers[card] for card in cards], worth):
        raise InvalidPosition("build_sum", cards=cards, worth=worth)
    is_single = can_add_up([numbers[card] for card in cards], worth)
    return Pile(cards, worth, owner, Kind.SINGLE if is_single else Kind.FIXED)


def read_violations(reader: Reader, seats: int, highest: int) -> tuple[int, ...]:
    """Return the violations of each seat."""
    return reader.read_numbers("violations", 0, highest, [0] * seats)


def read_sheets(
    reader: Reader, lines: frozenset[str], penalties: Sequence[int]
) -> tuple[Sheet, ...]:
    """Return the lines that are kept for each side; those left out are 0.

    `penalties` are what that line holds for each side where the document leaves it out.
    """
    sheets = []
    values = reader.read_list("scores", len(penalties), [{} for _ in penalties])
    for value, left_out in zip(values, penalties, strict=True):
        entry = check_object(value, "scores", lines)
        kept = {line: check_number(count, line, 0, _MANY) for line, count in entry.items()}
        kept.setdefault("penalties", left_out)
        sheets.append(add_lines((), kept.items()))
    return tuple(sheets)


def count_penalties(violations: Sequence[int], sides: int, highest: int) -> list[int]:
    """Return what the violations of the others have earned each side."""
    return [
        sum(min(count, highest) for seat, count in enumerate(violations) if seat % sides != side)
        for side in range(sides)
    ]


def check_to_move(reader: Reader, state: TableState) -> None:
    """Refuse a document whose `to_move` is null although a seat is to move."""
    if state.to_move is not None and reader.has("to_move") and reader.require("to_move") is None:
        raise InvalidPosition("nobody_to_move")


def write_cards(state: TableState, name: str) -> dict[str, Any]:
    """Return the common part of a document; hidden cards stay hidden."""
    document: dict[str, Any] = {
        "variant": name,
        "to_move": state.to_move,
        "round": state.round,
        "hands": [list(hand) for hand in state.hands],
        "table": [write_pile(pile) for pile in state.table],
        "captured": [
            [card for capture in captures for card in capture.cards] for captures in state.captures
        ],
        "last_capture": state.last_capture,
        "stock": list(state.stock),
        "violations": list(state.violations),
        "scores": [_write_sheet(sheet, state.violations) for sheet in state.sheet],
    }
    if state.resigned is not None:
        document["resigned"] = state.resigned
    return document


def _write_sheet(sheet: Sheet, violations: Sequence[int]) -> dict[str, int]:
    """Return the sheet, with its penalties where violations would give others by default."""
    return {**({"penalties": 0} if any(violations) else {}), **dict(sheet)}
