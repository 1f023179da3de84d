"""What the rules raise when something is not a position or not a move: facts, as exceptions.

The `str()` of each is a sentence in English; `fact` is what a site puts into its reader's language.
"""

from typing import Any

from games.rules.facts import Fact, make_fact


class InvalidPosition(ValueError):
    """A document, deck or option that is no position; the fact names what is wrong."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.fact: Fact = make_fact(code, **facts)

    def __str__(self) -> str:
        return str(self.fact)


class UnknownRules(KeyError):
    """A game, or a version of its rules, that is not known here; the fact lists the known ones."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.fact: Fact = make_fact(code, **facts)

    def __str__(self) -> str:
        return str(self.fact)


class IllegalMove(ValueError):
    """A refused move: `fact` is the reason, `clause` the number of the rule, or "".

    >>> refusal = IllegalMove("card_not_held", "1.5", card="TD")
    >>> refusal.code, refusal.clause, str(refusal)
    ('card_not_held', '1.5', 'You do not hold 10♦.')
    """

    def __init__(self, code: str, clause: str = "", **facts: Any) -> None:
        super().__init__(code, clause)
        self.clause = clause
        self.fact: Fact = make_fact(code, **facts)

    @property
    def code(self) -> str:
        """Return the code of the reason."""
        return self.fact.code

    def __str__(self) -> str:
        return str(self.fact)
