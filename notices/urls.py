from django.urls import path

from notices.views import calendar, webhooks

urlpatterns = [
    path("calendar/", calendar.calendar_settings, name="calendar_settings"),
    path("webhooks/", webhooks.webhooks, name="webhooks"),
    path("webhooks/<int:webhook_id>/test/", webhooks.test, name="test_webhook"),
    path("webhooks/<int:webhook_id>/remove/", webhooks.remove, name="remove_webhook"),
]
