"""Which game somebody wants to play, at what pace, with whom, and with which options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import (
    clean_display_name,
    look_of,
    refuse_mixed_alphabets,
    refuse_reserved_name,
    validate_display_name,
)
from config.folding import Fold
from games import rules
from games.clocks import MOVE_TIMES, NO_TIMER, TimeControl
from games.computer import LEVELS
from games.forms.times import (
    bank_field,
    increment_field,
    list_times,
    move_time_field,
    read_budget,
    set_clock,
)
from games.messages import labels
from games.messages.facts import tell_numbers
from games.messages.labels import level_label, option_choice_label, option_label
from games.messages.notices import unknown_offer
from games.models import Game
from games.presenters import level_words
from games.rules.options import Option, Value
from games.rules.variant import AnyVariant

USUAL_LEVEL: Final = "easy"
LAST_SEAT: Final = 3
VALUE_LENGTH: Final = 64


def _games() -> list[tuple[str, str]]:
    return [(name, game.title) for name, game in rules.VARIANTS.items()]


def _levels() -> list[tuple[str, str]]:
    return [(name, level_label(name)) for name in LEVELS]


def _value() -> forms.CharField:
    """Return the field for what the browser adds to the shuffle."""
    return forms.CharField(
        required=False,
        strip=False,
        max_length=VALUE_LENGTH,
        validators=[RegexValidator(r"\A[0-9a-f]*\Z")],
        widget=forms.HiddenInput(attrs={"data-random": ""}),
    )


class OfferForm(forms.Form):
    """Which game is to be played."""

    variant = forms.ChoiceField(label=_("Game"), choices=_games, widget=forms.HiddenInput)
    value = _value()


class SeekForm(OfferForm):
    """A place in the queue: any of the times, or a budget; two players, and the usual options.

    With `any_game`, any other game will do too.
    """

    move_time = forms.TypedMultipleChoiceField(
        label=_("Move time"),
        coerce=int,
        choices=list_times,
        initial=MOVE_TIMES[:1],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    budget = forms.BooleanField(label=_("Time budget"), required=False)
    bank = bank_field()
    increment = increment_field()
    any_game = forms.BooleanField(label=_("Any other game will do too"), required=False)

    TIMES: ClassVar = ("move_time", "budget", "bank", "increment")
    CHOICES: ClassVar = (*TIMES, "any_game")

    @property
    def choices(self) -> dict[str, Any]:
        """What was chosen, to begin with the next time: a budget alone is no move time."""
        chosen = {name: self._chosen[name] for name in self.CHOICES if self._chosen[name]}
        return {"move_time": [], **chosen}

    def clean(self) -> dict[str, Any]:
        """Collect the times that were chosen, of which there must be one."""
        self._chosen = cleaned = super().clean() or {}
        times = [TimeControl(each) for each in cleaned.get("move_time", [])]
        if cleaned.get("budget"):
            times.append(read_budget(cleaned))
        if not times and not self.errors:
            none = forms.ValidationError(gettext("Choose at least one move time."), code="no_time")
            self.add_error("move_time", none)
        others = {name: value for name, value in cleaned.items() if name not in self.TIMES}
        return {**others, "move_times": times}


class GameForm(OfferForm):
    """How a game is to be played: the number of players and the options that it offers.

    Whatever is left out is as usual. The form is for the game that was sent, or else for `game`.
    """

    prefix_of_ids: ClassVar[str]

    def __init__(self, sent: Any = None, *, game: str) -> None:
        super().__init__(sent, initial={"variant": game}, auto_id=f"{self.prefix_of_ids}-%s")
        named = sent.get("variant") if sent is not None else None
        self.game = rules.variant(named if named in rules.VARIANTS else game)
        self.fields["players"] = _players_field(*self.game.seats)
        for option in self.game.options:
            self.fields[f"option_{option.name}"] = _option_field(self.game, option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the options, in order."""
        return [self[f"option_{option.name}"] for option in self.game.options]

    def clean(self) -> dict[str, Any]:
        """Collect the options, and refuse those that are not for this number of players."""
        cleaned = super().clean() or {}
        players = cleaned["players"] = cleaned.get("players") or self.game.seats[0]
        cleaned["options"] = options = {}
        for option in self.game.options:
            value = cleaned.pop(f"option_{option.name}", "")
            if value in ("", option.default):
                continue
            options[option.name] = value
            if option.seats is not None and players not in option.seats:
                self.add_error(f"option_{option.name}", _only_with(option.seats))
        return cleaned


def _players_field(low: int, high: int) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(number, str(number)) for number in range(low, high + 1)],
        initial=low,
        required=False,
        widget=forms.RadioSelect if low < high else forms.HiddenInput,
    )


def _option_field(game: AnyVariant, option: Option) -> forms.TypedChoiceField:
    values: dict[str, Value] = {str(value): value for value in option.choices}
    return forms.TypedChoiceField(
        label=_label_option(game, option),
        coerce=values.__getitem__,
        choices=[
            (str(value), option_choice_label(game, option.name, value)) for value in option.choices
        ],
        required=False,
        widget=forms.Select(attrs=_only_for(option.seats)),
    )


def _label_option(game: AnyVariant, option: Option) -> str:
    label = option_label(game, option.name)
    if option.seats is None:
        return label
    sentence = ngettext(
        "{option}, with {numbers} player", "{option}, with {numbers} players", option.seats[-1]
    )
    return sentence.format(option=label, numbers=tell_numbers(option.seats))


def _only_with(seats: Sequence[int]) -> str:
    """Return why an option was refused that only these numbers of players have."""
    sentence = ngettext("Only for {numbers} player.", "Only for {numbers} players.", seats[-1])
    return sentence.format(numbers=tell_numbers(seats))


def _only_for(seats: Iterable[int] | None) -> dict[str, Any]:
    """Return the attribute by which a page hides what is not for its number of players."""
    return {"data-seats": " ".join(map(str, seats))} if seats else {}


class ComputerForm(GameForm):
    """A game against computer players, with a timer or without.

    Each has a level of its own; `level` is that of all others.
    """

    prefix_of_ids = "computer"
    move_time = move_time_field(usual=NO_TIMER, has_none=True, has_budget=True)
    bank = bank_field()
    increment = increment_field()
    level = forms.ChoiceField(
        label=_("Level"),
        choices=_levels,
        initial=USUAL_LEVEL,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(
        self, sent: Any = None, *, game: str, chosen: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(sent, game=game)
        self.initial = {**self.initial, **(chosen or {})}
        high = self.game.seats[1]
        for number in range(1, high):
            self.fields[f"level_{number}"] = forms.ChoiceField(
                label=_label_level(number, of=high - 1),
                choices=_levels,
                initial=self.initial.get("level", USUAL_LEVEL),
                required=False,
                widget=forms.Select(attrs=_only_for(range(number + 1, high + 1))),
            )

    @property
    def levels(self) -> list[tuple[str, str]]:
        """The levels, each with how it plays this game."""
        return [
            (level_label(name), level_words(self.game, name) or labels.level_words(name))
            for name in LEVELS
        ]

    @property
    def level_choices(self) -> list[tuple[Any, str]]:
        """The buttons of the levels, each with how that level plays this game."""
        return [
            (button, words) for button, (_, words) in zip(self["level"], self.levels, strict=True)
        ]

    @property
    def level_fields(self) -> list[forms.BoundField]:
        """The fields of the levels, one for each possible computer player."""
        return [self[f"level_{number}"] for number in range(1, self.game.seats[1])]

    def clean(self) -> dict[str, Any]:
        """Collect the levels of as many computer players as there will be, and set the clock."""
        cleaned = super().clean()
        lengths = {name: cleaned.get(name) for name in ("move_time", "bank", "increment")}
        self.clock = {name: length for name, length in lengths.items() if length not in (None, "")}
        set_clock(cleaned)
        usual = cleaned.pop("level", "") or USUAL_LEVEL
        chosen = [cleaned.pop(field.name, "") or usual for field in self.level_fields]
        cleaned["levels"] = chosen[: cleaned.pop("players") - 1]
        return cleaned


class QuickForm(ComputerForm):
    """The same in short: one level, no options and no budget."""

    prefix_of_ids = "quick"
    move_time = move_time_field(usual=NO_TIMER, has_none=True)


def _label_level(number: int, *, of: int) -> str:
    if of == 1:
        return gettext("Level of the computer player")
    return gettext("Level of computer player {number}").format(number=number)


class TableForm(GameForm):
    """An open table, a link, or an invitation by name."""

    prefix_of_ids = "table"
    move_time = move_time_field(usual=MOVE_TIMES[0], has_budget=True)
    bank = bank_field()
    increment = increment_field()
    counts_vacation = forms.BooleanField(
        label=_("Vacations count"),
        help_text=_("In a game over days, the clock of a player on vacation stands still."),
        initial=True,
        required=False,
    )
    kind = forms.ChoiceField(
        label=_("Who can join"),
        choices=[
            (Game.Kind.OPEN, _("Anyone")),
            (Game.Kind.LINK, _("Anyone with the link")),
            (Game.Kind.INVITATION, _("One player, by name")),
        ],
    )
    opponent = forms.CharField(
        label=_("Player to invite"),
        help_text=_("Their username or display name. Needed only for an invitation."),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, sent: Any = None, *, game: str) -> None:
        super().__init__(sent, game=game)
        fewest, most = self.game.seats
        kinds: Any = self.fields["kind"]
        labels = dict(kinds.choices)
        if fewest > 2:  # an invitation is for two
            del labels[Game.Kind.INVITATION], self.fields["opponent"]
        elif most > 2:
            labels[Game.Kind.INVITATION] = gettext("One player, by name (game for two)")
        kinds.choices = [*labels.items()]

    def clean(self) -> dict[str, Any]:
        """Find the invited player, and say what the clock is."""
        cleaned = super().clean()
        set_clock(cleaned)
        opponent, cleaned["invited"] = cleaned.pop("opponent", ""), None
        if cleaned.get("kind") != Game.Kind.INVITATION:
            return cleaned
        if cleaned["players"] != 2:
            self.add_error(
                "kind", gettext("Only games for two players can have an invitation by name.")
            )
        try:
            cleaned["invited"] = _find_player(opponent)
        except forms.ValidationError as error:
            self.add_error("opponent", error)
        return cleaned


class JoinForm(forms.Form):
    """Which seat of a table a player takes, by default the first free one, and at which pace.

    Only a player in the queue leaves a choice of the time: `move_time` names a time control.
    """

    move_time = forms.CharField(required=False, max_length=VALUE_LENGTH)
    seat = forms.IntegerField(required=False, min_value=0, max_value=LAST_SEAT)
    value = _value()

    def clean_move_time(self) -> TimeControl | None:
        """Return the time control that was chosen. Raises ValidationError for any other text."""
        chosen = self.cleaned_data["move_time"]
        if not chosen:
            return None
        try:
            time = TimeControl.parse(chosen)
        except ValueError:
            time = None
        if time is None or not time.is_offered:
            raise forms.ValidationError(unknown_offer())
        return time

    def clean(self) -> dict[str, Any]:
        """Name the time as what it is."""
        cleaned = super().clean() or {}
        cleaned["time"] = cleaned.pop("move_time", None)
        return cleaned


class NameForm(forms.Form):
    """What a stranger who takes a seat wants to be called; the site makes up a name if nothing.

    `taken` are the names of those who sit at the table. The new guest cannot choose one of them,
    which does not keep two from choosing the same at once, or from changing to it later.
    """

    name = forms.CharField(required=False)

    def __init__(self, *args: Any, taken: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._taken = set(map(look_of, taken))

    def clean_name(self) -> str:
        """Return the name in its normal form. Raises ValidationError for an impossible one."""
        name = clean_display_name(self.cleaned_data["name"])
        if name:
            validate_display_name(name)
            refuse_reserved_name(name)
            refuse_mixed_alphabets(name)
            if look_of(name) in self._taken:
                raise forms.ValidationError(
                    gettext(
                        "Somebody at this table has that name, or one that looks like it. Choose "
                        "another name."
                    )
                )
        return name


class ComputersForm(forms.Form):
    """Which free seat the host gives to a computer player; by default all of them."""

    seat = forms.IntegerField(required=False, min_value=0, max_value=LAST_SEAT)
    level = forms.ChoiceField(choices=_levels)


def _find_player(name: str) -> User:
    """Return the player with that username, or else the only one with that display name.

    Guests are not found by display name: the site makes those up, and they are not unique.
    """
    players = User.objects.filter(is_active=True)
    found = list(players.filter(username__iexact=name))
    if not found and (shown := clean_display_name(name)):
        called = players.alias(shown=Fold("display_name")).filter(shown=Fold(models.Value(shown)))
        found = list(called.filter(is_guest=False)[:2])
    if not found:
        raise forms.ValidationError(
            gettext(
                "There is no player with that name here. Guests cannot be found by their display "
                "name: send them the link to a table instead."
            )
        )
    if len(found) > 1:
        raise forms.ValidationError(
            gettext(
                "Several players have that name. Ask your opponent for their username, and enter "
                "that."
            )
        )
    return found[0]
