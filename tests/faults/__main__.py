"""Run a storm: python -m tests.faults [--minutes 10] [--fault web --fault beat] [--embedded]
Run a soak:  python -m tests.faults --soak --minutes 60 [--embedded]

Games are played on a site of its own, on PostgreSQL and Redis of its own or embedded, while the
faults happen in turn, or none in a soak. It prints a report, and exits with 1 if anything was
lost, doubled or charged, or if memory or open files grew in a soak.
"""

import argparse
import asyncio
import os
import sys

import django

from tests.faults.injected import EMBEDDED, FAULTS, rage_on
from tests.faults.servers import find_lacking
from tests.faults.soak import soak
from tests.faults.storm import running_parts


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--fault", action="append", choices=list(FAULTS), help="default: all")
    parser.add_argument("--soak", action="store_true", help="no faults: watch memory and files")
    parser.add_argument("--embedded", action="store_true", help="on SQLite, in one process")
    parser.add_argument("--tables", type=int, default=8, help="how many games are played at once")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between moves")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    names = arguments.fault or list(EMBEDDED if arguments.embedded else FAULTS)
    if arguments.embedded and (impossible := set(names) - set(EMBEDDED)):
        parser.error(f"only with servers: {', '.join(sorted(impossible))}")
    if not arguments.embedded and (lacking := find_lacking()):
        parser.error(lacking)
    with running_parts(embedded=arguments.embedded, seed=arguments.seed) as storm:
        seconds, tables, pace = 60 * arguments.minutes, arguments.tables, arguments.pace
        if arguments.soak:
            happening = soak(storm, seconds=seconds, tables=tables, pace=pace)
        else:
            happening = rage_on(storm, names, seconds=seconds, tables=tables, pace=pace)
        report = asyncio.run(happening)
    sys.stdout.write(f"{report}\n")
    sys.exit(1 if report.wrong else 0)


if __name__ == "__main__":
    main()
