"""How a game ended, and what is shown only then: the seed, the picks, the rematch."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from games.models import Game, Seat
from games.snapshots import Snapshot
from games.tables.shapes import ResultView, ShuffleView
from games.tables.words import player_name

_CANCELLED = {
    "left": "A player left before the cards were dealt. It counts for nobody.",
    "picks_ran_out": "Neither player picked a secret card in time. It counts for nobody.",
    "lapsed": "Nobody came, and the page that waited was closed.",
}


def view_shuffle(snapshot: Snapshot) -> ShuffleView | None:
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


def view_result(
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
