"""Facts: what the rules report, as a code and values instead of words.

The name of a value says what it is, so that it can be put into words:

- `card` and `other`: a card; `cards` and `others`: several cards, in order;
- `pile` and `other_pile`: piles of a table;
- `face`: a face as its letter; `faces`: any rank as its letter, meaning several such cards;
- `worth`: what a pile is worth, a number or a face; `needed`: a card to hold, by its
  number or face;
- `triplet`: what stands on a triplet card, a fact; `triplets`: the same of several, to be quoted;
- `numbers`: several numbers, of which any will do;
- `count`: the number that decides between singular and plural;
- anything else: a number, a text in notation, or another fact.
"""

from dataclasses import dataclass
from typing import Any

from games.rules.wording import say


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to report; `str()` says it in English.

    >>> str(make_fact("card_not_held", card="TD"))
    'You do not hold 10♦.'
    """

    code: str
    values: tuple[tuple[str, Any], ...] = ()

    def __getitem__(self, name: str) -> Any:
        """Return the value of that name. Raises KeyError."""
        for key, value in self.values:
            if key == name:
                return value
        raise KeyError(name)

    def __str__(self) -> str:
        return say(self.code, dict(self.values))


def make_fact(code: str, **values: Any) -> Fact:
    """Return a fact; all values must be hashable."""
    return Fact(code, tuple(values.items()))
