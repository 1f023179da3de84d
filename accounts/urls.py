from allauth.account import views as allauth_views
from django.urls import include, path

from accounts import views

for_accounts = views.guests_go_to("keep_account")
for_others = views.guests_go_to("account_logout")

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep_account, name="keep_account"),
    path("settings/", views.settings, name="settings"),
    path("login/", for_others(allauth_views.login), name="account_login"),
    path("signup/", for_accounts(allauth_views.signup), name="account_signup"),
    path("email/", for_accounts(allauth_views.email), name="account_email"),
    path(
        "password/change/",
        for_accounts(allauth_views.password_change),
        name="account_change_password",
    ),
    path("password/set/", for_accounts(allauth_views.password_set), name="account_set_password"),
    path("", include("allauth.account.urls")),
]
