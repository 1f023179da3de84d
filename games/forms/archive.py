"""What people search for in the archive, read strictly."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names import clean_display_name
from games import rules
from games.messages.standings import reason_label
from games.models import Seat
from games.presenters.archive import highlights_by_game, list_reasons
from games.selectors.archive import MINE, PUBLIC, Search

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

ANY = ("", _("Any"))
NAME_LENGTH = 40
MOST_MOVES = 9999
_RESULTS = [
    (Seat.Result.WON, _("Won")),
    (Seat.Result.LOST, _("Lost")),
    (Seat.Result.DRAWN, _("Drawn")),
]
FIRST_DAY, LAST_DAY = dt.date(2000, 1, 1), dt.date(2199, 12, 31)


def _games_played() -> list[tuple[str, str]]:
    return [(name, game.title) for name, game in rules.VARIANTS.items()]


def _highlights() -> list[Any]:
    """Return the kinds of special moves, grouped by game if more than one game has any."""
    kinds = highlights_by_game()
    return [ANY, *(kinds.items() if len(kinds) > 1 else next(iter(kinds.values()), ()))]


def _reasons() -> list[Any]:
    return [ANY, *((reason, reason_label(reason)) for reason in list_reasons())]


def _numbers_of_players() -> list[Any]:
    most = max(game.seats[1] for game in rules.VARIANTS.values())
    return [ANY, *((number, str(number)) for number in range(2, most + 1))]


def _player(label: _StrPromise) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


def _day(label: _StrPromise) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[
            MinValueValidator(FIRST_DAY, _("Choose a day in the year 2000 or later.")),
            MaxValueValidator(LAST_DAY, _("Choose a day before the year 2200.")),
        ],
    )


def _number_of_moves(label: _StrPromise) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_MOVES)


class ArchiveForm(forms.Form):
    """What to search for in the archive; every field may stay empty."""

    show = forms.ChoiceField(
        choices=[(PUBLIC, _("Public games")), (MINE, _("Your games"))],
        required=False,
        widget=forms.HiddenInput,
    )
    player = _player(_("Player"))
    opponent = _player(_("Opponent"))
    result = forms.ChoiceField(label=_("Result"), choices=[ANY, *_RESULTS], required=False)
    event = forms.ChoiceField(label=_("Special move"), choices=_highlights, required=False)
    variant = forms.ChoiceField(
        label=_("Game"), choices=lambda: [ANY, *_games_played()], required=False
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=_numbers_of_players,
        coerce=int,
        empty_value=None,
        required=False,
    )
    reason = forms.ChoiceField(label=_("Decided by"), choices=_reasons, required=False)
    since = _day(pgettext_lazy("date", "From"))
    until = _day(pgettext_lazy("date", "To"))
    shortest = _number_of_moves(_("Minimum moves"))
    longest = _number_of_moves(_("Maximum moves"))

    def clean_player(self) -> str:
        return clean_display_name(self.cleaned_data["player"])

    def clean_opponent(self) -> str:
        return clean_display_name(self.cleaned_data["opponent"])

    def clean(self) -> dict[str, Any]:
        """Refuse combinations that make no sense."""
        cleaned = super().clean() or {}
        result, since, until = (cleaned.get(name) for name in ("result", "since", "until"))
        shortest, longest = cleaned.get("shortest"), cleaned.get("longest")
        nobody = cleaned.get("show") != MINE and not cleaned.get("player")
        if result in (Seat.Result.WON, Seat.Result.LOST) and nobody:
            self.add_error("result", gettext("Name the player who won or lost."))
        if since and until and since > until:
            self.add_error("until", gettext("This is before the start date."))
        if shortest is not None and longest is not None and shortest > longest:
            self.add_error("longest", gettext("This is less than the minimum."))
        return cleaned

    @property
    def search(self) -> Search:
        """The search that a valid form asks for."""
        return Search(**self.cleaned_data)

    @property
    def has_name(self) -> bool:
        """Whether the name of somebody is filled in, which may be misspelled."""
        return any(self[name].value() for name in ("player", "opponent"))

    @property
    def is_narrowed(self) -> bool:
        """Whether any field is filled in other than whose games to search."""
        return any(self[name].value() for name in self.fields if name != "show")
