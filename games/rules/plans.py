"""Plans: which move a seat would make on its next turn, and whether it may be made by then."""

import re
from collections.abc import Sequence
from itertools import pairwise

from games.rules.conditions import Condition, When
from games.rules.state import State
from games.rules.variant import AnyMove, AnyVariant


def find_example(variant: AnyVariant, state: State, seat: int, condition: Condition) -> str:
    """Return the card that counts as dropped while a plan is composed, "" for other conditions.

    For a rank it stands for whichever card of that rank will be dropped. `state` is masked for the
    seat. Raises ValueError for a condition that can never come true.
    """
    possible = variant.plan_conditions(state, seat)
    if condition not in possible:
        raise ValueError(f"{condition} cannot come true")
    if condition.when is not When.DROPPED:
        return ""
    if not condition.is_of_rank:
        return condition.of
    drops = [other.of for other in possible if other.when is When.DROPPED]
    alike = [card for card in drops if len(card) > 1 and card[0] == condition.of]
    return variant.choose_example(state, alike)


def find_planned(
    variant: AnyVariant,
    states: Sequence[State],
    condition: Condition,
    *,
    text: str,
    example: str,
) -> str | None:
    """Return the text of a planned move if its condition has come true, else None.

    `states` are those since the plan was made, from the one that it was made on to the present.
    The move may be illegal by now. A condition about a card that the move uses has not come true if
    the card no longer lies there; if several fit, the newest that lies there counts.
    """
    if condition.when is not When.DROPPED:
        return text if variant.is_unchanged(states[0], states[-1], condition, text) else None
    laid = [(variant.dropped_card(before, after), after) for before, after in pairwise(states)]
    fitting = [each for each in laid if each[0] and each[0].startswith(condition.of)]
    for card, then in reversed(fitting):
        planned = re.sub(rf"\b{example}\b", card, text)
        if variant.is_unchanged(then, states[-1], condition, planned):
            return planned
    return None


def find_only_move(variant: AnyVariant, state: State) -> AnyMove | None:
    """Return the move of the seat to move if it has no other, else None."""
    moves = variant.moves(state)
    first, second = next(moves, None), next(moves, None)
    return first if second is None else None
