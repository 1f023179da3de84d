"""The pages of accounts: guests, settings, and what this site changes of allauth’s pages."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.account.signals import password_changed, password_set
from allauth.account.utils import get_next_redirect_url
from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY, REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.backends.base import UpdateError
from django.db import transaction
from django.dispatch import Signal
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import LANGUAGE_QUERY_PARAMETER, set_language

from accounts import limits, services
from accounts.adapter import NAME_TAKEN, NO_LINK, gets_no_link, say_no_link_was_sent
from accounts.devices import remember_device
from accounts.forms import KeepAccountForm, SettingsForm
from accounts.guests import sign_in_guest
from accounts.models import User
from accounts.requests import PersonRequest

logger = logging.getLogger(__name__)

View = Callable[..., HttpResponseBase]


def guests_go_to(url_name: str) -> Callable[[View], View]:
    """Redirect guests from this page to another one, which then leads on to `next`."""

    def decorate(view: View) -> View:
        @wraps(view)
        @never_cache
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.user.is_authenticated and request.user.is_guest:
                return redirect(_with_next(request, resolve_url(url_name)))
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


def remembers_device(view: View) -> View:
    """Let the browser remember whose it is once a form of this page has been accepted.

    A new password ends what the browser knew.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        is_accepted = request.method == "POST" and response.status_code == 302
        if is_accepted and request.user.is_authenticated:
            remember_device(request, response, User.objects.get(pk=request.user.pk))
        return response

    return wrapped


@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Let a visitor play at once, without an account; lead others to the button for that."""
    if request.method != "POST":
        return redirect(_with_next(request, resolve_url("account_login")))
    if refusal := sign_in_guest(request):
        return refusal
    return redirect(_next_or(request, site_settings.LOGIN_REDIRECT_URL))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep_account(request: PersonRequest) -> HttpResponse:
    """Turn a guest into an account."""
    if not request.user.is_guest:
        if request.method == "POST":
            _say_kept(request, request.user, request.POST.get("username", ""))
        return redirect(_next_or(request, "settings"))
    form = KeepAccountForm(request.POST or None)
    if request.method == "POST":
        if refusal := limits.refusal_of(request, "keep_account"):
            return refusal
        if form.is_valid() and _keep(request, form):
            return redirect(_next_or(request, site_settings.LOGIN_REDIRECT_URL))
    next_url = _next_or(request, "")
    return render(request, "accounts/keep.html", {"form": form, "next_url": next_url})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limit("settings")
def settings(request: PersonRequest) -> HttpResponse:
    """Let users change their profile, time zone and table settings."""
    user = request.user
    form = SettingsForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if form.is_valid():
        services.change_settings(user, **form.cleaned_data)
        messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    return render(request, "accounts/settings.html", {"form": form})


class _StoresPassword:
    """Store a new password as allauth does, but give the session its new key after the mail."""

    request: Any
    announcement: Signal
    what_is_done: str
    get_success_url: Callable[[], str]

    def form_valid(self, form: Any) -> HttpResponse:
        request, user = self.request, self.request.user
        user.set_password(form.cleaned_data["password1"])
        with transaction.atomic():
            user.save(update_fields=["password"])
            _stay_logged_in(request, user)
        self.announcement.send(sender=User, request=request, user=user)
        adapter = get_adapter(request)
        adapter.send_notification_mail(f"account/email/{self.what_is_done}", user)
        request.session.cycle_key()
        adapter.add_message(request, messages.SUCCESS, f"account/messages/{self.what_is_done}.txt")
        return redirect(self.get_success_url())


class PasswordChangeView(_StoresPassword, allauth_views.PasswordChangeView):
    announcement = password_changed
    what_is_done = "password_changed"


class PasswordSetView(_StoresPassword, allauth_views.PasswordSetView):
    announcement = password_set
    what_is_done = "password_set"


class PasswordResetView(allauth_views.PasswordResetView):
    """Say so if the link cannot be sent, whether or not an account has the address."""

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return super().form_valid(form)
        except OSError as error:  # those of smtplib are among them
            logger.error("no link for a new password was sent: %s", type(error).__name__)
            form.add_error(None, _("The message could not be sent. Try again later."))
            answer: HttpResponse = self.form_invalid(form)
            return answer


class EmailView(allauth_views.EmailView):
    """Say so if a link is asked for again too soon: allauth would do nothing."""

    def form_valid(self, form: Any) -> HttpResponse:
        email = form.cleaned_data["email"]
        is_left_without = gets_no_link(self.request, email)
        answer: HttpResponse = super().form_valid(form)
        self.request.session.pop(NO_LINK, None)
        if is_left_without:
            say_no_link_was_sent(self.request, email)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        no_link = self.request.session.get(NO_LINK)
        return super().get_context_data(no_link=no_link, **kwargs)  # type: ignore[no-any-return, no-untyped-call]

    def _action_send(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        answer: HttpResponse | None = super()._action_send(request, *args, **kwargs)
        address = self._get_email_address(request)
        if self._did_send_verification_email:
            request.session.pop(NO_LINK, None)
        elif address and address.email.lower() == request.session.get(NO_LINK):
            say_no_link_was_sent(request, address.email)
        elif address:
            just_sent = _(
                "The link was sent within the last three minutes. Look for it in your spam folder "
                "too, or ask for it again later."
            )
            messages.info(request, just_sent)
        return answer


class _LogsOutAtLast:
    """Log out whom a link is not meant for once it is used, and guests not at all.

    allauth does so as soon as the link is opened, which anybody may have sent. Guests could not log
    in again.
    """

    request: Any
    is_used = False

    def logout(self) -> None:
        user = self.request.user
        if self.is_used and not (user.is_authenticated and user.is_guest):
            super().logout()  # type: ignore[misc]


class PasswordResetFromKeyView(_LogsOutAtLast, allauth_views.PasswordResetFromKeyView):
    """Let people choose the new password of an account while they are here as somebody else."""

    def form_valid(self, form: Any) -> HttpResponse:
        self.is_used = self.request.user != self.reset_user
        self.logout()
        answer: HttpResponse = super().form_valid(form)
        return answer


class ConfirmEmailView(_LogsOutAtLast, allauth_views.ConfirmEmailView):
    """Answer the button of a link that has been used as the link itself, not with a 404."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        self.is_used = True
        try:
            return super().post(*args, **kwargs)
        except Http404:
            return self.get(*args, **kwargs)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of the pages, and of what is sent to a user."""
    chosen = request.POST.get(LANGUAGE_QUERY_PARAMETER, "")
    if request.user.is_authenticated and chosen in dict(site_settings.LANGUAGES):
        services.change_language(request.user, chosen)
    return set_language(request)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what the site stores about people."""
    return render(request, "privacy.html")


def _keep(request: PersonRequest, form: KeepAccountForm) -> bool:
    email = form.cleaned_data["email"]
    try:
        with transaction.atomic():
            user = services.keep_guest(
                request.user,
                username=form.cleaned_data["username"],
                password=form.cleaned_data["password1"],
                email=email,
            )
            _stay_logged_in(request, user)
    except services.UsernameTaken:
        form.add_error("username", NAME_TAKEN)
        return False
    _say_kept(request, user, form.cleaned_data["username"])
    # There is none if the account was kept in another tab, with another address.
    if address := EmailAddress.objects.filter(user=user, email=email).first():
        if gets_no_link(request, email):
            say_no_link_was_sent(request, email)
        send_verification_email_to_address(request, address, signup=True)
    request.session.cycle_key()
    return True


def _say_kept(request: HttpRequest, user: User, username: str) -> None:
    """Say that the account is kept, or that the form was of no use: another tab was faster."""
    if user.username == username.strip():
        messages.success(request, _("Your account is ready. All your games are in it."))
        return
    not_used = _(
        "You are logged in as {username}, and this account is kept already. What you have just "
        "entered was not used."
    )
    messages.info(request, not_used.format(username=user.username))


def _stay_logged_in(request: HttpRequest, user: User) -> None:
    """Let the session count with a new password.

    Other tabs stay logged in until the browser gets its new key: mail takes its time.
    """
    request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    with suppress(UpdateError):  # another tab was faster, and the key is a new one already
        request.session.save()


def _next_or(request: HttpRequest, default: str) -> str:
    """Return the requested page if it is one of this site, else the default."""
    return get_next_redirect_url(request) or default


def _with_next(request: HttpRequest, url: str) -> str:
    wanted = _next_or(request, "")
    return f"{url}?{urlencode({REDIRECT_FIELD_NAME: wanted})}" if wanted else url
