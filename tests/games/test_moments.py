"""Moments stand on all pages in one way, which programs can read too."""

import datetime as dt
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import timezone

MOMENT = dt.datetime(2026, 3, 1, 20, 5, 9, tzinfo=dt.UTC)
TEMPLATES = Path(settings.BASE_DIR) / "templates"


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        (MOMENT, '<time datetime="2026-03-01T21:05:09+0100">1 March, 21:05</time>'),
        (None, ""),
    ],
)
def test_a_moment_is_shown_to_people_and_to_programs(at: dt.datetime | None, shown: str) -> None:
    template = Template('{% load games_words %}{{ at|moment:"j F, H:i" }}')
    with timezone.override("Europe/Madrid"):
        assert template.render(Context({"at": at})) == shown


def test_no_template_writes_a_moment_for_programs_by_itself() -> None:
    pages = [path for path in TEMPLATES.rglob("*") if path.suffix in {".html", ".jinja"}]
    assert len(pages) > 100
    assert [path.name for path in pages if "<time" in path.read_text()] == []
