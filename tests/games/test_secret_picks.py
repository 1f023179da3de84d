"""The secret pick, and the deal that follows the last one (1.4, 6.5)."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games import services
from games.models import Game, SecretPick
from games.presenters.picking import view_pick
from games.presenters.table import view_table
from games.rules import shuffle
from games.selectors import find_game
from tests.games.conftest import DECK, seconds
from tests.games.pages import at, send, text_of
from tests.present import present

pytestmark = pytest.mark.django_db


def pick(game: Game, user: Any, card: str, value: str = "", at: dt.datetime | None = None) -> None:
    services.pick_secret(
        game.pk, user_id=user.pk, card=card, value=value, arrived_at=at or timezone.now()
    )
    game.refresh_from_db()


def test_cards_are_dealt_when_both_picks_are_in(
    known_shuffle: None, picking: Any, alice: Any, bob: Any
) -> None:
    game = picking()
    pick(game, bob, "6C")
    assert game.status == "picking"
    assert game.decks.get().cards == ""
    pick(game, alice, "7H")
    assert (game.status, game.to_move, game.event_count) == ("playing", 0, 2)
    assert game.decks.get().cards.split() == list(DECK)
    assert [move.text for move in game.events.all()] == ["secret 7H", "secret 6C"]


def test_the_deck_follows_from_the_seed_and_the_players_values(
    picking: Any, alice: Any, bob: Any
) -> None:
    game = picking()
    promised = game.decks.get().commitment
    pick(game, alice, "7H", "ab12")
    pick(game, bob, "6C", "")
    deck = game.decks.get()
    assert hashlib.sha256(bytes(deck.seed)).hexdigest() == deck.commitment == promised
    stream = shuffle.Stream(bytes(deck.seed), ["ab12", ""])
    assert deck.starter == stream.below(2) == game.to_move
    assert tuple(deck.cards.split()) == stream.shuffled(game.rules.pack)


def test_whoever_watches_is_given_no_pick(picking: Any, alice: Any, oscar: Any) -> None:
    game = picking()
    pick(game, alice, "7H")
    snapshot = find_game(game.public_id, oscar)
    assert present(view_pick(snapshot, 0)).picked is not None
    assert present(view_pick(snapshot, None)).picked is None


def test_each_pick_has_its_own_salt_and_commitment(picking: Any, alice: Any, bob: Any) -> None:
    game = picking()
    pick(game, alice, "7H")
    pick(game, bob, "7H")
    first, second = (seat.pick for seat in game.seats.order_by("index"))
    assert bytes(first.salt) != bytes(second.salt)
    assert len(bytes(first.salt)) == 32
    assert first.commitment == hashlib.sha256(bytes(first.salt) + b"7H").hexdigest()


def test_a_pick_is_made_once(picking: Any, alice: Any) -> None:
    game = picking()
    pick(game, alice, "7H")
    pick(game, alice, "7H")
    with pytest.raises(services.PickRefused):
        pick(game, alice, "8H")
    assert game.seats.get(index=0).pick.card == "7H"


@pytest.mark.parametrize("card", ["", "XX", "??", "7h", "1S", "AS AS"])
def test_only_one_of_the_52_cards_can_be_picked(picking: Any, alice: Any, card: str) -> None:
    game = picking()
    with pytest.raises(services.PickRefused):
        pick(game, alice, card)


@pytest.mark.parametrize("value", ["G", "0x1", "A1", "0" * 65, "a b"])
def test_a_value_for_the_shuffle_is_hexadecimal(picking: Any, alice: Any, value: str) -> None:
    game = picking()
    with pytest.raises(services.PickRefused):
        pick(game, alice, "7H", value)


def test_outsiders_do_not_pick(picking: Any, oscar: Any) -> None:
    with pytest.raises(services.NotSeated):
        pick(picking(), oscar, "7H")


def test_a_banned_player_does_not_pick(picking: Any, alice: Any) -> None:
    game = picking()
    type(alice).objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(services.NotSeated):
        pick(game, alice, "7H")


def test_no_card_is_picked_as_a_computers_for_a_person(picking: Any) -> None:
    with pytest.raises(services.NotSeated):
        services.pick_computer_secret(picking().pk, seat=0, card="7H")


def test_the_server_picks_a_heart_or_a_club_for_a_late_player(
    picking: Any, alice: Any, bob: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = picking()
        pick(game, alice, "7S")
        clock.shift(seconds(64))
        assert services.expire_turn(game.pk)
        game.refresh_from_db()
    assert game.status == "playing"
    assert game.seats.get(user=bob).pick.card[1] in "HC"
    assert not game.events.filter(kind="timeout").exists()


def test_until_the_first_move_a_player_reads_which_secret_card_it_is(
    dealt: Any, play: Any, alice: Any, bob: Any, oscar: Any
) -> None:
    """It may have been picked at random: by the player's wish, or because the time was over."""
    game = dealt()
    assert [told_card(game, user) for user in (alice, bob, oscar)] == [
        (
            "Your secret card is 7♥",
            "Round 1 of 6. Your secret card is the seven of hearts. Your turn.",
        ),
        (
            "Your secret card is 6♣",
            "Round 1 of 6. Your secret card is the six of clubs. alice’s turn.",
        ),
        ("", "Round 1 of 6. alice’s turn."),
    ]
    play(game, alice, "9D x 5D 4H")
    assert [told_card(game, user)[0] for user in (alice, bob, oscar)] == ["", "", ""]


def test_a_screen_reader_says_that_a_secret_card_is_to_be_picked(
    alice: Any, bob: Any, oscar: Any
) -> None:
    """The table takes the place of the waiting room while the player may be anywhere on it."""
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    assert told_card(game, alice)[1] == ""
    services.join_game(game.pk, user=bob)
    told = [told_card(game, user)[1] for user in (alice, bob, oscar)]
    assert told == ["Pick your secret card.", "Pick your secret card.", ""]
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    told = [told_card(game, user)[1] for user in (alice, bob, oscar)]
    assert told == ["", "Pick your secret card.", ""]


def told_card(game: Game, user: Any) -> tuple[str, str]:
    """Return what the strip says of the own secret card, and what a screen reader says."""
    view = view_table(find_game(game.public_id, user), user.pk, now=timezone.now())
    return str(view.own_secret), view.said


def test_when_nobody_picks_the_game_is_cancelled(picking: Any) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = picking()
        clock.shift(seconds(64))
        assert services.expire_turn(game.pk)
        assert not services.expire_turn(game.pk)
        game.refresh_from_db()
    assert (game.status, game.reason) == ("cancelled", "picks_ran_out")
    assert {seat.result for seat in game.seats.all()} == {""}


def test_a_pick_that_comes_too_late_is_refused(picking: Any, alice: Any) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = picking()
        clock.shift(seconds(64))
        with pytest.raises(services.PickRefused):
            pick(game, alice, "7H")
        game.refresh_from_db()
    assert game.status == "cancelled"


def test_either_player_may_leave_before_the_deal(picking: Any, alice: Any, bob: Any) -> None:
    game = picking()
    pick(game, alice, "7H")
    services.leave_game(game.pk, user=bob)
    services.leave_game(game.pk, user=bob)
    game.refresh_from_db()
    assert (game.status, game.reason, game.decks.get().cards) == ("cancelled", "left", "")


def test_the_player_who_stayed_is_offered_the_queue_again(
    picking: Any, alice: Any, bob: Any, client_of: Any
) -> None:
    game = picking()
    services.leave_game(game.pk, user=bob)
    page = client_of(alice).get(game.get_absolute_url()).content.decode()
    assert 'action="/play/"' in page
    assert "Find another opponent" in page


@pytest.mark.once
def test_nobody_who_leaves_the_computer_is_sent_to_the_queue(alice: Any, as_alice: Client) -> None:
    game = services.play_computer(alice, variant="trifecta", move_time=0, levels=["easy"])
    services.leave_game(game.pk, user=alice)
    page = text_of(as_alice.get(game.get_absolute_url()))
    assert "Find another opponent" not in page
    assert "Play again" in page


# Pick one for me


def test_the_site_picks_a_card_that_helps_nobody_for_a_player_who_asks_for_it(
    picking: Any, alice: Any, as_alice: Client
) -> None:
    game = picking()
    assert "Pick one for me" in text_of(as_alice.get(at("game", game)))
    send(as_alice, game, "pick", any="yes")
    card = SecretPick.objects.get(seat__game=game).card
    assert card in game.rules.safe_picks()
    send(as_alice, game, "pick", any="yes", card="AS")
    assert SecretPick.objects.get(seat__game=game).card == card
    game.refresh_from_db()
    assert game.status == "picking"


def test_picks_of_the_site_differ(picking: Any, alice: Any) -> None:
    cards = set()
    for _ in range(8):
        game = picking(move_time=86_400)
        pick(game, alice, services.ANY_CARD)
        cards.add(SecretPick.objects.get(seat__game=game).card)
    assert len(cards) > 1


def test_the_site_picks_no_card_where_there_is_none_to_pick(
    alice: Any, bob: Any, as_alice: Client, as_oscar: Client, picking: Any
) -> None:
    game = services.open_table(alice, variant="royal", move_time=86_400, kind="open")
    services.join_game(game.pk, user=bob)
    assert send(as_alice, game, "pick", any="yes").status_code == 422
    assert send(as_oscar, picking(), "pick", any="yes").status_code == 422
    assert not SecretPick.objects.exists()


@pytest.mark.once
def test_the_badges_are_explained_where_cards_have_them(
    dealt: Any, picking: Any, as_alice: Client
) -> None:
    for game in (picking(move_time=86_400), dealt()):
        page = text_of(as_alice.get(at("game", game)))
        for words in ("J♠ and J♥: jack or 11", "Q♠: queen or 12", "K♠: king or any number from 3"):
            assert words in page
