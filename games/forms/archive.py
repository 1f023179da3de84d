"""What people search in the archive, read strictly."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

from accounts.names import clean_display_name
from games import rules
from games.models import Seat
from games.tables.archive import MINE, PUBLIC, REASONS, Search, highlights_by_game

ANY = ("", "Any")
NAME_LENGTH = 40
MOST_MOVES = 9999
_RESULTS = [(result.value, result.label.capitalize()) for result in Seat.Result]
FIRST_DAY, LAST_DAY = dt.date(2000, 1, 1), dt.date(2199, 12, 31)


def _games_played() -> list[tuple[str, str]]:
    return [(name, game.title) for name, game in rules.VARIANTS.items()]


def _highlights() -> list[Any]:
    """Return the kinds of special moves, below their games where several have some."""
    kinds = highlights_by_game()
    return [ANY, *(kinds.items() if len(kinds) > 1 else next(iter(kinds.values()), ()))]


def _numbers_of_players() -> list[tuple[str | int, str]]:
    most = max(game.seats[1] for game in rules.VARIANTS.values())
    return [ANY, *((number, str(number)) for number in range(2, most + 1))]


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
    event = forms.ChoiceField(label="Special move", choices=_highlights, required=False)
    variant = forms.ChoiceField(
        label="Game", choices=lambda: [ANY, *_games_played()], required=False
    )
    players = forms.TypedChoiceField(
        label="Players", choices=_numbers_of_players, coerce=int, empty_value=None, required=False
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
