"""Finds the texts of a page or fragment that stand outside of the brackets of `tests.pseudo`."""

import re
from html.parser import HTMLParser

from games import rules
from tests.pseudo import CLOSE, OPEN

# Cards, notation and keys are the same in all languages; the rules are in one only.
EXEMPT_ELEMENTS = {"script", "style", "noscript", "code", "kbd"}
EXEMPT_CLASSES = {"chip", "chips"}
EXEMPT = ", ".join(
    (
        *sorted(EXEMPT_ELEMENTS),
        *(f".{name}" for name in sorted(EXEMPT_CLASSES)),
        "[translate=no]",
        "[lang]:not(html)",
        "select[name=time_zone]",
    )
)
"""The same as a selector, for browsers."""

# Names stand anywhere; people's have an element of their own with translate="no", but in an
# attribute, a title or an option they cannot have one.
TITLES = [variant.title for variant in rules.VARIANTS.values()]
NAMES = sorted(["Trifecta House", *TITLES], key=len, reverse=True)  # one may hold another
PEOPLE = r"alice|bob|carol|dave|oscar|zoe|Alice|Bob|Basil|Clio|Dion|Guest \d+"
PLAIN_ELEMENTS = {"title", "option"}

SPOKEN = (
    *("aria-label", "aria-description", "aria-roledescription", "aria-valuetext"),
    *("title", "placeholder", "alt", "label", "hx-confirm"),
)
CARD = r"(?:10|[2-9TAJQK])?[♠♥♦♣]|(?:10|[2-9TAJQK])[SHDC]?|T\d+|XX"
NOTATION = rf"^(?:{CARD}|[\s,;:·()0-9-])*$"
LETTER = r"[A-Za-zÀ-ž]"
# In the attributes that scripts read: two words, one of them in small letters.
SENTENCE = rf"{LETTER}+ [a-z]{{2,}}|[a-z]{{2,}} {LETTER}+"
BRACKET = re.compile(f"([{OPEN}{CLOSE}])")
VOID = {
    "area",
    "br",
    "circle",
    "col",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "path",
    "source",
    "wbr",
}


class Reader(HTMLParser):
    """Collects the texts outside of brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[tuple[str, bool]] = []
        self.depth = 0

    @property
    def is_exempt(self) -> bool:
        return bool(self.inside) and self.inside[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        is_exempt = self.is_exempt or is_same_in_all_languages(tag, attributes)
        if tag not in VOID:
            self.inside.append((tag, is_exempt))
        if is_exempt:
            return
        for name, value in attributes.items():
            pattern = LETTER if name in SPOKEN else SENTENCE if name.startswith("data-") else ""
            if pattern:
                rest, depth = outside(re.sub(PEOPLE, "", value), 0)
                if depth or is_text(rest, pattern):
                    self.found.append(f"{name}: {value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        # The end of an element may be left out, as that of a list's item.
        if any(tag == open_tag for open_tag, _ in self.inside):
            while self.inside.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self.is_exempt:
            return
        is_plain = bool(self.inside) and self.inside[-1][0] in PLAIN_ELEMENTS
        text = re.sub(PEOPLE, "", data) if is_plain else data
        rest, self.depth = outside(text, self.depth)
        if is_text(rest, LETTER) or self.depth < 0:
            self.found.append(data.strip())


def is_text(rest: str, pattern: str) -> bool:
    """Return whether what is outside of brackets is a text in a language."""
    for name in NAMES:
        rest = rest.replace(name, "")
    return bool(re.search(pattern, rest)) and not re.fullmatch(NOTATION, rest)


def outside(text: str, depth: int) -> tuple[str, int]:
    """Return what is outside of brackets, and how many are open after it."""
    rest = []
    for part in BRACKET.split(text):
        if part in (OPEN, CLOSE):
            depth += 1 if part == OPEN else -1
        elif depth <= 0:
            rest.append(part)
    return "".join(rest), depth


def is_same_in_all_languages(tag: str, attributes: dict[str, str]) -> bool:
    return (
        tag in EXEMPT_ELEMENTS
        or not EXEMPT_CLASSES.isdisjoint(attributes.get("class", "").split())
        or attributes.get("translate") == "no"
        or (tag != "html" and "lang" in attributes)
        or (tag, attributes.get("name")) == ("select", "time_zone")
    )


def find_unmarked(html: str) -> list[str]:
    """Return the texts outside of brackets, with those that only screen readers say.

    >>> find_unmarked('<p title="Yes">⟦A <b>deck</b>⟧ and <i translate="no">alice</i> 10♦ K</p>')
    ['title: Yes', '⟧ and']
    """
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader.found + (["brackets that are not closed"] if reader.depth > 0 else [])
