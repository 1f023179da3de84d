"""Making a move: moves are accepted, or refused without changing anything."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import services, snapshots
from games.messages.refusals import tell_refusal
from games.models import Event, Game
from games.rules.state import TableState
from tests.games.conftest import note_checks, state_of, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_ways")]


def select(game: Game, user: Any, **selection: Any) -> None:
    selection.setdefault("seen", Game.objects.get(pk=game.pk).move_count)
    services.make_move(
        game.pk,
        user_id=user.pk,
        selection=services.Selection(**selection),
        arrived_at=timezone.now(),
    )


def test_a_move_is_stored_as_text_and_passes_the_turn(dealt: Any, alice: Any) -> None:
    game = dealt()
    before = game.version
    select(game, alice, action="capture", hand=("9D",), piles=("5D", "4H"))
    game.refresh_from_db()
    last = game.events.last()
    assert last is not None
    assert (last.number, last.seat, last.text) == (3, 0, "9D x 4H 5D")
    assert (game.version, game.to_move, game.move_count) == (before + 1, 1, 3)
    state = state_of(game)
    assert isinstance(state, TableState)
    assert [pile.cards for pile in state.table] == [("KD",), ("TH",)]


@pytest.mark.once
def test_a_typed_move_is_played_like_a_selected_one(dealt: Any, alice: Any) -> None:
    game = dealt()
    select(game, alice, text="  9D x 5D   4H ")
    assert game.events.last().text == "9D x 4H 5D"


@pytest.mark.parametrize("move_time", [60, 86_400])
@pytest.mark.parametrize(
    "selection",
    [
        {"text": "9D x 4H 5D"},
        {"action": "capture", "hand": ("9D",), "piles": ("5D", "4H")},
    ],
)
def test_a_move_is_checked_for_legality_once(
    dealt: Any,
    alice: Any,
    selection: dict[str, Any],
    move_time: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = dealt(move_time=move_time)
    noted = note_checks(game, monkeypatch)
    select(game, alice, **selection)
    assert noted.count("9D x 4H 5D") == 1


@pytest.mark.once
@pytest.mark.parametrize(
    ("selection", "sentence"),
    [
        ({"text": "7C"}, "7♣"),
        ({"text": "3H + 5D = 7"}, "7"),
        ({"text": "nonsense"}, "nonsense"),
        ({"action": "capture", "hand": ("3H",), "piles": ("5D",)}, ""),
        ({"action": "steal", "hand": ("3H",)}, ""),
        ({"action": "drop", "hand": ("2H",)}, ""),
        ({"action": "build", "hand": ("3H",), "piles": ("QQ-!!",)}, ""),
        ({}, ""),
    ],
)
def test_an_illegal_play_is_refused_with_a_sentence_and_changes_nothing(
    dealt: Any, alice: Any, selection: dict[str, Any], sentence: str
) -> None:
    game = dealt()
    before = stored(game)
    with pytest.raises(services.IllegalPlay) as refused:
        select(game, alice, **selection)
    assert str(refused.value) == "illegal_play"
    assert sentence in tell_refusal(refused.value)
    assert tell_refusal(refused.value).endswith(".")
    assert stored(game) == before


def test_a_move_out_of_turn_is_refused(dealt: Any, bob: Any) -> None:
    game = dealt()
    before = stored(game)
    with pytest.raises(services.NotYourTurn):
        select(game, bob, text="8D")
    assert stored(game) == before


def test_an_outsider_cannot_move(dealt: Any, oscar: Any) -> None:
    game = dealt()
    with pytest.raises(services.NotSeated):
        select(game, oscar, text="9D")


def test_a_banned_player_cannot_move(dealt: Any, alice: Any) -> None:
    game = dealt()
    type(alice).objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(services.NotSeated):
        select(game, alice, text="9D")


def test_a_persons_seat_makes_no_computer_move(dealt: Any) -> None:
    game = dealt()
    before = stored(game)
    with pytest.raises(services.NotSeated):
        services.make_computer_move(game.pk, seat=0, selection=services.Selection(2, text="9D"))
    assert stored(game) == before


@pytest.mark.parametrize("seen", [0, 1, 3, 99])
def test_a_stale_table_is_refused(dealt: Any, alice: Any, seen: int) -> None:
    game = dealt()
    before = stored(game)
    with pytest.raises(services.StaleTable):
        select(game, alice, seen=seen, text="9D")
    assert stored(game) == before


def test_the_same_post_ten_times_has_one_effect(dealt: Any, alice: Any) -> None:
    game = dealt()
    for _ in range(10):
        select(game, alice, seen=2, action="capture", hand=("9D",), piles=("5D", "4H"))
    assert game.events.count() == 3


def test_another_move_from_the_old_table_is_no_repetition(dealt: Any, alice: Any) -> None:
    game = dealt()
    select(game, alice, seen=2, text="9D x 4H 5D")
    with pytest.raises(services.NotYourTurn):
        select(game, alice, seen=2, text="8C")


def test_repeating_a_pass_is_accepted_once(dealt: Any, alice: Any) -> None:
    game = dealt()
    select(game, alice, seen=2, action="pass")
    select(game, alice, seen=2, action="pass")
    assert [move.text for move in game.events.all()] == ["secret 7H", "secret 6C", "pass"]


def test_a_move_like_the_opponents_last_one_is_no_repetition(
    dealt: Any, alice: Any, bob: Any
) -> None:
    game = dealt()
    select(game, alice, seen=2, action="pass")
    with pytest.raises(services.StaleTable):
        select(game, bob, seen=2, action="pass")
    assert game.events.count() == 3


def test_a_move_like_the_last_one_from_an_older_table_is_no_repetition(
    dealt: Any, alice: Any
) -> None:
    game = dealt()
    select(game, alice, seen=2, text="9D x 4H 5D")
    with pytest.raises(services.NotYourTurn):
        select(game, alice, seen=1, text="9D x 4H 5D")


def test_nothing_is_played_before_the_deal(picking: Any, alice: Any) -> None:
    game = picking()
    with pytest.raises(services.NotStarted):
        select(game, alice, text="9D")


def test_nothing_is_played_after_the_end(dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=bob.pk)
    before = stored(game)
    with pytest.raises(services.GameOver):
        select(game, alice, text="9D")
    assert stored(game) == before


@pytest.mark.once
def test_several_readings_need_a_choice(dealt: Any, alice: Any) -> None:
    game = dealt()
    before = stored(game)
    with pytest.raises(services.ChoiceNeeded) as choice:
        # 4 + the wild king and a 9 in hand; or a king that takes nothing: built as 5 only, so
        # the king of spades on the 4 needs a value with a card for it: 8 or 9.
        select(game, alice, action="build", hand=("KS",), piles=("4H",))
    assert {str(move) for move in choice.value.moves} == {"KS + 4H = 8", "KS + 4H = 9"}
    assert stored(game) == before


def test_quitting_forfeits_once(dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    services.quit_game(game.pk, user_id=alice.pk)
    services.quit_game(game.pk, user_id=bob.pk)
    game.refresh_from_db()
    assert (game.status, game.reason, game.deadline) == ("finished", "resignation", None)
    assert [seat.result for seat in game.seats.all()] == ["lost", "won"]
    assert game.events.filter(kind=Event.Kind.RESIGNATION).count() == 1


def test_an_outsider_cannot_quit(dealt: Any, oscar: Any) -> None:
    game = dealt()
    before = stored(game)
    with pytest.raises(services.NotSeated):
        services.quit_game(game.pk, user_id=oscar.pk)
    assert stored(game) == before


def test_a_whole_game_ends_with_its_sheets_and_results(
    dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt()
    players = (alice, bob)
    while game.status == Game.Status.PLAYING:
        state = state_of(game)
        move = max(game.rules.moves(state), key=lambda move: len(str(move)))
        play(game, players[game.to_move], str(move))
        game.refresh_from_db()
    rounds = list(game.decks.get().rounds.order_by("index"))
    assert [entry.index for entry in rounds] == [1, 2, 3, 4, 5, 6]
    assert [entry.starter for entry in rounds] == [0, 1, 0, 1, 0, 1]
    assert all(entry.sheet is not None for entry in rounds)
    scores = game.rules.scores(state_of(game))
    assert [float(seat.total) for seat in game.seats.all()] == [float(s["total"]) for s in scores]
    assert rounds[-1].sheet == [{line: str(p) for line, p in side.items()} for side in scores]
    assert sorted(seat.result for seat in game.seats.all()) in (["lost", "won"], ["drawn"] * 2)
    assert game.finished_at is not None


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("all_connected")
def test_one_move_costs_a_small_constant_number_of_queries(
    dealt: Any, alice: Any, bob: Any, play: Any, django_assert_num_queries: Any, both_ways: str
) -> None:
    number = 5  # begin, lock, insert, update, commit
    if both_ways == "one statement":
        number = 1 if connection.vendor == "postgresql" else 4  # begin, update, insert, commit
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    with django_assert_num_queries(number):
        play(game, bob, "8D", seen=3)
    for user, text in ((alice, "8C x 8D"), (bob, "2H")):
        play(game, user, text)
    with django_assert_num_queries(number):
        play(game, alice, "3H", seen=6)
    snapshots.forget_all()
    with django_assert_num_queries(9):  # another process: seats, deck, events and picks besides
        play(game, bob, "QC", seen=7)
