"""The rules of the games with builds again, by brute force."""

from collections.abc import Callable
from itertools import chain, combinations, product

from games import rules
from games.rules.royal_casino import RoyalCasinoState
from games.rules.state import TableState
from tests.present import present
from tests.rules.oracle import sort, splits

RANKS = "A23456789TJQK"


Piles = tuple[rules.Pile, ...]
Numbers = Callable[[str], list[int]]


def casino_numbers(card: str) -> list[int]:
    return [] if card[0] in "JQK" else [RANKS.index(card[0]) + 1]


def royal_numbers(card: str) -> list[int]:
    return [1, 14] if card[0] == "A" else [RANKS.index(card[0]) + 1]


def can_group(choices: list[list[int]], value: int) -> bool:
    """Return whether the units split into one group or more, in any reading."""
    readings = (units for units in product(*choices) if sum(units) % value == 0)
    return bool(choices) and any(splits(list(units), value) for units in readings)


def chosen_piles(state: TableState) -> list[Piles]:
    sizes = range(1, len(state.table) + 1)
    return list(chain.from_iterable(combinations(state.table, size) for size in sizes))


def loose(piles: Piles) -> list[str]:
    return [pile.cards[0] for pile in piles if pile.value is None]


def builds(piles: Piles) -> list[rules.Pile]:
    return [pile for pile in piles if pile.value is not None]


def number_of(pile: rules.Pile) -> int:
    """Return the number of a build."""
    assert isinstance(pile.value, int)
    return pile.value


def keeps(
    state: TableState,
    piles: Piles,
    rest: list[str],
    built: int | None,
    numbers: Numbers,
) -> bool:
    """Return whether each value of the mover's builds after the play can have its own card."""
    values = {
        pile.value
        for pile in state.table
        if pile.value is not None and pile.owner == state.to_move and pile not in piles
    }
    if built is not None:
        values.add(built)
    if len(values) > len(rest):
        return False
    return any(
        all(value in numbers(card) for value, card in zip(values, cards, strict=True))
        for size in [len(values)]
        for cards in _arrangements(rest, size)
    )


def _arrangements(cards: list[str], size: int) -> list[list[str]]:
    if not size:
        return [[]]
    return [
        [card, *others]
        for card in cards
        for others in _arrangements([c for c in cards if c != card], size - 1)
    ]


def legal_moves(
    state: TableState,
    numbers: Numbers,
    captures: Callable[[str, Piles], int | None],
    makes: Callable[[str, Piles, int], bool],
    top: int,
) -> list[str]:
    """Return the canonical texts of all legal moves."""
    hand = state.hands[present(state.to_move)]
    found: list[str] = []
    for card in hand:
        rest = [other for other in hand if other != card]
        held = {number for other in rest for number in numbers(other) if number <= top}
        for piles in chosen_piles(state):
            cards = " ".join(sort(card for pile in piles for card in pile.cards))
            reading = captures(card, piles)
            if reading is not None and keeps(state, piles, rest, None, numbers):
                shown = f"{card}={reading}" if reading else card
                found.append(f"{shown} x {cards}")
            found += [
                f"{card} + {cards} = {value}"
                for value in held
                if makes(card, piles, value) and keeps(state, piles, rest, value, numbers)
            ]
    owns = any(p.owner == state.to_move and p.value is not None for p in state.table)
    return found if owns and found else [*hand, *found]


def casino_moves(state: TableState, numbers: Numbers = casino_numbers, top: int = 10) -> list[str]:
    def captures(card: str, piles: Piles) -> int | None:
        if not numbers(card):
            is_pair = len(piles) == 1 and not builds(piles) and loose(piles)[0][0] == card[0]
            return 0 if is_pair else None
        units = [numbers(c) for c in loose(piles)]
        for value in numbers(card):
            takes_builds = all(pile.value == value for pile in builds(piles))
            if takes_builds and (not units or can_group(units, value)):
                return 0 if value == numbers(card)[0] else value
        return None

    def makes(card: str, piles: Piles, value: int) -> bool:
        units = [numbers(c) for c in loose(piles)]
        if not numbers(card) or [] in units:
            return False
        if all(pile.value == value for pile in builds(piles)):
            return can_group([numbers(card), *units], value)
        return any(
            raised.kind == "single"
            and value - number_of(raised) in numbers(card)
            and all(pile.value == value for pile in builds(piles) if pile is not raised)
            and (not units or can_group(units, value))
            for raised in builds(piles)
        )

    return legal_moves(state, numbers, captures, makes, top)


def royal_moves(state: TableState) -> list[str]:
    def parts(piles: Piles, value: int) -> list[list[int]] | None:
        if any(pile.kind == "fixed" and pile.value != value for pile in piles):
            return None
        singles = [[number_of(pile)] for pile in piles if pile.kind == "single"]
        return singles + [royal_numbers(card) for card in loose(piles)]

    def captures(card: str, piles: Piles) -> int | None:
        for number in royal_numbers(card):
            units = parts(piles, number)
            if units is not None and (not units or can_group(units, number)):
                return 14 if number == 14 else 0
        return None

    def makes(card: str, piles: Piles, value: int) -> bool:
        units = parts(piles, value)
        return units is not None and can_group([royal_numbers(card), *units], value)

    return legal_moves(state, royal_numbers, captures, makes, 14)


def royal_casino_moves(state: TableState) -> list[str]:
    def high_numbers(card: str) -> list[int]:
        return {"2S": [2, 15], "TD": [10, 16]}.get(card, royal_numbers(card))

    assert isinstance(state, RoyalCasinoState)
    is_high = state.high_casinos
    return casino_moves(state, high_numbers if is_high else royal_numbers, 16 if is_high else 14)


ORACLES = {
    "casino": casino_moves,
    "spade": casino_moves,
    "royal": royal_moves,
    "royal_casino": royal_casino_moves,
}
"""How each game finds its legal moves by brute force."""
