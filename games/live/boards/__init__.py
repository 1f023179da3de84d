"""The parts that each kind of table adds, by `Variant.board`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from games.live.boards import piles, trays
from games.presenters import TableView

if TYPE_CHECKING:
    from games.live.parts import Builder


class Board(Protocol):
    """What a kind of table adds to the parts of a page; see `games.live.parts`."""

    def view_frame(self, view: TableView) -> Any:
        """Return what its templates need besides the parts, as values that can be compared."""

    def add_parts(self, page: Builder, view: TableView) -> None:
        """Add its parts and lists."""


BOARDS: Final[Mapping[str, Board]] = {"piles": piles, "trays": trays}
