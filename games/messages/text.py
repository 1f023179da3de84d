"""Sentences that know where their cards and names are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import Formatter
from typing import Final, NamedTuple

Value = str | int


class Part(NamedTuple):
    """A piece of a text: plain words, a card or a player's name.

    `spoken` is what a screen reader says in its place, the text itself by default; `code` is the
    card, or "".
    """

    text: str
    spoken: str = ""
    code: str = ""
    is_name: bool = False


class Text(str):
    """A text made of parts; as a string it is all their text in a row.

    Texts with the same words are equal, whatever their parts: never use one as a cache key where
    the parts matter. The methods of str, such as `+`, slices and `format`, return a plain str
    without the parts; `fill` and `join` keep them.

    >>> Text([Part("drops "), Part("10♦", "the ten of diamonds", "TD")]).spoken
    'drops the ten of diamonds'
    """

    __slots__ = ("parts",)
    parts: tuple[Part, ...]

    def __new__(cls, parts: Iterable[Part]) -> Text:
        """Join the parts as they are."""
        kept = tuple(parts)
        text = super().__new__(cls, "".join([part[0] for part in kept]))
        text.parts = kept
        return text

    @property
    def spoken(self) -> str:
        """The text for a screen reader: cards by name, no signs."""
        return "".join([part.spoken or part.text for part in self.parts])

    def __reduce__(self) -> tuple[type[Text], tuple[tuple[Part, ...]]]:
        """Keep the parts when a cache stores the text."""
        return Text, (self.parts,)


def parts_of(value: Value) -> tuple[Part, ...]:
    """Return the parts of a text, a plain one as a single part."""
    return value.parts if isinstance(value, Text) else (Part(str(value)),)


def speak_text(text: str) -> str:
    """Return a text, plain or not, as a screen reader says it."""
    return text.spoken if isinstance(text, Text) else text


def fill(sentence: str, /, **values: Value) -> Text:
    """Return a sentence with its named placeholders filled, each value keeping its parts.

    Raises KeyError when a value is missing.

    >>> fill("{name} passes.", name="Ada")
    'Ada passes.'
    """
    pieces: list[Value] = []
    for literal, name in _split(sentence):
        pieces.append(literal)
        if name:
            pieces.append(values[name])
    return _assemble(pieces)


def _assemble(pieces: Iterable[Value]) -> Text:
    """Return the pieces in a row as one text, neighbouring plain words as one part."""
    parts: list[Part] = []
    words = ""
    for piece in pieces:
        if not isinstance(piece, Text):
            words += str(piece)
            continue
        for part in piece.parts:
            if part == (part[0], "", "", False):
                words += part[0]
                continue
            if words:
                parts.append(Part(words))
                words = ""
            parts.append(part)
    if words:
        parts.append(Part(words))
    return Text(parts)


@lru_cache(maxsize=4096)
def _split(sentence: str) -> tuple[tuple[str, str], ...]:
    return tuple((literal, name or "") for literal, name, _, _ in Formatter().parse(sentence))


def join(texts: Sequence[Value], between: Value = " ") -> Text:
    """Return the texts in a row, with another one between them."""
    pieces = [piece for text in texts for piece in (between, text)]
    return _assemble(pieces[1:])


EMPTY: Final = Text(())
