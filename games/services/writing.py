"""The writing of events, shared by the moves of people, computer players and the clock."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import replace
from functools import cache

from django.db import transaction
from django.db.models import F

from accounts.models import User
from config.metrics import EVENTS
from config.statements import KeptQuery, insert_row, save_row
from games.announcing import announce_game, announce_lists
from games.models import Event, Game, Highlight, Round, Seat
from games.rules import shuffle
from games.rules.state import State
from games.services.computers import call_computer
from games.services.outage import current_outage
from games.services.paces import count_pace
from games.services.pausing import awaited_seats, pause_clock, resume_clock
from games.services.refusals import NotSeated
from games.services.tallies import count_results
from games.services.telling import tell_end, tell_event
from games.snapshots import (
    Snapshot,
    counts_as_move,
    find_highlights,
    keep_recent,
    read_players,
    read_seats,
    recall,
    remember,
    result_of,
    sheet_document,
    standing_of,
    take_snapshot,
    total_of,
)

ZERO = dt.timedelta(0)
DECK_PAUSE = dt.timedelta(seconds=15)
"""How much longer the first turn of a later deck is in a live game: to read the last count."""
WARNED_SHARE = 5
"""In games over days a player is warned when a fifth of the turn's time is left."""
STAND_IN_LEVEL = "easy"
_GAME, _PLAYER, _DECK = -1, -2, -3  # stand in kept statements for the ids
_CHANGING = (
    *("version", "status", "event_count", "move_count", "move_time", "bank", "to_move"),
    *("standing", "turn_started_at", "deadline", "warns_at", "clock_extended_by"),
    *("computer_moves_at", "thinks_for", "is_paced", "seen_at", "called_until"),
    *("started_at", "finished_at", "reason"),
)
"""What may change in a game's row while it is played, or when it begins or ends."""


def lock_game(game_id: int) -> Snapshot:
    """Lock a game's row and return its snapshot."""
    game = _locked_games().first({_GAME: game_id})
    if game is None:
        raise Game.DoesNotExist
    # Read after the lock: a seat taken while this waited must be among them.
    return take_snapshot(game, read_seats(game))


def lock_game_for_move(game_id: int, *, user_id: int) -> Snapshot:
    """Lock a game's row for a player's move and return its snapshot.

    Costs one query if the snapshot is cached: the cache has the seats, and the locking query itself
    checks that an active player has a seat. Raises `NotSeated` if not.
    """
    game = _locked_games_of_player().first({_GAME: game_id, _PLAYER: user_id})
    if game is None:
        raise NotSeated
    known = recall(game.public_id, game.version)
    if known is not None:
        return replace(known, game=game)
    return take_snapshot(game, read_seats(game))


@cache
def _locked_games() -> KeptQuery[Game]:
    return KeptQuery(Game.objects.select_for_update(no_key=True).filter(pk=_GAME))


@cache
def _locked_games_of_player() -> KeptQuery[Game]:
    """Return the query that locks a game for a move."""
    games = Game.objects.select_for_update(of=("self",), no_key=True)
    return KeptQuery(games.filter(pk=_GAME, seats__user_id=_PLAYER, seats__user__is_active=True))


def advance_game(before: Snapshot, state: State, event: Event) -> Snapshot:
    """Advance a game by a seat's event that led to `state` and all that follows, and save it.

    If a player drops out while others play on, a computer player takes over the seat. The cards are
    shuffled when that is due. Then the next turn starts, or the game is finished.
    """
    seat, now = event.seat, event.at
    assert seat is not None
    after = insert_event(before, state, event)
    variant = after.game.rules
    for gone in variant.out(state):
        if not after.seats[gone].level and not state.is_over:
            after = _seat_stand_in(after, gone, now=now)
    is_new_deck = variant.is_counted(after.state)
    while (owed := variant.awaited_shuffle(after.state)) is not None:
        after = _shuffle(after, *owed, now=now)
    outcome = variant.outcome(after.state)
    if outcome is not None:
        winners, reason = outcome
        is_done_by_player = event.kind in (Event.Kind.MOVE, Event.Kind.RESIGNATION)
        # The player of a planned move is not there, and must be told that it ended the game.
        by = after.seats[seat].user_id if is_done_by_player and not event.is_planned else None
        return finish_game(after, winners=winners, reason=reason, by=by, now=now)
    is_new_turn = _is_new_turn(before, after, event)
    if is_new_turn:
        after = _end_turn(after, now=now)
    pause = DECK_PAUSE if is_new_deck else ZERO
    pass_turn(before, after, event, pause=pause)
    if is_new_turn:
        after = replace(after, seats=pause_clock(after.game, after.seats, at=now))
    save_change(after)
    tell_event(before, after, event)
    return after


def _end_turn(snapshot: Snapshot, *, now: dt.datetime) -> Snapshot:
    """Take back what is left of a pause, and write what the turn has left in the bank."""
    game, index = snapshot.game, snapshot.game.to_move
    assert index is not None
    if game.counts_vacation:
        snapshot = replace(snapshot, seats=resume_clock(game, snapshot.seats, index=index, at=now))
    return _settle_bank(snapshot, now=now) if game.bank else snapshot


def _settle_bank(snapshot: Snapshot, *, now: dt.datetime) -> Snapshot:
    game, seats = snapshot.game, list(snapshot.seats)
    assert game.to_move is not None
    assert game.deadline is not None
    # The deadline knows of every minute that the player was given back already.
    outage = current_outage(now=now, after=seats[game.to_move].paused_until)
    bank = game.time.bank_after(game.deadline - now + outage)
    seats[game.to_move] = with_bank(seats[game.to_move], bank)
    seats[game.to_move].save(update_fields=["bank"])
    return replace(snapshot, seats=tuple(seats))


def with_bank(seat: Seat, bank: dt.timedelta) -> Seat:
    """Return a seat with so much in the bank. The given one may be cached, and stays as it is."""
    seat = copy(seat)
    seat.bank = bank
    return seat


def insert_event(before: Snapshot, state: State, event: Event) -> Snapshot:
    """Insert one event that led to `state`, and its round if that ended. The game is not saved."""
    after = add_to_snapshot(before, state, event)
    insert_row(event)
    EVENTS.labels(after.game.variant, event.kind, "locked").inc()
    _write_rounds(before, after, is_shuffle=event.kind == Event.Kind.RESHUFFLE)
    return after


def add_to_snapshot(before: Snapshot, state: State, event: Event) -> Snapshot:
    """Number a new event that led to `state`, and return the game after it. Nothing is written."""
    game = before.game
    game.event_count += 1
    game.move_count += counts_as_move(game.rules, event.kind)
    game.standing = standing_of(game.rules, state)
    event.game_id, event.number = game.pk, game.event_count
    taken = event.at - (game.turn_started_at or event.at)
    event.seconds = max(taken.total_seconds(), 0.0)  # the clock may have been set back
    recent = keep_recent((*before.recent, before.dealt))
    return replace(before, events=(*before.events, event), state=state, recent=recent)


def _seat_stand_in(snapshot: Snapshot, index: int, *, now: dt.datetime) -> Snapshot:
    """Let a computer player take over the seat of a player who has dropped out."""
    event = Event(kind=Event.Kind.TAKE_OVER, seat=index, text=STAND_IN_LEVEL, at=now)
    after = insert_event(snapshot, snapshot.dealt, event)
    seat = copy(snapshot.seats[index])
    seat.stand_in = STAND_IN_LEVEL
    seat.save(update_fields=["stand_in"])
    announce_lists([seat.user_id], in_lobby=snapshot.game.is_in_lobby)
    seats = tuple(seat if each.index == index else each for each in snapshot.seats)
    return replace(after, seats=seats)


def _shuffle(snapshot: Snapshot, word: str, cards: Sequence[str], *, now: dt.datetime) -> Snapshot:
    """Shuffle cards with the next random numbers from the game's seed."""
    stream = later_stream(snapshot)
    text = " ".join((word, *stream.shuffled(cards)))
    state = snapshot.game.rules.play(snapshot.state, text)
    return insert_event(snapshot, state, Event(kind=Event.Kind.RESHUFFLE, text=text, at=now))


def later_stream(snapshot: Snapshot) -> shuffle.Stream:
    """Return the random numbers of a game's seed, after all those that it has used so far."""
    deck, variant = snapshot.deck, snapshot.game.rules
    stream = shuffle.stream(deck.recipe, bytes(deck.seed), deck.values)
    stream.below(len(snapshot.seats))
    stream.shuffled(variant.pack)
    for _, pack in variant.extra_packs:
        stream.shuffled(pack)
    for event in snapshot.events:
        if event.kind == Event.Kind.RESHUFFLE:
            stream.shuffled(event.text.split()[1:])
    return stream


def _write_rounds(before: Snapshot, after: Snapshot, *, is_shuffle: bool) -> None:
    """If a round has ended, write its point sheet as it stood then and begin the next round."""
    variant = after.game.rules
    is_over = after.dealt.is_over
    is_new = variant.round_number(after.state) != variant.round_number(before.state)
    if not is_new and not is_over:
        return
    counted = before.state if is_shuffle else after.state
    (current,) = _open_rounds().fetch({_DECK: after.deck.pk})
    current.sheet = sheet_document(variant.scores(counted))
    save_row(current, "sheet")
    if is_new and not is_over:
        starter = after.dealt.to_move if after.dealt.to_move is not None else 0
        insert_row(Round(deck=after.deck, index=current.index + 1, starter=starter))


@cache
def _open_rounds() -> KeptQuery[Round]:
    return KeptQuery(Round.objects.filter(deck=_DECK, sheet__isnull=True))


def _is_new_turn(before: Snapshot, after: Snapshot, event: Event) -> bool:
    """Return whether a new move time begins: not within a turn, and not when another seat quits."""
    if event.kind == Event.Kind.TIMEOUT or after.dealt.to_move != before.dealt.to_move:
        return True
    if event.kind == Event.Kind.RESIGNATION:
        return bool(event.seat == after.dealt.to_move)
    return not after.game.rules.is_mid_turn(after.state)


def pass_turn(
    before: Snapshot, after: Snapshot, event: Event, *, pause: dt.timedelta = ZERO
) -> None:
    """After an event, start the turn of the seat to move, or let the one that was begun go on."""
    game, seats, now, to_move = after.game, after.seats, event.at, after.dealt.to_move
    if _is_new_turn(before, after, event):
        is_later = event.kind == Event.Kind.TIMEOUT and to_move == before.dealt.to_move
        start_turn(game, seats, to_move=to_move, now=now, pause=pause, is_later=is_later)
    else:
        call_computer(game, seats, now=now)


def start_turn(
    game: Game,
    seats: Sequence[Seat],
    *,
    to_move: int | None,
    now: dt.datetime,
    pause: dt.timedelta = ZERO,
    is_later: bool = False,
) -> None:
    """Give the seat to move its full move time, after a pause to read what has happened.

    `is_later` is whether this move time follows a violation in the same turn. To pick a secret card
    everyone has a full move time.
    """
    game.to_move = to_move
    game.turn_started_at = now
    bank = game.time.full_bank if to_move is None else seats[to_move].bank
    turn_time = game.time.turn_time(bank=bank, is_later=is_later)
    game.deadline = now + (pause if game.is_live else ZERO) + turn_time if game.move_time else None
    is_warned = game.is_over_days and bool(awaited_seats(game, seats, ()))
    game.warns_at = now + turn_time - turn_time / WARNED_SHARE if is_warned else None
    game.clock_extended_by = 0
    call_computer(game, seats, now=now, wait=pause / 3)


def finish_game(
    snapshot: Snapshot,
    *,
    winners: Sequence[int] = (),
    reason: str,
    by: int | None = None,
    now: dt.datetime,
) -> Snapshot:
    """End a game for any reason, and write its results. A game without a state is cancelled.

    `by` is the user who has ended it, and need not be told.
    """
    game = snapshot.game
    # Copy the seats: they may be cached, and this transaction may still be rolled back.
    snapshot = replace(snapshot, seats=tuple(map(copy, snapshot.seats)))
    game.status = Game.Status.FINISHED if snapshot.state else Game.Status.CANCELLED
    game.reason = reason
    game.finished_at = now
    game.deadline = game.warns_at = game.to_move = game.computer_moves_at = None
    game.seen_at = game.called_until = game.thinks_for_id = None
    game.is_paced = False
    game.standing = ""
    totals = game.rules.totals(snapshot.state) if snapshot.state is not None else ()
    for seat in snapshot.seats:
        seat.finished_at = now
        if totals:
            side = game.rules.side(snapshot.state, seat.index)
            seat.total = total_of(totals[side])
            seat.result = result_of(side, winners)
            seat.is_unviewed = _is_news(snapshot, seat)
        save_row(seat, "finished_at", "total", "result", "is_unviewed")
    if snapshot.state is not None:
        players = read_players(game)
        count_results(game, players)
        count_pace(snapshot, players)
        _write_highlights(snapshot)
    save_change(snapshot)
    concerned = [*(seat.user_id for seat in snapshot.seats), *game.find_asked()]
    announce_lists(concerned, in_lobby=game.is_in_lobby)
    announce_rematch(game)
    tell_end(snapshot, by=by, now=now)
    return snapshot


def _is_news(snapshot: Snapshot, seat: Seat) -> bool:
    """Return whether a player must still look at the end of a game: not one who has left it."""
    has_quit = any(
        event.kind == Event.Kind.RESIGNATION and event.seat == seat.index
        for event in snapshot.events
    )
    return seat.has_person and not snapshot.game.lesson and not has_quit


def _write_highlights(snapshot: Snapshot) -> None:
    game = snapshot.game
    for number, seat, kind in find_highlights(game, snapshot.deck, snapshot.events):
        insert_row(Highlight(game=game, number=number, seat=seat, kind=kind))


def save_change(snapshot: Snapshot) -> None:
    """Raise the version, save the game's row, and announce it once committed."""
    game = snapshot.game
    game.version += 1
    save_row(game, *_CHANGING)
    announce_change(snapshot)


def announce_change(snapshot: Snapshot) -> None:
    """Once committed, cache a new version of a game and announce it."""
    # Cache it before announcing it: this process then need not read it again.
    transaction.on_commit(lambda: remember(snapshot))
    announce_game(snapshot.game.pk, snapshot.game.version)


def announce_rematch(game: Game) -> None:
    """Once committed, update the page of the original game, which shows its rematch."""
    if game.rematch_of_id is not None:
        original_id = game.rematch_of_id
        transaction.on_commit(lambda: show_anew([original_id]), robust=True)


def show_anew(game_ids: Collection[int]) -> None:
    """Have games read and shown again when only a player's name or a rematch has changed.

    Games that have been deleted are passed over.
    """
    for game_id in Game.objects.filter(pk__in=game_ids).values_list("pk", flat=True):
        _raise_version(game_id)


def show_games_of(user: User) -> None:
    """Show a user's unfinished games with the name or picture that has just changed."""
    seated = Game.objects.filter(status__in=Game.UNFINISHED, seats__user=user)
    invited = Game.objects.filter(status=Game.Status.WAITING, invited=user)
    games = {*seated.values_list("pk", flat=True), *invited.values_list("pk", flat=True)}
    show_anew(games)
    players = Seat.objects.filter(game__in=games, user__isnull=False).order_by()
    announce_lists(players.values_list("user", flat=True).distinct())


def _raise_version(game_id: int) -> None:
    Game.objects.filter(pk=game_id).update(version=F("version") + 1)
    for version in Game.objects.filter(pk=game_id).values_list("version", flat=True):
        announce_game(game_id, version)
