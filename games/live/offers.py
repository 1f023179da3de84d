"""The lobby's forms and cards of games: rendered once for all who are offered the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games import presenters, rules, services
from games.forms.seats import ComputerForm, OfferForm, QuickForm, SeekForm, TableForm
from games.messages.language import remembered
from games.presenters.rulebook import rules_language

REMEMBERED_FORMS = 256
SEEK_IDS = "now-%s"
Chosen = tuple[tuple[str, Hashable], ...]
"""What a form begins with, as `freeze_choices` returns it."""
_NEW: dict[str, Callable[[str, Chosen], OfferForm]] = {
    "seek": lambda game, chosen: SeekForm(
        initial={**dict(chosen), "variant": game}, auto_id=SEEK_IDS
    ),
    "quick": lambda game, chosen: QuickForm(game=game, chosen=dict(chosen)),
    "computer": lambda game, chosen: ComputerForm(game=game, chosen=dict(chosen)),
    "table": lambda game, _: TableForm(game=game),
}


def freeze_choices(chosen: Mapping[str, Any]) -> Chosen:
    """Return what somebody has chosen before, as stored in a session, so that it can be a key."""
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in sorted(chosen.items())
    )


@remembered(maxsize=REMEMBERED_FORMS)
def render_new_offer(kind: str, game: str, chosen: Chosen = ()) -> SafeString:
    """Return the fields of a form that nobody has sent, without the token of a visitor.

    Its kind is "seek", "quick", "computer" or "table".
    """
    return _render_offer(kind, game, _NEW[kind](game, chosen))


def render_sent_offer(form: OfferForm, game: str) -> tuple[str, SafeString]:
    """Return the kind of a form that was sent, and its fields with what is wrong in them."""
    kinds = {SeekForm: "seek", ComputerForm: "computer", TableForm: "table"}
    kind = kinds[type(form)]
    # The form lies far below the top of the page: lead to the first field that is wrong.
    wrong = next((name for name in form.errors if name in form.fields), None)
    if wrong is not None:
        field = form[wrong]
        # Of several choices, only the first gets the focus.
        several = field.use_fieldset
        attributes = field.subwidgets[0].data["attrs"] if several else field.field.widget.attrs
        attributes["autofocus"] = True
    return kind, _render_offer(kind, game, form)


def _render_offer(kind: str, game: str, form: OfferForm) -> SafeString:
    context = {
        "form": form,
        "chosen": rules.variant(game),
        "games": rules.VARIANTS,
        "places_limit": services.SLOW_PLACES_LIMIT,
    }
    return render_to_string(f"games/offers/_{kind}.html", context)


@remembered(maxsize=2)
def render_games(*, is_new: bool) -> SafeString:
    """Return the cards of all games."""
    context = {
        "games": presenters.view_games(),
        "is_new": is_new,
        "rules_language": rules_language(),
    }
    return render_to_string("games/_games.html", context)
