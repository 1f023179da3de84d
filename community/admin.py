"""The log of the staff in the admin: to read."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from community.models import Entry

if TYPE_CHECKING:
    EntryPages = admin.ModelAdmin[Entry]
else:
    EntryPages = admin.ModelAdmin


@admin.register(Entry)
class EntryAdmin(EntryPages):
    """What was done, when, and by whom. Nobody adds, changes or deletes anything here."""

    list_display = ("at", "act", "staff", "person", "sanction", "facts")
    list_filter = ("act",)
    search_fields = ("=staff", "=person")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Entry | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Entry | None = None) -> bool:
        return False
