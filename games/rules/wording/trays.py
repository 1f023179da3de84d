"""Triple Four: refusals, moves and triplet cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from games.rules.wording.marks import Sentence
from games.rules.wording.marks import mark as _
from games.rules.wording.marks import mark_plural as _n

if TYPE_CHECKING:
    from games.rules.triple_four.explanation import Explanation

_REFUSALS: Final[dict[str, Sentence]] = {
    "no_triplet_move": _(
        "“{text}” is not a move. Moves are written like {first}, {second} or {third}."
    ),
    "triplet_move_not_text": _("A move is written as text, such as {first}, {second} or {third}."),
    "draw_first": _("Draw a card first, from the deck or the discard pile."),
    "already_drawn": _("You have already drawn a card."),
    "nothing_to_draw": _("There is no card to draw. Your turn goes on without one."),
    "deck_empty": _("The deck has run out, and the discard pile has only its top card."),
    "discard_pile_empty": _("The discard pile is empty."),
    "discard_needs_one_card": _("Discard one card."),
    "discard_not_chosen": _("Choose one card from your hand to discard."),
    "discard_just_drawn": _(
        "You drew {cards} from the discard pile this turn. Discard another card."
    ),
    "discard_possible": _("You can pass only when there is no card that you may discard."),
    "cards_not_held": _("You do not hold {cards}."),
    "too_few_held": _n("You hold {card} only once.", "You hold {card} only {count} times."),
    "too_few_jokers_held": _n("You hold only one joker.", "You hold only {count} jokers."),
    "three_not_chosen": _("Choose three cards from your hand."),
    "triplet_not_named": _("Name the triplet card."),
    "unknown_triplet": _("There is no triplet card {name}."),
    "triplet_not_in_tray": _("The triplet card “{triplet}” is not in your tray."),
    "triplet_not_matched": _("No opponent has matched the triplet card “{triplet}”."),
    "match_already_yours": _("The match “{triplet}” is already yours."),
    "no_opponent_match": _("No opponent has matched a triplet card yet."),
    "three_cards_needed": _("A triplet card needs three cards, not {number}."),
    "triplet_not_satisfied": _("{cards} do not fit “{triplet}”."),
    "no_own_triplet_satisfied": _("{cards} do not fit any of your triplet cards."),
    "no_match_satisfied": _("{cards} do not fit any of your opponents’ matches."),
    "shuffle_first": _("First the discard pile must be shuffled into a new deck."),
    "shuffle_not_due": _("The discard pile is shuffled only when the deck has run out."),
    "shuffle_of_other_cards": _(
        "A shuffle must name each card of the discard pile once, except its top card."
    ),
}

_TRIPLETS: Final[dict[str, Sentence]] = {
    "three_red_ace": _("three red aces"),
    "three_red_jack": _("three red jacks"),
    "three_red_queen": _("three red queens"),
    "three_red_king": _("three red kings"),
    "three_red_number": _("three red {number}s"),
    "three_black_ace": _("three black aces"),
    "three_black_jack": _("three black jacks"),
    "three_black_queen": _("three black queens"),
    "three_black_king": _("three black kings"),
    "three_black_number": _("three black {number}s"),
    "red_run": _("{ranks}, all red"),
    "black_run": _("{ranks}, all black"),
    "run_of_spades": _("three spades in a row"),
    "run_of_hearts": _("three hearts in a row"),
    "run_of_diamonds": _("three diamonds in a row"),
    "run_of_clubs": _("three clubs in a row"),
    "three_of_a_kind": _("three of a kind"),
}
"""What stands on triplet cards."""

_JOKERS: Final[dict[str, Sentence]] = {
    "one_red_ace": _("a red ace"),
    "one_red_jack": _("a red jack"),
    "one_red_queen": _("a red queen"),
    "one_red_king": _("a red king"),
    "one_red_number": _("a red {number}"),
    "one_black_ace": _("a black ace"),
    "one_black_jack": _("a black jack"),
    "one_black_queen": _("a black queen"),
    "one_black_king": _("a black king"),
    "one_black_number": _("a black {number}"),
    "one_any_ace": _("an ace"),
    "one_any_jack": _("a jack"),
    "one_any_queen": _("a queen"),
    "one_any_king": _("a king"),
    "one_any_eight": _("an 8"),
    "one_any_number": _("a {number}"),
    "several_red_ace": _("red aces"),
    "several_red_jack": _("red jacks"),
    "several_red_queen": _("red queens"),
    "several_red_king": _("red kings"),
    "several_red_number": _("red {number}s"),
    "several_black_ace": _("black aces"),
    "several_black_jack": _("black jacks"),
    "several_black_queen": _("black queens"),
    "several_black_king": _("black kings"),
    "several_black_number": _("black {number}s"),
    "several_any_ace": _("aces"),
    "several_any_jack": _("jacks"),
    "several_any_queen": _("queens"),
    "several_any_king": _("kings"),
    "several_any_number": _("{number}s"),
    "one_card": "{card}",
    "jokers_both": _("{first} and {second}"),
    "jokers_either": _("{first} or {second}"),
}
"""What jokers stand for."""

_READINGS: Final[dict[str, Sentence]] = {
    "reading_draw_deck": _("Draw from the deck"),
    "reading_draw_discard": _("Draw from the discard pile"),
    "reading_match": _("Match “{triplet}”"),
    "reading_take": _("Take “{triplet}”"),
    "reading_discard": _("Discard {cards}"),
    "reading_pass": _("End the turn"),
    "reading_shuffle": _("Shuffle the discard pile"),
}
"""What tells a move from others with the same cards."""

_EVENTS: Final[dict[str, Sentence]] = {
    "laid_down": _("{cards}"),
    "laid_down_as": _("{cards} as {jokers}"),
    "clock_plays": _("the turn is played automatically"),
    "clock_discards": _("{cards} discarded automatically"),
    "clock_draws_and_discards": _("a card is drawn from the deck and {cards} discarded"),
    "clock_draws_after_shuffle": _("a card is drawn from the deck, which is shuffled first"),
    "clock_passes": _("the turn ends without a discard"),
    "quiet_turns": _("{turns} of {limit} turns without a match"),
    "matched_triplets": _("{triplets}"),
}
"""Parts of a turn, how far the game is, and what a side has matched."""

SENTENCES: Final[dict[str, Sentence]] = {
    **_REFUSALS,
    **_TRIPLETS,
    **_JOKERS,
    **_READINGS,
    **_EVENTS,
}

PLAYS: Final[Mapping[str, str]] = {
    "draw_deck": "draws from the deck",
    "draw_discard": "draws from the discard pile",
    "draw_card": "draws {laid} from the discard pile",
    "match": "matches “{triplet}” with {laid}",
    "match_counted": "matches “{triplet}” with {laid}: {matched} of {goal}",
    "take": "takes “{triplet}” with {laid}",
    "take_counted": "takes “{triplet}” with {laid}: {matched} of {goal}",
    "discard": "discards {laid}",
    "pass": "ends the turn without a discard",
    "shuffle": "shuffles the discard pile into a new deck",
}
"""Moves without the player’s name, by the form of their explanation.

Not marked for translation: a site says who moves, in sentences of its own.
"""


def say_play(explanation: Explanation) -> str:
    """Return what a move does, without the player’s name."""
    return PLAYS[explanation.form].format(
        laid=explanation.laid,
        triplet=explanation.triplet,
        matched=explanation.matched,
        goal=explanation.goal,
    )
