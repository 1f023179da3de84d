"""Which game somebody wants to play, how fast, with whom, and by which options."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator

from accounts.models import User
from accounts.names import clean_display_name
from games import rules
from games.computer import LEVELS
from games.messages.times import move_time_words
from games.models import MOVE_TIMES, NO_TIMER, Game
from games.rules.options import Option, Value
from games.tables import level_words

USUAL_LEVEL: Final = "easy"
MOST_COMPUTERS: Final = 3
VALUE_LENGTH: Final = 64


def _games() -> list[tuple[str, str]]:
    return [(name, game.title) for name, game in rules.VARIANTS.items()]


def _times() -> list[tuple[int, str]]:
    return [(seconds, move_time_words(seconds)) for seconds in MOVE_TIMES]


def _times_or_none() -> list[tuple[int, str]]:
    return [*_times(), (NO_TIMER, "No timer: practice")]


def _levels() -> list[tuple[str, str]]:
    return [(level.name, level.label) for level in LEVELS.values()]


def _value() -> forms.CharField:
    """Return the field of the browser's own random part of the shuffle."""
    return forms.CharField(
        required=False,
        strip=False,
        max_length=VALUE_LENGTH,
        validators=[RegexValidator(r"\A[0-9a-f]*\Z")],
        widget=forms.HiddenInput(attrs={"data-random": ""}),
    )


class OfferForm(forms.Form):
    """Which game, and how fast: two players, and all else as usual."""

    variant = forms.ChoiceField(label="Game", choices=_games, widget=forms.HiddenInput)
    move_time = forms.TypedChoiceField(
        label="Time for a move", coerce=int, choices=_times, initial=MOVE_TIMES[0]
    )
    value = _value()


class GameForm(OfferForm):
    """What a game is played with: how many players and which options it has a choice of.

    What is left out is as usual. The form is that of the game that was sent, or else of `game`.
    """

    prefix_of_ids = "game"

    def __init__(self, sent: Any = None, *, game: str) -> None:
        super().__init__(sent, initial={"variant": game}, auto_id=f"{self.prefix_of_ids}-%s")
        named = sent.get("variant") if sent is not None else None
        self.game = rules.variant(named if named in rules.VARIANTS else game)
        self.fields["players"] = _players_field(*self.game.seats)
        for option in self.game.options:
            self.fields[f"option_{option.name}"] = _option_field(option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the options, to be shown together."""
        return [self[f"option_{option.name}"] for option in self.game.options]

    def clean(self) -> dict[str, Any]:
        """Gather the options, and refuse those that this number of players does not have."""
        cleaned = super().clean() or {}
        players = cleaned["players"] = cleaned.get("players") or self.game.seats[0]
        cleaned["options"] = options = {}
        for option in self.game.options:
            value = cleaned.pop(f"option_{option.name}", "")
            if value in ("", option.default):
                continue
            options[option.name] = value
            if option.seats is not None and players not in option.seats:
                self.add_error(f"option_{option.name}", f"Only with {_seats_words(option)}.")
        return cleaned


def _players_field(low: int, high: int) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label="Players",
        coerce=int,
        choices=[(number, str(number)) for number in range(low, high + 1)],
        initial=low,
        required=False,
        widget=forms.RadioSelect if low < high else forms.HiddenInput,
    )


def _option_field(option: Option) -> forms.TypedChoiceField:
    values: dict[str, Value] = {str(value): value for value, _ in option.choices}
    label = option.label if option.seats is None else f"{option.label}, with {_seats_words(option)}"
    return forms.TypedChoiceField(
        label=label,
        coerce=values.__getitem__,
        choices=[(str(value), words.capitalize()) for value, words in option.choices],
        required=False,
        widget=forms.Select(attrs=_only_for(option.seats)),
    )


def _seats_words(option: Option) -> str:
    return " or ".join(map(str, option.seats or ())) + " players"


def _only_for(seats: Any) -> dict[str, Any]:
    """Return the mark by which a page hides what this number of players does not have."""
    return {"data-seats": " ".join(map(str, seats))} if seats else {}


class ComputerForm(GameForm):
    """A game against computer players, each of a level of its own, with a timer or without."""

    prefix_of_ids = "computer"
    move_time = forms.TypedChoiceField(
        label="Time for a move",
        coerce=int,
        choices=_times_or_none,
        initial=MOVE_TIMES[0],
    )

    def __init__(self, sent: Any = None, *, game: str) -> None:
        super().__init__(sent, game=game)
        high = self.game.seats[1]
        for number in range(1, high):
            self.fields[f"level_{number}"] = forms.ChoiceField(
                label="The computer plays" if high == 2 else f"Computer {number} plays",
                choices=_levels,
                initial=USUAL_LEVEL,
                required=False,
                widget=forms.Select(attrs=_only_for(range(number + 1, high + 1))),
            )

    @property
    def levels(self) -> list[tuple[str, str]]:
        """The levels, and how each plays this game."""
        return [
            (level.label, level_words(self.game, level.name) or level.description)
            for level in LEVELS.values()
        ]

    @property
    def level_fields(self) -> list[forms.BoundField]:
        """The fields of the levels, one for each computer player that there can be."""
        return [self[f"level_{number}"] for number in range(1, self.game.seats[1])]

    def clean(self) -> dict[str, Any]:
        """Gather the levels of as many computer players as there are."""
        cleaned = super().clean()
        chosen = [cleaned.pop(field.name, "") or USUAL_LEVEL for field in self.level_fields]
        cleaned["levels"] = chosen[: cleaned.pop("players") - 1]
        return cleaned


class TableForm(GameForm):
    """An open table, a link, or an invitation by name."""

    prefix_of_ids = "table"
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
        cleaned = super().clean()
        opponent, cleaned["invited"] = cleaned.pop("opponent", ""), None
        if cleaned.get("kind") != Game.Kind.INVITATION:
            return cleaned
        if cleaned["players"] != 2:
            self.add_error("kind", "An invitation by name is for two players.")
        try:
            cleaned["invited"] = _find_player(opponent)
        except forms.ValidationError as error:
            self.add_error("opponent", error)
        return cleaned


class JoinForm(forms.Form):
    """Which seat of a table somebody takes; by default the first that is free."""

    seat = forms.IntegerField(required=False, min_value=0, max_value=MOST_COMPUTERS)
    value = _value()


class ComputersForm(forms.Form):
    """Which free seat the host gives to a computer player; by default all."""

    seat = forms.IntegerField(required=False, min_value=0, max_value=MOST_COMPUTERS)
    level = forms.ChoiceField(choices=_levels)


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
