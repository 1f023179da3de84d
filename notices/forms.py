"""What people choose about how they are told."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from notices.addresses import MAX_LENGTH, is_allowed_url
from notices.models import Webhook


class WebhookForm(forms.Form):
    """A new webhook."""

    format = forms.ChoiceField(
        label=_("What it is sent"),
        choices=Webhook.Format.choices,
        initial=Webhook.Format.STANDARD,
        widget=forms.RadioSelect,
    )
    url = forms.CharField(
        label=_("Address"),
        max_length=MAX_LENGTH,
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        help_text=_("For Discord and Slack, paste the address that they give you for a webhook."),
    )

    def clean_url(self) -> str:
        """Refuse what the guard of addresses would refuse."""
        url: str = self.cleaned_data["url"]
        if is_allowed_url(url):
            return url
        if settings.NOTICES_ALLOWED_NETWORKS:
            raise ValidationError(
                gettext("Enter an address that this site may reach, such as https://example.com/.")
            )
        raise ValidationError(
            gettext("Enter an address on the internet that begins with https://.")
        )
