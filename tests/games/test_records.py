"""Games as files: downloads, also of running games."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone

from games import selectors, services
from games.rules.record import check_record, parse_record
from tests.catalogs import Translation, write_catalog
from tests.games.conftest import BOB_HOLDS, state_of
from tests.games.pages import at, cards_in, text_of

pytestmark = pytest.mark.django_db

GERMAN = {"accept-language": "de"}


@pytest.mark.once
def test_the_record_of_a_finished_game_can_be_read_and_played_again(
    finished: Any, nobody: Client
) -> None:
    game = finished()
    answer = nobody.get(at("record", game))
    assert answer["Content-Disposition"] == (
        f'attachment; filename="trifecta-{game.public_id}.json"'
    )
    record = parse_record(answer.content)
    states = check_record(record)
    assert [player.name for player in record.players] == ["alice", "bob"]
    assert (record.game, record.move_time) == (game.public_id, 60)
    assert len(record.events) == len(states) - 1 == game.event_count
    assert record.result is not None
    assert record.result.reason == game.reason


@pytest.mark.usefixtures("both_ways")
def test_a_move_made_after_the_clock_was_set_back_has_taken_no_time(
    dealt: Any, alice: Any, bob: Any, nobody: Client, play: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = dealt()
        clock.shift(-1)
        play(game, alice, "9D x 4H 5D")
        clock.shift(-1)
        services.quit_game(game.pk, user_id=bob.pk)
    record = parse_record(nobody.get(at("record", game)).content)
    check_record(record)
    assert [event.seconds for event in record.events[2:]] == [0.0, 0.0]


def test_a_running_game_gives_its_player_no_hidden_card(
    dealt: Any, as_alice: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    answer = as_alice.get(at("record", game))
    record = parse_record(answer.content)
    deck = record.decks[0]
    assert (deck.seed, deck.values, deck.cards, record.result) == (None, None, None, None)
    assert deck.commitment == game.decks.get().commitment
    assert [(pick.card, pick.salt is None) for pick in record.picks] == [
        ("7H", True),
        (None, True),
    ]
    assert [event.text for event in record.events] == ["secret 7H", "secret ??", "9D x 4H 5D"]
    assert record.position is not None
    assert record.position["hands"] == [["8C", "3H", "KS"], ["??"] * 4]
    hidden = {*BOB_HOLDS, *state_of(game).stock} - {"7H"}
    assert not hidden & cards_in(answer, game)


def test_the_record_of_a_game_before_the_deal_holds_no_pick_of_the_other(
    picking: Any, as_alice: Client, bob: Any
) -> None:
    game = picking()
    services.pick_secret(game.pk, user_id=bob.pk, card="6C", arrived_at=timezone.now())
    record = parse_record(as_alice.get(at("record", game)).content)
    assert (record.events, record.position) == ((), None)
    assert [(pick.seat, pick.card) for pick in record.picks] == [(1, None)]


def test_a_running_game_is_recorded_for_its_own_players_alone(
    dealt: Any, as_bob: Client, as_oscar: Client, nobody: Client
) -> None:
    game = dealt(kind="open")
    assert as_bob.get(at("record", game)).status_code == 200
    assert as_oscar.get(at("record", game)).status_code == 404
    assert nobody.get(at("record", game)).status_code == 404


def test_a_private_game_is_recorded_for_its_own_players_alone(
    finished: Any, as_bob: Client, as_oscar: Client
) -> None:
    game = finished(kind="link")
    assert as_bob.get(at("record", game)).status_code == 200
    assert as_oscar.get(at("record", game)).status_code == 404


def test_a_game_that_waits_or_was_cancelled_has_no_record(alice: Any, as_alice: Client) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    assert as_alice.get(at("record", game)).status_code == 404
    services.leave_game(game.pk, user=alice)
    assert as_alice.get(at("record", game)).status_code == 404


def test_a_players_finished_games_come_as_one_archive(
    finished: Any, picking: Any, carol: Any, bob: Any, alice: Any
) -> None:
    games = [finished(), finished(seed=2)]
    picking(alice, carol, move_time=86_400)
    finished(bob, carol, seed=3)
    answer, content = async_to_sync(download)(alice)
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == sorted(
            f"trifecta-{game.public_id}.json" for game in games
        )
        for name in archive.namelist():
            check_record(parse_record(archive.read(name)))


async def download(user: Any) -> tuple[Any, bytes]:
    """Return the archive as an ASGI server sends it."""
    browser = AsyncClient()
    await browser.aforce_login(user)
    answer: Any = await browser.get(reverse("own_records"))
    return answer, b"".join([part async for part in answer.streaming_content])


def test_the_archive_needs_no_more_queries_for_more_games(
    finished: Any, alice: Any, django_assert_num_queries: Any
) -> None:
    finished()
    with django_assert_num_queries(4):
        list(selectors.finished_records(alice))
    finished(seed=2)
    finished(seed=3)
    with django_assert_num_queries(4):
        assert len(list(selectors.finished_records(alice))) == 3


@pytest.mark.once
def test_a_record_names_its_players_in_the_same_way_in_every_language(
    finished: Any, nobody: Client, settings: Any, tmp_path: Path
) -> None:
    texts: list[Translation] = [("Former player", "Früher dabei", None), ("Easy", "Leicht", None)]
    write_catalog(tmp_path, "de", texts)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    game = finished()
    game.seats.filter(index=0).update(user=None)
    game.seats.filter(index=1).update(user=None, computer="easy")
    assert "Früher dabei" in text_of(nobody.get(at("game", game), headers=GERMAN))
    for headers in ({}, GERMAN):
        record = parse_record(nobody.get(at("record", game), headers=headers).content)
        names = [player.name for player in record.players]
        assert names == ["Former player", "Basil (easy computer)"]


def test_own_records_require_a_log_in(nobody: Client) -> None:
    answer = nobody.get(reverse("own_records"))
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_login"))
