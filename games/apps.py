from typing import Any

from django.apps import AppConfig
from django.db import transaction


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from accounts.services import looks_changed
        from config import folding, plans

        folding.connect()
        plans.connect()
        user_logged_out.connect(_logged_out, dispatch_uid="games.log_out")
        looks_changed.connect(_looks_changed, dispatch_uid="games.looks_changed")


def _logged_out(sender: Any, user: Any, **kwargs: Any) -> None:
    from games.services import leave_at_log_out

    if user is not None and user.pk is not None:
        transaction.on_commit(lambda: leave_at_log_out(user), robust=True)


def _looks_changed(sender: Any, user: Any, **kwargs: Any) -> None:
    from games.services import show_games_of

    transaction.on_commit(lambda: show_games_of(user), robust=True)
