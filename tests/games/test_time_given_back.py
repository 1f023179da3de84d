"""Any interleaving of vacations, outages and moves gives back exactly the time away (6)."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import rules, services
from games.clocks import VACATION_IN_A_GAME, TimeControl
from games.models import Game, SiteClock, Vacation
from tests.games.conftest import remembering, seconds, state_of
from tests.games.whole_games import kind_of
from tests.present import present

pytestmark = pytest.mark.django_db

HOUR, DAY = 3_600, 86_400
LATE = seconds(60 + 3)
ZERO = dt.timedelta(0)
Span = tuple[dt.datetime, dt.datetime]
GAMES = list({kind_of(game): name for name, game in rules.VARIANTS.items()}.values())
"""One of each kind."""
TIMES = (TimeControl(DAY), TimeControl(3 * DAY), TimeControl(12 * HOUR, bank=2 * DAY))


def measure(spans: Iterable[Span]) -> dt.timedelta:
    """Return how long at least one of the spans lasts."""
    total, reached = ZERO, None
    for begins, ends in sorted(spans):
        begins = begins if reached is None else max(begins, reached)
        if ends > begins:
            total, reached = total + (ends - begins), ends
    return total


class Referee:
    """A second account of when each turn of a game must end, by the rule alone.

    A turn begins at `began` with the `allotted` time. `ended` are those of its seats for which it
    is over; `away` is how long each seat's vacations have lasted in its earlier turns.
    """

    def __init__(self, game: Game, users: list[Any]) -> None:
        self.pk, self.users, self.time = game.pk, users, game.time
        self.held = [game.time.full_bank] * len(users)
        self.away = [ZERO] * len(users)
        self.outages: list[Span] = []
        self.begin(
            game, present(game.turn_started_at), game.time.turn_time(bank=game.time.full_bank)
        )

    def begin(self, game: Game, began: dt.datetime, allotted: dt.timedelta) -> None:
        self.began, self.allotted = began, allotted
        self.seats = list(range(len(self.users))) if game.to_move is None else [game.to_move]
        self.ended: dict[int, dt.datetime] = {}

    def vacations(self, seat: int, until: dt.datetime) -> list[Span]:
        """Return when the player at a seat was, is and will be away in this turn, before then."""
        spans, left = [], VACATION_IN_A_GAME - self.away[seat]
        stop = min(until, self.ended.get(seat, until))
        rows = Vacation.objects.filter(user=self.users[seat]).order_by("began_at")
        for begins, ends in rows.values_list("began_at", "ends_at"):
            begins, ends = max(begins, self.began), min(ends, stop)
            ends = min(ends, begins + left)
            if ends > begins:
                spans.append((begins, ends))
                left -= ends - begins
        return spans

    def given_back(self, until: dt.datetime) -> dt.timedelta:
        spans = [span for seat in self.seats for span in self.vacations(seat, until)]
        outages = [(max(a, self.began), min(b, until)) for a, b in self.outages if b > self.began]
        return measure([*spans, *outages])

    @property
    def deadline(self) -> dt.datetime:
        return self.began + self.allotted + self.given_back(dt.datetime.max.replace(tzinfo=dt.UTC))

    def end(self, game: Game, now: dt.datetime, *, is_violation: bool) -> None:
        """Note that the turn has ended, and begin the next one."""
        left = self.began + self.allotted + self.given_back(now) - now
        for seat in self.seats:
            self.away[seat] += measure(self.vacations(seat, now))
        if len(self.seats) == 1:
            self.held[self.seats[0]] = self.time.bank_after(left)
        before = self.seats
        if game.to_move is not None:
            is_later = is_violation and before == [game.to_move]
            bank = self.held[game.to_move]
            self.begin(game, now, self.time.turn_time(bank=bank, is_later=is_later))

    def check(self) -> Game:
        """Check what is stored against the rule."""
        game = Game.objects.get(pk=self.pk)
        if game.status in Game.RUNNING:
            assert game.deadline == self.deadline
            stored = [seat.bank for seat in game.seats.order_by("index")]
            assert stored == (self.held if game.bank else [ZERO] * len(stored))
        return game


class Table:
    """A game with its referee, and chance in place of the players, the site and the calendar."""

    def __init__(self, rng: random.Random, clock: Any, game: Game, users: list[Any]) -> None:
        self.rng, self.clock, self.users = rng, clock, users
        self.referee = Referee(game, users)
        self.pk, self.variant = game.pk, game.rules
        self.is_outage_known = True
        self.seen: set[str] = set()

    def run(self, steps: int) -> None:
        for _ in range(steps):
            game = self.referee.check()
            if game.status not in Game.RUNNING:
                return
            names = ["pass", "pass", "leave", "come_back", "move", "switch", "outage"]
            self.seen.add(name := self.rng.choice(names))
            getattr(self, f"_{name}")(game)

    def _pass(self, game: Game) -> None:
        """Let time pass; the sweep ends every turn as soon as it can."""
        until = timezone.now() + seconds(self.rng.choice([600, 5 * HOUR, 20 * HOUR, 70 * HOUR]))
        while True:
            game = self.referee.check()
            if game.deadline is None:
                return
            due = game.deadline + LATE
            self._go_to(max(timezone.now(), min(due, until)))
            if due > until:
                return
            if services.expire_turn(self.pk):
                self.seen.add("violation")
                after = Game.objects.get(pk=self.pk)
                self.referee.end(after, timezone.now(), is_violation=True)
            else:
                self.seen.add("automatic")
                assert present(Game.objects.get(pk=self.pk).deadline) > game.deadline

    def _go_to(self, moment: dt.datetime) -> None:
        self.clock.move_to(moment)
        SiteClock.objects.update(web_seen_at=timezone.now())

    def _leave(self, game: Game) -> None:
        with suppress(services.VacationRefused):
            length = seconds(self.rng.choice([900, 7 * HOUR, 2 * DAY, 5 * DAY]))
            services.start_vacation(self.rng.choice(self.users), until=timezone.now() + length)
            self.seen.add("left")

    def _come_back(self, game: Game) -> None:
        with suppress(services.VacationRefused):
            services.end_vacation(self.rng.choice(self.users))
            self.seen.add("came back")

    def _switch(self, game: Game) -> None:
        is_automatic = self.rng.random() < 0.5
        services.set_automatic_vacation(self.rng.choice(self.users), is_automatic=is_automatic)

    def _outage(self, game: Game) -> None:
        """Let the site be down; sometimes somebody does something before it has noticed."""
        SiteClock.objects.update(web_seen_at=timezone.now())
        began = timezone.now()
        self.clock.shift(seconds(self.rng.choice([60, 9 * HOUR, 50 * HOUR])))
        self.referee.outages.append((began, timezone.now()))
        if self.rng.random() < 0.5:
            self.rng.choice([self._move, self._leave, self._come_back])(game)
        services.record_web_alive()

    def _move(self, game: Game) -> None:
        if game.status == Game.Status.PICKING:
            self._pick(game)
            return
        state = state_of(game)
        seat = present(game.to_move)
        move = self.rng.choice(list(islice(self.variant.moves(state), 20)))
        services.make_move(
            self.pk,
            user_id=self.users[seat].pk,
            selection=services.Selection(game.move_count, text=str(move)),
            arrived_at=timezone.now(),
        )
        after = Game.objects.get(pk=self.pk)
        state = state_of(after)
        if after.to_move != seat or not self.variant.is_mid_turn(state):
            self.referee.end(after, timezone.now(), is_violation=False)

    def _pick(self, game: Game) -> None:
        seat = self.rng.choice([seat for seat in (0, 1) if seat not in self.referee.ended])
        card = self.variant.safe_picks()[0]
        services.pick_secret(
            self.pk, user_id=self.users[seat].pk, card=card, arrived_at=timezone.now()
        )
        self.referee.ended[seat] = timezone.now()
        after = Game.objects.get(pk=self.pk)
        if after.status == Game.Status.PLAYING:
            self.referee.end(after, timezone.now(), is_violation=False)


@pytest.fixture
def clock() -> Iterator[Any]:
    began = dt.datetime(2027, 12, 20, 12, tzinfo=dt.UTC)
    with time_machine.travel(began, tick=False) as traveller:
        services.record_web_alive()
        yield traveller


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.once) for seed in range(4, 9))]
)
def test_the_time_given_back_is_exactly_the_time_away(
    clock: Any, alice: Any, bob: Any, seed: int
) -> None:
    rng = random.Random(seed)
    turn, place = divmod(seed, len(GAMES))
    variant, time = GAMES[place], TIMES[turn]
    if (turn + place) % 2:  # each game with and without
        services.set_automatic_vacation(alice, is_automatic=True)
    game = services.open_table(alice, variant=variant, kind="open", **time._asdict())
    services.join_game(game.pk, user=bob)
    game.refresh_from_db()
    table = Table(rng, clock, game, [alice, bob])
    with remembering():
        table.run(60)
