"""Pages are read as html.parser reads them."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.fixtures import Response
from tests.markup import End, Start, read_markup


class Events(HTMLParser):
    """Notes what html.parser finds."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs, "/"))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(tag)

    def handle_data(self, data: str) -> None:
        self.found.append({data})


def events_of(html: str) -> list[object]:
    found: list[object] = []
    for token in read_markup(html):
        match token:
            case Start(tag, attributes, is_end):
                found.append((tag, [*attributes.items()], *("/" * is_end)))
            case End(tag):
                found.append(tag)
            case text:
                found.append({text})
    return found


def events_of_the_parser(html: str) -> list[object]:
    parser = Events()
    parser.feed(html)
    parser.close()
    return parser.found


PAGE = """<!DOCTYPE html><html lang=en><!-- <p>not here</p> -->
<script nonce="a>b">if (1 < 2 && "</p>") { document.write("&lt;") }</script >
<script src="x"></script>
<style>a > b { content: "<" }</style><INPUT Value='say "a > b"' checked><p title="&lt;b&gt; &amp;
two lines">One &amp; two &#x2660;<br/>three<path d="M0"/></P
> 4 > 3</html>"""


def test_everything_that_is_in_a_page_is_read_alike() -> None:
    assert events_of(PAGE) == events_of_the_parser(PAGE)
    assert len(events_of(PAGE)) > 20


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.parametrize("path", ["/", "/rules/casino/", "/shuffle/", "/accounts/signup/"])
def test_a_page_of_the_site_is_read_alike(path: str) -> None:
    response: Response = Client().get(path)
    html = response.content.decode()
    assert events_of(html) == events_of_the_parser(html)


def test_what_is_not_escaped_is_found() -> None:
    with pytest.raises(AssertionError, match="not escaped: < 3"):
        events_of("<p>2 < 3</p>")
    with pytest.raises(AssertionError):
        events_of('<p id="1" id="2">')
