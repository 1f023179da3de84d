"""The rules texts: every clause that is cited anywhere exists and has an anchor."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from pytest_django import Settings

from games import rules
from games.messages.language import current_language, speak
from games.pictures import cards as card_pictures
from games.presenters import rulebook
from games.rules.building import BuildingGame
from tests.catalogs import write_catalog

ROOT = Path(__file__).resolve().parents[2]
CLAUSES_OF_EACH_SECTION = {1: 7, 2: 6, 3: 6, 4: 12, 5: 9, 6: 5, 7: 4}
TRIFECTA_CLAUSES = [
    f"{section}.{number}"
    for section, count in CLAUSES_OF_EACH_SECTION.items()
    for number in range(1, count + 1)
]


VARIANTS = list(rules.VARIANTS)
ENGINE = ROOT / "games" / "rules"
SHARED = ("games.rules.composing", "games.rules.holding", "games.rules.telling")
"""The modules that cite clauses for every game with builds."""


def games_with(path: Path) -> Iterator[str]:
    """Yield the variants whose rules must have the clauses that a module of the engine cites."""
    module = path.parent if path.parent != ENGINE else path.with_suffix("")
    own = "games.rules." + ".".join(module.relative_to(ENGINE).parts)
    for game in rules.VARIANTS.values():
        used = [base.__module__ for base in type(game).__mro__]
        is_own = any(name == own or name.startswith(f"{own}.") for name in used)
        if is_own or (own in SHARED and isinstance(game, BuildingGame)):
            yield game.name


@cache
def cited_clauses() -> list[tuple[str, str, str]]:
    """Return each string in the rules engine that is a clause number, with file and variant.

    Docstrings do not count. Any other string constant of the form "4.3" does.
    """
    cited = []
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and re.fullmatch(r"\d+\.\d+", value):
                citing = list(games_with(path))
                assert citing, f"whose clause does {path} cite?"
                cited += [(path.name, value, variant) for variant in citing]
    return cited


@pytest.mark.parametrize("clause", TRIFECTA_CLAUSES)
def test_every_clause_of_trifecta_has_text_and_an_anchor(clause: str) -> None:
    assert clause in rulebook.clause_titles("trifecta")
    assert f'id="c{clause}"' in rulebook.rules_page("trifecta")


def test_there_are_no_other_clauses() -> None:
    anchors = re.findall(r'id="c(\d+\.\d+)"', rulebook.rules_page("trifecta"))
    assert anchors == TRIFECTA_CLAUSES


def test_every_clause_that_a_refusal_cites_is_in_the_rules() -> None:
    cited = cited_clauses()
    assert cited, "no clause is cited anywhere: has the engine changed how it cites them?"
    assert {variant for _, _, variant in cited} == set(VARIANTS)
    assert [cite for cite in cited if cite[1] not in rulebook.clause_titles(cite[2])] == []


def test_a_section_can_be_linked_as_well() -> None:
    assert rulebook.clause_titles("trifecta")["4"] == "What you can do on your turn"
    assert '<h2 id="c4">' in rulebook.rules_page("trifecta")


@pytest.mark.parametrize("clause", ["", "4.13", "8.1", "4.", "c4.3", "4.3 "])
def test_an_unknown_clause_is_not_there(clause: str) -> None:
    assert clause not in rulebook.clause_titles("trifecta")


@pytest.mark.parametrize("variant", ["", "bridge", "../notation", "trifecta.md"])
def test_an_unknown_variant_raises(variant: str) -> None:
    with pytest.raises(KeyError, match="trifecta"):
        rulebook.rules_page(variant)
    with pytest.raises(KeyError, match="trifecta"):
        rulebook.clause_titles(variant)


def test_references_in_the_text_are_links() -> None:
    assert '(<a href="#c4.11" class="clause">4.11</a>)' in rulebook.rules_page("trifecta")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_link_of_a_page_leads_to_a_heading_that_links_to_itself(variant: str) -> None:
    page = rulebook.rules_page(variant)
    linked = set(re.findall(r'href="#c([\d.]+)"', page))
    assert linked == set(re.findall(r'id="c([\d.]+)"', page))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_reference_in_the_text_leads_to_a_clause(variant: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{variant}.md").read_text(encoding="utf-8")
    for number in set(re.findall(r"(?<![\d.])(\d+\.\d+)", text)):
        assert number in rulebook.clause_titles(variant)


def test_the_page_leaves_its_title_to_the_template() -> None:
    assert "<h1" not in rulebook.rules_page("trifecta")


def test_markup_in_a_rules_text_stays_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "probe.md").write_text("# Probe\n\n## 1 One <b>two</b>\n\n<script>three</script>\n")
    monkeypatch.setattr(rulebook, "_FOLDER", tmp_path)
    page = rulebook.rules_page("probe")
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_a_clause_numbered_twice_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "twice.md").write_text("# Twice\n\n### 1.1 One\n\n### 1.1 Another\n")
    monkeypatch.setattr(rulebook, "_FOLDER", tmp_path)
    with pytest.raises(ValueError, match="twice"):
        rulebook.rules_page("twice")


def test_a_block_of_cards_is_a_figure_with_pictures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "figure.md").write_text(
        "### 4.3 One\n\n```cards\nYou & I play: 8♠, 6♥ + 10♦\nOr: Joker\nIt is < 9 (4.3).\n```\n"
    )
    monkeypatch.setattr(rulebook, "_FOLDER", tmp_path)
    page = rulebook.rules_page("figure")
    figure = page[page.index("<figure") : page.index("</figure>")]
    assert re.findall(r'alt="([^"]*)"', figure) == [
        "eight of spades", "six of hearts", "ten of diamonds", "joker",
    ]  # fmt: skip
    assert figure.count('<span class="example-cards">') == 3
    assert figure.count('<span class="example-sign">+</span>') == 1
    assert '<span class="example-label">You &amp; I play</span>' in figure
    assert 'It is &lt; 9 (<a href="#c4.3" class="clause">4.3</a>).' in figure


def test_a_block_with_something_else_for_a_card_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "wrong_card.md").write_text("```cards\nYou play: 11♠\n```\n")
    monkeypatch.setattr(rulebook, "_FOLDER", tmp_path)
    with pytest.raises(KeyError, match="11♠"):
        rulebook.rules_page("wrong_card")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_introduction_is_the_first_paragraph_in_one_line(variant: str) -> None:
    words = rulebook.introduce(variant)
    assert len(words) > 100
    assert words.endswith(".")
    assert "\n" not in words


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_brief_introduction_is_the_first_two_sentences(variant: str) -> None:
    first, second = rulebook.introduce_briefly(variant)
    assert first.endswith(".")
    assert second.endswith(".")
    assert rulebook.introduce(variant).startswith(f"{first} {second}")


def test_an_introduction_of_one_sentence_has_no_second(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "short.md").write_text("# Short\n\nA game for two.\n")
    monkeypatch.setattr(rulebook, "_FOLDER", tmp_path)
    assert rulebook.introduce_briefly("short") == ("A game for two.", "")


def test_a_page_names_its_cards_in_the_language_of_its_text(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "spoken.md").write_text("## 1 One\n\n```cards\nCards: 8♠\n```\n")
    monkeypatch.setattr(rulebook, "_FOLDER", tmp_path)
    monkeypatch.setattr(card_pictures, "card_name", lambda code: f"{code}, {current_language()}")
    card_pictures._draw.cache_clear()
    with speak("de"):
        page = rulebook.rules_page("spoken")
    card_pictures._draw.cache_clear()
    assert 'alt="8S, en"' in page


def test_the_contents_are_labelled_in_the_language_of_the_text(
    settings: Settings, tmp_path: Path
) -> None:
    write_catalog(tmp_path, "de", [("Contents", "Inhalt", None)])
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    rulebook._rulebook.cache_clear()
    with speak("de"):
        assert 'aria-label="Contents"' in rulebook.rules_page("trifecta")


def test_a_picture_is_remembered_in_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_pictures, "card_name", lambda code: f"{code}, {current_language()}")
    card_pictures._draw.cache_clear()
    for language in ("en", "de", "en"):
        with speak(language):
            drawn = card_pictures.draw_labelled("You play", "8♠", four_colours=False)
        assert f'alt="8S, {language}"' in drawn
    card_pictures._draw.cache_clear()
