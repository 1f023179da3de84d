"""The card counter and the captured cards of a table of piles."""

from __future__ import annotations

from typing import Any, Final

from games.messages.language import remembered
from games.messages.numbers import count_points
from games.presenters.boards.piles.shapes import CaptureView, CounterCell
from games.presenters.sheet import pack_rows
from games.rules.cards import PACK
from games.rules.fishing import FishingGame
from games.rules.state import Capture, TableState

CAPTURE_COLOURS: Final = 8

_CELLS = {
    (code, state): CounterCell(code, state) for code in PACK for state in ("unseen", "seen", "last")
}


@remembered(8192)
def view_capture(number: int, capture: Capture) -> CaptureView:
    """Return a side's capture; `number` counts them from 0 and gives the colour."""
    colour = number % CAPTURE_COLOURS
    points = sum(scored for _line, scored in capture.points)
    words = count_points(points) if points else ""
    return CaptureView(colour, capture.cards, words, is_leftover=capture.leftover)


def view_counter(
    game: FishingGame[Any, Any], state: TableState
) -> tuple[tuple[CounterCell, ...], ...]:
    """Return the pack, suit by suit, each card marked as a masked state shows it."""
    seen = {card for pile in state.table for card in pile.cards}
    for captures in state.captures:
        for capture in captures:
            seen.update(capture.cards)
    for hand in state.hands:
        seen.update(hand)
    last = set(game.previous_cards(state))
    return tuple(
        tuple(
            [
                _CELLS[code, "last" if code in last else "seen" if code in seen else "unseen"]
                for code in row
            ]
        )
        for row in pack_rows(game.pack)
    )
