"""Position documents of Triple Four: reading them strictly and writing them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from games.rules.cards import HIDDEN
from games.rules.documents import check_hands, read_violations
from games.rules.errors import InvalidPosition
from games.rules.position import Reader, check_list, check_number, check_object, quote
from games.rules.triple_four.playing import start_turn
from games.rules.triple_four.state import (
    QUIET_TURNS,
    REFILL,
    Drawn,
    Match,
    Owed,
    Then,
    TripleFourState,
)
from games.rules.triple_four.triplets import SIZE, TRIPLETS, satisfies

SEATS: Final = (2, 4)
MAX_VIOLATIONS: Final = 5
KEYS: Final = frozenset(
    (
        *("variant", "to_move", "hands", "trays", "matched", "discard", "stock", "triplets"),
        *("dealer", "drawn", "quiet", "owed", "violations", "out", "resigned"),
    )
)
_MATCH_KEYS: Final = frozenset(("triplet", "cards"))
_OWED_KEYS: Final = frozenset(("seat", "cards", "then"))


def read_position(reader: Reader) -> TripleFourState:
    """Return the state that a document describes. Raises InvalidPosition."""
    hands = _read_hands(reader)
    seats = len(hands)
    names = Reader({}, keys=frozenset(), pack=tuple(TRIPLETS))
    empty: list[list[str]] = [[] for _ in hands]
    trays = tuple(
        names.take_cards(tray, "trays", hidden=True)
        for tray in reader.read_list("trays", seats, empty)
    )
    matched = tuple(
        tuple(_read_match(reader, names, pile) for pile in check_list(piles, "matched"))
        for piles in reader.read_list("matched", seats, empty)
    )
    stock = _read_cards(reader, reader, "stock")
    triplets = _read_cards(reader, names, "triplets")
    discard = (
        reader.take_cards(reader.require("discard"), "discard") if reader.has("discard") else ()
    )
    reader.check_hidden(sum(cards.count(HIDDEN) for cards in (*hands, stock)))
    names.check_hidden(sum(cards.count(HIDDEN) for cards in (*trays, triplets)))
    violations = read_violations(reader, seats, MAX_VIOLATIONS)
    resigned = reader.read_number_or_null("resigned", 0, seats - 1)
    state = TripleFourState(
        hands=hands,
        stock=stock,
        to_move=reader.read_number_or_null("to_move", 0, seats - 1),
        violations=violations,
        trays=trays,
        matched=matched,
        discard=discard,
        triplets=triplets,
        dealer=reader.read_number("dealer", 0, seats - 1, seats - 1),
        drawn=_read_drawn(reader),
        quiet=reader.read_number("quiet", 0, QUIET_TURNS, 0),
        out=_read_out(reader, seats, violations, resigned),
        owed=_read_owed(reader, seats),
    )
    return _settle(reader, state, resigned)


def _settle(reader: Reader, state: TripleFourState, resigned: int | None) -> TripleFourState:
    """Work out whether the game goes on, and whose turn it is."""
    if not state.staying:
        raise InvalidPosition("every_seat_out")
    is_over = len(state.staying) < 2 or state.has_winner or state.quiet >= QUIET_TURNS
    if is_over or state.owed is not None:
        _check_between_turns(state, is_over)
        kept = resigned if len(state.staying) < 2 else None
        return replace(state, to_move=None, resigned=kept)
    if state.to_move is None and reader.has("to_move"):
        raise InvalidPosition("nobody_to_move")
    state = replace(state, to_move=state.to_move or 0)
    _check_drawn(state)
    return start_turn(state)


def _check_between_turns(state: TripleFourState, is_over: bool) -> None:
    if state.drawn is not None:
        raise InvalidPosition("drawn_between_turns")
    if state.owed is None:
        return
    if is_over:
        raise InvalidPosition("owed_at_end")
    if state.stock or not state.can_renew:
        raise InvalidPosition("owed_too_early")
    if state.owed.then is not Then.END and state.owed.cards != 1:
        raise InvalidPosition("owed_in_turn")


def _check_drawn(state: TripleFourState) -> None:
    """Refuse a drawn card with an empty hand, and no draw although there are cards."""
    assert state.to_move is not None
    if state.drawn is Drawn.NOTHING and (state.stock or state.discard):
        raise InvalidPosition("drawn_nothing")
    if state.drawn in (Drawn.DECK, Drawn.DISCARD) and not state.hands[state.to_move]:
        raise InvalidPosition("drawn_without_hand")


def _read_hands(reader: Reader) -> tuple[tuple[str, ...], ...]:
    hands = check_hands(reader.require("hands"), SEATS)
    return tuple(reader.take_cards(hand, "hands", hidden=True) for hand in hands)


def _read_cards(reader: Reader, counter: Reader, key: str) -> tuple[str, ...]:
    """Return a deck, whose cards `counter` counts; none where it is left out."""
    return counter.take_cards(reader.require(key), key, hidden=True) if reader.has(key) else ()


def _read_match(reader: Reader, names: Reader, value: object) -> Match:
    entry = check_object(value, "matched", _MATCH_KEYS)
    (name,) = names.take_cards([entry.get("triplet")], "matched")
    cards = reader.take_cards(entry.get("cards", []), "matched")
    groups = [cards[first : first + SIZE] for first in range(0, len(cards), SIZE)]
    if not groups:
        raise InvalidPosition("empty_match", triplet=TRIPLETS[name].text)
    if not all(satisfies(name, group) for group in groups):
        raise InvalidPosition("wrong_match", triplet=TRIPLETS[name].text, cards=cards)
    return Match(name, cards)


def _read_drawn(reader: Reader) -> Drawn | None:
    value = reader.require("drawn") if reader.has("drawn") else None
    if value is None:
        return None
    if not isinstance(value, str) or value not in list(Drawn):
        known = ", ".join(Drawn)
        raise InvalidPosition(
            "must_be_null_or_one_of", where="drawn", choices=known, given=quote(value)
        )
    return Drawn(value)


def _read_out(
    reader: Reader, seats: int, violations: Sequence[int], resigned: int | None
) -> tuple[int, ...]:
    listed = check_list(reader.require("out"), "out") if reader.has("out") else []
    out = {check_number(seat, "out", 0, seats - 1) for seat in listed}
    out |= {seat for seat, count in enumerate(violations) if count >= MAX_VIOLATIONS}
    return tuple(sorted(out if resigned is None else out | {resigned}))


def _read_owed(reader: Reader, seats: int) -> Owed | None:
    value = reader.require("owed") if reader.has("owed") else None
    if value is None:
        return None
    entry = check_object(value, "owed", _OWED_KEYS)
    then = entry.get("then")
    if not isinstance(then, str) or then not in list(Then):
        known = ", ".join(Then)
        raise InvalidPosition("must_be_one_of", where="then", choices=known, given=quote(then))
    return Owed(
        seat=check_number(entry.get("seat"), "owed", 0, seats - 1),
        cards=check_number(entry.get("cards"), "owed", 1, REFILL),
        then=Then(then),
    )


def write_position(state: TripleFourState, name: str) -> dict[str, Any]:
    """Return the state as a document; hidden cards stay hidden."""
    document: dict[str, Any] = {
        "variant": name,
        "to_move": state.to_move,
        "hands": [list(hand) for hand in state.hands],
        "trays": [list(tray) for tray in state.trays],
        "matched": [
            [{"triplet": pile.triplet, "cards": list(pile.cards)} for pile in piles]
            for piles in state.matched
        ],
        "discard": list(state.discard),
        "stock": list(state.stock),
        "triplets": list(state.triplets),
        "dealer": state.dealer,
        "drawn": None if state.drawn is None else str(state.drawn),
        "quiet": state.quiet,
        "violations": list(state.violations),
    }
    if state.owed is not None:
        seat, cards, then = state.owed
        document["owed"] = {"seat": seat, "cards": cards, "then": str(then)}
    if state.out:
        document["out"] = list(state.out)
    if state.resigned is not None:
        document["resigned"] = state.resigned
    return document
