#!/usr/bin/env python3
"""Run Django's management commands."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, connection

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if connection.connection is not None or "--traceback" in sys.argv:
            raise
        sys.exit(f"The database does not answer: {str(error).strip()}.")


if __name__ == "__main__":
    main()
