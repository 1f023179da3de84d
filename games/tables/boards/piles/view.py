"""The piles, the viewer's hand and what lies before each seat, as that viewer may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.messages import piles as told
from games.messages.labels import lifeline_label
from games.messages.language import current_language, remembered
from games.messages.names import Relation
from games.models import Game
from games.rules.cards import HIDDEN
from games.rules.fishing import FishingGame, fishing
from games.rules.notation import Move as Play
from games.rules.state import Capture, Kind, Pile
from games.tables.boards.looks import Look, Played
from games.tables.boards.piles import words
from games.tables.boards.piles.counter import view_capture, view_counter
from games.tables.boards.piles.shapes import (
    CaptureView,
    HandCard,
    Lifeline,
    PilesBoard,
    PilesSeat,
    PileView,
)
from games.tables.boards.piles.words import cards_note
from games.tables.shapes import Face
from games.tables.trackers import AnyVariant

AnyFishing = FishingGame[Any, Any]

# Looking up a member of an enum takes ten times as long as a name, and this runs for every pile.
_LOCKED, _WATCHED = Kind.SUBTRACTION, Relation.WATCHED


def view_face(variant: AnyVariant, code: str) -> Face:
    """Return a card with what is special about it."""
    return words.view_face(fishing(variant), code)


def order_hand(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return a hand as it was dealt."""
    return hand


def view_seat(variant: AnyVariant, state: Any, *, index: int, **who: Any) -> PilesSeat:
    """Return a seat; `who` is what `SeatView` holds besides."""
    game = fishing(variant)
    side = game.side(state, index)
    secrets = game.secret_cards(state)
    secret = secrets[index] if secrets else None
    return PilesSeat(
        index=index,
        **who,
        lifelines=_view_lifelines(game.lifelines(state, index)),
        captures=_view_captures(state.captures[side]),
        counts=game.counts(state, side),
        secret="" if secret in (None, HIDDEN) else secret,
    )


@remembered(64)
def _view_lifelines(lifelines: tuple[tuple[str, bool], ...]) -> tuple[Lifeline, ...]:
    return tuple(Lifeline(name, lifeline_label(name), is_used) for name, is_used in lifelines)


def _view_captures(captures: Sequence[Capture]) -> tuple[CaptureView, ...]:
    view = view_capture.in_language(current_language())
    return tuple([view(number, capture) for number, capture in enumerate(captures)])


def view_board(look: Look) -> PilesBoard:
    """Return the piles, the viewer's hand and the card counter."""
    game = fishing(look.game.rules)
    uses = _find_uses(game, look)
    return PilesBoard(
        piles=_view_piles(game, look),
        hand=_view_hand(game, look, uses),
        uses=" ".join([f"{code}={','.join(keys)}" for code, keys in uses.items()]),
        counter=view_counter(game, look.state),
        has_last_round=game.remembers_rounds,
        idle_words=told.idle_note(game.drops),
    )


def view_played(variant: AnyVariant, move: Any) -> Played:
    """Return which cards a move has set in motion."""
    if not isinstance(move, Play):
        return Played()
    face = view_face(variant, move.card) if move.card else None
    return Played(str(move.action), face, move.cards)


def _find_uses(game: AnyFishing, look: Look) -> Mapping[str, tuple[str, ...]]:
    if look.viewer is None or look.game.status != Game.Status.PLAYING:
        return {}
    return game.uses(look.state, look.viewer)


def _view_hand(
    game: AnyFishing, look: Look, uses: Mapping[str, tuple[str, ...]]
) -> tuple[HandCard, ...]:
    if look.viewer is None:
        return ()
    secrets = game.secret_cards(look.state)
    secret = secrets[look.viewer] if secrets else None
    return tuple(
        HandCard(
            words.view_face(game, code),
            code == secret,
            code in look.asked.cards,
            note=cards_note(game, (code,)),
            is_idle=uses.get(code) == (),
        )
        for code in look.state.hands[look.viewer]
    )


def _view_piles(game: AnyFishing, look: Look) -> tuple[PileView, ...]:
    """Return the piles; those are marked that came of the events the viewer is told of."""
    return tuple(
        [
            view_pile(
                game,
                pile,
                viewer=look.viewer,
                names=look.names,
                chosen=bool(look.asked.piles) and pile.key in look.asked.piles,
                changed=pile not in look.since.table,
            )
            for pile in look.state.table
        ]
    )


def view_pile(
    game: AnyFishing,
    pile: Pile,
    *,
    viewer: int | None,
    names: Sequence[str],
    chosen: bool,
    changed: bool,
) -> PileView:
    """Return a pile; of a locked one its owner's name is said, and it is shown whose it is."""
    owner, relation = "", _WATCHED
    if pile.kind is _LOCKED and pile.owner is not None:
        owner, relation = names[pile.owner], Relation.of(pile.owner, viewer)
    return _view_pile(game, pile, owner, relation, chosen=chosen, changed=changed)


@remembered(8192)
def _view_pile(
    game: AnyFishing, pile: Pile, owner: str, relation: Relation, *, chosen: bool, changed: bool
) -> PileView:
    faces, label = words.view_faces(game, pile.cards), told.pile_label(pile)
    return PileView(
        key=pile.key,
        faces=faces,
        label=label,
        kind=pile.kind,
        chosen=chosen,
        changed=changed,
        name=told.name_pile(label, [face.title for face in faces], owner),
        note=cards_note(game, pile.cards),
        whose=told.name_owner(owner, relation) if owner else "",
    )
