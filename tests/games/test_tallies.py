"""The tallies of the players' results agree with their games, whatever happens."""

from __future__ import annotations

import importlib
import random
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import erase_user
from games import services, snapshots, tasks
from games.models import Game, Highlight, Pace, Seat, Tally, Verification
from games.selectors.tallies import count_tallies, find_results, stored_tallies
from games.services import writing
from notices.models import Notice
from tests.games.archived import archive_game
from tests.games.conftest import seconds, stored
from tests.passwords import delete_account

pytestmark = pytest.mark.django_db


def all_stored() -> dict[Any, Any]:
    return stored_tallies(list(User.objects.values_list("pk", flat=True)))


def all_counted() -> dict[Any, Any]:
    return count_tallies(list(User.objects.values_list("pk", flat=True)))


def count_by_hand(player: User, viewer: User | None) -> dict[str, list[int]]:
    """Count the results that a viewer may see game by game, as a page without tallies would."""
    counted: dict[str, list[int]] = {}
    for seat in Seat.objects.filter(user=player, game__status="finished").select_related("game"):
        people = set(seat.game.seats.values_list("user", flat=True))
        if seat.game.is_public or (viewer is not None and viewer.pk in people):
            of_variant = counted.setdefault(seat.game.variant, [0, 0, 0])
            of_variant[("won", "lost", "drawn").index(seat.result)] += 1
    return counted


def play_anything(rng: random.Random, people: list[User]) -> None:
    """Open a table, seat people or computers, and end the game in some way."""
    kind = rng.choice(("open", "link", "invitation", "computer"))
    variant = rng.choice(("casino", "spade", "royal_casino"))
    number = 2 if kind in ("invitation", "computer") else rng.choice((2, 2, 3, 4))
    seated = rng.sample(people, number)
    host = seated[0]
    if kind == "computer":
        game = services.play_computer(host, variant=variant, move_time=60, levels=["easy"])
        seated = [host]
    else:
        invited = seated[1] if kind == "invitation" else None
        game = services.open_table(
            host, variant=variant, move_time=86_400, kind=kind, players=number, invited=invited
        )
        if rng.random() < 0.2:
            services.leave_game(game.pk, user=host)  # cancelled, and counted nowhere
            return
        for user in seated[1:]:
            services.join_game(game.pk, user=user)
    if number == 2 and rng.random() < 0.3:
        for _ in range(10):
            Game.objects.filter(pk=game.pk, status="playing").update(
                deadline=timezone.now() - seconds(100)
            )
            services.expire_turn(game.pk)
    for user in rng.sample(seated, len(seated))[: number - 1]:
        services.quit_game(game.pk, user_id=user.pk)


@pytest.mark.parametrize("seed", range(3))
def test_tallies_agree_with_a_recount_of_random_histories(make_user: Any, seed: int) -> None:
    rng = random.Random(seed)
    people = [make_user(f"player{number}") for number in range(6)]
    for number in range(16):
        play_anything(rng, people)
        if number in (7, 12):
            gone = people.pop(rng.randrange(len(people)))
            Client().force_login(gone)
            services.leave_all_games(gone)
            erase_user(gone)
    assert all_stored() == all_counted() != {}
    for player in people:
        for viewer in [None, *people]:
            found = find_results(player, viewer or AnonymousUser())
            assert {name: list(counts) for name, *counts in found} == count_by_hand(player, viewer)


@pytest.mark.parametrize(
    "step", ["count_results", "count_pace", "_write_highlights", "save_change", "tell_end"]
)
def test_a_game_is_over_with_all_that_follows_or_not_at_all(
    dealt: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise RuntimeError(step)

    game = dealt(move_time=86_400)
    tables = (Tally, Pace, Highlight, Notice)
    before = stored(game), [list(each.objects.values()) for each in tables]
    with monkeypatch.context() as patch:
        patch.setattr(writing, step, fail)
        with pytest.raises(RuntimeError):
            services.quit_game(game.pk, user_id=alice.pk)
    assert (stored(game), [list(each.objects.values()) for each in tables]) == before
    for _ in range(2):
        services.quit_game(game.pk, user_id=alice.pk)
        assert all_stored() == {
            (alice.pk, None, "trifecta"): {"lost": 1},
            (bob.pk, None, "trifecta"): {"won": 1},
        }
        assert [pace.finished for pace in Pace.objects.order_by("player")] == [0, 1]


def test_only_the_players_of_a_private_game_see_it_counted(
    alice: Any, bob: Any, oscar: Any
) -> None:
    archive_game(alice, bob, kind="link")
    archive_game(alice, None, kind="computer", computer="easy")
    assert find_results(alice, alice) == [("trifecta", 2, 0, 0)]
    assert find_results(alice, bob) == [("trifecta", 1, 0, 0)]
    assert find_results(alice, oscar) == find_results(alice, AnonymousUser()) == []


def test_a_cancelled_game_ends_for_its_seats_and_counts_nothing(alice: Any) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="open")
    services.leave_game(table.pk, user=alice)
    table.refresh_from_db()
    assert table.finished_at is not None
    assert [seat.finished_at for seat in table.seats.all()] == [table.finished_at]
    assert not Tally.objects.exists()


def test_an_account_that_is_erased_takes_its_tallies_with_it(alice: Any, bob: Any) -> None:
    archive_game(alice, bob)
    archive_game(alice, bob, kind="link")
    erase_user(bob)
    assert all_stored() == {
        (alice.pk, None, "trifecta"): {"won": 1},
        (alice.pk, alice.pk, "trifecta"): {"won": 1},
    }
    assert all_stored() == all_counted()


@pytest.mark.django_db(transaction=True)
def test_a_game_ends_for_the_others_although_its_cached_seats_name_an_erased_player(
    alice: Any, bob: Any, carol: Any
) -> None:
    game = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    services.leave_all_games(carol)
    game.refresh_from_db()
    assert snapshots.recall(game.public_id, game.version) is not None
    erase_user(carol)
    services.quit_game(game.pk, user_id=bob.pk)
    assert set(all_stored()) == {(alice.pk, None, "casino"), (bob.pk, None, "casino")}


def test_a_game_that_ends_before_the_account_is_erased_is_counted_first(
    dealt: Any, alice: Any, bob: Any, before_the_lock: Any
) -> None:
    game = dealt()
    with transaction.atomic():
        before_the_lock(lambda: services.quit_game(game.pk, user_id=bob.pk), of=Game)
        services.hold_games(alice)
        erase_user(alice)
    connection.check_constraints()
    assert all_stored() == {(bob.pk, None, "trifecta"): {"lost": 1}}


def test_deleting_an_account_holds_its_games(
    as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[str] = []

    def hold(user: User) -> set[int]:
        held.append(user.username)
        return set()

    monkeypatch.setattr(services, "hold_games", hold)
    delete_account(as_alice)
    assert held == ["alice"]


# The audit


def change_number(tally: Tally) -> None:
    Tally.objects.filter(pk=tally.pk).update(lost=F("lost") + 1)


def leave_out(tally: Tally) -> None:
    tally.delete()


def change_variant(tally: Tally) -> None:
    Tally.objects.filter(pk=tally.pk).update(variant="casino")


@pytest.mark.parametrize("change", [change_number, leave_out, change_variant])
@pytest.mark.parametrize("kind", ["open", "link"])
def test_a_wrong_tally_is_found_and_the_player_is_named(
    dealt: Any,
    alice: Any,
    bob: Any,
    kind: str,
    change: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 60)  # one slice, even on a busy machine
    services.quit_game(dealt(kind=kind).pk, user_id=alice.pk)
    call_command("verify_games", stdout=StringIO())
    change(Tally.objects.filter(player=bob).earliest("pk"))
    printed = StringIO()
    with pytest.raises(CommandError, match="and 1 player with wrong tallies"):
        call_command("verify_games", stdout=printed)
    assert printed.getvalue().startswith(f"player {bob.pk}: tallies[")
    tasks.verify_games()
    audit = Verification.objects.get()
    assert (audit.games, audit.players, audit.differences) == (1, 2, 1)
    assert audit.first_difference.startswith(f"players[{bob.pk}].tallies[")


def test_a_game_that_ends_during_the_audit_is_no_difference(
    dealt: Any, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.selectors import verification

    game = dealt()

    def end_and_count(players: Any) -> Any:
        if Game.objects.get(pk=game.pk).status == "playing":
            services.quit_game(game.pk, user_id=alice.pk)
        return count_tallies(players)

    monkeypatch.setattr(verification, "count_tallies", end_and_count)
    assert [each.difference for each in verification.verify_tallies()] == ["", ""]
    assert Tally.objects.count() == 2


def test_the_migration_counts_what_the_writer_would_have_counted(
    make_user: Any, alice: Any, bob: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        people = [alice, bob, *(make_user(f"player{number}") for number in range(3))]
        for _ in range(8):
            clock.shift(seconds(60))
            play_anything(random.Random(5), people)
    stored = all_stored()
    ends = list(Seat.objects.order_by("pk").values_list("finished_at"))
    Tally.objects.all().delete()
    Seat.objects.update(finished_at=None)
    migration = importlib.import_module("games.migrations.0014_count_tallies")
    migration.copy_ends(apps, None)
    migration.count_tallies(apps, None)
    assert all_stored() == stored != {}
    assert list(Seat.objects.order_by("pk").values_list("finished_at")) == ends
