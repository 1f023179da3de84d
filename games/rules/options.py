"""Options of a table, as a game declares them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.errors import InvalidPosition
from games.rules.position import quote

Value = int | bool | str | None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of rules for a table; the first value is the default.

    `seats` are the numbers of players with which the option exists, None for all.
    """

    name: str
    choices: tuple[Value, ...]
    seats: tuple[int, ...] | None = None

    @property
    def default(self) -> Value:
        """The value that holds if nothing is chosen."""
        return self.choices[0]

    def check_players(self, players: int) -> None:
        """Raise InvalidPosition if the option does not exist with this number of players."""
        if self.seats is not None and players not in self.seats:
            raise InvalidPosition(
                "option_of_others", option=self.name, numbers=self.seats, players=players
            )


def check_options(
    options: tuple[Option, ...], given: Mapping[str, Any], players: int
) -> dict[str, Value]:
    """Return the given options, leaving out those with their default value.

    Raises InvalidPosition for an unknown option or value, and for an option that does not exist
    with this number of players.
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
        option.check_players(players)
        chosen[name] = value
    return chosen


def _is_same(one: Value, other: Any) -> bool:
    """Compare values and types: to Python, 1 and True are equal."""
    return type(one) is type(other) and one == other
