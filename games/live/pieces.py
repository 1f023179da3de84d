"""What the live templates call: pictures, chips and names, and the pieces that are remembered."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache, partial
from typing import Any

from django.templatetags.static import static
from django.utils import timezone
from django.utils.dateformat import format as date_format
from markupsafe import Markup, escape

from accounts.avatars import avatar_path
from games.computer import LEVELS
from games.forms.seats import USUAL_LEVEL
from games.live.boards.piles import FEW_PILES
from games.messages.cards import card_name, card_text, suit_name
from games.messages.clock import clock_data
from games.messages.counter import tell_counted
from games.messages.fragments import Fragments
from games.messages.labels import level_label
from games.messages.language import current_language, remembered
from games.messages.piles import counted_kind, name_counted
from games.messages.text import Part, Text, parts_of, speak_text
from games.messages.units import unit_texts
from games.pictures.cards import card_path
from games.pictures.triplets import draw_triplet
from games.presenters.shapes import Face
from games.rules.cards import show_card

REMEMBERED_PIECES = 8192
REMEMBERED_SENTENCES = 4096
ROOMS = (5, FEW_PILES, 10, 12, 14, 16, 20, 30)
FOR_PROGRAMS = r"Y-m-d\TH:i:sO"
SMALL_SCREEN = "(max-width:46rem),(max-height:30rem)"


def environment(**options: Any) -> Fragments:
    """Return the templates of the live fragments."""
    live = Fragments(**options)
    live.globals.update(
        avatar=avatar,
        card=card,
        card_text=card_text,
        cards=cards,
        chips=chips,
        clock_data=clock_data,
        counted_kind=counted_kind,
        level_label=level_label,
        levels=tuple(LEVELS),
        parts_of=parts_of,
        pile_room=pile_room,
        piece=remembered(maxsize=REMEMBERED_PIECES)(partial(_render_piece, live)),
        name_counted=name_counted,
        pretty=show_card,
        show_time=show_time,
        triplet=draw_triplet,
        unit_texts=unit_texts,
        usual_level=USUAL_LEVEL,
        mark_names=mark_names,
        mark_parts=mark_parts,
        speak_cards=speak_cards,
        speak_parts=speak_parts,
        speak_text=speak_text,
        suit_name=suit_name,
        tag_parts=tag_parts,
        tell_counted=tell_counted,
        with_chips=with_chips,
    )
    return live


def _render_piece(live: Fragments, name: str, *parts: Any) -> Markup:
    """Return a macro, called with parts that can be compared.

    It is one of the remembered pieces or of the parts of a table; those of a board begin with its
    name: "piles.place".
    """
    return Markup(find_macro(live, name)(*parts))  # noqa: S704 (the macro has escaped its parts)


def find_macro(live: Fragments, name: str) -> Any:
    """Return the macro of that name in the language that is spoken now."""
    macros = live.macros[current_language()]
    macro = macros.get(name)
    if macro is None:
        macro = macros[name] = _look_up_macro(live, name)
    return macro


def _look_up_macro(live: Fragments, name: str) -> Any:
    board, _, macro = name.rpartition(".")
    if board:
        return getattr(live.get_template(f"boards/{board}/_parts.jinja").module, macro)
    parts = live.get_template("_parts.jinja").module
    return getattr(parts, macro, None) or getattr(live.get_template("_pieces.jinja").module, macro)


def card(
    face: Face | str,
    css_class: str = "card",
    *,
    four_colours: bool = False,
    large: bool = False,
) -> Markup:
    """Return the picture of a card, or of a card's back for a hidden one.

    A bare code has nothing special about it. Small screens get the face with the large index;
    `large` gives it to every screen.
    """
    if isinstance(face, str):
        face = Face(face, card_name(face))
    return _card(face, css_class, four_colours, large)


@lru_cache(maxsize=1024)
def _card(face: Face, css_class: str, four_colours: bool, large: bool) -> Markup:
    mark = Markup(' data-badge="{}"').format(face.badge) if face.badge else ""
    largest = card_path(face.code, four_colours=four_colours, large=True)
    usual = card_path(face.code, four_colours=four_colours, large=large)
    source = Markup('<source media="{}" srcset="{}">').format(SMALL_SCREEN, largest)
    return Markup(
        '<picture class="{}"{}>{}<img src="{}" alt="{}" width="60" height="84"></picture>'
    ).format(css_class, mark, "" if usual == largest else source, usual, face.title)


@remembered(128)
def chip(code: str, spoken: str = "") -> Markup:
    """Return a card as a small tag of text with its name to hear: "10♦"; a joker is a word."""
    shown = card_text(code)
    name = name_sign(spoken or card_name(code)) if shown.parts[0].code else ""
    return Markup('<span class="chip suit-{}"{}>{}</span>').format(code[1].lower(), name, shown)


def name_sign(name: str) -> Markup:
    """Return the attributes that let a screen reader say a name in place of a sign."""
    return Markup(' role="img" aria-label="{}"').format(name)


@remembered(REMEMBERED_SENTENCES)
def chips(codes: tuple[str, ...]) -> Markup:
    """Return cards as small tags of text, one after the other."""
    return Markup("".join([chip(code) for code in codes]))  # noqa: S704 (all are markup)


def with_chips(words: str) -> Markup:
    """Return a sentence with its cards as small tags, and its players' names marked as such."""
    return tag_parts(parts_of(words))


def mark_names(words: str) -> Markup:
    """Return who somebody is with the name marked as such; a plain text is a name as a whole."""
    return mark_parts(words.parts if isinstance(words, Text) else (Part(words, is_name=True),))


def mark_parts(parts: tuple[Part, ...]) -> Markup:
    """Mark the names in the parts of who somebody is."""
    return Markup().join(
        Markup('<span translate="no">{}</span>').format(part.text) if part.is_name else part.text
        for part in parts
    )


@remembered(REMEMBERED_SENTENCES)
def tag_parts(parts: tuple[Part, ...]) -> Markup:
    """Show the cards in the parts of a sentence as tags, and mark its names."""
    return Markup("".join([_tag_part(part) for part in parts]))  # noqa: S704 (all are markup)


def _tag_part(part: Part) -> Markup:
    if part.code:
        return chip(part.code, part.spoken)
    return _tag_name(part.text) if part.is_name else escape(part.text)


@lru_cache(maxsize=REMEMBERED_SENTENCES)
def _tag_name(name: str) -> Markup:
    return Markup('<b class="who" translate="no">{}</b>').format(name)


def speak_cards(words: str) -> Markup:
    """Return a sentence that looks plain, with the names of its cards to hear."""
    return speak_parts(parts_of(words))


@remembered(REMEMBERED_SENTENCES)
def speak_parts(parts: tuple[Part, ...]) -> Markup:
    """Give the cards in the parts of a sentence their names to hear."""
    return Markup("".join([_speak_part(part) for part in parts]))  # noqa: S704 (all are markup)


def _speak_part(part: Part) -> Markup:
    return _name_card(part.text, part.spoken) if part.code else escape(part.text)


@lru_cache(maxsize=REMEMBERED_SENTENCES)
def _name_card(shown: str, name: str) -> Markup:
    return Markup("<span{}>{}</span>").format(name_sign(name), shown)


def cards(faces: tuple[Face, ...], *, four_colours: bool = False, large: bool = False) -> Markup:
    """Return the pictures of a pile's cards, one after the other."""
    shown = [_card(face, "card", four_colours, large) for face in faces]
    return Markup("".join(shown))  # noqa: S704 (all are markup)


def pile_room(number: int) -> str:
    """Return the CSS classes that give so many piles their room."""
    room = next((room for room in ROOMS if number <= room), ROOMS[-1])
    return f"of-{room} is-crowded" if number > FEW_PILES else f"of-{room}"


@lru_cache(maxsize=256)
def avatar(slug: str, css_class: str = "avatar") -> Markup:
    """Return a player's picture. It stands beside the name, so it needs no text of its own."""
    return Markup('<img class="{}" src="{}" alt="" width="48" height="48">').format(
        css_class, static(avatar_path(slug))
    )


def show_time(moment: dt.datetime | None, form: str) -> Markup:
    """Show a moment in the time zone of the page, in one of Django's formats, as a `time` element.

    Programs read it there in a form of their own. What never was is shown as nothing.
    """
    if moment is None:
        return Markup()
    here = timezone.localtime(moment)
    return Markup('<time datetime="{}">{}</time>').format(
        date_format(here, FOR_PROGRAMS), date_format(here, form)
    )
