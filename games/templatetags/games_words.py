"""Moves and players in pages."""

from django import template
from django.utils.html import format_html
from markupsafe import Markup

from games.live import with_chips

register = template.Library()


@register.filter
def chips(words: str) -> Markup:
    """Show the cards of a sentence as small tags."""
    return with_chips(words)


@register.filter
def player_link(player: tuple[str, str]) -> str:
    """Show a player, given by name and address, as a link; without an address, as the name."""
    name, path = player
    if not path:
        return format_html('<span translate="no">{}</span>', name)
    return format_html('<a href="{}" translate="no">{}</a>', path, name)
