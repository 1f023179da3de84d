"""Triple Four: refusals, moves and triplet cards."""

from typing import Final

from games.rules.wording.marks import Sentence

SENTENCES: Final[dict[str, Sentence]] = {}
