"""The choices of cards and triplet cards that a player is likely to make, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice
from typing import Final

from games.presenters.shapes import CardChoice
from games.rules.triple_four.hints import measure_takes, measure_tray
from games.rules.triple_four.listing import list_matches, list_takes
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.triplets import SIZE, sort_cards
from games.rules.variant import AnyVariant

LISTED: Final = 12
"""The most matches and takes that are looked at. With jokers there may be many."""


_STACKS: Final = {Action.DRAW_DECK: "deck", Action.DRAW_DISCARD: "discard-pile"}
"""The ids of what a card is drawn from."""


def likely_choices(
    variant: AnyVariant, state: TripleFourState, viewer: int
) -> Iterator[CardChoice]:
    """Yield the choices of the seat to move; some of them may come twice.

    First come the cards of the hand alone, then what can be matched or taken, with and without its
    triplet card, then the two cards that a third is missing for and what is chosen on the way.
    """
    yield (), ()
    yield from (((card,), ()) for card in sort_cards(state.hands[viewer]))
    laid = list(islice(chain(list_matches(state, viewer), list_takes(state, viewer)), LISTED))
    for move in laid:
        yield move.cards, ()
        yield move.cards, (move.triplet,)
    near = [*measure_tray(state, viewer), *measure_takes(state, viewer)]
    for progress in near:
        if len(progress.held) == SIZE - 1:
            yield progress.held, ()
    yield from (((), (progress.triplet,)) for progress in near)
    for move in laid:
        yield from ((part, ()) for part in combinations(move.cards, SIZE - 1))


def find_choice(state: TripleFourState, move: Move) -> CardChoice:
    """Return what a player chooses for a move: cards of the hand, and a triplet card or a stack."""
    chosen = move.triplet or _STACKS.get(move.action, "")
    return move.cards, ((chosen,) if chosen else ())
