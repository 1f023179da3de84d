from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.avatars import random_avatar
from accounts.models import User
from accounts.services import GUEST_PREFIX
from accounts.time_zones import time_zone_or_utc

NAME_TAKEN = _("That username is taken.")
NO_MATCH = _("Wrong username, e-mail address or password.")


class AccountAdapter(DefaultAccountAdapter):
    """The site's changes to allauth: its own error messages, reserved usernames, new users."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This is already your e-mail address."),
        "email_password_mismatch": NO_MATCH,
        "enter_current_password": _("Enter your current password."),
        "incorrect_password": _("That password is not correct."),
        "too_many_login_attempts": _("Too many attempts. Wait five minutes, then try again."),
        "username_password_mismatch": NO_MATCH,
        "username_taken": NAME_TAKEN,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if username.lower().startswith(GUEST_PREFIX):
            reserved = gettext("Usernames that begin with “{prefix}” are reserved for guests.")
            raise ValidationError(reserved.format(prefix=GUEST_PREFIX))
        return super().clean_username(username, shallow)

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True
    ) -> AbstractBaseUser:
        assert isinstance(user, User)
        user.avatar = random_avatar()
        user.time_zone = time_zone_or_utc(request.POST.get("time_zone", ""))
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, NAME_TAKEN)
            raise ImmediateHttpResponse(redirect("account_signup")) from error
