"""What a game is scored in, points or matches, in the headings of its pages."""

from __future__ import annotations

from dataclasses import dataclass

from games.messages.language import gettext as _
from games.messages.language import remembered


@dataclass(frozen=True, slots=True)
class UnitTexts:
    """Texts that name the unit; `unscored` has a place for the `lines` on which nobody scored."""

    name: str
    title: str
    sheet: str
    origin: str
    unscored: str
    expected: str
    chart: str
    after_move: str


@remembered(maxsize=32)
def unit_texts(unit: str) -> UnitTexts:
    """Return the texts for a variant's unit. Raises KeyError for an unknown one."""
    return {"points": _name_points, "matches": _name_matches}[unit]()


def _name_points() -> UnitTexts:
    return UnitTexts(
        name=_("points"),
        title=_("Points"),
        sheet=_("Point sheet"),
        origin=_("Where the points came from"),
        unscored=_("No points for: {lines}."),
        expected=_("Expected points"),
        chart=_("Points over the course of the game."),
        after_move=_("The points after this move"),
    )


def _name_matches() -> UnitTexts:
    return UnitTexts(
        name=_("matches"),
        title=_("Matches"),
        sheet=_("Matches"),
        origin=_("Where the matches came from"),
        unscored=_("No matches for: {lines}."),
        expected=_("Expected matches"),
        chart=_("Matches over the course of the game."),
        after_move=_("The matches after this move"),
    )
