"""A game's page as the browser's script builds it from what a socket sends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from tests.markup import Start, read_markup

FOLLOWING = {"poll": "data-version", "seen": "data-seen"}
VOID = {"input", "img", "source", "br", "circle"}


@dataclass
class Element:
    """An element with what is inside it: other elements and texts."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)

    @property
    def id(self) -> str | None:
        return self.attributes.get("id")

    def elements(self) -> list[Element]:
        return [each for each in self.inside if isinstance(each, Element)]

    def walk(self) -> Iterator[Element]:
        """Yield this element and all inside it, in the order of the page."""
        waiting = [self]
        while waiting:
            each = waiting.pop()
            yield each
            waiting += reversed(each.elements())

    def html(self) -> str:
        """Return the HTML, without white space that is not shown."""
        attributes = "".join(
            f" {name}" if value is None else f' {name}="{escape(value)}"'
            for name, value in self.attributes.items()
        )
        opening = f"<{self.tag}{attributes}>"
        if self.tag in VOID:
            return opening
        inside = "".join(
            each.html() if isinstance(each, Element) else escape(each) for each in self.inside
        )
        return f"{opening}{inside}</{self.tag}>"


def read(html: str) -> Element:
    """Return the one element that the HTML holds; every element is closed where it was opened."""
    around = Element("")
    waiting = [around]
    for token in read_markup(html):
        if isinstance(token, str):
            if words := " ".join(token.split()):
                waiting[-1].inside.append(words)
        elif isinstance(token, Start):
            element = Element(token.tag, dict(token.attributes))
            waiting[-1].inside.append(element)
            if token.tag not in VOID:
                waiting.append(element)
        elif token.tag not in VOID:
            assert waiting.pop().tag == token.tag, token.tag
    assert waiting == [around]
    (element,) = around.elements()
    return element


CHANGES = '<div id="changes"'


class BuiltPage:
    """The page that a socket's frames build up: whole tables, and changes in parts."""

    def __init__(self) -> None:
        self.whole = ""
        self.game: Element | None = None

    def read(self) -> Element:
        """Return the page, which is read only once for all changes to it."""
        if self.game is None:
            self.game = read(self.whole)
        return self.game

    def take(self, frame: str) -> None:
        """Take a frame."""
        if frame.startswith(CHANGES):
            game, changes = self.read(), read(frame)
            assert changes.attributes["data-from"] == game.attributes.get("data-base")
            put_in(game, changes)
            self.whole = ""
        else:
            self.whole, self.game = frame, None

    def html(self) -> str:
        """Return the HTML of the whole."""
        return self.whole or self.read().html()


def put_in(game: Element, changes: Element) -> None:
    """Put changes into the page: new parts in the place of old ones, lists with what they hold."""
    places = dict(places_in(Element("", {}, [game])))
    fresh: dict[str | None, Element] = {}
    for template in changes.elements():
        for sent in template.elements():
            around, old = places.get(sent.id, (None, None))
            if "data-attributes" in template.attributes:
                assert old is not None
                old.attributes = sent.attributes
                continue
            for name in (template.attributes.get("data-holds") or "").split():
                sent.inside.append(fresh.get(name) or places[name][1])
            if around is not None and old is not None:
                around.inside[[each is old for each in around.inside].index(True)] = sent
                for gone in old.walk():
                    places.pop(gone.id, None)
                places[sent.id] = (around, sent)
                places |= places_in(sent)
            fresh[sent.id] = sent
    for each in game.walk():
        if each.id in FOLLOWING:
            each.attributes["value"] = game.attributes[FOLLOWING[each.id]]


def places_in(around: Element) -> Iterator[tuple[str | None, tuple[Element, Element]]]:
    """Yield the id of each element inside, with the element around it and itself."""
    for each in around.walk():
        for inner in each.elements():
            if inner.id is not None:
                yield inner.id, (each, inner)
