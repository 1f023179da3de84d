"""What a table of Casino can be made with (docs/rules/casino.md, sections 1 and 5)."""

from typing import Final

from games.rules.options import Option

OPTIONS: Final = (
    Option(
        "partnership",
        "Sides",
        ((False, "everybody plays alone"), (True, "two partnerships")),
        seats=(4,),
    ),
    Option(
        "target",
        "Length",
        ((21, "to 21 points"), (11, "to 11 points"), (50, "to 50 points"), (None, "one deck only")),
    ),
    Option("sweeps", "Sweeps", ((False, "sweeps count nothing"), (True, "1 point for a sweep"))),
    Option(
        "count_out",
        "Winner",
        ((False, "the highest total wins"), (True, "who counts out first wins")),
    ),
)
