"""The turn composer: what the chosen cards would do, told before anything is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.models import Game
from games.presenters.boards import board_of
from games.presenters.shapes import Choice, ComposerView
from games.snapshots import Snapshot


def compose_selection(
    snapshot: Snapshot, user_id: int | None, cards: Sequence[str], piles: Sequence[str]
) -> ComposerView | None:
    """Return what the user's selection would do, or None when the user plays no running game."""
    game, seat = snapshot.game, snapshot.seat_of(user_id)
    if seat is None or game.status != Game.Status.PLAYING:
        return None
    state = game.rules.mask(snapshot.state, seat.index)
    return board_of(game.rules).view_composer(game.rules, state, seat.index, cards, piles)


def answer_likely_choices(
    snapshot: Snapshot, user_id: int | None
) -> Iterator[tuple[Choice, ComposerView]] | None:
    """Return what the user is likely to choose in this turn, each with what it would do.

    The likeliest comes first, and each is made when it is asked for. There is nothing while others
    are to move, and None when the user plays no running game.
    """
    game, seat = snapshot.game, snapshot.seat_of(user_id)
    if seat is None or game.status != Game.Status.PLAYING:
        return None
    state, board = game.rules.mask(snapshot.state, seat.index), board_of(game.rules)
    if state.to_move != seat.index:
        return iter(())
    likely = board.likely_choices(game.rules, state, seat.index)
    return (
        (choice, board.view_composer(game.rules, state, seat.index, *choice))
        for choice in _each_once(likely)
    )


def _each_once(choices: Iterator[Choice]) -> Iterator[Choice]:
    seen = set()
    for choice in choices:
        if choice not in seen:
            seen.add(choice)
            yield choice
