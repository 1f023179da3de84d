"""The invitations to learn by playing, on the pages of games."""

from typing import Any, Final

from django import template

from games.selectors import has_one_game
from learn import presenters

register = template.Library()

INVITED_MOVES: Final = 4
"""The moves after which nobody is invited any more; learn.css knows the same number."""


@register.inclusion_tag("learn/_invitation.html", takes_context=True)
def learn_by_playing(context: Any, variant: str, *, again: bool = False) -> dict[str, Any]:
    """Invite to the first game of a variant whoever has not played it through, or everybody."""
    line = presenters.invite(variant, context["user"], again=again)
    return {"lesson": line, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("learn/_at_table.html", takes_context=True)
def learn_first(context: Any, game: Any) -> dict[str, Any]:
    """Invite a guest who sits down for the first time, at a table without a timer."""
    user = context["user"]
    is_untimed = not game.move_time and not game.lesson and game.move_count < INVITED_MOVES
    is_new = is_untimed and user.is_authenticated and user.is_guest and has_one_game(user)
    line = presenters.invite(game.variant, user) if is_new else None
    return {"lesson": line, "csrf_token": context.get("csrf_token")}
