"""The live fragments: rendered at every change for every viewer, so by Jinja2 and with care."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache, partial
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from jinja2 import Environment
from markupsafe import Markup

from accounts.avatars import avatar_path
from games import tables
from games.rules.cards import HIDDEN, show_card
from games.snapshots import Snapshot
from games.tables.shapes import CounterCell

REMEMBERED_PIECES = 8192


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the live fragments."""
    live = Environment(**options, trim_blocks=True, lstrip_blocks=True)  # noqa: S701 (Django turns autoescape on)
    live.globals.update(
        avatar=avatar,
        card=card,
        card_name=tables.card_name,
        cards=cards,
        chips=chips,
        counter_row=counter_row,
        piece=lru_cache(maxsize=REMEMBERED_PIECES)(partial(_render_piece, live)),
        pretty=show_card,
    )
    return live


def _render_piece(live: Environment, name: str, *parts: Any) -> Markup:
    """Return a macro of the remembered pieces, called with parts that can be compared."""
    macro = getattr(live.get_template("_pieces.jinja").module, name)
    return Markup(macro(*parts))  # noqa: S704 (the macro has escaped its parts)


@lru_cache(maxsize=512)
def card(code: str, css_class: str = "card") -> Markup:
    """Return the picture of a card, or of a card's back for a hidden one."""
    file = "back" if code == HIDDEN else code
    return Markup('<img class="{}" src="{}" alt="{}" width="60" height="84">').format(
        css_class, static(f"cards/{file}.svg"), tables.card_name(code)
    )


@lru_cache(maxsize=64)
def chip(code: str) -> Markup:
    """Return a card as a small tag of text: "10♦"."""
    return Markup('<span class="chip suit-{}">{}</span>').format(code[1].lower(), show_card(code))


@lru_cache(maxsize=4096)
def chips(codes: tuple[str, ...]) -> Markup:
    """Return cards as small tags of text, one after the other."""
    return Markup().join(chip(code) for code in codes)


@lru_cache(maxsize=4096)
def cards(codes: tuple[str, ...]) -> Markup:
    """Return the pictures of a pile's cards, one after the other."""
    return Markup().join(card(code) for code in codes)


def counter_row(row: tuple[CounterCell, ...]) -> Markup:
    """Return the cells of one suit in the card counter."""
    return Markup("".join([_counter_cell(cell.code, cell.state) for cell in row]))  # noqa: S704 (joined from escaped parts)


@lru_cache(maxsize=256)
def _counter_cell(code: str, state: str) -> Markup:
    words = {"seen": "seen", "last": "last round"}.get(state, "to come")
    rank, suit = show_card(code)[:-1], show_card(code)[-1]
    return Markup(
        '<td class="{}">{}<i class="suit-{}">{}</i><span class="hidden-text"> {}</span></td>'
    ).format(state, rank, code[1].lower(), suit, words)


@lru_cache(maxsize=256)
def avatar(slug: str, css_class: str = "avatar") -> Markup:
    """Return an avatar's picture; it stands beside a name, so it has no text of its own."""
    return Markup('<img class="{}" src="{}" alt="" width="48" height="48">').format(
        css_class, static(avatar_path(slug))
    )


def render_game(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    csrf_token: str,
    asked: tables.Asked | None = None,
    now: dt.datetime | None = None,
) -> str:
    """Return the fragment of a game's page as that user may see it."""
    view = tables.view_table(
        snapshot, user_id, now=now or timezone.now(), asked=asked or tables.Asked()
    )
    return render_to_string("game.jinja", {"t": view, "csrf_token": csrf_token}, using="live")


def render_lobby(view: tables.LobbyView, *, csrf_token: str) -> str:
    """Return the fragment of the lobby's lists."""
    return render_to_string("lobby.jinja", {"l": view, "csrf_token": csrf_token}, using="live")
