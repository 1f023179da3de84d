"""The stand-alone program in the documentation agrees with the site, without using its code."""

import ast
import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import rules
from games.rules import shuffle
from games.rules.cards import PACK
from games.rules.record import play_record, read_record
from tests.present import present
from tests.vectors import DOCS, read_vectors

SCRIPT = DOCS / "check_shuffle.py"
RECORDS = Path(__file__).resolve().parent / "records"
VECTORS = read_vectors()
SALT = bytes(range(32))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    # -I: nothing of the project can be imported through this directory or the environment.
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), *arguments], capture_output=True, text=True
    )


def record() -> dict[str, Any]:
    """Return the part of a record that describes the deal."""
    vector = VECTORS[0]
    deck = vector | {"recipe": 1, "cards": vector["cards"].split()}
    pick = {"seat": 0, "card": "7H", "salt": SALT.hex()}
    pick["commitment"] = shuffle.pick_commitment(SALT, "7H")
    return {"decks": [deck], "picks": [pick]}


def check(document: dict[str, Any], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document))
    return run(str(file))


def test_there_are_three_vectors() -> None:
    assert len(VECTORS) == 3


@pytest.mark.parametrize("vector", VECTORS)
def test_the_vectors_follow_the_recipe_in_use(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    stream = shuffle.stream(1, seed, vector["values"])
    assert shuffle.commitment(seed) == vector["commitment"]
    assert stream.below(len(vector["values"])) == vector["starter"]
    assert " ".join(stream.shuffled(PACK)) == vector["cards"]


@pytest.mark.parametrize("vector", VECTORS)
def test_the_program_prints_what_a_vector_says(vector: dict[str, Any]) -> None:
    done = run(vector["seed"], *vector["values"])
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"commitment: {vector['commitment']}",
        f"starter: {vector['starter']}",
        f"cards: {vector['cards']}",
    ]


def test_a_true_record_matches(tmp_path: Path) -> None:
    done = check(record(), tmp_path)
    assert done.returncode == 0
    assert done.stdout.count(": matches") == 4


@pytest.mark.parametrize(
    ("place", "name", "value", "said"),
    [
        ("decks", "commitment", "00" * 32, ["commitment"]),
        ("decks", "seed", "11" * 32, ["commitment", "cards"]),
        ("decks", "starter", 0, ["starter"]),
        ("decks", "cards", list(PACK), ["cards"]),
        ("picks", "card", "8H", ["pick of 8H"]),
    ],
)
def test_a_changed_record_does_not_match(
    tmp_path: Path, place: str, name: str, value: str | int | list[str], said: list[str]
) -> None:
    changed = copy.deepcopy(record())
    changed[place][0][name] = value
    done = check(changed, tmp_path)
    assert done.returncode == 1
    wrong = [line.partition(":")[0] for line in done.stdout.splitlines() if "NOT" in line]
    assert wrong == said


def test_later_decks_of_a_game_are_checked_too(tmp_path: Path) -> None:
    document = json.loads((RECORDS / "casino" / "v1-to-21.json").read_text())
    later = [event for event in document["events"] if event["kind"] == "reshuffle"]
    done = check(document, tmp_path)
    assert done.returncode == 0
    assert done.stdout.count("deck of event") == len(later) > 0
    word, *cards = later[-1]["text"].split()
    later[-1]["text"] = " ".join((word, cards[1], cards[0], *cards[2:]))
    assert check(document, tmp_path).returncode == 1


def test_two_packs_and_the_triplet_cards_are_checked_too(tmp_path: Path) -> None:
    documents = [json.loads(path.read_text()) for path in RECORDS.glob("triple_four/*.json")]
    document = next(
        each for each in documents if "reshuffle" in [event["kind"] for event in each["events"]]
    )
    record = read_record(document)
    variant, states = rules.variant(record.variant), play_record(record)
    done = check(document, tmp_path)
    assert done.returncode == 0
    assert "triplets: matches" in done.stdout
    for number, event in enumerate(record.events):
        if event.kind == "reshuffle":
            _, lay = present(variant.awaited_shuffle(states[number]))
            assert f"event {number}, from the order {' '.join(lay)}: compare" in done.stdout
    deck = document["decks"][0]
    printed = run("108+56", deck["seed"], *deck["values"]).stdout.splitlines()
    assert printed[2:] == [
        f"cards: {' '.join(deck['cards'])}",
        f"cards: {' '.join(deck['extras']['triplets'])}",
    ]
    deck["extras"]["triplets"].reverse()
    assert "triplets: DOES NOT MATCH" in check(document, tmp_path).stdout


def test_a_game_that_is_still_running_cannot_be_checked(tmp_path: Path) -> None:
    running = record()
    running["decks"][0]["seed"] = None
    done = check(running, tmp_path)
    assert done.returncode == 1
    assert "finished game" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("00" * 32,),
        ("abc", ""),
        ("zz" * 32, "", ""),
        ("00" * 32, "é", ""),
        ("00" * 32, "g", ""),
    ],
)
def test_wrong_arguments_print_how_to_use_it(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 1
    assert "SEED VALUE" in done.stderr


def test_digits_may_be_capitals_as_on_the_page() -> None:
    seed, *values = "ab" * 32, "c0de", ""
    written = [each.upper() for each in (seed, *values)]
    assert run(*written).stdout == run(seed, *values).stdout != ""


def test_a_record_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record()), encoding="utf-8-sig")
    assert run(str(file)).returncode == 0


def test_it_is_short_and_imports_the_standard_library_only() -> None:
    text = SCRIPT.read_text()
    assert len(text.splitlines()) <= 80
    imported = {
        name.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported == {"hashlib", "hmac", "json", "re", "sys", "Any", "Iterator"}


def test_an_unknown_version_of_the_recipe_is_refused() -> None:
    with pytest.raises(ValueError, match="version 99"):
        shuffle.stream(99, bytes(32), ["", ""])
