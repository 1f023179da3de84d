"""The sides of a game and how it went for them, from what is stored of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from games.messages import standings as told
from games.messages.text import Text
from games.models import Game, Seat
from games.presenters.endings import DROPPED_OUT
from games.presenters.people import player_name


def group_by_side(game: Game, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of each side, in the order of the sides."""
    sides = game.sides
    grouped: dict[int, list[Seat]] = {}
    for seat in seats:
        grouped.setdefault(sides[seat.index], []).append(seat)
    return tuple(tuple(grouped[side]) for side in sorted(grouped))


def rivals_words(game: Game, seats: Sequence[Seat], mine: Seat | None) -> Text:
    """Return the opponents and partners of a player; without one, all who play each other."""
    sides = [list(side) for side in group_by_side(game, seats)]
    if mine is None:
        return told.name_contest([_names(side) for side in sides])
    partners = next(side for side in sides if mine in side)
    rivals = [seat for seat in seats if seat not in partners]
    partners.remove(mine)
    return told.name_opponents(_names(rivals), _names(partners))


def result_of(seats: Sequence[Seat], mine: Seat) -> str:
    """Return the result of a player; a draw that others have lost is a shared win."""
    is_shared = any(seat.result == Seat.Result.LOST for seat in seats)
    return "shared" if mine.result == Seat.Result.DRAWN and is_shared else mine.result


def score_words(game: Game, seats: Sequence[Seat], mine: Seat | None) -> str:
    """Return how a finished game went for a player: "won 22 to 15 and 9".

    "" before the end, for a spectator, and where nobody else played to the end.
    """
    if mine is None or mine.total is None:
        return ""
    sides = group_by_side(game, seats)
    rivals = [side[0] for side in sides if mine not in side and side[0].total is not None]
    if not rivals:
        return ""
    if mine.stand_in and len(rivals) > 1:
        return told.tell_left_early()
    if game.reason in DROPPED_OUT:
        return told.tell_forfeit(mine.result)
    rivals.sort(key=lambda seat: (bool(seat.stand_in), -(seat.total or Decimal())))
    is_placed = len(rivals) > 1 and mine.result == Seat.Result.LOST
    return told.tell_score(
        result_of(seats, mine),
        mine.total,
        [seat.total or Decimal() for seat in rivals],
        place=_place_of(mine, rivals) if is_placed else 0,
        reason=game.reason,
    )


def _place_of(mine: Seat, rivals: Sequence[Seat]) -> int:
    """Return the place of a player who lost; players who dropped out rank behind all others."""
    before = [
        seat
        for seat in rivals
        if seat.result == Seat.Result.WON
        or (not seat.stand_in and (seat.total or 0) > (mine.total or 0))
    ]
    return max(2, len(before) + 1)


def _names(seats: Sequence[Seat]) -> list[Text]:
    return [player_name(seat) for seat in seats]
