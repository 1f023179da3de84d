"""The scoring of each capturing game, as the computer players use it.

Points here are differences: what a side gains less what the others gain.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import exp, pi, sqrt
from typing import Any, Final

from games.rules.cards import BIT, HIDDEN, PACK, SUIT_SETS, set_of
from games.rules.casino.values import NUMBERS as CASINO_NUMBERS
from games.rules.royal.values import NUMBERS as ROYAL_NUMBERS
from games.rules.trifecta.points import score_capture
from games.rules.trifecta.values import FACE_SETS
from games.rules.trifecta.values import NUMBERS as TRIFECTA_NUMBERS

EVERY_CARD: Final = set_of(PACK)
Line = tuple[int, float]
"""A set of cards, and the points for capturing the most of them."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The values and points of one game. Each card is a set of one."""

    numbers: Mapping[int, tuple[int, ...]]
    points: Mapping[int, float]
    top: int
    """The highest number that cards add up to."""
    lines: tuple[Line, ...] = ()
    faces: Mapping[int, int] = field(default_factory=dict)
    """The set of all cards of the same rank, for each face card."""
    takes_many_faces: bool = False
    """Whether a face card can take several of its rank, take a trifecta, and be built."""
    score_form: Callable[[int, int | None, int], float] | None = None
    """Return the points for the form of a capture: the card, what it is read as, what it takes."""
    form_of_more: float = 0.0
    """The points for one more card in a capture that is big enough to score."""
    keeps_builds: bool = True
    """Whether the holding rule lasts as long as the build lies on the table."""
    alternates_starter: bool = False
    """Whether another seat starts every other round."""
    spread: float = 2.5
    """How unevenly the remaining cards fall to the sides: the variance of the lead per card."""


def _numbers_by_bit(numbers: Mapping[str, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    return {BIT[card]: readings for card, readings in numbers.items()}


_CARD_OF: Final = {bit: card for card, bit in BIT.items()}
_form_cache: dict[tuple[int, int | None, int], float] = {}
_FORMS_KEPT: Final = 1 << 16


def _score_trifecta_form(card: int, number: int | None, taken: int) -> float:
    key = (card, number, taken)
    points = _form_cache.get(key)
    if points is None:
        if len(_form_cache) > _FORMS_KEPT:
            _form_cache.clear()
        points = float(sum(p for _, p in score_capture(_CARD_OF[card], number, taken)))
        _form_cache[key] = points
    return points


_ACES_AND_CASINOS: Final = {
    **{BIT[card]: 1.0 for card in ("AS", "AH", "AD", "AC", "2S")},
    BIT["TD"]: 2.0,
}
_CASINO_FACES: Final = {
    BIT[card]: set_of(other for other in PACK if other[0] == card[0])
    for card in PACK
    if card[0] in "JQK"
}

SCORINGS: Final[Mapping[str, Scoring]] = {
    "casino": Scoring(
        numbers=_numbers_by_bit(CASINO_NUMBERS),
        points=_ACES_AND_CASINOS,
        lines=((EVERY_CARD, 3.0), (SUIT_SETS["S"], 1.0)),
        faces=_CASINO_FACES,
        top=10,
    ),
    "royal": Scoring(
        numbers=_numbers_by_bit(ROYAL_NUMBERS),
        points=dict.fromkeys(BIT.values(), 1.0),
        top=14,
    ),
    "trifecta": Scoring(
        numbers=_numbers_by_bit(TRIFECTA_NUMBERS),
        points=_ACES_AND_CASINOS,
        lines=((EVERY_CARD, 1.0), (SUIT_SETS["S"], 1.0), (SUIT_SETS["D"], 1.0)),
        faces={BIT[card]: FACE_SETS[card[0]] for card in PACK if card[0] in "JQK"},
        takes_many_faces=True,
        score_form=_score_trifecta_form,
        form_of_more=1.0,
        keeps_builds=False,
        alternates_starter=True,
        top=12,
    ),
}
"""The scoring of each game by name. A new game of this family adds its own here."""


def weigh_cards(scoring: Scoring, state: Any, side: int) -> dict[int, float]:
    """Return, for each card, the points that capturing it now brings a side.

    They are the card's own points and its share of the chance to capture the most of something.
    """
    weights = {bit: scoring.points.get(bit, 0.0) for bit in BIT.values()}
    gone = 0
    for captured in state.captured:
        gone |= captured
    others = [captured for other, captured in enumerate(state.captured) if other != side]
    for cards, points in scoring.lines:
        left = (cards & ~gone).bit_count()
        ahead = (state.captured[side] & cards).bit_count() - max(
            (captured & cards).bit_count() for captured in others
        )
        slope = _slope_of_lead(ahead, left, points, scoring.spread)
        for bit in BIT.values():
            if bit & cards:
                weights[bit] += slope
    _add_secrets(weights, state, (EVERY_CARD & ~gone).bit_count())
    return weights


def _slope_of_lead(ahead: int, left: int, points: float, spread: float) -> float:
    """Return the expected points of one more card on a line, with `left` cards to come."""
    deviation = sqrt(spread * left + 0.5)
    return 2 * points * exp(-((ahead / deviation) ** 2) / 2) / (deviation * sqrt(2 * pi))


def _add_secrets(weights: dict[int, float], state: Any, left: int) -> None:
    """Add the points of the secret cards; a hidden one may be any card not yet captured."""
    for secret in getattr(state, "secrets", ()):
        if secret == HIDDEN:
            for bit in weights:
                weights[bit] += 1 / max(left, 1)
        elif secret is not None:
            weights[BIT[secret]] += 1


def find_next_starter(scoring: Scoring, state: Any) -> int:
    """Return the seat that plays first in the next round."""
    starter = int(state.starter)
    return 1 - starter if scoring.alternates_starter and state.round % 2 else starter
