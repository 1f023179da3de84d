"""The commitments before the first card, and the page that checks them after the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games import rules, services
from games.models import Game, SecretPick
from games.rules import shuffle
from tests.games.pages import at, text_of
from tests.vectors import DOCS

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def salt_of(game: Game, seat: int) -> str:
    return bytes(SecretPick.objects.get(seat__game=game, seat__index=seat).salt).hex()


def page_of(client: Client, game: Game, name: str = "game_shuffle") -> str:
    answer = client.get(at(name, game))
    assert answer.status_code == 200
    return text_of(answer)


def test_the_commitment_is_on_the_table_before_the_first_card(
    picking: Callable[..., Game], as_alice: Client, as_bob: Client, alice: Any
) -> None:
    game = picking()
    deck = game.decks.get()
    assert deck.cards == ""
    for client in (as_alice, as_bob):
        for name in ("game", "game_live", "game_shuffle"):
            assert deck.commitment in page_of(client, game, name)
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    promise = SecretPick.objects.get().commitment
    for client in (as_alice, as_bob):
        assert promise in page_of(client, game)
        assert promise in page_of(client, game, "game")


def test_before_the_end_the_page_shows_only_the_commitment(
    dealt: Callable[..., Game], as_alice: Client, nobody: Client
) -> None:
    game = dealt()
    deck = game.decks.get()
    for client in (as_alice, nobody):
        page = page_of(client, game)
        assert deck.commitment in page
        assert "What will be shown here" in page
        assert bytes(deck.seed).hex() not in page
        assert 'name="seed"' not in page
        assert 'name="deck"' not in page
        assert salt_of(game, 0) not in page


def test_a_captured_secret_card_is_shown_to_everyone(
    dealt: Callable[..., Game],
    play: Any,
    alice: Any,
    bob: Any,
    as_alice: Client,
    as_bob: Client,
    nobody: Client,
) -> None:
    game = dealt()
    # Make the eight of clubs in alice's hand her secret card. Bob's stays the same.
    pick = SecretPick.objects.get(seat__game=game, seat__index=0)
    pick.card = "8C"
    pick.commitment = shuffle.pick_commitment(bytes(pick.salt), "8C")
    pick.save()
    game.events.filter(number=1).update(text="secret 8C")
    looks = [
        (client, name)
        for client in (as_alice, as_bob, nobody)
        for name in ("game", "game_live", "game_shuffle")
    ]
    play(game, alice, "8C")
    for client, name in looks:
        assert salt_of(game, 0) not in page_of(client, game, name)
    play(game, bob, "8D x 8C")
    for client, name in looks:
        page = page_of(client, game, name)
        assert salt_of(game, 0) in page
        assert ('value="8C"' if name == "game_shuffle" else "8♣") in page
        assert salt_of(game, 1) not in page


def test_after_the_end_the_page_has_all_values(
    dealt: Callable[..., Game], alice: Any, nobody: Client
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    deck = game.decks.get()
    page = page_of(nobody, game)
    seed = bytes(deck.seed).hex()
    for words in (seed, deck.commitment, deck.cards, salt_of(game, 0), salt_of(game, 1)):
        assert words in page
    assert f"python3 check_shuffle.py {seed} '' ''" in page
    assert "What will be shown here" not in page
    assert at("game_shuffle", game) in page_of(nobody, game, "game")


def test_a_cancelled_game_has_nothing_to_check(
    picking: Callable[..., Game], alice: Any, nobody: Client
) -> None:
    game = picking()
    services.leave_game(game.pk, user=alice)
    page = page_of(nobody, game)
    assert "cancelled before a card was dealt" in page
    assert bytes(game.decks.get().seed).hex() not in page


def test_the_shuffle_of_a_private_game_is_for_its_players(
    dealt: Callable[..., Game], alice: Any, as_bob: Client, as_oscar: Client, nobody: Client
) -> None:
    game = dealt(kind="link")
    for _ in range(2):
        assert as_bob.get(at("game_shuffle", game)).status_code == 200
        for client in (as_oscar, nobody):
            assert client.get(at("game_shuffle", game)).status_code == 404
        services.quit_game(game.pk, user_id=alice.pk)


@pytest.mark.once
def test_a_page_checks_values_from_anywhere(nobody: Client) -> None:
    page = text_of(nobody.get("/shuffle/"))
    assert 'name="seed" value=""' in page
    assert "Nothing that you enter here is sent anywhere" in page


@pytest.mark.once
def test_the_page_has_every_text_that_its_script_shows(nobody: Client) -> None:
    script = (settings.BASE_DIR / "static" / "js" / "shuffle.js").read_text()
    calls = re.findall(r"\bsay\(([^)]*)\)", script)
    asked = {name for call in calls for name in re.findall(r'"(\w+)"', call)}
    texts = re.findall(r'data-text-([a-z-]+)="([^"]+)"', text_of(nobody.get("/shuffle/")))
    assert {name.title().replace("-", "") for name, _ in texts} == asked


@pytest.mark.once
def test_the_program_can_be_downloaded(nobody: Client) -> None:
    answer = nobody.get("/shuffle/check_shuffle.py")
    assert text_of(answer) == (DOCS / "check_shuffle.py").read_text()
    assert "attachment" in answer["Content-Disposition"]


@pytest.mark.once
@pytest.mark.parametrize(
    "variant", [name for name, game in rules.VARIANTS.items() if not game.opening_moves]
)
def test_games_without_picks_mention_no_secret_card(
    variant: str, as_alice: Client, alice: Any
) -> None:
    levels = ["easy"] * (rules.variant(variant).seats[0] - 1)
    game = services.play_computer(alice, variant=variant, move_time=60, levels=levels)
    for name in ("game", "game_shuffle"):
        assert "secret card" not in page_of(as_alice, game, name).lower()
