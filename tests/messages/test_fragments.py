"""Jinja templates are compiled per language, so that texts cost nothing when rendered."""

from typing import Any

import pytest
from django.utils import translation
from jinja2 import DictLoader, TemplateAssertionError

from games.messages.fragments import Fragments
from games.messages.language import speak

pytestmark = pytest.mark.usefixtures("_german")


def fragments(**sources: str) -> Fragments:
    return Fragments(loader=DictLoader(sources), autoescape=True)


def render(source: str, **context: Any) -> str:
    return fragments(template=source).get_template("template").render(context)


def test_a_template_is_rendered_in_the_language_that_is_spoken() -> None:
    live = fragments(page='{{ _("Yes") }}{% include "part" %}', part='<i>{{ _("No") }}</i>')
    for _ in range(2):
        assert live.get_template("page").render() == "Yes<i>No</i>"
        with speak("de"):
            assert live.get_template("page").render() == "Ja<i>Nein</i>"


@pytest.mark.parametrize(
    "source",
    [
        '{{ _("Yes") }}',
        '{{ gettext("Yes") }}',
        "{% trans %}Yes{% endtrans %}",
        "{% trans %}\n  Yes\n{% endtrans %}",
        '{% if a %}{{ _("Yes") if b else _("No") }}{% endif %}',
        '{% set words = _("Yes") %}{{ words }}',
    ],
)
def test_a_text_is_put_in_when_the_template_is_compiled(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with speak("de"):
        template = fragments(template=source).get_template("template")
    for name in ("gettext", "ngettext", "pgettext"):
        monkeypatch.delattr(translation._trans, name, raising=False)  # type: ignore[attr-defined]
    assert template.render(a=True, b=True) == "Ja"


@pytest.mark.parametrize(
    "source",
    [
        '{{ _("%(name)s beats %(other)s.", name=first, other=second) }}',
        '{% set words = _("%(name)s beats %(other)s.", name=first, other=second) %}{{ words }}',
        "{% trans name=first, other=second %}{{ name }} beats {{ other }}.{% endtrans %}",
    ],
)
def test_values_stand_where_the_language_wants_them_and_are_escaped(source: str) -> None:
    with speak("de"):
        assert render(source, first="<b>", second="bob") == "bob verliert gegen &lt;b&gt;."


def test_a_text_may_contain_html_and_its_constants_are_escaped() -> None:
    assert render('{{ _("<b>You</b> &amp; %(name)s", name="<me>") }}') == (
        "<b>You</b> &amp; &lt;me&gt;"
    )


def test_a_constant_number_stands_in_a_text() -> None:
    assert render('{{ _("%(number)s cards, %(name)s", number=4, name=name) }}', name="Ada") == (
        "4 cards, Ada"
    )


def test_a_text_may_hold_percent_signs() -> None:
    assert render("{% trans %}100 % sure{% endtrans %}") == "100 % sure"
    assert render('{{ _("100 %% sure, %(name)s", name=name) }}', name="%s") == "100 % sure, %s"


def test_texts_inside_other_expressions_are_found() -> None:
    with speak("de"):
        assert render('{{ _("(%(what)s)", what=_("Yes") if a else "") }}', a=1) == "(Ja)"
        assert render('{{ [_("Yes"), _("No")]|join(", ") }}') == "Ja, Nein"


@pytest.mark.parametrize(
    "text",
    ["%(name)s is here", "%(name)d is here", "%s is here", "100 % here", "here: %"],
)
def test_a_text_that_lacks_a_value_is_refused_at_once(text: str) -> None:
    with pytest.raises(TemplateAssertionError, match="nothing is given"):
        render(f'{{{{ _("{text}", other=1) }}}}')


@pytest.mark.parametrize(
    "source",
    [
        '{{ ngettext("%(num)s card", "%(num)s cards", number) }}',
        "{% trans num=number %}{{ num }} card{% pluralize %}{{ num }} cards{% endtrans %}",
    ],
)
def test_numbers_choose_their_form(source: str) -> None:
    live = fragments(template=source)
    for number, english, german in [(1, "1 card", "1 Karte"), (3, "3 cards", "3 Karten")] * 2:
        assert live.get_template("template").render(number=number) == english
        with speak("de"):
            assert live.get_template("template").render(number=number) == german


def test_a_text_may_have_a_context() -> None:
    with speak("de"):
        assert render('{{ pgettext("result", "Draw") }}') == "Unentschieden"
        assert render('{% trans "button" %}Draw{% endtrans %}') == "Ziehen"
