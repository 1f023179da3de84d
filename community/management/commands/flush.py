"""Say plainly why the database is not emptied: it keeps the log of the staff."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import flush
from django.db import DatabaseError

from community.models import LASTING

REFUSAL = (
    "Nothing was deleted: flush would empty the log of the staff, which the database refuses. "
    "To start over, stop the site and let DATABASE_URL name a new database."
)


class Command(flush.Command):
    """Empty the database as Django does, unless it refuses for the sake of the log."""

    def handle(self, **options: Any) -> None:
        try:
            super().handle(**options)
        except CommandError as error:
            cause = error.__cause__
            if isinstance(cause, DatabaseError) and LASTING in str(cause):
                raise CommandError(REFUSAL) from error
            raise
