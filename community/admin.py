"""The log of the staff in the admin: to read."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from accounts.admin import ForgivingPages, ReadOnly
from accounts.models import User
from community.models import Entry


def _username_of(field: str) -> Subquery:
    return Subquery(User.objects.filter(pk=OuterRef(field)).values("username"))


def _with_username(number: int | None, username: str | None) -> str:
    return f"{number} ({username})" if username else str(number or "-")


@admin.register(Entry)
class EntryAdmin(ReadOnly, ForgivingPages):
    """What was done, when, and by whom: with the usernames of people who still have an account."""

    list_display = ("at", "act", "by", "about", "sanction", "facts")
    list_filter = ("act",)
    search_fields = ("=staff", "=person", "=staff_username", "=person_username")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.annotate(
            staff_username=_username_of("staff"), person_username=_username_of("person")
        )

    @admin.display(description="staff", ordering="staff")
    def by(self, entry: Any) -> str:
        """Return who did it."""
        return _with_username(entry.staff, entry.staff_username)

    @admin.display(description="person", ordering="person")
    def about(self, entry: Any) -> str:
        """Return whom it is about."""
        return _with_username(entry.person, entry.person_username)
