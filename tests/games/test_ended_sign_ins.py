"""Sockets close when their sign-in ends."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.services import set_active
from accounts.sign_ins import ended_sign_ins
from accounts.sockets import close_sockets
from games.live import signed_in
from tests.conftest import PASSWORD
from tests.games.conftest import ALICE_HOLDS, seconds
from tests.games.frames import SHORT, close_code_of, frame, hand_in, moves_of, next_frame, path_of
from tests.sockets import Opener, Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lists_at_once")]


async def sent_before_the_end(socket: Socket) -> str:
    """Return all that is still sent until the site closes the socket for a reconnection."""
    sent = []
    while (fragment := await socket.receive()) is not None:
        sent.append(fragment)
    assert socket.close_code == signed_in.COME_BACK
    return "".join(sent)


def end_session(client: Client, user: Any) -> None:
    Session.objects.get(session_key=client.session.session_key).delete()


def let_session_expire(client: Client, user: Any) -> None:
    Session.objects.update(expire_date=timezone.now() - seconds(1))


def change_password(client: Client, user: Any) -> None:
    user.set_password("over the hills and far")
    user.save(update_fields=["password"])


def ban(client: Client, user: Any) -> None:
    type(user).objects.filter(pk=user.pk).update(is_active=False)


def delete_user(client: Client, user: Any) -> None:
    user.delete()


# Each ends alice's session without a message, as when Redis is unavailable.
ENDINGS = (end_session, let_session_expire, change_password, ban, delete_user)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("end", ENDINGS)
async def test_a_frame_of_an_ended_session_is_refused(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, end: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    await database_sync_to_async(end)(as_alice, alice)
    await alices.send(frame())
    sent = await sent_before_the_end(alices)
    for code in (*ALICE_HOLDS, "7H"):
        assert code not in sent
    assert len(await moves_of(game)) == 2


async def test_a_broken_frame_of_an_ended_session_is_not_answered(
    dealt: Any, watch: Any, alice: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    await database_sync_to_async(end_session)(as_alice, alice)
    await alices.send("nothing that htmx sends")
    assert not hand_in(await sent_before_the_end(alices))


@pytest.mark.usefixtures("both_ways")
async def test_a_frame_of_a_session_that_belongs_to_another_user_now_is_refused(
    dealt: Any, watch: Any, as_alice: Any, bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)

    def change_user() -> None:
        session = as_alice.session
        session["_auth_user_id"] = str(bob.pk)
        session.save()

    await database_sync_to_async(change_user)()
    await alices.send(frame())
    assert not hand_in(await sent_before_the_end(alices))
    assert len(await moves_of(game)) == 2


@pytest.mark.parametrize("path", ["game", "lobby"])
@pytest.mark.parametrize("end", ENDINGS)
async def test_sockets_close_when_a_session_ends_without_a_message(
    dealt: Any,
    open_socket: Opener,
    alice: Any,
    as_alice: Any,
    as_bob: Any,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    end: Any,
) -> None:
    monkeypatch.setattr(signed_in, "LOOK_AGAIN", 0.02)
    game = await database_sync_to_async(dealt)()
    address = path_of(game) if path == "game" else "/ws/lobby/"
    alices, strangers = await open_socket(address, as_alice), await open_socket(address)
    await next_frame(alices)
    await next_frame(strangers)
    await database_sync_to_async(end)(as_alice, alice)
    assert not hand_in(await sent_before_the_end(alices))
    assert await strangers.receive_nothing(SHORT)
    if end is not let_session_expire:  # which ended bob's session too
        bobs = await open_socket(address, as_bob)
        await next_frame(bobs)
        assert await bobs.receive_nothing(SHORT)


async def test_the_sockets_of_others_stay_open_when_a_session_ends(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, as_bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signed_in, "LOOK_AGAIN", 0.02)
    game = await database_sync_to_async(dealt)()
    (alices, _), (bobs, _) = await watch(game, as_alice), await watch(game, as_bob)
    await database_sync_to_async(end_session)(as_alice, alice)
    await sent_before_the_end(alices)
    assert await bobs.receive_nothing(SHORT)


async def test_logged_in_sockets_are_checked_again_after_a_failure(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    def fail_once(sign_ins: Any) -> Any:
        looks.append(sign_ins)
        if len(looks) == 1:
            raise OperationalError
        return ended_sign_ins(sign_ins)

    monkeypatch.setattr(signed_in, "LOOK_AGAIN", 0.02)
    monkeypatch.setattr(signed_in, "ended_sign_ins", fail_once)
    alices, _ = await watch(await database_sync_to_async(dealt)(), as_alice)
    await database_sync_to_async(ban)(as_alice, alice)
    await sent_before_the_end(alices)
    assert len(looks) > 1


def test_an_ended_session_is_found_within_five_seconds() -> None:
    assert signed_in.LOOK_AGAIN <= 4


@pytest.fixture
def without_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no sign-in checked again, so that sockets close only on a message."""
    monkeypatch.setattr(signed_in, "LOOK_AGAIN", 1000)


@pytest.mark.usefixtures("without_watch")
@pytest.mark.parametrize("path", ["game", "lobby"])
async def test_sockets_close_on_log_out(
    dealt: Any, open_socket: Opener, as_alice: Any, as_bob: Any, path: str
) -> None:
    game = await database_sync_to_async(dealt)()
    address = path_of(game) if path == "game" else "/ws/lobby/"
    alices, bobs = await open_socket(address, as_alice), await open_socket(address, as_bob)
    await next_frame(alices)
    await next_frame(bobs)
    await database_sync_to_async(as_alice.post)("/accounts/logout/")
    assert await close_code_of(alices) == signed_in.COME_BACK
    assert await bobs.receive_nothing(SHORT)


@pytest.mark.usefixtures("without_watch")
async def test_sockets_close_on_a_new_password_and_on_a_ban(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, bob: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    bobs, _ = await watch(game, as_bob)
    new = {"password1": "over the hills and far", "password2": "over the hills and far"}
    await database_sync_to_async(as_alice.post)(
        "/accounts/password/change/", {"oldpassword": PASSWORD} | new
    )
    assert await close_code_of(alices) == signed_in.COME_BACK
    await database_sync_to_async(set_active)(bob, active=False)
    assert await close_code_of(bobs) == signed_in.COME_BACK


@pytest.mark.usefixtures("without_watch")
async def test_a_socket_that_is_told_of_two_ends_closes_once(
    dealt: Any, watch: Any, alice: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    for _ in range(2):
        await database_sync_to_async(close_sockets)(alice.pk)
    assert await close_code_of(alices) == signed_in.COME_BACK
    assert await alices.receive_nothing(SHORT)


@pytest.mark.usefixtures("without_watch")
async def test_a_socket_that_fails_after_its_end_closes_once(
    dealt: Any, watch: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    (consumer,) = signed_in._signed_in
    for code in (signed_in.COME_BACK, signed_in.FAILED):
        await consumer.close(code)
    assert await close_code_of(alices) == signed_in.COME_BACK
    assert await alices.receive_nothing(SHORT)


@pytest.mark.usefixtures("without_watch")
async def test_what_is_made_for_a_socket_while_it_closes_is_not_sent(
    dealt: Any, watch: Any, as_alice: Any, caplog: pytest.LogCaptureFixture
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    (consumer,) = signed_in._signed_in
    await consumer.close(signed_in.COME_BACK)
    await consumer.send("late")
    assert await close_code_of(alices) == signed_in.COME_BACK
    assert await alices.receive_nothing(SHORT)
    assert caplog.text == ""


@pytest.mark.parametrize("path", ["game", "lobby", "mine", "turns"])
async def test_a_page_that_was_made_for_somebody_else_is_sent_nothing(
    dealt: Any, open_socket: Opener, alice: Any, as_alice: Any, as_bob: Any, path: str
) -> None:
    game = await database_sync_to_async(dealt)()
    address = f"{path_of(game) if path == 'game' else f'/ws/{path}/'}?viewer={alice.pk}"
    for client in (as_bob, None):
        others = await open_socket(address, client)
        assert await close_code_of(others) == signed_in.OTHER_VIEWER
        assert not others.frames
    own = await open_socket(address, as_alice)
    await database_sync_to_async(close_sockets)(alice.pk)
    assert await close_code_of(own) == signed_in.COME_BACK
