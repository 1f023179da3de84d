"""Catalogs of translations made for a test."""

from collections.abc import Iterable
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo

# A message, or the singular and the plural of one; maybe with its context before it.
Message = str | tuple[str, str]
Translation = tuple[Message, Message, str | None]


def write_catalog(directory: Path, language: str, translations: Iterable[Translation]) -> None:
    """Write translations (message, translation, context or None) where Django looks for them."""
    catalog = Catalog()
    for message, translation, context in translations:
        catalog.add(message, translation, context=context)
    name, _, variant = language.partition("-")
    folder = directory / (f"{name}_{variant.upper()}" if variant else name) / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "django.mo").open("wb") as file:
        write_mo(file, catalog)
