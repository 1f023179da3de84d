"""Storms play every registered game, without being told of a new one."""

import json

import pytest

from games import rules
from games.models import Game
from games.rules.casino import Casino
from tests.faults.dealing import deal_games, deal_to_computers

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class Three(Casino):
    name = "three"
    title = "Casino for Three"
    seats = (3, 3)


@pytest.fixture(autouse=True)
def _for_three(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Three()
    monkeypatch.setitem(rules.VARIANTS, "three", game)
    monkeypatch.setitem(rules._BY_VERSION, ("three", 1), game)


def test_storms_have_each_registered_game_for_as_few_as_can_play_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deal_games(len(rules.VARIANTS), seed=3)
    dealt = json.loads(capsys.readouterr().out)
    games = Game.objects.in_bulk([each["id"] for each in dealt])
    assert {each.variant for each in games.values()} == set(rules.VARIANTS)
    assert {each.status for each in games.values()} == {"playing"}
    for each in dealt:
        assert len(each["sessions"]) == games[each["id"]].rules.seats[0]
        assert {seat for seat, _ in each["moves"]} == set(range(len(each["sessions"])))


def test_computer_players_are_to_move_in_each_registered_game_that_begins_with_a_deal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deal_to_computers(seed=3)
    games = Game.objects.in_bulk(json.loads(capsys.readouterr().out)).values()
    without_picks = {name for name, each in rules.VARIANTS.items() if not each.opening_moves}
    assert {each.variant for each in games} == without_picks
    for each in games:
        assert each.seats.order_by("index")[each.to_move or 0].computer == "easy"
