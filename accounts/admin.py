"""People in the admin, which only staff with a second factor may enter."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.contrib.auth.models import Group
from django.db import DataError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.second_factors import has_second_factor

has_permission = admin.site.has_permission


def has_permission_and_factor(request: HttpRequest) -> bool:
    return has_permission(request) and has_second_factor(request.user)


def ask_for_second_factor(login: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Tell staff without a second factor how to get one, instead of asking for a log-in."""

    @wraps(login)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if has_permission(request) and not has_second_factor(request.user):
            return render(request, "accounts/second_factor_needed.html", status=403)
        return login(request, *args, **kwargs)

    return view


def change_password(request: HttpRequest, **context: Any) -> HttpResponse:
    """Lead to the site's own page, which limits guesses and ends what the old password allowed."""
    return redirect("account_change_password")


admin.site.has_permission = has_permission_and_factor  # type: ignore[method-assign]
# The site's log-in page limits the number of attempts, which the admin's own does not.
admin.site.login = ask_for_second_factor(  # type: ignore[method-assign]
    secure_admin_login(admin.site.login)
)
admin.site.password_change = change_password  # type: ignore[assignment, method-assign]
admin.site.unregister(Group)
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)  # its pages would show the secrets


if TYPE_CHECKING:
    ModelPages = admin.ModelAdmin[Any]
    UserPages = UserAdmin[User]
    PasswordForm = AdminPasswordChangeForm[User]
else:
    ModelPages = admin.ModelAdmin
    UserPages = UserAdmin
    PasswordForm = AdminPasswordChangeForm


class ReadOnly:
    """Pages on which nothing can be added, changed or deleted, because only services write it."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ForgivingPages(ModelPages):
    """Pages whose list is shown whole if the address filters it by what cannot be stored."""

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Treat what fails only in the query or the calendar like any other wrong filter."""
        try:
            return super().get_changelist_instance(request)
        except (DataError, OverflowError, ValueError) as error:
            if not request.GET:
                raise
            raise IncorrectLookupParameters from error


class NewPasswordForm(PasswordForm):
    """Store a new password, and nothing else: meanwhile the account may have been closed."""

    def save(self, commit: bool = True) -> Any:
        user = super().save(commit=False)
        if commit:
            user.save(update_fields=["password"])
        return user


@admin.register(User)
class PersonAdmin(ForgivingPages, UserPages):
    """Look up users, and set new passwords and rights.

    Users are not deleted here: the page where they delete their own account first takes them
    out of their running games. Nor are their accounts closed or opened: the pages of the staff give
    a reason, end the games by the rule and write the log.
    """

    list_display = ("username", "name", "is_guest", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_guest", "is_staff")
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    # allauth manages the e-mail address and knows whether it is confirmed.
    readonly_fields = ("email", "is_guest", "is_active", "decisions", "last_login", "date_joined")
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password", "is_active", "decisions")}),
        (_("Profile"), {"fields": ("display_name", "avatar")}),
        (
            _("Account"),
            {"fields": ("email", "time_zone", "is_guest", "last_login", "date_joined")},
        ),
        (_("Permissions"), {"fields": ("is_staff", "is_superuser")}),
    )

    change_password_form = NewPasswordForm

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Store what was changed, and nothing else: meanwhile the account may have been closed."""
        obj.save(update_fields=form.changed_data if change else None)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        may_change_rights = request.user.is_superuser and obj != request.user
        return fields if may_change_rights else (*fields, "is_staff", "is_superuser")

    @admin.display(description=_("Reports and decisions"))
    def decisions(self, user: User) -> str:
        """Return the link to the page on which the staff closes this account and opens it again."""
        address = reverse("staff_person", args=[user.username])
        return format_html('<a href="{}">{}</a>', address, gettext("Warn, suspend, ban or lift"))

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Set a new password, which ends what the old one allowed, as when its owner resets it."""
        response = super().user_change_password(request, id, form_url)
        if request.method == "POST" and response.status_code == 302:
            user = User.objects.get(pk=id)
            password_reset.send(sender=User, request=request, user=user)
        return response


@admin.register(EmailAddress)
class AddressAdmin(ReadOnly, ForgivingPages, EmailAddressAdmin):
    """Addresses to read. Only their mark “verified” can be taken away.

    Whoever changed one here would lead the next link for a new password to another mailbox, without
    the mail that tells the owner, and the account would still name the old address.
    """

    actions = ["take_mark_away"]

    def has_mark_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("account.change_emailaddress")

    @admin.action(description=_("Take away the mark “verified”"), permissions=["mark"])
    def take_mark_away(self, request: HttpRequest, addresses: QuerySet[EmailAddress]) -> None:
        """End mail about games to addresses that keep bouncing, until they are confirmed again."""
        marked = list(addresses.filter(verified=True))
        addresses.update(verified=False)
        for address in marked:
            self.log_change(request, address, gettext("Took away the mark “verified”"))
        self.message_user(
            request,
            ngettext(
                "{number} address is no longer verified.",
                "{number} addresses are no longer verified.",
                len(marked),
            ).format(number=len(marked)),
        )
