from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.avatars import AVATARS
from accounts.models import User
from accounts.names import clean_display_name
from accounts.time_zones import time_zone_choices

E_MAIL_HELP = "Only used to reset your password. Without it, a lost password can not be replaced."


class LogInForm(allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "User name or e-mail address"
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        _drop_placeholders(self)


class SignUpForm(allauth_forms.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "User name"
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["email"].label = "E-mail address (optional)"
        self.fields["email"].help_text = E_MAIL_HELP
        self.fields["password2"].label = "Password again"
        _drop_placeholders(self)


class KeepAccountForm(forms.Form):
    """A guest's new user name and password."""

    username = forms.CharField(
        label="User name",
        max_length=30,
        help_text=User._meta.get_field("username").help_text,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = forms.EmailField(
        label="E-mail address (optional)",
        required=False,
        help_text=E_MAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password1 = forms.CharField(
        label="Password",
        strip=False,
        help_text=password_validators_help_text_html,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label="Password again",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        return get_adapter().clean_username(self.cleaned_data["username"])

    def clean_email(self) -> str:
        return get_adapter().clean_email(self.cleaned_data["email"].lower())

    def clean(self) -> None:
        super().clean()
        password = self.cleaned_data.get("password1")
        again = self.cleaned_data.get("password2")
        if password and again and password != again:
            self.add_error("password2", "The two passwords are not the same.")
        if password:
            self._check_password(password)

    def _check_password(self, password: str) -> None:
        person = User(
            username=self.cleaned_data.get("username", ""),
            email=self.cleaned_data.get("email", ""),
        )
        try:
            get_adapter().clean_password(password, user=person)
        except ValidationError as error:
            self.add_error("password1", error)


class SettingsForm(forms.ModelForm):
    """What a person chooses about themselves."""

    avatar = forms.ChoiceField(
        label="Picture", choices=list(AVATARS.items()), widget=forms.RadioSelect
    )
    time_zone = forms.ChoiceField(label="Time zone")

    class Meta:
        model = User
        fields = ["display_name", "avatar", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["display_name"].required = True
        self.fields["display_name"].help_text = "At most 30 characters."
        self.fields["display_name"].widget.attrs["autocomplete"] = "nickname"
        self.initial["display_name"] = self.instance.name
        zones = self.fields["time_zone"]
        assert isinstance(zones, forms.ChoiceField)  # noqa: S101 - for the type checker
        zones.choices = time_zone_choices(timezone.now())

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"])


def _drop_placeholders(form: forms.Form) -> None:
    """The labels say it already, and stay when something is typed."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
