"""Each part of the site imports only what the design allows; templates hold no inline code."""

import ast
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# For each part: which modules of the site it may import, and which packages besides the standard
# library (None: any). A name includes everything in it, except what has a line of its own.
ENGINE = "games.rules"
FACTS = {
    *(f"{ENGINE}.{name}" for name in ("cards", "conditions", "explanation", "facts")),
    *(
        f"{ENGINE}.{name}"
        for name in ("options", "reasons", "record", "state", "variant", "wording")
    ),
    *(f"{ENGINE}.triple_four.{name}" for name in ("explanation", "hints", "triplets")),
}
READ = {
    ENGINE,
    "games.clocks",
    "games.lessons",
    "games.models",
    "games.selectors",
    "games.snapshots",
    "accounts.barriers",
    "accounts.models",
    "config.folding",
    "config.statements",
}
GETTEXT = "django.utils.translation"
BOUNDARIES: dict[str, tuple[set[str], set[str] | None]] = {
    "games.rules": ({ENGINE}, set()),
    "games.computer": ({ENGINE, "games.computer"}, set()),
    "games.lessons": ({ENGINE}, set()),
    "games.clocks": (set(), set()),
    "games.models": ({ENGINE, "games.clocks", "games.models", "accounts.models"}, {"django"}),
    "games.snapshots": (
        {ENGINE, "games.lessons", "games.models", "accounts.models", "config.statements"},
        {"django"},
    ),
    "config.groups": (set(), {"asgiref", "channels"}),
    "config.folding": (set(), {"django"}),
    "config.statements": (set(), {"django"}),
    "config.storage": (set(), {"django"}),
    "config.metrics": (set(), {"prometheus_client"}),
    "config.presence": ({"config.groups"}, {"django", "channels"}),
    "games.announcing": ({"config.groups"}, {"django"}),
    "games.services": (
        {
            ENGINE,
            "games.clocks",
            "games.lessons",
            "games.models",
            "games.services",
            "games.snapshots",
            "games.announcing",
            "accounts.barriers",
            "accounts.models",
            "accounts.sign_ins",
            "config.metrics",
            "config.presence",
            "config.statements",
            "config.storage",
            "notices.outbox",
        },
        {"django", "celery", "kombu"},
    ),
    "games.messages": ({"games.messages", "games.clocks", *FACTS}, {GETTEXT}),
    "games.messages.language": (set(), {GETTEXT, "django.conf"}),
    "games.messages.numbers": (
        {"games.messages.language", "games.rules.wording"},
        {GETTEXT, "django.utils.formats"},
    ),
    "games.messages.times": (
        {"games.messages.language", "games.clocks"},
        {GETTEXT, "django.utils.formats"},
    ),
    "games.messages.fragments": ({"games.messages.language"}, {GETTEXT, "jinja2", "markupsafe"}),
    "games.selectors": (READ, {"django"}),
    # Players are searched for by the names that pages show, and the audit says what it found.
    "games.selectors.archive": ({*READ, "games.messages"}, {"django"}),
    "games.selectors.verification": ({*READ, "games.messages"}, {"django"}),
    "games.presenters": ({*READ, "games.messages"}, {"django"}),
    "games.presenters.calendar": (
        {*READ, "games.messages", "games.presenters"},
        {"django", "icalendar"},
    ),
    "games.services.hints": ({"games.models", "games.services"}, {"django"}),
    "games.thinking": ({ENGINE, "games.computer"}, {"pebble"}),
    "games.tasks": (
        {
            *(ENGINE, "games.services", "games.selectors"),
            *("games.computer", "games.services.hints", "games.thinking", "config.storage"),
        },
        {"django", "celery"},
    ),
    "games.services.uploads": ({ENGINE}, {"django"}),
    "games.pictures": ({ENGINE, "games.messages"}, {"django"}),
    "games.presenters.rulebook": (
        {ENGINE, "games.lessons", "games.pictures.cards", "games.messages"},
        {"django", "markdown_it"},
    ),
    "learn": (
        {
            *(ENGINE, "games.lessons", "games.messages", "games.selectors", "games.services"),
            *("accounts.guests", "accounts.limits", "accounts.requests"),
        },
        {"django"},
    ),
    "community": (
        {
            *("games.models", "games.selectors", "games.services", "games.snapshots"),
            *("accounts", "community", "notices.outbox", "config.storage"),
        },
        {"django", "celery"},
    ),
    "notices": (
        {"accounts", "config.groups", "config.statements", "config.storage"},
        {
            *("django", "allauth", "celery", "requests", "urllib3"),
            *("cryptography", "py_vapid", "pywebpush", "standardwebhooks"),
        },
    ),
    "accounts": (
        {"accounts", "config.groups", "config.statements", "config.storage"},
        {
            *("django", "allauth", "celery", "cryptography", "redis", "django_htmx", "qrcode"),
            *("babel", "timezone_field"),
        },
    ),
}
# These may import anything except each other, but must not write to a game.
EDGES = ("games.views", "games.live.consumers", "games.admin")
NEVER_AT_THE_EDGE = {"games.tasks", "games.computer", *EDGES}
SOCKETS = "games.live.signed_in"  # what the consumers share

# The parts of the standard library that the pure parts must not import.
IMPURE = {
    "games.rules": {
        *("time", "datetime", "random", "secrets", "os", "pathlib", "io", "socket"),
        *("threading", "asyncio", "subprocess", "logging", "tempfile", "shutil"),
    },
    "games.computer": {
        *("time", "secrets", "os", "pathlib", "io", "socket", "datetime"),
        *("threading", "asyncio", "subprocess", "logging", "tempfile", "shutil"),
    },
}


OWN = {"games", "accounts", "community", "config", "learn", "notices"}


def modules() -> Iterator[tuple[str, Path]]:
    for package in sorted(OWN):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if "migrations" not in parts:
                yield ".".join(part for part in parts if part != "__init__"), path


MODULES = dict(modules())


def imports(name: str, path: Path) -> Iterator[str]:
    """Yield the full name of everything that is imported anywhere in the module."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *([base] if base else [])])
            # `from games import models` imports games.models; `from games.models import Game`
            # imports games.models. What comes from outside keeps its full name.
            is_own = base.partition(".")[0] in OWN
            yield from (
                base if is_own and full not in MODULES else full
                for full in [f"{base}.{alias.name}" for alias in node.names]
            )


def is_in(name: str, parts: set[str]) -> bool:
    return any(name == part or name.startswith(f"{part}.") for part in parts)


def within(part: str) -> list[tuple[str, Path]]:
    return [(name, path) for name, path in MODULES.items() if is_in(name, {part})]


def part_of(name: str) -> str | None:
    """Return the part that a module belongs to, None where anything may be imported."""
    return max((part for part in BOUNDARIES if is_in(name, {part})), key=len, default=None)


@pytest.mark.parametrize("part", BOUNDARIES)
def test_a_part_imports_only_what_it_may(part: str) -> None:
    own, others = BOUNDARIES[part]
    found = [(name, path) for name, path in within(part) if part_of(name) == part]
    assert found, f"{part} is gone: does the table of boundaries still hold?"
    wrong = []
    for name, path in found:
        for imported in imports(name, path):
            top = imported.partition(".")[0]
            if top in OWN:
                allowed = is_in(imported, own | {part})
            elif top in sys.stdlib_module_names or top == "__future__":
                allowed = not is_in(imported, IMPURE.get(part, set()))
            else:
                allowed = others is None or is_in(imported, others)
            if not allowed:
                wrong.append(f"{name} imports {imported}")
    assert not wrong


@pytest.mark.parametrize("part", [*EDGES, SOCKETS])
def test_views_consumers_and_the_admin_do_not_import_each_other(part: str) -> None:
    wrong = [
        f"{name} imports {imported}"
        for name, path in within(part)
        for imported in imports(name, path)
        if is_in(imported, NEVER_AT_THE_EDGE - {part})
    ]
    assert not wrong


# What the state of a migration refers to, and the rules, which keep all their versions.
LASTING = {"games.rules", "games.models", "accounts.models", "accounts.names", "accounts.fields"}


@pytest.mark.parametrize("app", ["games", "accounts"])
def test_migrations_do_not_depend_on_code_that_may_change(app: str) -> None:
    paths = sorted((ROOT / app / "migrations").glob("0*.py"))
    assert paths
    wrong = [
        f"{path.name} imports {imported}"
        for path in paths
        for imported in imports(f"{app}.migrations.{path.stem}", path)
        if imported.partition(".")[0] in OWN and not is_in(imported, LASTING)
    ]
    assert not wrong


WRITERS = {
    *("save", "create", "bulk_create", "update", "bulk_update", "delete", "get_or_create"),
    *("update_or_create", "select_for_update", "play", "play_legal"),
}


READERS = (
    *("games.selectors", "games.presenters", "games.tasks", "learn"),
    *("community.admin", "community.presenters", "community.selectors", "community.tasks"),
    "community.views",
)


@pytest.mark.parametrize("part", [*EDGES, SOCKETS, *READERS])
def test_only_services_write_a_game_or_play_a_move(part: str) -> None:
    wrong = [
        f"{name}:{node.lineno} calls .{node.func.attr}()"
        for name, path in within(part)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WRITERS
        # The update of a query has keyword arguments; that of a set or a hash has a positional one.
        and not (node.func.attr == "update" and node.args)
    ]
    assert not wrong


@pytest.mark.parametrize("part", ["games.rules", "games.computer"])
def test_the_pure_parts_use_neither_files_nor_random_numbers(part: str) -> None:
    """Check that computer players use only the random source they get, and the rules use none."""
    wrong = []
    for name, path in within(part):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            if called in {"open", "print", "input", "eval", "exec"} or (
                called.startswith("random.") and called != "random.Random"
            ):
                wrong.append(f"{name}:{node.lineno} calls {called}")
    assert not wrong


TEMPLATES = sorted(
    path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".jinja"}
)
INLINE = re.compile(
    r"<script(?![^>]*\ssrc=)|<style|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|\shx-on|javascript:|"
    r"\|\s*safe\b|autoescape\s+(?:off|false)|hx-(?:vals|headers)\s*=\s*[\"']js:",
    re.IGNORECASE,
)


def test_there_are_templates() -> None:
    assert TEMPLATES


def test_a_template_holds_no_inline_code_and_escapes_everything() -> None:
    for path in TEMPLATES:
        text = re.sub(r"{#.*?#}", "", path.read_text(), flags=re.DOTALL)
        found = [match.group() for match in INLINE.finditer(text)]
        assert not found, path


def test_nothing_is_loaded_from_another_site() -> None:
    loading = r"(?:src|srcset|<link[^>]*href|action|hx-(?:get|post)|ws-connect)\s*=\s*[\"']"
    for path in (*TEMPLATES, *(ROOT / "static").glob("css/*.css")):
        text = path.read_text()
        assert not re.findall(rf"{loading}\s*(?:https?:)?//", text), path
        assert not re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", text), path


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("css/*.css")), ids=lambda p: p.name)
def test_no_style_sheet_says_anything(path: Path) -> None:
    # Nobody could translate it.
    contents = re.findall(r"(?<![\w-])content:([^;}]*)", path.read_text())
    quoted = [text for content in contents for text in re.findall(r'"(.*?)"', content)]
    assert not [text for text in quoted if re.search(r"[A-Za-z]{2}", re.sub(r"\\\w+", "", text))]


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("css/*.css")), ids=lambda p: p.name)
def test_what_cannot_be_selected_cannot_be_in_safari_either(path: Path) -> None:
    sheet = path.read_text()
    plain = re.findall(r"[{;]\s*user-select:([^;}]*)", sheet)
    assert plain == re.findall(r"[{;]\s*-webkit-user-select:([^;}]*)", sheet)


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("css/*.css")), ids=lambda p: p.name)
def test_a_sign_is_shown_where_it_cannot_be_hidden_from_screen_readers(path: Path) -> None:
    # Firefox before 128 and Safari before 17.4 leave out the whole declaration.
    sheet = path.read_text()
    for sign in re.findall(r"content: ([^;}]*) / \"\"", sheet):
        silent = f'content: {sign} / ""'
        assert sheet.count(silent) == sheet.count(f"content: {sign}; {silent}"), sign


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("css/*.css")), ids=lambda p: p.name)
def test_no_colour_of_controls_is_light(path: Path) -> None:
    # WebKit fills what is not chosen with black then, which a dark panel hides.
    for colour in re.findall(r"accent-color: *([^;}]*)", path.read_text()):
        digits = re.fullmatch(r"#([0-9a-f]{6})", colour_on_light_pages(colour))
        assert digits, f"{colour}: write it, or its variable, as #rrggbb"
        red, green, blue = bytes.fromhex(digits[1])
        assert (2 * red + 5 * green + blue) / 8 < 128, colour


def colour_on_light_pages(colour: str) -> str:
    """Return a colour, and for a variable what `site.css` says first: its colour on light pages."""
    variable = re.fullmatch(r"var\((--[\w-]+)\)", colour)
    if variable is None:
        return colour
    site = (ROOT / "static/css/site.css").read_text()
    found = re.search(rf"{variable[1]}: ([^;]*);", site)
    return found[1] if found else colour


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("css/*.css")), ids=lambda p: p.name)
def test_no_entry_of_a_list_in_columns_is_divided(path: Path) -> None:
    # WebKit divides even the space around a line.
    sheet = path.read_text()
    for entries in re.findall(r"(?m)^([^{}\n]+) (?=\{)[^}]*[{;] columns: [2-9]", sheet):
        assert f"{entries} li {{ break-inside: avoid; }}" in sheet


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("css/*.css")), ids=lambda p: p.name)
def test_what_is_as_high_as_the_window_ends_above_the_bars_of_a_phone(path: Path) -> None:
    # There 100vh is the height without the browser's bars, which cover its end.
    sheet = path.read_text()
    for height in re.findall(r"[{;] ((?:max-)?height: (?:calc\()?100vh[^;}]*);", sheet):
        assert f"{height}; {height.replace('100vh', '100dvh')};" in sheet


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("css/*.css")), ids=lambda p: p.name)
def test_nothing_moves_by_itself_for_more_than_five_seconds(path: Path) -> None:
    # WCAG 2.2.2: whatever moves longer needs a button that stops it. It also warms phones.
    sheet = path.read_text()
    assert not re.findall(r"animation-(?:duration|iteration-count)", sheet)
    for animations in re.findall(r"animation:([^;}]*)", sheet):
        for animation in re.sub(r"[\w-]+\([^)]*\)", "", animations).split(","):
            assert count_seconds(animation) <= 5, animation


def count_seconds(animation: str) -> float:
    """Return how long an animation moves in all, with its delay."""
    words = animation.split()
    if "infinite" in words:
        return math.inf
    times = [float(word) for word in words if re.fullmatch(r"[\d.]+", word)]
    found = [re.fullmatch(r"([\d.]+)(m?)s", word) for word in words]
    seconds = sum(float(each[1]) / (1000 if each[2] else 1) for each in found if each)
    return seconds * (times[0] if times else 1)


@pytest.mark.parametrize(
    ("animation", "seconds"),
    [
        ("none !important", 0),
        ("glow 1.2s ease-in-out 4 alternate", 4.8),
        ("glow 900ms 40", 36),
        ("glow 2s 40.5", 81),
        ("glow 1s infinite", math.inf),
    ],
)
def test_the_seconds_of_an_animation_are_counted(animation: str, seconds: float) -> None:
    assert count_seconds(animation) == pytest.approx(seconds)


def test_the_coverage_of_every_app_is_measured() -> None:
    measured = re.search(r"--source ([\w,]+)", (ROOT / "check").read_text())
    apps = {path.parent.name for path in ROOT.glob("*/apps.py")}
    assert measured
    assert set(measured[1].split(",")) == apps | {"config"}
