"""The documentation is correct: its programs run and print the documented output."""

import doctest
import json
import re
import subprocess
from pathlib import Path

import pytest

from games import rules
from games.messages.language import speak
from games.messages.units import unit_texts
from games.rules import cards, shuffle
from games.rules.record import check_record, parse_record

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
SEED = bytes(range(32))


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_the_rules_of_every_game_say_how_games_over_days_are_timed(name: str) -> None:
    text = " ".join((DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8").split())
    assert "With a time budget, each player has a bank of 1 to 14 days." in text
    shortens = "In a game over days, a move time after a violation in the same turn is one day"
    plays_the_turn = "time again, also in a game over days"
    wanted = plays_the_turn if rules.VARIANTS[name].timeout_plays else shortens
    assert wanted in text


@pytest.mark.parametrize("name", rules.VARIANTS)
@pytest.mark.parametrize(
    ("folder", "sentences"),
    [
        (
            "",
            (
                "A game against the computer can also be played without a timer.",
                "They count in every game over days from the queue or against the computer, and "
                "never in a live game.",
            ),
        ),
        (
            "es",
            (
                "Contra la máquina también se puede jugar sin límite de tiempo.",
                "Cuentan en todas las partidas por correspondencia de la cola o contra la máquina, "
                "y nunca en una partida en vivo.",
            ),
        ),
    ],
)
def test_the_rules_say_how_games_against_the_computer_are_timed(
    name: str, folder: str, sentences: tuple[str, ...]
) -> None:
    text = (DOCS / "rules" / folder / f"{name}.md").read_text(encoding="utf-8")
    for sentence in sentences:
        assert sentence in " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_rules_name_the_point_tracker_as_the_table_does(language: str) -> None:
    folder = DOCS / "rules" / ("" if language == "en" else language)
    section = (folder / "trifecta.md").read_text(encoding="utf-8").partition("### 7.2 ")[2]
    with speak(language):
        name = unit_texts("points").sheet
    assert f"*{name}*" in section.partition("### ")[0]


@pytest.mark.parametrize("page", ["notation.md", "records.md", "shuffle.md"])
def test_the_programs_in_the_documentation_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    result = doctest.testfile(str(DOCS / page), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_documented_shuffle_is_the_one_in_use() -> None:
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


def test_the_position_in_the_documentation_is_valid() -> None:
    text = (DOCS / "notation.md").read_text(encoding="utf-8")
    document = json.loads(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0])
    variant = rules.variant("trifecta")
    state = variant.position(document)
    assert variant.document(variant.position(variant.document(state))) == variant.document(state)


def test_the_record_in_the_documentation_is_valid() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert check_record(parse_record(example.encode()))


def test_every_key_of_a_record_is_documented() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    schema = json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))
    assert [key for key in schema["properties"] if f"`{key}`" not in text] == []


def test_the_code_of_the_guide_to_new_games_is_that_of_its_example() -> None:
    text = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    example = (ROOT / "games" / "rules" / "spade.py").read_text(encoding="utf-8")
    quoted = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert quoted
    assert [code for code in quoted if code not in example] == []


def test_the_guide_to_new_games_names_what_there_is() -> None:
    text = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    places = [name for name in re.findall(r"`([\w./]+)`", text) if "/" in name]
    assert [place for place in places if not (ROOT / place).exists()] == []
    tables = re.findall(r"`(\w+)` in `([\w./]+)`", text)
    assert len(tables) >= 7
    for name, place in tables:
        assert re.search(rf"^{name}\b", (ROOT / place).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_glossary_lists_each_term_once_in_alphabetical_order() -> None:
    lines = (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    terms = [row[0].casefold() for row in rows[2:]]
    assert all(len(row) == 4 and row[0] and row[1] and row[3] for row in rows)
    assert len(terms) > 100
    assert terms == sorted(set(terms), key=lambda term: term.split(" ("))


@pytest.mark.parametrize(
    "page",
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "deploy" / "README.md",
        *sorted(DOCS.rglob("*.md")),
    ],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_every_link_to_another_file_of_the_project_leads_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_readme_lists_every_setting_of_the_environment() -> None:
    environment = (ROOT / "config" / "environment.py").read_text(encoding="utf-8")
    read = re.findall(r'\benv\.\w+\(\s*"([A-Z_]+)"', environment)
    listed = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert len(read) > 20
    assert sorted(listed) == sorted(set(read))


def paths_of_the_map() -> list[str]:
    """Return the paths that the map of the README names."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"## How the code is organised\n\n```\n(.*?)```", text, re.DOTALL)
    paths, folders = list[str](), list[str]()
    line = re.compile(r"^((?:  ){0,2})(\S+(?: {1,2}\S+)*?)(?: {3,}|$)", re.MULTILINE)
    for indent, names in line.findall(block):
        del folders[len(indent) // 2 :]
        paths += ["".join((*folders, name)) for name in names.split()]
        folders.append(names.split()[0])
    return paths


def test_every_path_of_the_map_exists() -> None:
    paths = paths_of_the_map()
    assert len(paths) > 40
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_map_names_every_top_level_directory() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no repository")
    tracked = {path.split("/")[0] for path in listed.stdout.splitlines() if "/" in path}
    assert tracked - {path.split("/")[0] for path in paths_of_the_map()} == set()


ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")


def test_a_file_that_the_architecture_names_exists() -> None:
    folders = "|".join({path.split("/")[0] for path in paths_of_the_map() if "/" in path})
    named = re.findall(rf"`((?:{folders})/[\w./-]+)`", ARCHITECTURE)
    assert any(path.startswith("notices/") for path in named)
    assert not [path for path in named if not (ROOT / path).exists()]


def test_what_the_architecture_names_is_in_that_file() -> None:
    named = re.findall(r"((?:`\w+`(?:, |,? or | and )?)+) in\s+`([\w/]+\.py)`", ARCHITECTURE)
    assert named
    for names, path in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", names):
            found = re.search(rf"^\s*(?:async )?(?:def|class) {name}\b", source, re.MULTILINE)
            assert found, (name, path)


def test_every_promise_names_a_test_that_exists() -> None:
    text = (DOCS / "promises.md").read_text(encoding="utf-8")
    promises = [line for line in text.splitlines() if re.match(r"\| (?!promise \|)\w", line)]
    assert len(promises) > 20
    for promise in promises:
        found = re.search(r"`(tests/[\w/]+\.py)::(\w+)` \|$", promise)
        assert found, promise
        source = (ROOT / found[1]).read_text(encoding="utf-8")
        assert re.search(rf"^(?:async )?def {found[2]}\(", source, re.MULTILINE), promise
