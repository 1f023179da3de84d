"""A game move by move: for review after it, or during it as far as the player has seen it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from threading import Lock

from games import rules
from games.messages.events import tell_deal
from games.messages.language import current_language
from games.messages.names import Names
from games.messages.plans import planned_mark
from games.models import NO_TIMER, Event, Game, Seat
from games.presenters.boards import board_of
from games.presenters.endings import has_left_lesson
from games.presenters.events import AnyEvent, is_planned_by, tell_event
from games.presenters.people import player_avatar, short_name
from games.rules.record import Record, play_record
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.selectors.records import shorten_name
from games.snapshots import Snapshot, derive_states, play_event

REMEMBERED_REPLAYS = 32


@dataclass(frozen=True, slots=True)
class Step:
    """One event, and how the points stand after it.

    `words` say what happened, without a full stop. `marks` name the lifelines that the event
    used up, `counting` tells what the end of a deck brought besides the event. `totals` are per
    side. `is_planned` is told only to the player who had planned the move. Step 0 is the deal. An
    event that ends a round belongs to it.
    """

    deck: int
    round: int
    seat: int | None = None
    words: str = ""
    is_move: bool = False
    notation: str = ""
    seconds: float = 0
    is_violation: bool = False
    is_planned: bool = False
    marks: tuple[str, ...] = ()
    counting: tuple[str, ...] = ()
    totals: tuple[int | Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """A game with the state after the deal and after each event.

    `viewer` is the seat that looks back at a running game: every state is masked for it and holds
    nothing that this seat did not know then. It is None for a finished game, where all is open.
    `levels` are those of computer players by seat, "" for people. From the step `branch` on, if
    there is one, it is not what was played but what may be expected after a better move.
    `is_left_lesson` is whether it is a lesson that its player has left.
    """

    variant: AnyVariant
    names: tuple[str, ...]
    avatars: tuple[str, ...]
    viewer: int | None
    states: tuple[State, ...]
    steps: tuple[Step, ...]
    levels: tuple[str, ...]
    is_timed: bool
    is_left_lesson: bool = False
    branch: int = 0

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    @property
    def last_own(self) -> int:
        """The number of the last move of the player who looks back, 0 if there is none.

        A move that the player had planned is news too.
        """
        own = (
            number
            for number, step in enumerate(self.steps)
            if step.is_move and step.seat == self.viewer and not step.is_planned
        )
        return max(own, default=0)


def replay_game(snapshot: Snapshot, user_id: int | None) -> Replay:
    """Return the replay of a game played here, for a user who may see that game.

    While it runs only its own players look back. Raises `Game.DoesNotExist` for anybody else.
    """
    game, seat = snapshot.game, snapshot.seat_of(user_id)
    viewer = None
    if game.status == Game.Status.PLAYING and seat is not None:
        viewer = seat.index
    elif game.status != Game.Status.FINISHED:
        raise Game.DoesNotExist
    names = tuple(map(short_name, snapshot.seats))
    avatars = tuple(map(player_avatar, snapshot.seats))
    # All that may change in a replay: people rename themselves and erase their accounts.
    owner = _planner(snapshot, seat)
    key = (game.public_id, game.version, viewer, owner, names, avatars, current_language())
    replay = _recall(key)
    if replay is None:
        states = derive_states(game, snapshot.deck, snapshot.events)
        replay = make_replay(
            game.rules,
            snapshot.events,
            states,
            names=names,
            avatars=avatars,
            viewer=viewer,
            owner=owner,
            levels=tuple(each.computer for each in snapshot.seats),
            is_timed=game.move_time != NO_TIMER,
            is_left_lesson=has_left_lesson(game),
        )
        _remember(key, replay)
    return replay


def _planner(snapshot: Snapshot, seat: Seat | None) -> int | None:
    """Return the seat if it has planned a move of this game."""
    planned = {event.seat for event in snapshot.events if event.is_planned}
    return seat.index if seat is not None and seat.index in planned else None


_replays: OrderedDict[Hashable, Replay] = OrderedDict()
_lock = Lock()


def _recall(key: Hashable) -> Replay | None:
    with _lock:
        if key in _replays:
            _replays.move_to_end(key)
        return _replays.get(key)


def _remember(key: Hashable, replay: Replay) -> None:
    with _lock:
        _replays[key] = replay
        while len(_replays) > REMEMBERED_REPLAYS:
            _replays.popitem(last=False)


def forget_replays() -> None:
    """Forget every replay, as a new process would."""
    with _lock:
        _replays.clear()


def replay_upload(token: str, record: Record) -> Replay:
    """Return the replay of the record that is kept under that token."""
    key = (token, current_language())
    replay = _recall(key)
    if replay is None:
        replay = replay_record(record)
        _remember(key, replay)
    return replay


def replay_record(record: Record) -> Replay:
    """Return the replay of a finished game that was read from a file and checked."""
    return make_replay(
        rules.variant(record.variant, record.rules_version),
        record.events,
        play_record(record),
        names=tuple(shorten_name(player.name, player.computer) for player in record.players),
        avatars=tuple("computer" if player.computer else "nobody" for player in record.players),
        levels=tuple(player.computer for player in record.players),
        is_timed=record.move_time != NO_TIMER,
    )


def make_replay(
    variant: AnyVariant,
    events: Sequence[AnyEvent],
    states: Sequence[State],
    *,
    names: tuple[str, ...],
    avatars: tuple[str, ...],
    viewer: int | None = None,
    owner: int | None = None,
    levels: tuple[str, ...] = (),
    is_timed: bool = True,
    is_left_lesson: bool = False,
) -> Replay:
    """Return the replay of these events; `states` are those after the deal and each event.

    The planned moves of the seat `owner` are marked.
    """
    played = [event for event in events if not variant.is_pick(event.text)]
    after = states[len(states) - len(played) - 1 :]
    totals = tuple(variant.totals(after[0]))
    steps = [Step(1, variant.round_number(after[0]), words=tell_deal(), totals=totals)]
    for number in range(1, len(after)):
        step = _tell_step(variant, played[:number], after[number - 1 : number + 1], names)
        if is_planned_by(owner, played[number - 1]):
            step = replace(step, is_planned=True, marks=(*step.marks, planned_mark()))
        steps.append(step)
    if viewer is not None:
        after = [variant.mask(state, viewer) for state in after]
    levels = levels or ("",) * len(names)
    return Replay(
        variant,
        names,
        avatars,
        viewer,
        tuple(after),
        tuple(steps),
        levels,
        is_timed,
        is_left_lesson,
    )


def branch_off(
    replay: Replay, events: Sequence[AnyEvent], step: int, line: Sequence[str]
) -> Replay:
    """Return a finished game up to before a step, and then other moves, in notation, instead.

    `events` are those of the game after the secret picks. Raises IllegalMove for a move that this
    release does not allow.
    """
    variant = replay.variant
    played = list(events[: step - 1])
    states, steps = list(replay.states[:step]), list(replay.steps[:step])
    for text in line:
        before = states[-1]
        event = Event(kind=Event.Kind.MOVE, seat=before.to_move, text=text, seconds=0)
        played.append(event)
        states.append(play_event(variant, before, event))
        steps.append(_tell_step(variant, played, states[-2:], replay.names))
    return replace(replay, states=tuple(states), steps=tuple(steps), branch=step)


def _tell_step(
    variant: AnyVariant, events: Sequence[AnyEvent], states: Sequence[State], names: tuple[str, ...]
) -> Step:
    """Return the last of the events, given the states before and after it."""
    event, (before, after) = events[-1], states
    decks = 1 + sum(each.kind == Event.Kind.RESHUFFLE for each in events[:-1])
    everybody = Names(names)
    extras = board_of(variant).tell_extras(variant, before, after, seat=event.seat, names=everybody)
    is_move = event.kind == Event.Kind.MOVE
    return Step(
        deck=decks,
        round=variant.round_number(before),
        seat=event.seat,
        words=tell_event(variant, events, before, everybody),
        is_move=is_move,
        notation=event.text if is_move else "",
        seconds=event.seconds,
        is_violation=event.kind == Event.Kind.TIMEOUT,
        marks=extras.marks,
        counting=extras.counting,
        totals=tuple(variant.totals(after)),
    )
