"""Cards, triplet cards and moves of Triple Four in words."""

from collections.abc import Iterable, Sequence

from games.rules.cards import JOKER, SORTED, show_card
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import GOAL, TripleFourState
from games.rules.triple_four.triplets import (
    SIZE,
    TRIPLETS,
    Kind,
    Triplet,
    find_open,
    name_rank,
)

_JOKERS = ("", "a joker", "two jokers", "three jokers")
_PLAIN = {
    Action.DRAW_DECK: "draws from the deck",
    Action.DRAW_DISCARD: "draws from the discard pile",
    Action.PASS: "ends the turn without a discard",
    Action.SHUFFLE: "shuffles the discard pile into a new deck",
}


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words in a row for a sentence: "4♠, 7♠ or 8♠"."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def name_cards(cards: Sequence[str]) -> str:
    """Return cards for a sentence, jokers by their word.

    >>> name_cards(["JH", "XX", "XX"])
    'J♥ and two jokers'
    """
    plain = [show_card(card) for card in cards if card != JOKER]
    jokers = len(cards) - len(plain)
    return join_words([*plain, *([_count_jokers(jokers)] if jokers else [])])


def _count_jokers(count: int) -> str:
    return _JOKERS[count] if count < len(_JOKERS) else f"{count} jokers"


def name_triplet(name: str) -> str:
    """Return what stands on a triplet card, as it is quoted in a sentence."""
    return f"“{TRIPLETS[name].text}”"


def name_laid(name: str, cards: Sequence[str]) -> str:
    """Return three cards that satisfy a triplet card, with what their jokers stand for.

    >>> name_laid("T37", ["JH", "QD", "XX"])
    'J♥, Q♦ and a joker as a red king'
    >>> name_laid("T51", ["5S", "6S", "XX"])
    '5♠, 6♠ and a joker as 4♠ or 7♠'
    """
    meaning = read_jokers(name, cards)
    return f"{name_cards(cards)} as {meaning}" if meaning else name_cards(cards)


def read_jokers(name: str, cards: Sequence[str]) -> str:
    """Return what the jokers among cards that satisfy a triplet card stand for, in words.

    Empty without jokers, and where all the cards are: they may be anything then. Where a suit run
    leaves two jokers several places, they take the lowest.
    """
    plain = [card for card in cards if card != JOKER]
    if not plain or len(plain) == len(cards):
        return ""
    triplet = TRIPLETS[name]
    left = [places for pattern in triplet.patterns if (places := find_open(pattern, plain))]
    if len(plain) == SIZE - 1:
        return join_words([_name_place(triplet, places[0]) for places in left], "or")
    first, second = left[0]
    if first == second:
        return _name_place(triplet, first, is_plural=True)
    return join_words([_name_place(triplet, place) for place in (first, second)])


def _name_place(triplet: Triplet, place: frozenset[str], *, is_plural: bool = False) -> str:
    """Return the words for a card of which any of these does: "a red king"."""
    any_card = next(card for card in SORTED if card in place)
    if triplet.kind is Kind.SUIT_RUN:
        return show_card(any_card)
    rank = name_rank(any_card[0])
    if triplet.kind is not Kind.THREE_OF_A_KIND:
        rank = f"{'red' if any_card[1] in 'HD' else 'black'} {rank}"
    if is_plural:
        return f"{rank}s"
    return f"{'an' if rank in ('ace', '8') else 'a'} {rank}"


def describe_move(move: Move) -> str:
    """Return the move in words, without the player's name.

    >>> describe_move(Move(Action.MATCH, ("JH", "QD", "XX"), "T37"))
    'matches “J Q K, all red” with J♥, Q♦ and a joker as a red king'
    """
    if move.action is Action.DISCARD:
        return f"discards {name_cards(move.cards)}"
    if move.action in (Action.MATCH, Action.TAKE):
        verb = "matches" if move.action is Action.MATCH else "takes over"
        shown = name_triplet(move.triplet)
        return f"{verb} {shown} with {name_laid(move.triplet, move.cards)}"
    return _PLAIN[move.action]


def name_reading(move: Move) -> str:
    """Return the few words that tell a move from others with the same cards.

    >>> name_reading(Move(Action.TAKE, ("8S", "8H", "XX"), "T55"))
    'Take “three of a kind”'
    """
    if not move.triplet:
        return str(move.action).capitalize()
    return f"{str(move.action).capitalize()} {name_triplet(move.triplet)}"


def explain_move(state: TripleFourState, move: Move) -> str:
    """Return the move with what it brings; see `Variant.explain`."""
    seat = state.to_move
    if move.action is Action.DRAW_DISCARD and state.discard:
        return f"draws {name_cards(state.discard[-1:])} from the discard pile"
    if move.action in (Action.MATCH, Action.TAKE) and seat is not None:
        count = len(state.matched[seat]) + 1
        return f"{describe_move(move)}: {count} of {GOAL}"
    return describe_move(move)


def explain_late_turn(before: TripleFourState, after: TripleFourState) -> str:
    """Return what the clock did for the seat whose time ran out between the two states.

    It holds nothing that not everybody saw: the discarded card lies open.
    """
    discarded = after.discard[-1:] if len(after.discard) > len(before.discard) else ()
    if before.drawn is None and after.owed is not None:
        return "draws from the deck, which is shuffled first"
    if not discarded:
        return "ends the turn without a discard"
    draws = "draws from the deck and " if before.drawn is None and before.can_draw else ""
    return f"{draws}discards {name_cards(discarded)}"


def tell_stage(state: TripleFourState, warning: int, limit: int) -> str:
    """Return how long nobody has matched or taken, once that may end the game."""
    if state.quiet < warning:
        return ""
    return f"{state.quiet} of {limit} turns without a match"


def list_texts(names: Iterable[str]) -> str:
    """Return what stands on triplet cards, for a reason: “three red queens” and “...”."""
    return join_words([name_triplet(name) for name in names])
