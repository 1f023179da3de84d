"""Cards in the pages to read."""

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import has_four_colours
from games.pictures.cards import draw_labelled
from games.pictures.triplets import draw_triplet

register = template.Library()


@register.simple_tag(takes_context=True)
def cards(context: Context, label: str, shown: str) -> SafeString:
    """Draw the cards of an example under their label: `{% cards "You take" "8♠, 6♥ + 2♦" %}`."""
    return draw_labelled(label, shown, four_colours=has_four_colours(context["user"]))


@register.simple_tag
def triplet(label: str, name: str) -> SafeString:
    """Draw a triplet card under its label: `{% triplet "Your triplet card" "T37" %}`."""
    return format_html(
        '<div><span class="example-label">{}</span>{}</div>',
        label,
        draw_triplet(name),
    )
