"""Places in the queue that tests begin with."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.utils import timezone

from games import services
from games.models import AcceptedTime, Game
from tests.games.pages import text_of

DAY = 86_400


def seek(user: Any, *move_times: int, variant: str = "casino") -> Game:
    return services.play_now(user, variant=variant, move_times=move_times or [60])


def practise(user: Any) -> Game:
    return services.play_computer(user, variant="casino", move_time=0, levels=["easy"])


def accepted(game: Game) -> dict[str, list[int]]:
    times: dict[str, list[int]] = {}
    for each in AcceptedTime.objects.filter(seat__game=game).order_by("seat", "move_time"):
        times.setdefault(str(each.seat.user), []).append(each.move_time)
    return times


def sweep() -> None:
    services.lapse_waiting_games(now=timezone.now())


def lobby_of(client: Client) -> str:
    return text_of(client.get("/"))
