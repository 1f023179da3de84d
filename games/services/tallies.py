"""The tallies of the players' results, kept up to date as games end."""

from __future__ import annotations

from django.db.models import F, Q

from accounts.models import User
from games.models import Game, Seat, Tally


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
    """Lock the games that an erased account changes, inside the caller's transaction.

    Those at which the user sits and which are not over: one that ends at the same moment could
    count a result of an account that no longer exists. And those that name the user: two who have
    invited each other may go at once, and must not wait for each other.
    """
    seated = Q(status__in=Game.UNFINISHED, pk__in=Seat.objects.filter(user=user).values("game"))
    games = Game.objects.select_for_update(no_key=True).order_by("pk")
    list(games.filter(seated | Q(host=user) | Q(invited=user)).values_list("pk"))
