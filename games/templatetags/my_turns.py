"""In which games it is the visitor's turn, for the header of every page."""

from django import template
from django.template import Context

from games.selectors import Turns, find_turns

register = template.Library()


@register.simple_tag(takes_context=True)
def visitors_turns(context: Context) -> Turns:
    """Return what the view has read already, or read it; an error page may have no visitor."""
    known = context.get("turns")
    if isinstance(known, Turns):
        return known
    return find_turns(context["user"]) if "user" in context else Turns()
