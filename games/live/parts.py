"""The parts of a game's page: what the whole page is put together from, and a change sent in.

A part's name is its id on the page. Its key is the name of its macro and all that the macro gets,
so that equal keys mean equal HTML. Everything comes from the view of one viewer, in which hidden
cards are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.live.boards import BOARDS
from games.messages.text import parts_of
from games.presenters.shapes import ChoiceView, CountedView, SeatView, TableView

Key = tuple[Any, ...]

PAGE = "game"  # the name of what is around everything


@dataclass(frozen=True, slots=True)
class Heading:
    """A side as the columns and tabs name it; `players` is how many it has."""

    index: int
    name: str
    is_mine: bool
    players: int
    avatar: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What stands around the parts. Another frame means another page, which is sent whole.

    `is_seated` is true while the viewer plays. `others` and `me` are numbers of seats. `board` is
    what the kind of table adds.
    """

    game_id: str
    csrf_token: str
    status: str
    kind: str
    variant: str
    title: str
    contest: str
    unit: str
    goal: int | None
    four_colours: bool
    is_seated: bool
    sides: tuple[Heading, ...]
    others: tuple[int, ...]
    me: int | None
    board_name: str
    board: Any
    has_clock: bool
    grace_seconds: float
    has_events: bool
    counted: CountedView | None
    refusal: str
    refusal_clause: str
    choices: tuple[ChoiceView, ...]
    typed: str
    typed_examples: tuple[tuple[str, str], ...]

    @property
    def is_usual(self) -> bool:
        """Whether the next change can be sent in parts: nothing answers what the viewer sent."""
        is_answer = self.refusal or self.choices or self.typed
        return self.status == "playing" and not is_answer


@dataclass(slots=True)
class Parts:
    """The frame, the parts by name, and the lists by name: the key of each and what it holds."""

    frame: Frame
    version: int
    moves_seen: int
    base: str
    parts: dict[str, Key] = field(default_factory=dict)
    lists: dict[str, tuple[Key, tuple[str, ...]]] = field(default_factory=dict)


def take_parts(view: TableView, *, csrf_token: str, language: str) -> Parts:
    """Return the parts of a view, made in that language."""
    is_seated = view.status == "playing" and view.viewer is not None
    table = Parts(_frame(view, csrf_token, is_seated), view.version, view.moves_seen, "")
    if table.frame.is_usual:
        colours = 4 if view.four_colours else 2
        table.base = f"{view.version}-{language}-{view.viewer}-{colours}"
    parts = table.parts
    title = view.result.headline if view.result else view.turn_words
    table.lists[PAGE] = (
        (
            "game",
            view.status,
            view.four_colours,
            view.version,
            view.moves_seen,
            table.base,
            title,
            view.your_turn,
        ),
        (),
    )
    parts["said"] = ("said", view.said)
    if view.board is not None:
        _add_table(table, view)
    return table


def _frame(view: TableView, csrf_token: str, is_seated: bool) -> Frame:
    composer = view.composer
    return Frame(
        game_id=view.game_id,
        csrf_token=csrf_token,
        status=view.status,
        kind=view.kind,
        variant=view.variant,
        title=view.title,
        contest=view.contest,
        unit=view.unit,
        goal=view.goal,
        four_colours=view.four_colours,
        is_seated=is_seated,
        sides=tuple(
            [
                Heading(
                    side.index,
                    side.name,
                    side.is_mine,
                    len(side.seats),
                    view.seats[side.seats[0]].avatar,
                )
                for side in view.sides
            ]
        ),
        others=tuple([seat.index for seat in view.others]),
        me=view.me.index if view.me else None,
        board_name=view.board_name if view.board is not None else "",
        board=BOARDS[view.board_name].view_frame(view) if view.board is not None else None,
        has_clock=view.seconds_left is not None,
        grace_seconds=view.grace_seconds,
        has_events=bool(view.events),
        counted=view.counted,
        refusal=view.refusal,
        refusal_clause=view.refusal_clause,
        choices=composer.choices if composer else (),
        typed=view.typed,
        typed_examples=view.typed_examples,
    )


def _add_table(table: Parts, view: TableView) -> None:
    for seat in view.others:
        _add_player(table, view, seat, "far")
    assert view.me is not None
    _add_player(table, view, view.me, "near")
    if view.status == "playing":
        _add_turn(table, view)
        _add_sheet(table, view)
    if table.frame.is_seated:
        _add_composer(table, view)
    _add_events(table, view)
    table.parts["shuffle"] = (
        "fair_shuffle",
        view.game_id,
        view.commitment,
        view.pick_proofs,
        view.shuffle,
    )
    BOARDS[view.board_name].add_parts(table, view)


def _add_player(table: Parts, view: TableView, seat: SeatView, where: str) -> None:
    index, parts = seat.index, table.parts
    own = view.me if view.viewer is not None else None
    is_partner = own is not None and not seat.is_me and seat.side == own.side
    words = (seat.name, seat.is_me, seat.level, seat.partner_words)
    key = ("player", index, seat.side, where, seat.is_turn, is_partner, *words)
    names = (f"face-{index}", f"who-{index}", f"place-{index}", f"total-{index}", f"clock-{index}")
    table.lists[f"player-{index}"] = key, names
    face, who, _place, total, clock = names
    parts[face] = ("face", index, seat.avatar)
    parts[who] = (
        "who_at",
        index,
        seat.name,
        seat.is_me,
        seat.violations,
        getattr(seat, "lifelines", ()),
        seat.max_violations,
        seat.partner_words,
        seat.left_words,
        seat.level,
    )
    parts[total] = ("total", index, seat.total, view.goal)
    if seat.is_turn and view.seconds_left is not None:
        parts[clock] = ("clock_at", index, view.seconds_left, view.move_time, view.clock_words)
    else:
        parts[clock] = ("clock_at", index, None, None, "")


def _add_turn(table: Parts, view: TableView) -> None:
    parts, newest = table.parts, view.newest
    told = tuple([(parts_of(event.words), event.points) for event in view.happened])
    if newest is None:
        parts["last-move"] = ("last_move", 0, None, "", "", (), "", "", False, told)
        parts["last-move-card"] = ("last_move_card", None, False)
    else:
        parts["last-move"] = (
            "last_move",
            view.happened[-1].number,
            newest.seat,
            newest.action,
            newest.card,
            newest.used,
            newest.label,
            newest.points,
            newest.is_mine,
            told,
        )
        parts["last-move-card"] = ("last_move_card", newest.face, view.four_colours)
    parts["turn-line"] = (
        "turn",
        view.game_id,
        view.your_turn,
        view.turn_words,
        getattr(view.board, "step_words", "") if view.your_turn else "",
        view.stage,
        view.is_new_stage,
        view.kind == "computer" and view.your_turn,
        view.clock_note,
        view.clock_extended_words,
    )


def _add_sheet(table: Parts, view: TableView) -> None:
    order, rows = view.side_order, []
    for row in view.sheet:
        name = f"sheet-{row.name}"
        rows.append(name)
        points = tuple([row.points[side] for side in order])
        changed = tuple([place for place, side in enumerate(order) if side in row.changed])
        table.parts[name] = ("sheet_row", row.name, row.label, points, changed)
    totals = tuple([side.total for side in view.sides])
    decks = tuple([view.sheet_totals[side] for side in order]) if view.counts_decks else None
    table.lists["sheet-rows"] = ("sheet_rows",), tuple(rows)
    table.parts["sheet-totals"] = ("sheet_totals", totals, decks, view.goal)
    if len(totals) == 2:
        table.parts["tab-points-total"] = ("tab_points", totals)


def _add_composer(table: Parts, view: TableView) -> None:
    composer, parts = view.composer, table.parts
    assert composer is not None
    parts["sentence"] = ("sentence", composer.sentence)
    buttons, notes = [], []
    for action in composer.actions:
        button, note = f"do-{action.name}", f"why-{action.name}"
        buttons.append(button)
        notes.append(note)
        parts[button] = ("action", action.name, action.label, action.enabled, action.is_main)
        parts[note] = ("why", action.name, action.note, action.clause, view.variant)
    parts["reset"] = ("reset", view.game_id)
    parts["quitting"] = ("quitting", view.game_id, view.quit_words)
    held = (*buttons, *notes, "reset", "quitting")
    table.lists["actions"] = ("actions", len(composer.actions)), held


def _add_events(table: Parts, view: TableView) -> None:
    has_replay = table.frame.is_seated or view.result is not None
    game_id, names = view.game_id if has_replay else "", []
    for ago, words in enumerate(view.events):
        step = view.steps - ago
        name = f"event-{step}"
        names.append(name)
        table.parts[name] = ("event", step, words, game_id, table.frame.is_seated)
    table.lists["latest"] = ("latest",), tuple(names)
    if table.frame.is_seated:
        table.parts["look-back-from"] = ("look_back", view.game_id, view.steps)
