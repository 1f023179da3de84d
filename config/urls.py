from django.contrib import admin
from django.urls import include, path

from accounts.views import privacy
from config.health import health, live
from config.pages import failed
from config.web_app import manifest, offline, service_worker

handler500 = failed

urlpatterns = [
    path("admin/", admin.site.urls),
    path("live", live, name="live"),
    path("health", health, name="health"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("service-worker.js", service_worker, name="service_worker"),
    path("offline/", offline, name="offline"),
    # accounts
    path("accounts/", include("accounts.urls")),
    path("privacy/", privacy, name="privacy"),
    # end of accounts
    path("notices/", include("notices.urls")),
    path("", include("community.urls")),
    path("", include("games.urls")),
    path("", include("learn.urls")),
]
