"""Position documents of Trifecta: reading them strictly and writing them."""

from dataclasses import replace
from typing import Any, Final

from games.rules.cards import HIDDEN, set_of
from games.rules.combinations import can_split
from games.rules.documents import check_hands
from games.rules.errors import InvalidPosition
from games.rules.piles import write_pile
from games.rules.position import Reader, check_flag, check_list, check_number, check_object, quote
from games.rules.scoring import Sheet, add_lines
from games.rules.state import LOOSE, Capture, Kind, Pile
from games.rules.trifecta.playing import go_on
from games.rules.trifecta.points import KEPT_LINES, MAX_PENALTIES, score_cards
from games.rules.trifecta.state import HAND_SIZE, ROUNDS, TABLE_SIZE, Phase, TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, TOP

KEYS: Final = frozenset(
    (
        "variant",
        "phase",
        "to_move",
        "round",
        "starter",
        "hands",
        "table",
        "captured",
        "last_capture",
        "stock",
        "secrets",
        "passed",
        "subtracted",
        "violations",
        "scores",
        "resigned",
    )
)
_PILE_KEYS: Final = frozenset(("cards", "value", "owner", "subtraction"))
_MANY: Final = 99
"""More than any line of a sheet can hold."""


def read_position(reader: Reader) -> TrifectaState:
    """Return the state that a document describes. Raises InvalidPosition."""
    hands_value, table_value = reader.require("hands"), reader.require("table")
    hands_list = check_hands(hands_value, (2, 2))
    hands = tuple(reader.take_cards(hand, "hands", hidden=True) for hand in hands_list)
    table = tuple(_read_pile(reader, pile) for pile in check_list(table_value, "table"))
    captured = tuple(
        reader.take_cards(cards, "captured") for cards in reader.read_list("captured", 2, [[], []])
    )
    stock = reader.take_cards(reader.require("stock"), "stock", True) if reader.has("stock") else ()
    reader.check_hidden(sum(cards.count(HIDDEN) for cards in (*hands, stock)))
    secrets = tuple(
        _read_secret(reader, card) for card in reader.read_list("secrets", 2, [None, None])
    )
    violations = reader.read_numbers("violations", 0, MAX_PENALTIES + 1, [0, 0])
    if min(violations) > MAX_PENALTIES:
        raise InvalidPosition("both_forfeit")
    resigned = reader.read_number_or_null("resigned", 0, 1)
    deals_left = min(len(stock) // (2 * HAND_SIZE), ROUNDS - 1)
    state = TrifectaState(
        hands=hands,
        stock=stock,
        to_move=reader.read_number_or_null("to_move", 0, 1) or 0,
        violations=violations,
        resigned=resigned,
        table=table,
        captured=tuple(set_of(cards) for cards in captured),
        captures=tuple(_read_captures(cards, secrets) for cards in captured),
        sheet=_read_sheets(reader, violations),
        last_capture=reader.read_number_or_null("last_capture", 0, 1),
        round=reader.read_number("round", 1, ROUNDS, ROUNDS - deals_left),
        starter=reader.read_number("starter", 0, 1, 0),
        phase=_read_phase(reader),
        secrets=secrets,
        passed=tuple(
            None if value is None else check_number(value, "passed", 1, ROUNDS)
            for value in reader.read_list("passed", 2, [None, None])
        ),
        subtracted=tuple(
            check_flag(value, "subtracted")
            for value in reader.read_list("subtracted", 2, [False, False])
        ),
    )
    return _settle(reader, state)


def _settle(reader: Reader, state: TrifectaState) -> TrifectaState:
    """Work out whose turn it is, also with empty hands, before the picks and at the end."""
    changes: dict[str, Any] = {}
    if state.phase is Phase.PICK:
        if any(state.hands) or state.table or any(state.captured):
            raise InvalidPosition("dealt_before_picks")
        if len(state.stock) < 2 * HAND_SIZE + TABLE_SIZE:
            raise InvalidPosition("small_stock")
        if None not in state.secrets:
            raise InvalidPosition("picks_are_over")
        changes["round"] = 1
        changes["to_move"] = 0 if state.secrets[0] is None else 1
    if state.resigned is not None or max(state.violations) > MAX_PENALTIES:
        changes["to_move"] = None
    settled = go_on(replace(state, **changes))
    if settled.to_move is not None and reader.has("to_move") and reader.require("to_move") is None:
        raise InvalidPosition("nobody_to_move")
    return settled


def _read_phase(reader: Reader) -> Phase:
    if not reader.has("phase"):
        return Phase.PLAY
    value = reader.require("phase")
    if not isinstance(value, str) or value not in list(Phase):
        known = ", ".join(Phase)
        raise InvalidPosition("must_be_one_of", where="phase", choices=known, given=quote(value))
    return Phase(value)


def _read_secret(reader: Reader, value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, str) and value == HIDDEN:
        return HIDDEN
    return reader.check_card(value, "secrets")


def _read_captures(cards: tuple[str, ...], secrets: tuple[str | None, ...]) -> tuple[Capture, ...]:
    if not cards:
        return ()
    return (Capture(cards, add_lines((), score_cards(set_of(cards), secrets).items())),)


def _read_sheets(reader: Reader, violations: tuple[int, ...]) -> tuple[Sheet, ...]:
    sheets = []
    for side, value in enumerate(reader.read_list("scores", 2, [{}, {}])):
        lines = check_object(value, "scores", KEPT_LINES)
        points = {line: check_number(count, line, 0, _MANY) for line, count in lines.items()}
        points.setdefault("penalties", min(violations[1 - side], MAX_PENALTIES))
        sheets.append(add_lines((), points.items()))
    return tuple(sheets)


def _read_pile(reader: Reader, value: object) -> Pile:
    entry = check_object(value, "table", _PILE_KEYS)
    if "cards" not in entry:
        raise InvalidPosition("empty_pile")
    cards = reader.take_cards(entry["cards"], "table")
    owner = check_number(entry["owner"], "owner", 0, 1) if "owner" in entry else None
    is_subtraction = "subtraction" in entry and check_flag(entry["subtraction"], "subtraction")
    if not cards:
        raise InvalidPosition("empty_pile")
    if "value" not in entry:
        if len(cards) > 1 or is_subtraction:
            raise InvalidPosition("pile_without_value", cards=cards)
        return LOOSE[cards[0]] if owner is None else Pile(cards, None, owner)
    worth = entry["value"]
    if isinstance(worth, str):
        return _read_face_build(cards, worth, owner, is_subtraction)
    worth = check_number(worth, "value", 1, TOP)
    if is_subtraction:
        return _read_subtraction(cards, worth, owner)
    if len(cards) < 2 or not can_split([NUMBERS[card] for card in cards], worth):
        raise InvalidPosition("build_sum", cards=cards, worth=worth)
    low = sum(min(NUMBERS[card]) for card in cards)
    high = sum(max(NUMBERS[card]) for card in cards)
    return Pile(cards, worth, owner, Kind.SINGLE if low <= worth <= high else Kind.FIXED)


def _read_face_build(
    cards: tuple[str, ...], face: str, owner: int | None, is_subtraction: bool
) -> Pile:
    if face not in ("K", "Q", "J") or is_subtraction:
        raise InvalidPosition("impossible_value", cards=cards)
    if not 2 <= len(cards) <= 3 or any(FACES.get(card) != face for card in cards):
        raise InvalidPosition("not_these_faces", cards=cards, faces=face)
    return Pile(cards, face, owner, Kind.FACE)


def _read_subtraction(cards: tuple[str, ...], worth: int, owner: int | None) -> Pile:
    if owner is None:
        raise InvalidPosition("subtraction_without_owner")
    if len(cards) != 2 or not any(
        abs(first - second) == worth for first in NUMBERS[cards[0]] for second in NUMBERS[cards[1]]
    ):
        raise InvalidPosition("subtraction_sum", cards=cards, worth=worth)
    return Pile(cards, worth, owner, Kind.SUBTRACTION)


def write_position(state: TrifectaState, name: str) -> dict[str, Any]:
    """Return the state as a document; hidden cards stay hidden."""
    document: dict[str, Any] = {"variant": name}
    if state.phase is Phase.PICK:
        document["phase"] = "pick"
    document |= {
        "to_move": state.to_move,
        "round": state.round,
        "starter": state.starter,
        "hands": [list(hand) for hand in state.hands],
        "table": [write_pile(pile) for pile in state.table],
        "captured": [
            [card for capture in captures for card in capture.cards] for captures in state.captures
        ],
        "last_capture": state.last_capture,
        "stock": list(state.stock),
        "secrets": list(state.secrets),
        "passed": list(state.passed),
        "subtracted": list(state.subtracted),
        "violations": list(state.violations),
        "scores": [dict(sheet) for sheet in state.sheet],
    }
    if state.resigned is not None:
        document["resigned"] = state.resigned
    return document
