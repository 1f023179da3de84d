"""Moves in words, in Casino and Royal Cassino."""

from collections.abc import Iterable, Sequence
from itertools import product

from games.rules.cards import cards_in, show_card, show_cards
from games.rules.combinations import can_split, find_groups
from games.rules.holding import Numbers
from games.rules.notation import Action, Move
from games.rules.state import Pile, TableState

Unit = tuple[Sequence[int], tuple[str, ...]]
"""The numbers that a loose card or a build may count as, and its cards."""


def describe_move(move: Move) -> str:
    """Return the move in words, without the player's name.

    >>> from games.rules.notation import parse_text
    >>> describe_move(parse_text("8C x 5H 3D 8S"))
    '8♣ takes 3♦, 5♥ and 8♠'
    >>> describe_move(parse_text("5H"))
    'trails 5♥'
    """
    if move.action is Action.DEAL:
        return "deals the next deck"
    if move.action is Action.DROP:
        return f"trails {show_card(move.card)}"
    if move.action is Action.CAPTURE:
        return _tell_capture(move, show_cards(move.cards))
    return _tell_build(move, " + ".join(map(show_card, (move.card, *move.cards))))


def tell_groups(move: Move, groups: Iterable[Sequence[str]]) -> str:
    """Return a capture or a build in words, with its cards in groups."""
    shown = [" + ".join(map(show_card, group)) for group in groups]
    joined = f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]
    return (
        _tell_capture(move, joined) if move.action is Action.CAPTURE else _tell_build(move, joined)
    )


def _tell_capture(move: Move, cards: str) -> str:
    reading = "" if move.value is None else f" as {move.value}"
    return f"{show_card(move.card)}{reading} takes {cards}"


def _tell_build(move: Move, cards: str) -> str:
    what = "builds" if move.action is Action.BUILD else "makes a multiple build of"
    return f"{what} {move.value} with {cards}"


def name_reading(move: Move) -> str:
    """Return what tells the move from others with the same cards; see `Variant.name_reading`."""
    if move.action is Action.CAPTURE:
        return "Capture" if move.value is None else f"Capture as {move.value}"
    return f"{'Build' if move.action is Action.BUILD else 'Build multiple'} {move.value}"


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
    """Return the cards of units in groups that each add up to the value; they must split.

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
    """Return the groups with the card played first of all."""
    first, *rest = sorted(groups, key=lambda group: card not in group)
    return [(card, *[other for other in first if other != card]), *rest]


def count_cards(move: Move) -> str:
    """Return how many cards a capture brings."""
    return f"{len(cards_in(move.taken)) + 1} cards"
