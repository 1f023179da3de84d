"""Checking one given move against the rules, and saying in a sentence why it is refused."""

from collections.abc import Sequence

from games.rules.cards import BIT, cards_in, name_face, show_card, show_cards
from games.rules.combinations import can_split
from games.rules.errors import IllegalMove
from games.rules.notation import Action, Move
from games.rules.piles import describe_pile
from games.rules.piles import find_piles as find_named_piles
from games.rules.state import Kind, Pile
from games.rules.trifecta.points import score_capture
from games.rules.trifecta.state import Phase, TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, TOP, needs_number

# Looking up a member of an enum takes ten times as long as a name, and this runs at every move.
_PICK = Phase.PICK
_DROP, _CAPTURE, _PASS = Action.DROP, Action.CAPTURE, Action.PASS
_SECRET, _SUBTRACTION = Action.SECRET, Action.SUBTRACTION
_LOOSE = Kind.LOOSE


def check_move(state: TrifectaState, move: Move) -> Move:
    """Return the move as it is printed, if it is legal. Raises IllegalMove with the reason."""
    action, card, taken, value = move
    if state.phase is _PICK:
        return _check_secret(move)
    if action is _PASS:
        return _check_pass(state)
    if action is _SECRET:
        raise IllegalMove("Secret cards are picked before the deal only.", "1.4")
    seat = state.to_move
    assert seat is not None  # noqa: S101
    hand = state.hands[seat]
    if not card:
        raise IllegalMove("only_dealer_deals", "1.2")
    if card not in hand or card not in BIT:
        raise IllegalMove(f"You do not hold {show_card(card)}.", "1.5")
    if action is _DROP:
        if taken:
            raise IllegalMove("A dropped card lies alone and takes nothing with it.", "4.1")
        return Move(_DROP, card) if value else move
    piles = find_piles(state, taken)
    if action is _CAPTURE:
        return _check_capture(seat, card, taken, piles, value)
    rest = [other for other in hand if other != card]
    if action is _SUBTRACTION:
        return _check_subtraction(state, seat, card, rest, piles, value)
    return _check_build(card, rest, taken, piles, value)


def _check_secret(move: Move) -> Move:
    if move.action is not _SECRET:
        raise IllegalMove("First pick your secret card; the cards are dealt then.", "1.4")
    if move.card not in BIT:
        raise IllegalMove("A secret card is one of the 52 cards.", "1.4")
    return Move(_SECRET, move.card)


def find_piles(state: TrifectaState, taken: int) -> list[Pile]:
    """Return the piles that hold exactly these cards. Raises IllegalMove when there are none."""
    return find_named_piles(state.table, taken, whole="3.6", there="4.12")


def _check_pass(state: TrifectaState) -> Move:
    seat = state.to_move
    assert seat is not None  # noqa: S101
    if state.passed[seat] is not None:
        raise IllegalMove("You have passed already; that is allowed once in a game.", "4.11")
    if state.passed[1 - seat] == state.round:
        raise IllegalMove("You can not pass: your opponent has passed in this round.", "4.11")
    if not state.hands[1 - seat]:
        raise IllegalMove("You can not pass: your opponent has no cards left.", "4.11")
    return Move(_PASS)


def _check_capture(
    seat: int, card: str, taken: int, piles: Sequence[Pile], reading: int | str | None
) -> Move:
    """Check a capture in the reading given, then find the one that scores most."""
    face = FACES.get(card)
    if face is None:
        if reading is not None and (reading,) != NUMBERS[card]:
            raise IllegalMove(f"{show_card(card)} can not be read as {reading}.", "2.1")
        _refuse_number_capture(seat, card, NUMBERS[card][0], piles)
        return Move(_CAPTURE, card, taken)
    if reading is None:
        _refuse_face_capture(card, face, piles)
    else:
        if reading not in NUMBERS[card]:
            raise IllegalMove(_explain_reading(card, reading), _CLAUSES.get(card, "2.2"))
        assert isinstance(reading, int)  # noqa: S101
        _refuse_number_capture(seat, card, reading, piles)
    return Move(_CAPTURE, card, taken, _find_best_reading(seat, card, taken, piles))


_CLAUSES = {"JS": "2.3", "JH": "2.3", "QS": "2.4", "KS": "2.5"}


def _explain_reading(card: str, reading: object) -> str:
    numbers = NUMBERS[card]
    if not numbers:
        return f"{show_card(card)} has no number; it only matches other {name_face(card[0])}s."
    range_text = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    return f"{show_card(card)} can not be read as {reading}, only as {range_text}."


def _find_best_reading(seat: int, card: str, taken: int, piles: Sequence[Pile]) -> int | None:
    """Return the reading that scores most; where equal, the face or the smallest number."""
    best: int | None = None
    best_points = -1
    for reading in (None, *NUMBERS[card]):
        try:
            if reading is None:
                _refuse_face_capture(card, FACES[card], piles)
            else:
                _refuse_number_capture(seat, card, reading, piles)
        except IllegalMove:
            continue
        points = sum(points for _, points in score_capture(card, reading, taken))
        if points > best_points:
            best, best_points = reading, points
    return best


def _refuse_face_capture(card: str, face: str, piles: Sequence[Pile]) -> None:
    """Refuse anything but matching faces (4.7) or the two others of a K-Q-J (4.8)."""
    if all(pile.value == face or _is_loose_face(pile, face) for pile in piles):
        return
    faces = {FACES.get(pile.cards[0]) for pile in piles if pile.kind is _LOOSE}
    is_trio = len(piles) == 2 and len(faces) == 2 and {face, *faces} == {"K", "Q", "J"}
    if is_trio:
        return
    shown, name = show_card(card), name_face(face)
    for pile in piles:
        if pile.kind is Kind.SUBTRACTION:
            raise IllegalMove(
                f"The {describe_pile(pile)} is captured with a {pile.value} only.", "4.9"
            )
        if isinstance(pile.value, int) or (pile.kind is _LOOSE and _has_no_face(pile)):
            what = describe_pile(pile) if pile.kind is _LOOSE else f"the {describe_pile(pile)}"
            if NUMBERS[card]:
                raise IllegalMove(
                    f"{shown} as a {name} can not take {what}; say which number it stands for.",
                    "4.7",
                )
            raise IllegalMove(f"{shown} has no number and can not take {what}.", "2.2")
        if isinstance(pile.value, str) and pile.value != face:
            raise IllegalMove(
                f"The {describe_pile(pile)} is captured with a {name_face(pile.value)} only.",
                "4.7",
            )
    raise IllegalMove(
        f"{shown} takes {name}s, or two loose faces that make a K-Q-J with it and nothing else.",
        "4.8",
    )


def _is_loose_face(pile: Pile, face: str) -> bool:
    return pile.kind is _LOOSE and FACES.get(pile.cards[0]) == face


def _has_no_face(pile: Pile) -> bool:
    return pile.cards[0] not in FACES


def _refuse_number_capture(seat: int, card: str, number: int, piles: Sequence[Pile]) -> None:
    """Refuse what a card read as `number` does not take (4.6, 4.9)."""
    units: list[Sequence[int]] = []
    for pile in piles:
        kind = pile.kind
        if kind is _LOOSE:
            units.append(_loose_numbers(pile))
        elif kind is Kind.SUBTRACTION:
            _refuse_subtraction_pile(seat, card, number, pile, alone=len(piles) == 1)
        elif pile.value != number:
            name = pile.value if isinstance(pile.value, int) else name_face(pile.value or "")
            raise IllegalMove(
                f"The {describe_pile(pile)} is captured with a {name} only.",
                "4.7" if kind is Kind.FACE else "4.6",
            )
    if units and not can_split(units, number):
        loose = show_cards(cards_in(sum(pile.bits for pile in piles if pile.kind is _LOOSE)))
        if len(units) == 1:
            shown = show_card(card) if card not in FACES else f"{show_card(card)} as {number}"
            raise IllegalMove(f"{shown} does not take {loose}.", "4.6")
        raise IllegalMove(f"{loose} do not split into groups of {number}.", "4.6")


def _loose_numbers(pile: Pile) -> tuple[int, ...]:
    numbers = NUMBERS[pile.cards[0]]
    if not numbers:
        shown = show_card(pile.cards[0])
        raise IllegalMove(f"{shown} has no number and goes into no sum.", "2.2")
    return numbers


def _refuse_subtraction_pile(seat: int, card: str, number: int, pile: Pile, *, alone: bool) -> None:
    if pile.owner != seat:
        raise IllegalMove(
            f"The {describe_pile(pile)} is locked: only its owner may capture it.", "4.9"
        )
    if not alone:
        raise IllegalMove(f"The {describe_pile(pile)} is captured alone.", "4.9")
    if pile.value != number:
        raise IllegalMove(
            f"The {describe_pile(pile)} is captured with a {pile.value}, not with "
            f"{show_card(card)}.",
            "4.9",
        )


def _check_build(
    card: str, rest: Sequence[str], taken: int, piles: Sequence[Pile], value: int | str | None
) -> Move:
    if isinstance(value, str):
        return _check_face_build(card, rest, taken, piles, value)
    if value is None or not 1 <= value <= TOP:
        raise IllegalMove(f"A build is worth 1 to {TOP}, or is of kings, queens or jacks.", "4.2")
    action = find_build_action(card, taken, piles, value)
    if not any(value in NUMBERS.get(other, ()) for other in rest):
        raise IllegalMove(f"You hold no {needs_number(value)} to capture this build with.", "4.3")
    return Move(action, card, taken, value)


def find_build_action(card: str, taken: int, piles: Sequence[Pile], value: int) -> Action:
    """Return whether the card and the piles make one group of the value, or several.

    Raises IllegalMove when they do not split into such groups. What is left in the hand is not
    looked at.
    """
    if not NUMBERS[card]:
        raise IllegalMove(f"{show_card(card)} has no number and goes into no sum.", "2.2")
    units: list[Sequence[int]] = [NUMBERS[card]]
    joins_fixed = False
    for pile in piles:
        if pile.kind is _LOOSE:
            units.append(_loose_numbers(pile))
        elif pile.kind is Kind.SINGLE and isinstance(pile.value, int):
            units.append((pile.value,))
        elif pile.kind is Kind.SUBTRACTION:
            raise IllegalMove(f"The {describe_pile(pile)} takes part in no build.", "3.5")
        elif pile.kind is Kind.FACE:
            raise IllegalMove(f"The {describe_pile(pile)} goes into no sum.", "3.4")
        elif pile.value != value:
            raise IllegalMove(f"The {describe_pile(pile)} keeps its value.", "3.3")
        else:
            joins_fixed = True
    if not can_split(units, value):
        cards = show_cards([card, *cards_in(taken)])
        raise IllegalMove(f"{cards} do not split into groups of {value}.", "4.2")
    if joins_fixed or not _can_add_up(units, value):
        return Action.BUILD_SAME
    return Action.BUILD


def _can_add_up(units: Sequence[Sequence[int]], value: int) -> bool:
    """Tell whether the units make one group; only the wild king has more than one number."""
    low = sum(min(numbers) for numbers in units)
    return low <= value <= sum(max(numbers) for numbers in units)


def _check_face_build(
    card: str, rest: Sequence[str], taken: int, piles: Sequence[Pile], face: str
) -> Move:
    if face not in FACES.values():
        raise IllegalMove(f"There are no builds of {face}.", "4.5")
    name = name_face(face)
    if FACES.get(card) != face:
        raise IllegalMove(f"{show_card(card)} is no {name}.", "4.5")
    for pile in piles:
        if not (pile.value == face or _is_loose_face(pile, face)):
            article = "" if pile.kind is _LOOSE else "The "
            raise IllegalMove(
                f"{article}{describe_pile(pile)} can not go into a build of {name}s.", "4.5"
            )
    if not any(FACES.get(other) == face for other in rest):
        raise IllegalMove(f"You hold no further {name} to capture this build with.", "4.5")
    return Move(Action.BUILD_SAME, card, taken, face)


def _check_subtraction(
    state: TrifectaState,
    seat: int,
    card: str,
    rest: Sequence[str],
    piles: Sequence[Pile],
    value: int | str | None,
) -> Move:
    pile = piles[0]
    if state.subtracted[seat]:
        raise IllegalMove("You have used your subtraction; there is one in a game.", "4.10")
    if len(piles) > 1 or pile.kind is not _LOOSE:
        raise IllegalMove("A subtraction takes away from one loose card.", "4.10")
    if not isinstance(value, int) or value < 1:
        raise IllegalMove("A subtraction must leave a number, 1 or more.", "4.10")
    numbers = NUMBERS[card]
    if not numbers:
        raise IllegalMove(f"{show_card(card)} has no number to take away.", "2.2")
    target = pile.cards[0]
    if not any(number + value in _loose_numbers(pile) for number in numbers):
        raise IllegalMove(
            f"{show_card(target)} less {show_card(card)} does not leave {value}.", "4.10"
        )
    if not any(value in NUMBERS.get(other, ()) for other in rest):
        raise IllegalMove(
            f"You hold no {needs_number(value)} to capture this subtraction with.", "4.10"
        )
    return Move(_SUBTRACTION, card, pile.bits, value)
