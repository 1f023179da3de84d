"""Sentences stand where they can be translated and where an editor finds them, nowhere else.

    .venv/bin/python -m tests.test_sentences [games/presenters ...]

lists the sentences that stand elsewhere, with their number for each file.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Where texts for players are made, and what only operators read.
PLACES = ("games/messages", "games/rules/wording", "games/forms")
FOR_OPERATORS = (
    *("games/management", "games/migrations", "games/admin.py"),
    "games/computer/failures.py",
)
MOVES_IN_NOTATION = ("games/lessons",)

# Read by programmers who have made a mistake, or in the log.
ERRORS = {
    *("ValueError", "TypeError", "AssertionError", "RuntimeError", "LookupError", "KeyError"),
    *("IndexError", "NotImplementedError", "ImproperlyConfigured", "ThinkingFailed"),
}
LOGGING = re.compile(r"log(?:ger|ging)?\.\w+|storage\.contained")
NOT_TEXT = re.compile(r"re\.\w+|cast|TypeVar|.*\.(?:execute|raw|extra|split|strip|translate)")
# The admin shows what a model says of itself, of its fields and of their choices.
OF_A_MODEL = {"help_text", "verbose_name", "verbose_name_plural"}
CHOICES = {"models.TextChoices", "models.IntegerChoices"}

NOTATION = "a move as records write it"
EXEMPT = {
    "Former player": "a name in records, the same in every language",
    " ({level} computer)": "a name in records, the same in every language",
    "secret X": NOTATION,
    "deal X": NOTATION,
    "draw deck": NOTATION,
    "draw discard": NOTATION,
    "draw X": NOTATION,
    "match T37: JH QD XX": NOTATION,
    "take T37: JH QD XX": NOTATION,
    'attachment; filename="X"': "a header",
    'attachment; filename="my-games.json"': "a header",
    'attachment; filename="my-games.zip"': "a header",
}

TAG = re.compile(r"<[^<>]*>")
WORDS = re.compile(r"(?<![\w-])([^\W\d_][\w’'-]*)[,;:.!?)”]* [(“]*(?=([^\W\d_][\w’'-]*))")
WORD = re.compile(r"[a-z][a-z’']{2,}")
GAP = re.compile(r"\{[^{}]*\}")
PLACEHOLDER = "X"


def is_sentence(text: str) -> bool:
    """Return whether the text has two words in a row, one of them in small letters."""
    plain = GAP.sub(PLACEHOLDER, TAG.sub("\n", text))
    return any(WORD.fullmatch(word) for pair in WORDS.finditer(plain) for word in pair.groups())


class Reader(ast.NodeVisitor):
    """Collects the sentences of a module, with their lines."""

    def __init__(self, *, is_models: bool = False) -> None:
        self.is_models = is_models
        self.found: list[tuple[int, str]] = []

    def visit_Expr(self, node: ast.Expr) -> None:
        # A string alone is a docstring or says what the name before it means.
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not CHOICES & {ast.unparse(base) for base in node.bases}:
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in OF_A_MODEL:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = ast.unparse(node.func)
        if LOGGING.fullmatch(called) or NOT_TEXT.fullmatch(called):
            return
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if error is None or ast.unparse(error) not in ERRORS:
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        self.visit(node.test)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if self.is_models and node.name == "__str__":
            return
        for part in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults, *node.body]:
            if part is not None:
                self.visit(part)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)  # type: ignore[arg-type]

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        text = ""
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += str(part.value)
            else:
                text += PLACEHOLDER
                self.visit(part)
        self.note(node.lineno, text)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.note(node.lineno, node.value)

    def note(self, lineno: int, text: str) -> None:
        if text not in EXEMPT and is_sentence(text):
            self.found.append((lineno, text))


def sentences(source: str, *, is_models: bool = False) -> list[tuple[int, str]]:
    """Return the sentences in a module, each with its line."""
    reader = Reader(is_models=is_models)
    reader.visit(ast.parse(source))
    return reader.found


def sentences_in(path: Path) -> list[tuple[int, str]]:
    return sentences(path.read_text(), is_models="models" in path.with_suffix("").parts)


def modules() -> Iterator[Path]:
    """Yield the modules that may hold no sentence."""
    for path in sorted([*(ROOT / "games").rglob("*.py"), *(ROOT / "learn").rglob("*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not any(
            name == place or name.startswith(f"{place}/")
            for place in PLACES + FOR_OPERATORS + MOVES_IN_NOTATION
        ):
            yield path


@pytest.mark.parametrize(
    "source",
    [
        'x = "It is your turn."',
        'x = f"{name} has left."',
        'x = f"{number} cards"',
        'x = "{number} cards"',
        'x = "the rest"',
        'raise MoveRefused("You cannot build that.")',
        'refuse("Only the host, of course")',
        'x = {"a": ["No “really” bad move"]}',
        'def f(x="just played"): ...',
        'x = Markup("<b>Your turn</b>")',
    ],
)
def test_a_sentence_is_found(source: str) -> None:
    assert len(sentences(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""Say what it is."""',
        'def f() -> "dict[str, Any]":\n    """Say what it is."""',
        'logger.info("the game %s is over", game)',
        'with storage.contained(logger, "the game %s was not over", game): end(game)',
        'raise ValueError(f"there is no variant {name}")',
        'assert x, "this cannot be"',
        'x = "games.tasks.sweep"',
        'x = "is-crowded"',
        'x = f"game-{number}"',
        'x = "A♠ T♦"',
        'x = cast("dict[str, Any]", y)',
        """x = '<span class="card back">{}</span>'""",
        'x = re.compile("one two")',
        'x = models.TextField(help_text="who came first")',
        'class Kind(models.TextChoices):\n    LINK = "link", "by link"',
    ],
)
def test_what_no_player_reads_is_no_sentence(source: str) -> None:
    assert sentences(source) == []


def test_only_a_model_names_itself_as_it_likes() -> None:
    source = 'class A:\n    def __str__(self):\n        return f"seat {self.index} of it"'
    assert sentences(source)
    assert not sentences(source, is_models=True)


def test_no_sentence_stands_where_it_cannot_be_translated() -> None:
    assert {
        path.relative_to(ROOT).as_posix(): found
        for path in modules()
        if (found := sentences_in(path))
    } == {}


def list_sentences(wanted: list[str]) -> None:
    """Print the sentences that stand where they should not, and how many there are."""
    total = 0
    for path in modules():
        name = path.relative_to(ROOT).as_posix()
        if wanted and not name.startswith(tuple(wanted)):
            continue
        found = sentences_in(path)
        total += len(found)
        if found:
            print(f"{name}: {len(found)}")
            for lineno, text in found:
                print(f"  {lineno}: {text!r}")
    print(f"{total} sentences in all")


if __name__ == "__main__":
    list_sentences(sys.argv[1:])
