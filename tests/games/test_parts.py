"""A page that is built up from changes is the page that is sent whole, whatever was missed."""

from __future__ import annotations

import datetime as dt
import random
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from statistics import median
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import rules, services
from games.lessons import FIRST, find_lesson
from games.live.differences import render_changes
from games.live.fragments import render_changed, render_whole, take_table
from games.live.parts import Builder, Parts, take_parts
from games.live.sections import Section
from games.models import Event, Game
from games.presenters import FormState, TableView, answer_likely_choices
from games.snapshots import Snapshot
from tests.built import BuiltPage, read
from tests.games.whole_games import (
    EVERY_TABLE,
    Table,
    play_usual_move,
    remembering,
    seat_players,
    snapshot_of,
    take_turn,
    take_turn_quickly,
)
from tests.present import present

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.once,
    pytest.mark.usefixtures("all_connected"),  # the notices of live games are shown nowhere here
]

LOOKS = 4
"""How many versions anywhere in a game a viewer is sent, besides those near what is unusual."""
LOOKS_NEAR = 0.15
"""How often a viewer is sent such a version: the others are missed."""
REFUSALS = 2
TURNS = 60
"""Enough for the whole of a short game."""
USUAL_BYTES = 4096
SECTIONS = {
    *("page", "player", "clock", "last-move", "sheet", "turn", "quitting", "composer", "guide"),
    *("look-back-from", "events", "shuffle", "trays"),
    *("piles", "place", "hand", "captures", "counter"),
}
"""The kinds of sections: each is left out in a test below."""


class Viewer:
    """A socket, as it renders what it sends, and the page at its other end."""

    def __init__(self, user: Any, *, language: str = "en", four_colours: bool = False) -> None:
        self.user, self.language, self.four_colours = user, language, four_colours
        self.sent: Parts | None = None
        self.page = BuiltPage()
        self.sizes: list[int] = []
        self.shown: set[str] = set()

    def take(
        self, snapshot: Snapshot, form: FormState | None = None, before: Parts | None = None
    ) -> tuple[Parts, TableView]:
        """Return the parts of this version, and its view."""
        return take_table(
            snapshot,
            self.user.pk,
            language=self.language,
            csrf_token="token",
            form=form,
            four_colours=self.four_colours,
            before=before,
        )

    def follow(self, snapshot: Snapshot, form: FormState | None = None) -> str | None:
        """Take this version, and return what has changed on the page, None if all has."""
        before = self.sent
        self.sent, _ = self.take(snapshot, form, before)
        changed = render_changed(before, self.sent, language=self.language) if before else None
        if changed is not None:
            self.sizes.append(len(changed.encode()))
        self.shown |= kinds_of(snapshot, self.sent)
        assert {kind_of(name) for name in self.sent.sections} <= SECTIONS
        return changed

    def look(self, snapshot: Snapshot, form: FormState | None = None) -> None:
        """Take this version, and check that the page is now what a full one would be."""
        table, view = self.take(snapshot, form)
        changed, kept = self.follow(snapshot, form), present(self.sent)
        again, _ = self.take(snapshot, form, kept)
        for other in (kept, again):
            assert (other.frame, other.parts) == (table.frame, table.parts)
            assert other.lists == table.lists
        whole = render_whole(table, view, language=self.language)
        self.page.take(changed or whole)
        if changed is not None:
            assert self.page.read() == read(whole)


def kind_of(section: str) -> str:
    """Return the name of a section without the number or suit that it is for."""
    return re.sub(r"-(\d|[cdhs])$", "", section, flags=re.IGNORECASE)


def kinds_of(snapshot: Snapshot, table: Parts) -> set[str]:
    """Return what is unusual about a version of a game, as somebody sees it."""
    frame, kinds = table.frame, {event.kind for event in snapshot.events}
    is_known = {
        "end": frame.status == Game.Status.FINISHED,
        "violation": Event.Kind.TIMEOUT in kinds and frame.status == Game.Status.PLAYING,
        "quit": Event.Kind.RESIGNATION in kinds and frame.status == Game.Status.PLAYING,
        "counted deck": frame.counted is not None,
        "second deck": Event.Kind.RESHUFFLE in kinds and frame.counted is None,
        "choice": bool(frame.choices),
        "refusal": bool(frame.refusal),
    }
    return {kind for kind, is_so in is_known.items() if is_so}


def awaited(table: Table) -> set[str]:
    """Return what must have been shown of that game before its end, besides usual moves."""
    kinds = {"end", "refusal"}
    if table.late is not None:
        kinds.add("violation")
    if table.quits is not None:
        kinds.add("quit")
    if rules.variant(table.variant).deals_decks and table.options.get("target", 0) is not None:
        kinds |= {"counted deck", "second deck"}
    return kinds


def play_to_the_end(
    table: Table, game: Game, rng: random.Random, clock: Any
) -> Iterator[tuple[Snapshot, dt.datetime]]:
    """Yield every version of a game, and when it was the newest."""
    snapshot, turn = snapshot_of(game), 0
    while snapshot.game.status == Game.Status.PLAYING:
        yield snapshot, timezone.now()
        clock.shift(dt.timedelta(seconds=rng.randint(0, 3)))
        turn += 1
        snapshot = take_turn_quickly(table, snapshot, turn, rng)
    yield snapshot, timezone.now()


def find_noted(played: Sequence[Snapshot]) -> set[int]:
    """Return the places of the end, and of the first event of each kind but a move."""
    noted = {"end": len(played) - 1}
    for place, (before, after) in enumerate(pairwise(played), 1):
        for event in after.events[len(before.events) :]:
            if event.kind != Event.Kind.MOVE:
                noted.setdefault(event.kind, place)
    return set(noted.values())


def look_on(
    table: Table, game: Game, viewers: Sequence[Viewer], rng: random.Random, clock: Any
) -> None:
    """Play a game to its end, and send it now and then, and always when something is unusual."""
    played = list(play_to_the_end(table, game, rng, clock))
    noted = find_noted([snapshot for snapshot, _ in played])
    refused = rng.sample(range(len(played) - 1), REFUSALS)
    usual = [rng.sample(range(len(played)), LOOKS) for _ in viewers]
    for place, (snapshot, moment) in enumerate(played):
        clock.move_to(moment)
        # Until everybody has moved, the count of a deck is on the page.
        is_near = any(place - table.players - 1 <= near <= place + 1 for near in noted)
        for viewer, sent in zip(viewers, usual, strict=True):
            if place in noted or place in sent or (is_near and rng.random() < LOOKS_NEAR):
                viewer.look(snapshot)
        if place in refused:
            viewer = rng.choice(viewers)
            viewer.look(snapshot, FormState(refusal="No."))
            viewer.look(snapshot)


def test_a_card_that_was_played_is_sent_unless_it_lies_on_the_table(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    game = dealt()

    def sent_card() -> Any:
        table, _ = take_table(snapshot_of(game), alice.pk, language="en", csrf_token="token")
        return table.parts["last-move-card"][1]

    play(game, alice, "9D x 5D 4H")
    assert sent_card().code == "9D"
    play(game, bob, "QC")
    assert sent_card() is None


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_changes_build_the_page_that_is_sent_whole(
    table: Table, alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    rng, people = random.Random(str(table)), (alice, bob, carol)
    viewers = [Viewer(alice), Viewer(bob, language="es", four_colours=True)]
    if not table.options:
        viewers += [Viewer(oscar), Viewer(AnonymousUser(), language="es")]
    with remembering(), time_machine.travel(timezone.now(), tick=False) as clock:
        game = seat_players(table, people, rng)
        look_on(table, game, viewers, rng, clock)
    assert all(viewer.sizes for viewer in viewers)
    assert set[str]().union(*(viewer.shown for viewer in viewers)) >= awaited(table)


@pytest.mark.parametrize("name", ["royal_casino", "triple_four"])
def test_changes_build_the_page_of_a_game_against_computers_only(
    name: str, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, viewer = random.Random(name), Viewer(alice)
    monkeypatch.setattr(secrets, "token_bytes", rng.randbytes)
    with remembering(), time_machine.travel(timezone.now(), tick=False) as clock:
        game = services.play_computer(
            alice, variant=name, move_time=60, levels=["easy", "easy"], value=rng.randbytes(8).hex()
        )
        look_on(Table(name, 3), game, [viewer], rng, clock)
    assert viewer.sizes
    assert viewer.shown >= {"end", "refusal"}


def test_the_page_that_offers_readings_to_choose_from_is_sent_whole(alice: Any, bob: Any) -> None:
    rng, viewer, table = random.Random(4), Viewer(alice), Table("royal_casino", 2)
    with remembering(), time_machine.travel(timezone.now(), tick=False) as clock:
        game = seat_players(table, (alice, bob), rng)
        for snapshot, _ in islice(play_to_the_end(table, game, rng, clock), 20):
            if (chosen := find_choice(snapshot, alice)) is not None:
                for form in (None, chosen, None):
                    viewer.look(snapshot, form)
    assert "choice" in viewer.shown


def find_choice(snapshot: Snapshot, user: Any) -> FormState | None:
    """Return a selection that can be read in several ways, if the user is likely to make one."""
    answers = answer_likely_choices(snapshot, user.pk) or ()
    found = (choice for choice, composer in answers if composer.choices)
    return next((FormState(*choice) for choice in found), None)


USUAL = [table for table in EVERY_TABLE if table.players == 2 and not table.options]


@pytest.mark.parametrize("table", USUAL, ids=str)
def test_a_usual_change_takes_less_than_four_kilobytes(table: Table, alice: Any, bob: Any) -> None:
    rng = random.Random(1)
    viewers = [Viewer(user, language=name) for user in (alice, bob) for name in ("en", "es")]
    with remembering(), time_machine.travel(timezone.now(), tick=False):
        game = seat_players(table, (alice, bob), rng)
        for turn in range(TURNS):
            snapshot = snapshot_of(game)
            if snapshot.game.status != Game.Status.PLAYING:
                break
            for viewer in viewers:
                viewer.follow(snapshot)
            take_turn(table, snapshot, turn, rng)
    for viewer in viewers:
        assert median(viewer.sizes) <= USUAL_BYTES


@dataclass(frozen=True, eq=False)
class Change:
    """Two versions of a game and when they were the newest, as somebody is sent them in turn."""

    user: Any
    versions: tuple[tuple[Snapshot, dt.datetime], tuple[Snapshot, dt.datetime]]
    was: Parts
    now: Parts

    def macros(self) -> set[str]:
        """Return the macros of all parts and lists that differ."""
        parts = [key for name, key in self.now.parts.items() if self.was.parts.get(name) != key]
        lists = [
            listed[0]
            for name, listed in self.now.lists.items()
            if self.was.lists.get(name) != listed
        ]
        return {key[0] for key in (*parts, *lists)}

    def every_macro(self) -> set[str]:
        """Return the macros of all parts and lists."""
        lists = [key for key, _ in self.now.lists.values()]
        return {key[0] for key in (*self.now.parts.values(), *lists)}

    def every_fact(self) -> set[tuple[str, int]]:
        """Return the sections that a page keeps while their facts stay the same, with each fact."""
        sections = [(kind_of(name), section) for name, section in self.now.sections.items()]
        return {
            (kind, place)
            for kind, section in sections
            for place in range(len(section.facts))
            if kind != "counter"  # all pages share these
        }

    def sections(self) -> set[str]:
        """Return the kinds of all sections."""
        return {kind_of(name) for name in self.now.sections}

    def lone_facts(self) -> set[tuple[str, int]]:
        """Return the sections that differ because of one fact alone, with its place."""
        found = set()
        for name, section in self.now.sections.items():
            if kind_of(name) == "counter":
                continue
            known = self.was.sections.get(name, section)
            pairs = enumerate(zip(known.facts, section.facts, strict=True))
            differing = [place for place, (one, other) in pairs if one != other]
            is_same = (known.parts, known.lists) == (section.parts, section.lists)
            if len(differing) == 1 and not is_same:
                found.add((kind_of(name), differing[0]))
        return found

    def is_found_wrong(self, clock: Any) -> bool:
        """Return whether a page that is sent both is found to differ from the whole."""
        viewer = Viewer(self.user)
        try:
            for snapshot, moment in self.versions:
                clock.move_to(moment)
                viewer.look(snapshot)
        except (AssertionError, KeyError):
            return True
        return False


def find_changes(
    played: Sequence[tuple[Snapshot, dt.datetime]], user: Any, clock: Any
) -> Iterator[Change]:
    """Yield what is sent in parts to a viewer who is sent every version of a game."""
    viewer, was = Viewer(user), None
    for place, (snapshot, moment) in enumerate(played):
        clock.move_to(moment)
        now, _ = viewer.take(snapshot, before=was)
        if was is not None and was.base and was.frame == now.frame:
            yield Change(user, (played[place - 1], played[place]), was, now)
        was = now


@contextmanager
def without_part(macro: str) -> Iterator[None]:
    """Send no parts and lists of that macro in changes."""

    def render_others(before: Parts, after: Parts, piece: Any) -> str | None:
        sections = {
            name: section
            if section is before.sections.get(name)
            else Section(
                section.facts,
                {part: key for part, key in section.parts.items() if key[0] != macro},
                {part: held for part, held in section.lists.items() if held[0][0] != macro},
            )
            for name, section in after.sections.items()
        }
        return render_changes(before, replace(after, sections=sections), piece)

    with patch("games.live.fragments.render_changes", render_others):
        yield


@contextmanager
def without_section(kind: str) -> Iterator[None]:
    """Forget sections of that kind where a page is taken after another."""

    def take_others(view: TableView, *, before: Parts | None = None, **given: Any) -> Parts:
        table = take_parts(view, before=before, **given)
        if before is not None:
            table.sections = {
                name: section for name, section in table.sections.items() if kind_of(name) != kind
            }
        return table

    with patch("games.live.fragments.take_parts", take_others):
        yield


@contextmanager
def without_fact(fact: tuple[str, int]) -> Iterator[None]:
    """Keep sections of that kind whatever that fact is."""
    (kind, place), begin = fact, Builder.begin

    def begin_with_others(self: Builder, name: str, *facts: Any) -> Section | None:
        if kind_of(name) == kind:
            facts = (*facts[:place], *facts[place + 1 :])
        return begin(self, name, *facts)

    with patch.object(Builder, "begin", begin_with_others):
        yield


PLANTED = (
    (Table("trifecta", 2), 10),
    (Table("triple_four", 2), 3),
    (Table("casino", 4, {"partnership": True}), 0),
)
"""Games with their seeds that have, together with a lesson, every kind of part and section."""
VERSIONS = 100
STEADY = {
    *("arranged", "face", "look_back", "piles.counter_row", "player", "quitting", "reset"),
    "sheet_rows",
}
"""The macros whose parts and lists stay what they are while a page is sent changes."""
IMPLIED = {
    *(("clock", 2), ("hand", 0), ("hand", 2), ("piles", 2), ("piles", 3)),
    *(("sheet", 0), ("sheet", 2)),
}
"""The facts that change in these games only when another one of the section does, or the frame."""


def play_lesson(user: Any) -> Iterator[tuple[Snapshot, dt.datetime]]:
    """Yield every version of a lesson, to the end of its steps."""
    snapshot = snapshot_of(services.start_lesson(user, variant="casino", name=FIRST))
    yield snapshot, timezone.now()
    for step in present(find_lesson("casino", FIRST)).steps:
        snapshot = present(play_usual_move(snapshot, step.moves[0]))
        yield snapshot, timezone.now()


def test_whatever_is_left_out_of_a_change_is_found(alice: Any, bob: Any, carol: Any) -> None:
    with remembering(), time_machine.travel(timezone.now(), tick=False) as clock:
        games = [list(play_lesson(alice))]
        for table, seed in PLANTED:
            rng = random.Random(seed)
            game = seat_players(table, (alice, bob, carol), rng)
            games.append(list(play_to_the_end(table, game, rng, clock))[:VERSIONS])
        changes = [change for game in games for change in find_changes(game, alice, clock)]
        planted: dict[Any, Change] = {}
        for change in changes:
            found: list[Any] = [(without_part, macro) for macro in change.macros()]
            found += [(without_section, kind) for kind in change.sections()]
            found += [(without_fact, fact) for fact in change.lone_facts()]
            for omission in found:
                planted.setdefault(omission, change)
        assert [each for each in set(planted.values()) if each.is_found_wrong(clock)] == []
        missed = []
        for (leave_out, what), change in planted.items():
            with leave_out(what):
                if not change.is_found_wrong(clock):
                    missed.append(what)
    assert missed == []
    assert {what for leave_out, what in planted if leave_out is without_section} == SECTIONS
    macros = {macro for change in changes for macro in change.every_macro()}
    facts = {fact for change in changes for fact in change.every_fact()}
    assert macros - {what for leave_out, what in planted if leave_out is without_part} == STEADY
    assert facts - {what for leave_out, what in planted if leave_out is without_fact} == IMPLIED
