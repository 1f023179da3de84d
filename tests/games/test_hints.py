"""Hints: only for the player of a game against computer players, and from that player's view."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from celery import current_app
from django.test import Client
from django.utils import timezone

from games import presenters, selectors, services, tasks
from games.models import Game
from games.rules.trifecta.state import TrifectaState
from games.services import hints
from games.thinking import think
from tests.games.conftest import stored
from tests.games.pages import at, text_of
from tests.rules.test_every_variant import redeal

pytestmark = pytest.mark.django_db

Sent = list[str]
Ask = Callable[..., Any]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Return the list of tasks queued by hints."""
    tasks_sent: Sent = []
    monkeypatch.setattr(current_app, "send_task", lambda name, *_, **__: tasks_sent.append(name))
    return tasks_sent


@pytest.fixture
def practice(known_shuffle: None, alice: Any) -> Game:
    """Return a game of alice, who is to move, against a computer player."""
    game = services.play_computer(alice, variant="trifecta", move_time=0, levels=["easy"])
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    services.pick_computer_secret(game.pk, seat=1, card="6C")
    game.refresh_from_db()
    return game


@pytest.fixture
def ask(sent: Sent, django_capture_on_commit_callbacks: Any) -> Ask:
    """Return a function that asks for a hint and commits, so that `sent` has what it queued."""

    def post(client: Client, game: Game, **headers: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(at("hint", game), headers=headers)

    return post


HTMX = {"hx-request": "true"}


def test_a_hint_describes_a_move_and_changes_nothing(
    practice: Game, as_alice: Client, alice: Any, ask: Ask, sent: Sent
) -> None:
    assert 'form="ask-hint"' in text_of(as_alice.get(at("game", practice)))
    before = stored(practice)
    assert "is looking at your cards" in text_of(ask(as_alice, practice, **HTMX))
    assert sent == ["games.tasks.think_next"]
    tasks.think_next()
    page = text_of(as_alice.get(at("hint", practice), headers=HTMX))
    assert "<b>Hint.</b>" in page
    assert "hx-get" not in page
    assert re.search(r'<p class="hint" data-cards="\w\w" data-piles="[^"]*">', page)
    assert stored(practice) == before


@pytest.mark.once
def test_a_hint_works_without_javascript(
    practice: Game, as_alice: Client, alice: Any, ask: Ask
) -> None:
    assert ask(as_alice, practice)["Location"] == at("hint", practice)
    assert 'http-equiv="refresh"' in text_of(as_alice.get(at("hint", practice)))
    tasks.think_next()
    page = text_of(as_alice.get(at("hint", practice)))
    assert "<b>Hint.</b>" in page
    assert 'http-equiv="refresh"' not in page


def test_asking_for_a_hint_twice_counts_once(
    practice: Game, as_alice: Client, ask: Ask, sent: Sent
) -> None:
    ask(as_alice, practice)
    ask(as_alice, practice)
    assert len(sent) == 1


def test_hints_are_limited(practice: Game, as_alice: Client, ask: Ask) -> None:
    answers = [ask(as_alice, practice) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [302] * 30 + [429]
    words = "You can ask for 30 hints a minute. Wait a moment, then ask again."
    assert words in text_of(answers[-1])
    shown = ask(as_alice, practice, **HTMX)
    assert (shown.status_code, words in text_of(shown)) == (422, True)


def test_a_hint_belongs_to_one_position(
    practice: Game, as_alice: Client, alice: Any, play: Any, ask: Ask
) -> None:
    seen = practice.move_count
    ask(as_alice, practice)
    play(practice, alice, "9D x 4H 5D")
    tasks._give_hint(practice.pk, alice.pk, seen)
    assert selectors.find_hint(practice.pk, alice.pk, seen) is None
    assert "Hint" not in re.sub("<h1>.*", "", text_of(as_alice.get(at("game", practice))))
    services.make_computer_move(practice.pk, seat=1, selection=services.Selection(3, text="8D"))
    tasks._give_hint(practice.pk, alice.pk, seen)
    assert selectors.find_hint(practice.pk, alice.pk, seen) is None


def test_nobody_gets_a_hint_off_turn(
    practice: Game, as_alice: Client, alice: Any, play: Any, ask: Ask, sent: Sent
) -> None:
    play(practice, alice, "9D x 4H 5D")
    practice.refresh_from_db()
    assert practice.to_move == 1
    assert "only while it is your turn." in text_of(ask(as_alice, practice, **HTMX))
    assert sent == []
    tasks._give_hint(practice.pk, alice.pk, practice.move_count)
    assert selectors.find_hint(practice.pk, alice.pk, practice.move_count) is None


def test_a_hint_found_for_another_turn_is_not_shown(
    practice: Game, as_alice: Client, alice: Any, play: Any
) -> None:
    play(practice, alice, "9D x 4H 5D")
    practice.refresh_from_db()
    hints.store_hint(practice.pk, alice.pk, practice.move_count, "8D")
    assert "<b>Hint.</b>" not in text_of(as_alice.get(at("hint", practice), headers=HTMX))


def test_a_hint_uses_what_its_player_sees(
    practice: Game, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def look(view: Any, *args: Any, **options: Any) -> Any:
        given.append(view)
        return think(view, *args, **options)

    monkeypatch.setattr(tasks, "think", look)
    tasks._give_hint(practice.pk, alice.pk, practice.move_count)
    (view,) = given
    assert not any(card in str(view) for card in ("8D", "2H", "JS", "QC", "6C"))


def test_nobody_gets_a_hint_in_a_game_against_people(
    dealt: Any, as_alice: Client, alice: Any, ask: Ask, sent: Sent
) -> None:
    game = dealt()
    assert 'form="ask-hint"' not in text_of(as_alice.get(at("game", game)))
    assert ask(as_alice, game).status_code == 404
    assert as_alice.get(at("hint", game)).status_code == 404
    tasks._give_hint(game.pk, alice.pk, game.move_count)
    assert selectors.find_hint(game.pk, alice.pk, game.move_count) is None
    assert sent == []


def test_nobody_gets_a_hint_where_another_person_plays_beside_a_computer_player(
    as_alice: Client, as_bob: Client, alice: Any, bob: Any, ask: Ask, sent: Sent
) -> None:
    game = services.open_table(alice, variant="casino", move_time=60, kind="link", players=3)
    services.join_game(game.pk, user=bob)
    services.seat_computers(game.pk, user=alice, levels={2: "easy"})
    for client in (as_alice, as_bob):
        assert ask(client, game).status_code == 404
    assert sent == []


def test_nobody_gets_a_hint_in_somebody_elses_game(
    practice: Game, as_oscar: Client, nobody: Client, oscar: Any, ask: Ask, sent: Sent
) -> None:
    for client, status in ((as_oscar, 404), (nobody, 302)):
        assert ask(client, practice).status_code == status
        assert client.get(at("hint", practice)).status_code == status
    tasks._give_hint(practice.pk, oscar.pk, practice.move_count)
    assert selectors.find_hint(practice.pk, oscar.pk, practice.move_count) is None
    assert sent == []


@pytest.mark.once
def test_a_hint_says_why_and_names_the_cards_to_choose(practice: Game, alice: Any) -> None:
    snapshot = selectors.find_game(practice.public_id, alice)
    hint = presenters.view_hint(snapshot, alice.pk, "9D x 4H 5D")
    assert hint.reasons == ("It leaves nothing that brings points.",)
    assert (hint.cards, hint.piles) == (("9D",), ("5D", "4H"))


def test_a_hint_is_the_same_whatever_cards_are_hidden(practice: Game, alice: Any) -> None:
    snapshot = selectors.find_game(practice.public_id, alice)
    variant, chance = snapshot.game.rules, random.Random(5)
    for move in map(str, variant.moves(snapshot.state)):
        other = redeal(variant, snapshot.dealt, 0, chance)
        assert other.hands != snapshot.dealt.hands
        dealt = replace(snapshot, state=other)
        assert presenters.view_hint(dealt, alice.pk, move) == presenters.view_hint(
            snapshot, alice.pk, move
        )


def test_a_hint_does_not_tell_that_a_card_is_the_opponents_secret_card(
    practice: Game, alice: Any
) -> None:
    snapshot = selectors.find_game(practice.public_id, alice)
    words = []
    for secret in ("6C", "4H"):
        assert isinstance(snapshot.state, TrifectaState)
        state = replace(snapshot.state, secrets=("7H", secret))
        told = presenters.view_hint(replace(snapshot, state=state), alice.pk, "9D x 4H 5D")
        words.append(str(told.words))
    assert words[0] == words[1] != ""
