"""The table as one viewer may see it: what the live template renders, hidden cards left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.urls import reverse

from games.models import Game, Move, Seat
from games.rules import IllegalMove
from games.rules.cards import HIDDEN, RANKS, SUITS
from games.rules.notation import Move as Play
from games.rules.state import Pile
from games.rules.variant import Variant
from games.snapshots import Snapshot
from games.tables.words import (
    duration_words,
    move_time_words,
    pile_label,
    pile_name,
    points_words,
)

AnyVariant = Variant[Any, Any]

CAPTURE_COLOURS = 8
RECENT_EVENTS = 6


@dataclass(frozen=True, slots=True)
class Asked:
    """What the viewer just sent and what came of it; empty for a mere look."""

    card: str = ""
    piles: tuple[str, ...] = ()
    refusal: str = ""
    clause: str = ""
    readings: tuple[Play, ...] = ()


@dataclass(frozen=True, slots=True)
class HandCard:
    code: str
    starred: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class PileView:
    key: str
    cards: tuple[str, ...]
    label: str
    kind: str
    owner_name: str
    chosen: bool
    changed: bool
    name: str


@dataclass(frozen=True, slots=True)
class ActionView:
    name: str
    label: str
    enabled: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ChoiceView:
    move_text: str
    label: str


@dataclass(frozen=True, slots=True)
class LastMove:
    who: str
    words: str
    cards: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class CounterCell:
    code: str
    rank: str
    state: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    name: str
    label: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaptureView:
    colour: int
    cards: tuple[str, ...]
    points_words: str


@dataclass(frozen=True, slots=True)
class Lifeline:
    name: str
    label: str
    used: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    index: int
    name: str
    avatar: str
    is_me: bool
    is_computer: bool
    is_turn: bool
    violations: int
    hand_count: int
    lifelines: tuple[Lifeline, ...]
    captures: tuple[CaptureView, ...]
    counts: Mapping[str, int]
    total: str
    secret: str
    joined: bool = True


@dataclass(frozen=True, slots=True)
class PickView:
    picked: str
    opponent_picked: bool
    rows: tuple[tuple[str, ...], ...]
    commitments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ShuffleView:
    seed: str
    values: tuple[str, ...]
    deck: tuple[str, ...]
    secrets: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    headline: str
    reason_words: str
    rematch_state: str
    rematch_url: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the page of one game for one viewer. Seats are in seat order."""

    game_id: str
    version: int
    moves_seen: int
    status: str
    variant: str
    title: str
    viewer: int | None
    is_public: bool
    kind: str
    invited_name: str
    share_path: str
    can_join: bool
    can_leave: bool
    move_time: int
    move_time_words: str
    seats: tuple[SeatView, ...]
    me: SeatView | None
    opponent: SeatView | None
    round: int
    rounds: int
    your_turn: bool
    turn_words: str
    seconds_left: float | None
    clock_note: str
    clock_extended_words: str
    hand: tuple[HandCard, ...]
    piles: tuple[PileView, ...]
    actions: tuple[ActionView, ...]
    choices: tuple[ChoiceView, ...]
    refusal: str
    refusal_clause: str
    last_move: LastMove | None
    events: tuple[str, ...]
    counter: tuple[tuple[CounterCell, ...], ...]
    sheet: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    commitment: str
    shuffle: ShuffleView | None
    result: ResultView | None
    pick: PickView | None


NOTHING_ASKED = Asked()
_CELLS = {
    (rank + suit, state): CounterCell(rank + suit, rank, state)
    for suit in SUITS
    for rank in RANKS
    for state in ("unseen", "seen", "last")
}
_ROWS = tuple(tuple(rank + suit for rank in RANKS) for suit in SUITS)


def view_table(
    snapshot: Snapshot, user_id: int | None, *, now: dt.datetime, asked: Asked = NOTHING_ASKED
) -> TableView:
    """Return the table as the user sees it at that moment. No query when no rematch exists."""
    game, variant = snapshot.game, snapshot.game.rules
    seat = snapshot.seat_of(user_id)
    viewer = seat.index if seat is not None else None
    state = _masked_state(snapshot, viewer)
    seats = tuple(_view_seat(snapshot, state, other, viewer) for other in snapshot.seats)
    me, opponent = _sides_of_the_table(seats, viewer)
    your_turn = viewer is not None and game.to_move == viewer
    events = tuple(event for event in snapshot.events if not event.text.startswith("secret"))
    names = tuple(view.name for view in seats)
    sheet, totals = _view_sheet(variant, state)
    return TableView(
        game_id=game.public_id,
        version=game.version,
        moves_seen=game.move_count,
        status=game.status,
        variant=variant.name,
        title=variant.title,
        viewer=viewer,
        is_public=game.is_public,
        kind=game.kind,
        invited_name=_invited_name(game),
        share_path=game.get_absolute_url() if game.status == Game.Status.WAITING else "",
        can_join=_can_join(snapshot, user_id, viewer),
        can_leave=viewer is not None and game.status in ("waiting", "picking"),
        move_time=game.move_time,
        move_time_words=move_time_words(game.move_time),
        seats=seats,
        me=me,
        opponent=opponent,
        round=state.round if state is not None else 0,
        rounds=variant.rounds,
        your_turn=your_turn,
        turn_words=_turn_words(snapshot, viewer, names),
        seconds_left=_seconds_left(game, now),
        clock_note=_clock_note(game, state, viewer, names),
        clock_extended_words=_clock_extended_words(game),
        hand=_view_hand(state, viewer, asked),
        piles=_view_piles(state, names, events[-1] if events else None, asked),
        actions=_view_actions(game, state, viewer),
        choices=tuple(
            ChoiceView(str(play), _sentence(variant.describe(play))) for play in asked.readings
        ),
        refusal=asked.refusal,
        refusal_clause=asked.clause,
        last_move=_last_move(variant, events, names),
        events=tuple(
            _event_words(variant, event, names) for event in reversed(events[-RECENT_EVENTS:])
        ),
        counter=_view_counter(state, viewer),
        sheet=sheet,
        totals=totals,
        commitment=snapshot.deck.commitment,
        shuffle=_view_shuffle(snapshot),
        result=_view_result(snapshot, viewer, names, totals),
        pick=_view_pick(snapshot, viewer, names),
    )


def _masked_state(snapshot: Snapshot, viewer: int | None) -> Any:
    """Return what the viewer may know; when the game is over nothing is hidden any more."""
    if snapshot.state is None:
        return None
    if snapshot.game.status == Game.Status.FINISHED:
        return snapshot.state
    return snapshot.game.rules.mask(snapshot.state, viewer)


def _view_seat(snapshot: Snapshot, state: Any, seat: Seat, viewer: int | None) -> SeatView:
    game, variant, index = snapshot.game, snapshot.game.rules, seat.index
    name, avatar = player_name(seat), player_avatar(seat)
    is_turn = game.to_move == index or (
        game.status == Game.Status.PICKING and index not in snapshot.picks
    )
    common: dict[str, Any] = {
        "index": index,
        "name": name,
        "avatar": avatar,
        "is_me": index == viewer,
        "is_computer": bool(seat.computer),
        "is_turn": is_turn,
    }
    if state is None:
        return SeatView(
            **common, violations=0, hand_count=0, lifelines=(), captures=(),
            counts={"cards": 0, "spades": 0, "diamonds": 0}, total="0", secret="",
        )  # fmt: skip
    side = variant.side(state, index)
    secret = state.secrets[index]
    return SeatView(
        **common,
        violations=state.violations[index],
        hand_count=len(state.hands[index]),
        lifelines=tuple(Lifeline(*line) for line in variant.lifelines(state, index)),
        captures=tuple(
            CaptureView(number % CAPTURE_COLOURS, capture.cards, points_words(capture.points))
            for number, capture in enumerate(state.captures[side])
        ),
        counts=variant.counts(state, side),
        total=_points(variant.scores(state)[side]["total"]) or "0",
        secret="" if secret in (None, HIDDEN) else secret,
    )


def player_name(seat: Seat) -> str:
    """Return the name shown at a seat."""
    if seat.user is not None:
        return str(seat.user)
    return f"Computer ({seat.computer})" if seat.computer else "Somebody who left"


def player_avatar(seat: Seat) -> str:
    """Return the avatar shown at a seat."""
    if seat.user is not None:
        return seat.user.avatar
    return "computer" if seat.computer else "nobody"


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


def _turn_words(snapshot: Snapshot, viewer: int | None, names: Sequence[str]) -> str:
    game = snapshot.game
    if game.status == Game.Status.PLAYING and game.to_move is not None:
        return "Your turn" if game.to_move == viewer else f"{names[game.to_move]}’s turn"
    if game.status == Game.Status.PICKING:
        if viewer is not None and viewer not in snapshot.picks:
            return "Pick your secret card"
        waits = [names[s.index] for s in snapshot.seats if s.index not in snapshot.picks]
        return f"{' and '.join(waits)} picking a secret card"
    return ""


def _seconds_left(game: Game, now: dt.datetime) -> float | None:
    if game.deadline is None:
        return None
    return max(0.0, round((game.deadline - now).total_seconds(), 1))


def _clock_note(game: Game, state: Any, viewer: int | None, names: Sequence[str]) -> str:
    if game.status == Game.Status.PICKING:
        return "When it runs out, a random heart or club is picked."
    if game.to_move is None or state is None:
        return ""
    number = state.violations[game.to_move] + 1
    most = game.rules.max_violations
    if number >= most:
        return f"When it runs out, {_whose(game.to_move, viewer, names)} forfeits the game."
    rivals = [
        "you" if seat == viewer else name for seat, name in enumerate(names) if seat != game.to_move
    ]
    return f"When it runs out: 1 point to {' and '.join(rivals)} ({number} of {most})."


def _whose(seat: int, viewer: int | None, names: Sequence[str]) -> str:
    return "this player" if seat == viewer else names[seat]


def _clock_extended_words(game: Game) -> str:
    if not game.clock_extended_by or not game.is_running:
        return ""
    return (
        f"The site was away for {duration_words(game.clock_extended_by)}: that time is given back."
    )


def _view_hand(state: Any, viewer: int | None, asked: Asked) -> tuple[HandCard, ...]:
    if state is None or viewer is None:
        return ()
    secrets = {state.secrets[viewer]}
    return tuple(
        HandCard(code, code in secrets, code == asked.card) for code in state.hands[viewer]
    )


def _view_piles(
    state: Any, names: Sequence[str], last: Move | None, asked: Asked
) -> tuple[PileView, ...]:
    if state is None:
        return ()
    played = last.text[:2] if last is not None and last.kind == Move.Kind.MOVE else ""
    return tuple(_view_pile(pile, names, played, asked) for pile in state.table)


def _view_pile(pile: Pile, names: Sequence[str], played: str, asked: Asked) -> PileView:
    owner = names[pile.owner] if pile.owner is not None else ""
    return PileView(
        key=pile.key,
        cards=pile.cards,
        label=pile_label(pile, owner),
        kind=pile.kind,
        owner_name=owner,
        chosen=pile.key in asked.piles,
        changed=played in pile.cards,
        name=pile_name(pile, owner),
    )


def _view_actions(game: Game, state: Any, viewer: int | None) -> tuple[ActionView, ...]:
    if state is None or viewer is None or game.status != Game.Status.PLAYING:
        return ()
    variant = game.rules
    if game.to_move != viewer:
        return tuple(
            ActionView(name, label, False, "It is not your turn.")
            for name, label in variant.actions
        )
    used = {name for name, _, is_used in variant.lifelines(state, viewer) if is_used}
    actions = []
    for name, label in variant.actions:
        reason = f"You have used your {label.lower()} already." if name in used else ""
        if name == "pass" and not reason:
            reason = _why_no_pass(variant, state)
        actions.append(ActionView(name, label, not reason, reason))
    return tuple(actions)


def _why_no_pass(variant: AnyVariant, state: Any) -> str:
    try:
        variant.parse(state, "pass")
    except IllegalMove as illegal:
        return str(illegal)
    return ""


def _last_move(
    variant: AnyVariant, events: Sequence[Move], names: Sequence[str]
) -> LastMove | None:
    last = next((event for event in reversed(events) if event.kind == Move.Kind.MOVE), None)
    if last is None or last.seat is None:
        return None
    words = _describe(variant, last.text)
    return LastMove(names[last.seat], words, _cards_of(last.text), _kind_of(last.text))


@lru_cache(maxsize=4096)
def _cards_of(text: str) -> tuple[str, ...]:
    words = text.split("=")[0].split() + text.partition("=")[2].partition(" ")[2].split()
    return tuple(w for w in words if len(w) == 2 and w[0] in RANKS and w[1] in SUITS)


def _kind_of(text: str) -> str:
    for sign, kind in ((" x ", "capture"), (" + ", "build"), (" - ", "subtraction")):
        if sign in text:
            return kind
    return "pass" if text == "pass" else "drop"


def _event_words(variant: AnyVariant, event: Move, names: Sequence[str]) -> str:
    name = names[event.seat] if event.seat is not None else ""
    if event.kind == Move.Kind.TIMEOUT:
        return f"{name} ran out of time."
    if event.kind == Move.Kind.RESIGNATION:
        return f"{name} quit."
    return f"{name}: {_describe(variant, event.text)}"


def _view_counter(state: Any, viewer: int | None) -> tuple[tuple[CounterCell, ...], ...]:
    if state is None:
        return ()
    seen = {card for pile in state.table for card in pile.cards}
    for captures in state.captures:
        for capture in captures:
            seen.update(capture.cards)
    for hand in state.hands:
        seen.update(hand)
    last = set(state.previous)
    return tuple(
        tuple(
            _CELLS[code, "last" if code in last else "seen" if code in seen else "unseen"]
            for code in row
        )
        for row in _ROWS
    )


def _view_sheet(variant: AnyVariant, state: Any) -> tuple[tuple[SheetRow, ...], tuple[str, ...]]:
    if state is None:
        return (), ()
    scores = variant.scores(state)
    rows = tuple(
        SheetRow(name, label, tuple(_points(side.get(name, 0)) for side in scores))
        for name, label in variant.lines
    )
    return rows, tuple(_points(side["total"]) or "0" for side in scores)


@lru_cache(maxsize=256)
def _points(points: int | Fraction) -> str:
    """Return points as shown: nothing for 0, a half as ½."""
    whole, rest = divmod(points, 1)
    if not points:
        return ""
    return f"{whole if whole or not rest else ''}{'½' if rest else ''}"


@lru_cache(maxsize=4096)
def _describe(variant: AnyVariant, text: str) -> str:
    return variant.describe_text(text)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _view_pick(snapshot: Snapshot, viewer: int | None, names: Sequence[str]) -> PickView | None:
    if snapshot.game.status != Game.Status.PICKING:
        return None
    own = snapshot.picks.get(viewer) if viewer is not None else None
    return PickView(
        picked=own.card if own is not None else "",
        opponent_picked=any(index != viewer for index in snapshot.picks),
        rows=_ROWS,
        commitments=tuple(
            (names[index], pick.commitment) for index, pick in sorted(snapshot.picks.items())
        ),
    )


def _view_shuffle(snapshot: Snapshot) -> ShuffleView | None:
    if snapshot.game.status != Game.Status.FINISHED:
        return None
    return ShuffleView(
        seed=bytes(snapshot.deck.seed).hex(),
        values=tuple(snapshot.deck.values),
        deck=tuple(snapshot.deck.cards.split()),
        secrets=tuple(
            (player_name(snapshot.seats[i]), pick.card, bytes(pick.salt).hex(), pick.commitment)
            for i, pick in sorted(snapshot.picks.items())
        ),
    )


def _view_result(
    snapshot: Snapshot, viewer: int | None, names: Sequence[str], totals: Sequence[str]
) -> ResultView | None:
    game = snapshot.game
    if game.status not in (Game.Status.FINISHED, Game.Status.CANCELLED):
        return None
    state, path = _rematch(game, viewer, snapshot)
    headline, reason = _result_words(snapshot, viewer, names, totals)
    return ResultView(headline, reason, state, path)


def _result_words(
    snapshot: Snapshot, viewer: int | None, names: Sequence[str], totals: Sequence[str]
) -> tuple[str, str]:
    game = snapshot.game
    if game.status == Game.Status.CANCELLED:
        return "This game was cancelled", _CANCELLED.get(game.reason, "")
    winners = [seat.index for seat in snapshot.seats if seat.result == Seat.Result.WON]
    if not winners:
        return f"A draw, {' to '.join(totals)}", "The totals are equal and nobody owns the A♠."
    winner = winners[0]
    loser = next(seat.index for seat in snapshot.seats if seat.index != winner)
    who = "You win" if winner == viewer else f"{names[winner]} wins"
    whom = "You" if loser == viewer else names[loser]
    if game.reason == "forfeit":
        return f"{who} by forfeit", f"{whom} ran out of time for the fifth time."
    if game.reason == "resignation":
        return f"{who} by forfeit", f"{whom} quit the game."
    score = f"{who} {totals[winner]} to {totals[loser]}"
    if game.reason == "ace_of_spades":
        return score, "The totals are equal: the owner of the A♠ wins."
    return score, "The higher total wins."


_CANCELLED = {
    "left": "A player left before the cards were dealt. It counts for nobody.",
    "picks_ran_out": "Neither player picked a secret card in time. It counts for nobody.",
    "lapsed": "Nobody came, and the page that waited was closed.",
}


def _rematch(game: Game, viewer: int | None, snapshot: Snapshot) -> tuple[str, str]:
    """Return whether the viewer may ask for a rematch, and where it is."""
    if viewer is None or len(snapshot.seats) < 2:
        return "none", ""
    rematch = Game.objects.filter(rematch_of=game).first()
    path = reverse("rematch", args=[game.public_id])
    if rematch is None or rematch.status == Game.Status.CANCELLED:
        return "offer", path
    if rematch.status != Game.Status.WAITING:
        return "made", rematch.get_absolute_url()
    if rematch.seats.filter(user=snapshot.seats[viewer].user).exists():
        return "offered", rematch.get_absolute_url()
    return "accept", path
