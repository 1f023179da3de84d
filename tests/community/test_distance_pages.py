"""The pages on which people block and mute others."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Barrier, User
from community.services import keep_away
from games.selectors import find_public_lists
from games.selectors.lobby import find_lobby_games
from tests.community.kept_apart import BLOCK, Picking

pytestmark = pytest.mark.django_db


def test_people_block_and_unblock_on_pages_and_the_other_is_not_told(
    as_alice: Client, as_bob: Client, bob: User
) -> None:
    page = as_alice.get("/players/bob/").content.decode()
    assert reverse("person", args=["bob"]) in page

    def seen_by_bob() -> list[str]:
        pages = [as_bob.get(path) for path in ("/", "/players/alice/", "/people/", "/notices/")]
        return [re.sub(r'value="\w{64}"', "", page.content.decode()) for page in pages]

    before = seen_by_bob()
    as_alice.post("/people/bob/distance/", {"kind": "block"})
    assert "You have blocked this player" in as_alice.get("/people/bob/").content.decode()
    assert "Unblock bob" in as_alice.get("/people/").content.decode()
    assert as_alice.get("/me/download/").json()["blocked_and_muted"][0]["player"] == "bob"
    assert as_bob.get("/me/download/").json()["blocked_and_muted"] == []
    assert seen_by_bob() == before
    bob.is_active = False
    bob.save()  # a closed account can still be unblocked
    as_alice.post("/people/bob/distance/", {"kind": "nothing", "from_list": "1"})
    assert not Barrier.objects.exists()


def test_the_page_of_a_table_lists_the_other_players(
    dealt: Picking, as_alice: Client, as_oscar: Client
) -> None:
    game = dealt(kind="link")
    path = f"/games/{game.public_id}/people/"
    assert path in as_alice.get(game.get_absolute_url()).content.decode()
    page = as_alice.get(path).content.decode()
    assert "/people/bob/" in page
    assert "/people/alice/" not in page
    assert as_oscar.get(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "answers"),
    [
        ("/people/", (200, 302)),
        ("/people/bob/", (200, 302)),
        ("/people/nobody/", (404, 302)),
        ("/people/x%00/", (404, 302)),
        ("/people/alice/", (302, 302)),
        ("/people/bob/distance/", (302, 302)),
    ],
)
def test_only_those_who_are_logged_in_see_the_pages_and_get_changes_nothing(
    as_alice: Client, client: Client, bob: User, path: str, answers: tuple[int, int]
) -> None:
    assert (as_alice.get(path).status_code, client.get(path).status_code) == answers
    client.post(path, {"kind": "block"})
    assert not Barrier.objects.exists()


def test_an_unknown_kind_is_refused_and_changes_are_limited(
    as_alice: Client, bob: User, settings: Any
) -> None:
    assert as_alice.post("/people/bob/distance/", {"kind": "kick"}).status_code == 404
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"settings": "1/m"}
    answer = as_alice.post("/people/bob/distance/", {"kind": "block"})
    assert answer.status_code == 429
    assert not Barrier.objects.exists()


def test_the_lobby_asks_once_for_everybody_kept_away(
    alice: User, make_user: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        keep_away(alice, make_user(f"other{number}"), BLOCK)
    public = find_public_lists()
    with django_assert_max_num_queries(5) as asked:
        find_lobby_games(alice, public)
    about = [each["sql"] for each in asked.captured_queries if "accounts_barrier" in each["sql"]]
    assert len(about) == 1
