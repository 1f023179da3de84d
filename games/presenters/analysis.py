"""What a computer player would have played, in words: for the replay, and for learning from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from django.urls import reverse

from games.messages import analysis as told
from games.messages.labels import level_beside_name
from games.messages.moves import tell_play
from games.messages.numbers import show_exact
from games.messages.text import Text
from games.models import Analysis, Game, Seat
from games.presenters.judged import Judged, judge_all, judge_one
from games.presenters.people import player_name, short_name
from games.presenters.reasons import tell_differences, tell_reasons
from games.presenters.replay.chart import tell_standing
from games.presenters.replay.steps import Replay, branch_off, replay_game
from games.presenters.summary import find_turning_points, rate_accuracy
from games.rules.state import State
from games.selectors.analysis import find_analysis, is_stand_in, moves_of_cards
from games.snapshots import Snapshot

BIGGEST = 3
"""How many mistakes of a player are named above all moves."""
SAME = 0.005
"""What is shown as no points at all."""
WIN = 50.0
"""What no move brings but one that wins the game: a computer player counts that so high."""


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
    """A move of a game, with what the computer player would have played instead.

    `is_best` says that this is the same move, `is_as_good` that it is another one and no better.
    `cost` is what was lost in full: "1.4 points". The alternatives are told of one move at a time,
    and so is why the move that was made and the best one are good or bad, as far as that differs.
    `line_path` leads to what may be expected after the best move.
    """

    number: int
    step: int
    path: str
    player: str
    made: str
    best: str
    lost: str
    cost: str
    is_best: bool
    is_as_good: bool
    is_mistake: bool
    alternatives: tuple[AlternativeView, ...] = ()
    made_reasons: tuple[Text, ...] = ()
    best_reasons: tuple[Text, ...] = ()
    line_path: str = ""


@dataclass(frozen=True, slots=True)
class PlayerMistakes:
    """The biggest mistakes made at a seat by one player, the biggest first, if any.

    `accuracy` is how near all moves came to the best ones, "" where there never was a choice;
    `count` is the number of all mistakes.
    """

    name: str
    is_you: bool
    accuracy: str
    count: int
    moves: tuple[AnalysedView, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A costly move of a close game, and how the points stood before it."""

    standing: str
    move: AnalysedView


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """The analysis of a game. `state` is "none", "waiting", "running", "failed" or "done", or
    "empty" where nobody made a move.

    Moves are told once all are looked at; `done` of `total` are until then. `mistakes` are those
    of each player, by seat; `mistake_points` are what makes a move one, and below
    `noise_points` a move is as good as the best. `leaves_out` is whether the viewer is not asked
    about all of them at `learn_path`.
    """

    game_id: str
    unit: str
    mistake_points: str
    noise_points: str
    state: str
    done: int
    total: int
    moves: tuple[AnalysedView, ...] = ()
    mistakes: tuple[PlayerMistakes, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    learn_path: str = ""
    leaves_out: bool = False

    @property
    def is_under_way(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in ("waiting", "running")


def view_analysis(snapshot: Snapshot, user_id: int | None) -> AnalysisView:
    """Return the analysis of a finished game; while it is under way that costs little."""
    analysis = find_analysis(snapshot.game)
    events = moves_of_cards(snapshot)
    last = analysis.last_number if analysis is not None else 0
    view = AnalysisView(
        game_id=snapshot.game.public_id,
        unit=snapshot.game.rules.unit,
        mistake_points=show_exact(snapshot.game.rules.mistake_points),
        noise_points=show_exact(snapshot.game.rules.noise_points),
        state=analysis_state(snapshot, analysis),
        done=sum(event.number <= last for event in events),
        total=len(events),
    )
    if view.state != "done":
        return view
    found = judge_all(snapshot, analysis)
    replay = replay_game(snapshot, user_id)
    states = replay.states
    views = view_moves(snapshot, found, states)
    own = own_mistakes(snapshot, user_id, found)
    mistakes = _biggest_mistakes(snapshot, user_id, found, views, states)
    return replace(
        view,
        moves=views,
        mistakes=mistakes,
        turning_points=_turning_points(snapshot, replay, found, views),
        learn_path=learn_path(snapshot, own[0].number) if own else "",
        leaves_out=len(own) < sum(player.count for player in mistakes if player.is_you),
    )


def view_analysed_step(
    snapshot: Snapshot, analysis: Analysis | None, replay: Replay, step: int
) -> AnalysedView | None:
    """Return what is said of the move that a step of the game's replay shows, None for nothing."""
    number = step + snapshot.game.opening_moves
    move = judge_one(snapshot, analysis, number)
    if move is None:
        return None
    (view,) = view_moves(snapshot, [move], replay.states, is_full=True)
    return view


def replay_line(snapshot: Snapshot, replay: Replay, step: int) -> Replay:
    """Return the replay of what may be expected after the best move in place of that step.

    Raises `Game.DoesNotExist` when the analysis has no such line.
    """
    opening_moves = snapshot.game.opening_moves
    move = judge_one(snapshot, find_analysis(snapshot.game), step + opening_moves)
    if move is None or not move.line:
        raise Game.DoesNotExist
    return branch_off(replay, snapshot.events[opening_moves:], step, move.line)


def analysis_state(snapshot: Snapshot, analysis: Analysis | None) -> str:
    """Return how far the analysis of a game is, as `AnalysisView.state` tells it."""
    if not moves_of_cards(snapshot):
        return "empty"
    if analysis is None:
        return "none"
    if analysis.finished_at is not None:
        return "failed" if analysis.has_failed else "done"
    is_begun = analysis.last_number > 0 or analysis.touched_at is not None
    return "running" if is_begun else "waiting"


def _line_path(snapshot: Snapshot, step: int) -> str:
    return reverse("replay_line", args=[snapshot.game.public_id, step, step])


def learn_path(snapshot: Snapshot, number: int) -> str:
    """Return the address at which a player learns from one of their own mistakes."""
    return reverse("learn", args=[snapshot.game.public_id, number])


def own_mistakes(snapshot: Snapshot, user_id: int | None, moves: Sequence[Judged]) -> list[Judged]:
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
        and move.is_mistake
        and len(move.alternatives) > 2
    ]


def _biggest_mistakes(
    snapshot: Snapshot,
    user_id: int | None,
    moves: Sequence[Judged],
    views: Sequence[AnalysedView],
    states: Sequence[State],
) -> tuple[PlayerMistakes, ...]:
    """Return the biggest mistakes of each player, by seat, given the views of all moves."""
    by_player: dict[tuple[int, bool], list[tuple[Judged, AnalysedView]]] = {}
    for move, view in zip(moves, views, strict=True):
        player = (move.seat, is_stand_in(snapshot, move.seat, move.number))
        by_player.setdefault(player, []).append((move, view))
    found = []
    for (seat, has_left), made in sorted(by_player.items(), key=itemgetter(0)):
        mistakes = sorted((each for each in made if each[0].is_mistake), key=lambda m: -m[0].lost)
        accuracy = rate_accuracy(snapshot.game.rules, [move for move, _ in made])
        found.append(
            PlayerMistakes(
                name=_name_player(snapshot.seats[seat], has_left),
                is_you=user_id is not None
                and not has_left
                and snapshot.seats[seat].user_id == user_id,
                accuracy="" if accuracy is None else told.show_accuracy(accuracy),
                count=len(mistakes),
                moves=tuple(
                    _add_reasons(snapshot, states, move, view) for move, view in mistakes[:BIGGEST]
                ),
            )
        )
    return tuple(found)


def _turning_points(
    snapshot: Snapshot, replay: Replay, moves: Sequence[Judged], views: Sequence[AnalysedView]
) -> tuple[TurningPoint, ...]:
    """Return the moves that changed most, in their order, given the views of all moves."""
    game = snapshot.game
    by_number = {view.number: view for view in views}
    found = find_turning_points(game.rules, moves, replay.states, game.opening_moves)
    return tuple(
        TurningPoint(tell_standing(replay, view.step - 1), view)
        for view in (by_number[move.number] for move in found)
    )


def view_moves(
    snapshot: Snapshot,
    moves: Sequence[Judged],
    states: Sequence[State],
    *,
    is_full: bool = False,
) -> tuple[AnalysedView, ...]:
    """Return the views of moves in their order, each told as its mover saw the table then.

    `states` are those after the deal and after each event.
    """
    variant, opening_moves = snapshot.game.rules, snapshot.game.opening_moves
    views = []
    for move in moves:
        seen = variant.mask(states[move.number - 1 - opening_moves], move.seat)
        view = _view_move(snapshot, seen, move)
        if is_full:
            view = replace(view, alternatives=_view_alternatives(snapshot, seen, move))
            view = _add_reasons(snapshot, states, move, view)
        views.append(view)
    return tuple(views)


def _view_move(snapshot: Snapshot, seen: State, move: Judged) -> AnalysedView:
    step = move.number - snapshot.game.opening_moves
    words = _explain(snapshot, seen, move.made)
    return AnalysedView(
        number=move.number,
        step=step,
        path=reverse("replay", args=[snapshot.game.public_id, step]),
        player=_name_mover(snapshot, move),
        made=words,
        best=words if move.is_best else _explain(snapshot, seen, move.best),
        lost=_show(move.lost),
        cost=show_cost(snapshot, move.lost),
        is_best=move.is_best,
        is_as_good=not move.is_best and move.is_as_good,
        is_mistake=move.is_mistake,
        line_path=_line_path(snapshot, step) if move.line else "",
    )


def _add_reasons(
    snapshot: Snapshot, states: Sequence[State], move: Judged, view: AnalysedView
) -> AnalysedView:
    """Return the view with why its moves are good or bad."""
    variant = snapshot.game.rules
    whole = states[move.number - 1 - snapshot.game.opening_moves]
    seen = variant.mask(whole, move.seat)
    made, best = (variant.parse(seen, text) for text in (move.made, move.best))
    if move.is_best:
        return replace(view, best_reasons=tell_reasons(variant, seen, best, whole))
    told_made, told_best = tell_differences(variant, seen, made, best, whole)
    return replace(view, made_reasons=told_made, best_reasons=told_best)


def _view_alternatives(
    snapshot: Snapshot, seen: State, move: Judged
) -> tuple[AlternativeView, ...]:
    return tuple(
        AlternativeView(
            words=_explain(snapshot, seen, text),
            notation=text,
            points=_signed(points),
            is_best=text == move.best,
            is_made=text == move.made,
        )
        for text, points in _with_made(move)
    )


def _name_mover(snapshot: Snapshot, move: Judged) -> str:
    """Return the player of a move, in few words: a table has little room."""
    name = short_name(snapshot.seats[move.seat])
    return told.name_stand_in(name) if is_stand_in(snapshot, move.seat, move.number) else name


def _name_player(seat: Seat, has_left: bool) -> str:
    """Return the player of a seat's moves, a computer player with its level."""
    if has_left:
        return told.name_stand_in_level(short_name(seat), level_beside_name(seat.stand_in))
    return player_name(seat)


def _with_made(move: Judged) -> list[tuple[str, float]]:
    """Return the alternatives, the move that was made among them, the best first."""
    (best_text, best), *_ = move.alternatives
    points: Mapping[str, float] = {text: min(each, best) for text, each in move.alternatives}
    moves = {**points, move.made: move.points}.items()
    return sorted(moves, key=lambda pair: (-pair[1], pair[0] != best_text))


def _signed(points: float) -> str:
    """Return points with their sign: "+1.5", "−0.25"."""
    if points >= WIN:
        return told.wins()
    sign = "" if abs(points) < SAME else "+" if points > 0 else "−"
    return sign + told.show_estimate(abs(points))


def show_cost(snapshot: Snapshot, lost: float) -> str:
    """Return what a worse move was expected to cost, in the unit of the game, or the win."""
    return told.the_win() if lost >= WIN else told.tell_cost(lost, snapshot.game.rules.unit)


def _show(points: float) -> str:
    return told.the_win() if points >= WIN else told.show_estimate(points)


def _explain(snapshot: Snapshot, seen: State, text: str) -> Text:
    """Return a move without the name of its player."""
    variant = snapshot.game.rules
    return tell_play(variant.explain(seen, variant.parse(seen, text)))
