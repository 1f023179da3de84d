"""A page that is built up from changes is the page that is sent whole, whatever was missed."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from functools import partial
from statistics import median
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.live.fragments import render_changed, render_whole, take_table
from games.live.parts import Parts
from games.models import Game
from games.presenters import FormState
from games.snapshots import Snapshot
from tests.built import BuiltPage, read
from tests.games.whole_games import (
    EVERY_TABLE,
    Table,
    remembering,
    seat_players,
    snapshot_of,
    take_turn,
)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.once,
    pytest.mark.usefixtures("all_connected"),  # the notices of live games are shown nowhere here
]

TABLES = [table for table in EVERY_TABLE if not table.options or "partnership" in table.options]
LOOKS = 0.4  # how often a viewer is sent a version: the others are missed
REFUSED = 0.03
TURNS = 40
USUAL_BYTES = 4096


class Viewer:
    """A socket, as it renders what it sends, and the page at its other end."""

    def __init__(self, user: Any, *, four_colours: bool = False) -> None:
        self.user, self.four_colours = user, four_colours
        self.sent: Parts | None = None
        self.page = BuiltPage()
        self.sizes: list[int] = []
        self.kinds: Counter[str] = Counter()

    def look(self, snapshot: Snapshot, form: FormState | None = None) -> None:
        """Take this version, and check that the page is now what a full one would be."""
        take = partial(
            take_table,
            snapshot,
            self.user.pk,
            language="en",
            csrf_token="token",
            form=form,
            four_colours=self.four_colours,
        )
        table, view = take()
        kept, _ = take(before=self.sent)
        again, _ = take(before=kept)
        for other in (kept, again):
            assert (other.frame, other.parts) == (table.frame, table.parts)
            assert other.lists == table.lists
        whole = render_whole(table, view, language="en")
        changed = render_changed(self.sent, kept, language="en") if self.sent else None
        self.sent = kept
        self.kinds["whole" if changed is None else "changed"] += 1
        if changed is not None:
            self.sizes.append(len(changed.encode()))
        self.page.take(changed or whole)
        assert self.page.read() == read(whole)


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


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_changes_build_the_page_that_is_sent_whole(
    table: Table, alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    rng, turn = random.Random(str(table)), 0
    people = (alice, bob, carol)
    viewers = [Viewer(user, four_colours=user == bob) for user in (*people[: table.players], oscar)]
    started = timezone.now()
    with remembering(), time_machine.travel(started, tick=False) as clock:
        game = seat_players(table, people, rng)
        while turn < TURNS:
            snapshot = snapshot_of(game)
            is_over = snapshot.game.status != Game.Status.PLAYING
            for viewer in viewers:
                if is_over or rng.random() < LOOKS:
                    viewer.look(snapshot)
                if rng.random() < REFUSED and not is_over:
                    viewer.look(snapshot, FormState(refusal="No."))
                    viewer.look(snapshot)
            if is_over:
                break
            clock.shift(dt.timedelta(seconds=rng.randint(0, 3)))
            turn += 1
            take_turn(table, snapshot, turn, rng)
    for viewer in viewers:
        assert viewer.kinds["changed"] > viewer.kinds["whole"]


@pytest.mark.parametrize("table", [table for table in TABLES if table.players == 2], ids=str)
def test_a_usual_change_takes_less_than_four_kilobytes(table: Table, alice: Any, bob: Any) -> None:
    rng, viewers = random.Random(1), [Viewer(alice), Viewer(bob)]
    with remembering(), time_machine.travel(timezone.now(), tick=False):
        game = seat_players(table, (alice, bob), rng)
        for turn in range(TURNS):
            snapshot = snapshot_of(game)
            if snapshot.game.status != Game.Status.PLAYING:
                break
            for viewer in viewers:
                viewer.look(snapshot)
            take_turn(table, snapshot, turn, rng)
    for viewer in viewers:
        assert median(viewer.sizes) <= USUAL_BYTES
