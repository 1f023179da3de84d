"""What people send about their accounts, and the words of allauth’s forms."""

from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.core import context
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.avatars import AVATARS
from accounts.models import User
from accounts.names import clean_display_name, refuse_mixed_alphabets, refuse_reserved_name
from accounts.services import GUEST_PREFIX
from accounts.time_zones import current_name, time_zone_choices


def _explain_username() -> str:
    """Return all that is asked of a username that somebody chooses."""
    rules = gettext(
        "Up to 30 characters: letters (a to z), digits, dots, hyphens and underscores. It begins "
        "with a letter or a digit, but not with “{prefix}”. It must differ in more than capitals "
        "from the usernames of others, and cannot be a name that suggests the staff or the site."
    )
    return rules.format(prefix=GUEST_PREFIX)


USERNAME_HELP = lazy(_explain_username, str)()


def _explain_e_mail() -> str:
    """Return what an e-mail address is used for on this site."""
    if settings.MAIL_IN_TERMINAL:
        return gettext(
            "This site does not send e-mail yet. Until it does, an address is only another name to "
            "log in with. Other players never see it."
        )
    return gettext(
        "Needed to reset a forgotten password. It is also used to tell you about changes to your "
        "account and, once you have confirmed it, about your games; you choose what you are told. "
        "Other players never see it."
    )


E_MAIL_HELP = lazy(_explain_e_mail, str)()


if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm


class _OwnWords:
    """Give one of allauth's forms this site's labels and help texts.

    allauth's placeholders are removed: they repeat the labels and vanish as soon as you type.
    """

    labels: dict[str, Any] = {}
    help_texts: dict[str, Any] = {}
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label_suffix = ""
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, field.help_text)


class LogInForm(_OwnWords, allauth_forms.LoginForm):
    labels = {"login": _("Username or e-mail address"), "password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"

    def user_credentials(self) -> dict[str, str]:
        """Return the name as either a username or an address.

        Tried as both, a known address would take twice as long as an unknown one.
        """
        login, password = self.cleaned_data["login"], self.cleaned_data["password"]
        return {"email" if "@" in login else "username": login, "password": password}


class SignUpForm(_OwnWords, allauth_forms.SignupForm):
    labels = {
        "username": _("Username"),
        "email": _("E-mail address (optional)"),
        "password1": _("Password"),
        "password2": _("Repeat password"),
    }
    help_texts = {"username": USERNAME_HELP, "email": E_MAIL_HELP}


class AddEmailForm(_OwnWords, allauth_forms.AddEmailForm):
    labels = {"email": _("New e-mail address")}
    help_texts = {"email": E_MAIL_HELP}


class ChangePasswordForm(_OwnWords, allauth_forms.ChangePasswordForm):
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("Repeat new password"),
    }


class SetPasswordForm(_OwnWords, allauth_forms.SetPasswordForm):
    labels = {"password1": _("Password"), "password2": _("Repeat password")}


class ResetPasswordForm(_OwnWords, allauth_forms.ResetPasswordForm):
    """Send the link to closed accounts too: their owners log in to read why, and to reply."""

    labels = {"email": _("E-mail address")}

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = filter_users_by_email(email, prefer_verified=True, for_login=True)
        return email


class ResetPasswordKeyForm(_OwnWords, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("Repeat new password")}


class ReauthenticateForm(_OwnWords, allauth_forms.ReauthenticateForm):
    labels = {"password": _("Password")}


class AuthenticateForm(_OwnWords, mfa_forms.AuthenticateForm):
    labels = {"code": _("Code")}


class ReauthenticateWithCodeForm(_OwnWords, mfa_forms.ReauthenticateForm):
    labels = {"code": _("Code")}


class ActivateAppForm(_OwnWords, ActivateTOTPForm):
    """Show the same key until it is used: allauth would make a new one at each reload."""

    labels = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        session = context.request.session
        begun = session.get(SECRET_SESSION_KEY)
        super().__init__(*args, **kwargs)
        if begun:
            self.secret = session[SECRET_SESSION_KEY] = begun


class PlainForm(forms.Form):
    """A form whose labels end without a colon, as everywhere on the site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class LinesField(forms.CharField):
    """A text whose lines end in one character, as browsers count them."""

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class KeepAccountForm(PlainForm):
    """The username, password and e-mail address with which a guest becomes an account."""

    username = forms.CharField(
        label=_("Username"),
        max_length=30,
        help_text=USERNAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = forms.EmailField(
        label=_("E-mail address (optional)"),
        required=False,
        help_text=E_MAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=password_validators_help_text_html(),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label=_("Repeat password"),
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
            self.add_error("password2", gettext("The two passwords do not match."))
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


class TableSettingsForm(UserForm):
    """How tables look and sound to a player."""

    class Meta:
        model = User
        fields = ["four_colours", "sounds", "ticking", "fast", "goes_on"]


class SettingsForm(UserForm):
    """What users choose about themselves, and how tables look and sound to them."""

    avatar = forms.ChoiceField(
        label=_("Picture"), choices=list(AVATARS.items()), widget=forms.RadioSelect
    )
    time_zone = forms.TypedChoiceField(label=_("Time zone"), coerce=ZoneInfo)

    class Meta:
        model = User
        fields = ["display_name", "avatar", "time_zone", *TableSettingsForm.Meta.fields]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.fields["display_name"].required = True
        self.fields["display_name"].help_text = _(
            "Up to 30 characters, and no name that suggests the staff or the site."
        )
        self.fields["display_name"].widget.attrs["autocomplete"] = "nickname"
        self.initial["display_name"] = self.instance.name
        self.table_fields = [self[name] for name in TableSettingsForm.Meta.fields]
        zones = self.fields["time_zone"]
        assert isinstance(zones, forms.ChoiceField)
        chosen = current_name(str(self.instance.time_zone))
        zones.choices = time_zone_choices(timezone.now(), chosen=chosen)
        self.initial["time_zone"] = chosen

    def clean_display_name(self) -> str:
        """Return the name in its normal form. Whoever has a misleading one already can keep it."""
        name = clean_display_name(self.cleaned_data["display_name"])
        owner = self.instance
        if name not in (owner.name, owner.username) and not owner.is_staff:
            refuse_reserved_name(name)
            refuse_mixed_alphabets(name)
        return name
