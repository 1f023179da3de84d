"""A shuffle that anyone can check: the recipes by version, and version 1 in words.

1. The server draws a seed of 32 bytes and publishes its commitment, the SHA-256 of the seed in
   hexadecimal. Each player may then add a value, a string of hexadecimal digits, or none.
2. Random bytes come in blocks. Block n (counting from 0) is HMAC-SHA256 with the seed as the key
   and this ASCII message: `shuffle 1`, then the players' values in seat order, then n in decimal,
   all joined by `|`. With two players, of whom the second added nothing, and n = 0:
   `shuffle 1|a1b2||0`.
3. Each block is eight numbers of 32 bits, the first byte the highest.
4. To draw a whole number below k, take the next number x; when x is not below the largest
   multiple of k that 2^32 holds, take another; the draw is the remainder of x divided by k.
5. The first draw, below the number of players, is the seat that starts.
6. The pack in its standard order (A to K of spades, hearts, diamonds, clubs) is then shuffled:
   for i from 51 down to 1, swap the cards in places i and (a draw below i + 1), counting places
   from 0. The first card in the result is the first one dealt.

The seed is not drawn here but passed in. A game stores the version that dealt it. A recipe never
changes; a better one is added as the next version.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

VERSION: Final = 1
"""The version with which new games are dealt."""

_WORD: Final = 1 << 32
_HEX: Final = frozenset("0123456789abcdef")


def commitment(seed: bytes) -> str:
    """Return what is published before the deal: the seed's SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def pick_commitment(salt: bytes, card: str) -> str:
    """Return the SHA-256 in hexadecimal of a secret pick's salt followed by the card's code."""
    return hashlib.sha256(salt + card.encode("ascii")).hexdigest()


class Stream:
    """The numbers that follow from a seed of 32 bytes and the players' values, by version 1.

    >>> Stream(bytes(32), ["", ""]).below(2)
    1
    """

    def __init__(self, seed: bytes, values: Sequence[str] = ()) -> None:
        if len(seed) != 32:
            raise ValueError("a seed must have 32 bytes")
        if any(not _HEX.issuperset(value) for value in values):
            raise ValueError("a player's value must be hexadecimal digits, 0 to 9 and a to f")
        self._numbers = _make_numbers(seed, "|".join(["shuffle 1", *values]))

    def below(self, limit: int) -> int:
        """Return the next unbiased whole number from 0 to `limit` - 1."""
        if not 0 < limit <= _WORD:
            raise ValueError("the limit of a draw must be from 1 to 2^32")
        fair = _WORD - _WORD % limit
        while True:
            number = next(self._numbers)
            if number < fair:
                return number % limit

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in the next random order (Fisher-Yates from the end)."""
        order = list(cards)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


def _make_numbers(seed: bytes, prefix: str) -> Iterator[int]:
    for number in count():
        message = f"{prefix}|{number}".encode("ascii")
        yield from struct.unpack(">8I", hmac.digest(seed, message, "sha256"))


RECIPES: Final = {1: Stream}
"""Every recipe by version. Old ones stay, because games were dealt with them."""


def stream(version: int, seed: bytes, values: Sequence[str] = ()) -> Stream:
    """Return the stream of that version of the recipe; ValueError names an unknown version."""
    if version not in RECIPES:
        raise ValueError(f"there is no version {version} of the shuffle's recipe")
    return RECIPES[version](seed, values)
