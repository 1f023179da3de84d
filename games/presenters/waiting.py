"""A table that waits for players, as one viewer may see it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from games import rules
from games.messages import offers as told
from games.messages import seeks as seeking
from games.messages.names import name_text
from games.messages.vacations import explain_vacations
from games.models import NO_TIMER, Game, Seat
from games.presenters.offers import option_words
from games.presenters.paces import view_pace
from games.presenters.people import player_avatar, player_name
from games.presenters.rulebook import introduce_briefly, rules_language
from games.presenters.seeks import call_note, call_seconds
from games.presenters.vacations import vacation_facts
from games.selectors.paces import find_pace
from games.selectors.seeks import accepted_times, is_any_game_welcome
from games.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat of a table that waits; the name of a free one is ""."""

    index: int
    name: str = ""
    avatar: str = "nobody"
    is_me: bool = False
    is_host: bool = False

    @property
    def number(self) -> int:
        """The number that players know the seat by, counted from 1."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class WaitingView:
    """What people see of a table that waits, and what the viewer may do there.

    `sides` are the seats of each side. `free` are the seats that are still open. A viewer who
    `can_choose` may take any free seat or move to another; one who `can_fill` may give free seats
    to computer players. A viewer who can join reads in the `introduction` what game it is, and a
    stranger is asked for a name (`asks_name`). `time_notes` say what a turn over days may cost,
    `paces` how the players there play.
    """

    headline: str
    explanation: str
    facts: tuple[str, ...]
    sides: tuple[tuple[WaitingSeat, ...], ...]
    free: tuple[WaitingSeat, ...]
    is_seated: bool
    is_queue: bool
    is_called: bool
    can_join: bool
    can_choose: bool
    can_decline: bool
    can_fill: bool
    share_path: str
    time_notes: tuple[str, ...]
    paces: tuple[tuple[str, tuple[str, ...]], ...]
    introduction: str
    rules_language: str
    asks_name: bool
    has_others: bool

    @property
    def has_partners(self) -> bool:
        return len(self.sides[0]) > 1


def view_waiting(
    snapshot: Snapshot, user_id: int | None, *, now: dt.datetime
) -> WaitingView | None:
    """Return the table that waits as the user sees it; None once it has begun or was closed."""
    game = snapshot.game
    if game.status != Game.Status.WAITING:
        return None
    seats = _view_seats(snapshot, user_id)
    free = tuple(seat for seat in seats if not seat.name)
    own = snapshot.seat_of(user_id)
    is_called = own is not None and game.called_until is not None and game.host_id == user_id
    can_join = own is None and game.invited_id in (None, user_id) and bool(free)
    is_asked = can_join and user_id is not None and game.asks(user_id)
    is_asked_with_others = is_asked and game.players > 2  # for a rematch
    is_shared = game.kind in (Game.Kind.OPEN, Game.Kind.LINK)
    host_name = _host_name(snapshot)
    return WaitingView(
        headline=(
            _headline_of_call(snapshot, host_name, user_id)
            or (told.asked_for_rematch() if is_asked_with_others else "")
            or _headline(game, len(free), host_name, is_seated=own is not None, can_join=can_join)
        ),
        explanation=(
            _explanation_of_call(snapshot, host_name, user_id, now=now)
            or (told.seats_free(len(free), host_name) if is_asked_with_others else "")
            or _explanation(game, host_name, is_seated=own is not None, can_join=can_join)
        ),
        facts=tuple(
            filter(
                None,
                (
                    _name_game(snapshot),
                    told.count_players(game.players),
                    option_words(game, usual_too=True),
                    _time_words(snapshot),
                ),
            )
        ),
        sides=_group_sides(game, seats),
        free=free,
        is_seated=own is not None,
        is_queue=game.kind == Game.Kind.QUEUE,
        is_called=is_called,
        can_join=can_join,
        can_choose=game.players > 2 and (can_join or own is not None),
        can_decline=is_asked,
        can_fill=is_shared and own is not None and game.host_id == user_id,
        share_path=game.get_absolute_url() if is_shared and own is not None else "",
        time_notes=_time_notes(snapshot),
        paces=_view_paces(snapshot, now=now) if can_join else (),
        introduction=_introduction(game) if can_join else "",
        rules_language=rules_language(),
        asks_name=can_join and user_id is None,
        has_others=snapshot.has_others(user_id),
    )


def _view_paces(snapshot: Snapshot, *, now: dt.datetime) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return how those play who sit there, for somebody who thinks about joining them."""
    is_over_days = snapshot.game.is_over_days
    found = [
        (
            player_name(seat),
            (
                *(vacation_facts(seat.user, None, now=now) if is_over_days else ()),
                *view_pace(find_pace(seat.user)),
            ),
        )
        for seat in snapshot.seats
    ]
    return tuple((name, words) for name, words in found if words)


def _introduction(game: Game) -> str:
    """Return what the game is in a sentence, in the language of the rules."""
    return introduce_briefly(game.variant)[0] if game.variant in rules.VARIANTS else ""


def _name_game(snapshot: Snapshot) -> str:
    title = snapshot.game.title
    return seeking.name_any_game(title) if is_any_game_welcome(snapshot.seats) else title


def _time_words(snapshot: Snapshot) -> str:
    game = snapshot.game
    if game.kind == Game.Kind.QUEUE and game.called_until is None:
        return seeking.tell_move_times(accepted_times(game, snapshot.seats))
    return told.tell_move_time(game.time)


def _time_notes(snapshot: Snapshot) -> tuple[str, ...]:
    """Return how the time of a game over days works, and what happens when it runs out."""
    game = snapshot.game
    variant = rules.VARIANTS.get(game.variant)
    if variant is None or game.is_live or game.move_time == NO_TIMER:
        return ()
    budgets = [time for time in accepted_times(game, snapshot.seats) if time.bank]
    return (
        *(told.explain_budget(time) for time in budgets),
        told.explain_violations(variant.max_violations, ends_turn=variant.timeout_plays),
        explain_vacations(count=game.counts_vacation),
    )


def _headline_of_call(snapshot: Snapshot, host_name: str, user_id: int | None) -> str:
    """Return who is called and by whom, to these two players."""
    opponent = _newcomer_to(snapshot)
    if opponent is None or snapshot.seat_of(user_id) is None:
        return ""
    is_called = snapshot.game.host_id == user_id
    return (
        seeking.opponent_waits(player_name(opponent)) if is_called else seeking.calling(host_name)
    )


def _explanation_of_call(
    snapshot: Snapshot, host_name: str, user_id: int | None, *, now: dt.datetime
) -> str:
    if _newcomer_to(snapshot) is None or snapshot.seat_of(user_id) is None:
        return ""
    if snapshot.game.host_id == user_id:
        return call_note(snapshot.game, now=now)
    return seeking.explain_calling(host_name, call_seconds(snapshot.game, now=now))


def _newcomer_to(snapshot: Snapshot) -> Seat | None:
    """Return who is at the table while the host is called to it."""
    if snapshot.game.called_until is None:
        return None
    return next(seat for seat in snapshot.seats if seat.user_id != snapshot.game.host_id)


def free_seats(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the seats of a table that nobody has taken."""
    taken = {seat.index for seat in snapshot.seats}
    return tuple(index for index in range(snapshot.game.players) if index not in taken)


def _view_seats(snapshot: Snapshot, user_id: int | None) -> tuple[WaitingSeat, ...]:
    taken = {seat.index: seat for seat in snapshot.seats}

    def view(index: int) -> WaitingSeat:
        seat = taken.get(index)
        if seat is None:
            return WaitingSeat(index)
        return WaitingSeat(
            index,
            player_name(seat),
            player_avatar(seat),
            is_me=seat.user_id is not None and seat.user_id == user_id,
            is_host=seat.user_id is not None and seat.user_id == snapshot.game.host_id,
        )

    return tuple(view(index) for index in range(snapshot.game.players))


def _group_sides(game: Game, seats: tuple[WaitingSeat, ...]) -> tuple[tuple[WaitingSeat, ...], ...]:
    sides = game.sides
    return tuple(
        tuple(seat for seat in seats if sides[seat.index] == side) for side in sorted(set(sides))
    )


def _host_name(snapshot: Snapshot) -> str:
    def comes_first(seat: Seat) -> tuple[bool, bool, int]:
        is_host = seat.user_id is not None and seat.user_id == snapshot.game.host_id
        return not is_host, seat.user_id is None, seat.index

    return player_name(min(snapshot.seats, key=comes_first))


def _headline(game: Game, free: int, host_name: str, *, is_seated: bool, can_join: bool) -> str:
    if game.players > 2:
        return told.more_players_needed(free) if is_seated else told.seats_free(free, host_name)
    if not is_seated:
        is_invited = can_join and game.invited is not None
        return told.host_invites(host_name) if is_invited else told.host_waits(host_name)
    if game.invited is not None:
        return told.waiting_for(str(game.invited))
    return told.send_link() if game.kind == Game.Kind.LINK else told.looking_for_opponent()


def _explanation(game: Game, host_name: str, *, is_seated: bool, can_join: bool) -> str:
    if not is_seated:
        if can_join and game.rematch_of_id is not None and game.players == 2:
            return told.tell_rematch_offer(host_name)
        is_reserved = not can_join and game.invited is not None
        return told.reserved_for(str(game.invited)) if is_reserved else ""
    if game.kind == Game.Kind.QUEUE:
        return told.explain_queue()
    if game.kind == Game.Kind.OPEN:
        return told.explain_open_table()
    if game.kind == Game.Kind.INVITATION and game.rematch_of_id is not None:
        return told.explain_rematch_of_two(name_text(str(game.invited)))
    if game.kind == Game.Kind.INVITATION:
        return told.explain_invitation(str(game.invited))
    if game.rematch_of_id is not None:
        return told.explain_rematch()
    return told.explain_link(game.players)
