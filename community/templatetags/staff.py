"""For templates: what waits for the staff."""

from django import template

from accounts.models import User
from community import selectors

register = template.Library()


@register.filter
def count_waiting(staff: User) -> int:
    """Return how many people and replies wait for a member of the staff to decide about them."""
    return selectors.count_waiting(staff)
