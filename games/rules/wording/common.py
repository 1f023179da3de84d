"""Sentences for every game."""

from typing import Final

from games.rules.wording.marks import Sentence
from games.rules.wording.marks import mark as _
from games.rules.wording.marks import mark_plural as _n

_REFUSALS: Final[dict[str, Sentence]] = {
    "game_over": _("The game is over."),
    "no_clock_runs": _("Nobody’s time runs while the cards are dealt."),
    "no_such_seat": _("There is no seat {seat}."),
    "no_such_action": _("There is no such action."),
    "no_action": _("Press the button for the action you want."),
    "card_not_held": _("You do not hold {card}."),
    "violation_after_leaving": _("No violation is counted for a player who is out of the game."),
    "already_out": _("You are already out of this game."),
    "pick_from_pack": _n("Pick one of the {count} card.", "Pick one of the {count} cards."),
}

_STAGES: Final[dict[str, Sentence]] = {
    "round": _("Round {number} of {total}"),
    "deal": _("Round {number} of {total}"),
    "last_deal": _("Last round"),
    "round_number": _("round {number}"),
    "deal_number": _("round {number}"),
    "deck_deal": _("deck {deck}, round {deal}"),
}
"""How far a game is, for the table and for a list."""

SENTENCES: Final[dict[str, Sentence]] = {
    **_REFUSALS,
    **_STAGES,
    "unknown_game": _("There is no game {name}; the known games are {known}."),
    "unknown_version": _("{title} has no rules of version {version}; known versions: {known}."),
    "rivals_point": _("1 point to the opponents"),
}
