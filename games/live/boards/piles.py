"""The parts of a table of piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from games.presenters.shapes import TableView

if TYPE_CHECKING:
    from games.live.parts import Parts

FEW_PILES = 7  # with more than this the table is crowded, and the pictures are the large ones


class PilesFrame(NamedTuple):
    """The suits of the pack, and whether cards of the round before are marked."""

    suits: tuple[str, ...]
    has_last_round: bool


def view_frame(view: TableView) -> PilesFrame:
    """Return what stands around the parts."""
    suits = tuple([row[0].code[1].lower() for row in view.board.counter])
    return PilesFrame(suits, view.board.has_last_round)


def add_parts(table: Parts, view: TableView) -> None:
    """Add the piles, the hand, the captures and the card counter."""
    parts, lists, board = table.parts, table.lists, view.board
    is_playing, colours = view.status == "playing", view.four_colours
    seats: Any = view.seats
    for seat in seats:
        taken = seat.counts["cards"] if len(view.others) > 1 else None
        where = "near" if view.me is not None and seat.index == view.me.index else "far"
        parts[f"place-{seat.index}"] = (
            "piles.place",
            seat.index,
            seat.secret,
            seat.is_me,
            seat.name,
            seat.hand_count if where == "far" and is_playing else None,
            taken,
        )
    names, number = [], len(board.piles)
    for pile in board.piles:
        name = f"pile-{pile.key}"
        names.append(name)
        is_large = number > FEW_PILES
        parts[name] = ("pile", pile, table.frame.is_seated, colours, is_large, name)
    lists["piles"] = ("piles.piles", number), tuple(names)
    if table.frame.is_seated:
        names = []
        for held in board.hand:
            name = f"held-{held.face.code}"
            names.append(name)
            parts[name] = ("piles.held_card", held, colours, board.idle_words)
        lists["hand"] = ("piles.hand", len(names), board.uses), tuple(names)
    _add_captures(table, view)
    _add_counter(table, view)


def _add_captures(table: Parts, view: TableView) -> None:
    for side in view.sides:
        seat: Any = view.seats[side.seats[0]]
        names = []
        for number, capture in enumerate(seat.captures, 1):
            name = f"capture-{side.index}-{number}"
            names.append(name)
            table.parts[name] = ("piles.capture", name, number, capture)
        key = ("piles.captures", side.index, len(names), side.object_name)
        table.lists[f"captures-{side.index}"] = key, tuple(names)
        table.parts[f"counts-{side.index}"] = ("piles.counts", side.index, seat.counted)
    tabs = ("mine", "theirs") if len(view.sides) == 2 else ("mine",)
    for whose, side in zip(tabs, view.sides, strict=False):
        first: Any = view.seats[side.seats[0]]
        table.parts[f"tab-{whose}-cards"] = ("piles.tab_cards", whose, first.counts["cards"])


def _add_counter(table: Parts, view: TableView) -> None:
    for row in view.board.counter:
        suit, names = row[0].code[1].lower(), []
        for place, cell in enumerate(row):
            name = f"seen-{suit}-{place}"
            names.append(name)
            table.parts[name] = ("piles.cell", name, cell)
        table.lists[f"counter-{suit}"] = ("piles.counter_row", suit), tuple(names)
