from django.urls import path

from notices.views import calendar, devices, mail, pages, webhooks

urlpatterns = [
    path("", pages.notices, name="notices"),
    path("read/", pages.mark_all_read, name="mark_all_read"),
    path("settings/", pages.notice_settings, name="notice_settings"),
    path("mute/<str:game>/", pages.mute, name="mute"),
    path("calendar/", calendar.calendar_settings, name="calendar_settings"),
    path("devices/", devices.devices, name="devices"),
    path("devices/renew/", devices.renew_device, name="renew_device"),
    path("devices/<int:device_id>/remove/", devices.remove_device, name="remove_device"),
    path("webhooks/", webhooks.webhooks, name="webhooks"),
    path("webhooks/<int:webhook_id>/test/", webhooks.test, name="test_webhook"),
    path("webhooks/<int:webhook_id>/remove/", webhooks.remove, name="remove_webhook"),
    path("unsubscribe/<str:token>/", mail.end_mail, name="unsubscribe"),
    path("mail/again/", mail.try_mail_again, name="try_mail_again"),
]
