import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.names import clean_display_name, refuse_mixed_alphabets, validate_display_name
from tests.fixtures import LogIn, MakeUser

MIXED = "\u0410lice"
"""With the first letter in Cyrillic."""


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Ann Lee",
        "x" * 30,
        "Zoë",
        "Åsa",
        "李小龍",
        "Ægir",
        "नमस्ते",
        "🦊",
        "O'Neil",
        "R2-D2",
        "7",
    ],
)
def test_a_plain_name_is_allowed(name: str) -> None:
    validate_display_name(clean_display_name(name))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("", "nothing"),
        ("   ", "spaces"),
        ("\u2003\u00a0", "wide spaces"),
        ("x" * 31, "too long"),
        ("a\u202eb", "right-to-left override"),
        ("a\u2066b", "isolate"),
        ("a\u200bb", "zero-width space"),
        ("\u200d", "joiner alone"),
        ("a\x00b", "null"),
        ("a\x1bb", "escape"),
        ("\u3164", "Hangul filler"),
        ("\u2800", "blank Braille"),
        ("\u0301", "accent on nothing"),
        ("a" + "\u0301\u0302\u0303\u0304", "stacked accents"),
        ("\ue000", "private use"),
        ("\ufeff", "byte order mark"),
    ],
)
def test_a_name_that_hides_something_is_refused(name: str, what: str) -> None:
    with pytest.raises(ValidationError):
        validate_display_name(clean_display_name(name))


@pytest.mark.parametrize("name", [MIXED, "Ann \u03bd", "\u0392\u043e\u0431"])
def test_a_name_that_mixes_alphabets_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="several alphabets"):
        refuse_mixed_alphabets(name)


@pytest.mark.parametrize("name", ["Zoë 2", "Вова", "Βασίλης", "李Lee", "ラッキーJoe", "Ann 🦊"])
def test_a_name_in_one_alphabet_is_allowed(name: str) -> None:
    refuse_mixed_alphabets(name)


def test_whoever_has_such_a_name_already_keeps_it(client_of: LogIn, make_user: MakeUser) -> None:
    alice = make_user("alice", display_name=MIXED)
    form = {"display_name": MIXED, "avatar": "owl", "time_zone": "UTC"}
    assert client_of(alice).post("/accounts/settings/", form).status_code == 302
    form["display_name"] = MIXED + " B"
    assert "several alphabets" in client_of(alice).post("/accounts/settings/", form).text


def test_names_are_trimmed_and_composed() -> None:
    assert clean_display_name("  Ze\u0308 \t\n Zoe\u0308 ") == "Z\u00eb Zo\u00eb"


@pytest.mark.parametrize("name", ["a\u202eb", "a\x00b", "   ", "x" * 31, "\u3164"])
def test_the_settings_refuse_it_with_an_error_message(
    as_alice: Client, alice: User, name: str
) -> None:
    response = as_alice.post(
        "/accounts/settings/", {"display_name": name, "avatar": "owl", "time_zone": "UTC"}
    )
    assert response.status_code == 200
    assert b"errorlist" in response.content
    alice.refresh_from_db()
    assert alice.name == "alice"


@pytest.mark.once
def test_a_name_is_escaped_on_every_page(as_alice: Client) -> None:
    name = "<script>x</script>&\"'"
    as_alice.post(
        "/accounts/settings/", {"display_name": name, "avatar": "owl", "time_zone": "UTC"}
    )
    for page in ("/accounts/settings/", "/accounts/logout/", "/privacy/"):
        content = as_alice.get(page).content.decode()
        assert "<script>x" not in content
        assert "&lt;script&gt;x&lt;/script&gt;&amp;&quot;&#x27;" in content
