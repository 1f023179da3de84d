"""Measure how fast notices that are due are planned, claimed and recorded, after a long outage.

    .venv/bin/python bench/notices.py [--rows 10000] [--postgres URL]

An empty SQLite database in a temporary folder, or a new PostgreSQL database that is dropped
afterwards, is filled with notices that are due, of people who have a confirmed address, a device
and a webhook each. Nothing leaves the machine: the channels only count what they are given. The
figures are CPU time of this process, without that of a PostgreSQL server.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.in_process import empty_site

PEOPLE = 500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--postgres", help="a server, such as postgres://postgres@127.0.0.1:5432")
    arguments = parser.parse_args()
    with empty_site(arguments.postgres):
        report(arguments.rows)


def report(rows: int) -> None:
    """Fill the database, and print what it takes to work it off."""
    from django.conf import settings
    from django.utils import timezone

    from notices.channels import CHANNELS
    from notices.models import Delivery
    from notices.planning import plan_due
    from notices.sending import send_due

    settings.VAPID_KEY = "any"  # nothing is signed here
    fill(rows)

    def plan() -> None:
        while plan_due(now=timezone.now()):
            pass

    print(f"{rows} rows planned: {measure(plan):.1f} s of CPU")
    for name, channel in CHANNELS.items():
        sent: list[int] = []

        def count(deliveries: Sequence[Delivery], sent: list[int] = sent) -> None:
            sent.append(len(deliveries))

        channel.send = count  # type: ignore[method-assign]

        def send(name: str = name) -> None:
            while send_due(name):
                pass

        spent = measure(send)
        print(f"{name}: {sum(sent)} rows in {len(sent)} messages, {spent:.1f} s of CPU")
    assert Delivery.objects.filter(outcome="sent").count() == 3 * rows


def fill(rows: int) -> None:
    """Store the people and what they are to be told."""
    from allauth.account.models import EmailAddress
    from django.utils import timezone

    from accounts.models import User
    from notices.models import Device, Notice, Webhook

    now = timezone.now()
    users = User.objects.bulk_create(
        User(username=f"player{number}", avatar="owl") for number in range(PEOPLE)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=f"{user.username}@example.org", verified=True, primary=True)
        for user in users
    )
    Device.objects.bulk_create(
        Device(user=user, name="phone", endpoint=f"https://push.example/{user.pk}", added_at=now)
        for user in users
    )
    Webhook.objects.bulk_create(
        Webhook(user=user, format="standard", url="https://hook.example/", created_at=now)
        for user in users
    )
    Notice.objects.bulk_create(
        Notice(
            user=users[number % PEOPLE],
            kind="started",
            game=f"game-{number // 2}",
            version=1,
            path="/games/",
            facts={"title": "Casino", "people": [users[-number % PEOPLE].pk]},
            created_at=now,
            due_at=now,
        )
        for number in range(rows)
    )


def measure(step: Callable[[], None]) -> float:
    """Return the CPU time that a step takes, in seconds."""
    begun = time.process_time()
    step()
    return time.process_time() - begun


if __name__ == "__main__":
    main()
