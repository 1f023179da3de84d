"""The services keep every game correct to its end, for all numbers of players and options."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from games import presenters, selectors, services, snapshots
from games.models import Event, Game, Round, Seat
from games.rules import shuffle
from games.rules.record import check_record, read_record, write_record
from games.snapshots import Snapshot, derive_states, result_of, total_of
from tests.games.whole_games import (
    EVERY_TABLE,
    Table,
    has_new_deck,
    play_game,
    remembering,
    seat_players,
    snapshot_of,
    take_turn,
    tried_on_services,
)
from tests.present import present

pytestmark = pytest.mark.django_db

CARD = re.compile(r"\b[A2-9TJQK][SHDC]\b")


@pytest.fixture
def users(alice: Any, bob: Any, carol: Any, dave: Any) -> list[Any]:
    return [alice, bob, carol, dave]


@pytest.mark.parametrize(
    "table", [each for each in tried_on_services(EVERY_TABLE) if not each.marks]
)
def test_a_whole_game_is_stored_correctly(table: Table, users: list[Any]) -> None:
    """Play one game of each kind; all are played in test_two_languages."""
    check_stored(play_game(table, users, random.Random(f"{table}8")))


def check_stored(snapshot: Snapshot) -> None:
    """Check all that is stored of a finished game, given as it is stored."""
    states = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    check_result(snapshot, states[-1])
    check_totals(snapshot, states)
    check_stand_ins(snapshot, states[-1])
    check_records(snapshot)
    check_shuffle_page(snapshot)
    found = list(selectors.verify_games(selectors.verifiable_games()))
    assert [game.difference for game in found] == [""]


def check_result(snapshot: Snapshot, state: Any) -> None:
    """Check that the stored result follows from the last state by the rules."""
    variant, game = snapshot.game.rules, snapshot.game
    winners, reason = present(variant.outcome(state))
    assert (game.status, game.reason) == (Game.Status.FINISHED, reason)
    totals = variant.totals(state)
    for seat in snapshot.seats:
        side = variant.side(state, seat.index)
        assert seat.result == result_of(side, winners)
        assert seat.total == total_of(totals[side])


def check_totals(snapshot: Snapshot, states: list[Any]) -> None:
    """Check that the points of the game are those of all its decks."""
    variant = snapshot.game.rules
    counted = [
        before
        for event, before in zip(snapshot.events, states, strict=False)
        if event.kind == Event.Kind.RESHUFFLE and variant.is_counted(before)
    ]
    sheets = [variant.scores(state) for state in (*counted, states[-1])]
    of_decks = [sum(sheet["total"] for sheet in side) for side in zip(*sheets, strict=True)]
    assert of_decks == list(variant.totals(states[-1]))


def check_stand_ins(snapshot: Snapshot, state: Any) -> None:
    """Check that each player who dropped out was replaced once and has lost."""
    gone = snapshot.game.rules.out(state)
    last = snapshot.events[-1].seat if snapshot.game.reason in ("forfeit", "resignation") else None
    takes = [present(event.seat) for event in snapshot.events if event.kind == Event.Kind.TAKE_OVER]
    people = {seat.index for seat in snapshot.seats if seat.user is not None} - {last}
    assert sorted(takes) == sorted(people.intersection(gone))
    for index in gone:
        assert snapshot.seats[index].result == Seat.Result.LOST


def check_records(snapshot: Snapshot) -> None:
    """Check that the record of the game is read as it was written, and replays the same."""
    record = selectors.record_of(snapshot, None)
    document = json.loads(json.dumps(write_record(record)))
    assert read_record(document) == record
    assert len(check_record(record)) == len(snapshot.events) + 1


def check_shuffle_page(snapshot: Snapshot) -> None:
    """Check that every shuffle of the game is on the page that checks it, in the right order."""
    page, deck = presenters.view_shuffle_page(snapshot), snapshot.deck
    stream = shuffle.stream(deck.recipe, bytes(deck.seed), deck.values)
    stream.below(len(snapshot.seats))
    later = [event for event in snapshot.events if event.kind == Event.Kind.RESHUFFLE]
    assert len(page.packs) == 1 + len(snapshot.game.rules.extra_packs) + len(later)
    for pack in page.packs:
        assert pack.cards == stream.shuffled(pack.before or snapshot.game.rules.pack)


# During a game of several players


@pytest.fixture
def running(users: list[Any]) -> Snapshot:
    """Return a game of three in its second deck of Casino. Bob has quit; a computer plays on."""
    table = Table("casino", 3, quits=(1, 9))
    rng, turn = random.Random(5), 0
    game = seat_players(table, users, rng)
    with remembering():
        while not has_new_deck(snapshot := snapshot_of(game)):
            turn += 1
            take_turn(table, snapshot, turn, rng)
    snapshots.forget_all()
    return snapshot_of(game)


def hidden_from(snapshot: Snapshot, seat: int | None) -> set[str]:
    """Return the cards of the current deck that a seat has not seen."""
    state = snapshot.dealt
    others = [hand for index, hand in enumerate(state.hands) if index != seat]
    return {*state.stock, *[card for hand in others for card in hand]}


def test_a_players_record_has_no_cards_to_come(running: Snapshot) -> None:
    document = write_record(selectors.record_of(running, 0))
    assert read_record(json.loads(json.dumps(document)))
    (shuffled,) = [event for event in document["events"] if event["kind"] == "reshuffle"]
    assert shuffled["text"] == "deal"
    assert (document["decks"][0]["cards"], document["decks"][0]["seed"]) == (None, None)
    told = json.dumps([document["position"], document["events"][shuffled_at(document) :]])
    assert not hidden_from(running, 0) & set(CARD.findall(told))


def test_a_record_says_the_same_whether_remembered_or_read(users: list[Any]) -> None:
    with remembering():
        game = seat_players(Table("trifecta", 2), users, random.Random(5))
        known = snapshots.newest(game.pk)
    assert known is not None
    snapshots.forget_all()
    remembered, read = (
        json.dumps(write_record(selectors.record_of(each, 0)))
        for each in (known, snapshot_of(game))
    )
    assert remembered == read


def shuffled_at(document: dict[str, Any]) -> int:
    return [event["kind"] for event in document["events"]].index("reshuffle")


def test_looking_back_shows_no_card_to_come(running: Snapshot, client_of: Any) -> None:
    page = client_of(running.seats[0].user)
    path = f"/games/{running.game.public_id}/replay/{len(running.events)}/"
    html = page.get(path, headers={"HX-Request": "true"}).content.decode()
    felt = html[html.index("replay-felt") : html.index("replay-controls")]
    assert "back.svg" in felt
    assert not hidden_from(running, 0) & set(CARD.findall(felt))
    assert client_of(running.seats[1].user).get(path).status_code == 404


def test_a_player_who_dropped_out_downloads_only_what_everyone_knows(running: Snapshot) -> None:
    (own,) = presenters.own_games_document(present(running.seats[1].user))
    assert own["your_seat"] == 1
    assert own["record"]["position"]["hands"] == [["??"] * len(h) for h in running.dealt.hands]
    (owns,) = presenters.own_games_document(present(running.seats[0].user))
    assert owns["record"]["position"]["hands"][0] == list(running.dealt.hands[0])


def test_the_administration_shows_no_deck_of_a_running_game(
    running: Snapshot, make_user: Any, client_of: Any
) -> None:
    keeper = client_of(make_user("keeper", is_staff=True, is_superuser=True))
    path = reverse("admin:games_game_change", args=[running.game.pk])
    deal = next(event.text for event in running.events if event.kind == Event.Kind.RESHUFFLE)
    page = keeper.get(path).content.decode()
    assert running.events[0].text in page
    assert deal not in page
    for seat in (0, 2):
        services.quit_game(running.game.pk, user_id=present(running.seats[seat].user_id))
    assert deal in keeper.get(path).content.decode()


# Changed games are found


def swap_cards(text: str) -> str:
    word, one, other, *rest = text.split()
    return " ".join((word, other, one, *rest))


def change_event(kind: str, **changes: Any) -> Any:
    def change(game: Game) -> None:
        event = present(game.events.filter(kind=kind).first())
        fields = {name: new(event) if callable(new) else new for name, new in changes.items()}
        game.events.filter(pk=event.pk).update(**fields)

    return change


def change_last_sheet_of_a_deck(game: Game) -> None:
    before = game.events.filter(kind=Event.Kind.RESHUFFLE).first()
    assert before is not None
    ended = Round.objects.get(deck__game=game, index=4)
    assert ended.sheet is not None
    ended.sheet[0]["most_cards"] = str(9)
    ended.save()


PLANTED: list[tuple[Any, str]] = [
    (change_event("reshuffle", text=lambda event: swap_cards(event.text)), "].text"),
    (change_event("take-over", seat=0), "].seat"),
    (change_event("take-over", text="hard"), "seats[1].stand_in"),
    (lambda game: game.seats.filter(index=1).update(stand_in=""), "seats[1].stand_in"),
    (lambda game: game.seats.filter(index=0).update(stand_in="easy"), "seats[0].stand_in"),
    (lambda game: game.seats.filter(index=1).update(result="won"), "seats[1].result"),
    (lambda game: game.seats.filter(index=2).update(total=0), "seats[2].total"),
    (lambda game: Game.objects.filter(pk=game.pk).update(players=4), "seats"),
    (lambda game: Game.objects.filter(pk=game.pk).update(options={"target": 12}), "options"),
    (lambda game: Game.objects.filter(pk=game.pk).update(options={"target": 21}), "options"),
    (lambda game: Game.objects.filter(pk=game.pk).update(options={"target": 50}), ""),
    (lambda game: Round.objects.filter(deck__game=game, index=5).delete(), "rounds"),
    (lambda game: Round.objects.filter(deck__game=game, index=5).update(starter=3), "rounds[5]"),
    (change_last_sheet_of_a_deck, "rounds[4].sheet"),
    (lambda game: game.decks.update(extras={"triplets": ["T1"]}), "decks[0].extras"),
    (lambda game: game.decks.update(values=["", "", ""]), "decks[0]"),
]


def difference_in(game: Game) -> str:
    (found,) = selectors.verify_games(selectors.verifiable_games())
    assert found.game_id == game.pk
    return found.difference


def test_any_change_of_a_game_is_found(users: list[Any]) -> None:
    table = Table("casino", 3, quits=(1, 9))
    game = play_game(table, users, random.Random(7)).game
    assert difference_in(game) == ""
    assert game.events.filter(kind=Event.Kind.RESHUFFLE).exists()
    for number, (change, place) in enumerate(PLANTED):
        with transaction.atomic():
            change(game)
            found = difference_in(game)
            transaction.set_rollback(True)
        assert found, number
        assert place in found, number
    assert difference_in(game) == ""


def test_changed_triplet_cards_are_found(users: list[Any]) -> None:
    game = seat_players(Table("triple_four", 2), users, random.Random(3))
    services.quit_game(game.pk, user_id=users[0].pk)
    assert difference_in(game) == ""
    deck = game.decks.get()
    deck.extras["triplets"].reverse()
    deck.save()
    assert difference_in(game).startswith("decks[0].extras.triplets[0]: ")
    game.decks.update(extras={})
    assert difference_in(game).startswith("decks[0].extras.triplets: ")
