"""The parts of a replay: the decks that were dealt, and the rounds of each."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import groupby

from games.messages.turns import tell_deck, tell_stage
from games.presenters.replay.steps import Replay, Step


@dataclass(frozen=True, slots=True)
class Section:
    """Steps that follow each other, the first and the last by number.

    `label` is its number, `title` says what it is.
    """

    label: int
    title: str
    first: int
    last: int


def list_rounds(replay: Replay) -> tuple[Section, ...]:
    """Return the batches of cards that were dealt, deck after deck; the deal begins the first."""
    return tuple(
        Section(steps[0].round, _title_round(replay, first), first, first + len(steps) - 1)
        for first, steps in _group(replay, lambda step: (step.deck, step.round))
    )


def list_bands(replay: Replay) -> tuple[Section, ...]:
    """Return the decks of a game of several, else its rounds: the parts that points are told by."""
    if not has_several_decks(replay):
        return list_rounds(replay)
    return tuple(
        Section(steps[0].deck, tell_deck(steps[0].deck), first, first + len(steps) - 1)
        for first, steps in _group(replay, lambda step: step.deck)
    )


def has_several_decks(replay: Replay) -> bool:
    """Return whether the cards were shuffled anew."""
    return replay.steps[-1].deck > 1


def find_deals(replay: Replay) -> list[int]:
    """Return the steps at which the cards of a round were dealt."""
    return [0, *[section.last for section in list_rounds(replay)[:-1]]]


def _group(replay: Replay, part_of: Callable[[Step], Hashable]) -> list[tuple[int, list[Step]]]:
    """Return the steps of each part, with the number of the first."""
    groups, first = [], 0
    for _, steps in groupby(replay.steps, key=part_of):
        found = list(steps)
        groups.append((first, found))
        first += len(found)
    return groups


def _title_round(replay: Replay, first: int) -> str:
    """Return what a round is called: "Round 2 of 6", "Deck 2 · Round 3 of 6"."""
    deck = replay.steps[first].deck if has_several_decks(replay) else None
    if replay.variant.rounds == 1:
        return "" if deck is None else tell_deck(deck)
    return tell_stage(replay.variant.stage(replay.states[max(first - 1, 0)]), deck)
