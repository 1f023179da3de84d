"""The words around the steps of a replay."""

from __future__ import annotations

from collections.abc import Sequence

from games.messages.clock import clock_words
from games.messages.endings import score_text
from games.messages.language import gettext as _
from games.messages.language import ngettext, pgettext
from games.messages.lists import join_and
from games.messages.numbers import Points
from games.messages.text import Text, fill, join
from games.rules.wording.values import show_number


def all_hands() -> str:
    """Return the label of the view with all hands open."""
    return _("All hands")


def decks_label(is_decks: bool) -> str:
    """Return what the parts of the chart are."""
    return _("decks") if is_decks else _("rounds")


def time_taken(seconds: float) -> str:
    """Return the time taken for a move as a clock shows it: "0:07", "2:05", "5 h 12 min"."""
    return clock_words(round(seconds))


def tell_standing(totals: Sequence[Points], leaders: Sequence[Text], *, are_many: bool) -> Text:
    """Return how the points stand: "Ada leads 7 to 5", "Level at 4".

    The totals are in falling order. `leaders` are the sides that lead; `are_many` tells that a
    single one of them is more than one player.
    """
    shown = [show_number(points) for points in totals]
    if not leaders:
        return fill(_("Level at {points}"), points=shown[0])
    if len(leaders) > 1:
        return fill(
            _("{players} are ahead with {points}"), players=join_and(leaders), points=shown[0]
        )
    row = score_text(totals[0], totals[1:])
    if are_many:
        return fill(_("{players} lead {points}"), players=leaders[0], points=row)
    return fill(_("{name} leads {points}"), name=leaders[0], points=row)


def tell_leads(moves: int, leads: Sequence[tuple[Sequence[Text], int]]) -> Text:
    """Return who was ahead after how many moves; no players is level.

    >>> tell_leads(9, [(["Ada"], 7), ([], 2)])
    'Ada was ahead after 7 of 9 moves; the score was level after 2.'
    """
    first, *others = leads
    told = [_tell_first_lead(moves, *first), *[_tell_other_lead(*lead) for lead in others]]
    parts = join(told, pgettext("between the parts of a sentence", "; "))
    return fill(_("{sentence}."), sentence=parts)


def _tell_first_lead(moves: int, players: Sequence[Text], count: int) -> Text:
    """Return the start of the sentence, which says how many moves there were."""
    is_all = count == moves
    if not players and is_all:
        sentence = ngettext(
            "The score was level after the only move",
            "The score was level after all {moves} moves",
            moves,
        )
    elif not players:
        sentence = _("The score was level after {count} of {moves} moves")
    elif len(players) == 1 and is_all:
        sentence = ngettext(
            "{players} was ahead after the only move",
            "{players} was ahead after all {moves} moves",
            moves,
        )
    elif len(players) == 1:
        sentence = _("{players} was ahead after {count} of {moves} moves")
    elif is_all:
        sentence = ngettext(
            "{players} were ahead after the only move",
            "{players} were ahead after all {moves} moves",
            moves,
        )
    else:
        sentence = _("{players} were ahead after {count} of {moves} moves")
    return fill(sentence, players=join_and(players), count=count, moves=moves)


def _tell_other_lead(players: Sequence[Text], count: int) -> Text:
    if not players:
        return fill(_("the score was level after {count}"), count=count)
    sentence = ngettext(
        "{players} was ahead after {count}", "{players} were ahead after {count}", len(players)
    )
    return fill(sentence, players=join_and(players), count=count)
