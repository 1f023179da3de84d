"""One step of a replay as its page shows it: seen from a seat, or with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from games.tables.replay import Replay, Step
from games.tables.replay_chart import score_words, view_chart
from games.tables.replay_counting import side_names
from games.tables.replay_shapes import Choice, ReplaySeat, ReplayView, RoundLines, StepLine
from games.tables.shapes import PileView
from games.tables.table_view import view_pile, view_seat
from games.tables.trackers import Scores, view_sheet
from games.tables.words import duration_words, show_points, whose_words


class _Paths:
    """The addresses of a replay's steps, all in one perspective."""

    def __init__(self, base: str, perspective: str, last: int) -> None:
        self.base, self.perspective, self.last = base, perspective, last

    def to(self, step: int | None, perspective: str | None = None) -> str:
        if step is None or not 0 <= step <= self.last:
            return ""
        perspective = self.perspective if perspective is None else perspective
        query = f"?view={perspective}" if perspective else ""
        return f"{self.base}{step}/{query}"


def view_replay(replay: Replay, *, path: str, step: int, perspective: str) -> ReplayView:
    """Return a step of the replay whose pages lie under that path.

    `perspective` is the number of a seat; anything else shows all hands. Who looks back at a
    running game has no choice. Raises `IndexError` when there is no such step.
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
    sides = side_names(replay.variant, replay.states[0], replay.names)
    made = replay.steps[step]
    paths = _Paths(path, perspective, replay.last)
    seated = [_view_seat(replay, state, scores, index, chosen) for index in seats]
    near = chosen or 0
    sheet, totals = view_sheet(replay.variant, scores)
    deals = _deals(replay)
    return ReplayView(
        title=replay.variant.title,
        names=replay.names,
        is_over=replay.viewer is None,
        result_words=_result_words(replay, sides),
        step=step,
        last=replay.last,
        round=state.round,
        rounds=replay.variant.rounds,
        slider_path=path,
        perspective=perspective,
        first_path=paths.to(0) if step else "",
        previous_path=paths.to(step - 1),
        next_path=paths.to(step + 1),
        last_path=paths.to(replay.last) if step < replay.last else "",
        previous_round_path=paths.to(max((n for n in deals if n < step), default=None)),
        next_round_path=paths.to(min((n for n in deals if n > step), default=None)),
        perspectives=_perspectives(replay, paths, step, perspective),
        who=made.who,
        words=made.words,
        notation=made.notation,
        marks=made.marks,
        counting=made.counting,
        is_violation=made.is_violation,
        score_words=score_words(made.totals, sides),
        near=seated[near],
        far=tuple(seat for index, seat in enumerate(seated) if index != near),
        piles=_view_piles(replay, state, made),
        sheet=sheet,
        totals=totals,
        sides=sides,
        moves=_view_moves(replay, paths, sides),
        chart=view_chart(replay, sides, step),
    )


def _deals(replay: Replay) -> list[int]:
    """Return the steps at which the cards of a round were dealt."""
    rounds = [state.round for state in replay.states]
    return [n for n, number in enumerate(rounds) if n == 0 or number != rounds[n - 1]]


_REASONS = {
    "ace_of_spades": "the totals are equal and the owner of the A♠ wins",
    "forfeit": "by forfeit: the clock ran out too often",
    "resignation": "by forfeit: the other side quit",
}


def _result_words(replay: Replay, sides: Sequence[str]) -> str:
    """Return how the game ended, or "" while it goes on."""
    outcome = replay.variant.outcome(replay.states[-1])
    if outcome is None:
        return ""
    winners, reason = outcome
    shown = [show_points(points) or "0" for points in replay.steps[-1].totals]
    if not winners:
        return f"A draw, {' to '.join(shown)}"
    who = " and ".join(sides[side] for side in winners)
    verb = "wins" if len(winners) == 1 else "win"
    if reason in ("forfeit", "resignation"):
        return f"{who} {verb} {_REASONS[reason]}"
    score = " to ".join([shown[winners[0]], *[s for n, s in enumerate(shown) if n != winners[0]]])
    return f"{who} {verb} {score}" + (f": {_REASONS[reason]}" if reason in _REASONS else "")


def _perspectives(replay: Replay, paths: _Paths, step: int, perspective: str) -> tuple[Choice, ...]:
    if replay.viewer is not None:
        return ()
    labels = [("", "All hands"), *[(str(n), name) for n, name in enumerate(replay.names)]]
    return tuple(Choice(label, paths.to(step, each), each == perspective) for each, label in labels)


def _view_seat(
    replay: Replay, state: Any, scores: Scores, index: int, chosen: int | None
) -> ReplaySeat:
    seat = view_seat(
        replay.variant,
        state,
        scores,
        index=index,
        name=replay.names[index],
        avatar=replay.avatars[index],
        is_me=index == replay.viewer,
        is_turn=index == state.to_move,
    )
    return ReplaySeat(seat, state.hands[index])


def _view_piles(replay: Replay, state: Any, made: Step) -> tuple[PileView, ...]:
    played = made.notation[:2]
    return tuple(
        view_pile(
            pile,
            owner=replay.names[pile.owner] if pile.owner is not None else "",
            whose=whose_words(pile.owner, replay.viewer, replay.names)
            if pile.owner is not None
            else "",
            chosen=False,
            changed=played in pile.cards,
        )
        for pile in state.table
    )


def _view_moves(replay: Replay, paths: _Paths, sides: Sequence[str]) -> tuple[RoundLines, ...]:
    """Return every move, by rounds; the deal is the first line of all."""
    rounds = []
    numbered = enumerate(replay.steps)
    for number, steps in groupby(numbered, key=lambda item: item[1].round):
        lines = tuple(_view_line(n, made, paths) for n, made in steps)
        after = replay.steps[lines[-1].number].totals
        leader = score_words(after, sides)
        rounds.append(RoundLines(number, lines, lines[-1].totals, leader))
    return tuple(rounds)


def _view_line(number: int, made: Step, paths: _Paths) -> StepLine:
    return StepLine(
        number=number,
        path=paths.to(number),
        who=made.who,
        words=made.words,
        notation=made.notation,
        time_words=_time_words(made.seconds) if number else "",
        is_violation=made.is_violation,
        marks=made.marks,
        counting=made.counting,
        totals=tuple(show_points(points) or "0" for points in made.totals),
    )


def _time_words(seconds: float) -> str:
    """Return the time taken in a few signs: "7 s", "2:05", "5 hours"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds // 60:.0f}:{seconds % 60:02.0f}"
    return duration_words(seconds)
