"""The pages of a game whose pack is not one of 52 cards show that pack."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import rules, selectors, services
from games.live.fragments import render_game
from games.presenters.sheet import pack_rows
from games.rules.cards import PACK, show_card
from games.rules.record import write_record
from tests.games.whole_games import Table, play_game, seat_players, snapshot_of
from tests.rules.casino.test_variants import SHORT

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PROGRAM = Path(__file__).resolve().parents[2] / "docs" / "check_shuffle.py"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.VARIANTS, SHORT.name, SHORT)
    monkeypatch.setitem(rules._BY_VERSION, (SHORT.name, SHORT.rules_version), SHORT)


def run_program(*arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-I", str(PROGRAM), *arguments], capture_output=True, text=True
    )
    return done.stdout.splitlines()


def test_the_counter_shows_the_pack_of_the_game(alice: Any, bob: Any) -> None:
    game = seat_players(Table(SHORT.name, 2), [alice, bob], random.Random(1))
    page = render_game(snapshot_of(game), alice.pk, language="en", csrf_token="token")
    assert re.findall(r'<td id="seen-(\w)-\d+" class="\w+">(\w+)<', page) == [
        (card[1].lower(), show_card(card)[:-1]) for card in SHORT.pack
    ]


def test_a_hand_of_more_than_four_is_a_number_beside_backs(alice: Any, bob: Any) -> None:
    game = seat_players(Table(SHORT.name, 2), [alice, bob], random.Random(1))
    page = render_game(snapshot_of(game), alice.pk, language="en", csrf_token="token")
    assert '<span class="backs is-counted" title="5 cards in hand">' in page


def test_the_rows_of_a_whole_pack_are_its_suits() -> None:
    assert [card for row in pack_rows(PACK) for card in row] == list(PACK)
    assert [len(row) for row in pack_rows(SHORT.pack)] == [11, 12, 11, 12]


def test_the_shuffle_page_lays_out_the_pack_of_the_game(
    alice: Any, bob: Any, as_alice: Client, tmp_path: Path
) -> None:
    snapshot = play_game(Table(SHORT.name, 2, {"target": 11}), [alice, bob], random.Random(1))
    game = snapshot.game
    page = as_alice.get(reverse("game_shuffle", args=[game.public_id])).content.decode()
    assert f'spellcheck="false">{" ".join(SHORT.pack)}</textarea>' in page
    command = page.partition("python3 check_shuffle.py ")[2].partition("<")[0]
    packs, seed, *values = command.replace("&#x27;&#x27;", "").split(" ")
    decks = [snapshot.deck.cards, *[e.text[5:] for e in snapshot.events if e.text[:4] == "deal"]]
    assert run_program(packs, seed, *values)[2:] == [f"cards: {deck}" for deck in decks]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(write_record(selectors.record_of(snapshot, None))))
    results = run_program(str(file))
    assert "cards: matches" in results
    assert len([each for each in results if "deck of event" in each]) == len(decks) - 1
    assert all(each.endswith(": matches") for each in results)


def test_a_game_with_another_pack_can_be_offered(alice: Any) -> None:
    game = services.open_table(alice, variant=SHORT.name, move_time=60, kind="open", players=3)
    assert game.rules is SHORT
