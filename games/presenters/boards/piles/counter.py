"""The card counter and the captured cards of a table of piles."""

from __future__ import annotations

from typing import Final

from games.messages.language import remembered
from games.messages.numbers import count_points
from games.presenters.boards.piles.shapes import CaptureView, CounterCell
from games.rules.cards import BIT, PACK, set_of
from games.rules.fishing import AnyFishing
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


def find_seen(game: AnyFishing, state: TableState) -> tuple[int, int]:
    """Return the cards that a masked state shows, and those of the round before, as sets."""
    return state.find_shown(), set_of(game.previous_cards(state))


def view_row(row: tuple[str, ...], seen: int, last: int) -> tuple[CounterCell, ...]:
    """Return a row of the counter, given the sets of cards."""
    states = ["last" if last & BIT[c] else "seen" if seen & BIT[c] else "unseen" for c in row]
    return tuple([_CELLS[card, state] for card, state in zip(row, states, strict=True)])
