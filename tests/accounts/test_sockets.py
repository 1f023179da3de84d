"""The consumers answer "close.socket" by closing; here is who is told, and when."""

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core import mail
from django.db import transaction

from accounts import services
from accounts.sockets import close_sockets
from tests.conftest import PASSWORD

NEW = "over the hills and far away"
pytestmark = pytest.mark.django_db(transaction=True)


class Socket:
    """What a page's socket listens to."""

    def __init__(self, user):
        self.layer = get_channel_layer()
        self.channel = async_to_sync(self.layer.new_channel)()
        async_to_sync(self.layer.group_add)(f"user.{user.pk}", self.channel)

    def is_told_to_close(self):
        import asyncio

        async def receive():
            try:
                return await asyncio.wait_for(self.layer.receive(self.channel), 0.2)
            except TimeoutError:
                return None

        return async_to_sync(receive)() == {"type": "close.socket"}


@pytest.fixture
def socket(alice):
    return Socket(alice)


@pytest.fixture
def bobs_socket(bob):
    return Socket(bob)


def test_logging_out_closes_only_ones_own(as_alice, socket, bobs_socket):
    as_alice.post("/accounts/logout/")
    assert socket.is_told_to_close()
    assert not bobs_socket.is_told_to_close()


def test_a_changed_password_closes_them(as_alice, socket):
    as_alice.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    )
    assert socket.is_told_to_close()


def test_a_reset_password_closes_them(client, alice, socket):
    import re

    alice.email = "alice@example.org"
    alice.save()
    client.post("/accounts/password/reset/", {"email": alice.email})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)[1]
    url = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(url, {"password1": NEW, "password2": NEW})
    assert socket.is_told_to_close()


def test_a_ban_closes_them(alice, socket):
    services.set_active(alice, active=False)
    assert socket.is_told_to_close()


def test_letting_in_again_closes_nothing(alice, socket):
    services.set_active(alice, active=True)
    assert not socket.is_told_to_close()


def test_erasing_closes_them(alice, socket):
    services.erase_user(alice)
    assert socket.is_told_to_close()


def test_keeping_a_guest_account_closes_them(guest):
    socket = Socket(guest)
    services.keep_guest(guest, username="greta", password=NEW)
    assert socket.is_told_to_close()


def test_nothing_is_sent_before_the_change_is_committed(alice, socket):
    with transaction.atomic():
        close_sockets(alice.pk)
        assert not socket.is_told_to_close()
    assert socket.is_told_to_close()


def test_nothing_is_sent_when_the_change_is_undone(alice, socket):
    with transaction.atomic():
        close_sockets(alice.pk)
        transaction.set_rollback(True)
    assert not socket.is_told_to_close()


def test_logging_out_works_while_the_channel_layer_is_away(as_alice, monkeypatch):
    from accounts import sockets

    class Away:
        async def group_send(self, group, message):
            raise ConnectionError

    monkeypatch.setattr(sockets, "get_channel_layer", Away)
    assert as_alice.post("/accounts/logout/").status_code == 302
    assert "_auth_user_id" not in as_alice.session
