"""Jinja2 templates whose texts are put in when they are compiled, once for each language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, MutableMapping
from functools import lru_cache
from typing import Any

from django.utils.translation import ngettext, npgettext, pgettext
from jinja2 import Environment, Template, TemplateAssertionError, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from games.messages.language import current_language, look_up

MARKING: dict[str, Callable[..., str]] = {"_": look_up, "gettext": look_up, "pgettext": pgettext}
PERCENT = "%"
NUMBERS_REMEMBERED = 4096
PLACEHOLDER = re.compile(r"%(?:\((?P<name>\w+)\)s|%)")
ANY_PLACEHOLDER = re.compile(r"%(?:\([^)]*\))?.?", re.DOTALL)


class Fragments:
    """Jinja2 templates, each compiled once for every language that it is asked for in.

    `{{ _("Your turn") }}`, `{{ _("%(name)s to move", name=seat.name) }}` and `{% trans %}` become
    what they would be in a template written in that language, so they cost nothing when it is
    rendered. A text that depends on a number is looked up then, and remembered.
    """

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.globals: dict[str, Any] = {}
        self.macros: defaultdict[str, dict[str, Any]] = defaultdict(dict)
        """The macros that have been called, by language and name."""
        self._by_language: dict[str, Environment] = {}

    def get_template(self, name: str) -> Template:
        """Return a template in the language that is spoken now."""
        return self._spoken().get_template(name)

    def from_string(self, source: str) -> Template:
        """Return the template of that source in the language that is spoken now."""
        return self._spoken().from_string(source)

    def _spoken(self) -> Environment:
        language = current_language()
        environment = self._by_language.get(language)
        if environment is None:
            environment = SpokenEnvironment(**self.options)
            environment.globals.update(
                (name, value.in_language(language) if hasattr(value, "in_language") else value)
                for name, value in self.globals.items()
            )
            self._by_language[language] = environment
        return environment


class SpokenEnvironment(Environment):
    """The environment of one language."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **options, trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"]
        )
        self.policies["ext.i18n.trimmed"] = True
        self.install_gettext_callables(  # type: ignore[attr-defined] # the extension brings it
            look_up,
            lru_cache(maxsize=NUMBERS_REMEMBERED)(ngettext),
            newstyle=True,
            pgettext=pgettext,
            npgettext=lru_cache(maxsize=NUMBERS_REMEMBERED)(npgettext),
        )

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        # Copied for each fragment of a page; a chain of mappings takes many times as long.
        return self.globals if d is None else super().make_globals(d)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template = super()._parse(source, name, filename)
        PutTextsIn().visit(template)
        return template


class PutTextsIn(NodeTransformer):
    """Replaces each call that marks a text by the text in the language that is spoken now."""

    def visit_Output(self, node: nodes.Output) -> nodes.Output:
        parts: list[nodes.Expr] = []
        for part in node.nodes:
            text = text_of(part)
            parts += [part] if text is None else text
        node.nodes = parts
        self.generic_visit(node)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        text = text_of(node)
        if text is None:
            return self.generic_visit(node)
        if len(text) == 1 and isinstance(text[0], nodes.Const):
            return text[0]
        return self.generic_visit(nodes.Concat(text, lineno=node.lineno))


def text_of(marked: nodes.Expr) -> list[nodes.Expr] | None:
    """Return the parts of the text that a call marks, or None when it marks none."""
    if not isinstance(marked, nodes.Call) or not isinstance(marked.node, nodes.Name):
        return None
    messages = [part.value for part in marked.args if isinstance(part, nodes.Const)]
    if marked.node.name not in MARKING or len(messages) < len(marked.args):
        return None
    text = MARKING[marked.node.name](*messages)
    given = {keyword.key: keyword.value for keyword in marked.kwargs}
    unknown = [found[0] for found in ANY_PLACEHOLDER.finditer(text) if not _is_given(found, given)]
    if unknown:
        raise TemplateAssertionError(f"nothing is given for {unknown} in {text!r}", marked.lineno)
    return list(_fill(text, given, marked.lineno))


def _is_given(placeholder: re.Match[str], given: Container[str]) -> bool:
    known = PLACEHOLDER.fullmatch(placeholder[0])
    return known is not None and (known["name"] is None or known["name"] in given)


def _fill(text: str, given: dict[str, nodes.Expr], lineno: int) -> Iterator[nodes.Expr]:
    """Yield the text in pieces, with expressions in place of their names.

    A template's texts are HTML as it is; what is put into them is escaped.
    """
    plain, end = Markup(), 0
    for placeholder in PLACEHOLDER.finditer(text):
        plain += Markup(text[end : placeholder.start()])  # noqa: S704
        end = placeholder.end()
        value = given[placeholder["name"]] if placeholder["name"] else nodes.Const(PERCENT)
        if isinstance(value, nodes.Const):
            plain += value.value if isinstance(value.value, str) else str(value.value)
        else:
            yield nodes.Const(plain, lineno=lineno)
            yield value
            plain = Markup()
    yield nodes.Const(plain + Markup(text[end:]), lineno=lineno)  # noqa: S704
