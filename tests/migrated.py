"""A migrated database in PostgreSQL, which tests and their sites copy: ./check makes and drops it.

python -m tests.migrated create|drop NAME, on the server of DATABASE_URL
"""

import os
import subprocess
import sys
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.running import ROOT, environment


def create(url: str, name: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "migrate", "-v", "0"],
        env=environment(DATABASE_URL=urlunsplit(urlsplit(url)._replace(path=f"/{name}"))),
        check=True,
    )


def drop(url: str, name: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


if __name__ == "__main__":
    {"create": create, "drop": drop}[sys.argv[1]](os.environ["DATABASE_URL"], sys.argv[2])
