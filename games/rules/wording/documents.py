"""What is wrong with a position or a record."""

from typing import Final

from games.rules.wording.marks import Sentence

SENTENCES: Final[dict[str, Sentence]] = {}
