"""The rare events in a recorded game of Triple Four, which its rules must get right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games import rules
from games.rules.cards import JOKER
from games.rules.record import Record, RecordedEvent
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.triplets import SIZE, TRIPLETS, satisfies

WANTED = (
    *("three_jokers", "two_jokers", "taken_back", "taken_often", "take_wins", "take_of_the_leader"),
    *("run_with_the_ace_high", "suit_run", "three_of_a_kind", "cards_for_two_triplet_cards"),
    *("shuffle", "shuffle_after_a_match", "shuffle_for_the_clock", "several_shuffles"),
    *("equal_card_put_back", "late_after_the_draw", "late_with_a_card_of_the_pile"),
    *("violation", "all_late", "forfeit", "forfeit_among_several"),
    *("resignation", "resignation_out_of_turn", "resignation_among_several", "last_one_left"),
    *("four_of_who_is_out", "four_triplets", "most_triplets", "shared", "shared_by_all"),
    *("2_players", "3_players", "4_players"),
)
"""The events of which each must occur in some record."""

_OFTEN = 4


def find_events(record: Record, states: Sequence[Any]) -> frozenset[str]:
    """Return the events that occur in the record; `states` are those of playing it again."""
    variant = rules.variant(record.variant, record.rules_version)
    found = {f"{len(record.players)}_players", *_of_the_end(variant, record, states[-1])}
    for event, before, after in zip(record.events, states, states[1:], strict=False):
        if event.kind == "move":
            found.update(_of_move(variant.parse(before, event.text), before, after))
        else:
            found.update(_of_event(event, before, after))
        if not after.is_over and len(after.out) > len(before.out):
            how = "forfeit" if event.kind == "timeout" else "resignation"
            found.add(f"{how}_among_several")
    if sum(event.kind == "reshuffle" for event in record.events) > 1:
        found.add("several_shuffles")
    return frozenset(found)


def _of_event(event: RecordedEvent, before: Any, after: Any) -> Iterator[str]:
    if event.kind == "timeout":
        yield "violation"
        if all(after.violations):
            yield "all_late"
        if before.drawn == "deck":
            yield "late_after_the_draw"
        if before.drawn == "discard":
            yield "late_with_a_card_of_the_pile"
    elif event.kind == "resignation":
        if before.to_move not in (None, event.seat):
            yield "resignation_out_of_turn"
    elif event.kind == "reshuffle":
        yield {
            "turn": "shuffle",
            "discard": "shuffle_for_the_clock",
            "end": "shuffle_after_a_match",
        }[str(before.owed.then)]


def _of_move(move: Move, before: Any, after: Any) -> Iterator[str]:
    seat = before.to_move
    if move.action is Action.DISCARD:
        hand = before.hands[seat]
        if before.drawn == "discard" and hand[-1] == move.cards[0]:
            yield "equal_card_put_back"
    elif move.triplet:
        jokers = move.cards.count(JOKER)
        yield {2: "two_jokers", SIZE: "three_jokers"}.get(jokers, "")
        yield from _of_triplet(move, before)
        if move.action is Action.TAKE:
            yield from _of_take(move, before, after)


def _of_triplet(move: Move, before: Any) -> Iterator[str]:
    triplet = TRIPLETS[move.triplet]
    if str(triplet.text).startswith("Q K A"):
        yield "run_with_the_ace_high"
    if not move.cards.count(JOKER):
        yield str(triplet.kind)
    others = [name for name in before.trays[before.to_move] if name != move.triplet]
    if any(satisfies(name, move.cards) for name in others):
        yield "cards_for_two_triplet_cards"


def _of_take(move: Move, before: Any, after: Any) -> Iterator[str]:
    seat = before.to_move
    (pile,) = [pile for pile in after.matched[seat] if pile.triplet == move.triplet]
    times = len(pile.cards) // SIZE - 1
    if times > 1:
        yield "taken_back"
    if times >= _OFTEN:
        yield "taken_often"
    if after.is_over:
        yield "take_wins"
    counts = [len(piles) for piles in before.matched]
    (owner,) = [
        owner
        for owner, piles in enumerate(before.matched)
        if any(each.triplet == move.triplet for each in piles)
    ]
    if counts[owner] == 3:
        yield "take_of_the_leader"


def _of_the_end(variant: Any, record: Record, state: Any) -> Iterator[str]:
    winners, reason = variant.outcome(state)
    yield reason
    if reason == "most_triplets" and len(winners) > 1:
        yield "shared_by_all" if len(winners) == len(record.players) else "shared"
    if len(record.players) > 2 and len(state.staying) < 2:
        yield "last_one_left"
    if any(len(state.matched[seat]) >= variant.goal(state) for seat in state.out):
        yield "four_of_who_is_out"
