"""The seats at the table: their players and sides, and the order they are shown in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.messages import seats as told
from games.messages.language import remembered
from games.messages.names import Names
from games.messages.text import Text
from games.models import NO_TIMER, Seat
from games.presenters.boards import board_of
from games.presenters.people import player_avatar, short_name
from games.presenters.shapes import PlayerView, SeatView, SideView
from games.presenters.sides import find_partner
from games.rules.scoring import Points
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.rules.wording.values import show_number
from games.snapshots import Snapshot


def view_players(
    snapshot: Snapshot, state: State | None, viewer: int | None
) -> tuple[PlayerView, ...]:
    """Return who sits at the table, in order; `state` is masked, None before the deal."""
    return tuple([_view_player(snapshot, state, seat, viewer) for seat in snapshot.seats])


def _view_player(
    snapshot: Snapshot, state: State | None, seat: Seat, viewer: int | None
) -> PlayerView:
    variant, index = snapshot.game.rules, seat.index
    partner = find_partner(variant, state, index) if state is not None else None
    partner_words = ""
    if partner is not None:
        name = short_name(snapshot.seats[partner])
        partner_words = told.tell_partner(name, is_you=partner == viewer)
    return PlayerView(
        index=index,
        name=short_name(seat),
        avatar=player_avatar(seat),
        level=seat.computer or "",
        side=variant.side(state, index) if state is not None else 0,
        is_me=index == viewer,
        partner_words=partner_words,
        left_words=told.tell_left() if seat.stand_in and state is not None else "",
    )


def view_seats(
    snapshot: Snapshot,
    state: State | None,
    totals: Sequence[Points],
    players: Sequence[PlayerView],
) -> tuple[SeatView, ...]:
    """Return the seats of these players; `state` is masked, None before the deal."""
    return tuple([_view_seat(snapshot, state, totals, player) for player in players])


def _view_seat(
    snapshot: Snapshot, state: State | None, totals: Sequence[Points], player: PlayerView
) -> SeatView:
    game, index = snapshot.game, player.index
    words: dict[str, Any] = {
        "name": player.name,
        "level": player.level,
        "avatar": player.avatar,
        "is_me": player.is_me,
        "is_turn": game.to_move == index,
        "partner_words": player.partner_words,
        "left_words": player.left_words,
    }
    if state is None:
        return SeatView(index=index, **words)
    is_timed = game.move_time != NO_TIMER
    return view_seat(game.rules, state, totals, index=index, is_timed=is_timed, **words)


def view_seat(
    variant: AnyVariant,
    state: State,
    totals: Sequence[Points],
    *,
    index: int,
    is_timed: bool = True,
    **player: Any,
) -> SeatView:
    """Return a seat as a masked state shows it, with what its board lays before it.

    `player` holds at least name, avatar, is_me and is_turn of `SeatView`. Without a timer nothing
    is said of penalties.
    """
    side = variant.side(state, index)
    return board_of(variant).view_seat(
        variant,
        state,
        index=index,
        side=side,
        violations=state.violations[index],
        max_violations=variant.max_violations if is_timed else 0,
        hand_count=len(state.hands[index]),
        total=show_number(totals[side]),
        **player,
    )


def seats_around(
    seats: Sequence[SeatView], viewer: int | None
) -> tuple[SeatView | None, tuple[SeatView, ...]]:
    """Return the seat at the bottom of the page, and the others clockwise from the left.

    The viewer sits at the bottom; a spectator sees the table from the first seat.
    """
    if not seats:
        return None, ()
    place = next((number for number, seat in enumerate(seats) if seat.index == viewer), 0)
    return seats[place], (*seats[place + 1 :], *seats[:place])


def view_sides(
    state: State | None, seats: Sequence[SeatView], me: SeatView | None, names: Names
) -> tuple[SideView, ...]:
    """Return the sides; the one of the player at the bottom of the page comes first."""
    if state is None or me is None:
        return ()
    sides: dict[int, list[SeatView]] = {}
    for seat in (*seats[me.index :], *seats[: me.index]):
        sides.setdefault(seat.side, []).append(seat)
    return tuple([_view_side(side, members, names) for side, members in sides.items()])


def _view_side(side: int, members: Sequence[SeatView], names: Names) -> SideView:
    places = tuple([seat.index for seat in members])
    is_mine = any(seat.is_me for seat in members)
    subject, object_ = _name_side(names, places)
    return SideView(side, subject, object_, is_mine, places, members[0].total)


@remembered(1024)
def _name_side(names: Names, places: tuple[int, ...]) -> tuple[Text, Text]:
    return names.subject(places), names.receiver(places)
