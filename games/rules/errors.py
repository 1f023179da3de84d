"""What the rules say when something is not a position or not a move."""


class InvalidPosition(ValueError):
    """A document, deck or option that is no position; the text names what is wrong."""


class UnknownRules(KeyError):
    """A game or a version of its rules that is not known here; `sentence` names the known ones."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class IllegalMove(ValueError):
    """A refused move: `str()` is the sentence the player reads, `clause` the rule's number.

    >>> IllegalMove("You can not pass twice.", "4.11").clause
    '4.11'
    """

    def __init__(self, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.clause = clause
