"""What the moves of the games with builds do, as values."""

from collections.abc import Iterable, Sequence
from itertools import product

from games.rules.combinations import can_split, find_groups
from games.rules.errors import IllegalMove
from games.rules.explanation import Counts, Explanation
from games.rules.facts import Fact, make_fact
from games.rules.holding import Numbers
from games.rules.notation import Action, Move
from games.rules.state import Pile, TableState

Unit = tuple[Sequence[int], tuple[str, ...]]
"""The numbers that a loose card or a build can count as, and its cards."""


def describe_move(move: Move, numbers: Numbers) -> Explanation:
    """Return what a move does, as far as the move alone tells.

    >>> from games.rules.casino.values import NUMBERS
    >>> from games.rules.notation import parse_text
    >>> str(describe_move(parse_text("8C x 5H 3D 8S"), NUMBERS))
    '8♣ takes 5♥ + 3♦ and 8♠'
    >>> str(describe_move(parse_text("5H"), NUMBERS))
    'trails 5♥'
    """
    if move.action is Action.CAPTURE:
        groups = read_groups(move, numbers) or [(card,) for card in move.cards]
        return explain_groups(move, groups)
    if move.action in (Action.BUILD, Action.BUILD_SAME):
        groups = read_groups(move, numbers) or [(move.card, *move.cards)]
        action = Action.BUILD_SAME if len(groups) > 1 else Action.BUILD
        return explain_groups(move._replace(action=action), groups)
    if move.action is Action.DROP:
        return Explanation("trail", move.card)
    if move.action is Action.DEAL:
        return Explanation("deal")
    raise IllegalMove("play_one_card", "4.9")


def read_groups(move: Move, numbers: Numbers) -> list[tuple[str, ...]]:
    """Return the groups of a capture or a build that its text alone tells; none if it does not.

    Where the cards split in several ways, such as two pairs of equal numbers, this is one of them.
    """
    is_capture = move.action is Action.CAPTURE
    cards = move.cards if is_capture else (move.card, *move.cards)
    units: list[Unit] = [(numbers[card], (card,)) for card in cards]
    value = next(iter(numbers[move.card]), 0) if move.value is None else move.value
    if not isinstance(value, int) or value == 0 or not can_split([n for n, _ in units], value):
        return []
    groups = split_units(units, value)
    return groups if is_capture else put_first(move.card, groups)


def explain_groups(
    move: Move, groups: Iterable[tuple[str, ...]], gains: Counts = (), points: Counts = ()
) -> Explanation:
    """Return a capture or a build with its cards in groups, and what a capture brings."""
    action = "build_multiple" if move.action is Action.BUILD_SAME else str(move.action)
    return Explanation(action, move.card, move.value, tuple(groups), gains, points)


def name_reading(move: Move) -> Fact:
    """Return what distinguishes the move from others with the same cards."""
    if move.action is Action.CAPTURE:
        if move.value is None:
            return make_fact("reading_capture")
        return make_fact("reading_capture_as", value=move.value)
    if move.action is Action.DROP:
        return make_fact("reading_trail")
    is_single = move.action is Action.BUILD
    return make_fact("reading_build" if is_single else "reading_build_multiple", worth=move.value)


def find_capturers(state: TableState, move: Move, numbers: Numbers) -> tuple[str, ...]:
    """Return the cards left in the hand that can capture the pile that the move makes."""
    seat = state.to_move
    if seat is None or move.action not in (Action.BUILD, Action.BUILD_SAME):
        return ()
    return tuple(
        card
        for card in state.hands[seat]
        if card != move.card and move.value in numbers.get(card, ())
    )


def find_used(state: TableState, move: Move) -> list[Pile]:
    """Return the piles that a move takes or joins."""
    return [pile for pile in state.table if pile.bits & move.taken]


def split_pile(pile: Pile, numbers: Numbers) -> list[tuple[str, ...]]:
    """Return the groups inside a build, or the one loose card."""
    if not isinstance(pile.value, int):
        return [pile.cards]
    return split_units([(numbers[card], (card,)) for card in pile.cards], pile.value)


def split_units(units: Sequence[Unit], value: int) -> list[tuple[str, ...]]:
    """Return the cards of units, which must split, in groups that each add up to the value.

    >>> split_units([((3,), ("3H",)), ((1, 14), ("AS",)), ((4,), ("4D",))], 4)
    [('3H', 'AS'), ('4D',)]
    """
    for readings in product(*[[n for n in numbers if n <= value] for numbers, _ in units]):
        if can_split([(number,) for number in readings], value):
            break
    by_number: dict[int, list[tuple[str, ...]]] = {}
    for number, (_, cards) in zip(readings, units, strict=True):
        by_number.setdefault(number, []).append(cards)
    return [
        tuple(card for number in group for card in by_number[number].pop(0))
        for group in find_groups(readings, value)
    ]


def put_first(card: str, groups: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the groups with the card played in the first place."""
    first, *rest = sorted(groups, key=lambda group: card not in group)
    return [(card, *[other for other in first if other != card]), *rest]
