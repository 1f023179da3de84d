import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from accounts.avatars import AVATARS, COMPUTER, DEFAULT, NOBODY, random_avatar
from accounts.models import User

DIRECTORY = Path(settings.BASE_DIR) / "static" / "avatars"


def test_there_are_at_least_twelve_faces():
    assert len(AVATARS) >= 12
    assert DEFAULT in AVATARS


def test_the_files_are_the_faces():
    assert {path.stem for path in DIRECTORY.glob("*.svg")} == {*AVATARS, COMPUTER, NOBODY}


def test_the_computers_face_is_not_offered():
    assert COMPUTER not in AVATARS
    assert NOBODY not in AVATARS
    assert random_avatar() in AVATARS


@pytest.mark.parametrize("slug", [*AVATARS, COMPUTER, NOBODY])
def test_a_face_is_a_small_plain_picture(slug):
    text = (DIRECTORY / f"{slug}.svg").read_text()
    root = ElementTree.fromstring(text)  # noqa: S314 - our own file
    assert root.get("viewBox") == "0 0 96 96"
    assert len(text) < 5000
    assert not re.search(r"<(script|text|image|style|a|foreignObject)\b|href|\bon\w+=", text)


def test_a_picture_that_is_gone_is_shown_as_nobody():
    assert User(avatar="dragon").avatar_path == "avatars/nobody.svg"
    assert User(avatar="owl").avatar_path == "avatars/owl.svg"
