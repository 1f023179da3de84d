"""What people search in the archive, read strictly."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

from accounts.names import clean_display_name
from games import rules
from games.models import Seat
from games.tables import PLAYED_HERE
from games.tables.archive import MINE, PUBLIC, REASONS, Search, highlight_labels

ANY = ("", "Any")
NAME_LENGTH = 40
MOST_MOVES = 9999
_RESULTS = [(result.value, result.label.capitalize()) for result in Seat.Result]
FIRST_DAY, LAST_DAY = dt.date(2000, 1, 1), dt.date(2199, 12, 31)


def _games_played() -> list[tuple[str, str]]:
    return [(name, rules.variant(name).title) for name in PLAYED_HERE]


def _day(label: str) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[
            MinValueValidator(FIRST_DAY, "Choose a day from the year 2000 on."),
            MaxValueValidator(LAST_DAY, "Choose a day before the year 2200."),
        ],
    )


def _number_of_moves(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_MOVES)


class ArchiveForm(forms.Form):
    """What is searched in the archive; all of it may stay empty."""

    show = forms.ChoiceField(
        choices=[(PUBLIC, "Public games"), (MINE, "My games")],
        required=False,
        widget=forms.HiddenInput,
    )
    player = forms.CharField(label="Player", max_length=NAME_LENGTH, required=False)
    opponent = forms.CharField(label="Opponent", max_length=NAME_LENGTH, required=False)
    result = forms.ChoiceField(label="Result", choices=[ANY, *_RESULTS], required=False)
    event = forms.ChoiceField(
        label="Special move", choices=lambda: [ANY, *highlight_labels().items()], required=False
    )
    variant = forms.ChoiceField(
        label="Game", choices=lambda: [ANY, *_games_played()], required=False
    )
    reason = forms.ChoiceField(label="Decided by", choices=[ANY, *REASONS], required=False)
    since = _day("From")
    until = _day("To")
    shortest = _number_of_moves("Moves, at least")
    longest = _number_of_moves("Moves, at most")

    def clean_player(self) -> str:
        return clean_display_name(self.cleaned_data["player"])

    def clean_opponent(self) -> str:
        return clean_display_name(self.cleaned_data["opponent"])

    def clean(self) -> dict[str, Any]:
        """Refuse what can not be meant."""
        cleaned = super().clean() or {}
        result, since, until = (cleaned.get(name) for name in ("result", "since", "until"))
        shortest, longest = cleaned.get("shortest"), cleaned.get("longest")
        nobody = cleaned.get("show") != MINE and not cleaned.get("player")
        if result in (Seat.Result.WON, Seat.Result.LOST) and nobody:
            self.add_error("result", "Name the player who won or lost.")
        if since and until and since > until:
            self.add_error("until", "This is before the first day.")
        if shortest is not None and longest is not None and shortest > longest:
            self.add_error("longest", "This is less than the smallest number.")
        return cleaned

    @property
    def search(self) -> Search:
        """What a valid form asks for."""
        return Search(**self.cleaned_data)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything is searched beside whose games."""
        return any(self[name].value() for name in self.fields if name != "show")
