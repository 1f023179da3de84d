"""For templates: whether the visitor was logged in to an account that is closed now."""

from django import template
from django.http import HttpRequest

from accounts.closed import is_closed

register = template.Library()


@register.filter
def has_closed_account(request: HttpRequest) -> bool:
    """Return whether the account of the visitor's session is closed, without a query."""
    return is_closed(request)
