"""What a move of Triple Four does, as values instead of words."""

from dataclasses import dataclass

from games.rules.facts import Fact, make_fact
from games.rules.triple_four.notation import Action
from games.rules.triple_four.state import GOAL
from games.rules.wording.trays import say_play


@dataclass(frozen=True, slots=True)
class Explanation:
    """A move of Triple Four, explained; `str()` says it in English without the player's name.

    `cards` are those laid down or discarded, or the card drawn from the discard pile where it is
    known. A match or a take has the text of its `triplet` card and what its `jokers` stand for, or
    None where they could be anything or there are none. `matched` is how many triplet cards the
    player has matched after the move, 0 where that is not told.

    >>> str(Explanation(Action.DISCARD, ("XX",)))
    'discards a joker'
    """

    action: Action
    cards: tuple[str, ...] = ()
    triplet: Fact | None = None
    jokers: Fact | None = None
    matched: int = 0

    @property
    def form(self) -> str:
        """The code of the sentence for this move."""
        if self.action is Action.DRAW_DISCARD and self.cards:
            return "draw_card"
        code = str(self.action).replace(" ", "_")
        return f"{code}_counted" if self.matched else code

    @property
    def laid(self) -> Fact:
        """The cards, with what the jokers among them stand for."""
        if self.jokers is None:
            return make_fact("laid_down", cards=self.cards)
        return make_fact("laid_down_as", cards=self.cards, jokers=self.jokers)

    @property
    def goal(self) -> int:
        """How many matched triplet cards win."""
        return GOAL

    def __str__(self) -> str:
        return say_play(self)
