"""What every game may say."""

from typing import Final

from games.rules.wording.marks import Sentence
from games.rules.wording.marks import mark as _

SENTENCES: Final[dict[str, Sentence]] = {
    "game_over": _("The game is over."),
    "no_clock_runs": _("Nobody’s time runs while the cards are dealt."),
    "no_such_seat": _("There is no seat {seat}."),
    "no_such_action": _("There is no such action."),
    "no_action": _("Press one of the buttons to play."),
    "card_not_held": _("You do not hold {card}."),
    "unknown_game": _("There is no game {name}; known are {known}."),
    "unknown_version": _("{title} has no rules of version {version}; known are {known}."),
    "rivals_point": _("1 point to the opponents"),
}
