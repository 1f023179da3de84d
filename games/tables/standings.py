"""Who played with whom in a game and how it went for them, from what is stored of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from games.models import Game, Seat
from games.tables.offer_words import sides_of
from games.tables.words import join_names, player_name, show_points

_PLACES = {2: "second", 3: "third", 4: "fourth"}


def group_by_side(game: Game, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats by who scores together, in the order of the sides."""
    sides = sides_of(game)
    grouped: dict[int, list[Seat]] = {}
    for seat in seats:
        grouped.setdefault(sides[seat.index], []).append(seat)
    return tuple(tuple(grouped[side]) for side in sorted(grouped))


def rivals_words(game: Game, seats: Sequence[Seat], mine: Seat | None) -> str:
    """Return whom a player plays with and against, or without one who plays against whom."""
    sides = [list(side) for side in group_by_side(game, seats)]
    if mine is None:
        # Two sides play against each other; more than two are just players.
        names = [join_names(_names(side)) for side in sides]
        return " against ".join(names) if len(names) == 2 else join_names(names or [""])
    partners = next(side for side in sides if mine in side)
    rivals = [seat for seat in seats if seat not in partners]
    partners.remove(mine)
    words = join_names(_names(rivals) or [""])
    return f"{words}, with {join_names(_names(partners))}" if partners else words


def score_words(game: Game, seats: Sequence[Seat], mine: Seat | None) -> str:
    """Return how a finished game went for a player: "Won 22 to 15 and 9".

    "" before the end, for who did not play, and where nobody else did.
    """
    if mine is None or mine.total is None:
        return ""
    sides = group_by_side(game, seats)
    rivals = [side[0] for side in sides if mine not in side and side[0].total is not None]
    if not rivals:
        return ""
    result = mine.get_result_display().capitalize()
    if mine.stand_in and len(rivals) > 1:
        return "Lost, dropped out"
    if game.reason in ("forfeit", "resignation"):
        return f"{result} by forfeit"
    rivals.sort(key=lambda seat: (bool(seat.stand_in), -(seat.total or Decimal())))
    if len(rivals) > 1 and mine.result == Seat.Result.LOST:
        result = f"Came {_PLACES[_place_of(mine, rivals)]} with"
    others = join_names([_points(seat) for seat in rivals])
    return f"{result} {_points(mine)} to {others}"


def _place_of(mine: Seat, rivals: Sequence[Seat]) -> int:
    """Return the place of who lost; those who dropped out come behind all others."""
    before = [
        seat for seat in rivals if not seat.stand_in and (seat.total or 0) > (mine.total or 0)
    ]
    return max(2, len(before) + 1)


def _points(seat: Seat) -> str:
    return show_points(seat.total or 0) or "0"


def _names(seats: Sequence[Seat]) -> list[str]:
    return [player_name(seat) for seat in seats]
