"""For templates: whether the visitor was logged in to an account that is closed now."""

from django import template
from django.http import HttpRequest

from accounts.closed import find_closed, is_closed

register = template.Library()


@register.filter
def has_closed_account(request: HttpRequest) -> bool:
    """Return whether the account of the visitor's session is closed, and not deleted."""
    return is_closed(request) and find_closed(request) is not None
