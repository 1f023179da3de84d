"""Marks on the English sentences, by which tools for translation find them."""

Sentence = str | tuple[str, str]
"""A sentence with named placeholders, or its singular and plural by the value `count`."""


def mark(sentence: str) -> str:
    """Return the sentence as it is."""
    return sentence


def mark_plural(singular: str, plural: str) -> tuple[str, str]:
    """Return both forms of a sentence."""
    return singular, plural
