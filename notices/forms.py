"""What people choose about how they are told."""

from __future__ import annotations

import itertools
from base64 import urlsafe_b64decode
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import PlainForm
from notices.addresses import MAX_LENGTH, is_allowed_url
from notices.kinds import BY_MAIL_ALWAYS, OF_STAFF, Channel, Kind
from notices.models import Webhook
from notices.selectors import Wishes

PREFERENCES: Final = ("is_on", "digests", "digest_hour", "quiet_from", "quiet_until")
AUTH_BYTES: Final = 16
HOURS: Final = [(hour, f"{hour}:00") for hour in range(24)]


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of notice with a switch for each channel."""

    name: str
    title: str
    switches: list[tuple[str, forms.BoundField]]


class WishesForm(forms.Form):
    """How a person wants to be told, on the page and by the channels that reach them.

    `shown` are the channels that the page had switches for; an answer without any is no answer.
    """

    shown = forms.MultipleChoiceField(choices=Channel.choices, widget=forms.MultipleHiddenInput)

    is_on = forms.BooleanField(
        label=_("Tell me outside this site too, as chosen below"),
        help_text=_("Without this, notices stay on the site."),
        required=False,
    )
    digests = forms.BooleanField(
        label=_("Once a day, in one message"),
        help_text=_(
            "For turns in games over days. Without this, or where the hour would be too late, an "
            "e-mail about each turn is sent at once."
        ),
        required=False,
    )
    digest_hour = forms.TypedChoiceField(label=_("Hour of that message"), choices=HOURS, coerce=int)
    quiet_from = forms.TypedChoiceField(
        label=_("From"), coerce=int, empty_value=None, required=False
    )
    quiet_until = forms.TypedChoiceField(
        label=_("Until"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, wishes: Wishes, reached_by: Collection[str], answers: Any = None) -> None:
        self.wishes = wishes
        hidden = BY_MAIL_ALWAYS if wishes.is_staff else (*BY_MAIL_ALWAYS, *OF_STAFF)
        self.kinds = [kind for kind in Kind if kind not in hidden]
        self.channels = [each for each in Channel if each == Channel.PAGE or each in reached_by]
        initial: dict[str, Any] = {
            name: getattr(wishes.preferences, name) for name in PREFERENCES
        } | {"shown": self.channels}
        super().__init__(answers, initial=initial, label_suffix="")
        for name in ("quiet_from", "quiet_until"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", gettext("No quiet hours")), *HOURS]
        if Channel.MAIL not in self.channels:
            del self.fields["digests"], self.fields["digest_hour"]
        for kind, channel in itertools.product(self.kinds, self.channels):
            self.fields[f"{kind}-{channel}"] = forms.BooleanField(
                label=channel.label,
                initial=wishes.switched_on(kind, channel),
                required=False,
                widget=forms.CheckboxInput(
                    attrs={"aria-labelledby": f"kind-{kind} channel-{channel}"}
                ),
            )

    @property
    def rows(self) -> list[Row]:
        """The switches, by kind and channel."""
        return [
            Row(kind, str(kind.label), [(each, self[f"{kind}-{each}"]) for each in self.channels])
            for kind in self.kinds
        ]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if "quiet_from" in cleaned and "quiet_until" in cleaned:
            if (first is None) != (last is None):
                missing = "quiet_from" if first is None else "quiet_until"
                self.add_error(missing, gettext("Quiet hours need both a beginning and an end."))
            elif first is not None and first == last:
                self.add_error("quiet_until", gettext("Quiet hours cannot end when they begin."))
        return cleaned

    @property
    def chosen(self) -> dict[str, bool | int | None]:
        """The preferences of a valid form, by name; those that it does not show are left out."""
        return {name: self.cleaned_data[name] for name in PREFERENCES if name in self.fields}

    @property
    def switches(self) -> list[tuple[str, str, bool]]:
        """All switches, when the form is valid: those that it does not show stay as they are."""
        return [
            (kind, channel, self._chosen(kind, channel))
            for kind, channel in itertools.product(Kind, Channel)
        ]

    def _chosen(self, kind: str, channel: str) -> bool:
        is_on = self.cleaned_data.get(f"{kind}-{channel}")
        return self.wishes.switched_on(kind, channel) if is_on is None else bool(is_on)


class WebhookForm(PlainForm):
    """A new webhook."""

    format = forms.ChoiceField(
        label=_("Format"),
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


class SubscriptionForm(PlainForm):
    """What a browser has been given to receive by."""

    endpoint = forms.CharField(max_length=500, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def clean_endpoint(self) -> str:
        """Refuse whatever is no address of a push service on the internet."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not endpoint.startswith("https://") or not is_allowed_url(endpoint):
            raise ValidationError(_("The address of the push service is not allowed."))
        return endpoint

    def clean_p256dh(self) -> str:
        """Refuse what nothing can be encrypted with."""
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

        key: str = self.cleaned_data["p256dh"]
        try:
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _decode(key))
        except ValueError as error:
            raise ValidationError(_("The key of the browser cannot be read.")) from error
        return key

    def clean_auth(self) -> str:
        """Refuse a secret of another length."""
        secret: str = self.cleaned_data["auth"]
        if len(_decode(secret)) != AUTH_BYTES:
            raise ValidationError(_("The key of the browser cannot be read."))
        return secret


class DeviceForm(SubscriptionForm):
    """A new device: the same, and the name that its owner gives it."""

    name = forms.CharField(
        label=_("Name of this device"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _decode(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""
