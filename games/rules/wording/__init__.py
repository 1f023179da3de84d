"""The English of the rules: the only sentences in `games.rules`.

Each family of games has a module: `piles` for capturing from a table, `trays` for triplet cards.
`common` is for every game, `documents` for positions and records. A site in other languages
translates the same sentences (see `SENTENCES`).
"""

from collections.abc import Mapping
from typing import Any, Final

from games.rules.wording import common, documents, piles, trays
from games.rules.wording.marks import Sentence
from games.rules.wording.values import show_value

SENTENCES: Final[Mapping[str, Sentence]] = {
    **common.SENTENCES,
    **documents.SENTENCES,
    **piles.SENTENCES,
    **trays.SENTENCES,
}
"""Every sentence by the code of its fact."""


def say(code: str, values: Mapping[str, Any]) -> str:
    """Return a fact in English. Raises KeyError for an unknown code or a missing value."""
    sentence = SENTENCES[code]
    if isinstance(sentence, tuple):
        sentence = sentence[values["count"] != 1]
    return sentence.format(**{name: show_value(name, value) for name, value in values.items()})
