"""A language for tests: every text that is marked for translation, accented, longer, in brackets.

What stands outside of brackets on a page in this language cannot be translated.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import allauth
import django
from babel.messages import Catalog
from babel.messages.pofile import read_po

from config.extraction import extract_messages
from tests.catalogs import Message, Translation, write_catalog

ROOT = Path(__file__).resolve().parent.parent
LANGUAGE = "en-xa"
MIRRORED = "qaa"  # English words, written from right to left
OPEN, CLOSE = "⟦", "⟧"
LONGER = 1.4

# Names of values, tags, and entities stay as they are.
KEPT = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{[^{}]*\}|</?\w[^<>]*>|&\w+;|&#\d+;")
ACCENTED = str.maketrans(
    "aceilnorstuyzACDEILNORSTUYZ",
    "áçéíĺñóŕšťúýžÁÇĎÉÍĹÑÓŔŠŤÚÝŽ",
)
LAST_LETTER = re.compile(r"[A-Za-z](?![A-Za-z])")
VOWELS = re.compile(r"[aeiouyAEIOUY]")


def pseudo(text: str) -> str:
    """Return a text in the language.

    >>> pseudo("{name} has left.")
    '⟦{name} háášš ĺééfťť.⟧'
    """
    kept = list(KEPT.finditer(text))
    words = KEPT.split(text)
    letters = sum(len(part) for part in words)
    written = [VOWELS.sub(lambda vowel: vowel[0] * 2, part) for part in words]
    missing = max(0, round(letters * LONGER) - sum(len(part) for part in written))
    # Where that is not enough, words grow at their ends.
    ends = sum(len(LAST_LETTER.findall(part)) for part in written)
    more = iter([1 + missing // ends + (n < missing % ends) for n in range(ends)])
    written = [LAST_LETTER.sub(lambda end: end[0] * next(more), part) for part in written]
    translated = [part.translate(ACCENTED) for part in written]
    middle = translated[0] + "".join(
        match[0] + part for match, part in zip(kept, translated[1:], strict=True)
    )
    return f"{OPEN}{middle}{CLOSE}"


def write_pseudo_language(directory: Path) -> None:
    """Write the catalog of the language, with the texts of the libraries that this site shows."""
    translations: dict[tuple[object, str | None], Translation] = {}
    for catalog in (*_catalogs_of_libraries(), extract_messages(ROOT)):
        for message in catalog:
            if not message.id:
                continue
            singular, *plurals = [message.id] if isinstance(message.id, str) else message.id
            source: Message = (singular, plurals[0]) if plurals else singular
            translated: Message = (
                (pseudo(singular), pseudo(plurals[0])) if plurals else pseudo(singular)
            )
            # Of a text with and without a plural, gettext finds the one with it.
            known = translations.get((singular, message.context))
            if known is None or isinstance(known[0], str):
                translations[singular, message.context] = (source, translated, message.context)
    write_catalog(directory, LANGUAGE, translations.values())


def _catalogs_of_libraries() -> Iterator[Catalog]:
    for package in (django, allauth):
        for path in sorted(Path(package.__path__[0]).rglob("locale/en/LC_MESSAGES/django.po")):
            with path.open("rb") as file:
                yield read_po(file, locale="en")
