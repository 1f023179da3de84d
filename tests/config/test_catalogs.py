"""The catalogs of other languages follow the texts of the site, and are checked."""

import gettext
from io import BytesIO

import pytest
from babel.messages import Catalog

from config.catalogs import compile_catalog, find_faults, update_catalog

pytestmark = pytest.mark.once
WRITTEN = b"""\
# Ours.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: es\\n"
"Plural-Forms: nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;\\n"

msgid "Gone"
msgstr "Ido"

# A reason.
msgid "Rules"
msgstr "Reglas"

msgctxt "result"
msgid "A draw"
msgstr "Empate"
"""


@pytest.fixture
def texts() -> Catalog:
    catalog = Catalog()
    catalog.add("Rules", locations=[("a.py", 0)])
    catalog.add("A draw", context="result")
    catalog.add(("{count} card", "{count} cards"))
    return catalog


def test_a_catalog_gains_and_loses_texts_and_keeps_what_is_translated(texts: Catalog) -> None:
    updated = update_catalog(texts, WRITTEN).decode()
    assert updated.startswith("# Ours.\n")
    assert "Gone" not in updated
    assert '# A reason.\n#: a.py\nmsgid "Rules"\nmsgstr "Reglas"' in updated
    assert 'msgctxt "result"\nmsgid "A draw"\nmsgstr "Empate"' in updated
    assert updated.count('msgstr[2] ""') == 1
    assert update_catalog(texts, updated.encode()).decode() == updated


def test_a_text_that_gained_a_plural_is_translated_anew(texts: Catalog) -> None:
    texts.add(("Rule", "Rules"))
    written = WRITTEN + b'\nmsgid "Rule"\nmsgstr "Regla"\n'
    assert (
        'msgid "Rule"\nmsgid_plural "Rules"\nmsgstr[0] ""'
        in update_catalog(texts, written).decode()
    )


def test_what_is_missing_or_broken_is_found(texts: Catalog) -> None:
    assert list(find_faults(update_catalog(texts, WRITTEN))) == ["not translated: '{count} card'"]
    broken = WRITTEN + b'\nmsgid "<b>{name}</b> passes"\nmsgstr "<b>{nombre}</b> pasa"\n'
    [fault] = find_faults(broken)
    assert fault.startswith("other values or tags")


def test_it_is_compiled_the_same_every_time() -> None:
    compiled = compile_catalog(WRITTEN)
    assert compile_catalog(WRITTEN) == compiled
    found = gettext.GNUTranslations(BytesIO(compiled))
    assert found.gettext("Rules") == "Reglas"
    assert found.pgettext("result", "A draw") == "Empate"
