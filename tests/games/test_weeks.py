"""Computer players play whole games over weeks, and every second of both players adds up (6)."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import rules, services
from games.clocks import TimeControl
from games.computer import choose
from games.models import Event, Game, Seat, SiteClock
from games.snapshots import Snapshot
from tests.games.conftest import remembering, seconds
from tests.games.whole_games import Table, smallest_table, snapshot_of, tried_on_services
from tests.present import present

pytestmark = pytest.mark.django_db

HOUR, DAY = 3_600, 86_400
NOTHING = dt.timedelta(0)
LATE = seconds(60 + 3)
"""How long after its deadline a turn over days has certainly run out."""
WAITS = (0, 0.1, 3, 9, 14, 31, 50)
"""After how many hours a move is made, unless the time runs out before."""
OUTAGE = seconds(5 * HOUR)
MOST_MISSED = 3
"""How many violations each seat commits at most, so that no game is forfeited."""


@dataclass
class Account:
    """What the rule gives a seat, what its turns use, and what is lost. All but the bank grows."""

    bank: dt.timedelta
    given: dt.timedelta
    used: dt.timedelta = NOTHING
    lost: dt.timedelta = NOTHING
    missed: int = 0
    turns: int = 0


@dataclass
class Turn:
    """A move time: when it began, how long it is, and how long the site was down meanwhile."""

    seat: int
    began: dt.datetime
    length: dt.timedelta
    outage: dt.timedelta = NOTHING

    @property
    def deadline(self) -> dt.datetime:
        return self.began + self.length + self.outage


@dataclass
class Weeks:
    """A game over days, and beside it what the rule says of its time."""

    clock: Any
    game: Game
    rng: random.Random
    accounts: list[Account] = field(init=False)

    def __post_init__(self) -> None:
        full = self.game.time.full_bank
        self.accounts = [Account(bank=full, given=full) for _ in range(2)]

    def play(self) -> None:
        """Play to the end, and compare what is stored with the rule after every step."""
        after = snapshot_of(self.game)
        turn = self.begin_turn(after.state, is_later=False)
        while True:
            self.check(turn)
            is_missed = self.wait(turn)
            if is_missed:
                assert services.expire_turn(self.game.pk)
                self.accounts[turn.seat].missed += 1
            else:
                self.move(after, turn.seat)
            after = snapshot_of(self.game)
            if after.game.status != Game.Status.PLAYING:
                stored = Event.objects.filter(game=self.game).order_by("number")
                assert [each.seconds for each in after.events] == [each.seconds for each in stored]
                return
            state = present(after.state)
            is_same = state.to_move == turn.seat
            if is_missed or not is_same or not self.game.rules.is_mid_turn(state):
                self.end_turn(turn, after.events)
                turn = self.begin_turn(state, is_later=is_missed and is_same)

    def begin_turn(self, state: Any, *, is_later: bool) -> Turn:
        """Give the seat to move its increment, and let it have at most a day after a violation."""
        account = self.accounts[state.to_move]
        increment = seconds(self.game.move_time)
        account.given, account.turns = account.given + increment, account.turns + 1
        whole = increment + account.bank
        length = min(whole, seconds(DAY)) if is_later else whole
        account.lost += whole - length
        return Turn(state.to_move, timezone.now(), length)

    def wait(self, turn: Turn) -> bool:
        """Let time pass, sometimes with the site down; return whether the turn has run out."""
        if self.rng.random() < 0.03:
            self.clock.shift(OUTAGE)
            services.record_web_alive()
            turn.outage += OUTAGE
        left = turn.deadline - timezone.now()
        account = self.accounts[turn.seat]
        chance = {0: float(account.turns > 2), MOST_MISSED: 0}.get(account.missed, 0.4)
        if self.rng.random() < chance:
            self.pass_time(left + LATE)
            return True
        self.pass_time(min(seconds(HOUR * self.rng.choice(WAITS)), left))
        return False

    def pass_time(self, length: dt.timedelta) -> None:
        """Let time pass in which the site is up."""
        self.clock.shift(length)
        SiteClock.objects.update(web_seen_at=timezone.now())

    def move(self, snapshot: Snapshot, seat: int) -> None:
        view = self.game.rules.document(snapshot.state, seat)
        chosen = choose(view, "easy", self.rng.getrandbits(32)).move
        services.make_move(
            self.game.pk,
            user_id=present(snapshot.seats[seat].user_id),
            selection=services.Selection(snapshot.game.move_count, text=str(chosen)),
            arrived_at=timezone.now(),
        )

    def end_turn(self, turn: Turn, events: Sequence[Event]) -> None:
        """Charge the time of the turn's last event; what is left beyond a full bank is lost."""
        last = next(event for event in reversed(events) if event.seat == turn.seat)
        used = min(seconds(present(last.seconds)), turn.length)
        account, left = self.accounts[turn.seat], turn.length - used
        account.used += used
        account.bank = min(left, self.game.time.full_bank)
        account.lost += left - account.bank

    def check(self, turn: Turn) -> None:
        """Compare the clock and the banks that are stored with the rule."""
        stored = Game.objects.values_list("to_move", "deadline", "turn_started_at")
        assert stored.get(pk=self.game.pk) == (
            turn.seat,
            turn.deadline,
            turn.began + turn.outage,
        )
        banks = Seat.objects.filter(game=self.game).order_by("index").values_list("bank", flat=True)
        for index, (account, bank) in enumerate(zip(self.accounts, banks, strict=True)):
            assert bank == account.bank
            held = turn.length if index == turn.seat else bank
            assert account.given == account.used + held + account.lost


TABLES = tried_on_services(map(smallest_table, rules.VARIANTS))
DAYS = pytest.param(Table("trifecta", 2), TimeControl(3 * DAY), id="days", marks=pytest.mark.once)
BANK = TimeControl(12 * HOUR, bank=3 * DAY)


@pytest.mark.parametrize(
    ("table", "time"),
    [DAYS, *(pytest.param(*each.values, BANK, id=each.id, marks=each.marks) for each in TABLES)],
)
def test_the_time_of_a_whole_game_over_weeks_adds_up(
    alice: Any, bob: Any, carol: Any, table: Table, time: TimeControl
) -> None:
    """It begins shortly before a leap day, and clocks are put forward while it is played."""
    began = dt.datetime(2028, 2, 20, 12, tzinfo=dt.UTC)
    variant, others = table.variant, (bob, carol)[: table.players - 1]
    rng = random.Random(f"{variant} {time}")
    with time_machine.travel(began, tick=False) as clock, remembering():
        services.record_web_alive()
        game = services.open_table(
            alice,
            variant=variant,
            kind="open",
            move_time=time.move_time,
            bank=time.bank,
            players=table.players,
        )
        for user in others:
            services.join_game(game.pk, user=user)
        for user in (alice, *others) if game.rules.opening_moves else ():
            game.refresh_from_db()
            assert game.deadline == began + time.turn_time(bank=time.full_bank)
            clock.shift(seconds(5 * HOUR))
            SiteClock.objects.update(web_seen_at=timezone.now())
            card = game.rules.safe_picks()[0]
            services.pick_secret(game.pk, user_id=user.pk, card=card, arrived_at=timezone.now())
        weeks = Weeks(clock, Game.objects.get(pk=game.pk), rng)
        weeks.play()
        game.refresh_from_db()
        assert (game.status, game.reason == "forfeit") == ("finished", False)
        assert timezone.now() - began > dt.timedelta(weeks=2)
        assert all(account.missed for account in weeks.accounts)
