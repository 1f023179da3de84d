"""The deck that was counted last, shown until the viewer's own next move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Game, Move
from games.snapshots import Snapshot
from games.tables.results import explain_score
from games.tables.seat_views import name_sides
from games.tables.shapes import CountedView
from games.tables.trackers import AnyVariant
from games.tables.words import sentence, show_points


def find_new_deck(snapshot: Snapshot, viewer: int | None) -> int | None:
    """Return how many events ago a new deck was dealt, None when its count was there to read.

    A player reads it until the own next move, who only watches until everybody has moved once.
    """
    game, moves = snapshot.game, 0
    if not game.rules.deals_decks or game.status != Game.Status.PLAYING:
        return None
    for ago, event in enumerate(reversed(snapshot.events[-len(snapshot.recent) :]), 1):
        if event.kind == Move.Kind.RESHUFFLE:
            return ago
        moves += event.kind == Move.Kind.MOVE
        is_own = event.kind == Move.Kind.MOVE and event.seat == viewer
        if is_own or (viewer is None and moves >= game.players):
            return None
    return None


def view_counted(
    snapshot: Snapshot, viewer: int | None, names: Sequence[str]
) -> CountedView | None:
    """Return what the deck before this one brought, or None when there is nothing to tell."""
    ago = find_new_deck(snapshot, viewer)
    if ago is None:
        return None
    variant = snapshot.game.rules
    before, after = (*snapshot.recent, snapshot.state)[-ago - 1 :][:2]
    played = snapshot.events[: len(snapshot.events) - ago + 1]
    number = sum(event.kind == Move.Kind.RESHUFFLE for event in played)
    sides = name_sides(variant, before, names, viewer)
    points = [show_points(sheet["total"]) or "0" for sheet in variant.scores(before)]
    totals = [show_points(total) or "0" for total in variant.totals(before)]
    scored = ", ".join(f"{side} {brought}" for side, brought in zip(sides, points, strict=True))
    return CountedView(
        key=f"counted-{number}",
        title=f"Deck {number} is counted",
        headline=f"Deck {number} is counted: {scored}",
        points=tuple(points),
        totals=tuple(totals),
        lines=explain_score(variant, before, names, viewer),
        next_words=_next_words(variant, before, after, number + 1, viewer, names),
    )


def _next_words(
    variant: AnyVariant,
    before: Any,
    after: Any,
    number: int,
    viewer: int | None,
    names: Sequence[str],
) -> str:
    words = []
    goal = variant.goal(before)
    if goal is not None and max(variant.totals(before)) >= goal:
        words.append(f"Nobody leads alone with {goal} points, so one more deck is played.")
    called = ["you" if seat == viewer else name for seat, name in enumerate(names)]
    verbs = ["" if seat == viewer else "s" for seat in range(len(names))]
    dealer, starter = variant.dealer(after), after.to_move
    if dealer is not None and starter is not None:
        deals = f"{sentence(called[dealer])} deal{verbs[dealer]} deck {number}"
        words.append(f"{deals}, {called[starter]} play{verbs[starter]} first.")
    return " ".join(words)
