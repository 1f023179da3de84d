"""The players at the seats, as pages name and show them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from django.urls import reverse

from games.messages.names import former_player, name_computer, name_text
from games.messages.text import Text, fill
from games.models import COMPUTER_NAMES, Game, Seat


def player_name(seat: Seat) -> Text:
    """Return the name shown for a seat: "alice", "Basil (computer, easy)"."""
    if seat.user is None and seat.computer:
        return name_computer(COMPUTER_NAMES[seat.index], seat.computer)
    return short_name(seat)


def short_name(seat: Seat) -> Text:
    """Return the name used at the table itself, where the seat shows the rest: "Basil"."""
    if seat.user is not None:
        return name_text(str(seat.user))
    return name_text(COMPUTER_NAMES[seat.index]) if seat.computer else fill(former_player())


def names_by_seat(game: Game, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names used at the table in the order of the seats, "" for a free one."""
    taken = {seat.index: short_name(seat) for seat in seats}
    return tuple([taken.get(index, "") for index in range(game.players)])


def host_of(game: Game) -> Seat:
    """Return the seat of the host at a table that waits, the first one if the host has left."""
    return next((seat for seat in game.seated if seat.user_id == game.host_id), game.seated[0])


def names_of(seats: Collection[Seat]) -> set[str]:
    """Return all names by which the players at these seats are known, usernames too."""
    usernames = {seat.user.username for seat in seats if seat.user is not None}
    return usernames | {short_name(seat) for seat in seats}


def player_path(seat: Seat) -> str:
    """Return the address of the player's page, or "" where there is none."""
    if seat.user is None or not seat.user.is_active:
        return ""
    return _path_of(seat.user.username)


@lru_cache(maxsize=4096)
def _path_of(username: str) -> str:
    return reverse("player", args=[username])


def player_avatar(seat: Seat) -> str:
    """Return the avatar shown at a seat."""
    if seat.user is not None:
        return seat.user.avatar
    return "computer" if seat.computer else "nobody"
