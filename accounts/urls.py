from allauth.account import views as allauth_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes.views import generate_recovery_codes, view_recovery_codes
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn, list_webauthn
from django.contrib.auth.decorators import login_required
from django.urls import include, path, re_path

from accounts import views
from accounts.reauthentication import proof_required

for_accounts = views.guests_go_to("keep_account")
for_others = views.guests_go_to("account_logout")

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.remembers_device(views.keep_account), name="keep_account"),
    path("settings/", views.settings, name="settings"),
    path("language/", views.language, name="language"),
    path("login/", for_others(allauth_views.login), name="account_login"),
    path("signup/", for_accounts(allauth_views.signup), name="account_signup"),
    path("email/", for_accounts(views.EmailView.as_view()), name="account_email"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        views.ConfirmEmailView.as_view(),
        name="account_confirm_email",
    ),
    path("password/reset/", views.PasswordResetView.as_view(), name="account_reset_password"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.PasswordResetFromKeyView.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "password/change/",
        views.remembers_device(for_accounts(views.PasswordChangeView.as_view())),
        name="account_change_password",
    ),
    path(
        "password/set/",
        views.remembers_device(
            for_accounts(login_required(proof_required(views.PasswordSetView.as_view())))
        ),
        name="account_set_password",
    ),
    path("two-step/", for_accounts(mfa_views.index), name="mfa_index"),
    # At allauth's own addresses, which would otherwise be open to guests beside these.
    path("two-step/totp/activate/", for_accounts(activate_totp), name="mfa_activate_totp"),
    path(
        "two-step/recovery-codes/",
        for_accounts(view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "two-step/recovery-codes/generate/",
        for_accounts(generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path("two-step/webauthn/", for_accounts(list_webauthn), name="mfa_list_webauthn"),
    path("two-step/webauthn/add/", for_accounts(add_webauthn), name="mfa_add_webauthn"),
    path("two-step/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
