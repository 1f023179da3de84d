"""Finds the texts of a page or fragment that stand outside of the brackets of `tests.pseudo`."""

import re
from functools import lru_cache

from accounts.guest_names import FIRST, SECOND
from games import rules
from tests.markup import Start, read_markup
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
GUEST = rf"(?:{'|'.join(FIRST)}) (?:{'|'.join(SECOND)})(?: \d+)?"
PEOPLE = rf"alice|bob|carol|dave|oscar|zoe|Alice|Bob|Ada|Basil|Clio|Dion|{GUEST}"
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


@lru_cache(maxsize=50_000)
def unmarked_attributes(start: Start) -> list[str]:
    """Return the attributes that hold a text outside of brackets."""
    found = []
    for name, value in start.attributes.items():
        pattern = LETTER if name in SPOKEN else SENTENCE if name.startswith("data-") else ""
        if pattern and value:
            rest, depth = outside(re.sub(PEOPLE, "", value), 0)
            if depth or is_text(rest, pattern):
                found.append(f"{name}: {value}")
    return found


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


@lru_cache(maxsize=50_000)
def is_same_in_all_languages(start: Start) -> bool:
    tag, attributes = start.tag, start.attributes
    return (
        tag in EXEMPT_ELEMENTS
        or not EXEMPT_CLASSES.isdisjoint((attributes.get("class") or "").split())
        or attributes.get("translate") == "no"
        or (tag != "html" and "lang" in attributes)
        or (tag, attributes.get("name")) == ("select", "time_zone")
    )


@lru_cache(maxsize=50_000)
def read_text(data: str, depth: int, *, is_plain: bool) -> tuple[bool, int]:
    """Return whether a text is outside of brackets, and how many are open after it."""
    rest, depth = outside(re.sub(PEOPLE, "", data) if is_plain else data, depth)
    return is_text(rest, LETTER) or depth < 0, depth


def find_unmarked(html: str) -> list[str]:
    """Return the texts outside of brackets, with those that only screen readers say.

    >>> find_unmarked('<p title="Yes">⟦A <b>deck</b>⟧ and <i translate="no">alice</i> 10♦ K</p>')
    ['title: Yes', '⟧ and']
    """
    found: list[str] = []
    inside: list[tuple[str, bool]] = [("", False)]
    depth = 0
    for token in read_markup(html):
        around, is_exempt = inside[-1]
        if isinstance(token, str):
            if not is_exempt:
                is_found, depth = read_text(token, depth, is_plain=around in PLAIN_ELEMENTS)
                if is_found:
                    found.append(token.strip())
        elif isinstance(token, Start):
            is_exempt = is_exempt or is_same_in_all_languages(token)
            if not is_exempt:
                found += unmarked_attributes(token)
            if token.tag not in VOID and not token.is_end:
                inside.append((token.tag, is_exempt))
        # The end of an element may be left out, as that of a list's item.
        elif any(token.tag == tag for tag, _ in inside):
            while inside.pop()[0] != token.tag:
                pass
    return found + (["brackets that are not closed"] if depth > 0 else [])
