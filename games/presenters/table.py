"""The table as one viewer may see it: what the live template renders, hidden cards left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.messages.clock import clock_words
from games.messages.labels import example_words
from games.messages.language import remembered
from games.messages.names import Names
from games.messages.seats import tell_contest
from games.messages.turns import tell_stage
from games.models import Event, Game
from games.presenters.boards import board_of
from games.presenters.boards.context import BoardContext
from games.presenters.clock import clock_extended_words, clock_note, seconds_left, turn_words
from games.presenters.counted import find_new_deck, view_counted
from games.presenters.events import (
    ask_to_quit,
    find_newest,
    recent_events,
    said_words,
    view_happened,
)
from games.presenters.results import view_result
from games.presenters.seats import seats_around, view_seats, view_sides
from games.presenters.shapes import (
    ComposerView,
    CountedView,
    FormState,
    HappenedView,
    PickView,
    TableView,
)
from games.presenters.sheet import pack_rows, view_sheet
from games.presenters.shuffle import view_picks, view_shuffle
from games.presenters.waiting import view_waiting
from games.rules.facts import Fact
from games.rules.scoring import Points
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.rules.wording.values import show_number
from games.snapshots import Snapshot

EMPTY_FORM = FormState()


def view_table(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    now: dt.datetime,
    form: FormState = EMPTY_FORM,
    four_colours: bool = False,
) -> TableView:
    """Return the table as the user sees it at that moment. No query when no rematch exists."""
    game, variant = snapshot.game, snapshot.game.rules
    own_seat = snapshot.seat_of(user_id)
    viewer = own_seat.index if own_seat is not None else None
    state = _masked_state(snapshot, viewer)
    scores = _score(variant, state) if state is not None else ()
    lines = variant.lines_in(state) if state is not None else ()
    totals = variant.totals(state) if state is not None else []
    seats = view_seats(snapshot, state, totals, viewer)
    me, others = seats_around(seats, viewer)
    your_turn = viewer is not None and game.to_move == viewer
    events = snapshot.events[game.opening_moves :]
    taken = {view.index: view.name for view in seats}
    names = Names(tuple(taken.get(index, "") for index in range(game.players)), viewer)
    happened = _since_last_deck(view_happened(snapshot, events, names), snapshot, viewer)
    counted = view_counted(snapshot, names)
    since = _state_since(snapshot, state, viewer, len(happened))
    sheet, sheet_totals = view_sheet(
        variant, lines, scores, _score(variant, since) if since is not None and happened else ()
    )
    turn, stage = turn_words(snapshot, names), _find_stage(snapshot)
    left = seconds_left(game, now)
    shown_totals = tuple(map(show_number, totals))
    result = view_result(snapshot, names)
    sides = view_sides(variant, state, seats, me, names)
    is_playing = game.status == Game.Status.PLAYING
    context = None
    if state is not None and since is not None:
        context = BoardContext(variant, state, since, viewer, names.names, is_playing, form)
    return TableView(
        game_id=game.public_id,
        version=game.version,
        moves_seen=game.move_count,
        status=game.status,
        variant=variant.name,
        title=variant.title,
        viewer=viewer,
        kind=game.kind,
        waiting=view_waiting(snapshot, user_id),
        can_leave=viewer is not None and game.status in ("waiting", "picking"),
        move_time=game.move_time,
        seats=seats,
        me=me,
        others=others,
        sides=sides,
        side_order=tuple([side.index for side in sides]),
        quit_words=ask_to_quit(names, sides[1].seats if len(sides) == 2 else ()),
        stage=stage,
        is_new_stage=_is_new_stage(snapshot, len(happened)),
        counted=counted,
        goal=variant.goal(state) if state is not None else None,
        unit=variant.unit,
        contest=_tell_contest(names, tuple([side.seats for side in sides])),
        counts_decks=state is not None and _counts_decks(variant, state),
        board_name=variant.board,
        board=board_of(variant).view_board(context) if context is not None else None,
        your_turn=your_turn,
        turn_words=turn,
        seconds_left=left,
        clock_words=clock_words(left or 0),
        grace_seconds=game.grace.total_seconds(),
        clock_note=clock_note(game, state, names),
        clock_extended_words=clock_extended_words(game),
        composer=_view_composer(context),
        typed=form.typed,
        typed_examples=_view_examples(variant.typed_examples),
        refusal=form.refusal,
        refusal_clause=form.clause,
        happened=happened,
        newest=find_newest(happened) if happened else None,
        said=_said(snapshot, happened, counted, stage, result.headline if result else turn),
        steps=len(events),
        events=recent_events(snapshot, events, names),
        sheet=sheet,
        sheet_totals=sheet_totals,
        totals=shown_totals,
        commitment=snapshot.deck.commitment,
        pick_proofs=view_picks(snapshot),
        shuffle=view_shuffle(snapshot),
        result=result,
        pick=_view_pick(snapshot, viewer),
        four_colours=four_colours,
    )


def _masked_state(snapshot: Snapshot, viewer: int | None) -> State | None:
    """Return what the viewer may know; when the game is over nothing is hidden any more."""
    state: State | None = snapshot.state
    if state is None or snapshot.game.status == Game.Status.FINISHED:
        return state
    return _mask(snapshot.game.rules, state, viewer)


@lru_cache(maxsize=1024)
def _mask(variant: AnyVariant, state: State, viewer: int | None) -> State:
    """Return `variant.mask`, remembered: the state after one move is that before the next.

    Equal states may differ in the order of what was captured, which two shuffled games never do.
    """
    masked: State = variant.mask(state, viewer)
    return masked


@lru_cache(maxsize=1024)
def _score(variant: AnyVariant, state: State) -> Sequence[Mapping[str, Points]]:
    """Return `variant.scores`, remembered likewise; nobody may change it."""
    return variant.scores(state)


@lru_cache(maxsize=1024)
def _stage(variant: AnyVariant, state: State) -> Fact | None:
    """Return `variant.stage`, remembered likewise."""
    return variant.stage(state)


def _state_since(
    snapshot: Snapshot, state: State | None, viewer: int | None, told: int
) -> State | None:
    """Return, masked, how it stood before the events that the viewer is told of.

    Where a new deck was dealt among them it is the state after that deal.
    """
    dealt = find_new_deck(snapshot, viewer)
    ago = told if dealt is None else min(told, dealt - 1)
    return _mask(snapshot.game.rules, snapshot.recent[-ago], viewer) if ago else state


def _since_last_deck(
    happened: tuple[HappenedView, ...], snapshot: Snapshot, viewer: int | None
) -> tuple[HappenedView, ...]:
    """Leave out what came before the last move of a deck that was counted."""
    dealt = find_new_deck(snapshot, viewer)
    return happened if dealt is None else happened[-dealt - 1 :]


def _counts_decks(variant: AnyVariant, state: State) -> bool:
    """Return whether the game is a match of several decks, each of which is counted."""
    return variant.deals_decks and variant.goal(state) is not None


@remembered(16)
def _view_examples(examples: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((text, example_words(action)) for text, action in examples)


@remembered(512)
def _tell_contest(names: Names, sides: tuple[tuple[int, ...], ...]) -> str:
    return tell_contest([names.object(side) for side in sides])


def _find_stage(snapshot: Snapshot) -> str:
    """Return how far the game is, with the number of its deck in a match of several."""
    game = snapshot.game
    if snapshot.state is None:
        return ""
    stage = _stage(game.rules, snapshot.state)
    if not _counts_decks(game.rules, snapshot.state):
        return tell_stage(stage)
    decks = 1 + sum(event.kind == Event.Kind.RESHUFFLE for event in snapshot.events)
    return tell_stage(stage, decks)


def _view_composer(context: BoardContext[State] | None) -> ComposerView | None:
    if context is None or context.viewer is None or not context.is_playing:
        return None
    view, form = board_of(context.variant).view_composer, context.form
    return view(context.variant, context.state, context.viewer, form.cards, form.piles)


def _is_new_stage(snapshot: Snapshot, told: int) -> bool:
    """Return whether the stage began with the events that the viewer is told of, or the deal."""
    if snapshot.state is None:
        return False
    if not told:
        return True
    variant = snapshot.game.rules
    stage = _stage(variant, snapshot.state)
    return any(_stage(variant, state) != stage for state in snapshot.recent[-told:])


def _said(
    snapshot: Snapshot,
    happened: Sequence[HappenedView],
    counted: CountedView | None,
    stage: str,
    outcome: str,
) -> str:
    if snapshot.state is None:
        return ""
    is_new_deck = counted is not None and snapshot.events[-1].kind == Event.Kind.RESHUFFLE
    newest = 1 + is_new_deck
    is_new = _is_new_stage(snapshot, min(newest, len(happened)))
    return said_words(
        happened,
        counted=counted.headline if is_new_deck and counted else "",
        stage=stage if is_new else "",
        outcome=outcome,
    )


def _view_pick(snapshot: Snapshot, viewer: int | None) -> PickView | None:
    if snapshot.game.status != Game.Status.PICKING:
        return None
    variant, state = snapshot.game.rules, snapshot.state
    view_face = board_of(variant).view_face
    own = snapshot.picks.get(viewer) if viewer is not None else None
    return PickView(
        picked=view_face(variant, state, own.card) if own is not None else None,
        opponent_picked=any(index != viewer for index in snapshot.picks),
        rows=tuple(
            tuple([view_face(variant, state, code) for code in row])
            for row in pack_rows(variant.pack)
        ),
    )
