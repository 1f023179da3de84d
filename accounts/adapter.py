from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect

from accounts.avatars import random_avatar
from accounts.models import User
from accounts.services import GUEST_PREFIX
from accounts.time_zones import time_zone_or_utc

NAME_TAKEN = "This user name is taken."
NO_MATCH = "No account has this user name or e-mail address with this password."


class AccountAdapter(DefaultAccountAdapter):
    """What this site does differently from allauth."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account is closed.",
        "duplicate_email": "This is your e-mail address already.",
        "email_password_mismatch": NO_MATCH,
        "enter_current_password": "Type your current password.",
        "incorrect_password": "This is not your password.",
        "too_many_login_attempts": "Too many attempts. Wait five minutes, then try again.",
        "username_password_mismatch": NO_MATCH,
        "username_taken": NAME_TAKEN,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if username.lower().startswith(GUEST_PREFIX):
            raise ValidationError("Names that begin with “guest-” are given to guests.")
        return super().clean_username(username, shallow)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.avatar = random_avatar()
        user.time_zone = time_zone_or_utc(request.POST.get("time_zone", ""))
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, NAME_TAKEN)
            raise ImmediateHttpResponse(redirect("account_signup")) from error
