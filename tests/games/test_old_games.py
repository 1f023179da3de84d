"""An upgrade does not change games that were stored when tables had only two players."""

from __future__ import annotations

import datetime as dt
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import User
from config.plans import forget_plans
from config.releases import needs_stop
from config.running import is_site_running
from games import selectors, services, snapshots
from games.clocks import TimeControl
from games.models import AcceptedTime, Game, Pace, Seat, SecretPick, StoredChoice
from tests.games.conftest import seconds

pytestmark = pytest.mark.django_db(transaction=True)

HOUR, DAY = 3_600, 86_400
ZONES = ["UTC", "Asia/Tokyo", "Europe/Kiev", "Atlantis/Capital"]
"""The last is unknown to this server, and is read as UTC."""
BEFORE = [("games", "0003_verification"), ("accounts", "0005_reword_sounds")]
BEFORE_STORED_CHOICES = [("games", "0010_event")]


@pytest.fixture
def old_schema() -> Iterator[Any]:
    """Return a function that migrates to an older schema, or to the newest one."""
    newest = list(MigrationExecutor(connection).loader.graph.leaf_nodes())
    last: list[Any] = []

    def migrate(targets: list[tuple[str, str]] = newest) -> Any:
        last[:] = [targets]
        return MigrationExecutor(connection).migrate(targets)

    yield migrate
    if last != [newest]:
        migrate()
    if connection.vendor == "postgresql":
        forget_plans(connection)  # tests that ask around Django's wrapper have plans too


def test_old_schemas_keep_old_games_choices_time_zones_and_the_queue_and_cancel_lessons(
    old_schema: Any, picking: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = picking()
    rng, users = random.Random(3), [seat.user for seat in game.seats.order_by("index")]
    for user in users:
        value = rng.randbytes(8).hex()
        services.pick_secret(
            game.pk, user_id=user.pk, card="7H", value=value, arrived_at=timezone.now()
        )
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(100))
    assert services.expire_turn(game.pk)
    services.quit_game(game.pk, user_id=alice.pk)
    values = list(game.seats.order_by("index").values_list("value", flat=True))
    assert all(values)
    lesson = services.start_lesson(alice, variant="casino", name="first")
    place = services.play_now(bob, variant="casino", move_times=[60, 120])

    old_schema([("games", "0016_seeks")])
    apps = old_schema([("games", "0018_default_lesson")]).apps
    accepted = apps.get_model("games", "AcceptedTime").objects.filter(seat__game_id=place.pk)
    assert [each.move_time for each in accepted] == [60, 120]
    assert apps.get_model("games", "Game").objects.filter(pk=lesson.pk).exists()
    apps = old_schema([("games", "0014_count_tallies")]).apps
    found = apps.get_model("games", "Game").objects.exclude(pk=game.pk).order_by("pk")
    assert [(each.kind, each.status, each.to_move) for each in found] == [
        ("computer", "cancelled", None),
        ("queue", "waiting", None),
    ]
    found.get(pk=lesson.pk).delete()  # no older schema knows a game without a clock
    old = old_schema(BEFORE).apps
    for pick in old.get_model("games", "SecretPick").objects.select_related("seat"):
        pick.value = values[pick.seat.index]
        pick.save()
    for zone in ZONES:
        old.get_model("accounts", "User").objects.create(username=zone, time_zone=zone)
    old = old_schema(BEFORE_STORED_CHOICES).apps
    pick = old.get_model("games", "SecretPick").objects.earliest("pk")
    choice = {"level": "club", "seed": 5, "view_hash": "0" * 64, "players_version": 2}
    choice |= {"budget": 600, "was_cut": True}
    assert needs_stop()
    assert not is_site_running()
    clock = old.get_model("games", "SiteClock").objects
    clock.update_or_create(pk=1, defaults={"web_seen_at": timezone.now()})
    monkeypatch.setattr(time, "sleep", lambda _: clock.update(web_seen_at=timezone.now()))
    assert is_site_running()
    old.get_model("games", "ComputerChoice").objects.create(pick=pick, **choice)
    old_schema()

    snapshots.forget_all()
    assert list(game.seats.order_by("index").values_list("value", flat=True)) == values
    stored = Game.objects.get(pk=game.pk)
    assert (stored.players, stored.options, stored.host) == (2, {}, alice)
    assert stored.decks.get().extras == {}
    assert AcceptedTime.objects.get(seat__game=place).move_time == 120
    assert StoredChoice.objects.values(*choice).get() == choice
    assert StoredChoice.objects.get().pick == SecretPick.objects.earliest("pk")
    assert [found.difference for found in selectors.verify_games(selectors.verifiable_games())] == [
        ""
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT time_zone FROM accounts_user WHERE username = time_zone ORDER BY id")
        assert [zone for (zone,) in cursor.fetchall()] == ZONES
    read = User.objects.filter(username__in=ZONES).order_by("pk")
    assert [str(user.time_zone) for user in read] == [*ZONES[:-1], "UTC"]


def test_an_older_schema_has_the_nearest_move_times_and_an_upgrade_counts_all_games_again(
    old_schema: Any, dealt: Any, play: Any, alice: Any, bob: Any, carol: Any, clock: Any
) -> None:
    budget, fortnight = TimeControl(12 * HOUR, 3 * DAY), TimeControl(14 * DAY)
    games = [dealt(move_time=time.move_time, bank=time.bank) for time in (budget, fortnight)]
    broken = dealt(move_time=DAY)
    play_for_days(clock, dealt, play, alice, bob, carol)
    asked = [TimeControl(DAY), TimeControl(3 * DAY), budget, TimeControl(DAY, 2 * DAY), fortnight]
    place = services.play_now(bob, variant="casino", move_times=asked)
    practice = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    paces, standings = stored_counts()
    assert {pace[1:4] for pace in paces} == {(2, 1, 6), (2, 1, 0)}
    assert sorted(len(each.split()) for each in standings.values() if "1.0" in each) == [2, 3]
    assert standings[broken.pk] == "0.0 0.0"

    old_schema([("games", "0023_pace")])
    assert not Pace.objects.exists()
    old_schema([("games", "0020_expected_lines")])  # which has no standings
    broken.decks.update(cards="AS AS")
    apps = old_schema([("games", "0018_default_lesson")]).apps
    found = apps.get_model("games", "Game").objects.in_bulk()
    assert [found[game.pk].move_time // DAY for game in (*games, place)] == [3, 7, 7]
    assert found[practice.pk].move_time == 0
    old_schema()
    accepted = AcceptedTime.objects.filter(seat__game=place)
    assert [each.time for each in accepted] == [TimeControl(days * DAY) for days in (1, 3, 7)]
    # A game that cannot be dealt stops no upgrade.
    assert stored_counts() == (paces, standings | {broken.pk: ""})


def test_an_older_schema_knows_only_the_newest_rematch(
    old_schema: Any, dealt: Any, alice: Any, bob: Any
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    first, second, third = (offer_and_decline(game, alice, bob) for _ in range(3))
    newest = services.offer_rematch(game.pk, user=alice)
    assert set(game.rematches.all()) == {first, second, third, newest}
    apps = old_schema([("games", "0032_games_by_host_and_pace")]).apps
    assert apps.get_model("games", "Game").objects.get(rematch_of=game.pk).pk == newest.pk
    old_schema()
    with pytest.raises(IntegrityError, match="rematch"):
        Game.objects.filter(pk=first.pk).update(
            rematch_of=game, status="waiting", seen_at=timezone.now()
        )


def offer_and_decline(game: Game, host: Any, asked: Any) -> Game:
    """Return a rematch that was offered and declined."""
    made = services.offer_rematch(game.pk, user=host)
    services.leave_game(made.pk, user=asked)
    return made


def play_for_days(clock: Any, dealt: Any, play: Any, alice: Any, bob: Any, carol: Any) -> None:
    """Play at tables for two and three until a game is over, another runs, and time has run out."""
    over, running, live = dealt(move_time=3 * DAY), dealt(move_time=3 * DAY), dealt()
    table = services.open_table(alice, variant="casino", move_time=DAY, kind="link", players=3)
    for user in (bob, carol):
        services.join_game(table.pk, user=user)
    clock.shift(dt.timedelta(hours=4))
    for game in (over, running):
        play(game, alice, "9D x 5D 4H")
    clock.shift(dt.timedelta(minutes=10))
    play(over, bob, "QC")
    clock.shift(dt.timedelta(days=4))
    for game in (over, running, *[live] * 5, table):
        services.expire_turn(game.pk)
        clock.shift(dt.timedelta(minutes=10))
    practice = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    for game, user in ((table, bob), (over, bob), (practice, alice)):
        services.quit_game(game.pk, user_id=user.pk)


def stored_counts() -> tuple[Any, ...]:
    """Return what is counted of players, and the points so far in running games."""
    paces = Pace.objects.values_list("player", "begun", "finished", "violations", "moves")
    games = Game.objects.filter(status="playing").values_list("pk", "standing")
    return {(*pace, tuple(moves)) for *pace, moves in paces}, dict(games)


@pytest.mark.parametrize(
    ("table", "added", "changed"),
    [
        (Game, ("lesson", "bank", "standing"), {"public_id": "'another'"}),
        (Seat, ("bank", "is_unviewed"), {"index": "2", "user_id": "NULL"}),
        (User, ("goes_on",), {"username": "'another'"}),
    ],
)
def test_a_release_that_knows_fewer_columns_can_still_add_rows(
    table: Any, added: tuple[str, ...], changed: dict[str, str], alice: Any
) -> None:
    services.open_table(alice, variant="casino", move_time=60, kind="open")
    names = [str(field.column) for field in table._meta.fields]
    kept = [name for name in names if name not in ("id", *added)]
    columns = ", ".join(f'"{name}"' for name in kept)
    copied = ", ".join(changed.get(name, f'"{name}"') for name in kept)
    name = table._meta.db_table
    with connection.cursor() as cursor:
        into = f"INSERT INTO {name} ({columns})"
        cursor.execute(" ".join((into, "SELECT", copied, "FROM", name)))
    first, second = table.objects.order_by("pk")
    assert [getattr(second, each) for each in added] == [getattr(first, each) for each in added]
