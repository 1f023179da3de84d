"""What the decks of a match brought: the last one until the next move, and at the end all."""

from __future__ import annotations

from games.messages import decks as told
from games.messages.names import Names
from games.messages.text import EMPTY, Text, join
from games.models import Event, Game
from games.presenters.results import explain_score
from games.presenters.shapes import CountedView
from games.presenters.sides import group_sides, sides_around
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.rules.wording.values import show_number
from games.snapshots import Snapshot, derive_states


def find_new_deck(snapshot: Snapshot, viewer: int | None) -> int | None:
    """Return how many events ago a new deck was dealt, None when its count was there to read.

    A player can read it until their own next move, a spectator until everybody has moved once.
    """
    game, moves = snapshot.game, 0
    if not game.rules.deals_decks or game.status != Game.Status.PLAYING:
        return None
    for ago, event in enumerate(reversed(snapshot.events[-len(snapshot.recent) :]), 1):
        if event.kind == Event.Kind.RESHUFFLE:
            return ago
        moves += event.kind == Event.Kind.MOVE
        is_own = event.kind == Event.Kind.MOVE and event.seat == viewer
        if is_own or (viewer is None and moves >= game.players):
            return None
    return None


def view_counted(snapshot: Snapshot, names: Names) -> CountedView | None:
    """Return what the deck before this one brought, or None when there is nothing to tell."""
    ago = find_new_deck(snapshot, names.viewer)
    if ago is None:
        return None
    variant = snapshot.game.rules
    before, after = (*snapshot.recent, snapshot.dealt)[-ago - 1 :][:2]
    played = snapshot.events[: len(snapshot.events) - ago + 1]
    number = sum(event.kind == Event.Kind.RESHUFFLE for event in played)
    next_words = _tell_next(variant, before, after, number + 1, names)
    return _view_deck(variant, before, number, names, next_words)


def view_earlier_decks(snapshot: Snapshot, names: Names) -> tuple[CountedView, ...]:
    """Return what each deck of a finished match brought, except the last one."""
    game = snapshot.game
    dealt = [
        place
        for place, event in enumerate(snapshot.events)
        if event.kind == Event.Kind.RESHUFFLE and game.rules.deals_decks
    ]
    if not dealt or game.status != Game.Status.FINISHED:
        return ()
    states = derive_states(game, snapshot.deck, snapshot.events[: dealt[-1]])
    return tuple(
        _view_deck(game.rules, states[place], number, names)
        for number, place in enumerate(dealt, 1)
    )


def _view_deck(
    variant: AnyVariant, before: State, number: int, names: Names, next_words: Text = EMPTY
) -> CountedView:
    """Return what a deck brought; `before` is the state in which it was counted."""
    seats = group_sides(variant, before, names)
    points = [sheet["total"] for sheet in variant.scores(before)]
    order = sides_around(variant, before, names)
    return CountedView(
        key=f"counted-{number}",
        title=told.deck_title(number),
        headline=told.tell_deck_score(
            number, [names.object(seats[side]) for side in order], [points[side] for side in order]
        ),
        points=tuple(map(show_number, points)),
        totals=tuple(map(show_number, variant.totals(before))),
        lines=explain_score(variant, before, names),
        next_words=next_words,
    )


def _tell_next(variant: AnyVariant, before: State, after: State, number: int, names: Names) -> Text:
    sentences = []
    goal = variant.goal(before)
    if goal is not None and max(variant.totals(before)) >= goal:
        sentences.append(told.tell_no_leader(goal))
    dealer, starter = variant.dealer(after), after.to_move
    if dealer is not None and starter is not None:
        sentences.append(told.tell_next_deck(names, number, dealer, starter))
    return join(sentences)
