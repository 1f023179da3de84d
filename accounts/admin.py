from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import User
from accounts.second_factors import has_second_factor
from accounts.sockets import close_sockets

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


admin.site.has_permission = has_permission_and_factor  # type: ignore[method-assign]
# The site's log-in page limits the number of attempts, which the admin's own does not.
admin.site.login = ask_for_second_factor(  # type: ignore[method-assign]
    secure_admin_login(admin.site.login)
)
admin.site.unregister(Group)
admin.site.unregister(Authenticator)  # its pages would show the secrets


if TYPE_CHECKING:
    UserPages = UserAdmin[User]
else:
    UserPages = UserAdmin


@admin.register(User)
class PersonAdmin(UserPages):
    """Look up users, ban them and set new passwords.

    Users are not deleted here: the page where they delete their own account first takes them
    out of their running games.
    """

    list_display = ("username", "name", "is_guest", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_guest", "is_staff")
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    actions = ("ban", "unban")
    # allauth manages the e-mail address and knows whether it is confirmed.
    readonly_fields = ("email", "is_guest", "last_login", "date_joined")
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password", "is_active")}),
        (_("Profile"), {"fields": ("display_name", "avatar")}),
        (
            _("Account"),
            {"fields": ("email", "time_zone", "is_guest", "last_login", "date_joined")},
        ),
        (_("Permissions"), {"fields": ("is_staff", "is_superuser")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        may_change_rights = request.user.is_superuser and obj != request.user
        return fields if may_change_rights else (*fields, "is_active", "is_staff", "is_superuser")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data:
            services.set_active(obj, active=obj.is_active)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        response = super().user_change_password(request, id, form_url)
        if request.method == "POST" and response.status_code == 302:
            close_sockets(int(id))
        return response

    @admin.action(description=_("Ban: close the account and end all its sessions"))
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = [user for user in queryset.filter(is_active=True) if user != request.user]
        for user in people:
            services.set_active(user, active=False)
            self.log_change(request, user, gettext("Banned."))
        banned = ngettext("{count} user banned.", "{count} users banned.", len(people))
        self.message_user(request, banned.format(count=len(people)), messages.SUCCESS)

    @admin.action(description=_("Unban"))
    def unban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = list(queryset.filter(is_active=False))
        for user in people:
            services.set_active(user, active=True)
            self.log_change(request, user, gettext("Unbanned."))
        unbanned = ngettext("{count} user unbanned.", "{count} users unbanned.", len(people))
        self.message_user(request, unbanned.format(count=len(people)), messages.SUCCESS)
