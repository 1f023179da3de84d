from django.urls import path

from notices.views import calendar

urlpatterns = [
    path("calendar/", calendar.calendar_settings, name="calendar_settings"),
]
