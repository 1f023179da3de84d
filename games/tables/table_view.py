"""The table as one viewer may see it: what the live template renders, hidden cards left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from games.messages.clock import clock_words
from games.messages.labels import example_words
from games.messages.language import remembered
from games.messages.names import Names
from games.messages.numbers import show_number
from games.messages.seats import tell_contest
from games.messages.turns import tell_stage
from games.models import Game, Move
from games.snapshots import Snapshot
from games.tables.boards import board_of
from games.tables.boards.looks import Look
from games.tables.clock_words import clock_extended_words, clock_note, seconds_left, turn_words
from games.tables.counted import find_new_deck, view_counted
from games.tables.event_words import (
    ask_to_quit,
    find_newest,
    recent_events,
    said_words,
    view_happened,
)
from games.tables.results import view_result
from games.tables.seat_views import seats_around, view_seats, view_sides
from games.tables.shapes import (
    Asked,
    ComposerView,
    CountedView,
    HappenedView,
    PickView,
    ResultView,
    TableView,
)
from games.tables.shuffle import view_picks, view_shuffle
from games.tables.trackers import PACK_ROWS, AnyVariant, view_sheet
from games.tables.waiting_view import view_waiting

NOTHING_ASKED = Asked()


def view_table(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    now: dt.datetime,
    asked: Asked = NOTHING_ASKED,
    four_colours: bool = False,
) -> TableView:
    """Return the table as the user sees it at that moment. No query when no rematch exists."""
    game, variant = snapshot.game, snapshot.game.rules
    own_seat = snapshot.seat_of(user_id)
    viewer = own_seat.index if own_seat is not None else None
    state = _masked_state(snapshot, viewer)
    scores = variant.scores(state) if state is not None else []
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
        variant, lines, scores, variant.scores(since) if happened else []
    )
    turn = turn_words(snapshot, names)
    left = seconds_left(game, now)
    shown_totals = tuple(map(show_number, totals))
    result = view_result(snapshot, names)
    sides = view_sides(variant, state, seats, me, names)
    look = Look(game, state, since, viewer, names.names, asked)
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
        stage=_find_stage(snapshot),
        is_new_stage=_is_new_stage(snapshot, len(happened)),
        counted=counted,
        goal=variant.goal(state) if state is not None else None,
        unit=variant.unit,
        contest=_tell_contest(names, tuple([side.seats for side in sides])),
        counts_decks=state is not None and _counts_decks(variant, state),
        board_name=variant.board,
        board=board_of(variant).view_board(look) if state is not None else None,
        your_turn=your_turn,
        turn_words=turn,
        seconds_left=left,
        clock_words=clock_words(left or 0),
        grace_seconds=game.grace.total_seconds(),
        clock_note=clock_note(game, state, names),
        clock_extended_words=clock_extended_words(game),
        composer=_view_composer(look),
        typed=asked.typed,
        typed_examples=_view_examples(variant.typed_examples),
        refusal=asked.refusal,
        refusal_clause=asked.clause,
        happened=happened,
        newest=find_newest(happened) if happened else None,
        said=_said(snapshot, happened, counted, turn, result),
        steps=len(events),
        events=recent_events(snapshot, events, names.names),
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


def _masked_state(snapshot: Snapshot, viewer: int | None) -> Any:
    """Return what the viewer may know; when the game is over nothing is hidden any more."""
    if snapshot.state is None:
        return None
    if snapshot.game.status == Game.Status.FINISHED:
        return snapshot.state
    return snapshot.game.rules.mask(snapshot.state, viewer)


def _state_since(snapshot: Snapshot, state: Any, viewer: int | None, told: int) -> Any:
    """Return, masked, how it stood before the events that the viewer is told of.

    Where a new deck was dealt among them it is the state after that deal.
    """
    dealt = find_new_deck(snapshot, viewer)
    ago = told if dealt is None else min(told, dealt - 1)
    return snapshot.game.rules.mask(snapshot.recent[-ago], viewer) if ago else state


def _since_last_deck(
    happened: tuple[HappenedView, ...], snapshot: Snapshot, viewer: int | None
) -> tuple[HappenedView, ...]:
    """Leave out what came before the last move of a deck that was counted."""
    dealt = find_new_deck(snapshot, viewer)
    return happened if dealt is None else happened[-dealt - 1 :]


def _counts_decks(variant: AnyVariant, state: Any) -> bool:
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
    stage = game.rules.stage(snapshot.state)
    if not _counts_decks(game.rules, snapshot.state):
        return tell_stage(stage)
    decks = 1 + sum(event.kind == Move.Kind.RESHUFFLE for event in snapshot.events)
    return tell_stage(stage, decks)


def _view_composer(look: Look) -> ComposerView | None:
    if look.viewer is None or look.game.status != Game.Status.PLAYING:
        return None
    view = board_of(look.game.rules).view_composer
    return view(look.game, look.state, look.viewer, look.asked.cards, look.asked.piles)


def _is_new_stage(snapshot: Snapshot, told: int) -> bool:
    """Return whether the stage began with the events that the viewer is told of, or the deal."""
    if snapshot.state is None:
        return False
    stage, states = snapshot.game.rules.stage, snapshot.recent[len(snapshot.recent) - told :]
    return not told or any(stage(state) != stage(snapshot.state) for state in states)


def _said(
    snapshot: Snapshot,
    happened: Sequence[HappenedView],
    counted: CountedView | None,
    turn: str,
    result: ResultView | None,
) -> str:
    if snapshot.state is None:
        return ""
    is_new_deck = counted is not None and snapshot.events[-1].kind == Move.Kind.RESHUFFLE
    newest = 1 + is_new_deck
    is_new = _is_new_stage(snapshot, min(newest, len(happened)))
    return said_words(
        happened,
        counted=counted.headline if is_new_deck and counted else "",
        stage=_find_stage(snapshot) if is_new else "",
        outcome=result.headline if result else turn,
    )


def _view_pick(snapshot: Snapshot, viewer: int | None) -> PickView | None:
    if snapshot.game.status != Game.Status.PICKING:
        return None
    variant = snapshot.game.rules
    view_face = board_of(variant).view_face
    own = snapshot.picks.get(viewer) if viewer is not None else None
    return PickView(
        picked=view_face(variant, own.card) if own is not None else None,
        opponent_picked=any(index != viewer for index in snapshot.picks),
        rows=tuple(tuple([view_face(variant, code) for code in row]) for row in PACK_ROWS),
    )
