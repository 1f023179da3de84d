"""Words of a game in pages."""

from django import template
from markupsafe import Markup

from games.live import with_chips

register = template.Library()


@register.filter
def chips(words: str) -> Markup:
    """Show the cards of a sentence as small tags."""
    return with_chips(words)
