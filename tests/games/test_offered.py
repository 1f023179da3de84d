"""The engine knows more games than the site has tables for: those are not offered anywhere."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games import rules
from games.models import Game
from games.rules.record import write_record
from games.tables import PLAYED_HERE
from tests.rules.test_builds_records import play_match

pytestmark = pytest.mark.django_db
NOT_HERE = sorted(set(rules.VARIANTS) - set(PLAYED_HERE))


def test_the_rules_pages_are_those_of_the_games_on_offer(nobody: Client) -> None:
    page = nobody.get(reverse("rules_index")).content.decode()
    for name, game in rules.VARIANTS.items():
        address = reverse("rules", args=[name])
        assert (f'href="{address}"' in page) is (name in PLAYED_HERE)
        assert (nobody.get(address).status_code == 200) is (name in PLAYED_HERE), game.title


@pytest.mark.parametrize("variant", NOT_HERE)
@pytest.mark.parametrize("name", ["play_now", "open_table", "play_computer"])
def test_no_form_makes_a_game_without_a_table(as_alice: Client, name: str, variant: str) -> None:
    assert f'value="{variant}"' not in as_alice.get(reverse("home")).content.decode()
    answer = as_alice.post(reverse(name), {"variant": variant, "move_time": "60"})
    assert answer.status_code in (302, 400, 422)
    assert not Game.objects.exists()


@pytest.mark.parametrize("variant", NOT_HERE)
def test_a_record_of_a_game_without_a_table_is_refused(nobody: Client, variant: str) -> None:
    record = play_match(variant, 2, {"target": None} if variant == "casino" else {})
    answer = nobody.post(reverse("records"), {"text": json.dumps(write_record(record))})
    assert answer.status_code == 422
    assert "This game is not played here" in answer.content.decode()
