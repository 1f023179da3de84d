"""Games of several decks and of more than two players, through the services."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import rules, services, snapshots
from games.models import Event, Game, Round
from games.rules import shuffle
from games.rules.casino.state import CasinoState
from games.services.computers import ANSWERED_WITHIN
from games.services.writing import DECK_PAUSE, later_stream, start_turn
from tests.games.conftest import seconds, state_of
from tests.games.whole_games import Table, tried_on_services
from tests.passwords import delete_account
from tests.present import present

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(alice: Any, bob: Any, carol: Any, dave: Any) -> list[Any]:
    return [alice, bob, carol, dave]


def casino(cast: list[Any], players: int, **options: Any) -> Game:
    """Seat the players one by one at a table by link; the last one starts the game."""
    host, *others = cast[:players]
    game = services.open_table(
        host, variant="casino", move_time=60, kind="link", players=players, options=options
    )
    for user in others:
        assert Game.objects.get(pk=game.pk).status == Game.Status.WAITING
        services.join_game(game.pk, user=user)
    game.refresh_from_db()
    return game


def snapshot_of(game: Game) -> snapshots.Snapshot:
    game = Game.objects.get(pk=game.pk)
    return snapshots.take_snapshot(game, list(game.seats.select_related("user").order_by("index")))


def play_one(snapshot: snapshots.Snapshot, rng: random.Random, *, text: str = "") -> None:
    """Play a move of the seat to move, by default a random one."""
    game = snapshot.game
    mover = snapshot.seats[present(game.to_move)]
    move = text or rng.choice(list(islice(game.rules.moves(snapshot.state), 40)))
    chosen = services.Selection(game.move_count, text=str(move))
    if mover.level:
        services.make_computer_move(game.pk, seat=mover.index, selection=chosen)
    else:
        services.make_move(
            game.pk, user_id=present(mover.user_id), selection=chosen, arrived_at=timezone.now()
        )


def play_random(game: Game, rng: random.Random, *, deals: int = 99) -> None:
    """Play random moves until `deals` later decks have been dealt, or to the end."""
    while True:
        snapshot = snapshot_of(game)
        dealt = [event for event in snapshot.events if event.kind == Event.Kind.RESHUFFLE]
        if snapshot.game.status != Game.Status.PLAYING or len(dealt) >= deals:
            game.refresh_from_db()
            return
        play_one(snapshot, rng)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_is_dealt_when_its_last_seat_is_taken(cast: list[Any], players: int) -> None:
    game = casino(cast, players)
    assert game.status == Game.Status.PLAYING
    assert [len(hand) for hand in state_of(game).hands] == [4] * players
    assert game.deadline == present(game.turn_started_at) + seconds(60)


def test_the_next_deck_follows_from_the_seed_and_gives_time_to_read(cast: list[Any]) -> None:
    game = casino(cast, 2)
    with time_machine.travel(timezone.now(), tick=False):
        play_random(game, random.Random(3), deals=1)
        now = timezone.now()
    event = game.events.get(kind=Event.Kind.RESHUFFLE)
    assert event.number == game.event_count
    deck = game.decks.get()
    stream = shuffle.stream(deck.recipe, bytes(deck.seed), deck.values)
    assert stream.below(2) == deck.starter
    assert " ".join(stream.shuffled(game.rules.pack)) == deck.cards
    assert event.text == " ".join(("deal", *stream.shuffled(game.rules.pack)))
    assert game.deadline == now + DECK_PAUSE + seconds(60)
    assert game.to_move == (deck.starter + 1) % 2
    snapshots.forget_all()
    state = state_of(game)
    assert isinstance(state, CasinoState)
    assert state.match_scores != (0, 0)
    rounds = list(Round.objects.filter(deck=deck).order_by("index"))
    assert [each.index for each in rounds] == [1, 2, 3, 4, 5, 6, 7]
    assert [each.sheet is None for each in rounds] == [False] * 6 + [True]
    *_, counted, _ = snapshots.derive_states(game, deck, snapshot_of(game).events)
    assert rounds[5].sheet == snapshots.sheet_document(game.rules.scores(counted))


@pytest.mark.once
def test_a_third_deck_follows_from_the_same_numbers(cast: list[Any]) -> None:
    game = casino(cast, 2, target=50)
    play_random(game, random.Random(4), deals=2)
    first, second = game.events.filter(kind=Event.Kind.RESHUFFLE)
    assert first.text != second.text
    deck = game.decks.get()
    stream = shuffle.stream(deck.recipe, bytes(deck.seed), deck.values)
    stream.below(2)
    decks = [" ".join(stream.shuffled(game.rules.pack)) for _ in range(3)]
    assert decks == [deck.cards, first.text[5:], second.text[5:]]
    assert later_stream(snapshot_of(game)).below(9**6) == stream.below(9**6)


@pytest.mark.once
def test_a_match_ends_with_the_points_of_all_its_decks(cast: list[Any]) -> None:
    game = casino(cast, 4, partnership=True, target=11)
    play_random(game, random.Random(5))
    assert game.status == Game.Status.FINISHED
    totals = [float(points) for points in game.rules.totals(state_of(game))]
    seats = list(game.seats.order_by("index"))
    assert [float(present(seat.total)) for seat in seats] == totals * 2
    assert seats[0].result == seats[2].result != seats[1].result == seats[3].result
    assert max(totals) >= 11


def test_a_quitter_among_three_is_replaced_and_the_clock_runs_on(cast: list[Any]) -> None:
    game = casino(cast, 3, target=None)
    before = (game.to_move, game.deadline, game.turn_started_at)
    gone = next(index for index in range(3) if index != game.to_move)
    services.quit_game(game.pk, user_id=cast[gone].pk)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert (game.to_move, game.deadline, game.turn_started_at) == before
    seat = game.seats.get(index=gone)
    assert (seat.user, seat.stand_in) == (cast[gone], "easy")
    kinds = [(event.kind, event.seat, event.text) for event in game.events.all()]
    assert kinds == [("resignation", gone, ""), ("take-over", gone, "easy")]
    services.quit_game(game.pk, user_id=cast[gone].pk)
    game.refresh_from_db()
    assert game.event_count == 2
    with pytest.raises(services.NotSeated):
        services.make_move(
            game.pk,
            user_id=cast[gone].pk,
            selection=services.Selection(game.move_count, text="pass"),
            arrived_at=timezone.now(),
        )
    play_random(game, random.Random(6))
    assert game.status == Game.Status.FINISHED
    assert game.seats.get(index=gone).result == "lost"


def test_the_computer_takes_the_turn_of_a_player_who_quits(cast: list[Any]) -> None:
    game = casino(cast, 3)
    services.quit_game(game.pk, user_id=cast[present(game.to_move)].pk)
    game.refresh_from_db()
    assert game.computer_moves_at is not None


def test_a_late_stand_in_is_asked_again_without_a_violation(cast: list[Any]) -> None:
    game = casino(cast, 3)
    services.quit_game(game.pk, user_id=cast[present(game.to_move)].pk)
    Game.objects.filter(pk=game.pk).update(
        deadline=timezone.now() - seconds(10), computer_moves_at=None
    )
    assert services.expire_turn(game.pk)
    game.refresh_from_db()
    assert present(game.deadline) > timezone.now()
    assert game.computer_moves_at is not None
    assert not game.events.filter(kind=Event.Kind.TIMEOUT).exists()


def test_a_player_who_dropped_out_may_join_another_live_table(cast: list[Any]) -> None:
    game = casino(cast, 3)
    with pytest.raises(services.AlreadyPlaying):
        services.play_now(cast[0], variant="trifecta", move_times=[60])
    services.quit_game(game.pk, user_id=cast[0].pk)
    assert services.play_now(cast[0], variant="trifecta", move_times=[60]).status == "waiting"


def test_the_fifth_violation_among_four_seats_a_stand_in(cast: list[Any]) -> None:
    game = casino(cast, 4)
    late = present(game.to_move)
    for _ in range(5):
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(10))
        assert services.expire_turn(game.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert game.to_move == late
    assert game.seats.get(index=late).stand_in == "easy"
    assert [event.kind for event in game.events.all()] == ["timeout"] * 5 + ["take-over"]


def test_a_practice_game_has_no_clock(alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"] * 3)
    assert (game.status, game.deadline) == (Game.Status.PLAYING, None)
    assert len(game.seats.all()) == 4
    # It does not prevent a live game either.
    assert services.play_now(alice, variant="trifecta", move_times=[60]).status == "waiting"


@pytest.mark.once
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (5, {}),
        (1, {}),
        (2, {"partnership": True}),
        (2, {"target": 12}),
        (2, {"target": True}),
        (2, {"dealer": 1}),
        (2, {"sweeps": 1}),
    ],
)
def test_an_impossible_table_is_refused(alice: Any, players: int, options: dict[str, Any]) -> None:
    with pytest.raises(services.SeatRefused, match="^impossible_table$"):
        services.open_table(
            alice, variant="casino", move_time=60, kind="open", players=players, options=options
        )
    assert not Game.objects.exists()


def test_usual_options_are_not_stored(alice: Any) -> None:
    given = {"target": 21, "partnership": False, "sweeps": True}
    game = services.open_table(
        alice, variant="casino", move_time=60, kind="open", players=3, options=given
    )
    assert game.options == {"sweeps": True}


@pytest.mark.parametrize(
    "table",
    tried_on_services(Table(name, 3) for name, game in rules.VARIANTS.items() if game.seats[1] > 2),
)
def test_a_computer_that_forfeits_is_asked_again_without_more_violations(
    alice: Any, bob: Any, table: Table
) -> None:
    game = services.open_table(alice, variant=table.variant, move_time=60, kind="open", players=3)
    services.seat_computers(game.pk, user=alice, levels={1: "easy"})
    services.join_game(game.pk, user=bob)
    rng = random.Random(1)
    for _ in range(60):
        snapshot = snapshot_of(game)
        if not snapshot.seats[present(snapshot.game.to_move)].computer:
            play_one(snapshot, rng)
            continue
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(10))
        assert services.expire_turn(game.pk)
    assert snapshot_of(game).game.events.filter(kind=Event.Kind.TIMEOUT, seat=1).count() == 5
    assert not snapshot_of(game).seats[1].stand_in


def test_a_forfeit_in_the_middle_of_a_turn_gives_the_stand_in_its_time(cast: list[Any]) -> None:
    host, *others = cast[:3]
    game = services.open_table(host, variant="triple_four", move_time=60, kind="link", players=3)
    for user in others:
        services.join_game(game.pk, user=user)
    late = present(snapshot_of(game).game.to_move)
    for _ in range(4):
        while snapshot_of(game).game.to_move != late:
            play_one(snapshot_of(game), random.Random(1))
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(10))
        assert services.expire_turn(game.pk)
    while snapshot_of(game).game.to_move != late:
        play_one(snapshot_of(game), random.Random(1))
    play_one(snapshot_of(game), random.Random(1), text="draw deck")
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(10))
    assert services.expire_turn(game.pk)
    game.refresh_from_db()
    assert (game.to_move, game.seats.get(index=late).stand_in) == (late, "easy")
    assert present(game.deadline) > timezone.now()


@pytest.mark.once
def test_partners_are_partners_in_the_rematch(cast: list[Any]) -> None:
    options = {"partnership": True, "target": None}
    game = services.open_table(
        cast[0], variant="casino", move_time=60, kind="link", players=4, options=options
    )
    services.join_game(game.pk, user=cast[1], seat=2)
    services.seat_computers(game.pk, user=cast[0], levels={1: "easy", 3: "club"})
    play_random(game, random.Random(2))
    made = services.offer_rematch(game.pk, user=cast[1])
    assert services.offer_rematch(game.pk, user=cast[0]) == made
    made.refresh_from_db()
    seated = [seat.user or seat.computer for seat in made.seats.order_by("index")]
    assert (made.status, seated) == ("playing", [cast[0], "easy", cast[1], "club"])


def test_four_people_sit_in_the_same_seats_in_the_rematch(cast: list[Any]) -> None:
    game = casino(cast, 4, partnership=True, target=None)
    play_random(game, random.Random(2))
    made = services.offer_rematch(game.pk, user=cast[1])
    for index in (3, 2, 0):
        services.offer_rematch(game.pk, user=cast[index])
    made.refresh_from_db()
    seated = [seat.user for seat in made.seats.order_by("index")]
    assert (made.status, seated) == ("playing", cast)


def test_a_computer_gives_time_to_read_before_it_begins_a_deck(alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    seats, now = list(game.seats.order_by("index")), timezone.now()
    start_turn(game, seats, to_move=1, now=now, pause=DECK_PAUSE)
    assert game.computer_moves_at is not None
    assert game.computer_moves_at - now >= DECK_PAUSE / 3


@pytest.mark.once
def test_playing_again_keeps_the_options_levels_time_and_seats(alice: Any) -> None:
    options = {"target": None, "sweeps": True}
    game = services.open_table(
        alice, variant="casino", move_time=900, kind="link", players=3, options=options
    )
    services.join_game(game.pk, user=alice, seat=1)
    services.seat_computers(game.pk, user=alice, levels={0: "easy", 2: "club"})
    play_random(game, random.Random(3))
    made = services.offer_rematch(game.pk, user=alice)
    assert (made.status, made.kind, made.move_time) == ("playing", "computer", 900)
    assert (made.variant, made.options) == ("casino", options)
    seated = [seat.user or seat.computer for seat in made.seats.order_by("index")]
    assert seated == ["easy", alice, "club"]


def test_a_player_who_dropped_out_loses_even_if_the_others_draw() -> None:
    casino = rules.variant("casino")
    position: dict[str, Any] = {
        "variant": "casino",
        "target": None,
        "hands": [[], [], []],
        "table": [],
        "captured": [["2S"], ["AS"], []],
        "out": [2],
    }
    winners, reason = present(casino.outcome(casino.position(position)))
    assert (winners, reason) == ((0, 1), "draw")
    assert [snapshots.result_of(side, winners) for side in range(3)] == ["drawn", "drawn", "lost"]


def test_an_erased_name_is_gone_from_the_game_that_goes_on(
    cast: list[Any], client_of: Any, django_capture_on_commit_callbacks: Any
) -> None:
    game = casino(cast, 3)
    gone = next(index for index in range(3) if index != game.to_move)
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(client_of(cast[gone]))
    snapshot = snapshot_of(game)
    move = next(iter(game.rules.moves(snapshot.state)))
    after = services.make_move(
        game.pk,
        user_id=cast[present(game.to_move)].pk,
        selection=services.Selection(snapshot.game.move_count, text=str(move)),
        arrived_at=timezone.now(),
    )
    assert after.seats[gone].user is None


def test_a_game_that_only_computers_play_is_over_soon(alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"] * 2)
    services.quit_game(game.pk, user_id=alice.pk)
    game.refresh_from_db()
    assert game.computer_moves_at is not None
    assert game.computer_moves_at - timezone.now() <= ANSWERED_WITHIN
