"""What is said about one step of a lesson."""

from __future__ import annotations

from typing import NamedTuple


class Said(NamedTuple):
    """What a step asks for, and the answer to another move that the rules allow.

    A step without an answer of its own has the usual one: what it asks for stands above.
    """

    asks: str
    insists: str = ""
