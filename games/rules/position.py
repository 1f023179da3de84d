"""Reading position documents strictly: an InvalidPosition names whatever is wrong."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from games.rules.cards import HIDDEN
from games.rules.errors import InvalidPosition
from games.rules.facts import Fact, make_fact

_WORDS: Final = {None: "null", True: "true", False: "false"}
_LONGEST: Final = 40


def quote(value: object) -> str | Fact:
    """Return a value of a document for a fact: briefly, or only what it is."""
    if isinstance(value, dict):
        return make_fact("an_object")
    if isinstance(value, list | tuple):
        return make_fact("a_list")
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, int) and abs(value) >= 10**20:
        return make_fact("huge_number")
    text = ascii(value) if isinstance(value, str | int | float) else type(value).__name__
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


class Reader:
    """One document being read; it counts which cards of the pack are left."""

    def __init__(self, document: object, *, keys: frozenset[str], pack: Iterable[str]) -> None:
        if not isinstance(document, dict):
            raise InvalidPosition("not_a_position")
        for key in document:
            if not isinstance(key, str) or key not in keys:
                raise InvalidPosition("unknown_key", given=quote(key))
        self._document: dict[str, Any] = document
        self._left = Counter(pack)
        self._known = frozenset(self._left)

    def has(self, key: str) -> bool:
        """Return whether the document has the key."""
        return key in self._document

    def require(self, key: str) -> Any:
        """Return the value of a key that must be there."""
        if key not in self._document:
            raise InvalidPosition("missing_key", where=key)
        return self._document[key]

    def read_number(self, key: str, low: int, high: int, default: int) -> int:
        """Return a whole number from `low` to `high`."""
        if key not in self._document:
            return default
        return check_number(self._document[key], key, low, high)

    def read_number_or_null(self, key: str, low: int, high: int) -> int | None:
        """Return a whole number from `low` to `high`, or None where it is null or left out."""
        value = self._document.get(key)
        return None if value is None else check_number(value, key, low, high)

    def read_list(self, key: str, length: int, default: Sequence[Any]) -> Sequence[Any]:
        """Return a list of `length` values, one per seat or side."""
        if key not in self._document:
            return default
        values = check_list(self._document[key], key)
        if len(values) != length:
            raise InvalidPosition("must_list_values", where=key, count=length, found=len(values))
        return values

    def read_numbers(
        self, key: str, low: int, high: int, default: Sequence[int]
    ) -> tuple[int, ...]:
        """Return as many whole numbers from `low` to `high` as there are by default."""
        numbers = self.read_list(key, len(default), default)
        return tuple([check_number(number, key, low, high) for number in numbers])

    def check_card(self, value: object, where: str) -> str:
        """Return a known card, without counting it."""
        if not isinstance(value, str):
            raise InvalidPosition("must_list_cards", where=where, given=quote(value))
        if value not in self._known:
            raise InvalidPosition("unknown_card", where=where, given=quote(value))
        return value

    def take_cards(self, values: object, where: str, hidden: bool = False) -> tuple[str, ...]:
        """Return a list of cards and count them; `??` is a card only where `hidden` allows it."""
        cards = []
        for value in check_list(values, where):
            if hidden and value == HIDDEN and isinstance(value, str):
                cards.append(HIDDEN)
                continue
            card = self.check_card(value, where)
            if not self._left[card]:
                raise InvalidPosition("card_too_often", where=where, given=card)
            self._left[card] -= 1
            cards.append(card)
        return tuple(cards)

    def check_hidden(self, count: int) -> None:
        """Refuse more hidden cards than the pack has left."""
        if count > self._left.total():
            raise InvalidPosition("too_many_hidden", count=count)


def check_number(value: object, where: str, low: int, high: int) -> int:
    """Return the value if it is a whole number from `low` to `high`."""
    if type(value) is not int or not low <= value <= high:
        raise InvalidPosition("must_be_number", where=where, low=low, high=high, given=quote(value))
    return value


def check_flag(value: object, where: str) -> bool:
    """Return the value if it is true or false."""
    if type(value) is not bool:
        raise InvalidPosition("must_be_flag", where=where, given=quote(value))
    return value


def check_list(value: object, where: str) -> Sequence[Any]:
    """Return the value if it is a list."""
    if not isinstance(value, list | tuple):
        raise InvalidPosition("must_be_list", where=where, given=quote(value))
    return value


def check_object(value: object, where: str, keys: frozenset[str]) -> dict[str, Any]:
    """Return the value if it is an object with no keys but these."""
    if not isinstance(value, dict):
        raise InvalidPosition("must_be_object", where=where, given=quote(value))
    for key in value:
        if not isinstance(key, str) or key not in keys:
            raise InvalidPosition("unknown_key_in", where=where, given=quote(key))
    return value
