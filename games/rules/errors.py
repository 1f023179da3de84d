"""The exceptions of the rules: each carries a fact that says what is wrong.

`str()` says it in English; a site puts `fact` into its reader's language.
"""

from typing import Any

from games.rules.facts import Fact, make_fact


class InvalidPosition(ValueError):
    """A position, deck or option that is impossible; the fact names what is wrong."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.fact: Fact = make_fact(code, **facts)

    def __str__(self) -> str:
        return str(self.fact)


class UnknownRules(KeyError):
    """An unknown game, or an unknown version of its rules; the fact lists the known ones."""

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
        self.code = code
        self.clause = clause
        self._facts = facts

    @property
    def fact(self) -> Fact:
        """Return the reason, made on demand: most refusals are of drafts and never read."""
        return make_fact(self.code, **self._facts)

    def without_frames(self) -> "IllegalMove":
        """Return this refusal, to be kept as a value.

        One that is kept in a variable of a function that it came through is a cycle of references:
        all that its frames refer to would wait for the garbage collector.
        """
        return self.with_traceback(None)

    def __str__(self) -> str:
        return str(self.fact)
