"""The tallies of the players' results, kept up to date as games end."""

from __future__ import annotations

from django.db.models import F

from accounts.models import User
from games.models import Game, Tally


def count_results(game: Game) -> None:
    """Add the results of a finished game to the tallies, in the transaction that ends it.

    A lesson is no contest: it counts for nobody.
    """
    if game.kind == Game.Kind.LESSON:
        return
    # Read again, because an account may have been erased since the seats were cached.
    seats = game.seats.filter(user__isnull=False).values_list("user_id", "result")
    results = dict(seats.order_by("user_id"))
    viewers = [None] if game.is_public else list(results)
    # Always in this order: two games of the same players that end at once must not deadlock.
    concerned = [(player, viewer) for player in results for viewer in viewers]
    Tally.objects.bulk_create(
        (
            Tally(player_id=player, viewer_id=viewer, variant=game.variant)
            for player, viewer in concerned
        ),
        ignore_conflicts=True,
    )
    for player, viewer in concerned:
        tally = Tally.objects.filter(player=player, viewer=viewer, variant=game.variant)
        tally.update(**{results[player]: F(results[player]) + 1})


def hold_games(user: User) -> None:
    """Lock the unfinished games at which a user sits, inside the caller's transaction.

    An account is erased with this lock. Otherwise a game that ends at the same moment could count
    a result of an account that no longer exists.
    """
    games = Game.objects.select_for_update(of=("self",)).order_by("pk")
    list(games.filter(status__in=Game.UNFINISHED, seats__user=user))
