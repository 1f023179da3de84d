"""How many notices the visitor has not read, for the header of every page."""

from django import template
from django.template import Context

from notices.selectors import Unread, count_unread

register = template.Library()


@register.simple_tag(takes_context=True)
def visitors_unread(context: Context) -> Unread:
    """Return what the view has read already, or read it; an error page may have no visitor."""
    known = context.get("unread")
    if isinstance(known, Unread):
        return known
    return count_unread(context["user"]) if "user" in context else Unread()
