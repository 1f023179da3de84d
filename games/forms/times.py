"""The fields for the pace of a game: a time for each turn, or a budget of time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.clocks import BANKS, INCREMENTS, MOVE_TIMES, NO_TIMER, TimeControl
from games.messages.times import duration_words, move_time_words

_BUDGET: Final = "budget"
"""What is chosen in place of a time for each turn by somebody who wants a bank."""
_USUAL_BANK: Final = BANKS[2]
_USUAL_INCREMENT: Final = INCREMENTS[1]


def list_times() -> list[tuple[int, str]]:
    """Return the times for each turn, in seconds and in words."""
    return [(seconds, move_time_words(seconds)) for seconds in MOVE_TIMES]


def move_time_field(
    *, usual: int, has_none: bool = False, has_budget: bool = False
) -> forms.TypedChoiceField:
    """Return the field for the time of each turn, no timer (`has_none`), or a budget."""

    def choices() -> list[tuple[int | str, str]]:
        none = [(NO_TIMER, gettext("No timer"))] if has_none else []
        budget = [(_BUDGET, gettext("Time budget"))] if has_budget else []
        return [*none, *list_times(), *budget]

    return forms.TypedChoiceField(
        label=_("Move time"),
        coerce=lambda chosen: chosen if chosen == _BUDGET else int(chosen),
        choices=choices,
        initial=usual,
    )


def bank_field() -> forms.TypedChoiceField:
    """Return the field for what is in each player's bank at the start of a game with a budget."""
    return _length_field(_("In the bank at the start"), BANKS, usual=_USUAL_BANK)


def increment_field() -> forms.TypedChoiceField:
    """Return the field for what each turn adds to a budget."""
    return _length_field(_("Added for each turn"), INCREMENTS, usual=_USUAL_INCREMENT)


def _length_field(label: Any, lengths: Sequence[int], *, usual: int) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        coerce=int,
        choices=lambda: [(each, duration_words(each)) for each in lengths],
        initial=usual,
        required=False,
    )


def read_budget(cleaned: Mapping[str, Any]) -> TimeControl:
    """Return the budget that was chosen, with what is usual in place of what was not sent."""
    return TimeControl(
        cleaned.get("increment") or _USUAL_INCREMENT, cleaned.get("bank") or _USUAL_BANK
    )


def set_clock(cleaned: dict[str, Any]) -> None:
    """Put the bank of a budget and what a turn adds in the place of what was chosen."""
    if cleaned.get("move_time") == _BUDGET:
        cleaned["move_time"], cleaned["bank"] = read_budget(cleaned)
    else:
        cleaned.pop("bank", None)
    cleaned.pop("increment", None)
