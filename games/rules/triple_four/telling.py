"""What there is to say of moves, late turns and scores of Triple Four: facts, not words."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.rules.cards import JOKER, SORTED
from games.rules.facts import Fact, make_fact
from games.rules.triple_four.checking import find_triplet, refuse_misfits, refuse_wrong_number
from games.rules.triple_four.explanation import Explanation
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.triplets import (
    SIZE,
    TRIPLETS,
    Amount,
    Kind,
    Triplet,
    find_open,
    tell_rank,
)

_LAID = (Action.MATCH, Action.TAKE)


def describe_move(move: Move) -> Explanation:
    """Return what a move does, whatever the position.

    Raises IllegalMove for a match or a take that no position allows.

    >>> str(describe_move(Move(Action.MATCH, ("JH", "QD", "XX"), "T37")))
    'matches “J Q K, all red” with J♥, Q♦ and a joker as a red king'
    """
    if move.action is Action.DISCARD:
        return Explanation(move.action, move.cards)
    if move.action not in _LAID:
        return Explanation(move.action)
    triplet = find_triplet(move.triplet)
    refuse_wrong_number(move)
    refuse_misfits(move)
    jokers = read_jokers(move.triplet, move.cards)
    return Explanation(move.action, move.cards, triplet.text, jokers)


def explain_move(state: TripleFourState, move: Move) -> Explanation:
    """Return what a move does on the table it is played on; see `Variant.explain`."""
    told = describe_move(move)
    seat = state.to_move
    if move.action is Action.DRAW_DISCARD and state.discard:
        return replace(told, cards=state.discard[-1:])
    if move.action in _LAID and seat is not None:
        return replace(told, matched=len(state.matched[seat]) + 1)
    return told


def read_jokers(name: str, cards: Sequence[str]) -> Fact | None:
    """Return what the jokers among cards that satisfy a triplet card stand for.

    None without jokers, and where all the cards are jokers: then they can be anything. Where two
    jokers have a choice of places in a run of one suit, they take the lowest.

    >>> str(read_jokers("T51", ("5S", "6S", "XX"))), str(read_jokers("T51", ("5S", "XX", "XX")))
    ('4♠ or 7♠', '3♠ and 4♠')
    """
    plain = [card for card in cards if card != JOKER]
    if not plain or len(plain) == len(cards):
        return None
    triplet = TRIPLETS[name]
    left = [places for pattern in triplet.patterns if (places := find_open(pattern, plain))]
    if len(plain) == SIZE - 1:
        readings = [_tell_place(triplet, places[0]) for places in left]
        return _join("jokers_either", readings)
    first, second = left[0]
    if first == second:
        return _tell_place(triplet, first, Amount.SEVERAL)
    return _join("jokers_both", [_tell_place(triplet, place) for place in (first, second)])


def _join(code: str, places: Sequence[Fact]) -> Fact:
    """Return one place alone, or the fact that joins two."""
    first, *others = places
    return make_fact(code, first=first, second=others[0]) if others else first


def _tell_place(triplet: Triplet, place: frozenset[str], amount: Amount = Amount.ONE) -> Fact:
    """Return which card is needed where any card of a place will do: a red king."""
    card = next(card for card in SORTED if card in place)
    if triplet.kind is Kind.SUIT_RUN:
        return make_fact("one_card", card=card)
    colour = "red" if card[1] in "HD" else "black"
    return tell_rank(amount, "any" if triplet.kind is Kind.THREE_OF_A_KIND else colour, card[0])


def name_reading(move: Move) -> Fact:
    """Return what tells a move from others with the same cards.

    >>> str(name_reading(Move(Action.TAKE, ("8S", "8H", "XX"), "T55")))
    'Take “three of a kind”'
    """
    code = f"reading_{str(move.action).replace(' ', '_')}"
    if move.triplet:
        return make_fact(code, triplet=TRIPLETS[move.triplet].text)
    return make_fact(code, cards=move.cards) if move.action is Action.DISCARD else make_fact(code)


def explain_late_turn(before: TripleFourState, after: TripleFourState) -> Fact:
    """Return what the clock did for the seat whose time ran out between the two states.

    It holds only what everybody saw: the discarded card lies face up.
    """
    discarded = after.discard[-1:] if len(after.discard) > len(before.discard) else ()
    if before.drawn is None and after.owed is not None:
        return make_fact("clock_draws_after_shuffle")
    if not discarded:
        return make_fact("clock_passes")
    if before.drawn is None and before.can_draw:
        return make_fact("clock_draws_and_discards", cards=discarded)
    return make_fact("clock_discards", cards=discarded)


def tell_stage(state: TripleFourState, warning: int, limit: int) -> Fact | None:
    """Return how long nobody has matched or taken, once that may end the game."""
    if state.quiet < warning:
        return None
    return make_fact("quiet_turns", turns=state.quiet, limit=limit)


def list_triplets(names: Iterable[str]) -> Fact:
    """Return what stands on triplet cards, as the reason for a score."""
    return make_fact("matched_triplets", triplets=tuple(TRIPLETS[name].text for name in names))
