"""The language of the tests brackets every text, makes it longer and keeps its values."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import gettext, ngettext

from games.messages.language import language_of, speak
from tests.pseudo import LANGUAGE, LONGER, pseudo, write_pseudo_language


@pytest.mark.parametrize(
    ("text", "translated"),
    [
        ("Your turn", "⟦ÝÝóóúúŕ ťúúŕñ⟧"),
        ("{name} has left.", "⟦{name} háášš ĺééfťť.⟧"),
        ("%(n)s of %(all)s", "⟦%(n)s óóff %(all)s⟧"),
        ('<a href="{url}">Log in</a> &amp; play', '⟦<a href="{url}">Ĺóógg ííñ</a> &amp; pĺááýý⟧'),
        ("100 %%", "⟦100 %%⟧"),
        ("Hm", "⟦Hmm⟧"),
    ],
)
def test_a_text_is_bracketed_and_its_values_are_kept(text: str, translated: str) -> None:
    assert pseudo(text) == translated


def test_a_text_is_two_fifths_longer() -> None:
    for text in ("Your turn", "Strengths", "The table is in the lobby. Anyone can join."):
        assert len(pseudo(text)) - 2 >= round(len(text) * LONGER)


def test_the_site_and_its_libraries_speak_it(settings: Any, tmp_path: Path) -> None:
    write_pseudo_language(tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Pseudo")]
    assert language_of({}, "en-XA, en;q=0.5") == LANGUAGE
    assert language_of({}, "en-GB, en;q=0.5") == "en"
    with speak(LANGUAGE):
        assert gettext("Current password") == pseudo("Current password")
        assert gettext("This field is required.") == pseudo("This field is required.")
        for number in (1, 2):
            assert re.fullmatch(r"⟦.*⟧", ngettext("%(count)s move", "%(count)s moves", number))
    assert gettext("Current password") == "Current password"
