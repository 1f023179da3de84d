"""The English sentences of the rules: each fact has one, and each is the sentence of some fact."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from games.rules.wording import SENTENCES, common, documents, piles, trays
from games.rules.wording.marks import Sentence

GAMES = Path(__file__).resolve().parents[2] / "games"
RULES, MESSAGES = GAMES / "rules", GAMES / "messages"
MODULES = [
    path for path in sorted(RULES.rglob("*.py")) if "wording" not in path.relative_to(RULES).parts
]
FACTS = {"make_fact", "IllegalMove", "InvalidPosition", "InvalidRecord", "UnknownRules"}
"""What makes facts."""
PLACED = {"InvalidRecord"}
"""What takes the place of the fact before its code."""
POSITIONAL = {"clause"}
"""What the makers of facts take besides the facts themselves."""


def calls() -> Iterator[tuple[ast.Call, str]]:
    """Yield the calls that make facts, each with where it is."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in FACTS:
                yield node, f"{path.relative_to(RULES)}:{node.lineno}"


def code_of(call: ast.Call) -> ast.expr:
    assert isinstance(call.func, ast.Name)
    return call.args[call.func.id in PLACED]


def literal_codes(node: ast.expr) -> set[str]:
    """Return the codes that an expression can be, none where it is not a literal."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.IfExp):
        return literal_codes(node.body) | literal_codes(node.orelse)
    return set()


CALLS = [(call, place) for call, place in calls() if literal_codes(code_of(call))]


def placeholders(sentence: Sentence) -> set[str]:
    """Return the names of the values that a sentence shows."""
    forms = (sentence,) if isinstance(sentence, str) else sentence
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def test_each_code_has_one_sentence() -> None:
    modules = (common, documents, piles, trays)
    assert len(SENTENCES) == sum(len(module.SENTENCES) for module in modules)


def test_a_fact_has_a_sentence_that_shows_its_values() -> None:
    assert CALLS
    for call, place in CALLS:
        given = {keyword.arg for keyword in call.keywords if keyword.arg not in POSITIONAL}
        for code in literal_codes(code_of(call)):
            assert code in SENTENCES, place
            sentence = SENTENCES[code]
            if None in given:
                continue  # handed on with ** from a fact that is looked at where it is made
            # The number that chooses between singular and plural need not be shown.
            counted = set() if isinstance(sentence, str) else {"count"}
            assert placeholders(sentence) | counted == given | counted, (code, place)
            assert counted <= given, (code, place)


def pattern_of(text: ast.JoinedStr) -> str:
    """Return what an f-string can be, any word in the place of each value."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
        for part in text.values
    )


def test_every_sentence_is_used() -> None:
    known: set[str] = set()
    patterns = {
        pattern_of(code) for call, _ in calls() if isinstance(code := code_of(call), ast.JoinedStr)
    }
    for path in [*MODULES, *sorted(MESSAGES.glob("*.py"))]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                known.add(node.value)
            elif isinstance(node, ast.JoinedStr) and re.match(r"[a-z]{4}", pattern_of(node)):
                patterns.add(pattern_of(node))
    unused = [
        code
        for code in SENTENCES
        if code not in known and not any(re.fullmatch(pattern, code) for pattern in patterns)
    ]
    assert unused == []


def test_a_sentence_is_plain_english() -> None:
    for sentence in SENTENCES.values():
        for form in (sentence,) if isinstance(sentence, str) else sentence:
            assert not re.search(r"['\"]|can not", form)
            assert form == form.strip()
            assert "  " not in form


def test_both_forms_of_a_sentence_show_the_same_values() -> None:
    for sentence in SENTENCES.values():
        if not isinstance(sentence, str):
            one, many = map(placeholders, sentence)
            assert one <= many, "the singular may leave out the number"
