"""Who is told of what happens in a game: notices, written together with the change itself.

A notice goes to people, never to computer players, and none is about a lesson. In a live game it
goes only to those who have no page of the site in view, and only if other people play; a call that
was missed is told in any case. It holds no card. All functions are called once the new version of
the game is saved, in the same transaction.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone

from accounts.barriers import find_deaf
from config.presence import has_page_in_view
from games.models import COMPUTER_NAMES, Event, Game, Seat, Vacation
from games.services.pausing import awaited_seats
from games.snapshots import Snapshot
from notices import outbox
from notices.outbox import Draft, Kind

MISSED: Final = "missed"
"""Where the address of the lobby names the game to which a player was called in vain."""


def needs_notice(snapshot: Snapshot) -> bool:
    """Return whether a usual move in a live game has to be told: the next player may be away."""
    player = _player_to_move(snapshot)
    return player is not None and _is_told(snapshot, player)


def tell_event(before: Snapshot, after: Snapshot, event: Event) -> None:
    """Tell of an event that a game goes on after: a violation, a take-over, the next turn."""
    game, seats, seat, now = after.game, after.seats, event.seat, event.at
    assert seat is not None
    was_to_move, is_to_move = before.dealt.to_move, after.dealt.to_move
    drafts: list[Draft] = []
    player = seats[seat].user_id
    if event.kind == Event.Kind.TIMEOUT:
        if game.is_over_days:
            withdraw_warnings(game, [seats[seat]], now=now)
        drafts += _tell_of_seat(after, Kind.VIOLATION, seat)
    if seats[seat].stand_in and not before.seats[seat].stand_in:
        if player is not None:
            outbox.withdraw_turn(player, game=game.public_id, now=now)
        has_quit = event.kind == Event.Kind.RESIGNATION
        drafts += _tell_of_seat(after, Kind.TAKE_OVER, seat, but=player if has_quit else None)
    if was_to_move != is_to_move:
        moved = seats[was_to_move].user_id if was_to_move is not None else None
        if game.is_over_days and moved is not None:
            outbox.withdraw_turn(moved, game=game.public_id, now=now)
        turn = [*_tell_turn(after)]
        if turn and not game.is_over_days:  # the last turn there has not been withdrawn
            outbox.withdraw_turn(turn[0].user_id, game=game.public_id, now=now)
        drafts += turn
    outbox.write(drafts, now=now)


def tell_start(snapshot: Snapshot, *, has_picked: bool = False, now: dt.datetime) -> None:
    """Tell the players that a game begins: to pick secret cards, or with somebody's turn.

    `has_picked` is whether they have picked before, and so know that it has begun.
    """
    game, seats = snapshot.game, snapshot.seats
    if has_picked:
        withdraw_picks(game, seats, now=now)
        outbox.write(_tell_turn(snapshot), now=now)
        return
    if game.rematch_of_id is not None and game.players > 2:
        outbox.see_offers(game=game.public_id, now=now)  # others may have taken the seats
    is_picking = game.to_move is None
    drafts: list[Draft] = []
    for seat in seats:
        is_theirs = is_picking or seat.index == game.to_move
        facts = {"first": True, "pick": is_picking} if is_theirs else {}
        drafts += _draft(snapshot, seat, Kind.TURN if is_theirs else Kind.STARTED, **facts)
    outbox.write(drafts, now=now)


def withdraw_picks(game: Game, seats: Iterable[Seat], *, now: dt.datetime) -> None:
    """Make what was written about picking secret cards void for these seats."""
    for seat in seats:
        if seat.user_id is not None:
            outbox.withdraw_turn(seat.user_id, game=game.public_id, now=now)


def withdraw_warnings(game: Game, seats: Iterable[Seat], *, now: dt.datetime) -> None:
    """Make void what players at these seats were told of little time: their deadline has moved."""
    for seat in seats:
        if seat.user_id is not None:
            outbox.withdraw_kind(seat.user_id, kind=Kind.WARNING, game=game.public_id, now=now)


def tell_warning(snapshot: Snapshot, *, now: dt.datetime) -> None:
    """Tell the players whose turn it is that little of their time is left."""
    facts = {"pick": True} if snapshot.game.to_move is None else {}
    for seat in awaited_seats(snapshot.game, snapshot.seats, snapshot.picks):
        outbox.write(_draft(snapshot, seat, Kind.WARNING, **facts), now=now)


def tell_vacation(
    game: Game, seats: Iterable[Seat], seat: Seat, vacation: Vacation, *, hours_left: int
) -> None:
    """Tell a player whose time has run out in a game that a vacation has begun instead.

    `hours_left` is what remains of the year in which the vacation ends.
    """
    ends_at = vacation.ends_at.astimezone(dt.UTC)
    facts = {"ends_at": ends_at.isoformat(), "year": ends_at.year, "days_left": hours_left // 24}
    begun = Draft(
        user_id=vacation.user_id,
        kind=Kind.VACATION,
        game=f"vacation-{vacation.pk}",
        version=0,
        path=reverse("vacation"),
        facts={"title": game.title, **_name_rivals(game, seats, seat), **facts},
    )
    outbox.write([begun], now=timezone.now())


def tell_end(snapshot: Snapshot, *, by: int | None, now: dt.datetime) -> None:
    """Tell the players that a game is over, except the user who ended it and those who left it."""
    game = snapshot.game
    if snapshot.state is None and game.players > 2 and game.rematch_of is not None:
        # The notices stay, and say that the offer is no longer open.
        outbox.see_offers(game=game.public_id, path=game.rematch_of.get_absolute_url(), now=now)
    outbox.withdraw_all(game=game.public_id, now=now)
    drafts: list[Draft] = []
    has_lost = any(seat.result == seat.Result.LOST for seat in snapshot.seats)
    how = {"sides": len(set(game.sides)), "has_lost": has_lost}
    for seat in snapshot.seats:
        if seat.user_id != by and (seat.is_unviewed or snapshot.state is None):
            why = how if snapshot.state is not None else _why_not_played(game, by)
            facts = {"people": _find_rivals(snapshot, seat), "result": seat.result, **why}
            drafts += _draft(snapshot, seat, Kind.ENDED, **facts)
    outbox.write(drafts, now=now)


def _find_rivals(snapshot: Snapshot, seat: Seat) -> list[int]:
    """Return the ids of all people against whom somebody has played, also of those who left."""
    sides = snapshot.game.sides
    rivals = (each for each in snapshot.seats if sides[each.index] != sides[seat.index])
    return [each.user_id for each in rivals if each.user_id is not None]


def _why_not_played(game: Game, by: int | None) -> dict[str, Any]:
    """Return the facts about why a game was cancelled.

    The reason is "away" if whoever waited for a live game has left, and "declined" by whoever was
    asked and has, whatever for: nobody is told of a block or a ban, nor whose it was.
    """
    if game.reason == "declined":
        return {"why": "declined", "by": by} if by is not None else {"why": "left"}
    return {"why": "away" if game.is_live and game.reason == "lapsed" else game.reason}


def tell_missed_call(game: Game, user_id: int, *, title: str, now: dt.datetime) -> None:
    """Tell a player who was called to a game, and did not come, that the place there is lost.

    Players with a page in view are told too: whoever is called has another page of the site open.
    """
    missed = Draft(
        user_id=user_id,
        kind=Kind.ENDED,
        game=game.public_id,
        version=game.version,
        path=reverse("home", query={MISSED: game.public_id}),
        facts={"title": title, "why": "missed_call"},
        is_urgent=not has_page_in_view(user_id),
    )
    outbox.write([missed], now=now)


def see_missed_call(user_id: int, game: str) -> None:
    """Note that a player has followed the link in the notice of a missed call to that game."""
    if game.isprintable():  # PostgreSQL fails on a NUL byte instead of finding nothing
        outbox.see(user_id, game=game, now=timezone.now())


def tell_invited(game: Game, user_ids: Iterable[int], *, by: int, now: dt.datetime) -> None:
    """Tell people that somebody invites them to a waiting game, or asks them for a rematch."""
    kind = Kind.INVITATION if game.rematch_of_id is None else Kind.REMATCH
    invited = list(user_ids)
    deaf = find_deaf(by, invited)
    offer = {"variant": game.variant, "players": game.players, "options": game.options}
    time = [game.move_time, game.bank]
    outbox.write(
        [
            Draft(
                user_id=user_id,
                kind=kind,
                game=game.public_id,
                version=game.version,
                path=game.get_absolute_url(),
                facts={"title": game.title, "by": by, "offer": offer, "time": time},
                is_urgent=game.is_live and not has_page_in_view(user_id),
            )
            for user_id in invited
            if user_id not in deaf
        ],
        now=now,
    )


def _tell_of_seat(
    snapshot: Snapshot, kind: str, index: int, *, but: int | None = None
) -> Iterator[Draft]:
    """Yield the notices about one seat: to the player there, and to all others, except one user."""
    by = snapshot.seats[index].user_id
    for seat in snapshot.seats:
        if but is not None and seat.user_id == but:
            continue
        if seat.has_person or seat.index == index:  # this player may just have dropped out
            yield from _draft(snapshot, seat, kind, own=seat.index == index, by=by)


def _tell_turn(snapshot: Snapshot) -> Iterator[Draft]:
    player = _player_to_move(snapshot)
    if player is not None:
        yield from _draft(snapshot, player, Kind.TURN)


def _player_to_move(snapshot: Snapshot) -> Seat | None:
    to_move = snapshot.game.to_move
    people = (seat for seat in snapshot.seats if seat.has_person)
    return next((seat for seat in people if seat.index == to_move), None)


def _draft(snapshot: Snapshot, seat: Seat, kind: str, **facts: Any) -> Iterator[Draft]:
    """Yield the notice for the player at a seat, if this player is to be told."""
    if not _is_told(snapshot, seat) or seat.user_id is None:
        return
    game = snapshot.game
    is_of_turn = kind in (Kind.TURN, Kind.WARNING)
    yield Draft(
        user_id=seat.user_id,
        kind=kind,
        game=game.public_id,
        version=game.version,
        path=game.get_absolute_url(),
        facts={"title": game.title, **_name_rivals(game, snapshot.seats, seat), **facts},
        is_urgent=not game.is_over_days,
        expires_at=game.deadline if is_of_turn else None,
    )


def _name_rivals(game: Game, seats: Iterable[Seat], seat: Seat) -> dict[str, Any]:
    """Return who plays against and with a seat: people by id, of several players computers by name.

    For example {"people": [7], "computers": ["Dion"], "partner": 5}.
    """
    side = game.sides[seat.index]
    rivals = [each for each in seats if game.sides[each.index] != side]
    facts: dict[str, Any] = {"people": [each.user_id for each in rivals if each.has_person]}
    computers = [COMPUTER_NAMES[each.index] for each in rivals if each.computer]
    if computers and game.players > 2:
        facts["computers"] = computers
    for each in seats:
        is_partner = each.index != seat.index and game.sides[each.index] == side
        if is_partner and (each.computer or each.has_person):
            facts["partner"] = COMPUTER_NAMES[each.index] if each.computer else each.user_id
    return facts


def _is_told(snapshot: Snapshot, seat: Seat) -> bool:
    if snapshot.game.lesson or seat.user_id is None:
        return False
    if snapshot.game.is_over_days:
        return True
    if not any(each.user_id for each in snapshot.seats if each.user_id != seat.user_id):
        return False
    return not has_page_in_view(seat.user_id)
