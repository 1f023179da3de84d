"""One step of a replay as its page shows it: seen from a seat, or with all hands open."""

from __future__ import annotations

from collections.abc import Sequence

from games.messages import replays as told
from games.messages.endings import tell_left_lesson
from games.messages.names import Names
from games.messages.seats import tell_left, tell_partner
from games.presenters.boards import board_of
from games.presenters.boards.context import BoardContext
from games.presenters.endings import tell_ending
from games.presenters.replay.chart import tell_standing, view_chart
from games.presenters.replay.sections import (
    find_deals,
    has_several_decks,
    list_bands,
    list_rounds,
)
from games.presenters.replay.shapes import (
    Perspective,
    ReplaySeat,
    ReplayView,
    RoundLines,
    Standing,
    StepLine,
)
from games.presenters.replay.steps import Replay, Step
from games.presenters.seats import view_seat
from games.presenters.shapes import FormState, SeatView
from games.presenters.sheet import list_lines, view_sheet
from games.presenters.sides import find_partner, name_sides
from games.rules.scoring import Points
from games.rules.state import State
from games.rules.wording.values import show_number


class _Paths:
    """The addresses of a replay's steps, all in one perspective."""

    def __init__(self, base: str, perspective: str, last: int) -> None:
        self.base, self.perspective, self.last = base, perspective, last

    @property
    def back(self) -> str:
        """The address of the step that a line takes the place of."""
        query = f"?view={self.perspective}" if self.perspective else ""
        return self.base.removesuffix("line/") + query

    def to(self, step: int | None, perspective: str | None = None) -> str:
        if step is None or not 0 <= step <= self.last:
            return ""
        perspective = self.perspective if perspective is None else perspective
        query = f"?view={perspective}" if perspective else ""
        return f"{self.base}{step}/{query}"


def view_replay(
    replay: Replay, *, path: str, step: int, perspective: str, own: int = 0
) -> ReplayView:
    """Return a step of the replay whose pages lie under that path.

    `perspective` is the number of a seat; anything else shows all hands, that of the seat `own`
    nearest. A player who looks back at a running game has no choice. Raises `IndexError` when
    there is no such step.
    """
    if not 0 <= step <= replay.last:
        raise IndexError(step)
    seats = range(len(replay.names))
    asked = next((seat for seat in seats if perspective == str(seat)), None)
    chosen = asked if replay.viewer is None else replay.viewer
    perspective = "" if chosen in (None, replay.viewer) else str(chosen)
    state = replay.states[step]
    if chosen is not None:
        state = replay.variant.mask(state, chosen)
    scores = replay.variant.scores(state)
    names = Names(replay.names)
    sides = name_sides(replay.variant, replay.states[0], names)
    made = replay.steps[step]
    paths = _Paths(path, perspective, replay.last)
    totals_now = replay.variant.totals(state)
    replaced = _find_replaced(replay, step)
    seated = [
        _view_seat(replay, state, totals_now, index, is_replaced=index in replaced)
        for index in seats
    ]
    near = own if chosen is None else chosen
    lines = list_lines(replay.variant, state, is_timed=replay.is_timed)
    sheet, sheet_totals = view_sheet(replay.variant, lines, scores)
    deals = find_deals(replay)
    result_words, reason_words = _tell_result(replay, names)
    return ReplayView(
        title=replay.variant.title,
        unit=replay.variant.unit,
        goal=replay.variant.goal(state),
        names=replay.names,
        is_over=replay.viewer is None,
        result_words=result_words,
        reason_words=reason_words,
        step=step,
        last=replay.last,
        slider_path=path,
        perspective=perspective,
        first_path=paths.to(0) if step else "",
        previous_path=paths.to(step - 1),
        next_path=paths.to(step + 1),
        last_path=paths.to(replay.last) if step < replay.last else "",
        has_rounds=replay.variant.rounds > 1 or replay.variant.deals_decks,
        previous_round_path=paths.to(max((n for n in deals if n < step), default=None)),
        next_round_path=paths.to(min((n for n in deals if n > step), default=None)),
        perspectives=_perspectives(replay, paths, step, perspective),
        words=made.words,
        is_move=made.is_move,
        notation=made.notation,
        marks=made.marks,
        counting=made.counting,
        is_violation=made.is_violation,
        score_words=tell_standing(replay, step),
        near=seated[near],
        far=(*seated[near + 1 :], *seated[:near]),
        board_name=replay.variant.board,
        board=_view_board(replay, step, chosen),
        sheet=sheet,
        sheet_totals=sheet_totals,
        totals=tuple(map(show_number, totals_now)),
        sides=sides,
        first_of_side=_view_sides(seated, near),
        has_several_decks=replay.variant.deals_decks and has_several_decks(replay),
        tells_decks=has_several_decks(replay),
        moves=_view_moves(replay, paths),
        moves_key=f"{replay.branch}-{replay.last}-{perspective}",
        standings=_view_standings(replay),
        chart=view_chart(replay, sides, step),
        branch=replay.branch,
        back_path=paths.back if replay.branch else "",
    )


def _perspectives(
    replay: Replay, paths: _Paths, step: int, perspective: str
) -> tuple[Perspective, ...]:
    if replay.viewer is not None:
        return ()
    labels = [("", told.all_hands()), *[(str(n), name) for n, name in enumerate(replay.names)]]
    return tuple(
        Perspective(label, paths.to(step, each), each == perspective) for each, label in labels
    )


def _find_replaced(replay: Replay, step: int) -> tuple[int, ...]:
    """Return the seats that computer players have taken over; not so with what ends the game."""
    state = replay.states[step]
    return replay.variant.out(replay.states[step - 1] if state.is_over else state)


def _view_seat(
    replay: Replay, state: State, totals: Sequence[Points], index: int, *, is_replaced: bool
) -> ReplaySeat:
    variant = replay.variant
    partner = find_partner(variant, state, index)
    seat = view_seat(
        variant,
        state,
        totals,
        index=index,
        is_timed=replay.is_timed,
        name=replay.names[index],
        level=replay.levels[index],
        avatar=replay.avatars[index],
        is_me=index == replay.viewer,
        is_turn=index == state.to_move,
        partner_words="" if partner is None else tell_partner(replay.names[partner], is_you=False),
        left_words=tell_left() if is_replaced else "",
    )
    board = board_of(variant)
    hand = board.order_hand(state.hands[index])
    return ReplaySeat(seat, tuple([board.view_face(variant, state, card) for card in hand]))


def _view_sides(seated: Sequence[ReplaySeat], near: int) -> tuple[SeatView, ...]:
    """Return a seat of each side, by side: the near one or the first."""
    seats = [each.seat for each in (*seated[near:], *seated[:near])]
    sides = {seat.side: seat for seat in reversed(seats)}
    return tuple(sides[side] for side in sorted(sides))


def _view_board(replay: Replay, step: int, chosen: int | None) -> object:
    """Return what lies on the table after a step, marked where the step has changed it."""
    variant, viewer = replay.variant, replay.viewer
    state, since = replay.states[step], replay.states[max(step - 1, 0)]
    if chosen is not None:
        state, since = variant.mask(state, chosen), variant.mask(since, chosen)
    context = BoardContext(variant, state, since, viewer, replay.names, False, FormState())
    return board_of(variant).view_board(context)


def _view_moves(replay: Replay, paths: _Paths) -> tuple[RoundLines, ...]:
    """Return every move, by rounds; the deal is the first line of all."""
    return tuple(
        RoundLines(
            section.title,
            tuple(
                [
                    _view_line(number, replay.steps[number], paths)
                    for number in range(section.first, section.last + 1)
                ]
            ),
        )
        for section in list_rounds(replay)
    )


def _tell_result(replay: Replay, names: Names) -> tuple[str, str]:
    ending = tell_ending(replay.variant, replay.states[-1], names)
    if ending is None:
        return "", ""
    return tell_left_lesson() if replay.is_left_lesson else (ending.headline, ending.reason_words)


def _view_standings(replay: Replay) -> tuple[Standing, ...]:
    return tuple(
        Standing(section.title, tell_standing(replay, section.last))
        for section in list_bands(replay)
    )


def _view_line(number: int, made: Step, paths: _Paths) -> StepLine:
    return StepLine(
        number=number,
        path=paths.to(number),
        words=made.words,
        notation=made.notation,
        time_words=told.time_taken(made.seconds) if number else "",
        is_violation=made.is_violation,
        marks=made.marks,
        counting=made.counting,
        totals=tuple(map(show_number, made.totals)),
    )
