"""Pictures of cards for the pages to read: examples with labels, each card with its name."""

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.messages.cards import card_name
from games.messages.language import remembered
from games.rules.cards import HIDDEN, PACK, show_card

_CODES = {show_card(code): code for code in PACK} | {"Joker": "XX"}
_PLUS = mark_safe('<span class="example-sign">+</span>')


def card_path(code: str, *, four_colours: bool = False, large: bool = False) -> str:
    """Return the address of a card's picture; only ♦ and ♣ differ in a four-colour deck."""
    if code == HIDDEN:
        return static("cards/back.svg")
    folder = "large/" if large else ""
    own_colour = "four/" if four_colours and code[1] in "DC" else ""
    return static(f"cards/{folder}{own_colour}{code}.svg")


def draw_labelled(label: str, shown: str, *, four_colours: bool) -> SafeString:
    """Return the pictures of the cards in a text, in groups, under their label.

    Groups are separated by commas, the cards of a group by ` + `: `8♠, 6♥ + 2♦`. Raises KeyError
    for anything that is not a card.
    """
    groups = ((_draw_group(group, four_colours),) for group in shown.split(", "))
    return format_html(
        '<div><span class="example-label">{}</span>{}</div>',
        label,
        format_html_join("", "{}", groups),
    )


def draw_sign(shown: str) -> SafeString:
    """Return a card of a sentence as it is written, with its name to hear: "10♦"."""
    return format_html(
        '<span role="img" aria-label="{}">{}</span>', card_name(_CODES[shown]), shown
    )


def _draw_group(shown: str, four_colours: bool) -> SafeString:
    drawn = ((_draw(_CODES[card], four_colours),) for card in shown.split(" + "))
    return format_html(
        '<span class="example-cards">{}</span>', format_html_join(_PLUS, "{}", drawn)
    )


@remembered(256)
def _draw(code: str, four_colours: bool) -> SafeString:
    return format_html(
        '<img class="card" src="{}" alt="{}" width="60" height="84" loading="lazy">',
        card_path(code, four_colours=four_colours, large=True),
        card_name(code),
    )
