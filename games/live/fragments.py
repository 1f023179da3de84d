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
from functools import cache
from itertools import islice
from typing import Any

from django.template import engines
from django.template.loader import render_to_string
from django.utils import timezone
from markupsafe import Markup

from config.metrics import TABLES_SENT
from games import presenters
from games.live.differences import render_changes
from games.live.parts import Parts, take_parts
from games.live.pieces import find_macro
from games.live.sections import Key, Listed
from games.messages.fragments import Fragments
from games.messages.language import current_language, remembered, speak
from games.models import Game
from games.presenters.archive import ArchivedGame
from games.presenters.shapes import CardChoice, ComposerView
from games.snapshots import Snapshot
from notices.selectors import Unread

REMEMBERED_LINES = 1024
REMEMBERED_COUNTS = 256
MOST_ANSWERS = 26
ANSWER_BYTES = 16_000
TURNS = '<data id="turns-elsewhere" value="{}" hx-swap-oob="true" hidden></data>'
_WHOLE_SENT, _CHANGES_SENT = TABLES_SENT.labels("whole"), TABLES_SENT.labels("changes")
_BEFORE_TAGS = re.compile(r"(?=<(?!/))")


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
        return Markup(find_macro(self.live, macro)(*key, inside))  # noqa: S704 (likewise)


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


def render_outdated(*, language: str) -> str:
    """Return what a page of another release says."""
    with speak(language):
        return _render_outdated()


@remembered(maxsize=1)
def _render_outdated() -> str:
    return render_to_string("_outdated.html")


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
