"""The options of a table of Casino (docs/rules/casino.md, sections 1 and 5)."""

from typing import Final

from games.rules.options import Option

OPTIONS: Final = (
    Option("partnership", (False, True), seats=(4,)),
    Option("target", (21, 11, 50, None)),
    Option("sweeps", (False, True)),
    Option("count_out", (False, True)),
)
