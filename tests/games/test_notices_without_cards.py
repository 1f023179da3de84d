"""No card, no sign of one and no seed leaves the site with a notice or a calendar, in any game."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import presenters, rules, selectors, services
from games.models import Game
from notices.channels import push, webhook
from notices.channels.bodies import write_body
from notices.letters import write_letter
from notices.models import Delivery, Device, Notice, Webhook
from tests.games.whole_games import (
    EVERY_TABLE,
    Table,
    remembering,
    seat_players,
    snapshot_of,
    take_turn,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once]

DAY = 86_400
TURNS = 30
NOTE = "Keep the big casino for later."
CARD = re.compile(r"\b(?:[A2-9TJQK]|10)[SHDC]\b|[♠♥♦♣]|\b(?:spades|hearts|diamonds|clubs)\b")
FIRST_TABLES = [
    next(table for table in EVERY_TABLE if table.variant == name) for name in rules.VARIANTS
]


@pytest.mark.parametrize("table", FIRST_TABLES, ids=str)
def test_nothing_that_leaves_the_site_holds_a_card_or_a_seed(
    table: Table, alice: Any, bob: Any, carol: Any
) -> None:
    rng, people = random.Random(7), [alice, bob, carol]
    game = seat_players(table, people, rng, move_time=DAY)
    services.write_note(game.pk, user=alice, text=NOTE)
    sent: list[str] = []
    with remembering():
        for turn in range(1, TURNS + 1):
            if (snapshot := snapshot_of(game)).game.status != Game.Status.PLAYING:
                break
            take_turn(table, snapshot, turn, rng)
            sent += [written_calendar(user) for user in people]
    sent += [body for notice in Notice.objects.all() for body in bodies_of(notice)]
    for user in people:
        sent += [*letters_to(user), *pushes_to(user), list_of(user)]
    text = "\n".join(sent).replace(game.public_id, "")
    assert "BEGIN:VEVENT" in text
    assert "Your turn against" in text
    assert "No more e-mail about your games" in text
    assert NOTE not in text
    assert CARD.findall(text) == []
    assert bytes(game.decks.get().seed).hex() not in text


def written_calendar(user: Any) -> str:
    written = presenters.write_calendar(selectors.find_deadlines(user), user)
    return written.decode().replace("\r\n ", "")


def letters_to(user: Any) -> list[str]:
    """Return one e-mail for each notice, and one with all, without the random links in them."""
    notices = list(Notice.objects.filter(user=user))
    told = [notices, *([notice] for notice in notices)] if notices else []
    letters = [write_letter(each, user=user, address="a@example.org") for each in told]
    texts = [f"{letter.subject} {letter.body} {letter.alternatives}" for letter in letters]
    return [re.sub(r"https?://[^\s\"<]+", "", text) for text in texts]


def pushes_to(user: Any) -> list[str]:
    device = Device(user=user, language="en")
    notices = Notice.objects.filter(user=user)
    return [f"{push.make_message(each, device)} {push.make_headers(each)}" for each in notices]


def list_of(user: Any) -> str:
    """Return what the page of the notices lists."""
    client = Client()
    client.force_login(user)
    page = client.get(reverse("notices")).content.decode()
    return re.sub(r'value="[^"]*"', "", page[page.index("<main") : page.index("</main>")])


def bodies_of(notice: Notice) -> list[str]:
    hook = Webhook(user=notice.user)
    message = webhook._message_of(Delivery(notice=notice), hook)
    return [write_body(format, message) for format in Webhook.Format]
