"""Second factors: what a log-in asks for besides the password. allauth keeps and checks them."""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from qrcode.main import QRCode  # type: ignore[import-untyped]

from accounts.models import User

# Recovery codes only stand in for one of these.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


class SecondFactorAdapter(DefaultMFAAdapter):
    """The site's changes to allauth: its own words, and a code for cameras in the page itself."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": _("Set up an authenticator app or a passkey first."),
        "incorrect_passkey": _("That passkey could not be read, or does not belong here."),
        "incorrect_code": _("That code is not correct, or it has already been used."),
    }

    def _get_site_name(self) -> str:
        name: str = settings.SITE_NAME
        return name

    def _get_user_identifier(self, user: Any) -> str:
        username: str = user.username
        return username

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        """Return the name that a new passkey has unless its owner chooses another one."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey {number}").format(number=number)

    def build_totp_svg(self, url: str) -> str:
        """Return a picture for cameras as an element: no page may hold one in an address."""
        code = QRCode()
        code.add_data(url)
        rows = code.get_matrix()
        squares = "".join(
            f"M{x},{y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
        )
        svg = '<svg viewBox="0 0 {size} {size}"><path d="{squares}"/></svg>'
        return format_html(svg, size=len(rows), squares=squares)


def has_second_factor(user: User | AnonymousUser) -> bool:
    """Return whether a log-in of this user takes more than a password."""
    return Authenticator.objects.filter(user_id=user.pk, type__in=FACTORS).exists()


def describe_factors(user: User) -> list[dict[str, Any]]:
    """Return what is stored about a user's second factors, without their secrets."""
    return [
        {
            "kind": factor.type,
            "name": factor.data.get("name", ""),
            "added": factor.created_at,
            "last_used": factor.last_used_at,
        }
        for factor in Authenticator.objects.filter(user_id=user.pk).order_by("pk")
    ]
