"""Make further faces of the cards from those in static/cards.

    .venv/bin/python bench/make_cards.py

`large/` holds faces with a large index, for small screens; `four/` and `large/four/` hold diamonds
in blue and clubs in green. The joker gets the word JOKER as its index, in a colour that no suit
has. The same faces always give the same files.
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

JOKER = "XX"
JOKER_COLOUR = "#6b2a9c"
LETTERS = {
    "J": "M62 0V104a31 31 0 0 1-62 0V96",
    "O": "M31 0a31 31 0 0 1 31 31V109a31 31 0 0 1-62 0V31a31 31 0 0 1 31-31Z",
    "K": "M0 0V140M62 0 4 78M22 56 66 140",
    "E": "M58 0H0V140H58M0 68H48",
    "R": "M0 140V0H28a35 35 0 0 1 0 70H0M30 72 64 140",
}
"""The strokes of each letter, 62 wide and 140 high."""
BLANK = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'height="336" viewBox="-120 -168 240 336" width="240"><defs>{defs}</defs>'
    '<rect width="238" height="334" x="-119" y="-167" rx="{corner}" fill="#fff" '
    'stroke="#3a3a3a" stroke-width="{edge}"/>'
)


def make_cards() -> None:
    """Write every face that is made from another one."""
    joker = (CARDS / f"{JOKER}.svg").read_text()
    (CARDS / f"{JOKER}.svg").write_text(draw_joker(joker))
    (CARDS / "large" / f"{JOKER}.svg").write_text(draw_joker(joker, large=True))
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
    """Return the face with rank and suit in another colour, leaving the art of a face card."""

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


def draw_joker(face: str, *, large: bool = False) -> str:
    """Return a joker with the head of this one, and its word down both sides or large on top."""
    defs = face[face.index("<defs>") + len("<defs>") : face.index("</defs>")]
    blank = BLANK.format(defs=defs, corner=16 if large else 12, edge=2 if large else 1)
    if large:
        head = _joker_head(defs, width=186, left=-93, top=-90)
        return blank + head + _joker_word("translate(-103 -147) scale(.46)", step=97) + "</svg>\n"
    side = _joker_word("translate(-109 -156) scale(.3)", step=0, drop=172)
    turned = f'<g transform="rotate(180)">{side}</g>'
    return blank + _joker_head(defs, width=162, left=-81, top=-125) + side + turned + "</svg>\n"


def _joker_head(defs: str, *, width: int, left: int, top: int) -> str:
    names = [symbol["id"] for symbol in SYMBOL.finditer(defs)]
    height = width * 20 // 13
    return "".join(
        f'<use width="{width}" height="{height}" x="{left}" y="{top}" xlink:href="#{name}"/>'
        for name in sorted(names)
    )


def _joker_word(place: str, *, step: int, drop: int = 0) -> str:
    letters = "".join(
        f'<path transform="translate({step * position} {drop * position})" d="{LETTERS[letter]}"/>'
        for position, letter in enumerate("JOKER")
    )
    return (
        f'<g transform="{place}" fill="none" stroke="{JOKER_COLOUR}" stroke-width="26" '
        f'stroke-linecap="square" stroke-linejoin="round">{letters}</g>'
    )


def _without_pips(art: str) -> str:
    """Leave out the suit beside the head, since the large index shows it."""
    return re.sub(r'<use xlink:href="#\w+" height="55.68"[^>]*/>', "", art)


if __name__ == "__main__":
    make_cards()
