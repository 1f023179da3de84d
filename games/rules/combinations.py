"""Which cards add up: splitting into equal groups, and the groups a table holds.

A unit is whatever counts as one number: a loose card, or a single build.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product


def can_split(units: Sequence[Sequence[int]], value: int) -> bool:
    """Tell whether the units split into groups that each add up to exactly `value`.

    A unit is given as all the numbers that it can be read as; a unit without any fits nowhere.

    >>> can_split([(3,), (5,), (8,), (1, 14)], 8)
    False
    >>> can_split([(3,), (5,), (8,), (2,), tuple(range(3, 10))], 8)
    True
    """
    if len(units) == 1:
        return value in units[0]
    counts = [0] * (value + 1)
    total = 0
    flexible: list[Sequence[int]] = []
    for numbers in units:
        if len(numbers) != 1:
            flexible.append([number for number in numbers if number <= value])
            continue
        number = numbers[0]
        if number > value:
            return False
        counts[number] += 1
        total += number
    if not flexible:
        if total <= value:
            return total == value
        return total % value == 0 and _split_counts(value, tuple(counts))
    tried = set()
    for readings in product(*flexible):
        if (total + sum(readings)) % value:
            continue
        completed = counts.copy()
        for number in readings:
            completed[number] += 1
        key = tuple(completed)
        if key not in tried:
            tried.add(key)
            if _split_counts(value, key):
                return True
    return False


@lru_cache(maxsize=1 << 14)
def _split_counts(value: int, counts: tuple[int, ...]) -> bool:
    """Tell whether `counts[n]` units of each number n split into groups of `value`.

    Two units that add up to the value can always share a group: if they were in two groups, what
    is left of both would add up to the value as well. So pairs are taken out first, which leaves
    only one of a number and its complement to search.
    """
    left = list(counts)
    left[value] = 0
    for number in range(1, (value + 1) // 2):
        pairs = min(left[number], left[value - number])
        left[number] -= pairs
        left[value - number] -= pairs
    if value % 2 == 0:
        left[value // 2] %= 2
    if sum(number * count for number, count in enumerate(left)) % value:
        return False
    return _search_split(value, tuple(left))


@lru_cache(maxsize=1 << 14)
def _search_split(value: int, counts: tuple[int, ...]) -> bool:
    """Put the largest number left into a group, in every possible way, and split the rest."""
    largest = len(counts) - 1
    while largest and not counts[largest]:
        largest -= 1
    if not largest:
        return True
    left = list(counts)
    left[largest] -= 1
    return any(_search_split(value, rest) for rest in _take_sum(left, value - largest, largest))


def _take_sum(counts: list[int], wanted: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield what is left of the counts after taking `wanted`, in numbers up to `largest`."""
    if not wanted:
        yield tuple(counts)
        return
    for number in range(min(largest, wanted), 0, -1):
        if counts[number]:
            counts[number] -= 1
            yield from _take_sum(counts, wanted - number, number)
            counts[number] += 1


def can_add_up(units: Iterable[Sequence[int]], value: int) -> bool:
    """Tell whether all the units together make one group of the value.

    A unit is given as in `can_split`, its lowest number first, and has one at least.

    >>> can_add_up([(3,), (1, 14)], 17), can_add_up([(1, 14), (1, 14)], 14)
    (True, False)
    """
    total, flexible = 0, []
    for numbers in units:
        total += numbers[0]
        if len(numbers) > 1:
            flexible.append([number - numbers[0] for number in numbers])
    if total >= value or not flexible:
        return total == value
    missing = {value - total}
    for more in flexible:
        missing = {left - part for left in missing for part in more if part <= left}
    return 0 in missing


def find_groups(numbers: Iterable[int], value: int) -> list[tuple[int, ...]]:
    """Return numbers that split (see `can_split`) in groups that each add up to `value`.

    Groups of one number come last; within a group the largest number comes first.

    >>> find_groups([7, 3, 4], 7)
    [(4, 3), (7,)]
    """
    counts = [0] * (value + 1)
    for number in numbers:
        counts[number] += 1
    alone = [(value,)] * counts[value]
    counts[value] = 0
    groups: list[tuple[int, ...]] = []
    left = tuple(counts)
    while any(left):
        largest = max(number for number, count in enumerate(left) if count)
        without = list(left)
        without[largest] -= 1
        rest = next(
            rest
            for rest in _take_sum(without, value - largest, largest)
            if _split_counts(value, rest)
        )
        taken = [count - kept for count, kept in zip(left, rest, strict=True)]
        groups.append(tuple(n for n in range(value, 0, -1) for _ in range(taken[n])))
        left = rest
    return groups + alone


def find_sums(
    units: Iterable[tuple[int, int]],
    top: int,
    flexible: Iterable[tuple[Sequence[int], int]] = (),
) -> dict[int, list[int]]:
    """Return for each possible sum up to `top` the sets of units that make it.

    A unit is its number and its set of cards (bits); a flexible one has several numbers.

    >>> find_sums([(2, 1), (3, 2)], 5)
    {2: [1], 5: [3], 3: [2]}
    """
    made: list[tuple[int, int]] = []
    for unit in units:
        number, cards = unit
        room = top - number
        if room >= 0:
            for other, others in made[:]:
                if other <= room:
                    made.append((other + number, others | cards))
            made.append(unit)
    for numbers, cards in flexible:
        rest = [(0, 0), *made]
        made += {
            (other + number, others | cards)
            for number in numbers
            for other, others in rest
            if other + number <= top
        }
    sums: dict[int, list[int]] = {}
    for number, cards in made:
        if number in sums:
            sums[number].append(cards)
        else:
            sums[number] = [cards]
    return sums


def join_groups(starts: Sequence[int], groups: Iterable[int]) -> Iterator[int]:
    """Yield each set that joins one start and one or more groups, none overlapping, once.

    The starts themselves are left out. The cost of a step grows only with what has been yielded
    before, so a listing can be stopped at any time.

    >>> list(join_groups([1], [2, 4, 5]))
    [3, 5, 7]
    """
    joined = list(starts)
    seen = set(joined)
    for group in groups:
        for made in joined[:]:
            if not made & group:
                union = made | group
                if union not in seen:
                    seen.add(union)
                    joined.append(union)
                    yield union


def join_needed(starts: Iterable[int], groups: Sequence[int], needed: int = 0) -> Iterator[int]:
    """Yield each set that joins one start and any groups and holds all that is needed, once.

    No parts overlap. A start of 0 is not a set by itself.

    >>> list(join_needed([0], [2, 4]))
    [2, 4, 6]
    >>> list(join_needed([1], [2, 4], 4))
    [5, 7]
    """
    begun: dict[int, None] = {}
    for start in starts:
        for made in _add(start, groups, needed):
            if made not in begun:
                begun[made] = None
                if made:
                    yield made
    yield from join_groups(list(begun), groups)


def _add(made: int, groups: Sequence[int], needed: int) -> Iterator[int]:
    """Yield the set after adding groups, in every way, until it holds all that is needed."""
    missing = needed & ~made
    if not missing:
        yield made
        return
    lowest = missing & -missing
    for group in groups:
        if group & lowest and not group & made:
            yield from _add(made | group, groups, needed)
