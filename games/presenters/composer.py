"""The turn composer: what the chosen cards would do, told before anything is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.models import Game
from games.presenters.boards import board_of
from games.presenters.shapes import CardChoice, ComposerView
from games.rules.state import State
from games.snapshots import Snapshot, lesson_step


def compose_selection(
    snapshot: Snapshot, user_id: int | None, cards: Sequence[str], piles: Sequence[str]
) -> ComposerView | None:
    """Return what the user's selection would do, or None when the user plays no running game."""
    game, seat = snapshot.game, snapshot.seat_of(user_id)
    if seat is None or game.status != Game.Status.PLAYING:
        return None
    state = game.rules.mask(snapshot.state, seat.index)
    return _view_choice(snapshot, state, seat.index, (tuple(cards), tuple(piles)))


def answer_likely_choices(
    snapshot: Snapshot, user_id: int | None
) -> Iterator[tuple[CardChoice, ComposerView]] | None:
    """Return what the user is likely to choose in this turn, each with what it would do.

    The likeliest comes first, and each is made when it is asked for. There is nothing while others
    are to move or no game is running, and None for whoever has no seat.
    """
    game, seat = snapshot.game, snapshot.seat_of(user_id)
    if seat is None:
        return None
    if game.status != Game.Status.PLAYING or game.to_move != seat.index:
        return iter(())
    state, board = game.rules.mask(snapshot.state, seat.index), board_of(game.rules)
    likely = board.likely_choices(game.rules, state, seat.index)
    return (
        (choice, _view_choice(snapshot, state, seat.index, choice)) for choice in _each_once(likely)
    )


def _view_choice(snapshot: Snapshot, state: State, seat: int, choice: CardChoice) -> ComposerView:
    """Return what a choice would do. A lesson that asks for a move suggests none."""
    variant = snapshot.game.rules
    view = board_of(variant).view_composer(variant, state, seat, *choice)
    if view.suggestions and lesson_step(snapshot) is not None:
        return replace(view, suggestions=())
    return view


def _each_once(choices: Iterator[CardChoice]) -> Iterator[CardChoice]:
    seen = set()
    for choice in choices:
        if choice not in seen:
            seen.add(choice)
            yield choice
