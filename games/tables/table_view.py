"""The table as one viewer may see it: what the live template renders, hidden cards left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.models import Game, Seat
from games.rules.cards import HIDDEN
from games.rules.state import Pile
from games.snapshots import Snapshot
from games.tables.clock_words import (
    clock_extended_words,
    clock_note,
    clock_words,
    seconds_left,
    turn_words,
)
from games.tables.composer_view import view_composer
from games.tables.event_words import recent_events, said_words, view_happened
from games.tables.results import view_result
from games.tables.shapes import (
    Asked,
    ComposerView,
    HandCard,
    HappenedView,
    Lifeline,
    PickView,
    PileView,
    ResultView,
    SeatView,
    TableView,
)
from games.tables.shuffle import view_picks, view_shuffle
from games.tables.trackers import (
    PACK_ROWS,
    AnyVariant,
    Scores,
    view_capture,
    view_counter,
    view_sheet,
)
from games.tables.words import (
    cards_note,
    move_time_words,
    pile_label,
    pile_name,
    player_avatar,
    player_name,
    show_points,
    whose_words,
)

NOTHING_ASKED = Asked()


def view_table(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    now: dt.datetime,
    asked: Asked = NOTHING_ASKED,
    four_colours: bool = False,
) -> TableView:
    """Return the table as the user sees it at that moment. No query when no rematch exists."""
    game, variant = snapshot.game, snapshot.game.rules
    own_seat = snapshot.seat_of(user_id)
    viewer = own_seat.index if own_seat is not None else None
    state = _masked_state(snapshot, viewer)
    scores = variant.scores(state) if state is not None else []
    seats = tuple(_view_seat(snapshot, state, scores, seat, viewer) for seat in snapshot.seats)
    me, opponent = _sides_of_the_table(seats, viewer)
    can_join = _can_join(snapshot, user_id, viewer)
    your_turn = viewer is not None and game.to_move == viewer
    events = tuple(event for event in snapshot.events if not event.text.startswith("secret"))
    names = tuple(view.name for view in seats)
    happened = view_happened(snapshot, events, viewer, names)
    sheet, totals = view_sheet(variant, scores, _scores_before(snapshot, viewer, len(happened)))
    uses = _find_uses(game, state, viewer)
    turn = turn_words(snapshot, viewer, names)
    left = seconds_left(game, now)
    result = view_result(snapshot, viewer, names, totals)
    return TableView(
        game_id=game.public_id,
        version=game.version,
        moves_seen=game.move_count,
        status=game.status,
        variant=variant.name,
        title=variant.title,
        viewer=viewer,
        kind=game.kind,
        invited_name=_invited_name(game),
        share_path=game.get_absolute_url() if game.status == Game.Status.WAITING else "",
        can_join=can_join,
        can_leave=viewer is not None and game.status in ("waiting", "picking"),
        can_decline=can_join and game.invited_id is not None,
        move_time=game.move_time,
        move_time_words=move_time_words(game.move_time),
        seats=seats,
        me=me,
        opponent=opponent,
        round=state.round if state is not None else 0,
        rounds=variant.rounds,
        your_turn=your_turn,
        turn_words=turn,
        seconds_left=left,
        clock_words=clock_words(left or 0),
        grace_seconds=game.grace.total_seconds(),
        clock_note=clock_note(game, state, viewer, names),
        clock_extended_words=clock_extended_words(game),
        hand=_view_hand(state, viewer, asked, uses),
        uses=" ".join([f"{code}={','.join(keys)}" for code, keys in uses.items()]),
        piles=_view_piles(snapshot, state, len(happened), viewer, names, asked),
        composer=_view_composer(game, state, viewer, asked),
        typed=asked.typed,
        refusal=asked.refusal,
        refusal_clause=asked.clause,
        happened=happened,
        said=_said(snapshot, happened, turn, result),
        steps=len(events),
        events=recent_events(snapshot, events, names),
        counter=view_counter(state),
        sheet=sheet,
        totals=totals,
        commitment=snapshot.deck.commitment,
        pick_proofs=view_picks(snapshot),
        shuffle=view_shuffle(snapshot),
        result=result,
        pick=_view_pick(snapshot, viewer),
        four_colours=four_colours,
    )


def _masked_state(snapshot: Snapshot, viewer: int | None) -> Any:
    """Return what the viewer may know; when the game is over nothing is hidden any more."""
    if snapshot.state is None:
        return None
    if snapshot.game.status == Game.Status.FINISHED:
        return snapshot.state
    return snapshot.game.rules.mask(snapshot.state, viewer)


def _view_seat(
    snapshot: Snapshot, state: Any, scores: Scores, seat: Seat, viewer: int | None
) -> SeatView:
    game, index = snapshot.game, seat.index
    who: dict[str, Any] = {
        "index": index,
        "name": player_name(seat),
        "avatar": player_avatar(seat),
        "is_me": index == viewer,
        "is_turn": game.to_move == index
        or (game.status == Game.Status.PICKING and index not in snapshot.picks),
    }
    if state is None:
        return SeatView(
            **who, violations=0, max_violations=0, hand_count=0, lifelines=(), captures=(),
            counts={"cards": 0, "spades": 0, "diamonds": 0}, total="0", secret="",
        )  # fmt: skip
    return view_seat(game.rules, state, scores, **who)


def view_seat(
    variant: AnyVariant, state: Any, scores: Scores, *, index: int, **who: Any
) -> SeatView:
    """Return a seat as a masked state shows it; `who` are its name, avatar, is_me and is_turn."""
    side = variant.side(state, index)
    secrets = variant.secret_cards(state)
    secret = secrets[index] if secrets else None
    return SeatView(
        index=index,
        **who,
        violations=state.violations[index],
        max_violations=variant.max_violations,
        hand_count=len(state.hands[index]),
        lifelines=tuple(Lifeline(*line) for line in variant.lifelines(state, index)),
        captures=tuple(
            [view_capture(number, capture) for number, capture in enumerate(state.captures[side])]
        ),
        counts=variant.counts(state, side),
        total=show_points(scores[side]["total"]) or "0",
        secret="" if secret in (None, HIDDEN) else secret,
    )


def _sides_of_the_table(
    seats: Sequence[SeatView], viewer: int | None
) -> tuple[SeatView | None, SeatView | None]:
    bottom = viewer or 0
    others = [seat for seat in seats if seat.index != bottom]
    return seats[bottom], others[0] if others else None


def _invited_name(game: Game) -> str:
    if game.status != Game.Status.WAITING or game.invited is None:
        return ""
    return str(game.invited)


def _can_join(snapshot: Snapshot, user_id: int | None, viewer: int | None) -> bool:
    game = snapshot.game
    if game.status != Game.Status.WAITING or viewer is not None:
        return False
    return game.invited_id is None or game.invited_id == user_id


def _find_uses(game: Game, state: Any, viewer: int | None) -> Mapping[str, tuple[str, ...]]:
    if state is None or viewer is None or game.status != Game.Status.PLAYING:
        return {}
    return game.rules.uses(state, viewer)


def _view_hand(
    state: Any, viewer: int | None, asked: Asked, uses: Mapping[str, tuple[str, ...]]
) -> tuple[HandCard, ...]:
    if state is None or viewer is None:
        return ()
    secrets = {state.secrets[viewer]}
    return tuple(
        HandCard(
            code,
            code in secrets,
            code == asked.card,
            note=cards_note((code,)),
            is_idle=uses.get(code) == (),
        )
        for code in state.hands[viewer]
    )


def _view_composer(game: Game, state: Any, viewer: int | None, asked: Asked) -> ComposerView | None:
    if state is None or viewer is None or game.status != Game.Status.PLAYING:
        return None
    return view_composer(game, state, viewer, asked.card, asked.piles)


def _view_piles(
    snapshot: Snapshot,
    state: Any,
    told: int,
    viewer: int | None,
    names: Sequence[str],
    asked: Asked,
) -> tuple[PileView, ...]:
    """Return the piles; those are marked that came of the events the viewer is told of."""
    if state is None:
        return ()
    since = snapshot.recent[-told] if told else state
    return tuple(
        [
            view_pile(
                pile,
                owner=names[pile.owner] if pile.owner is not None else "",
                whose=whose_words(pile.owner, viewer, names) if pile.owner is not None else "",
                chosen=bool(asked.piles) and pile.key in asked.piles,
                changed=pile not in since.table,
            )
            for pile in state.table
        ]
    )


@lru_cache(maxsize=8192)
def view_pile(pile: Pile, *, owner: str, whose: str, chosen: bool, changed: bool) -> PileView:
    """Return a pile; of a locked one its owner's name is said, and it is shown whose it is."""
    return PileView(
        key=pile.key,
        cards=pile.cards,
        label=pile_label(pile),
        kind=pile.kind,
        chosen=chosen,
        changed=changed,
        name=pile_name(pile, owner),
        note=cards_note(pile.cards),
        whose=whose if pile.kind == "subtraction" else "",
    )


def _scores_before(snapshot: Snapshot, viewer: int | None, told: int) -> Scores:
    """Return the points before the events that the viewer is told of."""
    if not told:
        return []
    variant = snapshot.game.rules
    return variant.scores(variant.mask(snapshot.recent[-told], viewer))


def _said(
    snapshot: Snapshot, happened: Sequence[HappenedView], turn: str, result: ResultView | None
) -> str:
    if snapshot.state is None:
        return ""
    before, number = snapshot.before, snapshot.state.round
    return said_words(
        happened,
        round_number=number,
        is_new_round=before is not None and before.round != number,
        outcome=result.headline if result else turn,
    )


def _view_pick(snapshot: Snapshot, viewer: int | None) -> PickView | None:
    if snapshot.game.status != Game.Status.PICKING:
        return None
    own = snapshot.picks.get(viewer) if viewer is not None else None
    return PickView(
        picked=own.card if own is not None else "",
        opponent_picked=any(index != viewer for index in snapshot.picks),
        rows=PACK_ROWS,
    )
