from django.contrib import admin
from django.urls import include, path

from accounts.views import privacy
from config.health import health

urlpatterns = [
    path("admin/", admin.site.urls),
    path("health", health, name="health"),
    # accounts
    path("accounts/", include("accounts.urls")),
    path("privacy/", privacy, name="privacy"),
    # end of accounts
    path("", include("games.urls")),
    path("", include("learn.urls")),
]
