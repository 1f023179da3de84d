"""Moves, players and rules in pages."""

import datetime as dt
from collections.abc import Iterable

from django import template
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe
from markupsafe import Markup

from accounts.time_zones import name_time_zone, tell_offset
from games.live.fragments import render_lines
from games.live.pieces import mark_names, show_time, with_chips
from games.messages.events import name_kind
from games.messages.labels import level_beside_name
from games.messages.language import current_language
from games.messages.lists import join_and
from games.models import Seat
from games.presenters.archive import ArchivedGame
from games.presenters.people import player_name
from games.presenters.rulebook import clause_titles, rules_language

register = template.Library()


@register.filter
def chips(words: str) -> Markup:
    """Show the cards of a sentence as small tags."""
    return with_chips(words)


@register.filter
def names(words: str) -> Markup:
    """Mark the name of a player as not to be translated, and not what is said beside it."""
    return mark_names(words)


@register.filter
def moment(at: dt.datetime | None, form: str) -> Markup:
    """Show when something was, for people in the format and for programs."""
    return show_time(at, form)


@register.filter
def time_zone(name: str) -> str:
    """Name a time zone for people, with its offset from UTC now: "Madrid (UTC+1)"."""
    return name_time_zone(name, timezone.now())


@register.filter
def utc_offset(at: dt.datetime) -> str:
    """Return how far the current time zone is from UTC at that moment: "UTC", "UTC+1"."""
    return f"UTC{tell_offset(timezone.localtime(at))}".removesuffix("+0")


@register.filter
def player_at(seat: Seat) -> Markup:
    """Show who plays or played at a seat."""
    return mark_names(player_name(seat))


@register.filter
def event_kind(kind: str) -> str:
    """Name the kind of an event."""
    return name_kind(kind)


@register.filter
def level(name: str) -> str:
    """Name a level of the computer players in a sentence."""
    return level_beside_name(name)


@register.filter
def player_link(player: tuple[str, str]) -> str:
    """Show a player, given by name and address, as a link; without an address, as the name."""
    name, path = player
    if not path:
        return mark_names(name)
    return format_html('<a href="{}">{}</a>', path, mark_names(name))


@register.filter
def clause_title(clause: str, variant: str) -> str:
    """Show the heading of a section or clause of the rules, by its number."""
    return format_html(
        '<span lang="{}">{}</span>', rules_language(), clause_titles(variant)[clause]
    )


@register.filter
def and_join(items: Iterable[str]) -> str:
    """Join texts to a list that ends in "and", as safe for HTML as they are."""
    return mark_safe(join_and([conditional_escape(item) for item in items]))  # noqa: S308


@register.filter
def player_links(players: Iterable[tuple[str, str]]) -> list[str]:
    """Show each player as a link, or as the name alone."""
    return [player_link(player) for player in players]


@register.simple_tag
def game_lines(games: Iterable[ArchivedGame]) -> Markup:
    """Show finished games as lines of a list."""
    return Markup(render_lines(games, language=current_language()))  # noqa: S704 (a template)
