"""From a full table to the first turn: the picks of secret cards, if any, and the deal."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from games.announcing import announce_lists
from games.lessons import LEARNER, Lesson, arrange_pack, find_lesson
from games.models import Event, Game, Round, Seat
from games.rules import shuffle
from games.rules.state import State
from games.services.pausing import pause_clock
from games.services.telling import tell_start
from games.services.writing import save_change, start_turn, with_bank
from games.snapshots import Snapshot, begin_state, play_event, read_seats, standing_of


def is_value(value: str) -> bool:
    """Return whether a text can be a browser's part of a shuffle: up to 64 hexadecimal digits."""
    return re.fullmatch(r"[0-9a-f]{0,64}", value) is not None


def open_game(snapshot: Snapshot, *, now: dt.datetime) -> Snapshot:
    """Begin a locked game whose seats are all taken, and return it."""
    game = snapshot.game
    game.seen_at = game.called_until = None
    if game.counts_vacation:
        # Read again: a vacation may have begun since the host sat down.
        snapshot = replace(snapshot, seats=read_seats(game))
    snapshot = _fill_banks(snapshot)
    if not game.rules.opening_moves:
        return deal_game(snapshot, now=now)
    game.status = Game.Status.PICKING
    start_turn(game, snapshot.seats, to_move=None, now=now)
    snapshot = replace(snapshot, seats=pause_clock(game, snapshot.seats, at=now))
    save_change(snapshot)
    tell_start(snapshot, now=now)
    return snapshot


def _fill_banks(snapshot: Snapshot) -> Snapshot:
    """Give every player what the time control has in the bank at the start."""
    if not snapshot.game.bank:
        return snapshot
    full = snapshot.game.time.full_bank
    Seat.objects.filter(game=snapshot.game).update(bank=full)
    return replace(snapshot, seats=tuple(with_bank(seat, full) for seat in snapshot.seats))


def deal_game(snapshot: Snapshot, *, now: dt.datetime) -> Snapshot:
    """Shuffle with the promised seed and the players' values, and start the first turn."""
    game, variant = snapshot.game, snapshot.game.rules
    lesson = find_lesson(game.variant, game.lesson) if game.lesson else None
    starter = _shuffle_deck(snapshot) if lesson is None else _arrange_deck(snapshot, lesson)
    state, recent = begin_state(game, snapshot.deck), list[State]()
    events = [_pick_event(snapshot, seat) for seat in snapshot.seats if variant.opening_moves]
    for event in events:
        recent.append(state)
        state = play_event(variant, state, event)
    Event.objects.bulk_create(events)
    game.event_count = game.move_count = len(events)
    game.status = Game.Status.PLAYING
    game.standing = standing_of(variant, state)
    game.started_at = now
    start_turn(game, snapshot.seats, to_move=state.to_move, now=now)
    seats = pause_clock(game, snapshot.seats, at=now)
    Round.objects.create(deck=snapshot.deck, index=1, starter=starter)
    after = replace(
        snapshot, seats=seats, events=tuple(events), state=state, recent=tuple(recent[-1:])
    )
    save_change(after)
    announce_lists((seat.user_id for seat in snapshot.seats), in_lobby=game.is_in_lobby)
    tell_start(after, has_picked=bool(variant.opening_moves), now=now)
    return after


def _shuffle_deck(snapshot: Snapshot) -> int:
    """Draw who starts, and return it; shuffle the pack and whatever else the game shuffles."""
    deck, variant = snapshot.deck, snapshot.game.rules
    deck.values = [seat.value for seat in snapshot.seats]
    stream = shuffle.stream(deck.recipe, bytes(deck.seed), deck.values)
    starter = deck.starter = stream.below(len(snapshot.seats))
    deck.cards = " ".join(stream.shuffled(variant.pack))
    deck.extras = {name: list(stream.shuffled(pack)) for name, pack in variant.extra_packs}
    deck.save(update_fields=["values", "starter", "cards", "extras"])
    return starter


def _arrange_deck(snapshot: Snapshot, lesson: Lesson) -> int:
    """Put the cards of a lesson first, shuffle the others, and return who starts."""
    deck, variant = snapshot.deck, snapshot.game.rules
    deck.values = [seat.value for seat in snapshot.seats]
    stream = shuffle.stream(deck.recipe, bytes(deck.seed), deck.values)
    deck.starter = LEARNER
    deck.cards = " ".join(arrange_pack(lesson.cards, variant.pack, stream.shuffled))
    deck.extras = {
        name: arrange_pack(lesson.extras.get(name, ()), pack, stream.shuffled)
        for name, pack in variant.extra_packs
    }
    deck.save(update_fields=["values", "starter", "cards", "extras"])
    return LEARNER


def _pick_event(snapshot: Snapshot, seat: Seat) -> Event:
    pick = snapshot.picks[seat.index]
    return Event(
        game_id=snapshot.game.pk,
        number=seat.index + 1,
        seat=seat.index,
        text=snapshot.game.rules.pick_text(pick.card),
        at=pick.picked_at,
    )
