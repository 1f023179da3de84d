"""What a test knows to be there, although its type says that it may be missing."""

from typing import TypeVar

T = TypeVar("T")


def present(value: T | None) -> T:
    assert value is not None
    return value
