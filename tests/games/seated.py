"""Tables of each kind that tests begin with."""

from __future__ import annotations

from typing import Any

from games import services
from games.models import Game

DAY = 86_400


def play_now(user: Any, *move_times: int) -> Game:
    return services.play_now(user, variant="trifecta", move_times=move_times or [60])


def open_table(user: Any, kind: str = "open", move_time: int = 60, **options: Any) -> Game:
    fields = {"variant": "trifecta", "move_time": move_time, "kind": kind, **options}
    return services.open_table(user, **fields)


def play_computer(user: Any, move_time: int = 60) -> Game:
    return services.play_computer(user, variant="trifecta", move_time=move_time, levels=["easy"])
