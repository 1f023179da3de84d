"""Which games people can play on this site: those that have a table to be played on."""

from typing import Final

PLAYED_HERE: Final = ("trifecta",)
"""The names of the games on offer; `rules.VARIANTS` may know more."""
