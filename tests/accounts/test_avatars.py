import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from accounts.avatars import AVATARS, COMPUTER, DEFAULT, NOBODY, avatar_path, random_avatar
from accounts.models import User
from games.live.pieces import avatar
from tests.fixtures import LogIn, MakeUser

DIRECTORY = Path(settings.BASE_DIR) / "static" / "avatars"


def test_there_are_at_least_twelve_pictures() -> None:
    assert len(AVATARS) >= 12
    assert DEFAULT in AVATARS


def test_there_is_one_file_for_each_picture() -> None:
    assert {path.stem for path in DIRECTORY.glob("*.svg")} == {*AVATARS, COMPUTER, NOBODY}


def test_the_computers_picture_is_not_offered() -> None:
    assert COMPUTER not in AVATARS
    assert NOBODY not in AVATARS
    assert random_avatar() in AVATARS


@pytest.mark.parametrize("slug", [*AVATARS, COMPUTER, NOBODY])
def test_a_picture_is_small_and_plain(slug: str) -> None:
    text = (DIRECTORY / f"{slug}.svg").read_text()
    root = ElementTree.fromstring(text)  # noqa: S314 - our own file
    assert root.get("viewBox") == "0 0 96 96"
    assert len(text) < 5000
    assert not re.search(r"<(script|text|image|style|a|foreignObject)\b|href|\bon\w+=", text)


@pytest.mark.parametrize("slug", [*AVATARS, COMPUTER, NOBODY])
def test_every_picture_has_its_own_file(slug: str) -> None:
    assert avatar_path(slug) == f"avatars/{slug}.svg"


@pytest.mark.parametrize("slug", ["dragon", "", "../secret"])
def test_a_missing_picture_is_replaced_by_nobodys(slug: str) -> None:
    assert avatar_path(slug) == "avatars/nobody.svg"
    assert User(avatar=slug).avatar_path == "avatars/nobody.svg"
    assert 'src="/static/avatars/nobody.svg"' in avatar(slug)


@pytest.mark.once
def test_pages_replace_a_users_missing_picture(client_of: LogIn, make_user: MakeUser) -> None:
    page = client_of(make_user("erin", avatar="dragon")).get("/accounts/settings/")
    assert b"/static/avatars/nobody.svg" in page.content
    assert b"dragon" not in page.content
