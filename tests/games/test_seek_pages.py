"""The queue in the lobby and at a place in it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games import services
from games.models import Game
from tests.games.conftest import now_of, seconds
from tests.games.pages import at, messages_of, named, text_of
from tests.games.seeking import DAY, accepted, lobby_of, seek
from tests.present import present

pytestmark = pytest.mark.django_db


def test_the_lobby_lists_who_waits_for_what_and_for_how_long(
    clock: Any, alice: Any, as_bob: Client, as_alice: Client, nobody: Client
) -> None:
    place = seek(alice, 60, 120)
    for client in (as_bob, nobody):
        page = lobby_of(client)
        assert "Casino · 60 seconds or 2 minutes a turn · waiting for less than a minute" in page
        assert re.findall(r'name="move_time" value="(\d+)">Join', page) == ["60", "120"]
        assert at("join", place) in page
    assert at("join", place) not in lobby_of(as_alice)
    clock.shift(seconds(200))
    services.keep_seeking(alice)
    assert "waiting for 3 minutes" in lobby_of(as_bob)


def test_whoever_joins_from_the_lobby_plays_at_the_chosen_pace(alice: Any, as_bob: Client) -> None:
    place = seek(alice, 60, 120)
    for odd in ("61", "x", "300"):
        answer = as_bob.post(at("join", place), {"move_time": odd}, follow=True)
        assert "move time" in messages_of(answer)
    assert as_bob.post(at("join", place), {"move_time": "60"})["Location"] == at("game", place)
    assert (now_of(place).status, now_of(place).move_time) == ("playing", 60)


def test_play_now_takes_several_times_and_remembers_them(as_alice: Client) -> None:
    assert re.findall(r'value="(\d+)"[^>]*checked', lobby_of(as_alice)) == ["60"]
    as_alice.post("/play/", {"variant": "casino", "move_time": ["120", "60"]})
    assert accepted(Game.objects.get()) == {"alice": [60, 120]}
    assert re.findall(r'value="(\d+)"[^>]*checked', lobby_of(as_alice)) == ["60", "120"]


@pytest.mark.once
@pytest.mark.parametrize("times", [["60", "61"], ["x"]])
def test_odd_times_are_refused(as_alice: Client, times: list[str]) -> None:
    answer = as_alice.post("/play/", {"variant": "casino", "move_time": times}, follow=True)
    assert "from the lists" in messages_of(answer)


def test_whoever_chooses_no_time_is_told_that_one_is_needed(as_alice: Client) -> None:
    refused = as_alice.post("/play/", {"variant": "casino"})
    assert refused.status_code == 422
    assert messages_of(refused) == "Choose at least one move time."


def test_live_times_and_days_are_refused_together_with_the_reason(as_alice: Client) -> None:
    times = ["60", str(DAY)]
    answer = as_alice.post("/play/", {"variant": "casino", "move_time": times}, follow=True)
    assert "Choose either times for live games" in messages_of(answer)
    page = text_of(answer)  # still of the same game, so that a second click does not begin another
    assert re.search(r'aria-current="true">Casino<', page)
    assert re.findall(r'name="move_time" value="(\d+)"[^>]*checked', page) == times
    assert re.findall(r'value="(\d+)"[^>]*checked', lobby_of(as_alice)) == ["60"]


def test_two_who_wait_at_different_paces_are_offered_each_other(
    alice: Any, bob: Any, oscar: Any, as_alice: Client, as_bob: Client
) -> None:
    alices, bobs = seek(alice, 60), seek(bob, 120, 300)
    seek(oscar, 60, variant="royal")
    page = text_of(as_alice.get(at("game", alices)))
    assert f"{named('bob')} is waiting for the same game with 2 minutes or 5 minutes" in page
    assert at("join", bobs) in page
    assert "oscar" not in page
    page = text_of(as_bob.get(at("game", bobs)))
    assert f"{named('alice')} is waiting for the same game with 60 seconds a turn. Join?" in page
    as_bob.post(at("join", alices))
    assert now_of(alices).status == "playing"


@pytest.mark.once
def test_a_name_cannot_put_markup_into_an_offer(make_user: Any, bob: Any, as_bob: Client) -> None:
    eve = make_user("eve", display_name="<b onclick=x>")
    seek(eve, 60)
    place = seek(bob, 120)
    for page in (text_of(as_bob.get(at("game", place))), lobby_of(as_bob)):
        assert "<b onclick" not in page
        assert "&lt;b onclick=x&gt;" in page


def test_the_computer_is_offered_after_twenty_seconds(
    clock: Any, alice: Any, as_alice: Client, as_bob: Client
) -> None:
    place = seek(alice)
    clock.shift(seconds(19))
    assert "/play/computer/" not in text_of(as_alice.get(at("game", place)))
    clock.shift(seconds(1))
    page = text_of(as_alice.get(at("game", place)))
    form = re.search(r'<form[^>]*action="/play/computer/".*?</form>', page, re.DOTALL)
    assert "/play/computer/" not in text_of(as_bob.get(at("game", place)))
    fields = dict(re.findall(r'name="(variant|move_time)" value="([^"]*)"', present(form)[0]))
    practice = as_alice.post("/play/computer/", fields)["Location"]
    assert now_of(place).status == "waiting"
    page = text_of(as_alice.get(practice))
    assert "You are looking for an opponent: Casino, 60 seconds a turn." in page


def test_the_poll_answers_only_with_news(alice: Any, bob: Any, as_alice: Client) -> None:
    place = seek(alice, 60)
    shown = re.search(r"seeks=(\w+)", text_of(as_alice.get(at("game", place))))
    path = at("seeks_live", place)
    assert as_alice.get(path, {"version": present(shown)[1]}).status_code == 204
    seek(bob, 120)
    answer = as_alice.get(path, {"version": present(shown)[1]})
    assert "bob" in text_of(answer)
