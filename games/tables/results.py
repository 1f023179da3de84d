"""How a game ended, and what is shown only then: the result and the rematch."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import groupby
from urllib.parse import urlencode

from django.urls import reverse

from games.models import Game, Seat
from games.snapshots import Snapshot
from games.tables.shapes import ReasonView, ResultLine, ResultView
from games.tables.words import player_path, show_points

_CANCELLED = {
    "left": "A player left before the cards were dealt. It counts for nobody.",
    "picks_ran_out": "Neither player picked a secret card in time. It counts for nobody.",
    "lapsed": "Nobody came, and the page that waited was closed.",
}

_ADDRESSES = {"replay": "replay", "record": "record", "shuffle": "game_shuffle"}


def view_result(
    snapshot: Snapshot, viewer: int | None, names: Sequence[str], totals: Sequence[str]
) -> ResultView | None:
    """Return how the game ended and what follows, or None while it goes on."""
    game = snapshot.game
    if game.status not in (Game.Status.FINISHED, Game.Status.CANCELLED):
        return None
    rematch_state, rematch_url = _rematch(game, viewer, snapshot)
    headline, reason = _result_words(snapshot, viewer, names, totals)
    lines = _explain_score(snapshot, viewer, names)
    addresses = {
        f"{name}_url": reverse(path, args=[game.public_id]) if snapshot.state else ""
        for name, path in _ADDRESSES.items()
    }
    return ResultView(
        headline,
        reason,
        lines=lines,
        unscored=_unscored(snapshot, lines),
        rematch_state=rematch_state,
        rematch_url=rematch_url,
        **addresses,
        keep_url=_keep_url(snapshot, viewer),
        player_urls=tuple(map(player_path, snapshot.seats)),
    )


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
        return f"{who} by forfeit", f"{whom} ran out of time for the fifth time. {_stood(totals)}"
    if game.reason == "resignation":
        return f"{who} by forfeit", f"{whom} quit the game. {_stood(totals)}"
    score = f"{who} {totals[winner]} to {totals[loser]}"
    if game.reason == "ace_of_spades":
        return score, "The totals are equal: the owner of the A♠ wins."
    lead = (snapshot.seats[winner].total or Decimal()) - (snapshot.seats[loser].total or Decimal())
    return score, f"{show_points(lead)} {'point' if lead <= 1 else 'points'} ahead."


def _stood(totals: Sequence[str]) -> str:
    return f"The points stay as they were, {' to '.join(totals)}, and decide nothing."


def _explain_score(
    snapshot: Snapshot, viewer: int | None, names: Sequence[str]
) -> tuple[ResultLine, ...]:
    """Return the lines that brought somebody points, each with what it came from."""
    if snapshot.state is None:
        return ()
    variant, labels = snapshot.game.rules, dict(snapshot.game.rules.lines)
    scores = variant.scores(snapshot.state)
    own = variant.side(snapshot.state, viewer) if viewer is not None else None
    lines = []
    for line, reasons in groupby(
        variant.explain_score(snapshot.state), key=lambda reason: reason.line
    ):
        told = [
            ReasonView(
                "You" if reason.side == own else names[reason.side],
                reason.words,
                show_points(reason.points),
            )
            for reason in reasons
            if reason.words
        ]
        points = tuple(show_points(side[line]) for side in scores)
        lines.append(ResultLine(labels[line], points, tuple(told)))
    return tuple(lines)


def _unscored(snapshot: Snapshot, lines: Sequence[ResultLine]) -> str:
    scored = {line.label for line in lines}
    return ", ".join(label for _, label in snapshot.game.rules.lines if label not in scored)


def _keep_url(snapshot: Snapshot, viewer: int | None) -> str:
    """Return where a guest who played makes an account of it and comes back."""
    user = snapshot.seats[viewer].user if viewer is not None else None
    if user is None or not user.is_guest:
        return ""
    return f"{reverse('keep_account')}?{urlencode({'next': snapshot.game.get_absolute_url()})}"


def _is_erased(seat: Seat) -> bool:
    return seat.user_id is None and not seat.computer


def _rematch(game: Game, viewer: int | None, snapshot: Snapshot) -> tuple[str, str]:
    """Return whether the viewer may ask for a rematch, and where it is."""
    if viewer is None or len(snapshot.seats) < 2 or any(map(_is_erased, snapshot.seats)):
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
