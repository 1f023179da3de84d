#!/usr/bin/env python3
"""Run Django's management commands."""

import os
import sys
import traceback
from contextlib import ExitStack

CREATING = ("migrate", "restore", "serve")
"""The commands that may make a database of which there is no file yet."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from config.databases import is_unprepared, one_connection, tell_reason, tell_remedy
    from config.sqlite import only_existing

    command = "".join(sys.argv[1:2])
    # Django reads these options itself, and no setting may be read before that.
    has_options = any(each.startswith(("--settings", "--pythonpath")) for each in sys.argv)
    try:
        with ExitStack() as connecting:
            if command not in CREATING:
                connecting.enter_context(only_existing())
            if command != "serve" and not has_options:  # it serves by many connections at a time
                connecting.enter_context(one_connection())
            execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)
    except DatabaseError as error:
        if "--traceback" in sys.argv:
            raise
        if is_unprepared(error):
            sys.exit(
                f"The database is not ready for this release: {tell_reason(error)}. Run manage.py "
                "serve prepare; if the site has another database, set its DATABASE_URL first."
            )
        steps = {step.name for step in traceback.extract_tb(error.__traceback__)}
        if "ensure_connection" not in steps:
            raise  # it answered, and the fault is another
        sys.exit(f"The database does not answer: {tell_reason(error)}. {tell_remedy(error)}")


if __name__ == "__main__":
    main()
