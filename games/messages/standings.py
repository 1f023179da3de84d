"""How finished games went, in lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_noop

from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.lists import join_and
from games.messages.numbers import Points
from games.messages.text import Text, fill
from games.rules.wording.values import show_number

_RESULTS: Final = {
    "won": gettext_noop("Won"),
    "lost": gettext_noop("Lost"),
    "drawn": gettext_noop("Drawn"),
    "shared": gettext_noop("Shared win"),
}
_SCORES: Final = {
    "won": gettext_noop("won {own} to {others}"),
    "lost": gettext_noop("lost {own} to {others}"),
    "drawn": gettext_noop("drew {own} to {others}"),
    "shared": gettext_noop("shared the win, {own} to {others}"),
}
_DECIDED: Final = {
    ("won", "ace_of_spades"): gettext_noop("won {own} to {others} by the ace of spades"),
    ("lost", "ace_of_spades"): gettext_noop("lost {own} to {others} by the ace of spades"),
    ("won", "count_out"): gettext_noop("won {own} to {others} by counting out"),
    ("lost", "count_out"): gettext_noop("lost {own} to {others} by counting out"),
}
_FORFEITS: Final = {
    "won": gettext_noop("won by forfeit"),
    "lost": gettext_noop("lost by forfeit"),
    "drawn": gettext_noop("drawn"),
}
_PLACES: Final = {
    2: gettext_noop("came second with {own} to {others}"),
    3: gettext_noop("came third with {own} to {others}"),
    4: gettext_noop("came fourth with {own} to {others}"),
}


_REASONS: Final = {
    "score": gettext_noop("The higher total"),
    "count_out": gettext_noop("Counting out"),
    "ace_of_spades": gettext_noop("The ace of spades"),
    "four_triplets": gettext_noop("Four matches"),
    "most_triplets": gettext_noop("The most matches"),
    "forfeit": gettext_noop("Time ran out"),
    "resignation": gettext_noop("A player quit"),
    "draw": gettext_noop("A draw"),
}


def reason_label(reason: str) -> str:
    """Return what the search in the archive calls a reason for the end of a game."""
    return _(_REASONS[reason])


def name_opponents(opponents: Sequence[str], partners: Sequence[str] = ()) -> Text:
    """Return whom a player plays against, and with whom; opponents may still be missing."""
    words = join_and(opponents)
    if not partners:
        return words
    if not opponents:
        return fill(_("With {partners}"), partners=join_and(partners))
    return fill(_("{opponents}, with {partners}"), opponents=words, partners=join_and(partners))


def name_contest(sides: Sequence[Sequence[str]]) -> Text:
    """Return who plays against whom; more than two sides are just players."""
    names = [join_and(side) for side in sides]
    if len(names) == 2:
        return fill(_("{first} vs {second}"), first=names[0], second=names[1])
    return join_and(names)


def result_label(result: str) -> str:
    """Return the result of a player, "won", "lost", "drawn" or "shared"; "" for none."""
    return _(_RESULTS[result]) if result else ""


def tell_score(
    result: str, own: Points, others: Sequence[Points], place: int = 0, reason: str = ""
) -> str:
    """Return how a game went for a player: "won 22 to 15 and 9"; a place from 2 on is named.

    Where the points say something else, the reason for the end is named.
    """
    best = max(others)
    is_told_by_points = own > best if result == "won" else own < best
    sentence = _SCORES[result]
    if place:
        sentence = _PLACES[place]
    elif not is_told_by_points:
        sentence = _DECIDED.get((result, reason), sentence)
    return _(sentence).format(
        own=show_number(own), others=join_and([show_number(other) for other in others])
    )


def tell_standing(own: Points, others: Sequence[Points]) -> str:
    """Return how a running game stands for a player: "12 to 9"."""
    return _("{own} to {others}").format(
        own=show_number(own), others=join_and([show_number(other) for other in others])
    )


def tell_forfeit(result: str) -> str:
    """Return how a game went that ended because somebody left."""
    return _(_FORFEITS[result])


def tell_left_early() -> str:
    """Return how a game went for a player who left while others played on."""
    return _("lost, dropped out")


# What decided a game, in the archive


def tell_why_over(reason: str, gone: Sequence[str]) -> str:
    """Return whose leaving ended a game: by "forfeit" or "resignation"."""
    names = join_and(gone)
    if len(gone) > 1:
        return _("{players} dropped out").format(players=names)
    if reason == "forfeit":
        return _("{name} ran out of time").format(name=names)
    return _("{name} quit").format(name=names)


def tell_highest_total(sides: int) -> str:
    """Return that the totals decided."""
    return _("The higher total won") if sides == 2 else _("The highest total won")


def add_dropped_out(words: str, gone: Sequence[str]) -> str:
    """Return what decided a game, with those who left it before its end."""
    if not gone:
        return words
    return ngettext(
        "{reason}; {players} dropped out and is ranked last",
        "{reason}; {players} dropped out and are ranked last",
        len(gone),
    ).format(reason=words, players=join_and(gone))
