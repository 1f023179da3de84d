"""Downloads have the names that the site gives them, whatever people are called."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize("break_", ["\r\n", "\n", "\r"])
def test_no_name_and_no_parameter_gets_into_the_header_of_a_download(
    dealt: Any, as_alice: Client, alice: User, break_: str
) -> None:
    game: Game = dealt()
    evil = f'x"; filename="evil{break_}A: evil'
    User.objects.filter(pk=alice.pk).update(username=evil, display_name=evil)
    names = {
        reverse("record", args=[game.public_id]): f"trifecta-{game.public_id}.json",
        reverse("own_records"): "my-games.zip",
        reverse("download"): "my-games.json",
        reverse("shuffle_program"): "check_shuffle.py",
    }
    for path, name in names.items():
        answer = as_alice.get(path, {"name": evil, "filename": evil})
        assert answer.status_code == 200
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert not [value for value in answer.headers.values() if "evil" in value]
