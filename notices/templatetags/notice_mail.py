"""Whether mail reaches a person, on the page of their settings."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import User
from notices.mail import find_mail_state

register = template.Library()


@register.inclusion_tag("notices/_mail.html", takes_context=True)
def show_mail(context: dict[str, Any], user: User) -> dict[str, Any]:
    """Show to which address mail goes, or why to none."""
    return {
        "mail": find_mail_state(user),
        "MAIL_IN_TERMINAL": context["MAIL_IN_TERMINAL"],
        "csrf_token": context.get("csrf_token"),
    }
