"""The texts for faults in a record and for differences found by the audit."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from games.messages.facts import tell_fact
from games.messages.records import (
    name_later_shuffle,
    name_pack,
    tell_finding,
    tell_invalid_record,
)
from games.rules import VARIANTS
from games.rules.facts import make_fact
from games.rules.record import InvalidRecord, check_record, read_record
from games.rules.wording.documents import SENTENCES
from tests.records.test_recorded_games import RECORDS

GOOD = RECORDS["trifecta/v1-draw.json"].read_bytes()


def refuse(**changes: Any) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as refused:
        check_record(read_record({**json.loads(GOOD), **changes}))
    return refused.value


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"events": 1}, "events: This must be a list, not 1."),
        ({"variant": []}, "variant: This must be the name of a game, not a list."),
        ({"picks": []}, "picks: The list has 0 entries, but replaying the game gives 2."),
        ({"decks": [{}] * 2}, "decks: This list has 2 entries but must have 1."),
        ({"options": {"target": 21}}, "options: This deal is not possible: there is no option"),
        ({"result": None}, "result: The game is not finished; only a finished game can be checked"),
    ],
)
def test_a_fault_in_a_record_is_reported_with_its_place(changes: dict[str, Any], text: str) -> None:
    invalid = refuse(**changes)
    assert tell_invalid_record(invalid).startswith(text)
    assert tell_invalid_record(invalid) == str(invalid)


def test_a_wrong_move_is_reported_with_its_number_and_marked_cards() -> None:
    invalid = InvalidRecord(
        "events[12].text",
        "illegal_move",
        move=11,
        text="7S",
        reason=make_fact("card_not_held", card="7S"),
    )
    told = tell_invalid_record(invalid)
    assert told == "Move 11 (events[12].text): The move 7S is not legal: You do not hold 7♠."
    assert told == str(invalid)
    assert [part.text for part in told.parts if part.code] == ["7♠"]


def test_a_fault_of_the_whole_record_has_no_place() -> None:
    assert tell_invalid_record(InvalidRecord("", "empty_file")) == "This is empty."


def test_a_difference_found_by_the_audit_is_reported_with_its_place() -> None:
    stored = make_fact("stored", stored="1", derived="0")
    told = "to_move: The stored value is 1, but replaying the game gives 0."
    assert tell_finding("to_move", stored) == told
    reason = make_fact("option_of_others", option="partnership", numbers=(4,), players=2)
    assert tell_finding("options", make_fact("impossible_table", reason=reason)) == (
        "options: This table cannot be created: partnership needs 4 players, not 2."
    )
    assert tell_finding("", make_fact("no_replay", error="KeyError")) == (
        "The game cannot be replayed: KeyError."
    )


def test_packs_and_shuffles_have_names() -> None:
    packs = {f"pack_{name}" for game in VARIANTS.values() for name, _ in game.extra_packs}
    assert packs <= SENTENCES.keys()
    assert (name_pack(""), name_pack("triplets")) == ("The deck", "The triplet cards")
    assert name_later_shuffle(3, 41) == "Shuffle 3, at step 41"


def test_each_text_about_documents_agrees_with_the_rules_engine() -> None:
    values: dict[str, Any] = dict.fromkeys(
        ("given", "derived", "reason", "triplet"), make_fact("a_list")
    )
    values |= dict.fromkeys(("low", "high", "most", "found", "length", "players", "version"), 2)
    values |= dict.fromkeys(("number", "line", "column", "mover", "seat"), 3)
    values |= dict.fromkeys(("where", "name", "place", "expected", "option", "title"), "there")
    values |= dict.fromkeys(("choices", "known", "text", "notation"), "this, that")
    values |= {"cards": ("5D", "QC"), "worth": 8, "faces": "Q", "numbers": (3, 4)}
    for code, count in product(SENTENCES, (1, 2)):
        fact = make_fact(code, **values, count=count)
        assert tell_fact(fact) == str(fact)
        assert "{" not in str(fact)
