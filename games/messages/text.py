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

    parts: tuple[Part, ...]

    def __new__(cls, parts: Iterable[Part]) -> Text:
        """Join the parts."""
        merged = tuple(_merge(parts))
        text = super().__new__(cls, "".join([part.text for part in merged]))
        text.parts = merged
        return text

    @property
    def spoken(self) -> str:
        """The text for a screen reader: cards by name, no signs."""
        return "".join([part.spoken or part.text for part in self.parts])

    def __reduce__(self) -> tuple[type[Text], tuple[tuple[Part, ...]]]:
        """Keep the parts when a cache stores the text."""
        return Text, (self.parts,)


def _merge(parts: Iterable[Part]) -> Iterable[Part]:
    """Yield the parts with neighbouring plain words joined, empty ones left out."""
    words: list[str] = []
    for part in parts:
        if part.spoken or part.code or part.is_name:
            if words:
                yield Part("".join(words))
                words = []
            yield part
        else:
            words.append(part.text)
    if joined := "".join(words):
        yield Part(joined)


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
    parts: list[Part] = []
    for literal, name in _split(sentence):
        if literal:
            parts.append(Part(literal))
        if name:
            parts += parts_of(values[name])
    return Text(parts)


@lru_cache(maxsize=4096)
def _split(sentence: str) -> tuple[tuple[str, str], ...]:
    return tuple((literal, name or "") for literal, name, _, _ in Formatter().parse(sentence))


def join(texts: Sequence[Value], between: Value = " ") -> Text:
    """Return the texts in a row, with another one between them."""
    parts: list[Part] = []
    for place, text in enumerate(texts):
        parts += (*(parts_of(between) if place else ()), *parts_of(text))
    return Text(parts)


EMPTY: Final = Text(())
