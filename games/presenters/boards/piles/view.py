"""The piles, the viewer's hand and what lies before each seat, as that viewer may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import cached_property

from games.messages import piles as told
from games.messages.labels import lifeline_label
from games.messages.language import current_language, remembered
from games.messages.names import Names, Relation
from games.messages.text import EMPTY, Text
from games.presenters.boards.context import BoardContext, Played
from games.presenters.boards.piles import words
from games.presenters.boards.piles.choices import find_uses
from games.presenters.boards.piles.counter import view_capture
from games.presenters.boards.piles.extras import tell_left
from games.presenters.boards.piles.shapes import (
    CaptureView,
    HandCard,
    Lifeline,
    PilesSeat,
    PileView,
)
from games.presenters.boards.piles.words import cards_note
from games.presenters.shapes import Face
from games.rules.cards import HIDDEN
from games.rules.fishing import AnyFishing, CardMarks, fishing
from games.rules.notation import Move as Play
from games.rules.state import LOOSE, Capture, Kind, Pile, TableState
from games.rules.variant import AnyVariant

Context = BoardContext[TableState]

# Looking up a member of an enum takes ten times as long as a name, and this runs for every pile.
_LOCKED, _WATCHED = Kind.SUBTRACTION, Relation.WATCHED


def view_face(variant: AnyVariant, state: TableState, code: str) -> Face:
    """Return a card with what is special about it."""
    return words.view_face(fishing(variant).marks_in(state), code)


def view_badges(variant: AnyVariant, state: TableState) -> tuple[Text, ...]:
    """Return what the badges on cards mean."""
    return words.badge_words(fishing(variant).marks_in(state))


def order_hand(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return a hand as it was dealt."""
    return hand


def view_seat(variant: AnyVariant, state: TableState, *, index: int, **player: Any) -> PilesSeat:
    """Return a seat; `player` is what `SeatView` holds besides."""
    game = fishing(variant)
    side = game.side(state, index)
    return PilesSeat(
        index=index,
        **player,
        lifelines=view_lifelines(game, state, index),
        captures=view_captures(state.captures[side]),
        counts=game.counts(state, side),
        secret=find_secret(game, state, index),
    )


def find_secret(game: AnyFishing, state: TableState, index: int) -> str:
    """Return a seat's secret card, "" if it has none or a masked state hides it."""
    secrets = game.secret_cards(state)
    secret = secrets[index] if secrets else None
    return "" if secret in (None, HIDDEN) else secret


def view_lifelines(variant: AnyVariant, state: TableState, index: int) -> tuple[Lifeline, ...]:
    """Return a seat's lifelines, each with whether it is used."""
    return _label_lifelines(fishing(variant).lifelines(state, index))


@remembered(64)
def _label_lifelines(lifelines: tuple[tuple[str, bool], ...]) -> tuple[Lifeline, ...]:
    return tuple(Lifeline(name, lifeline_label(name), is_used) for name, is_used in lifelines)


def view_captures(captures: Sequence[Capture]) -> tuple[CaptureView, ...]:
    """Return a side's captures, numbered by their colours."""
    view = view_capture.in_language(current_language())
    return tuple([view(number, capture) for number, capture in enumerate(captures)])


class PilesBoard:
    """The piles, and the viewer's hand with the piles each card can be played on.

    Each is made when it is first asked for.
    """

    def __init__(self, context: Context) -> None:
        self.context, self.game = context, fishing(context.variant)

    @property
    def useful_words(self) -> str:
        """What is said of a card of the hand that can be played on a pile."""
        return told.tell_useful(self.game.actions)

    @cached_property
    def uses_of(self) -> Mapping[str, tuple[str, ...]]:
        """The keys of the piles that each card of the viewer's hand can be played on."""
        return _find_uses(self.game, self.context)

    @property
    def uses(self) -> str:
        """The same as the page has it."""
        return " ".join([f"{code}={','.join(keys)}" for code, keys in self.uses_of.items()])

    @cached_property
    def piles(self) -> tuple[PileView, ...]:
        """The piles; those are marked that came of the events the viewer is told of."""
        return _view_piles(self.game, self.context)

    @property
    def left_words(self) -> Text:
        """Return which player got the cards that were left, "" while the game goes on."""
        context, left = self.context, find_leftovers(self.context.state)
        if left is None or not context.state.is_over:
            return EMPTY
        names = Names(context.names, context.viewer)
        return tell_left(context.variant, context.state, *left, names)

    @cached_property
    def hand(self) -> tuple[HandCard, ...]:
        """The viewer's hand."""
        return _view_hand(self.game, self.context, self.uses_of)


def view_board(context: Context) -> PilesBoard:
    """Return what lies on the table and in the viewer's hand."""
    return PilesBoard(context)


def view_played(variant: AnyVariant, state: TableState, move: object) -> Played:
    """Return which cards a move has set in motion."""
    if not isinstance(move, Play):
        return Played()
    face = view_face(variant, state, move.card) if move.card else None
    return Played(str(move.action), face, move.cards)


def _find_uses(game: AnyFishing, context: Context) -> Mapping[str, tuple[str, ...]]:
    if context.viewer is None or not context.is_playing:
        return {}
    return find_uses(game, context.state, context.viewer)


def _view_hand(
    game: AnyFishing, context: Context, uses: Mapping[str, tuple[str, ...]]
) -> tuple[HandCard, ...]:
    if context.viewer is None:
        return ()
    secret = find_secret(game, context.state, context.viewer)
    marks, view = game.marks_in(context.state), _view_held.in_language(current_language())
    return tuple(
        [
            view(
                marks,
                code,
                code == secret,
                code in context.form.cards,
                bool(uses.get(code)),
                code in context.glows,
            )
            for code in context.state.hands[context.viewer]
        ]
    )


@remembered(1024)
def _view_held(
    marks: CardMarks, code: str, starred: bool, chosen: bool, is_useful: bool, glows: bool
) -> HandCard:
    face, note = words.view_face(marks, code), cards_note(marks, (code,))
    return HandCard(face, starred, chosen, is_useful=is_useful, note=note, glows=glows)


def find_leftovers(state: TableState) -> tuple[int, Capture] | None:
    """Return which side was given the cards that nobody had taken at the end, and these."""
    return next(
        (
            (side, capture)
            for side, captures in enumerate(state.captures)
            for capture in captures
            if capture.leftover
        ),
        None,
    )


def _final_table(state: TableState) -> tuple[Pile, ...]:
    """Return what lay on the table after the last move: also what the last capture brought."""
    left = find_leftovers(state) if state.is_over and not state.table else None
    return tuple([LOOSE[code] for code in left[1].cards]) if left is not None else state.table


def _view_piles(game: AnyFishing, context: Context) -> tuple[PileView, ...]:
    marks = game.marks_in(context.state)
    return tuple(
        [
            view_pile(
                marks,
                pile,
                viewer=context.viewer,
                names=context.names,
                chosen=bool(context.form.piles) and pile.key in context.form.piles,
                changed=pile not in context.since.table,
                glows=not context.glows.isdisjoint(pile.cards),
            )
            for pile in _final_table(context.state)
        ]
    )


def view_pile(
    marks: CardMarks,
    pile: Pile,
    *,
    viewer: int | None,
    names: Sequence[str],
    chosen: bool,
    changed: bool,
    glows: bool = False,
) -> PileView:
    """Return a pile; of a locked one its owner's name is said, and it is shown whose it is."""
    owner, relation = "", _WATCHED
    if pile.kind is _LOCKED and pile.owner is not None:
        owner, relation = names[pile.owner], Relation.of(pile.owner, viewer)
    return _view_pile(marks, pile, owner, relation, chosen, changed, glows)


@remembered(8192)
def _view_pile(
    marks: CardMarks,
    pile: Pile,
    owner: str,
    relation: Relation,
    chosen: bool,
    changed: bool,
    glows: bool,
) -> PileView:
    faces, label = words.view_faces(marks, pile.cards), told.pile_label(pile)
    return PileView(
        key=pile.key,
        faces=faces,
        label=label,
        worth=str(pile.value) if isinstance(pile.value, int) else "",
        kind=pile.kind,
        chosen=chosen,
        changed=changed,
        name=told.name_pile(label, [face.title for face in faces], owner),
        note=cards_note(marks, pile.cards),
        whose=told.name_owner(owner, relation) if owner else "",
        glows=glows,
    )
