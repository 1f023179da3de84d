"""Every marked text is found and stands in the catalog that translations are made from."""

import ast
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.extraction import CODE, KEYWORDS, extract_messages, write_template
from games.management.commands import extract_messages as command

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = {
    "games/messages/seats.py": """
        from django.utils.translation import gettext as _, ngettext, pgettext

        # Translators: at the end of a game
        a = _("{name} has left.").format(name=name)
        b = ngettext("{number} card", "{number} cards", 3)
        c = pgettext("result", "A draw")
        d = _(
            "A text in two "
            "parts"
        )
        """,
    "games/rules/wording/builds.py": """
        from games.rules.wording.marks import mark as _, mark_plural as _n

        BUILD = _("You build {value}.")
        PLAIN = _n("{count} pile", "{count} piles")
        """,
    "accounts/forms.py": """
        from django.utils.translation import gettext_lazy, ngettext_lazy

        label = gettext_lazy("Current password")
        help = ngettext_lazy("%d try", "%d tries")
        """,
    "templates/base.html": """
        {% load i18n %}
          <a title="{% translate "Skip to the content" %}">{{ _("Rules") }}</a>
        {% blocktranslate trimmed with name=user.name %}
           Hello, <b>{{ name }}</b>!
        {% endblocktranslate %}
        <p>it isn't {% translate "Back" context "button" %}
        {% blocktranslate count n=n %}one seat{% plural %}{{ n }} seats{% endblocktranslate %}
        """,
    "templates/mail/subject.txt": """{% load i18n %}{% translate "Confirm" %}""",
    "templates/live/_turn.jinja": """
        <p aria-label="{{ _("To move") }}">{{ _("%(name)s to move", name=seat.name) }}</p>
        {% trans name=seat.name %}
          {{ name }}
          waits
        {% endtrans %}
        {% trans number=n %}{{ number }} point{% pluralize %}{{ number }} points{% endtrans %}
        """,
}
FOUND = {
    "{name} has left.",
    ("{number} card", "{number} cards"),
    "A draw",
    "A text in two parts",
    "You build {value}.",
    ("{count} pile", "{count} piles"),
    "Current password",
    ("%d try", "%d tries"),
    "Skip to the content",
    "Rules",
    "Hello, <b>%(name)s</b>!",
    "Back",
    ("one seat", "%(n)s seats"),
    "Confirm",
    "To move",
    "%(name)s to move",
    "%(name)s waits",
    ("%(number)s point", "%(number)s points"),
}


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = text.splitlines()
        path.write_text("\n".join(line.removeprefix(" " * 8) for line in lines))
    return tmp_path


def test_texts_of_every_kind_of_source_are_found(samples: Path) -> None:
    catalog = extract_messages(samples)
    found = {
        message.id if isinstance(message.id, str) else tuple(message.id) for message in catalog
    }
    assert found - {""} == FOUND
    draw = catalog.get("A draw", "result")
    assert draw is not None
    assert draw.locations == [("games/messages/seats.py", 0)]
    left = catalog.get("{name} has left.")
    assert left is not None
    assert left.auto_comments == ["at the end of a game"]


def test_a_template_that_jinja_cannot_read_is_no_empty_one(samples: Path) -> None:
    (samples / "templates/live/broken.jinja").write_text("{% trans %}{% if a %}{% endtrans %}")
    with pytest.raises(Exception, match="control structures"):
        extract_messages(samples)


def test_the_file_is_the_same_wherever_and_whenever_it_is_made(samples: Path) -> None:
    content = write_template(extract_messages(samples)).decode()
    assert str(samples) not in content
    assert "Date" not in content
    assert "seats.py:" not in content
    assert content.count("msgid ") == len(FOUND) + 1
    assert content.index('"%(name)s to move"') < content.index('"A draw"') < content.index('"Back"')


def test_a_text_that_is_not_in_the_file_is_named(
    samples: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BASE_DIR = samples  # type: ignore[attr-defined]
    monkeypatch.setattr(command, "TEMPLATE", samples / "config" / "locale" / "django.pot")
    (samples / "config").mkdir()
    call_command("extract_messages", stdout=StringIO())
    call_command("extract_messages", check=True)
    (samples / "games/new.py").write_text('_("A new text")')
    (samples / "templates/mail/subject.txt").write_text("")
    with pytest.raises(CommandError) as failure:
        call_command("extract_messages", check=True)
    assert str(failure.value).splitlines() == [
        "config/locale/django.pot is out of date; run manage.py extract_messages and commit "
        "the file.",
        "  missing: 'A new text'",
        "  no longer in the site: 'Confirm'",
    ]
    call_command("extract_messages", stdout=StringIO())
    (samples / "games/new.py").rename(samples / "games/newer.py")
    with pytest.raises(CommandError, match="in other files"):
        call_command("extract_messages", check=True)


def unreadable(source: str) -> list[str]:
    """Return where texts are marked that are not there before the program runs, or by a name
    that the extraction does not know."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            found += [
                f"{node.lineno}: {alias.name} as {alias.asname}"
                for alias in node.names
                if alias.name in KEYWORDS and (alias.asname or alias.name) not in KEYWORDS
            ]
        elif isinstance(node, ast.Call) and node.args:
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
            if name in KEYWORDS and is_made(node.args[0]):
                found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def is_made(text: ast.expr) -> bool:
    """Return whether the text is put together; a name may hold one that is marked elsewhere."""
    return isinstance(text, ast.JoinedStr | ast.BinOp) or (
        isinstance(text, ast.Call)
        and isinstance(text.func, ast.Attribute)
        and text.func.attr == "format"
    )


@pytest.mark.parametrize(
    "call",
    [
        '_(f"{name} has left.")',
        '_("{name} has left.".format(name=name))',
        '_("%s has left." % name)',
        'gettext("Hello, " + name)',
        "from django.utils.translation import gettext as tr",
        'translation.ngettext(f"{n} card", f"{n} cards", n)',
    ],
)
def test_a_text_made_while_the_program_runs_is_caught(call: str) -> None:
    assert unreadable(call)


@pytest.mark.parametrize(
    "call",
    [
        '_("{name} has left.").format(name=name)',
        "gettext(fact.words)",
        '_("one " "text")',
        "_(WORDS[0])",
    ],
)
def test_a_text_that_can_be_read_is_not_caught(call: str) -> None:
    assert not unreadable(call)


def test_every_marked_text_of_the_site_can_be_read() -> None:
    paths = [path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py"))]
    assert [
        f"{path.relative_to(ROOT)}:{call}"
        for path in paths
        for call in unreadable(path.read_text())
    ] == []
