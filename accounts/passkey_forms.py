"""Forms with what a browser says about a passkey. All of it may be forged."""

from collections.abc import Callable
from typing import Any, TypeVar

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth_forms
from cryptography.exceptions import InvalidSignature
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

Read = TypeVar("Read")
NAME_LENGTH = 40


def read_credential(read: Callable[[], Read]) -> Read:
    """Return what was read; allauth and fido2 fail in many ways on what is no credential.

    Of a passkey that is unknown here, or answers an older page, allauth says that a code is wrong.
    """
    try:
        return read()
    except ValidationError as error:
        if error.code != "incorrect_code":
            raise
        raise get_adapter().validation_error("incorrect_passkey") from error
    except (AttributeError, InvalidSignature, KeyError, TypeError, ValueError) as error:
        raise get_adapter().validation_error("incorrect_passkey") from error


class AddPasskeyForm(allauth_forms.AddWebAuthnForm):
    """A new passkey, which asks for a fingerprint or the like and is enough to log in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        name = self.fields["name"]
        assert isinstance(name, forms.CharField)
        name.label, name.max_length = _("Name of this passkey"), NAME_LENGTH
        name.widget.attrs["maxlength"] = NAME_LENGTH
        del self.fields["passwordless"]

    def clean_name(self) -> str:
        return super().clean_name()[:NAME_LENGTH]

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["passwordless"] = True
        return read_credential(super().clean)


class RenamePasskeyForm(allauth_forms.EditWebAuthnForm):
    name = forms.CharField(label=_("Name of this passkey"), max_length=NAME_LENGTH, label_suffix="")


class _Checked:
    def clean_credential(self) -> Authenticator:
        found: Authenticator = read_credential(super().clean_credential)  # type: ignore[misc]
        return found


class AuthenticateWithPasskeyForm(_Checked, allauth_forms.AuthenticateWebAuthnForm):
    pass


class LogInWithPasskeyForm(_Checked, allauth_forms.LoginWebAuthnForm):
    pass


class ReauthenticateWithPasskeyForm(_Checked, allauth_forms.ReauthenticateWebAuthnForm):
    pass
