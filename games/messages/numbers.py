"""Points and other numbers in texts."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

from games.messages.language import ngettext, remembered
from games.rules.wording.values import show_number

Points = int | Fraction | Decimal


def show_count(number: int) -> str:
    """Return how many there are, a large number in groups of digits: "12,345"."""
    return number_format(number, force_grouping=True)


def show_decimal(number: float, *, places: int) -> str:
    """Return a number, rounded, with so many places: "1.4"."""
    return number_format(f"{number:.{places}f}")


def show_exact(number: float) -> str:
    """Return a number with the places that it needs: "0.5", "2"."""
    return number_format(f"{number:g}")


@remembered(256)
def show_points(points: Points) -> str:
    """Return points as a sheet shows them: nothing for 0, a half as ½.

    >>> show_points(Fraction(3, 2)), show_points(0)
    ('1½', '')
    """
    return show_number(points) if points else ""


@remembered(1024)
def count_points(points: Points, unit: str = "points") -> str:
    """Return points with what they are called in a game: "1 point", "2½ points", "3 matches"."""
    count = math.ceil(points)
    sentence = (
        ngettext("{points} match", "{points} matches", count)
        if unit == "matches"
        else ngettext("{points} point", "{points} points", count)
    )
    return sentence.format(points=show_number(points))
