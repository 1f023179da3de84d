"""What a computer player says of moves that were made."""

from __future__ import annotations

from games.messages.language import gettext as _
from games.messages.numbers import show_decimal
from games.messages.text import Text, fill


def name_stand_in(name: str) -> Text:
    """Return who moved for a player who had left, in few words."""
    return fill(_("A computer player, in place of {name}"), name=name)


def name_stand_in_level(name: str, level: str) -> Text:
    """Return who moved for a player who had left, with the level."""
    return fill(_("A computer player ({level}), in place of {name}"), name=name, level=level)


def show_estimate(points: float) -> str:
    """Return estimated points: small ones with two places."""
    return show_decimal(points, places=1 if points >= 1 else 2)


def show_accuracy(share: float) -> str:
    """Return how near a player's moves came to the best ones: "87%"."""
    return _("{number}%").format(number=round(100 * share))


def the_win() -> str:
    """Return what a move cost that gave the win away."""
    return _("the win")


def wins() -> str:
    """Return the worth of a move that wins the game."""
    return _("wins")


def tell_cost(points: float, unit: str) -> str:
    """Return what a move cost: "1.4 points"."""
    if unit == "matches":
        return _("{number} matches").format(number=show_estimate(points))
    return _("{number} points").format(number=show_estimate(points))


def tell_best() -> Text:
    """Return that a move tried is the computer's own."""
    return fill(_("Yes: that is what the computer would play."))


def tell_as_good() -> Text:
    """Return that a move tried is as good as the computer's."""
    return fill(_("Yes: that is as good as what the computer would play."))


def tell_same() -> Text:
    """Return that the move tried is the mistake itself."""
    return fill(_("That is what you played. Look for something better."))


def tell_short(cost: str, *, is_better: bool) -> Text:
    """Return how far a move tried stays behind the best, and whether it beats the one played."""
    if is_better:
        return fill(_("Better than what you played, but {cost} short of the best move."), cost=cost)
    return fill(_("Not better than what you played: {cost} short of the best move."), cost=cost)


def tell_missed_win(*, is_better: bool) -> Text:
    """Return that a move tried gives the win away."""
    if is_better:
        return fill(_("Better than what you played, but it misses the win."))
    return fill(_("Not better than what you played: it misses the win."))
