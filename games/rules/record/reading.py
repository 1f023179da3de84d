"""Reading records strictly: whatever is wrong becomes an InvalidRecord that names its place.

Nothing that is read here is believed: `check_record` plays it again.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from games import rules
from games.rules.position import show_value
from games.rules.record.shapes import (
    EVENT_KINDS,
    FORMAT,
    FORMAT_VERSION,
    Event,
    InvalidRecord,
    Player,
    Record,
    RecordedDeck,
    RecordedPick,
    Result,
    count_entries,
    counting_moves,
)
from games.rules.scoring import Points
from games.rules.variant import Variant

MAX_BYTES: Final = 1_000_000
"""The largest text that is looked at: a long game has a hundredth of it."""

_MAX_EVENTS: Final = 10_000
_MAX_SEATS: Final = 4
_MAX_NAME: Final = 80
_MAX_TEXT: Final = 400
_MAX_SECONDS: Final = 10**8
_MAX_POINTS: Final = 10_000
_MAX_LINES: Final = 40

_HASH: Final = re.compile(r"[0-9a-f]{64}")
_VALUE: Final = re.compile(r"[0-9a-f]{0,64}")
_TEXT: Final = re.compile(r"[ -~]{0,400}")
_WORD: Final = re.compile(r"[A-Za-z0-9_-]{0,40}")
_FRACTION: Final = re.compile(r"-?[0-9]{1,4}/[2-9]")
_TIME: Final = re.compile(
    r"(?!0000)(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z",
    re.ASCII,
)
_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

T = TypeVar("T")


def parse_record(text: bytes) -> Record:
    """Return the record that a file holds. Raises InvalidRecord for anything else."""
    if len(text) > MAX_BYTES:
        raise InvalidRecord("", "A record is never larger than 1 MB.")
    if not text.strip():
        raise InvalidRecord("", "This is empty.")
    try:
        document = json.loads(
            text.decode("utf-8-sig"), object_pairs_hook=_refuse_twins, parse_constant=_refuse_name
        )
    except UnicodeDecodeError:
        raise InvalidRecord("", "This is not text in UTF-8.") from None
    except InvalidRecord:
        raise
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InvalidRecord("", f"This is not JSON: {where}.") from None
    except (ValueError, RecursionError):
        raise InvalidRecord("", "This is not JSON, the form that records are written in.") from None
    return read_record(document)


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise InvalidRecord("", f"The key {show_value(twin)} stands twice in one object.")
    return found


def _refuse_name(name: str) -> None:
    raise InvalidRecord("", f"{name} is not a number that JSON knows.")


def read_record(document: object) -> Record:
    """Return the record that a JSON object describes. Raises InvalidRecord, naming the place."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidRecord("format", f"A record is a JSON object whose format is “{FORMAT}”.")
    whole = _Object(document, "", _KEYS)
    if whole.number("format_version", 1, 10**6) != FORMAT_VERSION:
        raise InvalidRecord("format_version", f"This site reads version {FORMAT_VERSION}.")
    variant = _read_variant(whole)
    with counting_moves(variant):
        return _read_whole(whole, variant)


def _read_whole(whole: "_Object", variant: Variant[Any, Any]) -> Record:
    low, high = variant.seats
    players = whole.items("players", low, high, _read_player)
    seats = len(players)
    return Record(
        variant=variant.name,
        rules_version=variant.rules_version,
        options=_read_options(whole.get("options")),
        game=whole.match("game", _WORD, "letters, digits, - and _"),
        move_time=whole.number("move_time", 0, 10**8),
        started_at=_read_time(whole, "started_at"),
        finished_at=_read_time(whole, "finished_at"),
        players=players,
        decks=whole.items("decks", 1, 1, lambda each: _read_deck(each, variant, seats)),
        picks=whole.items("picks", 0, seats, lambda each: _read_pick(each, variant.pack, seats)),
        events=whole.items("events", 0, _MAX_EVENTS, lambda each: _read_event(each, seats)),
        position=_read_position(whole),
        result=_read_result(whole),
    )


_KEYS: Final = (
    *("format", "format_version", "variant", "rules_version", "options", "game", "move_time"),
    *("started_at", "finished_at", "players", "decks", "picks", "events", "position", "result"),
)


class _Object:
    """One JSON object at its place: exactly these keys, each read as what it has to be."""

    def __init__(self, value: object, place: str, keys: Sequence[str]) -> None:
        if not isinstance(value, dict):
            raise InvalidRecord(place, f"This must be an object, not {show_value(value)}.")
        self._value: dict[str, Any] = value
        self._place = place
        for key in value:
            if key not in keys:
                raise InvalidRecord(place, f"The key {show_value(key)} is not known here.")
        for key in keys:
            if key not in value:
                raise InvalidRecord(self.place(key), "This is missing.")

    def place(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key

    def get(self, key: str) -> Any:
        return self._value[key]

    def refuse(self, key: str, expected: str) -> InvalidRecord:
        given = show_value(self._value[key])
        return InvalidRecord(self.place(key), f"This must be {expected}, not {given}.")

    def number(self, key: str, low: int, high: int) -> int:
        value = self._value[key]
        if type(value) is not int or not low <= value <= high:
            raise self.refuse(key, f"a whole number {low} to {high}")
        return value

    def match(self, key: str, pattern: re.Pattern[str], expected: str) -> str:
        value = self._value[key]
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise self.refuse(key, f"a text of {expected}")
        return value

    def or_null(self, key: str, read: Callable[[], T]) -> T | None:
        return None if self._value[key] is None else read()

    def items(self, key: str, low: int, high: int, read: Callable[["_Item"], T]) -> tuple[T, ...]:
        values, place = self._value[key], self.place(key)
        if not isinstance(values, list):
            raise self.refuse(key, "a list")
        if not low <= len(values) <= high:
            count = f"{low}" if low == high else f"{low} to {high}"
            raise InvalidRecord(
                place, f"This list has {count_entries(values)}, and must have {count}."
            )
        return tuple(read(_Item(value, f"{place}[{n}]")) for n, value in enumerate(values))


class _Item:
    """One entry of a list at its place."""

    def __init__(self, value: object, place: str) -> None:
        self.value = value
        self.place = place

    def as_object(self, *keys: str) -> _Object:
        return _Object(self.value, self.place, keys)

    def refuse(self, expected: str) -> InvalidRecord:
        return InvalidRecord(self.place, f"This must be {expected}, not {show_value(self.value)}.")

    def number(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.refuse(f"a whole number {low} to {high}")
        return self.value


def _read_variant(whole: _Object) -> Variant[Any, Any]:
    name = whole.get("variant")
    known = rules.VARIANTS
    if not isinstance(name, str) or name not in known:
        raise InvalidRecord(
            "variant", f"There is no game {show_value(name)} here; known are {', '.join(known)}."
        )
    version = whole.number("rules_version", 1, 10**6)
    try:
        return rules.variant(name, version)
    except rules.UnknownRules as unknown:
        raise InvalidRecord("rules_version", unknown.sentence) from None


def _read_options(value: object) -> dict[str, Any]:
    """Options are few and flat; which ones there are is for the deal to say."""
    if not isinstance(value, dict) or len(value) > _MAX_LINES:
        raise InvalidRecord("options", f"This must be an object, not {show_value(value)}.")
    for name, option in value.items():
        if not (_WORD.fullmatch(name) and isinstance(option, str | int | None)):
            raise InvalidRecord("options", f"{show_value(name)} is not an option.")
    return value


def _read_time(whole: _Object, key: str) -> str | None:
    expected = "a time in UTC like 2026-11-21T18:05:09.250Z"
    text = whole.or_null(key, lambda: whole.match(key, _TIME, expected))
    if text is not None:
        year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
        is_leap_year = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        if day > _DAYS[month - 1] or (month == 2 and day == 29 and not is_leap_year):
            raise whole.refuse(key, expected)
    return text


def _read_player(item: _Item) -> Player:
    player = item.as_object("name", "computer")
    name = player.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME or not name.isprintable():
        raise player.refuse("name", f"a text of 1 to {_MAX_NAME} visible characters")
    return Player(name, player.match("computer", _WORD, "letters, digits, - and _"))


def _read_deck(item: _Item, variant: Variant[Any, Any], seats: int) -> RecordedDeck:
    extras = ("extras",) if variant.extra_packs else ()
    deck = item.as_object("recipe", "commitment", "seed", "values", "starter", "cards", *extras)

    def read_value(value: _Item) -> str:
        if not isinstance(value.value, str) or not _VALUE.fullmatch(value.value):
            raise value.refuse("up to 64 hexadecimal digits")
        return value.value

    cards = deck.or_null("cards", lambda: _read_cards(deck, "cards", variant.pack))
    return RecordedDeck(
        recipe=deck.number("recipe", 1, 10**6),
        commitment=deck.match("commitment", _HASH, "64 hexadecimal digits"),
        seed=deck.or_null("seed", lambda: _read_bytes(deck, "seed")),
        values=deck.or_null("values", lambda: deck.items("values", seats, seats, read_value)),
        starter=deck.or_null("starter", lambda: deck.number("starter", 0, seats - 1)),
        cards=cards,
        extras=deck.or_null("extras", lambda: _read_extras(deck, variant)) if extras else {},
    )


def _read_extras(deck: _Object, variant: Variant[Any, Any]) -> Mapping[str, tuple[str, ...]]:
    packs = dict(variant.extra_packs)
    extras = _Object(deck.get("extras"), deck.place("extras"), tuple(packs))
    return {name: _read_cards(extras, name, pack) for name, pack in packs.items()}


def _read_cards(deck: _Object, key: str, pack: Sequence[str]) -> tuple[str, ...]:
    left = list(pack)

    def read_card(item: _Item) -> str:
        card = item.value
        if not isinstance(card, str) or card not in pack:
            raise item.refuse("a card")
        if card not in left:
            raise InvalidRecord(item.place, f"{card} is more often in the deck than in a pack.")
        left.remove(card)
        return card

    return deck.items(key, len(pack), len(pack), read_card)


def _read_bytes(thing: _Object, key: str) -> bytes:
    return bytes.fromhex(thing.match(key, _HASH, "64 hexadecimal digits"))


def _read_pick(item: _Item, pack: Sequence[str], seats: int) -> RecordedPick:
    pick = item.as_object("seat", "card", "salt", "commitment")
    card = pick.get("card")
    if card is not None and not (isinstance(card, str) and card in pack):
        raise pick.refuse("card", "a card or null")
    return RecordedPick(
        seat=pick.number("seat", 0, seats - 1),
        card=card,
        salt=pick.or_null("salt", lambda: _read_bytes(pick, "salt")),
        commitment=pick.match("commitment", _HASH, "64 hexadecimal digits"),
    )


def _read_event(item: _Item, seats: int) -> Event:
    event = item.as_object("kind", "seat", "text", "seconds")
    kind = event.get("kind")
    if not isinstance(kind, str) or kind not in EVENT_KINDS:
        raise event.refuse("kind", f"one of {', '.join(EVENT_KINDS)}")
    seconds = event.get("seconds")
    if type(seconds) not in (int, float) or not 0 <= seconds <= _MAX_SECONDS:
        raise event.refuse("seconds", "a number of seconds")
    seat = event.or_null("seat", lambda: event.number("seat", 0, seats - 1))
    if (seat is None) != (kind == "reshuffle"):
        raise event.refuse("seat", "null" if kind == "reshuffle" else "the seat that did it")
    text = event.match("text", _TEXT, f"up to {_MAX_TEXT} plain characters")
    return Event(kind, seat, text, float(seconds))


def _read_position(whole: _Object) -> Mapping[str, Any] | None:
    """The position is not read: `check_record` compares it with the one that was played."""
    value = whole.get("position")
    if value is not None and not isinstance(value, dict):
        raise whole.refuse("position", "an object or null")
    return value


def _read_result(whole: _Object) -> Result | None:
    if whole.get("result") is None:
        return None
    result = _Object(whole.get("result"), "result", ("winners", "reason", "sheet"))
    return Result(
        winners=result.items("winners", 0, _MAX_SEATS, lambda item: item.number(0, _MAX_SEATS - 1)),
        reason=result.match("reason", _WORD, "letters, digits, - and _"),
        sheet=result.items("sheet", 1, _MAX_SEATS, _read_sheet),
    )


def _read_sheet(item: _Item) -> Mapping[str, Points]:
    sheet = item.value
    if not isinstance(sheet, dict) or len(sheet) > _MAX_LINES:
        raise item.refuse("an object of lines and points")
    for line in sheet:
        if not _WORD.fullmatch(line):
            raise InvalidRecord(item.place, f"{show_value(line)} is not a line of a point sheet.")
    return {
        line: _read_points(_Item(value, f"{item.place}.{line}")) for line, value in sheet.items()
    }


def _read_points(item: _Item) -> Points:
    value = item.value
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        points = Fraction(value)
        if points.denominator > 1 and str(points) == value:
            return points
    if type(value) is int and abs(value) <= _MAX_POINTS:
        return value
    raise item.refuse("a whole number, or a fraction like “1/2”")
