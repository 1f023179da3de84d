"""Reading, playing and checking records: every fault is reported with its place."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games import rules
from games.rules.record import (
    MAX_BYTES,
    InvalidRecord,
    RecordedEvent,
    check_record,
    derive_record,
    parse_record,
    play_record,
    read_record,
    write_record,
)
from games.rules.wording import SENTENCES
from tests.records.make import choose_any, play_game
from tests.rules.builds import GAMES

RECORDS = Path(__file__).resolve().parent.parent / "records" / "trifecta"
DOCUMENT = json.loads((RECORDS / "v1-half-point.json").read_bytes())
AMONG_SEVERAL = json.loads(
    RECORDS.parent.joinpath("casino", "v1-resignation-among-several.json").read_bytes()
)
LATE = DOCUMENT["decks"][0]["cards"][51]
"""A card that is dealt in the last round."""

Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> dict[str, Any]:
    document: dict[str, Any] = copy.deepcopy(DOCUMENT)
    change(document)
    return document


def refusal_of(document: object) -> str:
    with pytest.raises(InvalidRecord) as refused:
        check_record(read_record(document))
    assert refused.value.fact.code in SENTENCES
    assert refused.value.place in str(refused.value)
    return str(refused.value)


def put(*path: Any) -> Change:
    """Return a change that sets a value; the keys of its place come first, the value last."""

    def change(document: Any) -> None:
        *keys, key, value = path
        for each in keys:
            document = document[each]
        document[key] = value

    return change


def swap_cards(document: dict[str, Any]) -> None:
    cards = document["decks"][0]["cards"]
    cards[0], cards[51] = cards[51], cards[0]


def test_a_good_record_is_read_played_and_checked() -> None:
    record = read_record(DOCUMENT)
    states = check_record(record)
    assert len(states) == len(record.events) + 1
    assert states == play_record(record)
    assert record.result is not None
    assert record.result.sheet[0]["most_cards"] == Fraction(1, 2)
    assert write_record(record) == DOCUMENT


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (put("format", "pgn"), "format: A record is a JSON object whose format is"),
        (put("format_version", 2), "format_version: This site reads version 1."),
        (
            put("variant", "bridge"),
            "variant: There is no game 'bridge' here; the known games are trifecta",
        ),
        (put("variant", ["trifecta"]), "variant: This must be the name of a game, not a list."),
        (
            put("rules_version", 99),
            "rules_version: Casino Trifecta has no rules of version 99; known versions: 1.",
        ),
        (put("rules_version", True), "rules_version: This must be a whole number"),
        (put("colour", "red"), "The key 'colour' is not known here."),
        (lambda d: d.pop("events"), "events: This is missing."),
        (put("options", {"dealer": 1}), "options: This deal is not possible"),
        (put("options", {"starter": 1}), "options: This deal is not possible"),
        (put("options", {"secrets": ["7H", "7S"]}), "options: 'secrets' is not an option."),
        (put("game", "<b>"), "game: This must be a string of letters"),
        (
            put("move_time", 1.5),
            "move_time: This must be a whole number from 0 to 100000000, not 1.5.",
        ),
        (put("started_at", "yesterday"), "started_at: This must be a time in UTC"),
        (put("started_at", "2025-02-29T10:00:00Z"), "started_at: This must be a time in UTC"),
        (put("players", []), "players: This list has 0 entries but must have 2."),
        (put("players", 0, "name", ""), "players[0].name: This must be a string of 1 to 80"),
        (put("players", 1, "name", "a\u202eb"), "players[1].name: This must be a string"),
        (put("players", 1, "name", "\ud800"), "players[1].name: This must be a string"),
        (
            put("decks", 0, "recipe", 9),
            "decks[0]: The cards cannot be derived: this site has no shuffle version 9.",
        ),
        (put("decks", 0, "seed", "00"), "decks[0].seed: This must be a string of 64"),
        (put("decks", 0, "seed", "0" * 64), "decks[0].commitment: This is not the SHA-256"),
        (put("decks", 0, "seed", None), "decks[0].seed: The seed, the values and the cards"),
        (put("decks", 0, "values", ["ff", ""]), "decks[0]."),
        (put("decks", 0, "values", ["x", ""]), "decks[0].values[0]: This must be up to 64"),
        (put("decks", 0, "cards", 7, "1S"), "decks[0].cards[7]: This must be a card, not '1S'."),
        (
            lambda d: put("decks", 0, "cards", 51, d["decks"][0]["cards"][0])(d),
            "decks[0].cards[51]: ",
        ),
        (swap_cards, "decks[0].cards[0]: The record says"),
        (lambda d: d["decks"][0]["cards"].pop(), "decks[0].cards: This list has 51 entries"),
        (lambda d: d["decks"].append(d["decks"][0]), "decks: This list has 2 entries"),
        (
            lambda d: d["picks"].pop(),
            "picks: The list has 1 entry, but replaying the game gives 2.",
        ),
        (
            lambda d: d["picks"].reverse(),
            "picks[0]: The record says 1, but replaying the game gives 0.",
        ),
        (put("picks", 0, "salt", "0" * 64), "picks[0].commitment: This is not the SHA-256"),
        (put("picks", 0, "salt", None), "picks[0].salt: This must be there"),
        (put("picks", 0, "card", "??"), "picks[0].card: This must be a card or null"),
        (put("events", 5, "kind", "cheat"), "events[5].kind): This must be one of move"),
        (put("events", 5, "seat", 2), "events[5].seat): This must be a whole number from 0 to 1"),
        (put("events", 5, "seat", None), "events[5].seat): This must be the seat that did it"),
        (put("events", 0, "seat", 1), "events[0].seat: It is the turn of seat 0, not of seat 1."),
        (
            put("events", 5, "text", "pass\x00"),
            "events[5].text): This must be a string of up to 400",
        ),
        (put("events", 5, "text", LATE), f"events[5].text): The move {LATE} is not legal: "),
        (put("events", 5, "text", f"{LATE} x 4D"), f"The move {LATE} x 4D is not legal: "),
        (put("events", 5, "text", ""), "events[5].kind): This is not legal: "),
        (put("events", 5, "kind", "timeout"), "events[5].text): This must be empty, not"),
        (put("events", 5, "kind", "resignation"), "events[5].text): This must be empty, not"),
        (put("events", 5, "seconds", float("nan")), "events[5].seconds): This must be a number"),
        (put("events", 5, "seconds", 1e300), "events[5].seconds): This must be a number"),
        (put("events", 5, "seconds", "1"), "events[5].seconds): This must be a number"),
        (lambda d: d["events"].pop(), "events: The game is not over after the last event."),
        (lambda d: d["events"].append(d["events"][-1]), " is not legal: The game is over."),
        (put("result", None), "result: The game is not finished"),
        (put("result", "winners", [0, 1]), "result.winners"),
        (put("result", "winners", [0, 10**9]), "result.winners[1]: This must be a whole number"),
        (
            put("result", "reason", "luck"),
            "result.reason: The record says 'luck', but replaying the game gives 'score'.",
        ),
        (put("result", "sheet", 0, "most_cards", 1), "result.sheet[0].most_cards: The record says"),
        (put("result", "sheet", 0, "most_cards", 0.5), "result.sheet[0].most_cards: This must be"),
        (put("result", "sheet", 0, "most_cards", "2/4"), "result.sheet[0].most_cards: This must"),
        (put("result", "sheet", 0, "luck", 0), "result.sheet[0]: The key 'luck' does not belong"),
        (put("result", "sheet", 1, "total", 99), "result.sheet[1].total: The record says 99"),
        (
            lambda d: d["result"]["sheet"].pop(),
            "result.sheet: The list has 1 entry, but replaying the game gives 2.",
        ),
        (
            put("position", None),
            "position: The record says null, but replaying the game gives an object.",
        ),
        (
            put("position", "to_move", 0),
            "position.to_move: The record says 0, but replaying the game gives null.",
        ),
        (put("position", "passed", 0, 3), "position.passed[0]: The record says 3"),
        (
            put("position", "round", 6.0),
            "position.round: The record says 6.0, but replaying the game gives 6.",
        ),
        (put("position", "luck", 1), "position: The key 'luck' does not belong here."),
    ],
)
def test_a_wrong_record_is_refused_with_the_place(change: Change, sentence: str) -> None:
    assert sentence in refusal_of(changed(change))


def test_a_wrong_move_is_named_by_its_number_in_the_replay_beside_its_place() -> None:
    with pytest.raises(InvalidRecord) as refused:
        check_record(read_record(changed(put("events", 5, "text", LATE))))
    assert str(refused.value).startswith("Move 4 (events[5].text): The move ")
    assert (refused.value.place, refused.value.move) == ("events[5].text", 4)
    fact = refused.value.fact
    assert (fact.code, fact["text"]) == ("illegal_move", LATE)
    assert str(refused.value).endswith(f": {fact}")
    assert str(fact) == f"The move {LATE} is not legal: {fact['reason']}"


def test_a_move_is_written_in_canonical_notation() -> None:
    number, event = next(
        (number, event)
        for number, event in enumerate(DOCUMENT["events"])
        if event["text"].count(" ") > 2 and " x " in event["text"]
    )
    played, taken = event["text"].split(" x ")
    other = f"{played} x {' '.join(reversed(taken.split()))}"
    refusal = refusal_of(changed(put("events", number, "text", other)))
    place = f"Move {number - 1} (events[{number}].text)"
    assert refusal == f"{place}: The move {other} must be written {event['text']}."


def test_a_player_who_drops_out_is_replaced_once_and_the_game_goes_on() -> None:
    document = copy.deepcopy(AMONG_SEVERAL)
    assert document["events"][13]["kind"] == "resignation"
    take_over = {"kind": "take-over", "seat": 1, "text": "easy", "seconds": 0}
    document["events"].insert(14, take_over)
    record = read_record(document)
    states = check_record(record)
    assert states[14] == states[15]
    assert record.events[14] == RecordedEvent("take-over", 1, "easy", 0.0)
    again = copy.deepcopy(document)
    again["events"].insert(16, take_over)
    refusal = "Move 17 (events[16].seat): A computer player already has this seat."
    assert refusal_of(again) == refusal
    document["events"].insert(14, {**take_over, "seat": 2})
    assert refusal_of(document) == "Move 15 (events[14].seat): This player has not dropped out."
    document["events"][14] = {**take_over, "text": ""}
    assert refusal_of(document) == (
        "Move 15 (events[14].text): This must be the level of a computer player."
    )


def test_a_reshuffle_is_no_event_of_a_game_without_one() -> None:
    event = {"kind": "reshuffle", "seat": None, "text": "shuffle 7S", "seconds": 0}
    refusal = refusal_of(changed(lambda d: d["events"].insert(4, event)))
    assert refusal == "Move 3 (events[4].kind): No shuffle is due here."


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_games_with_builds_are_recorded_in_the_same_form(name: str, seed: int) -> None:
    record = play_game(name, seed, styles=[choose_any])
    check_record(record)
    document = write_record(record)
    assert read_record(json.loads(json.dumps(document))) == record
    later_decks = [n for n, event in enumerate(record.events) if event.kind == "reshuffle"]
    assert bool(later_decks) == GAMES[name].variant.deals_decks
    for number in later_decks:
        word, first, *others = record.events[number].text.split()
        swapped = copy.deepcopy(document)
        swapped["events"][number]["text"] = " ".join((word, others[0], first, *others[1:]))
        with pytest.raises(InvalidRecord):
            check_record(read_record(swapped))


def test_a_running_game_is_read_but_cannot_be_replayed() -> None:
    def hide(document: dict[str, Any]) -> None:
        document["decks"][0] |= dict.fromkeys(("seed", "values", "starter", "cards"))
        document["picks"][1] |= {"card": None, "salt": None}
        document["result"] = None
        del document["events"][10:]

    record = read_record(changed(hide))
    assert write_record(record) == changed(hide)
    with pytest.raises(InvalidRecord, match="only a finished game can be checked"):
        check_record(record)
    with pytest.raises(InvalidRecord, match="hidden while the game is running"):
        play_record(record)


def test_an_unfinished_game_with_its_deck_is_replayed_as_far_as_it_goes() -> None:
    document = changed(lambda d: d["events"].__delitem__(slice(10, None)))
    assert len(derive_record(read_record(document))) == 11


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is empty."),
        (b" \r\n", "This is empty."),
        (b'{\r\n "format":\r\n  oops}', "This is not JSON: line 3, column 3."),
        (b"\x00" * 1000, "This is not JSON"),
        (b"\xff\xfe\x00", "This is not text in UTF-8."),
        (b"[" * 100_000, "This is not JSON"),
        (b'{"a":' * 100_000, "This is not JSON"),
        (b"[" * 500 + b"]" * 500, "A record is a JSON object"),
        (b"1" * 100_000, "This is not JSON"),
        (b"null", "A record is a JSON object"),
        (b'{"format": NaN}', "NaN is not a number in JSON."),
        (b'{"format": 1, "format": 2}', "The key 'format' appears twice in one object."),
        (b" " * (MAX_BYTES + 1), "A record is never larger than 1 MB."),
    ],
    ids=range(13),
)
def test_a_file_that_is_no_record_is_refused_in_one_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        parse_record(content)
    assert refused.value.fact.code in SENTENCES
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_key_that_appears_twice_among_many_is_found_at_once() -> None:
    keys = ",".join(f'"{number:x}":0' for number in range(90_000))
    content = f'{{{keys},"15f8f":0}}'.encode()
    assert len(content) < MAX_BYTES
    begin = time.thread_time()
    with pytest.raises(InvalidRecord, match="The key '15f8f' appears twice in one object."):
        parse_record(content)
    assert time.thread_time() - begin < 1.0


def test_junk_deep_inside_is_compared_only_as_deep_as_the_game_is() -> None:
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    refusal = refusal_of(changed(put("position", "hands", deep)))
    assert refusal == "position.hands[0]: The list has 1 entry, but replaying the game gives 0."
    while deep:  # take it apart by hand, or Python's own cleanup would recurse too deep
        deep = deep.pop()


def test_rules_are_found_by_name_and_version() -> None:
    newest = rules.variant("trifecta")
    assert rules.variant("trifecta", newest.rules_version) is newest
    with pytest.raises(rules.UnknownRules) as unknown:
        rules.variant("trifecta", 99)
    assert str(unknown.value) == "Casino Trifecta has no rules of version 99; known versions: 1."
    with pytest.raises(KeyError, match="trifecta"):
        rules.variant("bridge")
