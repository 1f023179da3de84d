"""The log of the staff in the admin: to read."""

from django.contrib import admin

from accounts.admin import ForgivingPages, ReadOnly
from community.models import Entry


@admin.register(Entry)
class EntryAdmin(ReadOnly, ForgivingPages):
    """What was done, when, and by whom."""

    list_display = ("at", "act", "staff", "person", "sanction", "facts")
    list_filter = ("act",)
    search_fields = ("=staff", "=person")
