"""Recount how reliably and how quickly every player plays."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User
from games import selectors, services
from games.snapshots import CHUNK


class Command(BaseCommand):
    help = (
        "Recount from the events of all finished games how many games each player began and "
        "finished, the violations, and how long moves over days took. The nightly audit reports "
        "figures that are wrong; this command corrects them."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        players = User.objects.order_by("pk").values_list("pk", flat=True)
        after = counted = 0
        while chunk := list(players.filter(pk__gt=after)[:CHUNK]):
            services.recount_paces(chunk, count=selectors.count_paces)
            after, counted = chunk[-1], counted + len(chunk)
        self.stdout.write("1 player recounted" if counted == 1 else f"{counted} players recounted")
