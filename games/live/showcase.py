"""What the lobby shows everybody alike: how many are here, and one table; rendered once for all."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils import timezone
from markupsafe import Markup

from games import presenters
from games.live.fragments import cut_in_pieces
from games.messages import offers
from games.messages.language import speak
from games.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class Showcase:
    """The fragment, and a short name of what it shows."""

    mark: str
    html: str


def render_showcase(
    snapshot: Snapshot | None, *, here: int, playing: int, language: str, four_colours: bool
) -> Showcase:
    """Return the fragment with a running public game, or with the recorded one if there is none.

    `here` is the number of players with a page open, `playing` that of people in live games.
    """
    with speak(language):
        shown = (
            presenters.view_shown_game(snapshot, now=timezone.now())
            if snapshot is not None
            else presenters.view_recorded_step()
        )
        people = (offers.count_here(here), offers.count_playing(playing))
        context = {"s": shown, "people": " ".join(filter(None, people))}
        context["table"] = table = Markup(_render("table", {"s": shown}, four_colours))  # noqa: S704
        context["steps_mark"] = _mark(table)
        inside = _render("inside", context, four_colours)
        mark = _mark(inside)
        return Showcase(mark, _render("frame", {"mark": mark, "inside": Markup(inside)}))  # noqa: S704 (an autoescaped template made it)


@lru_cache(maxsize=16)
def render_steps(language: str, *, four_colours: bool) -> str:
    """Return every step of the recorded game as JSON, to be shown one after the other.

    Most of it repeats: each step is cut before its tags, and given as the numbers of its pieces.
    """
    pieces: dict[str, int] = {}
    steps = []
    with speak(language):
        for step in range(presenters.recorded_replay().last + 1):
            table = _render("table", {"s": presenters.view_recorded_step(step)}, four_colours)
            cut = cut_in_pieces(table)
            steps.append([pieces.setdefault(piece, len(pieces)) for piece in cut])
    sent = {"pieces": list(pieces), "steps": steps}
    return json.dumps(sent, ensure_ascii=False, separators=(",", ":"))


def _render(template: str, context: dict[str, object], four_colours: bool = False) -> str:
    context = {**context, "four_colours": four_colours}
    return render_to_string(f"showcase/{template}.jinja", context, using="live")


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
