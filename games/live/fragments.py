"""The live fragments: rendered at every change for every viewer, so by Jinja2 and with care.

Each is rendered in its viewer's language. A finished view holds words already: whoever hands one
in has built it in the same language.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import islice
from typing import Any

from django.template import engines
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.dateformat import format as date_format
from markupsafe import Markup, escape

from accounts.avatars import avatar_path
from config.metrics import TABLES_SENT
from games import presenters
from games.computer import LEVELS
from games.forms.seats import USUAL_LEVEL
from games.live.boards.piles import FEW_PILES
from games.live.differences import render_changes
from games.live.parts import Parts, take_parts
from games.live.sections import Key, Listed
from games.messages.cards import card_name, card_text, suit_name
from games.messages.clock import clock_data
from games.messages.counter import tell_counted
from games.messages.fragments import Fragments
from games.messages.labels import level_label
from games.messages.language import current_language, remembered, speak
from games.messages.text import Part, Text, parts_of, speak_text
from games.messages.units import unit_texts
from games.models import Game
from games.pictures.cards import card_path
from games.pictures.triplets import draw_triplet
from games.presenters.archive import ArchivedGame
from games.presenters.shapes import CardChoice, ComposerView, Face
from games.rules.cards import show_card
from games.snapshots import Snapshot
from notices.selectors import Unread

REMEMBERED_PIECES = 8192
REMEMBERED_SENTENCES = 4096
REMEMBERED_LINES = 1024
REMEMBERED_COUNTS = 256
ROOMS = (5, FEW_PILES, 10, 12, 14, 16, 20, 30)
MOST_ANSWERS = 26
ANSWER_BYTES = 16_000
TURNS = '<data id="turns-elsewhere" value="{}" hx-swap-oob="true" hidden></data>'
_WHOLE_SENT, _CHANGES_SENT = TABLES_SENT.labels("whole"), TABLES_SENT.labels("changes")
_BEFORE_TAGS = re.compile(r"(?=<(?!/))")
SMALL_SCREEN = "(max-width:46rem),(max-height:30rem)"


def environment(**options: Any) -> Fragments:
    """Return the templates of the live fragments."""
    live = Fragments(**options)
    live.globals.update(
        avatar=avatar,
        card=card,
        card_name=card_name,
        card_text=card_text,
        cards=cards,
        chips=chips,
        clock_data=clock_data,
        level_label=level_label,
        levels=tuple(LEVELS),
        parts_of=parts_of,
        pile_room=pile_room,
        piece=remembered(maxsize=REMEMBERED_PIECES)(partial(_render_piece, live)),
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
    return Markup(_find_macro(live, name)(*parts))  # noqa: S704 (the macro has escaped its parts)


def _find_macro(live: Fragments, name: str) -> Any:
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


def show_time(moment: dt.datetime | None, form: str) -> str:
    """Return a moment in the time zone of the page, in one of Django's formats."""
    return date_format(timezone.localtime(moment), form) if moment is not None else ""


def render_game(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    language: str,
    csrf_token: str,
    form: presenters.FormState | None = None,
    now: dt.datetime | None = None,
    four_colours: bool = False,
) -> str:
    """Return the fragment of a game's page as that user may see it."""
    table, view = take_table(
        snapshot,
        user_id,
        language=language,
        csrf_token=csrf_token,
        form=form,
        now=now,
        four_colours=four_colours,
    )
    return render_whole(table, view, language=language)


def take_table(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    language: str,
    csrf_token: str,
    form: presenters.FormState | None = None,
    now: dt.datetime | None = None,
    four_colours: bool = False,
    before: Parts | None = None,
) -> tuple[Parts, presenters.TableView]:
    """Return the parts of a game's page as that user may see it, and the view they come from.

    `before` are those that were last taken for the same user, game and language.
    """
    with speak(language):
        view = presenters.view_table(
            snapshot,
            user_id,
            now=now or timezone.now(),
            form=form or presenters.FormState(),
            four_colours=four_colours,
        )
        parts = take_parts(view, csrf_token=csrf_token, language=language, before=before)
        return parts, view


def render_whole(table: Parts, view: presenters.TableView, *, language: str) -> str:
    """Return the whole fragment of a game's page."""
    _WHOLE_SENT.inc()
    with speak(language):
        live = _live()
        page = _Page(table.parts, table.lists, live, live.globals["piece"].in_language(language))
        # While the game is played, everything on the page comes from the frame and the parts.
        t = None if view.status == Game.Status.PLAYING else view
        numbers = {"version": table.version, "moves_seen": table.moves_seen}
        context = {"f": table.frame, "t": t, "part": page.part, "list": page.list, **numbers}
        return live.get_template("game.jinja").render(context, around=page.around)


def render_changed(before: Parts, after: Parts, *, language: str) -> str | None:
    """Return what has changed on a page, or None where only the whole page will do."""
    _CHANGES_SENT.inc()
    with speak(language):
        piece = _live().globals["piece"].in_language(language)
        return render_changes(before, after, lambda key: piece(*key))


@cache
def _live() -> Fragments:
    engine: Any = engines["live"]
    found: Fragments = engine.env
    return found


@dataclass(frozen=True, slots=True)
class _Page:
    """Puts the parts of a table where its templates name them."""

    parts: Mapping[str, Key]
    lists: Mapping[str, Listed]
    live: Fragments
    piece: Callable[..., Markup]

    def part(self, name: str) -> Markup:
        return self.piece(*self.parts[name])

    def list(self, name: str) -> Markup:
        held = [
            self.list(each) if each in self.lists else self.part(each)
            for each in self.lists[name][1]
        ]
        return self.around(name, Markup("".join(held)))  # noqa: S704 (all are markup)

    def around(self, name: str, inside: Markup) -> Markup:
        macro, *key = self.lists[name][0]
        return Markup(_find_macro(self.live, macro)(*key, inside))  # noqa: S704 (likewise)


def render_composer(game: Game, composer: ComposerView, *, language: str) -> str:
    """Return the parts of the composer that change with the selection."""
    context = {"composer": composer, "variant": game.variant}
    return _render("composer.jinja", language, context)


def render_answers(
    snapshot: Snapshot, answers: Iterable[tuple[CardChoice, ComposerView]], *, language: str
) -> str:
    """Return the composers of several choices as JSON, as many as have room; "" if there are none.

    Most of what they say repeats: each is cut before its tags, and given as the numbers of its
    pieces.
    """
    pieces: dict[str, int] = {}
    found: dict[str, list[int]] = {}
    size = 0
    for (cards, piles), composer in islice(answers, MOST_ANSWERS):
        html = render_composer(snapshot.game, composer, language=language)
        cut = cut_in_pieces(html)
        name = f"{' '.join(sorted(cards))}|{' '.join(sorted(piles))}"
        new = dict.fromkeys([piece for piece in cut if piece not in pieces])
        size += len(json.dumps([name, *new], ensure_ascii=False).encode()) + 4 * len(cut)
        if size > ANSWER_BYTES:
            break
        for piece in new:
            pieces[piece] = len(pieces)
        found[name] = [pieces[piece] for piece in cut]
    if not found:
        return ""
    sent = {"version": snapshot.game.version, "pieces": list(pieces), "answers": found}
    return json.dumps(sent, ensure_ascii=False, separators=(",", ":"))


def cut_in_pieces(html: str) -> list[str]:
    """Return HTML cut before each of its tags."""
    return _BEFORE_TAGS.split(html)


def render_lobby(view: presenters.LobbyView, *, language: str, csrf_token: str) -> str:
    """Return the fragment of the lobby's lists."""
    return _render("lobby.jinja", language, {"l": view, "csrf_token": csrf_token})


def render_lines(games: Iterable[ArchivedGame], *, language: str) -> str:
    """Return finished games as lines of a list: the archive has twenty of them on a page."""
    with speak(language):
        zone = timezone.get_current_timezone_name()
        return "\n".join([_render_line(game, zone) for game in games])


@remembered(maxsize=REMEMBERED_LINES)
def _render_line(game: ArchivedGame, _zone: str) -> str:
    return _render("line.jinja", current_language(), {"g": game})


def render_mine(view: presenters.MyGamesView, *, language: str, csrf_token: str) -> str:
    """Return the fragment of a player's own games."""
    return _render("mine.jinja", language, {"m": view, "csrf_token": csrf_token})


def render_turns(elsewhere: int) -> str:
    """Return in how many other games it is the player's turn: for turns.js, on every page."""
    return TURNS.format(elsewhere)


def render_unread(unread: Unread, *, language: str) -> str:
    """Return the number of the bell, and how much is unread about the game of the page itself."""
    with speak(language):
        return _render_unread(unread)


@remembered(maxsize=REMEMBERED_COUNTS)
def _render_unread(unread: Unread) -> str:
    return render_to_string("notices/_count.html", {"unread": unread, "is_sent": True})


def render_seeks(view: presenters.SeeksView, *, language: str, csrf_token: str) -> str:
    """Return the fragment of a player's places in the queue, for the page of a game."""
    return _render("seeks.jinja", language, {"s": view, "csrf_token": csrf_token})


def render_draft(draft: presenters.DraftView, *, language: str, four_colours: bool = False) -> str:
    """Return the table on which a player composes a plan, with the buttons that plan."""
    return _render("plans/draft.jinja", language, {"d": draft, "four_colours": four_colours})


def render_hint(view: presenters.HintView, *, language: str) -> str:
    """Return the hint, or how far the computer is with it."""
    return _render("analysis/hint.jinja", language, {"h": view})


def render_position(
    view: presenters.ReplayView, *, language: str, four_colours: bool = False
) -> str:
    """Return only the felt of one step of a replay."""
    context = {"r": view, "four_colours": four_colours}
    return _render("analysis/position.jinja", language, context)


def render_replay(
    view: presenters.ReplayView,
    *,
    language: str,
    four_colours: bool = False,
    analysed: presenters.AnalysedView | None = None,
    analysis_state: str = "none",
    moves_shown: str = "",
) -> str:
    """Return the fragment of one step of a replay, with the analysis of its move.

    The analysis has its place at every step as soon as it has begun. `moves_shown` is the
    `moves_key` of the list of moves that the page shows already. If that is the same list, it is
    left out and the page keeps its own: there may be hundreds of moves.
    """
    context = {
        "r": view,
        "four_colours": four_colours,
        "s": analysed,
        "analysis_state": analysis_state,
        "is_kept": moves_shown == view.moves_key,
    }
    return _render("replay/replay.jinja", language, context)


def _render(template: str, language: str, context: dict[str, Any]) -> str:
    with speak(language):
        return render_to_string(template, context, using="live")
