"""No card, seed or note leaves the site by any channel, in any game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import presenters, rules, selectors, services
from games.models import Game
from notices.channels.bodies import Message, write_body
from notices.channels.push import make_headers, make_message
from notices.letters import write_letter
from notices.messages import describe
from notices.models import Device, Notice, Webhook
from notices.selectors import find_names
from tests.games.whole_games import (
    Table,
    quit_seat,
    remembering,
    seat_players,
    snapshot_of,
    take_turn,
)

pytestmark = pytest.mark.django_db

NOTE = "remember the ace that I keep"
A_CARD = re.compile(
    r"\b(10|[2-9TJQKA])[SHDC]\b|[♠♥♦♣]|\bof (spades|hearts|diamonds|clubs)\b|\bjoker"
)
TURNS = 30


def leaving(user: User, client: Client) -> Iterator[str]:
    """Yield everything that any channel sends a user, and what the page lists."""
    notices = list(Notice.objects.filter(user=user))
    letter = write_letter(notices, user=user, address="a@example.org")
    yield f"{letter.subject} {letter.extra_headers} {letter.body}"
    yield from (str(content) for content, _ in letter.alternatives)
    device = Device(user=user, language="en")
    for notice in notices:
        told = describe(notice, find_names([notice]))
        yield json.dumps([notice.facts, notice.path, make_message(notice, device)])
        yield json.dumps(make_headers(notice))
        message = Message(
            id="1", kind=notice.kind, told=told, url=notice.path, at=notice.created_at
        )
        yield from (write_body(style, message) for style in Webhook.Format.values)
    yield presenters.write_calendar(selectors.find_deadlines(user), user).decode()
    page = client.get(reverse("notices")).content.decode()
    yield page[page.index("<main") : page.index("</main>")]


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_no_channel_sends_a_card(variant: str, alice: Any, bob: Any, carol: Any) -> None:
    rng = random.Random(variant)
    players = rules.variant(variant).seats[0]
    table = Table(variant, players, late=1)
    game = seat_players(table, (alice, bob, carol), rng, move_time=3 * 86_400)
    services.write_note(game.pk, user=alice, text=NOTE)
    with remembering():
        for turn in range(1, TURNS):
            snapshot = snapshot_of(game)
            if snapshot.game.status != Game.Status.PLAYING:
                break
            take_turn(table, snapshot, turn, rng)
        if (snapshot := snapshot_of(game)).game.status == Game.Status.PLAYING:
            quit_seat(snapshot, 1)
    seed = bytes(game.decks.get().seed).hex()
    kinds = set(Notice.objects.values_list("kind", flat=True))
    assert {"turn", "violation", "ended"} <= kinds
    for user in (alice, bob):
        client = Client()
        client.force_login(user)
        for text in leaving(user, client):
            words = text.replace(game.public_id, "")
            assert not A_CARD.search(words), words
            assert seed not in words
            assert NOTE not in words


def test_the_test_would_find_a_card() -> None:
    assert all(
        A_CARD.search(text) for text in ("plays 7H", "takes 9♦", "the ace of spades", "joker")
    )
