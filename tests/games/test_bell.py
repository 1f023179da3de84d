"""The bell in the header: how many notices are unread, live, and what was seen at the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game
from notices import outbox
from notices.channels import CHANNELS
from notices.models import Delivery, Notice
from notices.planning import plan_due
from notices.sending import send_due
from tests.notices.conftest import Noting
from tests.sockets import Opener, Socket

DAY = 86_400
SLOW: dict[str, Any] = {"move_time": 3 * DAY}


def text_of(response: Any) -> str:
    return str(response.content.decode())


def count(html: str) -> str:
    found = re.search(r'<span id="bell-count"[^>]*?( hidden)?><b aria-hidden="true">(\d+)', html)
    return "" if found is None or found[1] else found[2]


def tell(user: User, game: str = "A" * 22) -> None:
    draft = outbox.Draft(
        user_id=user.pk,
        kind="turn",
        game=game,
        version=Notice.objects.count() + 1,
        path=f"/games/{game}/",
        facts={"title": "Casino"},
    )
    outbox.write([draft], now=timezone.now())


@pytest.mark.django_db
def test_every_page_has_a_bell_with_the_number_of_unread_notices(
    alice: User, as_alice: Client, client: Client
) -> None:
    assert count(text_of(as_alice.get("/rules/"))) == ""
    tell(alice)
    tell(alice)
    for path in ("/", "/rules/", "/games/mine/", "/notices/", "/accounts/settings/", "/nowhere/"):
        page = text_of(as_alice.get(path))
        assert '<a id="bell" class="bell" href="/notices/"' in page, path
        assert (count(page), "unread=2" in page) == ("2", True), path
    assert 'id="bell"' not in text_of(client.get("/rules/"))


@pytest.mark.django_db
def test_opening_a_game_withdraws_the_push_that_was_queued(
    dealt: Any, alice: User, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    noting = Noting()
    monkeypatch.setitem(CHANNELS, "push", noting)
    game = dealt(**SLOW)
    plan_due(now=timezone.now() + outbox.SEEN_WITHIN)
    assert Delivery.objects.filter(channel="push", outcome="", notice__user=alice).exists()
    page = text_of(as_alice.get(game.get_absolute_url()))
    assert count(page) == ""
    with time_machine.travel(timezone.now() + 2 * outbox.SEEN_WITHIN):
        send_due("push")
    mine = Delivery.objects.filter(channel="push", notice__user=alice)
    sent = [delivery.notice.user for deliveries in noting.sent for delivery in deliveries]
    assert alice not in sent
    assert "" not in {delivery.outcome for delivery in mine}
    assert "read" in {delivery.outcome for delivery in mine}


@pytest.mark.django_db(transaction=True)
async def test_the_bell_counts_live_and_only_once(
    alice: User, as_alice: Client, open_socket: Opener
) -> None:
    page = await open_socket("/ws/turns/?turns=0&unread=0", as_alice)
    await sync_to_async(tell)(alice)
    frame = await page.receive() or ""
    assert (count(frame), 'hx-swap-oob="true"' in frame) == ("1", True)
    await sync_to_async(tell)(alice)
    assert count(await page.receive() or "") == "2"
    await sync_to_async(outbox.see)(alice.pk, game="A" * 22, now=timezone.now())
    assert 'id="bell-count" hx-swap-oob="true" hidden' in (await page.receive() or "")
    await sync_to_async(outbox.see)(alice.pk, game="A" * 22, now=timezone.now())
    assert await page.receive_nothing()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/turns/?turns=0&unread=3", "/ws/mine/?unread=many"])
async def test_a_socket_that_opens_late_corrects_the_number(
    bob: User, as_bob: Client, path: str
) -> None:
    await sync_to_async(tell)(bob)
    page = Socket(path, client=as_bob)
    assert await page.open()
    assert count(await page.receive() or "") == "1"
    await page.close()


@pytest.mark.django_db(transaction=True)
async def test_a_table_is_told_of_its_own_news_and_counts_only_other_games(
    dealt: Any, alice: User, bob: User, as_bob: Client, play: Any, open_socket: Opener
) -> None:
    game: Game = await sync_to_async(dealt)(**SLOW)
    table = await open_socket(f"/ws/games/{game.public_id}/", as_bob)
    assert 'id="game"' in (await table.receive() or "")
    await sync_to_async(play)(game, alice, "9D x 4H 5D")
    frames = [await table.receive() or "" for _ in range(2)]
    (news,) = [frame for frame in frames if "unread-here" in frame]
    assert 'id="unread-here" value="1"' in news
    assert count(news) == ""
    viewed = await sync_to_async(as_bob.post)(reverse("viewed", args=[game.public_id]))
    assert viewed.status_code == 204
    assert 'id="unread-here" value="0"' in (await table.receive() or "")
    await sync_to_async(tell)(bob)
    assert count(await table.receive() or "") == "1"


@pytest.mark.django_db
def test_a_table_without_a_socket_is_told_of_its_own_news_with_its_poll(
    dealt: Any, alice: User, as_alice: Client, as_bob: Client, client: Client, play: Any
) -> None:
    game: Game = dealt(**SLOW)
    poll = reverse("game_live", args=[game.public_id])
    as_bob.get(game.get_absolute_url())
    play(game, alice, "9D x 4H 5D")
    assert 'id="unread-here" value="1"' in text_of(as_bob.get(poll))
    as_bob.post(reverse("viewed", args=[game.public_id]))
    assert 'id="unread-here" value="0"' in text_of(as_bob.get(poll))
    tell(alice)
    assert count(text_of(as_alice.get(poll))) == "1"
    assert "unread-here" not in text_of(client.get(poll))
