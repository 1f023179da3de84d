"""When a release brings a new version of a game's rules, games that have begun keep theirs."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games import rules, selectors, services, snapshots
from games.models import Game, LevelFailure
from games.rules.casino import Casino
from tests.games.conftest import let_computer_move
from tests.games.pages import at
from tests.games.whole_games import snapshot_of
from tests.rules.casino.test_variants import SHORT

pytestmark = pytest.mark.django_db


class Later(Casino):
    """Casino as a later release may have it: with 46 cards, hands of five, and kings as tens."""

    rules_version = 2
    pack, numbers = SHORT.pack, SHORT.numbers
    hand_size, table_size = SHORT.hand_size, SHORT.table_size


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that has the site start again with the newer rules."""

    def start_again() -> None:
        later = Later()
        monkeypatch.setitem(rules.VARIANTS, later.name, later)
        monkeypatch.setitem(rules._BY_VERSION, (later.name, later.rules_version), later)
        snapshots.forget_all()

    return start_again


def begin(user: Any) -> Game:
    return services.play_computer(user, variant="casino", move_time=60, levels=["club"])


def play_some(game: Game, user: Any, turns: int) -> None:
    """Let a person and the computer player make so many moves."""
    for _ in range(turns):
        snapshot = snapshot_of(game)
        if snapshot.game.to_move == 1:
            let_computer_move(game)
            continue
        move = next(iter(snapshot.game.rules.moves(snapshot.state)))
        services.make_move(
            game.pk,
            user_id=user.pk,
            selection=services.Selection(snapshot.game.move_count, text=str(move)),
            arrived_at=timezone.now(),
        )


def test_games_that_have_begun_keep_their_rules_and_new_ones_have_the_newest(
    upgrade: Any, alice: Any, bob: Any, carol: Any, as_alice: Client
) -> None:
    begun = begin(alice)
    waiting = services.open_table(carol, variant="casino", move_time=86_400, kind="open")
    play_some(begun, alice, 3)
    upgrade()
    play_some(begun, alice, 9)
    assert as_alice.get(at("game", begun)).status_code == 200
    services.join_game(waiting.pk, user=bob)
    services.quit_game(begun.pk, user_id=alice.pk)
    assert as_alice.get(at("replay", begun), follow=True).status_code == 200
    new = begin(alice)
    play_some(new, alice, 6)
    assert as_alice.get(at("game", new)).status_code == 200
    games = [snapshot_of(each) for each in (begun, waiting, new)]
    assert [each.game.rules_version for each in games] == [1, 1, 2]
    assert [len(each.deck.cards.split()) for each in games] == [52, 52, 46]
    assert [len(each.events) for each in games] == [13, 0, 6]
    assert not LevelFailure.objects.exists()
    verified = selectors.verify_games(Game.objects.all())
    assert [each.difference for each in verified] == [""] * 3
    call_command("check_choices", stdout=StringIO())


def test_a_rematch_is_a_new_game(upgrade: Any, alice: Any) -> None:
    game = begin(alice)
    services.quit_game(game.pk, user_id=alice.pk)
    upgrade()
    assert services.offer_rematch(game.pk, user=alice).rules_version == 2
