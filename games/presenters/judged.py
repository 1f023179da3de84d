"""The moves of a game as an analysis judges them, with what it cannot be sure of left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.models import AnalysedMove, Analysis
from games.rules.variant import AnyVariant
from games.selectors.analysis import CERTAIN, stored_moves
from games.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class Judged:
    """A move, its alternatives with their expected points, best first, and what it lost.

    A move that lost less than `noise` is as good as the best: a second analysis might turn the two
    round. `line` is what may be expected after the best move, that move included.
    """

    number: int
    seat: int
    made: str
    alternatives: tuple[tuple[str, float], ...]
    points: float
    lost: float
    noise: float
    is_mistake: bool
    line: tuple[str, ...]

    @property
    def best(self) -> str:
        """The best move in notation."""
        return self.alternatives[0][0]

    @property
    def is_best(self) -> bool:
        """Whether the best move was made."""
        return self.made == self.best

    @property
    def is_as_good(self) -> bool:
        """Whether the move is as good as the best one, as far as the analysis can tell."""
        return self.is_best or self.lost < self.noise


def judge_all(snapshot: Snapshot, analysis: Analysis | None) -> list[Judged]:
    """Return all analysed moves in their order; none without an analysis."""
    judged = [_judge(snapshot, move) for move in stored_moves(analysis)]
    return _advise_once(snapshot.game.rules, judged)


def judge_one(snapshot: Snapshot, analysis: Analysis | None, number: int) -> Judged | None:
    """Return the analysed move with that number of its event, or None."""
    found = [_judge(snapshot, move) for move in stored_moves(analysis, number)]
    if found and _is_once(snapshot.game.rules, found[0].best):
        found = [each for each in judge_all(snapshot, analysis) if each.number == number]
    return found[0] if found else None


def _judge(snapshot: Snapshot, move: AnalysedMove) -> Judged:
    variant = snapshot.game.rules
    # Analyses of earlier releases do not say how sure they are.
    noise = max(variant.noise_points, CERTAIN * (move.error or 0.0))
    return Judged(
        number=move.number,
        seat=move.seat,
        made=snapshot.events[move.number - 1].text,
        alternatives=tuple((text, points) for text, points in move.alternatives),
        points=move.points,
        lost=move.lost,
        noise=noise,
        is_mistake=move.lost >= max(variant.mistake_points, noise),
        line=tuple(move.line or ()),
    )


def _advise_once(variant: AnyVariant, judged: Sequence[Judged]) -> list[Judged]:
    """Return the moves, with what a player may do once in a game advised only once.

    It is advised where it would have brought most; elsewhere the best other move is.
    """
    kept: dict[tuple[int, str], Judged] = {}
    for move in judged:
        if _is_once(variant, move.best) and not move.is_best:
            key = move.seat, _action_of(variant, move.best)
            kept[key] = max(kept.get(key, move), move, key=lambda each: each.lost)
    return [
        move
        if move.is_best or not _is_once(variant, move.best) or move in kept.values()
        else _without(variant, move)
        for move in judged
    ]


def _without(variant: AnyVariant, move: Judged) -> Judged:
    """Return the move without the alternatives of the action of the best one."""
    action = _action_of(variant, move.best)
    left = tuple(
        each
        for each in move.alternatives
        if each[0] == move.made or _action_of(variant, each[0]) != action
    )
    if not left:
        return move
    lost = max(left[0][1] - move.points, 0.0)
    is_mistake = lost >= max(variant.mistake_points, move.noise)
    return replace(move, alternatives=left, lost=lost, is_mistake=is_mistake, line=())


def _is_once(variant: AnyVariant, text: str) -> bool:
    return bool(variant.once_actions) and _action_of(variant, text) in variant.once_actions


def _action_of(variant: AnyVariant, text: str) -> str:
    """Return the action of a move in notation."""
    return str(getattr(variant.describe_text(text), "action", ""))
