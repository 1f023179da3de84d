"""Reading records strictly: an InvalidRecord names whatever is wrong, and its place.

Nothing is believed that is read here: `check_record` replays the game.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from games import rules
from games.rules.position import quote
from games.rules.record.shapes import (
    EVENT_KINDS,
    FORMAT,
    FORMAT_VERSION,
    InvalidRecord,
    Player,
    Record,
    RecordedDeck,
    RecordedEvent,
    RecordedPick,
    Result,
    counting_moves,
)
from games.rules.scoring import Points
from games.rules.variant import AnyVariant

MAX_BYTES: Final = 1_000_000
"""The largest text that is read. A long game takes a hundredth of it."""

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
_WITHOUT_TEXT: Final = ("timeout", "resignation")
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
        raise InvalidRecord("", "large_file")
    if not text.strip():
        raise InvalidRecord("", "empty_file")
    try:
        document = json.loads(
            text.decode("utf-8-sig"), object_pairs_hook=_refuse_twins, parse_constant=_refuse_name
        )
    except UnicodeDecodeError:
        raise InvalidRecord("", "not_utf_8") from None
    except InvalidRecord:
        raise
    except json.JSONDecodeError as error:
        raise InvalidRecord("", "not_json_at", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise InvalidRecord("", "not_json") from None
    return read_record(document)


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InvalidRecord("", "twice_in_object", given=quote(name))
        found[name] = value
    return found


def _refuse_name(name: str) -> None:
    raise InvalidRecord("", "no_json_number", given=name)


def read_record(document: object) -> Record:
    """Return the record that a JSON object describes. Raises InvalidRecord, naming the place."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidRecord("format", "not_a_record", expected=FORMAT)
    whole = _Object(document, "", (*_KEYS, "bank") if "bank" in document else _KEYS)
    if whole.number("format_version", 1, 10**6) != FORMAT_VERSION:
        raise InvalidRecord("format_version", "other_format_version", version=FORMAT_VERSION)
    variant = _read_variant(whole)
    with counting_moves(variant):
        return _read_whole(whole, variant)


def _read_whole(whole: "_Object", variant: AnyVariant) -> Record:
    low, high = variant.seats
    players = whole.items("players", low, high, _read_player)
    seats = len(players)
    return Record(
        variant=variant.name,
        rules_version=variant.rules_version,
        options=_read_options(whole.get("options")),
        game=whole.match("game", _WORD, "is_no_word"),
        move_time=whole.number("move_time", 0, 10**8),
        bank=whole.number("bank", 1, 10**8) if whole.has("bank") else 0,
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
    """One JSON object at its place, with exactly these keys, each read as what it must be."""

    def __init__(self, value: object, place: str, keys: Sequence[str]) -> None:
        if not isinstance(value, dict):
            raise InvalidRecord(place, "is_no_object", given=quote(value))
        self._value: dict[str, Any] = value
        self._place = place
        for key in value:
            if key not in keys:
                raise InvalidRecord(place, "key_not_known_here", given=quote(key))
        for key in keys:
            if key not in value:
                raise InvalidRecord(self.place(key), "is_missing")

    def place(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key

    def has(self, key: str) -> bool:
        return key in self._value

    def get(self, key: str) -> Any:
        return self._value[key]

    def refuse(self, key: str, code: str, **facts: Any) -> InvalidRecord:
        return InvalidRecord(self.place(key), code, given=quote(self._value[key]), **facts)

    def number(self, key: str, low: int, high: int) -> int:
        value = self._value[key]
        if type(value) is not int or not low <= value <= high:
            raise self.refuse(key, "is_no_number", low=low, high=high)
        return value

    def match(self, key: str, pattern: re.Pattern[str], code: str, **facts: Any) -> str:
        """Return a text that the pattern matches; `code` is the fact of one that does not."""
        value = self._value[key]
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise self.refuse(key, code, **facts)
        return value

    def or_null(self, key: str, read: Callable[[], T]) -> T | None:
        return None if self._value[key] is None else read()

    def items(self, key: str, low: int, high: int, read: Callable[["_Item"], T]) -> tuple[T, ...]:
        values, place = self._value[key], self.place(key)
        if not isinstance(values, list):
            raise self.refuse(key, "is_no_list")
        if not low <= len(values) <= high:
            if low == high:
                raise InvalidRecord(place, "list_length", count=len(values), length=low)
            raise InvalidRecord(place, "list_length_between", count=len(values), low=low, high=high)
        return tuple(read(_Item(value, f"{place}[{n}]")) for n, value in enumerate(values))


class _Item:
    """One entry of a list at its place."""

    def __init__(self, value: object, place: str) -> None:
        self.value = value
        self.place = place

    def as_object(self, *keys: str) -> _Object:
        return _Object(self.value, self.place, keys)

    def refuse(self, code: str, **facts: Any) -> InvalidRecord:
        return InvalidRecord(self.place, code, given=quote(self.value), **facts)

    def number(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.refuse("is_no_number", low=low, high=high)
        return self.value


def _read_variant(whole: _Object) -> AnyVariant:
    name = whole.get("variant")
    known = rules.VARIANTS
    if not isinstance(name, str):
        raise whole.refuse("variant", "is_no_game")
    if name not in known:
        raise whole.refuse("variant", "game_not_known_here", known=", ".join(known))
    version = whole.number("rules_version", 1, 10**6)
    try:
        return rules.variant(name, version)
    except rules.UnknownRules as unknown:
        fact = unknown.fact
        raise InvalidRecord("rules_version", fact.code, **dict(fact.values)) from None


def _read_options(value: object) -> dict[str, Any]:
    """Return the options if they are few and flat; the deal checks which ones there are."""
    if not isinstance(value, dict) or len(value) > _MAX_LINES:
        raise InvalidRecord("options", "is_no_object", given=quote(value))
    for name, option in value.items():
        if not (_WORD.fullmatch(name) and isinstance(option, str | int | None)):
            raise InvalidRecord("options", "is_no_option", given=quote(name))
    return value


def _read_time(whole: _Object, key: str) -> str | None:
    text = whole.or_null(key, lambda: whole.match(key, _TIME, "is_no_time"))
    if text is not None:
        year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
        is_leap_year = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        if day > _DAYS[month - 1] or (month == 2 and day == 29 and not is_leap_year):
            raise whole.refuse(key, "is_no_time")
    return text


def _read_player(item: _Item) -> Player:
    player = item.as_object("name", "computer")
    name = player.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME or not name.isprintable():
        raise player.refuse("name", "is_no_name", most=_MAX_NAME)
    return Player(name, player.match("computer", _WORD, "is_no_word"))


def _read_deck(item: _Item, variant: AnyVariant, seats: int) -> RecordedDeck:
    extras = ("extras",) if variant.extra_packs else ()
    deck = item.as_object("recipe", "commitment", "seed", "values", "starter", "cards", *extras)

    def read_value(value: _Item) -> str:
        if not isinstance(value.value, str) or not _VALUE.fullmatch(value.value):
            raise value.refuse("is_no_shuffle_value")
        return value.value

    cards = deck.or_null("cards", lambda: _read_cards(deck, "cards", variant.pack))
    return RecordedDeck(
        recipe=deck.number("recipe", 1, 10**6),
        commitment=deck.match("commitment", _HASH, "is_no_hash"),
        seed=deck.or_null("seed", lambda: _read_bytes(deck, "seed")),
        values=deck.or_null("values", lambda: deck.items("values", seats, seats, read_value)),
        starter=deck.or_null("starter", lambda: deck.number("starter", 0, seats - 1)),
        cards=cards,
        extras=deck.or_null("extras", lambda: _read_extras(deck, variant)) if extras else {},
    )


def _read_extras(deck: _Object, variant: AnyVariant) -> Mapping[str, tuple[str, ...]]:
    packs = dict(variant.extra_packs)
    extras = _Object(deck.get("extras"), deck.place("extras"), tuple(packs))
    return {name: _read_cards(extras, name, pack) for name, pack in packs.items()}


def _read_cards(deck: _Object, key: str, pack: Sequence[str]) -> tuple[str, ...]:
    left = list(pack)

    def read_card(item: _Item) -> str:
        card = item.value
        if not isinstance(card, str) or card not in pack:
            raise item.refuse("is_no_card")
        if card not in left:
            raise InvalidRecord(item.place, "more_than_in_pack", given=card)
        left.remove(card)
        return card

    return deck.items(key, len(pack), len(pack), read_card)


def _read_bytes(thing: _Object, key: str) -> bytes:
    return bytes.fromhex(thing.match(key, _HASH, "is_no_hash"))


def _read_pick(item: _Item, pack: Sequence[str], seats: int) -> RecordedPick:
    pick = item.as_object("seat", "card", "salt", "commitment")
    card = pick.get("card")
    if card is not None and not (isinstance(card, str) and card in pack):
        raise pick.refuse("card", "is_no_card_or_null")
    return RecordedPick(
        seat=pick.number("seat", 0, seats - 1),
        card=card,
        salt=pick.or_null("salt", lambda: _read_bytes(pick, "salt")),
        commitment=pick.match("commitment", _HASH, "is_no_hash"),
    )


def _read_event(item: _Item, seats: int) -> RecordedEvent:
    event = item.as_object("kind", "seat", "text", "seconds")
    kind = event.get("kind")
    if not isinstance(kind, str) or kind not in EVENT_KINDS:
        raise event.refuse("kind", "is_none_of", choices=", ".join(EVENT_KINDS))
    seconds = event.get("seconds")
    if type(seconds) not in (int, float) or not 0 <= seconds <= _MAX_SECONDS:
        raise event.refuse("seconds", "is_no_duration")
    seat = event.or_null("seat", lambda: event.number("seat", 0, seats - 1))
    if (seat is None) != (kind == "reshuffle"):
        raise event.refuse("seat", "is_not_null" if kind == "reshuffle" else "is_no_actor")
    text = event.match("text", _TEXT, "is_no_text", most=_MAX_TEXT)
    if text and kind in _WITHOUT_TEXT:
        raise event.refuse("text", "is_not_empty")
    return RecordedEvent(kind, seat, text, float(seconds))


def _read_position(whole: _Object) -> Mapping[str, Any] | None:
    """Return the position unread: `check_record` compares it with the one that was played."""
    value = whole.get("position")
    if value is not None and not isinstance(value, dict):
        raise whole.refuse("position", "is_no_object_or_null")
    return value


def _read_result(whole: _Object) -> Result | None:
    if whole.get("result") is None:
        return None
    result = _Object(whole.get("result"), "result", ("winners", "reason", "sheet"))
    return Result(
        winners=result.items("winners", 0, _MAX_SEATS, lambda item: item.number(0, _MAX_SEATS - 1)),
        reason=result.match("reason", _WORD, "is_no_word"),
        sheet=result.items("sheet", 1, _MAX_SEATS, _read_sheet),
    )


def _read_sheet(item: _Item) -> Mapping[str, Points]:
    sheet = item.value
    if not isinstance(sheet, dict) or len(sheet) > _MAX_LINES:
        raise item.refuse("is_no_sheet")
    for line in sheet:
        if not _WORD.fullmatch(line):
            raise InvalidRecord(item.place, "is_no_line", given=quote(line))
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
    raise item.refuse("is_no_points")
