"""Whole games of the games with builds as records: all decks follow from one seed."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from games import rules
from games.rules import shuffle
from games.rules.record import (
    InvalidRecord,
    Player,
    Record,
    RecordedDeck,
    RecordedEvent,
    Result,
    check_record,
    read_record,
    write_record,
)
from tests.present import present

SEED = bytes(range(32))
SET_UPS = [
    ("royal", 2, {}),
    ("royal_casino", 2, {"high_casinos": True, "target": 11}),
    ("spade", 3, {"target": 24, "sweeps": False, "count_out": True}),
    ("casino", 2, {"target": 21, "sweeps": True}),
    ("casino", 3, {"target": 11}),
    ("casino", 4, {"partnership": True, "target": 11, "count_out": True}),
    ("casino", 4, {"target": None}),
]


def play_match(name: str, players: int, options: dict[str, Any]) -> Record:
    """Return the record of a random game with a violation and, of three or more, a quitter."""
    game = rules.variant(name)
    values = ("",) * players
    stream = shuffle.Stream(SEED, values)
    starter, deck = stream.below(players), stream.shuffled(game.pack)
    extras = {name: stream.shuffled(pack) for name, pack in game.extra_packs}
    state = game.begin(deck, players=players, starter=starter, options={**options, **extras})
    assert state.to_move == starter
    chance = random.Random(name)
    events: list[RecordedEvent] = []
    while not state.is_over:
        seat = state.to_move
        if awaited := game.awaited_shuffle(state):
            word, cards = awaited
            event = RecordedEvent("reshuffle", None, f"{word} {' '.join(stream.shuffled(cards))}")
        elif len(events) == 3:
            event = RecordedEvent("timeout", seat)
        elif len(events) == 9 and players > 2 and len(game.totals(state)) > 2:
            event = RecordedEvent("resignation", 2)
        else:
            event = RecordedEvent("move", seat, str(chance.choice(list(game.moves(state)))), 1.5)
        if event.kind == "timeout":
            state = game.timeout(state)
        elif event.kind == "resignation":
            state = game.resign(state, present(event.seat))
        else:
            state = game.play(state, event.text)
        events.append(event)
    winners, reason = present(game.outcome(state))
    return Record(
        variant=name,
        rules_version=game.rules_version,
        options=options,
        move_time=60,
        players=tuple(Player(f"player {seat}") for seat in range(players)),
        decks=(RecordedDeck(1, shuffle.commitment(SEED), SEED, values, starter, deck, extras),),
        events=tuple(events),
        position=game.document(state),
        result=Result(winners, reason, tuple(game.scores(state))),
    )


@pytest.mark.parametrize(("name", "players", "options"), SET_UPS)
def test_a_match_is_written_read_and_checked_from_its_seed(
    name: str, players: int, options: dict[str, Any]
) -> None:
    record = play_match(name, players, options)
    again = read_record(json.loads(json.dumps(write_record(record))))
    assert write_record(again) == write_record(record)
    assert rules.variant(name).document(check_record(again)[-1]) == record.position


def test_a_second_deck_in_another_order_is_noticed() -> None:
    record = play_match("casino", 2, {"target": 21})
    place = next(n for n, event in enumerate(record.events) if event.kind == "reshuffle")
    word, *cards = record.events[place].text.split()
    changed = replace(record.events[place], text=" ".join([word, cards[1], cards[0], *cards[2:]]))
    events = (*record.events[:place], changed, *record.events[place + 1 :])
    with pytest.raises(InvalidRecord) as caught:
        check_record(replace(record, events=events))
    assert caught.value.place.startswith("events[")
