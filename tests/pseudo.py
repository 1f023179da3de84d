"""A language for tests: every text that is marked for translation, accented, longer, in brackets.

What stands outside of brackets on a page in this language cannot be translated. What has room for
the site's texts has room for them in Spanish: none is shorter, nor is its longest word.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import allauth
import django
from babel.messages import Catalog
from babel.messages.pofile import read_po

from config.extraction import extract_messages
from tests.catalogs import Message, Translation, write_catalog

ROOT = Path(__file__).resolve().parent.parent
SPANISH = ROOT / "config" / "locale" / "es" / "LC_MESSAGES" / "django.po"
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
WORD = re.compile(r"[A-Za-z]+")
VOWELS = re.compile(r"[aeiouyAEIOUY]")


def pseudo(text: str, spanish: str = "") -> str:
    """Return a text in the language, at least as long as in Spanish.

    >>> pseudo("{name} has left.")
    '⟦{name} háášš ĺééfťť.⟧'
    >>> pseudo("any {rank}", "cualquier {rank}")
    '⟦ááñýýýýýý {rank}⟧'
    """
    kept = list(KEPT.finditer(text))
    words = KEPT.split(text)
    letters = sum(len(part) for part in words)
    written = [VOWELS.sub(lambda vowel: vowel[0] * 2, part) for part in words]
    expected = max(round(letters * LONGER), len(KEPT.sub("", spanish)))
    missing = max(0, expected - sum(len(part) for part in written))
    # Where that is not enough, words grow at their ends.
    lengths = [len(word) for part in written for word in WORD.findall(part)]
    lengths = [
        length + missing // len(lengths) + (place < missing % len(lengths))
        for place, length in enumerate(lengths)
    ]
    if lengths:
        longest = max(map(len, KEPT.sub(" ", spanish).split()), default=0)
        place = lengths.index(max(lengths))
        lengths[place] = max(lengths[place], longest)
    grown = iter(lengths)
    written = [
        WORD.sub(lambda word: word[0].ljust(next(grown), word[0][-1]), part) for part in written
    ]
    translated = [part.translate(ACCENTED) for part in written]
    middle = translated[0] + "".join(
        match[0] + part for match, part in zip(kept, translated[1:], strict=True)
    )
    return f"{OPEN}{middle}{CLOSE}"


def write_pseudo_language(directory: Path) -> None:
    """Write the catalog of the language, with the texts of the libraries that this site shows."""
    spanish = {
        (message.id, message.context): max(_forms(message.string or ""), key=len)
        for message in _read(SPANISH)
        if message.id
    }
    translations: dict[tuple[object, str | None], Translation] = {}
    for catalog in (*_catalogs_of_libraries(), extract_messages(ROOT)):
        for message in catalog:
            if not message.id:
                continue
            singular, *plurals = _forms(message.id)
            source: Message = (singular, plurals[0]) if plurals else singular
            longest = spanish.get((message.id, message.context), "")
            one, *many = (pseudo(form, longest) for form in (singular, *plurals))
            translated: Message = (one, many[0]) if plurals else one
            # Of a text with and without a plural, gettext finds the one with it.
            known = translations.get((singular, message.context))
            if known is None or isinstance(known[0], str):
                translations[singular, message.context] = (source, translated, message.context)
    write_catalog(directory, LANGUAGE, translations.values())


def _forms(texts: str | Sequence[str]) -> Sequence[str]:
    """Return a text alone, or its singular and its plural."""
    return [texts] if isinstance(texts, str) else texts


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def _catalogs_of_libraries() -> Iterator[Catalog]:
    for package in (django, allauth):
        for path in sorted(Path(package.__path__[0]).rglob("locale/en/LC_MESSAGES/django.po")):
            yield _read(path)
