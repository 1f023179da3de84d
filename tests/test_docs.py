"""The documentation is true: its programs run and print what it says."""

import doctest
import json
import re
from pathlib import Path

import pytest

from games import rules
from games.rules import cards, shuffle
from games.rules.record import check_record, parse_record

DOCS = Path(__file__).resolve().parents[1] / "docs"
SEED = bytes(range(32))


@pytest.mark.parametrize("page", ["notation.md", "records.md", "shuffle.md"])
def test_the_programs_in_the_documentation_run(page, monkeypatch):
    monkeypatch.chdir(DOCS.parent)
    result = doctest.testfile(str(DOCS / page), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_documented_shuffle_is_the_one_in_use():
    text = (DOCS / "shuffle.md").read_text(encoding="utf-8")
    examples = {
        e.source.strip(): e.want.strip() for e in doctest.DocTestParser().get_examples(text)
    }
    stream = shuffle.Stream(SEED, ["a1b2", ""])
    starter, deck = stream.below(2), stream.shuffled(cards.PACK)
    assert examples["hashlib.sha256(seed).hexdigest()"] == repr(shuffle.commitment(SEED))
    assert examples["starter"] == str(starter)
    assert examples['" ".join(cards[:12])'] == repr(" ".join(deck[:12]))
    assert examples['hashlib.sha256(salt + b"7H").hexdigest()'] == repr(
        shuffle.pick_commitment(bytes(32), "7H")
    )


def test_the_position_in_the_documentation_is_one():
    text = (DOCS / "notation.md").read_text(encoding="utf-8")
    document = json.loads(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0])
    variant = rules.variant("trifecta")
    state = variant.position(document)
    assert variant.document(variant.position(variant.document(state))) == variant.document(state)


def test_the_record_in_the_documentation_is_one():
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert check_record(parse_record(example.encode()))


def test_every_key_of_a_record_is_documented():
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    schema = json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))
    assert [key for key in schema["properties"] if f"`{key}`" not in text] == []


@pytest.mark.parametrize("variant", rules.VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_key_of_a_position_is_documented(variant):
    text = (DOCS / "notation.md").read_text(encoding="utf-8")
    assert [key for key in variant.keys if f"| `{key}` |" not in text] == []


@pytest.mark.parametrize("variant", rules.VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_line_of_the_point_sheet_is_documented(variant):
    text = (DOCS / "notation.md").read_text(encoding="utf-8")
    assert [name for name, _ in variant.lines if f"`{name}`" not in text] == []
