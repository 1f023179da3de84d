"""The audit: any change of a stored game is found, and the game is named."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from games import selectors, services, snapshots, tasks
from games.models import Deck, Event, Game, Round, Seat, SecretPick, SiteClock, Verification
from tests.games.pages import text_of
from tests.present import present

pytestmark = pytest.mark.django_db

RECORDS = Path(__file__).resolve().parent.parent / "records" / "trifecta"
NIGHT = dt.datetime(2026, 3, 4, 3, 0, 5, tzinfo=dt.UTC)


def run(*arguments: str, **options: Any) -> tuple[str, str]:
    """Return what the command prints, and its error or ""."""
    printed = StringIO()
    try:
        call_command("verify_games", *arguments, stdout=printed, **options)
    except CommandError as error:
        return printed.getvalue(), str(error)
    return printed.getvalue(), ""


@pytest.fixture
def given_up(dealt: Any, alice: Any) -> Callable[[], Game]:
    """Return a function that makes a game finished at once."""

    def give_up() -> Game:
        game: Game = dealt()
        services.quit_game(game.pk, user_id=alice.pk)
        return game

    return give_up


def test_a_site_without_a_fault_is_verified(finished: Any, given_up: Any, dealt: Any) -> None:
    given_up()
    finished()
    dealt()
    assert run() == ("2 games checked, no difference\n", "")
    assert run(running=True) == ("3 games checked, no difference\n", "")


def flip_deck(game: Game) -> None:
    cards = game.decks.get().cards
    game.decks.update(cards=cards[:-1] + ("S" if cards[-1] != "S" else "H"))


def flip_seed(game: Game) -> None:
    seed = bytearray(game.decks.get().seed)
    seed[7] ^= 1
    game.decks.update(seed=bytes(seed))


def flip_salt(game: Game) -> None:
    pick = SecretPick.objects.filter(seat__game=game).latest("pk")
    salt = bytearray(pick.salt)
    salt[31] ^= 1
    SecretPick.objects.filter(pk=pick.pk).update(salt=bytes(salt))


def flip_move(game: Game) -> None:
    drop = game.events.filter(text__regex=r"^\w\w$").first()
    assert drop is not None
    other = "S" if drop.text[1] != "S" else "H"
    game.events.filter(pk=drop.pk).update(text=drop.text[0] + other)


def flip_sheet(game: Game) -> None:
    last = Round.objects.filter(deck__game=game, index=4).get()
    assert last.sheet is not None
    last.sheet[1]["total"] = str(int(last.sheet[1]["total"]) ^ 1)
    last.save()


def changing(model: Any, **changes: Any) -> Callable[[Game], None]:
    game_of = {Game: "pk", Deck: "game", Seat: "game", Event: "game", SecretPick: "seat__game"}

    def change(game: Game) -> None:
        rows = model.objects.filter(**{game_of[model]: game.pk})
        model.objects.filter(pk=rows.order_by("pk").first().pk).update(**changes)

    return change


CHANGES: list[tuple[Callable[[Game], object], str]] = [
    (flip_deck, "decks[0].cards[51]: "),
    (flip_seed, "decks[0].commitment: "),
    (flip_salt, "picks[1].commitment: "),
    (flip_move, "].text): The move "),
    (flip_sheet, "rounds[4].sheet: "),
    (changing(Deck, commitment="0" * 64), "decks[0].commitment: "),
    (changing(Deck, values=["ab", "cd"]), "decks[0]."),
    (changing(Deck, values=7), "The game cannot be replayed: "),
    (
        changing(Deck, recipe=9),
        "decks[0]: The cards cannot be derived: this site has no shuffle version 9.",
    ),
    (changing(Deck, starter=1 - F("starter")), "decks[0].starter: "),
    (changing(SecretPick, card="XX"), "picks[0].card: "),
    (changing(Event, kind="timeout", text=""), "events[0].kind: This is not legal"),
    (changing(Event, seat=1 - F("seat")), "events[0].seat: "),
    (changing(Game, rules_version=2), "no rules of version 2"),
    (changing(Game, players=3), "seats: "),
    (changing(Seat, total=F("total") + 1), "seats[0].total: "),
    (changing(Seat, result="drawn"), "seats[0].result: "),
    (changing(Seat, finished_at=None), "seats[0].finished_at: "),
    (changing(Game, reason="forfeit"), "reason: "),
    (changing(Game, event_count=F("event_count") + 1), "event_count: "),
    (changing(Game, move_count=F("move_count") - 1), "move_count: "),
    (lambda game: game.events.order_by("-number")[0].delete(), "event_count: "),
    (lambda game: Round.objects.filter(index=3).delete(), "rounds: "),
    (lambda game: game.highlights.all().delete(), "highlights: "),
    (lambda game: game.highlights.create(number=7, seat=1, kind="none"), "highlights: "),
]


COUNTED = ("seats[0].result: ", "events[0].kind: This is not legal")
"""Where a change makes what is counted of a player wrong, too."""


def test_any_change_is_found_and_the_game_is_named(finished: Any) -> None:
    game = finished()
    assert game.highlights.exists()
    for change, place in CHANGES:
        with transaction.atomic():
            change(game)
            printed, error = run()
            transaction.set_rollback(True)
        assert printed.startswith(f"game {game.pk} ({game.public_id}): ")
        assert place in printed
        wrong = ", and 1 player with wrong tallies" if place in COUNTED else ""
        assert error == f"1 game checked, 1 with a difference{wrong}"
    assert run() == ("1 game checked, no difference\n", "")


def test_a_running_game_must_agree_with_its_stored_row(dealt: Any) -> None:
    game = dealt()
    Game.objects.update(to_move=1)
    printed, error = run(running=True)
    told = "to_move: The stored value is 1, but replaying the game gives 0."
    assert printed == f"game {game.pk} ({game.public_id}): {told}\n"
    assert error
    assert run() == ("0 games checked, no difference\n", "")


@pytest.mark.parametrize(
    ("change", "place"),
    [(flip_deck, "decks[0].cards[51]"), (changing(SecretPick, card="XX"), "picks[0].card")],
)
def test_the_report_names_no_card_of_a_running_game(
    dealt: Any, change: Callable[[Game], object], place: str
) -> None:
    game = dealt()
    change(game)
    printed, _ = run(running=True)
    told = f"{place}: This does not follow from the rest of the game.\n"
    assert printed == f"game {game.pk} ({game.public_id}): {told}"


def test_many_games_need_the_queries_and_the_memory_of_chunks(
    given_up: Any, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(snapshots, "CHUNK", 2)
    for _ in range(3):
        given_up()
    with django_assert_num_queries(12):
        verified = list(selectors.verify_games(selectors.verifiable_games()))
    assert [game.difference for game in verified] == [""] * 3


def test_files_are_checked_too(tmp_path: Path) -> None:
    good = RECORDS / "v1-draw.json"
    assert run(str(good), str(good)) == ("2 games checked, no difference\n", "")
    bad = tmp_path / "bad.json"
    bad.write_text(good.read_text().replace('"reason": "draw"', '"reason": "score"'))
    printed, error = run(str(good), str(bad), str(tmp_path / "none.json"))
    assert (
        f"{bad}: result.reason: The record says 'score', but replaying the game gives 'draw'."
        in printed
    )
    assert (
        f"{tmp_path / 'none.json'}: The file cannot be read: No such file or directory." in printed
    )
    assert error == "3 games checked, 2 with a difference"


# Every night


def test_every_night_all_finished_games_are_verified_once(
    given_up: Any, nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 60)  # one slice, even on a busy machine
    given_up()
    games = given_up()
    Seat.objects.filter(game=games, index=0).update(total=F("total") + 1)
    with time_machine.travel(NIGHT, tick=False):
        tasks.verify_games()
        tasks.verify_games()
        assert "Finished games verified" in text_of(nobody.get(reverse("status")))
    audit = Verification.objects.get()
    assert (audit.games, audit.differences, audit.first_game) == (2, 1, games)
    assert audit.first_difference.startswith("seats[0].total: ")
    assert (audit.started_at, audit.finished_at) == (NIGHT, NIGHT)
    with time_machine.travel(NIGHT + dt.timedelta(days=1), tick=False):
        tasks.verify_games()
    assert Verification.objects.count() == 2


def test_an_audit_goes_on_in_slices(given_up: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        given_up()
    queued: list[int] = []
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0)
    monkeypatch.setattr(tasks.verify_games, "delay", queued.append)
    tasks.verify_games()
    counts = Verification.objects.values_list("games", "players")
    counted = [counts.get()]
    while queued:
        tasks.verify_games(queued.pop())
        counted.append(counts.get())
    assert counted == [(1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 2)]
    assert Verification.objects.get().finished_at is not None


def test_a_slice_is_counted_once(given_up: Any) -> None:
    game = given_up()
    turn = present(services.claim_verification(now=NIGHT))
    again = present(services.claim_verification(turn.pk, now=NIGHT))
    for one, is_counted in ((turn, True), (again, False)):
        found = services.record_verified(one, [(game.pk, "")], is_done=False, now=NIGHT)
        assert found is is_counted
    assert Verification.objects.get().games == 1


def test_a_slice_of_players_is_counted_once(alice: Any) -> None:
    turn = present(services.claim_verification(now=NIGHT))
    again = present(services.claim_verification(turn.pk, now=NIGHT))
    for one, is_counted in ((turn, True), (again, False)):
        players = [(alice.pk, "")]
        found = services.record_verified(one, [], players=players, is_done=False, now=NIGHT)
        assert found is is_counted
    assert Verification.objects.get().players == 1


def test_a_slice_that_another_worker_counts_before_the_lock_is_counted_once(
    given_up: Any, before_the_lock: Any
) -> None:
    game, turn = given_up(), present(services.claim_verification(now=NIGHT))
    count = partial(services.record_verified, turn, [(game.pk, "")], is_done=False, now=NIGHT)
    before_the_lock(count, of=Verification)
    assert not count()
    assert Verification.objects.get().games == 1


def test_two_workers_at_the_same_moment_begin_one_audit(db: None, before_the_lock: Any) -> None:
    before_the_lock(lambda: services.claim_verification(now=NIGHT), of=SiteClock)
    assert services.claim_verification(now=NIGHT) is None
    assert Verification.objects.count() == 1


def test_a_slice_that_got_lost_is_done_later(db: None) -> None:
    turn = services.claim_verification(now=NIGHT)
    assert services.claim_verification(now=NIGHT + dt.timedelta(minutes=1)) is None
    assert services.claim_verification(now=NIGHT + dt.timedelta(minutes=10)) == turn


@pytest.mark.parametrize(("hour", "begins"), [(2, False), (3, True), (12, True), (23, True)])
def test_an_audit_begins_at_three_or_when_somebody_is_there(
    db: None, hour: int, begins: bool
) -> None:
    yesterday = NIGHT - dt.timedelta(days=1)
    Verification.objects.create(started_at=yesterday, touched_at=yesterday, finished_at=yesterday)
    found = services.claim_verification(now=NIGHT.replace(hour=hour, second=0))
    assert (found is not None) is begins


def test_the_status_page_tells_whether_all_is_well(nobody: Client) -> None:
    assert "the game clock is late" in text_of(nobody.get(reverse("status")))
    services.record_web_alive()
    services.record_sweep(now=dt.datetime.now(dt.UTC))
    page = text_of(nobody.get(reverse("status")))
    assert "all is well" in page
    assert "none yet" in page
    Verification.objects.create(
        started_at=NIGHT, touched_at=NIGHT, finished_at=NIGHT, games=1234, differences=1
    )
    page = text_of(nobody.get(reverse("status")))
    assert "1,234" in page
    assert "does not match its moves" in page


def test_audits_can_be_viewed_in_the_admin(make_user: Any, client_of: Any) -> None:
    Verification.objects.create(started_at=NIGHT, touched_at=NIGHT)
    browser = client_of(make_user("keeper", is_staff=True, is_superuser=True))
    assert browser.get("/admin/games/verification/").status_code == 200
