"""Checking one given move against the rules, and reporting why it is refused."""

from collections.abc import Sequence

from games.rules.cards import BIT, cards_in
from games.rules.combinations import can_split
from games.rules.errors import IllegalMove
from games.rules.notation import Action, Move
from games.rules.piles import find_piles as find_named_piles
from games.rules.state import Kind, Pile
from games.rules.trifecta.points import score_capture
from games.rules.trifecta.state import Phase, TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, TOP, WILD, WILD_NUMBERS, find_needed

# Looking up a member of an enum takes ten times as long as a name, and this runs at every move.
_PICK = Phase.PICK
_DROP, _CAPTURE, _PASS = Action.DROP, Action.CAPTURE, Action.PASS
_SECRET, _SUBTRACTION = Action.SECRET, Action.SUBTRACTION
_LOOSE = Kind.LOOSE


def check_move(state: TrifectaState, move: Move) -> Move:
    """Return the move in its printed form if it is legal. Raises IllegalMove."""
    action, card, taken, value = move
    if state.phase is _PICK:
        return _check_secret(move)
    if action is _PASS:
        return _check_pass(state)
    if action is _SECRET:
        raise IllegalMove("pick_before_deal", "1.4")
    seat = state.to_move
    assert seat is not None
    hand = state.hands[seat]
    if not card:
        raise IllegalMove("only_dealer_deals", "1.2")
    if card not in hand or card not in BIT:
        raise IllegalMove("card_not_held", "1.5", card=card)
    if action is _DROP:
        if taken:
            raise IllegalMove("drop_takes_nothing", "4.1")
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
        raise IllegalMove("pick_first", "1.4")
    if move.card not in BIT:
        raise IllegalMove("pick_from_pack", "1.4", count=len(BIT))
    return Move(_SECRET, move.card)


def find_piles(state: TrifectaState, taken: int) -> list[Pile]:
    """Return the piles that hold exactly these cards. Raises IllegalMove when there are none."""
    return find_named_piles(state.table, taken, whole="3.6", there="4.12")


def _check_pass(state: TrifectaState) -> Move:
    seat = state.to_move
    assert seat is not None
    if state.passed[seat] is not None:
        raise IllegalMove("passed_already", "4.11")
    if state.passed[1 - seat] == state.round:
        raise IllegalMove("opponent_passed", "4.11")
    if not state.hands[1 - seat]:
        raise IllegalMove("opponent_has_no_cards", "4.11")
    return Move(_PASS)


def _check_capture(
    seat: int, card: str, taken: int, piles: Sequence[Pile], reading: int | str | None
) -> Move:
    """Check a capture in the given reading, then find the reading that scores most."""
    face = FACES.get(card)
    if face is None:
        if reading is not None and (reading,) != NUMBERS[card]:
            raise IllegalMove("cannot_read_as", "2.1", card=card, value=reading)
        _refuse_number_capture(seat, card, NUMBERS[card][0], piles)
        return Move(_CAPTURE, card, taken)
    if reading is None:
        _refuse_face_capture(seat, card, face, piles)
    else:
        if reading not in NUMBERS[card]:
            raise _refuse_reading(card, reading)
        assert isinstance(reading, int)
        _refuse_number_capture(seat, card, reading, piles)
    return Move(_CAPTURE, card, taken, _find_best_reading(seat, card, taken, piles))


_CLAUSES = {"JS": "2.3", "JH": "2.3", "QS": "2.4", "KS": "2.5"}


def _refuse_reading(card: str, reading: int | str) -> IllegalMove:
    numbers, clause = NUMBERS[card], _CLAUSES.get(card, "2.2")
    if not numbers:
        return IllegalMove("only_matches_faces", clause, card=card, faces=card[0])
    low, high = numbers[0], numbers[-1]
    if low == high:
        return IllegalMove("can_read_only_as", clause, card=card, value=reading, only=low)
    return IllegalMove("can_read_only_from", clause, card=card, value=reading, low=low, high=high)


def _find_best_reading(seat: int, card: str, taken: int, piles: Sequence[Pile]) -> int | None:
    """Return the reading that scores most; among equals the face, or the smallest number."""
    best: int | None = None
    best_points = -1
    for reading in (None, *NUMBERS[card]):
        try:
            if reading is None:
                _refuse_face_capture(seat, card, FACES[card], piles)
            else:
                _refuse_number_capture(seat, card, reading, piles)
        except IllegalMove:
            continue
        points = sum(points for _, points in score_capture(card, reading, taken))
        if points > best_points:
            best, best_points = reading, points
    return best


def _refuse_face_capture(seat: int, card: str, face: str, piles: Sequence[Pile]) -> None:
    """Refuse anything but matching faces (4.7) or the other two of a K-Q-J (4.8)."""
    if all(pile.value == face or _is_loose_face(pile, face) for pile in piles):
        return
    faces = {FACES.get(pile.cards[0]) for pile in piles if pile.kind is _LOOSE}
    is_trio = len(piles) == 2 and len(faces) == 2 and {face, *faces} == {"K", "Q", "J"}
    if is_trio:
        return
    for pile in piles:
        if pile.kind is Kind.SUBTRACTION:
            _refuse_locked(seat, pile)
            if card != WILD or pile.value not in WILD_NUMBERS:
                raise _refuse_other_value(pile, "4.9")
        if pile.kind is _LOOSE and _has_no_face(pile):
            other = pile.cards[0]
            if NUMBERS[card]:
                raise IllegalMove("which_number", "4.7", card=card, needed=face, other=other)
            raise IllegalMove("no_number_takes", "2.2", card=card, other=other)
        if isinstance(pile.value, int):
            if NUMBERS[card]:
                raise IllegalMove("which_number_pile", "4.7", card=card, needed=face, pile=pile)
            raise IllegalMove("no_number_takes_pile", "2.2", card=card, pile=pile)
        if isinstance(pile.value, str) and pile.value != face:
            raise _refuse_other_value(pile, "4.7")
    raise IllegalMove("takes_faces_or_trio", "4.8", card=card, faces=face)


def _refuse_other_value(pile: Pile, clause: str) -> IllegalMove:
    needed = find_needed(pile.value)
    if pile.value in WILD_NUMBERS:
        return IllegalMove("captured_only_with_or", clause, pile=pile, needed=needed, other=WILD)
    return IllegalMove("captured_only_with", clause, pile=pile, needed=needed)


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
            _refuse_other_reading(card, number, pile, "4.6")
            raise _refuse_other_value(pile, "4.7" if kind is Kind.FACE else "4.6")
    if units and not can_split(units, number):
        loose = cards_in(sum(pile.bits for pile in piles if pile.kind is _LOOSE))
        if len(units) > 1:
            raise IllegalMove("no_groups_of", "4.6", cards=loose, value=number)
        if card in FACES:
            raise IllegalMove("does_not_take_as", "4.6", card=card, value=number, other=loose[0])
        raise IllegalMove("does_not_take", "4.6", card=card, other=loose[0])


def _loose_numbers(pile: Pile) -> tuple[int, ...]:
    numbers = NUMBERS[pile.cards[0]]
    if not numbers:
        raise IllegalMove("no_number", "2.2", card=pile.cards[0])
    return numbers


def _refuse_subtraction_pile(seat: int, card: str, number: int, pile: Pile, *, alone: bool) -> None:
    _refuse_locked(seat, pile)
    if not alone:
        raise IllegalMove("subtraction_alone", "4.9", pile=pile)
    if pile.value != number:
        _refuse_other_reading(card, number, pile, "4.9")
        needed = find_needed(pile.value)
        raise IllegalMove("subtraction_needs", "4.9", pile=pile, needed=needed, card=card)


def _refuse_other_reading(card: str, number: int, pile: Pile, clause: str) -> None:
    """Refuse a number of the wild king if it takes the pile as another one."""
    if card == WILD and pile.value in WILD_NUMBERS:
        raise IllegalMove("does_not_take_pile_as", clause, card=card, value=number, pile=pile)


def _refuse_locked(seat: int, pile: Pile) -> None:
    if pile.owner != seat:
        raise IllegalMove("subtraction_locked", "4.9", pile=pile)


def _check_build(
    card: str, rest: Sequence[str], taken: int, piles: Sequence[Pile], value: int | str | None
) -> Move:
    if isinstance(value, str):
        return _check_face_build(card, rest, taken, piles, value)
    if value is None or not 1 <= value <= TOP:
        raise IllegalMove("build_range_or_faces", "4.2", top=TOP)
    action = find_build_action(card, taken, piles, value)
    if not any(value in NUMBERS.get(other, ()) for other in rest):
        raise IllegalMove("no_card_for_build", "4.3", needed=find_needed(value))
    return Move(action, card, taken, value)


def find_build_action(card: str, taken: int, piles: Sequence[Pile], value: int) -> Action:
    """Return whether the card and the piles make one group of the value, or several.

    Raises IllegalMove if they do not split into such groups. The rest of the hand does not
    matter.
    """
    if not NUMBERS[card]:
        raise IllegalMove("no_number", "2.2", card=card)
    units: list[Sequence[int]] = [NUMBERS[card]]
    joins_fixed = False
    for pile in piles:
        if pile.kind is _LOOSE:
            units.append(_loose_numbers(pile))
        elif pile.kind is Kind.SINGLE and isinstance(pile.value, int):
            units.append((pile.value,))
        elif pile.kind is Kind.SUBTRACTION:
            raise IllegalMove("not_in_builds", "3.5", pile=pile)
        elif pile.kind is Kind.FACE:
            raise IllegalMove("not_in_sums", "3.4", pile=pile)
        elif pile.value != value:
            raise IllegalMove("keeps_value", "3.3", pile=pile)
        else:
            joins_fixed = True
    if not can_split(units, value):
        raise IllegalMove("no_groups_of", "4.2", cards=(card, *cards_in(taken)), value=value)
    if joins_fixed or not _can_add_up(units, value):
        return Action.BUILD_SAME
    return Action.BUILD


def _can_add_up(units: Sequence[Sequence[int]], value: int) -> bool:
    """Tell whether the units make one group; only the wild king has several numbers."""
    low = sum(min(numbers) for numbers in units)
    return low <= value <= sum(max(numbers) for numbers in units)


def _check_face_build(
    card: str, rest: Sequence[str], taken: int, piles: Sequence[Pile], face: str
) -> Move:
    if face not in FACES.values():
        raise IllegalMove("no_builds_of", "4.5", text=face)
    if FACES.get(card) != face:
        raise IllegalMove("not_that_face", "4.5", card=card, needed=face)
    for pile in piles:
        if not (pile.value == face or _is_loose_face(pile, face)):
            if pile.kind is _LOOSE:
                raise IllegalMove("not_in_face_build", "4.5", other=pile.cards[0], faces=face)
            raise IllegalMove("pile_not_in_face_build", "4.5", pile=pile, faces=face)
    if not any(FACES.get(other) == face for other in rest):
        raise IllegalMove("no_card_for_face_build", "4.5", face=face)
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
        raise IllegalMove("subtraction_used", "4.10")
    if len(piles) > 1 or pile.kind is not _LOOSE:
        raise IllegalMove("subtraction_from_one_card", "4.10")
    if not isinstance(value, int) or value < 1:
        raise IllegalMove("subtraction_leaves_nothing", "4.10")
    numbers = NUMBERS[card]
    if not numbers:
        raise IllegalMove("no_number_to_subtract", "2.2", card=card)
    target = pile.cards[0]
    if not any(number + value in _loose_numbers(pile) for number in numbers):
        raise IllegalMove("does_not_leave", "4.10", other=target, card=card, value=value)
    if not any(value in NUMBERS.get(other, ()) for other in rest):
        raise IllegalMove("no_card_for_subtraction", "4.10", needed=find_needed(value))
    return Move(_SUBTRACTION, card, pile.bits, value)
