"""Pictures of cards for pages that are read: examples with labels, and the name of each card."""

from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.rules.cards import HIDDEN, PACK, show_card
from games.tables.words import card_name

_CODES = {show_card(code): code for code in PACK} | {"Joker": "XX"}
_PLUS = mark_safe('<span class="example-sign">+</span>')


def card_path(code: str, *, four_colours: bool = False, large: bool = False) -> str:
    """Return the address of a card's picture. Only red suits and clubs have their own four."""
    if code == HIDDEN:
        return static("cards/back.svg")
    folder = "large/" if large else ""
    own_colour = "four/" if four_colours and code[1] in "DC" else ""
    return static(f"cards/{folder}{own_colour}{code}.svg")


def draw_labelled(label: str, shown: str, *, four_colours: bool) -> SafeString:
    """Return the pictures of cards as texts show them, in groups, under their label.

    A comma stands between groups, ` + ` between the cards of one: `8♠, 6♥ + 2♦`. Raises KeyError
    for what is no card.
    """
    groups = ((_draw_group(group, four_colours),) for group in shown.split(", "))
    return format_html(
        '<div class="example-part"><span class="example-label">{}</span>{}</div>',
        label,
        format_html_join("", "{}", groups),
    )


def _draw_group(shown: str, four_colours: bool) -> SafeString:
    drawn = ((_draw(_CODES[card], four_colours),) for card in shown.split(" + "))
    return format_html(
        '<span class="example-cards">{}</span>', format_html_join(_PLUS, "{}", drawn)
    )


@cache
def _draw(code: str, four_colours: bool) -> SafeString:
    return format_html(
        '<img class="card" src="{}" alt="{}" width="60" height="84" loading="lazy">',
        card_path(code, four_colours=four_colours, large=True),
        card_name(code),
    )
