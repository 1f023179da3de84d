"""The addresses of the account pages, and of the links in mails."""

import re

from django.core.mail import EmailMessage

VISITOR_PAGES = [
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/inactive/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/nonsense/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/done/",
    "/accounts/password/reset/key/1-nonsense/",
]
USER_PAGES = [
    "/accounts/logout/",
    "/accounts/settings/",
    "/accounts/email/",
    "/me/delete/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
    "/accounts/two-step/",
]
GUEST_PAGES = ["/accounts/keep/", "/accounts/settings/", "/accounts/logout/"]


def links_in(message: EmailMessage, path: str) -> list[str]:
    """Return the addresses of the site in a mail that begin with a path."""
    return re.findall(rf"http://testserver({path}\S+)", str(message.body))
