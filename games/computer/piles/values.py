"""What a variant says of its cards and points, in the form in which the players count.

Points here are differences: what a side gains less what the others gain.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, pi, sqrt
from typing import Final

from games.rules.cards import BIT, HIDDEN
from games.rules.fishing import AnyFishing, FishingGame
from games.rules.state import TableState

_SPREAD: Final = 2.5
"""How unevenly the remaining cards fall to the sides: the variance of the lead per card."""
_CARD_OF: Final = {bit: card for card, bit in BIT.items()}


@dataclass(frozen=True, slots=True)
class Scoring:
    """The cards and points of one game; see `FishingGame`. Each card is a set of one."""

    pack: tuple[int, ...]
    numbers: Mapping[int, tuple[int, ...]]
    top: int
    faces: Mapping[int, int]
    """The set of all cards of the same rank, for each face card."""
    sweep: float
    """The points for a capture that empties the table."""
    score_form: Callable[[int, int | None, int], float] | None
    """Returns the points for the form of a capture: the card, what it is read as, what it takes.

    None where forms score nothing: asking each time would cost a fifteenth of a choice.
    """
    points_of_more: float
    takes_many_faces: bool
    keeps_builds: bool
    hand_size: int
    next_starter: int


def read_scoring(game: AnyFishing, state: TableState) -> Scoring:
    """Return the cards and points of a game with the options of this state."""
    numbers = {BIT[card]: readings for card, readings in game.numbers_in(state).items()}
    ranks: dict[str, int] = {}
    for card in game.pack:
        ranks[card[0]] = ranks.get(card[0], 0) | BIT[card]
    face_ranks = {_CARD_OF[bit][0] for bit, readings in numbers.items() if not readings}
    return Scoring(
        pack=tuple(sorted(BIT[card] for card in game.pack)),
        numbers=numbers,
        top=game.top_in(state),
        faces={BIT[card]: ranks[card[0]] for card in game.pack if card[0] in face_ranks},
        sweep=float(game.sweep_points(state)),
        score_form=_count_form(game) if _scores_forms(game) else None,
        points_of_more=float(game.points_of_more),
        takes_many_faces=game.takes_many_faces,
        keeps_builds=game.keeps_builds,
        hand_size=game.hand_size,
        next_starter=game.next_starter(state),
    )


def _scores_forms(game: AnyFishing) -> bool:
    return type(game).score_form is not FishingGame.score_form


@cache
def _count_form(game: AnyFishing) -> Callable[[int, int | None, int], float]:
    """Return a function that adds up the points of a form and remembers them."""

    @lru_cache(maxsize=1 << 16)
    def count_form(card: int, number: int | None, taken: int) -> float:
        return float(sum(points for _, points in game.score_form(_CARD_OF[card], number, taken)))

    return count_form


def weigh_cards(game: AnyFishing, state: TableState, side: int) -> dict[int, float]:
    """Return, for each card, the points that capturing it now brings a side.

    They are the card's own points and its share of the chance to capture the most of something.
    """
    secrets = game.secret_cards(state)
    # A secret card that can be seen is counted below, like the hidden ones.
    weights = {
        BIT[card]: float(game.card_points(state, card) - secrets.count(card)) for card in game.pack
    }
    gone = 0
    for captured in state.captured:
        gone |= captured
    others = [captured for other, captured in enumerate(state.captured) if other != side]
    for cards, points in game.most_in(state):
        left = (cards & ~gone).bit_count()
        ahead = (state.captured[side] & cards).bit_count() - max(
            (captured & cards).bit_count() for captured in others
        )
        slope = _slope_of_lead(ahead, left, points)
        for bit in weights:
            if bit & cards:
                weights[bit] += slope
    left = sum(not bit & gone for bit in weights)
    for secret in secrets:
        if secret == HIDDEN:
            # It may be any card that is not yet captured.
            for bit in weights:
                weights[bit] += 1 / max(left, 1)
        elif secret is not None:
            weights[BIT[secret]] += 1
    return weights


def _slope_of_lead(ahead: int, left: int, points: float) -> float:
    """Return the expected points of one more card on a line, with `left` cards to come."""
    deviation = sqrt(_SPREAD * left + 0.5)
    return 2 * points * exp(-((ahead / deviation) ** 2) / 2) / (deviation * sqrt(2 * pi))
