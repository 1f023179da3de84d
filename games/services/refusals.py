"""Why a change was refused: exceptions that hold facts, for the site to put into words."""

from __future__ import annotations

from typing import Any, ClassVar

from games.rules import IllegalMove
from games.rules.facts import Fact, make_fact
from games.rules.variant import AnyMove


class Refused(Exception):
    """A change that was not made: `fact` says why, `clause` is the number of the rule, or "".

    `str()` is the code of the fact, for logs.
    """

    usual_code: ClassVar[str] = "refused"

    def __init__(self, code: str = "", clause: str = "", **facts: Any) -> None:
        super().__init__(code, clause)
        self.clause = clause
        self.fact: Fact = make_fact(code or self.usual_code, **facts)

    def __str__(self) -> str:
        return self.fact.code

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[Refused], args: tuple[Any, ...], held: dict[str, Any]) -> Refused:
    """Return a refusal that was pickled, whatever its class is made from."""
    refused = kind.__new__(kind, *args)
    refused.__dict__.update(held)
    return refused


class MoveRefused(Refused):
    """A move that was not made; the table is as it was."""


class NotSeated(MoveRefused):
    usual_code = "not_seated"


class NotStarted(MoveRefused):
    usual_code = "not_started"


class GameOver(MoveRefused):
    usual_code = "game_over"


class NotYourTurn(MoveRefused):
    usual_code = "not_your_turn"


class StaleTable(MoveRefused):
    usual_code = "stale_table"


class TimeRanOut(MoveRefused):
    """A move that came too late; the violation that took its place is written."""


class IllegalPlay(MoveRefused):
    """A move that the rules refuse."""

    def __init__(self, illegal: IllegalMove) -> None:
        super().__init__("illegal_play", illegal.clause, reason=illegal.fact)


class OffLesson(MoveRefused):
    """A legal move that is not the one that a lesson asks for; `says` names the sentence."""

    usual_code = "off_lesson"


class ChoiceNeeded(MoveRefused):
    """The selection can be read in several ways; `moves` are the readings."""

    usual_code = "choice_needed"

    def __init__(self, moves: tuple[AnyMove, ...]) -> None:
        super().__init__()
        self.moves = moves


class PickRefused(Refused):
    """A secret card that was not picked."""


class SeatRefused(Refused):
    """A seat that was not taken, or not left."""


class VacationRefused(Refused):
    """A vacation that did not begin or end."""


class AlreadyPlaying(SeatRefused):
    """The player is at a live table already; `public_id` names it ("" for the slow limit)."""

    def __init__(self, code: str, *, public_id: str = "", **facts: Any) -> None:
        super().__init__(code, **facts)
        self.public_id = public_id
