"""The rules of Casino Trifecta again, by brute force, to compare with the engine."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations, product

from games import rules
from games.rules.trifecta.state import TrifectaState
from tests.present import present

NUMBER = {rank: number for number, rank in enumerate("A23456789T", 1)}
SPECIAL = {"JS": [11], "JH": [11], "QS": [12], "KS": [3, 4, 5, 6, 7, 8, 9]}


def numbers(card: str) -> list[int]:
    if card[0] in NUMBER:
        return [NUMBER[card[0]]]
    return SPECIAL.get(card, [])


def face(card: str) -> str | None:
    return card[0] if card[0] in "JQK" else None


def splits(units: list[int], value: int) -> bool:
    """Try every group that holds the first unit."""
    if not units:
        return True
    first, rest = units[0], units[1:]
    for size in range(len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            if first + sum(rest[i] for i in others) == value and splits(
                [unit for i, unit in enumerate(rest) if i not in others], value
            ):
                return True
    return False


def group_counts(choices: list[list[int]], value: int) -> set[int]:
    """Return in how many groups of the value the units can be split, over all readings."""
    found = set()
    for units in product(*choices):
        if sum(units) % value == 0 and splits(list(units), value):
            found.add(sum(units) // value)
    return found


def legal_moves(state: TrifectaState) -> list[str]:
    """Return the canonical texts of all legal moves of the play phase."""
    seat = present(state.to_move)
    hand = state.hands[seat]
    found = list(hand)
    if (
        state.passed[seat] is None
        and state.passed[1 - seat] != state.round
        and state.hands[1 - seat]
    ):
        found.append("pass")
    chosen_piles = list(
        chain.from_iterable(
            combinations(state.table, size) for size in range(1, len(state.table) + 1)
        )
    )
    for card in hand:
        rest = [other for other in hand if other != card]
        for piles in chosen_piles:
            cards = sort(card for pile in piles for card in pile.cards)
            readings = captures(seat, card, piles)
            if readings:
                best = max(form_points(card, reading, cards) for reading in readings)
                reading = next(r for r in readings if form_points(card, r, cards) == best)
                shown = card if reading is None or not face(card) else f"{card}={reading}"
                found.append(f"{shown} x {' '.join(cards)}")
            for value in range(1, 13):
                if builds(card, piles, value) and any(value in numbers(c) for c in rest):
                    found.append(f"{card} + {' '.join(cards)} = {value}")
            if face_builds(card, piles) and any(face(c) == face(card) for c in rest):
                found.append(f"{card} + {' '.join(cards)} = {face(card)}")
            if len(piles) == 1 and piles[0].kind == "loose" and not state.subtracted[seat]:
                left = {
                    target - number
                    for number in numbers(card)
                    for target in numbers(cards[0])
                    if any(target - number in numbers(c) for c in rest)
                }
                found += [f"{card} - {cards[0]} = {value}" for value in left]
    return found


def captures(seat: int, card: str, piles: tuple[rules.Pile, ...]) -> list[int | None]:
    """Return the readings in which the card takes exactly these piles, face first."""
    readings: list[int | None] = []
    loose = [pile.cards[0] for pile in piles if pile.kind == "loose"]
    is_match = face(card) and all(
        pile.value == face(card) or (pile.kind == "loose" and face(pile.cards[0]) == face(card))
        for pile in piles
    )
    is_trio = len(loose) == len(piles) == 2 and {face(card), *map(face, loose)} == set("KQJ")
    if is_match or is_trio:
        readings.append(None)
    for number in numbers(card):
        if [pile.kind for pile in piles] == ["subtraction"]:
            if piles[0].owner == seat and piles[0].value == number:
                readings.append(number)
        elif all(
            pile.kind == "loose" or (pile.kind in ("single", "fixed") and pile.value == number)
            for pile in piles
        ) and (not loose or group_counts([numbers(c) for c in loose], number)):
            readings.append(number)
    return readings


def builds(card: str, piles: tuple[rules.Pile, ...], value: int) -> bool:
    units = [numbers(card)]
    for pile in piles:
        if pile.kind == "loose":
            units.append(numbers(pile.cards[0]))
        elif pile.kind == "single":
            assert isinstance(pile.value, int)
            units.append([pile.value])
        elif pile.kind != "fixed" or pile.value != value:
            return False
    return bool(group_counts(units, value))


def face_builds(card: str, piles: tuple[rules.Pile, ...]) -> bool:
    return face(card) is not None and all(
        (pile.kind == "loose" and face(pile.cards[0]) == face(card)) or pile.value == face(card)
        for pile in piles
    )


def form_points(card: str, reading: int | None, taken: list[str]) -> int:
    """Return the points for the form of a capture: trifectas, builds, four of a kind."""
    cards = [card, *taken]
    if reading is None and face(card):
        if len({c[0] for c in cards}) == 3:
            return 2 if len({c[1] for c in cards}) == 1 else 1
        return {2: 0, 3: 1, 4: 2}[len(cards)]
    value = reading if reading is not None else numbers(card)[0]
    ranks: Counter[int] = Counter()
    for c in cards:
        if c != "KS":
            ranks[numbers(c)[0]] += 1
    if "KS" in cards:
        others = sum(number * count for number, count in ranks.items())
        ranks[next((n for n in numbers("KS") if n <= value and (others + n) % value == 0), 0)] += 1
    return max(len(cards) - 4, 0) + sum(count >= 4 for count in ranks.values())


def sort(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: ("A23456789TJQK".index(card[0]), "SHDC".index(card[1])))
