"""What this site changes of allauth: its words, names, links, and what happens at a log-in."""

import logging
from math import ceil
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.email_verification import consume_email_verification_rate_limit
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import closed
from accounts.avatars import random_avatar
from accounts.devices import remember_device
from accounts.guesses import NoGuessLeft, begin_guess, find_owner_here, forgive_guesses
from accounts.languages import speak_language_of
from accounts.limits import TooOften
from accounts.models import User
from accounts.names import refuse_reserved_name
from accounts.services import GUEST_PREFIX
from accounts.time_zones import time_zone_or_utc

logger = logging.getLogger(__name__)

LONGEST_ADDRESS = 254
NO_LINK = "no_link"
"""Where the session has the address that was left without a link."""
NAME_TAKEN = _("That username is taken.")
NO_MATCH = _("Wrong username, e-mail address or password.")
WAYS_TO_CONFIRM = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}


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
        refuse_reserved_name(username)
        return super().clean_username(username, shallow)

    def clean_email(self, email: str) -> str:
        """Refuse an address that is too long to be stored; allauth would cut it off."""
        MaxLengthValidator(LONGEST_ADDRESS)(email)
        return super().clean_email(email)

    def is_safe_url(self, url: str) -> bool:
        """Return whether a page that was asked for is one of this site, by its path from the root.

        `redirect` would take a bare word for the name of a view, and allauth's own check fails on
        half an address.
        """
        return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return whose password that is: of several accounts, first of the one known here."""
        owner = find_owner_here(request, credentials.get("email", ""))
        if owner is None:
            return super().authenticate(request, **credentials)
        password = credentials["password"]
        found = super().authenticate(request, username=owner.username, password=password)
        if found is None:
            guess_at_owner = self._guess
            found = super().authenticate(request, **credentials)
            if found is not None:
                guess_at_owner.take_back()
        return found

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the guess. It is taken back when the password was right."""
        try:
            self._guess = begin_guess(request, credentials.get("username") or credentials["email"])
        except TooOften as error:
            raise ValidationError(_say_wait(error.seconds)) from error
        except NoGuessLeft as error:
            User().set_password(credentials["password"])  # takes as long as to check one
            raise ValidationError(NO_MATCH) from error

    def _rollback_login_failed_rl_usage(self) -> None:
        self._guess.take_back()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        for address in EmailAddress.objects.filter(email=credentials["email"]):
            forgive_guesses(request, address.user, address.email)

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **how: Any) -> None:
        """Let the owner of a closed account take all steps of a log-in: `login` ends it."""

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log in; whoever's closed account was open in this browser is logged out before."""
        if not user.is_active:
            raise ImmediateHttpResponse(self.respond_user_inactive(request, user))
        if closed.is_closed(request):
            logout(request)
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: Any, **how: Any) -> HttpResponse:
        response = super().post_login(request, user, **how)
        remember_device(request, response, user)
        speak_language_of(user, response)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Show somebody who has taken all steps of the log-in why the account is closed."""
        assert isinstance(user, User)
        closed.prove(request, user)
        return redirect("own_sanctions")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write to the owner of an account in their language and time zone, whoever asked for it.

        To people who have no language yet, it is written in that of the page.
        """
        user = context.get("user")
        if user is None:
            super().send_mail(template_prefix, email, context)
            return
        language = user.spoken_language if user.language else get_language()
        with translation.override(language), timezone.override(user.time_zone):
            super().send_mail(template_prefix, email, context)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Send the link. What it was sent for is done even if it cannot be sent."""
        try:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        except OSError as error:
            address, kind = emailconfirmation.email_address, type(error).__name__
            logger.error("user %d was not sent the link of an address: %s", address.user_id, kind)
            ratelimit.clear(
                request, app="allauth.account", action="confirm_email", key=address.email.lower()
            )
            request.is_link_unsent = True  # type: ignore[attr-defined]

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the owner what was done. It is done even if the mail cannot be sent."""
        context = (context or {}) | {"user": user}
        try:
            super().send_notification_mail(template_prefix, user, context, email)
        except OSError as error:  # those of smtplib are among them
            what, kind = template_prefix.rpartition("/")[2], type(error).__name__
            logger.error("user %d was not told of %s: %s", user.pk, what, kind)

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Store a new password, and nothing else: meanwhile the account may have been closed."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def reauthenticate(self, user: AbstractBaseUser, password: str) -> bool:
        """Return whether that is the user's password.

        allauth also tries it on accounts with the same e-mail address, which may be somebody
        else's: a right guess there would not count.
        """
        assert isinstance(user, User)
        found = self.authenticate(self.request, username=user.username, password=password)
        return found is not None and found.pk == user.pk

    def is_reauthentication_required(self, *, app: str, **options: Any) -> bool:
        """Return whether to ask for a proof of identity: only of users who can give one."""
        required: bool = super().is_reauthentication_required(app=app, **options)
        return required and bool(self.get_reauthentication_methods(self.request.user))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        return [
            way | {"description": WAYS_TO_CONFIRM[way["id"]]}
            for way in super().get_reauthentication_methods(user)
        ]

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True
    ) -> AbstractBaseUser:
        assert isinstance(user, User)
        user.avatar = random_avatar()
        user.time_zone = time_zone_or_utc(request.POST.get("time_zone", ""))
        try:
            with transaction.atomic():
                saved: AbstractBaseUser = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, NAME_TAKEN)
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        if user.email and gets_no_link(request, user.email):
            say_no_link_was_sent(request, user.email)
        return saved


def gets_no_link(request: HttpRequest, email: str) -> bool:
    """Return whether an address was sent a link just now: allauth sends it no other one yet.

    That one was for another account, or for an entry that has been replaced since. So whoever
    enters another person's address learns that a link was sent there just now, and nothing else.
    """
    has_room = consume_email_verification_rate_limit(request, email, dry_run=True)
    return not has_room and not settings.MAIL_IN_TERMINAL


def say_no_link_was_sent(request: HttpRequest, email: str) -> None:
    """Say what allauth keeps silent about (`gets_no_link`), and remember it for the page."""
    request.session[NO_LINK] = email.lower()
    no_link = gettext(
        "No link was sent to {email}, because another one was sent there within the last three "
        "minutes. That one does not work here. Ask for a new link later, in your settings on the "
        "page of your e-mail address."
    )
    messages.info(request, no_link.format(email=email))


def _say_wait(seconds: float) -> str:
    if seconds <= 60:
        count = max(ceil(seconds), 1)
        words = ngettext(
            "Too many attempts. Wait {count} second, then try again.",
            "Too many attempts. Wait {count} seconds, then try again.",
            count,
        )
    else:
        count = ceil(seconds / 60)
        words = ngettext(
            "Too many attempts. Wait {count} minute, then try again.",
            "Too many attempts. Wait {count} minutes, then try again.",
            count,
        )
    return words.format(count=count)
