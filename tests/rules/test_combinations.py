"""Splitting into groups, compared with brute force."""

import random
import time

import pytest

from games.rules.combinations import can_split, find_sums, join_groups
from tests.rules import oracle

Flexible = list[tuple[tuple[int, ...], int]]


def test_splitting_agrees_with_brute_force() -> None:
    chance = random.Random(1)
    answers = []
    for _ in range(1500):
        value = chance.randint(1, 14)
        units = [chance.randint(1, min(value + 1, 14)) for _ in range(chance.randint(1, 7))]
        if chance.random() < 0.5 and sum(units) % value:
            units.append(value - sum(units) % value)
        answer = can_split([(unit,) for unit in units], value)
        assert answer == oracle.splits(units, value), (units, value)
        answers.append(answer)
    assert 200 < sum(answers) < 1300


def test_splitting_with_the_wild_king_and_aces_of_two_values_agrees_with_brute_force() -> None:
    chance = random.Random(2)
    for _ in range(400):
        value = chance.randint(3, 14)
        choices = [[chance.randint(1, value)] for _ in range(chance.randint(0, 4))]
        choices += chance.choice([[[3, 4, 5, 6, 7, 8, 9]], [[1, 14]] * 2, [[1, 14]] * 3])
        expected = bool(oracle.group_counts(choices, value))
        assert can_split(choices, value) == expected, (choices, value)


@pytest.mark.parametrize(
    ("units", "value", "expected"),
    [
        ([9, 1, 8, 2, 2, 3, 5, 10], 10, True),  # the tutorial's group build of 10
        ([5, 5, 2, 3], 5, True),
        ([4, 4, 4, 4, 4], 10, False),  # 20 in all, and no group
        ([6, 6, 6, 4, 4, 4], 10, True),
        ([7, 7, 7, 7, 2], 10, False),
        ([3, 3, 3, 1], 5, False),
    ],
)
def test_a_known_table_splits_or_not(units: list[int], value: int, expected: bool) -> None:
    assert can_split([(unit,) for unit in units], value) is expected


def test_a_unit_without_a_number_fits_nowhere() -> None:
    assert not can_split([(5,), ()], 5)


def test_splitting_fifty_units_takes_milliseconds_even_where_the_answer_is_no() -> None:
    chance = random.Random(3)
    worst = 0.0
    for _ in range(400):
        value = chance.randint(7, 14)
        numbers = chance.sample(range(1, value), chance.randint(2, min(value - 1, 6)))
        units: list[tuple[int, ...]] = [
            (chance.choice(numbers),) for _ in range(chance.randint(20, 50))
        ]
        if chance.random() < 0.5:
            units.append(tuple(range(3, 10)))
        begun = time.process_time()
        can_split(units, value)
        worst = max(worst, time.process_time() - begun)
    assert worst < 0.1


def test_the_sums_of_a_table_are_all_its_groups() -> None:
    chance = random.Random(4)
    for _ in range(60):
        units = [(chance.randint(1, 9), 1 << place) for place in range(chance.randint(0, 7))]
        many: Flexible = chance.choice([[], [((3, 4, 5, 6, 7, 8, 9), 1 << 8)], [((1, 14), 1 << 8)]])
        two: Flexible = chance.choice([[], [((1, 14), 1 << 9)]])
        flexible = many + two
        sums = find_sums(units, 12, flexible)
        everything: Flexible = [((number,), bits) for number, bits in units] + flexible
        for goal in range(1, 13):
            expected = set()
            for chosen in range(1 << len(everything)):
                members = [unit for place, unit in enumerate(everything) if chosen >> place & 1]
                reach = {0}
                for numbers, _ in members:
                    reach = {made + number for made in reach for number in numbers}
                if goal in reach:
                    expected.add(sum(bits for _, bits in members))
            assert sorted(sums.get(goal, [])) == sorted(expected)


def test_joining_groups_yields_every_union_once() -> None:
    assert sorted(join_groups([0], [0b0011, 0b0110, 0b1100, 0b1000])) == [
        0b0011, 0b0110, 0b1000, 0b1011, 0b1100, 0b1110, 0b1111,
    ]  # fmt: skip


def test_joining_groups_leaves_the_starts_out_even_where_they_are_made_again() -> None:
    assert sorted(join_groups([0b001, 0b111], [0b110, 0b010])) == [0b011]
