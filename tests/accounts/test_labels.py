"""Labels and hints of the forms about accounts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def labels_of(answer: Any) -> list[str]:
    labels = re.findall(r"<label[^>]*>([^<]+)<", answer.content.decode())
    return [label.strip() for label in labels if label.strip()]


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/records/"])
def test_labels_end_without_a_colon(path: str) -> None:
    labels = labels_of(Client().get(path))
    assert labels
    assert not [label for label in labels if label.endswith(":")]


def test_labels_of_settings_end_without_a_colon(as_alice: Client) -> None:
    labels = labels_of(as_alice.get("/accounts/settings/"))
    assert "Display name" in labels
    assert not [label for label in labels if label.endswith(":")]


def test_hints_for_passwords_use_no_contractions() -> None:
    page = Client().get("/accounts/signup/").content.decode()
    for hint in (
        "cannot be too similar to your other personal information.",
        "cannot be a commonly used password.",
        "cannot be entirely numeric.",
    ):
        assert f"<li>Your password {hint}</li>" in page
