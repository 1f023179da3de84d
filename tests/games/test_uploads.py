"""Records that visitors open: fully checked, kept for a day, and owned by nobody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.presenters.replay import steps
from games.rules.record import InvalidRecord, Record, parse_record, reading
from games.services import uploads
from games.services.uploads import load_upload
from games.views import records
from tests.games.pages import text_of

pytestmark = pytest.mark.django_db

RECORDS = Path(__file__).resolve().parent.parent / "records"
GOOD = RECORDS.joinpath("trifecta/v1-draw.json").read_bytes()


def send_file(browser: Client, content: bytes) -> Any:
    file = SimpleUploadedFile("a.json", content, content_type="application/json")
    return browser.post(reverse("records"), {"file": file})


def kept_by(answer: Any) -> Record:
    """Return the record to which the answer leads."""
    assert answer.status_code == 302
    start, token = answer["Location"].rstrip("/").rsplit("/", 1)
    assert start + "/" == reverse("records")
    record = load_upload(token)
    assert record is not None
    return record


def test_a_good_file_leads_to_its_replay(nobody: Client) -> None:
    assert kept_by(send_file(nobody, GOOD)) == parse_record(GOOD)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "name", ["casino/v1-partnership", "casino/v1-to-50", "royal/v1-draw", "triple_four/v1-shuffle"]
)
def test_a_record_of_every_variant_can_be_opened(nobody: Client, name: str) -> None:
    answer = send_file(nobody, RECORDS.joinpath(f"{name}.json").read_bytes())
    page = text_of(nobody.get(f"{answer['Location']}1/", follow=True))
    assert 'id="replay-words"' in page


def test_a_second_step_neither_parses_nor_plays_the_record_again(
    nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = send_file(nobody, GOOD)["Location"]
    assert nobody.get(f"{path}1/").status_code == 200
    monkeypatch.setattr(reading, "read_record", lambda document: pytest.fail("it was parsed"))
    monkeypatch.setattr(steps, "play_record", lambda record: pytest.fail("it was played"))
    assert nobody.get(f"{path}2/").status_code == 200


def test_a_replay_is_remembered_apart_for_each_language(nobody: Client) -> None:
    path = send_file(nobody, GOOD)["Location"]
    for language, words in (("en", "The cards are dealt"), ("es", "Se reparten las cartas")):
        page = nobody.get(f"{path}0/", headers={"Accept-Language": language})
        assert words in text_of(page)


@pytest.mark.once
def test_its_pages_are_not_for_search_engines_and_name_its_source(nobody: Client) -> None:
    page = text_of(nobody.get(send_file(nobody, GOOD)["Location"], follow=True))
    assert '<meta name="robots" content="noindex">' in page
    assert "This record comes from a file.</p>" in page


def test_a_pasted_record_is_accepted_too(nobody: Client) -> None:
    answer = nobody.post(reverse("records"), {"text": GOOD.decode()})
    assert kept_by(answer) == parse_record(GOOD)


def test_each_upload_has_a_name_of_its_own(nobody: Client) -> None:
    assert send_file(nobody, GOOD)["Location"] != send_file(nobody, GOOD)["Location"]


def test_an_upload_is_forgotten_after_its_day(nobody: Client) -> None:
    token = send_file(nobody, GOOD)["Location"].rstrip("/").rsplit("/", 1)[1]
    assert nobody.get(f"/records/{token}/1/").status_code == 200
    cache.delete(f"record:{token}")
    assert load_upload(token) is None
    assert nobody.get(f"/records/{token}/1/").status_code == 404


@pytest.mark.parametrize("token", ["", "a" * 21, "a" * 23, "ü" * 22, "a\x00" * 11])
def test_other_names_find_nothing(token: str) -> None:
    assert load_upload(token) is None


def test_a_wrong_record_is_refused_with_the_place_and_nothing_is_kept(
    nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "keep_upload", lambda record: pytest.fail("it was kept"))
    document = json.loads(GOOD)
    document["events"][4]["text"] = "7S x 4D"
    for answer in (
        send_file(nobody, json.dumps(document).encode()),
        nobody.post(reverse("records"), {"text": json.dumps(document)}),
    ):
        assert answer.status_code == 422
        assert "Move 3 (events[4].text): The move 7S x 4D is not legal: " in text_of(answer)


@pytest.mark.once
@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"<b>junk</b>", b"[" * 99_999, b"\x00\x01", b"null", b"{}"]
)
def test_junk_is_refused_in_words(nobody: Client, content: bytes) -> None:
    answer = send_file(nobody, content)
    assert answer.status_code == 422
    assert 'class="errorlist' in text_of(answer)
    assert "<b>" not in text_of(answer)


@pytest.mark.once
def test_lines_are_counted_from_the_first_one_that_was_pasted(nobody: Client) -> None:
    answer = nobody.post(reverse("records"), {"text": "\r\n\r\n  oops"})
    assert "This is not JSON: line 3, column 3." in text_of(answer)


@pytest.mark.once
@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Choose a file or paste its text."),
        ({"text": "  "}, "Choose a file or paste its text."),
        ({"text": "a\x00b"}, "Null characters are not allowed."),
        ({"text": "{", "file": "no file"}, "This is not JSON"),
    ],
)
def test_a_form_without_one_record_is_refused(
    nobody: Client, sent: dict[str, str], sentence: str
) -> None:
    answer = nobody.post(reverse("records"), sent)
    assert answer.status_code == 422
    assert 'class="errorlist' in text_of(answer)
    assert sentence in text_of(answer)


@pytest.mark.once
def test_file_and_text_together_are_refused(nobody: Client) -> None:
    sent = {"file": SimpleUploadedFile("a.json", GOOD), "text": GOOD.decode()}
    answer = nobody.post(reverse("records"), sent)
    assert answer.status_code == 422
    assert "Choose a file or paste its text, but not both." in text_of(answer)


@pytest.mark.once
def test_texts_in_a_record_are_escaped(nobody: Client) -> None:
    document = json.loads(GOOD)
    document["variant"] = "<script>alert(1)</script>"
    answer = send_file(nobody, json.dumps(document).encode())
    assert answer.status_code == 422
    assert "<script>alert" not in text_of(answer)
    assert "&lt;script&gt;alert" in text_of(answer)


def test_opening_records_is_limited(nobody: Client, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"record": "2/m"}
    statuses = [nobody.post(reverse("records"), {"text": "{"}).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]


@pytest.mark.once
def test_the_page_is_there_for_everybody(nobody: Client, as_alice: Client) -> None:
    assert reverse("own_records") not in text_of(nobody.get(reverse("records")))
    assert reverse("own_records") in text_of(as_alice.get(reverse("records")))


@pytest.mark.once
def test_the_schema_is_published(nobody: Client) -> None:
    answer = nobody.get("/records/schema.json")
    assert answer["Content-Type"] == "application/schema+json"
    assert json.loads(answer.content)["$schema"].endswith("2020-12/schema")


def test_a_stored_record_that_a_newer_release_cannot_read_is_gone(
    nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(text: bytes) -> Record:
        raise InvalidRecord("format_version", "no more")

    token = send_file(nobody, GOOD)["Location"].rstrip("/").rsplit("/", 1)[1]
    monkeypatch.setattr(uploads, "parse_remembered", refuse)
    assert load_upload(token) is None
