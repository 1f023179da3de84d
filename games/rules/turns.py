"""Seats in the order of their turns, and what most games deal."""

from typing import Final, TypeVar

T = TypeVar("T")

HAND_SIZE: Final = 4
TABLE_SIZE: Final = 4


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with the one in that place replaced."""
    return (*values[:place], value, *values[place + 1 :])


def seats_from(first: int, seats: int) -> list[int]:
    """Return the seats clockwise, the first one first."""
    return [(first + step) % seats for step in range(seats)]
