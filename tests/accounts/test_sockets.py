"""Which sockets are told to close, and when. The consumers then close them."""

import asyncio
import re
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client

from accounts import services
from accounts.models import User
from accounts.sockets import close_sockets, refresh_tables
from config import groups
from config.groups import Message
from tests.conftest import PASSWORD
from tests.present import present

NEW = "over the hills and far away"
pytestmark = pytest.mark.django_db(transaction=True)
both_messages = pytest.mark.parametrize(
    ("send", "kind"), [(close_sockets, "close.socket"), (refresh_tables, "settings.changed")]
)


class Socket:
    """A page's socket, listening in the web server's event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, user: User) -> None:
        self.heard: Queue[Message] = Queue()
        joined = asyncio.run_coroutine_threadsafe(self._join(f"user.{user.pk}"), loop)
        joined.result(10)

    async def _join(self, group: str) -> None:
        await groups.here().join(group, self)

    def hear(self, message: Message) -> None:
        self.heard.put(message)

    def is_told_to_close(self, within: float = 2.0) -> bool:
        try:
            return self.heard.get(timeout=within) == {"type": "close.socket"}
        except Empty:
            return False


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """Return an event loop running in its own thread."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield loop
    asyncio.run_coroutine_threadsafe(_end(loop), loop).result(10)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)
    loop.close()


async def _end(loop: asyncio.AbstractEventLoop) -> None:
    tasks = asyncio.all_tasks(loop) - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
def socket(loop: asyncio.AbstractEventLoop, alice: User) -> Socket:
    return Socket(loop, alice)


@pytest.fixture
def bobs_socket(loop: asyncio.AbstractEventLoop, bob: User) -> Socket:
    return Socket(loop, bob)


def test_logging_out_closes_only_the_users_own_sockets(
    as_alice: Client, socket: Socket, bobs_socket: Socket
) -> None:
    as_alice.post("/accounts/logout/")
    assert socket.is_told_to_close()
    assert not bobs_socket.is_told_to_close(within=0.2)


def test_a_changed_password_closes_them(as_alice: Client, socket: Socket) -> None:
    as_alice.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    )
    assert socket.is_told_to_close()


def test_a_reset_password_closes_them(client: Client, alice: User, socket: Socket) -> None:
    alice.email = "alice@example.org"
    alice.save()
    client.post("/accounts/password/reset/", {"email": alice.email})
    link = present(
        re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    )[1]
    url = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(url, {"password1": NEW, "password2": NEW})
    assert socket.is_told_to_close()


def test_a_ban_closes_them(alice: User, socket: Socket) -> None:
    services.set_active(alice, active=False)
    assert socket.is_told_to_close()


def test_unbanning_closes_nothing(alice: User, socket: Socket) -> None:
    services.set_active(alice, active=True)
    assert not socket.is_told_to_close(within=0.2)


def test_erasing_closes_them(alice: User, socket: Socket) -> None:
    services.erase_user(alice)
    assert socket.is_told_to_close()


def test_keeping_a_guest_account_closes_them(loop: asyncio.AbstractEventLoop, guest: User) -> None:
    socket = Socket(loop, guest)
    services.keep_guest(guest, username="greta", password=NEW)
    assert socket.is_told_to_close()


@both_messages
def test_nothing_is_sent_before_the_change_is_committed(
    alice: User,
    close_messages: list[tuple[str, Message]],
    send: Callable[..., Any],
    kind: str,
) -> None:
    with transaction.atomic():
        send(alice.pk)
        assert close_messages == []
    assert close_messages == [(f"user.{alice.pk}", {"type": kind})]


@both_messages
def test_nothing_is_sent_when_the_change_is_undone(
    alice: User,
    close_messages: list[tuple[str, Message]],
    send: Callable[..., Any],
    kind: str,
) -> None:
    with transaction.atomic():
        send(alice.pk)
        transaction.set_rollback(True)
    assert close_messages == []


def test_logging_out_works_while_the_channel_layer_is_down(
    as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(group: str, message: Message) -> None:
        raise ConnectionError

    monkeypatch.setattr(groups, "send", fail)
    assert as_alice.post("/accounts/logout/").status_code == 302
    assert "_auth_user_id" not in as_alice.session
