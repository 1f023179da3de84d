"""The places at the table: who sits there, who plays with whom, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import NO_TIMER, Game, Seat
from games.rules.scoring import Points
from games.snapshots import Snapshot
from games.tables.boards import board_of
from games.tables.shapes import SeatView, SideView
from games.tables.trackers import AnyVariant
from games.tables.words import join_names, player_avatar, short_name, show_points


def view_seats(
    snapshot: Snapshot, state: Any, totals: Sequence[Points], viewer: int | None
) -> tuple[SeatView, ...]:
    """Return who sits at the table, in seat order; `state` is masked, None before the deal."""
    return tuple([_view_seat(snapshot, state, totals, seat, viewer) for seat in snapshot.seats])


def _view_seat(
    snapshot: Snapshot, state: Any, totals: Sequence[Points], seat: Seat, viewer: int | None
) -> SeatView:
    game, index = snapshot.game, seat.index
    is_picking = game.status == Game.Status.PICKING and index not in snapshot.picks
    who: dict[str, Any] = {
        "name": short_name(seat),
        "level": seat.computer or "",
        "avatar": player_avatar(seat),
        "is_me": index == viewer,
        "is_turn": game.to_move == index or is_picking,
    }
    if state is None:
        return SeatView(index=index, **who)
    if seat.stand_in:
        who["left_words"] = "left, a computer plays"
    partner = find_partner(game.rules, state, index)
    if partner is not None:
        is_mine = partner == viewer
        name = short_name(snapshot.seats[partner])
        who["partner_words"] = "your partner" if is_mine else f"with {name}"
    is_timed = game.move_time != NO_TIMER
    return view_seat(game.rules, state, totals, index=index, is_timed=is_timed, **who)


def view_seat(
    variant: AnyVariant,
    state: Any,
    totals: Sequence[Points],
    *,
    index: int,
    is_timed: bool = True,
    **who: Any,
) -> SeatView:
    """Return a seat as a masked state shows it, with what its board lays before it.

    `who` holds at least name, avatar, is_me and is_turn of `SeatView`. Without a timer nothing is
    said of penalties.
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
        total=show_points(totals[side]) or "0",
        **who,
    )


def find_partner(variant: AnyVariant, state: Any, seat: int) -> int | None:
    """Return who plays for the same side as a seat, None where everybody plays alone."""
    side = variant.side(state, seat)
    others = (other for other in range(len(state.hands)) if other != seat)
    return next((other for other in others if variant.side(state, other) == side), None)


def name_sides(
    variant: AnyVariant, state: Any, names: Sequence[str], viewer: int | None = None
) -> tuple[str, ...]:
    """Return who plays for each side: "You and Carol" to a player, else by name."""
    sides: dict[int, list[str]] = {}
    order = range(len(names))
    for seat in sorted(order, key=lambda seat: seat != viewer):
        name = "You" if seat == viewer else names[seat]
        sides.setdefault(variant.side(state, seat), []).append(name)
    return tuple(join_names(sides[side]) for side in sorted(sides))


def find_rivals(variant: AnyVariant, state: Any, seat: int) -> tuple[int, ...]:
    """Return the seats that play against a seat: of who dropped out, the computer plays on."""
    own = variant.side(state, seat)
    return tuple(other for other in range(len(state.hands)) if variant.side(state, other) != own)


def name_rivals(
    variant: AnyVariant, state: Any, seat: int, names: Sequence[str], viewer: int | None
) -> str:
    """Return who plays against a seat: "you and Carol", or in short when there are many."""
    rivals = find_rivals(variant, state, seat)
    called = ["you" if rival == viewer else names[rival] for rival in rivals]
    if len(called) < 3:
        return join_names(called) if called else "nobody"
    return "you and the others" if viewer in rivals else "all the others"


def seats_around(
    seats: Sequence[SeatView], viewer: int | None
) -> tuple[SeatView | None, tuple[SeatView, ...]]:
    """Return who sits at the bottom of the page, and the others clockwise from the left.

    The viewer sits at the bottom; who only watches sees the table from the first seat.
    """
    if not seats:
        return None, ()
    place = next((number for number, seat in enumerate(seats) if seat.index == viewer), 0)
    return seats[place], (*seats[place + 1 :], *seats[:place])


def name_contest(sides: Sequence[SideView]) -> str:
    """Return who plays against whom: "You against Ben and Carol", of many just who plays."""
    first, *others = [side.name for side in sides]
    if sides[0].is_mine or len(others) == 1:
        return f"{first} against {join_names(others)}"
    return join_names([first, *others])


def view_sides(
    variant: AnyVariant, state: Any, seats: Sequence[SeatView], me: SeatView | None
) -> tuple[SideView, ...]:
    """Return who scores together; the side of who sits at the bottom comes first."""
    if state is None or me is None:
        return ()
    sides: dict[int, list[SeatView]] = {}
    for seat in (*seats[me.index :], *seats[: me.index]):
        sides.setdefault(seat.side, []).append(seat)
    return tuple(
        SideView(
            side,
            join_names(["You" if seat.is_me else seat.name for seat in members]),
            any(seat.is_me for seat in members),
            tuple(seat.index for seat in members),
            members[0].total,
        )
        for side, members in sides.items()
    )
