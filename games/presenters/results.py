"""How a game ended, and what is shown only then: the result and the rematch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from accounts.barriers import are_apart, find_deaf
from config.statements import KeptQuery
from games.messages import endings as told
from games.messages import offers
from games.messages.facts import tell_fact
from games.messages.labels import line_in_list, line_label
from games.messages.lists import join_commas
from games.messages.names import Names, name_text
from games.messages.numbers import show_points
from games.models import NO_TIMER, Game, Seat
from games.presenters.endings import DROPPED_OUT, has_left_lesson, rank_sides, tell_ending
from games.presenters.people import player_path
from games.presenters.shapes import ReasonView, ResultLine, ResultView
from games.presenters.sheet import list_lines
from games.presenters.sides import name_sides
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.selectors.analysis import moves_of_cards
from games.snapshots import Snapshot

_GAME = -1  # stands in a kept query for an id
_ADDRESSES = {"record": "record", "shuffle": "game_shuffle"}


def view_result(snapshot: Snapshot, names: Names) -> ResultView | None:
    """Return how the game ended and what follows, or None while it goes on."""
    game = snapshot.game
    if not game.has_ended:
        return None
    has_left = has_left_lesson(game)
    rematch = _Rematch("none") if has_left else _rematch(game, names.viewer, snapshot)
    headline, reason = _tell_result(snapshot, names)
    variant, state = game.rules, snapshot.state
    lines = explain_score(variant, state, names) if state is not None else ()
    can_look_back = state is not None and not has_left
    addresses = {
        f"{name}_url": reverse(path, args=[game.public_id]) if can_look_back else ""
        for name, path in _ADDRESSES.items()
    }
    has_moves = can_look_back and moves_of_cards(snapshot)
    return ResultView(
        headline,
        reason,
        ranking=rank_sides(variant, state, names) if state is not None else (),
        lines=lines,
        unscored=_unscored(snapshot, lines),
        **rematch._asdict(),
        **addresses,
        replay_url=reverse("replay", args=[game.public_id, 0]) if can_look_back else "",
        analysis_url=reverse("analysis", args=[game.public_id]) if has_moves else "",
        keep_url=_keep_url(snapshot, names.viewer),
        player_urls=tuple(map(player_path, snapshot.seats)),
        may_find_another=_may_find_another(snapshot, names.viewer),
        is_called_away=game.reason == "paired" and names.viewer is not None,
        is_won=is_won(variant, state, names.viewer) if state is not None else False,
    )


def is_won(variant: AnyVariant, state: State, viewer: int | None) -> bool:
    """Return whether the viewer's side alone has won a game that was played to its end."""
    winners, reason = variant.outcome(state) or ((), "")
    if viewer is None or reason in DROPPED_OUT:
        return False
    return tuple(winners) == (variant.side(state, viewer),)


def _tell_result(snapshot: Snapshot, names: Names) -> tuple[str, str]:
    game = snapshot.game
    if has_left_lesson(game):
        return told.tell_left_lesson()
    ending = None
    if snapshot.state is not None:
        ending = tell_ending(game.rules, snapshot.state, names)
    if ending is None:
        was_alone = len(snapshot.seats) == 1
        is_offer = was_alone and game.kind == Game.Kind.INVITATION
        why = told.tell_why_cancelled(
            game.reason, is_live=game.is_live, is_offer=is_offer, was_alone=was_alone
        )
        return told.tell_cancelled(), why
    return ending.headline, ending.reason_words


def explain_score(variant: AnyVariant, state: State, names: Names) -> tuple[ResultLine, ...]:
    """Return the lines of a sheet that brought somebody points, each with its reasons."""
    sides, scores = name_sides(variant, state, names), variant.scores(state)
    lines = []
    for line, reasons in groupby(variant.explain_score(state), key=lambda reason: reason.line):
        views = [
            ReasonView(sides[reason.side], tell_fact(reason.cause), show_points(reason.points))
            for reason in reasons
            if reason.cause is not None
        ]
        points = tuple(show_points(side[line]) for side in scores)
        lines.append(ResultLine(line, line_label(variant, line), points, tuple(views)))
    return tuple(lines)


def _unscored(snapshot: Snapshot, lines: Sequence[ResultLine]) -> str:
    if snapshot.state is None:
        return ""
    variant, scored = snapshot.game.rules, {line.name for line in lines}
    is_timed = snapshot.game.move_time != NO_TIMER
    listed = list_lines(variant, snapshot.state, is_timed=is_timed)
    if len(listed) == 1:
        return ""  # which the total says
    left = [line for line in listed if line not in scored]
    return join_commas([line_in_list(variant, line) for line in left])


def _keep_url(snapshot: Snapshot, viewer: int | None) -> str:
    """Return where a guest can keep the account, and with it a game that lists will show."""
    if snapshot.state is None or snapshot.game.lesson:
        return ""
    own = _seat_of(viewer, snapshot)
    if own is None or own.user is None or not own.user.is_guest:
        return ""
    return f"{reverse('keep_account')}?{urlencode({'next': snapshot.game.get_absolute_url()})}"


def _may_find_another(snapshot: Snapshot, viewer: int | None) -> bool:
    """Return whether a player may look for somebody else in the queue, which is for two.

    That is after a game of two people, and after a place among people is lost. Not so in a game
    that two cannot play, after a call to another place, and for those who go back from a rematch of
    more than two to their last game.
    """
    game = snapshot.game
    if game.kind in (Game.Kind.COMPUTER, Game.Kind.LESSON) or game.reason == "paired":
        return False
    if game.rules.seats[0] > 2:
        return False
    if game.status == Game.Status.CANCELLED:
        return not _goes_back(game, _seat_of(viewer, snapshot))
    return game.players == 2 and not any(seat.computer for seat in snapshot.seats)


def _seat_of(viewer: int | None, snapshot: Snapshot) -> Seat | None:
    return next((seat for seat in snapshot.seats if seat.index == viewer), None)


def _game_before(game: Game) -> Game | None:
    """Return the game of which one was to be a rematch of more than two, if it is cancelled."""
    is_lost = game.status == Game.Status.CANCELLED and game.players > 2
    return game.rematch_of if is_lost else None


def _goes_back(game: Game, own: Seat | None) -> bool:
    """Return whether somebody at a cancelled rematch may go back to the game before: its players.

    Others may have taken a seat by the link, and may not see that game.
    """
    if _game_before(game) is None or own is None or own.user_id is None:
        return False
    return game.asks(own.user_id)


def _is_erased(seat: Seat) -> bool:
    return seat.user_id is None and not seat.computer


def _is_closed(seat: Seat) -> bool:
    return seat.user is not None and not seat.user.is_active


class _Rematch(NamedTuple):
    """Whether the viewer may ask for a rematch, where, who has offered it, and where to decline."""

    rematch_state: str
    rematch_url: str = ""
    rematch_words: str = ""
    decline_url: str = ""


def _rematch(game: Game, viewer: int | None, snapshot: Snapshot) -> _Rematch:
    """Return what the viewer can do about a rematch.

    Computer players are not asked: against them alone the next game begins at once. To whoever does
    not hear the host of the rematch, it is as if nobody had asked; after a mute, a click joins that
    table. Whoever a block separates from another player there is offered nothing.
    """
    own = _seat_of(viewer, snapshot)
    if own is None or own.user_id is None:
        return _Rematch("none")
    if (before := _game_before(game)) is not None:
        goes_back = _goes_back(game, own)
        return _Rematch("before", before.get_absolute_url()) if goes_back else _Rematch("none")
    if len(snapshot.seats) < 2 or any(map(_is_erased, snapshot.seats)):
        return _Rematch("none")
    rematch = _rematches().first({_GAME: game.pk})
    path = reverse("rematch", args=[game.public_id])
    has_rivals = any(seat.user_id is not None for seat in snapshot.seats if seat is not own)
    can_ask = not any(map(_is_closed, snapshot.seats))
    offer = _Rematch("offer" if has_rivals else "again", path)
    unasked = offer if can_ask else _Rematch("none")
    if rematch is None:
        return unasked
    if rematch.status == Game.Status.CANCELLED:
        is_declined = game.players > 2 and rematch.reason == "declined"
        is_told = can_ask and is_declined and _hears_of(rematch, own)
        return unasked._replace(rematch_words=offers.tell_declined_rematch() if is_told else "")
    people = _people_at(rematch)
    has_seat = own.user_id in people
    if rematch.status != Game.Status.WAITING:
        if not has_seat:  # others took all seats, and nobody else may see that game
            is_told = _hears_of(rematch, own)
            return _Rematch("none", rematch_words=offers.tell_full_rematch() if is_told else "")
        return _Rematch("made" if has_rivals else "next", rematch.get_absolute_url())
    if has_seat:
        return _waiting_rematch(rematch)
    if not _hears_of(rematch, own):
        return unasked
    if game.players > 2 and are_apart(own.user_id, people):
        return _Rematch("none")
    words = offers.tell_rematch_offer(name_text(str(rematch.host)))
    return _Rematch("accept", path, words, reverse("leave", args=[rematch.public_id]))


def _people_at(game: Game) -> list[int]:
    """Return the users who sit at a game."""
    seats = game.seats.filter(user__isnull=False)
    return list(seats.values_list("user", flat=True))


def _hears_of(rematch: Game, seat: Seat) -> bool:
    """Return whether what the host of a rematch asks reaches the player at a seat."""
    host = rematch.host_id
    return host is None or seat.user_id is None or not find_deaf(host, {seat.user_id})


def _waiting_rematch(rematch: Game) -> _Rematch:
    """Return what somebody is told who has a seat at a rematch that waits for others.

    At a table of more than two, whoever offered it may have left.
    """
    address = rematch.get_absolute_url()
    if rematch.players > 2:
        return _Rematch("joined", address, offers.tell_joined_rematch())
    return _Rematch("offered", address, offers.tell_own_rematch_offer())


@cache
def _rematches() -> KeptQuery[Game]:
    games = Game.objects.filter(rematch_of=_GAME).select_related("host")
    return KeptQuery(games.order_by("-pk")[:1])  # the others are cancelled
