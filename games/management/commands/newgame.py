"""Begin a new game: `manage.py newgame hearts_casino --like casino`."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from keyword import iskeyword
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import rules
from games.models import Game
from games.rules.variant import AnyVariant

_REGISTRY = "games/rules/__init__.py"
_LONGEST = Game._meta.get_field("variant").max_length or 0
_IMPORT = re.compile(r"^from (games\.rules\.\S+) import .*\n", re.MULTILINE)

_CLASS = '''"""{title}: a variant of {base_title}."""

from {module} import {base}


class {new}({base}):
    """{title}, the rules of docs/rules/{name}.md."""

    name = "{name}"
    title = "{title}"
'''

_TEST = '''"""The rules of {title}."""

from games import rules

GAME = rules.variant("{name}")


def test_a_game_begins_without_points() -> None:
    state = GAME.deal(GAME.pack, players=GAME.seats[0])
    assert {{sheet["total"] for sheet in GAME.scores(state)}} == {{0}}
'''


class Command(BaseCommand):
    help = (
        "Begin a new game: write its class, the headings of its rules and a test, and register it. "
        "docs/adding-a-game.md describes the rest."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name in addresses and records, as hearts_casino")
        parser.add_argument(
            "--like", choices=list(rules.VARIANTS), default="casino", help="the game it varies"
        )
        parser.add_argument("--title", help="the name that players read, as Hearts Casino")

    def handle(
        self, *args: Any, name: str, like: str, title: str | None = None, **options: Any
    ) -> None:
        base = rules.variant(like)
        capitalised = [word.capitalize() for word in name.split("_")]
        new, title = "".join(capitalised), title or " ".join(capitalised)
        registry = (settings.BASE_DIR / _REGISTRY).read_text(encoding="utf-8")
        _check_names(name, new, title, registry)
        words = {
            "name": name,
            "new": new,
            "title": title,
            "base": type(base).__name__,
            "base_title": base.title,
            "module": _find_module(base, registry),
        }
        files = {
            f"games/rules/{name}.py": _CLASS.format(**words),
            f"docs/rules/{name}.md": _list_headings(like, title),
            f"tests/rules/{name}/test_rules.py": _TEST.format(**words),
        }
        for place in files:
            if (settings.BASE_DIR / place).exists():
                raise CommandError(f"{place} exists already")
        registered = _register(registry, base, name, new)
        for place, content in files.items():
            path = settings.BASE_DIR / place
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
            self.stdout.write(f"wrote {place}")
        (settings.BASE_DIR / _REGISTRY).write_text(registered, encoding="utf-8")
        self.stdout.write(
            f"registered it in {_REGISTRY}\n"
            f"To see what it still lacks: .venv/bin/pytest tests/test_every_game.py -k {name}"
        )


def _check_names(name: str, new: str, title: str, registry: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > _LONGEST:
        raise CommandError(
            f"a name has at most {_LONGEST} small letters, digits and underscores: {name!r}"
        )
    is_module = (settings.BASE_DIR / "games" / "rules" / name).exists()
    if iskeyword(name) or iskeyword(new) or is_module or re.search(rf"\b{new}\b", registry):
        raise CommandError(f"the name {name!r} is taken")
    if any(game.title == title for game in rules.VARIANTS.values()):
        raise CommandError(f"another game is called {title} already")
    if not re.fullmatch(r"[^\"\\{}\n]{1,40}", title):
        raise CommandError(f"a title has at most 40 letters, without quotes: {title!r}")


def _find_module(base: AnyVariant, registry: str) -> str:
    """Return the module from which the registry imports the class of a game."""
    imports = _IMPORT.finditer(registry)
    return next(found[1] for found in imports if found[0].endswith(f" {_class(base)}\n"))


def _list_headings(like: str, title: str) -> str:
    """Return the headings of the rules of a game, under another title."""
    text = (settings.BASE_DIR / "docs" / "rules" / f"{like}.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#{2,3} .+$", text, re.MULTILINE)
    return "\n\n".join([f"# {title}", *headings]) + "\n"


def _register(registry: str, base: AnyVariant, name: str, new: str) -> str:
    """Return the registry with the new game after the one that it varies."""
    line = f"from games.rules.{name} import {new}\n"
    before = [found for found in _IMPORT.finditer(registry) if found[0] < line]
    place = before[-1].end() if before else next(_IMPORT.finditer(registry)).start()
    registry = registry[:place] + line + registry[place:]
    return registry.replace(f"    {_class(base)}(),\n", f"    {_class(base)}(),\n    {new}(),\n")


def _class(game: AnyVariant) -> str:
    return type(game).__name__
