"""Make the other faces of the cards from those in static/cards.

    .venv/bin/python bench/make_cards.py

`large/` holds faces with a large index, for small screens; `four/` and `large/four/` hold diamonds
in blue and clubs in green. The same faces always give the same files.
"""

import re
from pathlib import Path

CARDS = Path(__file__).resolve().parent.parent / "static" / "cards"
RANKS, SUITS = "A23456789TJQK", "SHDC"
OWN_COLOURS = {"D": "#1552b8", "C": "#12733a"}

SYMBOL = re.compile(r'<symbol id="(?P<id>\w+)" viewBox="(?P<box>[^"]+)".*?</symbol>', re.DOTALL)
RANK_BOX, SUIT_BOX = "-500 -500 1000 1000", "-600 -600 1200 1200"
ART = re.compile(r'<g transform="scale\(0.83\)">(?P<art>.*)</g><use xlink', re.DOTALL)

PAPER = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'height="336" viewBox="-120 -168 240 336" width="240"><defs>{defs}'
    '<clipPath id="{code}clip">'
    '<path d="M-113-66H113V149a12 12 0 0 1-12 12H-101a12 12 0 0 1-12-12Z"/>'
    '</clipPath></defs><rect width="238" height="334" x="-119" y="-167" rx="16" fill="#fff" '
    'stroke="#3a3a3a" stroke-width="2"/>'
)
INDEX = (
    '<use xlink:href="#{rank}" height="92" width="92" x="-124" y="-159"/>'
    '<use xlink:href="#{suit}" height="84" width="84" x="-38" y="-155"/>'
)
PIP = '<use xlink:href="#{suit}" height="190" width="190" x="-95" y="-44"/>'
COURT = '<g clip-path="url(#{code}clip)"><g transform="translate(0 112) scale(1.37)">{art}</g></g>'


def make_cards() -> None:
    """Write every face that is made from another one."""
    for code in (rank + suit for rank in RANKS for suit in SUITS):
        face = (CARDS / f"{code}.svg").read_text()
        own = colour_face(face, OWN_COLOURS[code[1]]) if code[1] in OWN_COLOURS else ""
        faces = {"large": enlarge_index(face, code)}
        if own:
            faces |= {"four": own, "large/four": enlarge_index(own, code)}
        for folder, text in faces.items():
            path = CARDS / folder / f"{code}.svg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def colour_face(face: str, colour: str) -> str:
    """Return the face with rank and suit in another colour; the art of a court card stays."""

    def colour_symbol(symbol: re.Match[str]) -> str:
        if symbol["box"] == RANK_BOX:
            return re.sub(r'stroke="#\w+"', f'stroke="{colour}"', symbol[0])
        if symbol["box"] == SUIT_BOX:
            bare = re.sub(r' fill="#\w+"', "", symbol[0])
            return bare.replace("<path ", f'<path fill="{colour}" ')
        return symbol[0]

    return SYMBOL.sub(colour_symbol, face)


def enlarge_index(face: str, code: str) -> str:
    """Return a face with a large rank and suit above one large pip, or above half of the art."""
    defs = face[face.index("<defs>") + len("<defs>") : face.index("</defs>")]
    defs = re.sub('stroke-width="(118|92)"', 'stroke-width="150"', defs)
    names = {symbol["box"]: symbol["id"] for symbol in SYMBOL.finditer(face)}
    parts = {"code": code, "rank": names[RANK_BOX], "suit": names[SUIT_BOX]}
    found = ART.search(face)
    middle = (
        COURT.format(**parts, art=_without_pips(found["art"])) if found else PIP.format(**parts)
    )
    return PAPER.format(**parts, defs=defs) + middle + INDEX.format(**parts) + "</svg>\n"


def _without_pips(art: str) -> str:
    """Leave out the suit beside the head: the large index says it."""
    return re.sub(r'<use xlink:href="#\w+" height="55.68"[^>]*/>', "", art)


if __name__ == "__main__":
    make_cards()
