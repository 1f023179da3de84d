"""Pictures of the triplet cards of Triple Four: what a card asks for, in signs and in words."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.messages.facts import tell_fact
from games.messages.language import remembered
from games.rules.cards import SUITS, show_card
from games.rules.triple_four.triplets import TRIPLETS, Pattern


@remembered(64)
def draw_triplet(name: str) -> SafeString:
    """Return the picture of a triplet card: three marks, the suits that fit, its name and text.

    The marks are the ranks that it names, the one suit that it asks for, or equals signs. The
    styles are in css/triplets.css. Raises KeyError for an unknown card.
    """
    triplet = TRIPLETS[name]
    suits = sorted({card[1] for card in triplet.patterns[0][0]}, key=SUITS.index)
    return format_html(
        '<span class="triplet{}"><span class="triplet-marks" aria-hidden="true">{}</span>'
        '<span class="triplet-suits" aria-hidden="true">{}</span>'
        '<span class="triplet-text"><b class="triplet-name">{}</b> {}</span></span>',
        " is-red" if suits == ["H", "D"] else "",
        format_html_join("", "<i>{}</i>", ((mark,) for mark in _marks(triplet.patterns, suits))),
        format_html_join("", "{}", ((_sign(suit),) for suit in suits if len(suits) > 1)),
        name,
        tell_fact(triplet.text),
    )


def _marks(patterns: tuple[Pattern, ...], suits: list[str]) -> list[str]:
    if len(suits) == 1:
        return [_sign(suits[0])] * len(patterns[0])
    if len(patterns) > 1:
        return ["="] * len(patterns[0])
    return [show_card(next(iter(cards)))[:-1] for cards in patterns[0]]


def _sign(suit: str) -> SafeString:
    return format_html('<b class="suit-{}">{}</b>', suit.lower(), show_card(f"A{suit}")[1:])
