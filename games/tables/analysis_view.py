"""What a computer player would have played, in words: for the replay, and for learning from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.models import AnalysedMove, Analysis, Game
from games.snapshots import Snapshot, derive_states
from games.tables.analysis import is_stand_in, moves_of_cards
from games.tables.words import short_name

BIGGEST = 3
"""How many mistakes of a player are named above all moves."""
SAME = 0.005
"""What moves may differ by and still be as good as each other."""


@dataclass(frozen=True, slots=True)
class AlternativeView:
    """A move with its expected points; `notation` names it in an address."""

    words: str
    notation: str
    points: str
    is_best: bool
    is_made: bool


@dataclass(frozen=True, slots=True)
class AnalysedView:
    """A move that somebody made, with what the computer player would have played instead."""

    number: int
    step: int
    path: str
    who: str
    made: str
    best: str
    lost: str
    is_best: bool
    is_mistake: bool
    alternatives: tuple[AlternativeView, ...]


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """The analysis of a game. `state` is "none", "waiting", "running", "failed" or "done".

    `mistakes` are the biggest ones of each player, by seat.
    """

    game_id: str
    points_word: str
    state: str
    done: int
    total: int
    moves: tuple[AnalysedView, ...]
    mistakes: tuple[AnalysedView, ...]
    learn_path: str

    @property
    def is_under_way(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in ("waiting", "running")


def view_analysis(snapshot: Snapshot, user_id: int | None) -> AnalysisView:
    """Return the analysis of a finished game, as far as it has come."""
    analysis = find_analysis(snapshot.game)
    found = _stored_moves(analysis)
    events = moves_of_cards(snapshot)
    last = analysis.last_number if analysis is not None else 0
    own = _own_mistakes(snapshot, user_id, found)
    is_done = analysis is not None and analysis.finished_at is not None
    return AnalysisView(
        game_id=snapshot.game.public_id,
        points_word=snapshot.game.rules.points_word,
        state=analysis_state(analysis),
        done=sum(event.number <= last for event in events),
        total=len(events),
        moves=_view_moves(snapshot, found),
        mistakes=_view_moves(snapshot, _biggest_mistakes(snapshot, found)),
        learn_path=_learn_path(snapshot, own[0].number) if own and is_done else "",
    )


def view_analysed_step(
    snapshot: Snapshot, analysis: Analysis | None, step: int
) -> AnalysedView | None:
    """Return what is said of the move that a step of the replay shows, or None for nothing."""
    number = step + snapshot.game.opening_moves
    found = _stored_moves(analysis, number)
    return next(iter(_view_moves(snapshot, found)), None)


def find_analysis(game: Game) -> Analysis | None:
    """Return the newest analysis of a game, None when nobody asked for one."""
    return game.analyses.order_by("-pk").first()


def _stored_moves(analysis: Analysis | None, number: int | None = None) -> list[AnalysedMove]:
    if analysis is None:
        return []
    moves = analysis.moves.order_by("number")
    return list(moves if number is None else moves.filter(number=number))


def analysis_state(analysis: Analysis | None) -> str:
    """Return how far the analysis of a game is, as `AnalysisView.state` tells it."""
    if analysis is None:
        return "none"
    if analysis.finished_at is not None:
        return "failed" if analysis.has_failed else "done"
    return "running" if analysis.touched_at is not None else "waiting"


def _learn_path(snapshot: Snapshot, number: int) -> str:
    return reverse("learn", args=[snapshot.game.public_id, number])


def _own_mistakes(
    snapshot: Snapshot, user_id: int | None, moves: Sequence[AnalysedMove]
) -> list[AnalysedMove]:
    """Return the mistakes of a user in their order.

    After a user has left a computer player may have made the moves of that seat. Where there was
    only one other move there is nothing to find.
    """
    seats = {seat.index for seat in snapshot.seats if user_id and seat.user_id == user_id}
    return [
        move
        for move in moves
        if move.seat in seats
        and not is_stand_in(snapshot, move.seat, move.number)
        and _is_mistake(snapshot, move)
        and len(move.alternatives) > 2
    ]


def _biggest_mistakes(snapshot: Snapshot, moves: Sequence[AnalysedMove]) -> list[AnalysedMove]:
    """Return the biggest mistakes of each player, by seat."""
    by_player: dict[tuple[int, bool], list[AnalysedMove]] = {}
    for move in sorted(moves, key=lambda move: -move.lost):
        if _is_mistake(snapshot, move):
            player = (move.seat, is_stand_in(snapshot, move.seat, move.number))
            by_player.setdefault(player, []).append(move)
    return [move for player in sorted(by_player) for move in by_player[player][:BIGGEST]]


def _is_mistake(snapshot: Snapshot, move: AnalysedMove) -> bool:
    return move.lost >= snapshot.game.rules.mistake_points


def _view_moves(snapshot: Snapshot, moves: Sequence[AnalysedMove]) -> tuple[AnalysedView, ...]:
    if not moves:
        return ()
    events = {event.number: event for event in snapshot.events}
    states = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    return tuple(
        _view_move(snapshot, states[move.number - 1], move, events[move.number].text)
        for move in moves
    )


def _view_move(snapshot: Snapshot, before: Any, move: AnalysedMove, made: str) -> AnalysedView:
    step = move.number - snapshot.game.opening_moves
    best = move.alternatives[0][0]
    path = reverse("replay", args=[snapshot.game.public_id, step])
    return AnalysedView(
        number=move.number,
        step=step,
        path=path,
        who=_name_mover(snapshot, move),
        made=_explain(snapshot, before, made),
        best=_explain(snapshot, before, best),
        lost=_show(move.lost),
        is_best=move.lost < SAME,
        is_mistake=_is_mistake(snapshot, move),
        alternatives=tuple(
            AlternativeView(
                words=_explain(snapshot, before, text),
                notation=text,
                points=_signed(points),
                is_best=text == best,
                is_made=text == made,
            )
            for text, points in _with_made(move, made)
        ),
    )


def _name_mover(snapshot: Snapshot, move: AnalysedMove) -> str:
    name = short_name(snapshot.seats[move.seat])
    if is_stand_in(snapshot, move.seat, move.number):
        return f"A computer, for {name}"
    return name


def _with_made(move: AnalysedMove, made: str) -> list[tuple[str, float]]:
    """Return the alternatives, the move that was made among them, the best first."""
    best = move.alternatives[0][1]
    points: Mapping[str, float] = {text: min(each, best) for text, each in move.alternatives}
    return sorted(({**points, made: move.points}).items(), key=lambda pair: -pair[1])


def _signed(points: float) -> str:
    """Return points with their sign: "+1.5", "−0.25"."""
    sign = "" if abs(points) < SAME else "+" if points > 0 else "−"
    return sign + _show(abs(points))


def _show(points: float) -> str:
    """Return points: small ones with two places."""
    return f"{points:.1f}" if points >= 1 else f"{points:.2f}"


def _explain(snapshot: Snapshot, before: Any, text: str) -> str:
    variant = snapshot.game.rules
    return variant.explain(before, variant.parse(before, text))


@dataclass(frozen=True, slots=True)
class LessonView:
    """One of a player's own mistakes, as a question for a better move.

    `step` is the one of the replay that shows the position, seen from `seat`. `chosen` is the move
    that the player tries, None before that; `verdict` says what it is worth.
    """

    game_id: str
    points_word: str
    place: int
    count: int
    path: str
    step: int
    seat: int
    move: AnalysedView
    candidates: tuple[AlternativeView, ...]
    chosen: AlternativeView | None
    verdict: str
    is_answered: bool
    previous_path: str
    next_path: str


def view_lesson(
    snapshot: Snapshot, user_id: int | None, number: int, *, tried: str, is_answered: bool
) -> LessonView:
    """Return the mistake that the user made with that event, and what a move tried is worth.

    Raises `Game.DoesNotExist` when the analysis found no such mistake of this user.
    """
    mistakes = _own_mistakes(snapshot, user_id, _stored_moves(find_analysis(snapshot.game)))
    place = next((n for n, move in enumerate(mistakes) if move.number == number), None)
    if place is None:
        raise Game.DoesNotExist
    (view,) = _view_moves(snapshot, [mistakes[place]])
    # By their notation: the order must not tell which is the best.
    candidates = tuple(sorted(view.alternatives, key=lambda each: each.notation))
    chosen = next((each for each in candidates if each.notation == tried), None)
    paths = [_learn_path(snapshot, move.number) for move in mistakes]
    return LessonView(
        game_id=snapshot.game.public_id,
        points_word=snapshot.game.rules.points_word,
        place=place + 1,
        count=len(mistakes),
        path=paths[place],
        step=view.step - 1,
        seat=mistakes[place].seat,
        move=view,
        candidates=candidates,
        chosen=chosen,
        verdict=_verdict(mistakes[place], chosen, snapshot.game.rules.points_word),
        is_answered=is_answered or (chosen is not None and chosen.is_best),
        previous_path=paths[place - 1] if place else "",
        next_path=paths[place + 1] if place + 1 < len(paths) else "",
    )


def _verdict(move: AnalysedMove, chosen: AlternativeView | None, points_word: str) -> str:
    if chosen is None:
        return ""
    if chosen.is_best:
        return "Yes: that is what the computer would play."
    if chosen.is_made:
        return "That is what you played. Look for something better."
    points = dict(move.alternatives)[chosen.notation]
    best = move.alternatives[0][1]
    behind = f"{_show(best - min(points, best))} {points_word}"
    if points > move.points + SAME:
        return f"Better than what you played, and still {behind} short of the best move."
    return f"Not better than what you played: {behind} short of the best move."
