"""Why a change was refused: exceptions whose text is a sentence for the player."""

from __future__ import annotations

from games.rules.notation import Move


class Refused(Exception):
    """A change that was not made. `str()` is the sentence; `clause` names the rule, or is ""."""

    sentence = "That is not possible."

    def __init__(self, sentence: str = "", *, clause: str = "") -> None:
        super().__init__(sentence or self.sentence)
        self.clause = clause


class MoveRefused(Refused):
    """A move that was not made; the table is as it was."""


class NotSeated(MoveRefused):
    sentence = "You have no seat at this table."


class NotStarted(MoveRefused):
    sentence = "The cards are not dealt yet."


class GameOver(MoveRefused):
    sentence = "This game is over."


class NotYourTurn(MoveRefused):
    sentence = "It is not your turn."


class StaleTable(MoveRefused):
    sentence = "The table has changed since. Look again, then play."


class TimeRanOut(MoveRefused):
    sentence = "Your time ran out."


class IllegalPlay(MoveRefused):
    sentence = "That play is not legal."


class ChoiceNeeded(MoveRefused):
    """The selection can be read in several ways; `moves` are the readings."""

    sentence = "Which do you mean?"

    def __init__(self, moves: tuple[Move, ...]) -> None:
        super().__init__()
        self.moves = moves


class PickRefused(Refused):
    sentence = "That card can not be picked."


class SeatRefused(Refused):
    """A seat that was not taken, or not left."""


class AlreadyPlaying(SeatRefused):
    """The player is at a live table already; `public_id` names it ("" for the slow limit)."""

    def __init__(self, sentence: str, *, public_id: str = "") -> None:
        super().__init__(sentence)
        self.public_id = public_id
