"""The log of the staff in the admin: to read."""

from typing import TYPE_CHECKING

from django.contrib import admin

from accounts.admin import ReadOnly
from community.models import Entry

if TYPE_CHECKING:
    EntryPages = admin.ModelAdmin[Entry]
else:
    EntryPages = admin.ModelAdmin


@admin.register(Entry)
class EntryAdmin(ReadOnly, EntryPages):
    """What was done, when, and by whom."""

    list_display = ("at", "act", "staff", "person", "sanction", "facts")
    list_filter = ("act",)
    search_fields = ("=staff", "=person")
