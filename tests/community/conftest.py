"""What the tests of the community share, also with those of the games."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from community import services
from community.models import Sanction
from tests.community.decided import REASON
from tests.games.conftest import (
    _new_process,
    dealt,
    finished,
    known_shuffle,
    nobody,
    open_socket,
    picking,
    play,
    watch,
)

__all__ = [
    "_new_process",
    "dealt",
    "finished",
    "known_shuffle",
    "nobody",
    "open_socket",
    "picking",
    "play",
    "watch",
]


@pytest.fixture
def staff(make_user: Any) -> User:
    user: User = make_user("dora", is_staff=True)
    return user


@pytest.fixture
def as_staff(client_of: Any, staff: User) -> Client:
    client: Client = client_of(staff)
    return client


@pytest.fixture
def warning(staff: User, make_user: Any) -> Sanction:
    """Return the warning, with a reply, of somebody who has joined the staff since."""
    staff.is_staff = False
    staff.save()
    given = services.impose(staff, kind="warning", reason=REASON, staff=make_user("erin"))
    services.reply(given.pk, person=staff, text="Sorry.")
    staff.is_staff = True
    staff.save()
    return given
