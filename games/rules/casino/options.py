"""The options of a table of Casino (docs/rules/casino.md, sections 1 and 5)."""

from typing import Final

from games.rules.options import Option

PARTNERSHIP: Final = Option("partnership", (False, True), seats=(4,))
TARGET: Final = Option("target", (21, 11, 50, None))
SWEEPS: Final = Option("sweeps", (False, True))
COUNT_OUT: Final = Option("count_out", (False, True))
