"""Games of capturing from a table: refusals, moves and scores."""

from typing import Final

from games.rules.wording.marks import Sentence

SENTENCES: Final[dict[str, Sentence]] = {}
