"""The parts of a game's page: what the whole page is put together from, and a change sent in.

A part's name is its id on the page. Its key is the name of its macro and all that the macro gets,
so that equal keys mean equal HTML. Everything comes from the view of one viewer, in which hidden
cards are left out. The parts of a section come from the same facts: while these stay the same, a
page keeps the section as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.live.boards import BOARDS
from games.live.sections import Key, Listed, Section
from games.messages.text import parts_of
from games.presenters import TableView
from games.presenters.shapes import ChoiceView, CountedView, PlayerView

PAGE = "game"  # the name of what is around everything
_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Heading:
    """A side as columns, tabs and sentences name it; `seats` are its players' numbers."""

    index: int
    name: str
    object_name: str
    is_mine: bool
    seats: tuple[int, ...]
    avatar: str

    @property
    def players(self) -> int:
        """How many play for the side."""
        return len(self.seats)


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
    lesson: str
    variant: str
    title: str
    contest: str
    unit: str
    goal: int | None
    four_colours: bool
    is_seated: bool
    players: tuple[PlayerView, ...]
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
    """The frame with its facts, and the sections of one viewer's page in one version."""

    frame: Frame
    frame_facts: Key
    version: int
    moves_seen: int
    base: str = ""
    sections: dict[str, Section] = field(default_factory=dict)

    @property
    def parts(self) -> dict[str, Key]:
        """The keys of all parts by name."""
        every = [section.parts for section in self.sections.values()]
        return {name: key for parts in every for name, key in parts.items()}

    @property
    def lists(self) -> dict[str, Listed]:
        """For each list by name, its key and the names of what it holds."""
        every = [section.lists for section in self.sections.values()]
        return {name: listed for lists in every for name, listed in lists.items()}


class Builder:
    """Puts the parts of a page together, keeping the sections of an earlier one as they are."""

    def __init__(self, view: TableView, csrf_token: str, before: Parts | None) -> None:
        facts = _frame_facts(view, csrf_token)
        is_known = before is not None and before.frame_facts == facts
        self.frame = before.frame if before and is_known else _frame(view, csrf_token)
        self.known = before.sections if before and is_known else {}
        self.table = Parts(self.frame, facts, view.version, view.moves_seen)

    def begin(self, name: str, *facts: Any) -> Section | None:
        """Return a section to fill, or None if the earlier one came from the same facts.

        Facts that change only together with the frame need not be given.
        """
        known = self.known.get(name)
        if known is not None and known.facts == facts:
            self.table.sections[name] = known
            return None
        return self.add(name, *facts)

    def add(self, name: str, *facts: Any) -> Section:
        """Return a section to fill."""
        section = Section(facts)
        self.put(name, section)
        return section

    def put(self, name: str, section: Section) -> None:
        """Add a section that is filled already."""
        self.table.sections[name] = section

    def known_parts(self, name: str) -> Mapping[str, Key]:
        """Return the parts of that section on the earlier page."""
        known = self.known.get(name)
        return known.parts if known is not None else _NOTHING


def take_parts(
    view: TableView, *, csrf_token: str, language: str, before: Parts | None = None
) -> Parts:
    """Return the parts of a view, made in that language.

    `before` are those of the same viewer and game, in the same language and any version.
    """
    page = Builder(view, csrf_token, before)
    table, frame = page.table, page.frame
    if frame.is_usual:
        colours = 4 if view.four_colours else 2
        table.base = f"{view.version}-{language}-{view.viewer}-{colours}"
    section = page.add("page")
    title = view.result.headline if view.result else view.turn_words
    around = (
        *("game", view.status, view.four_colours, view.version, view.moves_seen),
        *(table.base, title, view.your_turn, view.to_move),
    )
    section.lists[PAGE] = around, ()
    section.parts["said"] = ("said", view.said)
    if frame.board_name:
        _add_table(page, view)
    return table


def _frame_facts(view: TableView, csrf_token: str) -> Key:
    """Return what may change the frame of a page; all else stays the same in a game."""
    composer = view.composer
    return (
        *(csrf_token, view.status, view.four_colours, view.viewer, view.goal),
        *(view.names, view.avatars, view.stand_ins, view.has_clock, view.steps > 0),
        *(view.counted, view.form, composer.choices if composer else ()),
    )


def _frame(view: TableView, csrf_token: str) -> Frame:
    composer = view.composer
    is_dealt = view.board is not None
    return Frame(
        game_id=view.game_id,
        csrf_token=csrf_token,
        status=view.status,
        kind=view.kind,
        lesson=view.lesson,
        variant=view.variant,
        title=view.title,
        contest=view.contest,
        unit=view.unit,
        goal=view.goal,
        four_colours=view.four_colours,
        is_seated=view.status == "playing" and view.viewer is not None,
        players=view.players,
        sides=tuple(
            [
                Heading(
                    side.index,
                    side.name,
                    side.object_name,
                    side.is_mine,
                    side.seats,
                    view.avatars[side.seats[0]],
                )
                for side in view.sides
            ]
        ),
        others=tuple([seat.index for seat in view.others]),
        me=view.me.index if view.me else None,
        board_name=view.board_name if is_dealt else "",
        board=BOARDS[view.board_name].view_frame(view) if is_dealt else None,
        has_clock=view.has_clock,
        grace_seconds=view.grace_seconds,
        has_events=view.steps > 0,
        counted=view.counted,
        refusal=view.form.refusal,
        refusal_clause=view.form.clause,
        choices=composer.choices if composer else (),
        typed=view.form.typed,
        typed_examples=view.typed_examples,
    )


def _add_table(page: Builder, view: TableView) -> None:
    frame = page.frame
    for player in frame.players:
        _add_player(page, view, player)
    _add_clock(page, view)
    _add_last_move(page, view)
    _add_sheet(page, view)
    if view.status == "playing":
        _add_turn(page, view)
    if frame.is_seated:
        _add_composer(page, view)
    if view.guide is not None and (new := page.begin("guide", view.guide)):
        guide = view.guide
        new.parts["guide"] = (
            "guide",
            parts_of(guide.words),
            guide.number,
            guide.total,
            view.variant,
        )
    _add_events(page, view)
    if new := page.begin("shuffle", view.open_picks):
        promises = (view.commitment, view.pick_proofs, view.shuffle)
        key = ("arranged",) if view.lesson else ("fair_shuffle", view.game_id, *promises)
        new.parts["shuffle"] = key
    BOARDS[frame.board_name].add_parts(page, view)


def _add_player(page: Builder, view: TableView, player: PlayerView) -> None:
    index = player.index
    who, total = f"player-{index}", view.totals[player.side]
    assert view.state is not None
    violations, lifelines = view.state.violations[index], view.lifelines_of(index)
    if new := page.begin(who, violations, lifelines, total):
        names = tuple([f"{part}-{index}" for part in ("face", "who", "place", "total", "clock")])
        own = page.frame.players[view.viewer] if view.viewer is not None else None
        is_partner = own is not None and own is not player and own.side == player.side
        where = "near" if index == page.frame.me else "far"
        words = (player.name, player.is_me, player.level, player.partner_words)
        key = ("player", index, player.side, where, is_partner, *words)
        new.lists[who] = key, names
        new.parts[names[0]] = ("face", index, player.avatar)
        new.parts[names[1]] = (
            *("who_at", index, player.name, player.is_me, violations, lifelines),
            *(view.max_violations, player.partner_words, player.left_words, player.level),
        )
        new.parts[names[3]] = ("total", index, total, page.frame.goal)


def _add_clock(page: Builder, view: TableView) -> None:
    """Add the clock, and its place at each seat.

    The place at the seat to move comes first: a change must find the clock at its old place.
    """
    seconds, words = view.seconds_left, view.clock_words
    to_move = view.to_move if seconds is not None else None
    in_all = view.seconds_in_all
    new = page.begin("clock", to_move, seconds, in_all)
    if new is None:
        return
    if to_move is not None:
        new.parts["clock-face"] = ("clock_face", words)
        new.lists["clock"] = ("clock", seconds, in_all, len(words)), ("clock-face",)
        new.lists[f"clock-{to_move}"] = ("clock_at", to_move), ("clock",)
    for index in range(len(page.frame.players)):
        if index != to_move:
            new.lists[f"clock-{index}"] = ("clock_at", index), ()


def _add_last_move(page: Builder, view: TableView) -> None:
    parts, newest = page.add("last-move").parts, view.newest
    told = tuple([(parts_of(event.words), event.points) for event in view.happened])
    if newest is None:
        told = ((parts_of(view.own_secret), ""),) if view.own_secret else ()
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
        piles = getattr(view.board, "piles", ())
        lies_there = any(face.code == newest.card for pile in piles for face in pile.faces)
        face = None if lies_there else newest.face  # a copy of the card on the table will do
        parts["last-move-card"] = ("last_move_card", face, view.four_colours)


def _add_turn(page: Builder, view: TableView) -> None:
    page.add("turn").parts["turn-line"] = (
        "turn",
        view.your_turn,
        view.turn_words,
        getattr(view.board, "step_words", "") if view.your_turn else "",
        view.stage,
        view.is_new_stage,
        view.kind == "computer" and view.your_turn,
        view.clock_note,
        view.clock_extended_words,
    )


def _add_sheet(page: Builder, view: TableView) -> None:
    new = page.begin("sheet", view.scores, view.scores_since, view.totals)
    if new is None:
        return
    order, rows = [side.index for side in page.frame.sides], []
    for row in view.sheet:
        name = f"sheet-{row.name}"
        rows.append(name)
        points = tuple([row.points[side] for side in order])
        changed = tuple([place for place, side in enumerate(order) if side in row.changed])
        new.parts[name] = ("sheet_row", row.name, row.label, points, changed)
    totals = tuple([view.totals[side] for side in order])
    decks = tuple([view.sheet_totals[side] for side in order]) if view.counts_decks else None
    new.lists["sheet-rows"] = ("sheet_rows",), tuple(rows)
    new.parts["sheet-totals"] = ("sheet_totals", totals, decks, view.goal)
    if len(totals) == 2:
        new.parts["tab-points-total"] = ("tab_points", totals)


def _add_composer(page: Builder, view: TableView) -> None:
    composer = view.composer
    if new := page.begin("quitting"):
        new.parts["quitting"] = ("quitting", view.game_id, view.quit_words, bool(view.lesson))
    new = page.begin("composer", composer)
    if new is None:
        return
    assert composer is not None
    parts = new.parts
    parts["sentence"] = ("sentence", parts_of(composer.sentence))
    buttons = []
    for action in composer.actions:
        buttons.append(f"do-{action.name}")
        key = ("action", action.name, action.label, action.enabled, action.is_main)
        parts[buttons[-1]] = key
    parts["why"] = ("why", composer.notes, view.variant)
    parts["reset"] = ("reset", view.game_id)
    held = (*buttons, "why", "reset")
    new.lists["actions"] = ("actions", len(composer.actions)), held


def _add_events(page: Builder, view: TableView) -> None:
    is_seated = page.frame.is_seated
    if is_seated and (new := page.begin("look-back-from")):
        new.parts["look-back-from"] = ("look_back", view.game_id, view.is_over_days)
    known = page.known_parts("events")
    new = page.begin("events", view.steps)
    if new is None:
        return
    has_replay = is_seated or view.result is not None
    game_id, names = view.game_id if has_replay else "", []
    for step in view.told_steps:
        name = f"event-{step}"
        names.append(name)
        told = known.get(name)  # an event stays what it was
        new.parts[name] = told or (
            "event",
            step,
            parts_of(view.tell_step(step)),
            game_id,
            is_seated,
        )
    new.lists["latest"] = ("latest",), tuple(names)
