"""A stored game whose rules this release does not know is reported and breaks nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import selectors, snapshots
from games.models import Game, Tally
from tests.games.pages import at, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def unknown(finished: Any) -> Game:
    game: Game = finished()
    Game.objects.update(rules_version=99)
    snapshots.forget_all()
    return game


@pytest.mark.once
@pytest.mark.parametrize("name", ["game", "game_live", "record", "replay", "game_shuffle"])
def test_its_pages_explain_why_it_is_not_shown(unknown: Game, as_alice: Client, name: str) -> None:
    answer = as_alice.get(at(name, unknown), follow=True)
    assert answer.status_code == 503
    assert "Casino Trifecta has no rules of version 99; known versions: 1." in text_of(answer)


@pytest.mark.once
@pytest.mark.parametrize("path", ["/", "/archive/", "/archive/?show=public", "/players/alice/"])
def test_lists_show_it_like_any_other_game(unknown: Game, as_alice: Client, path: str) -> None:
    answer = as_alice.get(path)
    assert answer.status_code == 200
    assert "bob" in text_of(answer)


def test_downloads_leave_it_out(unknown: Game, as_alice: Client, alice: Any) -> None:
    (own,) = json.loads(as_alice.get(reverse("download")).content)["games"]
    assert own["record"] == {
        "missing": "Casino Trifecta has no rules of version 99; known versions: 1."
    }
    assert list(selectors.finished_records(alice)) == []


def test_the_audit_reports_it(unknown: Game) -> None:
    (verified,) = selectors.verify_games(selectors.verifiable_games())
    assert verified.public_id == unknown.public_id
    assert verified.difference.startswith("Casino Trifecta has no rules of version 99")


@pytest.mark.parametrize("path", ["/archive/?show=public", "/players/alice/"])
def test_lists_show_a_game_that_this_release_does_not_know_at_all(
    unknown: Game, as_alice: Client, path: str
) -> None:
    Game.objects.update(variant="scopa")
    Tally.objects.update(variant="scopa")
    answer = as_alice.get(path)
    assert answer.status_code == 200
    assert "scopa" in text_of(answer)
