"""Which game somebody wants to play, how fast and with whom."""

from __future__ import annotations

from typing import Any

from django import forms

from accounts.models import User
from accounts.names import clean_display_name
from games import rules
from games.models import MOVE_TIMES, Game
from games.tables import PLAYED_HERE, move_time_words


def _games() -> list[tuple[str, str]]:
    return [(name, rules.variant(name).title) for name in PLAYED_HERE]


class OfferForm(forms.Form):
    """Which game, and how fast."""

    variant = forms.ChoiceField(label="Game", choices=_games)
    move_time = forms.TypedChoiceField(
        label="Time for a move",
        coerce=int,
        choices=[(seconds, move_time_words(seconds)) for seconds in MOVE_TIMES],
        initial=MOVE_TIMES[0],
    )


class TableForm(OfferForm):
    """An open table, a link, or an invitation by name."""

    kind = forms.ChoiceField(
        label="Who may join",
        choices=[
            (Game.Kind.OPEN, "Anybody"),
            (Game.Kind.LINK, "Whoever has the link"),
            (Game.Kind.INVITATION, "One player, by name"),
        ],
    )
    opponent = forms.CharField(
        label="Player to invite",
        help_text="The user name, or the name shown. Only for an invitation.",
        max_length=30,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Find the invited player."""
        cleaned = super().clean() or {}
        cleaned["invited"] = None
        if cleaned.get("kind") == Game.Kind.INVITATION:
            try:
                cleaned["invited"] = _find_player(cleaned.get("opponent", ""))
            except forms.ValidationError as error:
                self.add_error("opponent", error)
        return cleaned


def _find_player(name: str) -> User:
    """Return the player of that user name, or else the only one who shows that name.

    Guests are not found by the name shown: the site makes it up, and it tells nobody apart.
    """
    players = User.objects.filter(is_active=True)
    found = list(players.filter(username__iexact=name))
    if not found and (shown := clean_display_name(name)):
        found = list(players.filter(display_name__iexact=shown, is_guest=False)[:2])
    if not found:
        raise forms.ValidationError("There is no player of that name here.")
    if len(found) > 1:
        raise forms.ValidationError(
            "Several players have that name: use the user name from their settings."
        )
    return found[0]
