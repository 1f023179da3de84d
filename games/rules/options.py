"""What a table may be made with beside the cards: options that a game declares."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.errors import InvalidPosition
from games.rules.position import quote

Value = int | bool | str | None


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose when a table is made; the first choice is the default.

    `seats` are the numbers of players that have the choice, None for all.
    """

    name: str
    choices: tuple[Value, ...]
    seats: tuple[int, ...] | None = None

    @property
    def default(self) -> Value:
        """The value where nothing was chosen."""
        return self.choices[0]


def check_options(
    options: tuple[Option, ...], given: Mapping[str, Any], players: int
) -> dict[str, Value]:
    """Return the given options without those that say what holds anyway.

    Raises InvalidPosition, naming it, for an unknown option or value, and for one that this
    number of players does not have.
    """
    known = {option.name: option for option in options}
    chosen = {}
    for name, value in given.items():
        if name not in known:
            raise InvalidPosition("unknown_option", given=quote(name))
        option = known[name]
        if not any(_is_same(each, value) for each in option.choices):
            raise InvalidPosition("impossible_option", option=name, given=quote(value))
        if _is_same(option.default, value):
            continue
        if option.seats is not None and players not in option.seats:
            raise InvalidPosition("option_of_others", option=name, count=players)
        chosen[name] = value
    return chosen


def _is_same(one: Value, other: Any) -> bool:
    """Tell 1 from True, which are equal for Python."""
    return type(one) is type(other) and one == other
