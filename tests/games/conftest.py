"""Games to test with: before the deal, dealt with a known deck, and finished."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games import rules, services, snapshots, tasks
from games.live import consumers, signed_in
from games.models import Event, Game, SecretPick
from games.rules import shuffle
from games.rules.cards import PACK
from games.rules.trifecta import composing
from games.selectors import find_game
from games.services import playing, telling, writing
from games.services.writing import add_to_snapshot, pass_turn
from games.snapshots import Snapshot
from games.views.compose import questions
from notices.models import Notice
from tests.present import present
from tests.sockets import Opener, Socket

# Four cards to seat 0, four to seat 1, four to the table, then the cards of later rounds.
ALICE_HOLDS = ("8C", "3H", "9D", "KS")
BOB_HOLDS = ("8D", "2H", "JS", "QC")
ON_THE_TABLE = ("5D", "4H", "KD", "TH")
FIRST_CARDS = (*ALICE_HOLDS, *BOB_HOLDS, *ON_THE_TABLE)
DECK = (*FIRST_CARDS, *(card for card in PACK if card not in FIRST_CARDS))


@pytest.fixture(autouse=True)
def _new_process() -> None:
    """Begin every test without cached snapshots."""
    snapshots.forget_all()
    consumers.frames.forget_all()
    questions.forget_all()


def give_unknown_rules(game: Game) -> None:
    """Let a game have been begun with rules that this release does not know."""
    Game.objects.filter(pk=game.pk).update(rules_version=99)
    snapshots.forget_all()


def let_computer_move(game: Game) -> None:
    """Let the computer player move at once, whatever its level."""
    Game.objects.filter(pk=game.pk).update(computer_moves_at=timezone.now())
    tasks.play_computer(game.pk)
    tasks.think_next()


@pytest.fixture
def all_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a page of the site open for every player: a live game then writes no notices."""
    monkeypatch.setattr(telling, "has_page_in_view", lambda user_id: True)


@pytest.fixture
def known_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal `DECK` and let seat 0 begin, whatever the seed."""
    monkeypatch.setattr(shuffle.Stream, "below", lambda self, limit: 0)
    monkeypatch.setattr(shuffle.Stream, "shuffled", lambda self, cards: DECK)


@pytest.fixture
def picking(alice: Any, bob: Any) -> Callable[..., Game]:
    """Return a function that seats alice at 0 and bob at 1, with secret cards still to pick."""

    def seat(
        host: Any = alice,
        guest: Any = bob,
        *,
        move_time: int = 60,
        bank: int = 0,
        kind: str = "open",
        counts_vacation: bool = True,
    ) -> Game:
        game = services.open_table(
            host,
            variant="trifecta",
            move_time=move_time,
            bank=bank,
            kind=kind,
            invited=guest if kind == "invitation" else None,
            counts_vacation=counts_vacation,
        )
        services.join_game(game.pk, user=guest)
        game.refresh_from_db()
        return game

    return seat


@pytest.fixture
def dealt(known_shuffle: None, picking: Callable[..., Game]) -> Callable[..., Game]:
    """Return a function that starts a game with `DECK`; alice is to move. Secrets: 7H and 6C."""

    def deal(*args: Any, **options: Any) -> Game:
        game = picking(*args, **options)
        for seat, card in zip(game.seats.order_by("index"), ("7H", "6C"), strict=True):
            services.pick_secret(
                game.pk, user_id=present(seat.user_id), card=card, arrived_at=timezone.now()
            )
        game.refresh_from_db()
        return game

    return deal


@pytest.fixture
def slow(dealt: Any) -> Any:
    """Return a function like `dealt`, for games with three days for each turn."""
    return lambda *players, **options: dealt(*players, **{"move_time": 3 * 86_400, **options})


@pytest.fixture
def play() -> Callable[..., None]:
    """Return a function that plays a move written in notation for a user."""

    def make(game: Game, user: Any, text: str, *, seen: int | None = None) -> None:
        if seen is None:
            seen = Game.objects.values_list("move_count", flat=True).get(pk=game.pk)
        services.make_move(
            game.pk,
            user_id=user.pk,
            selection=services.Selection(seen, text=text),
            arrived_at=timezone.now(),
        )

    return make


@pytest.fixture
def finished(picking: Callable[..., Game], play: Callable[..., None]) -> Callable[..., Game]:
    """Return a function that plays a game, determined by a seed, to its end with one violation."""

    def finish(*args: Any, seed: int = 1, **options: Any) -> Game:
        rng, game = random.Random(seed), picking(*args, **options)
        promised = rng.randbytes(32)
        game.decks.update(seed=promised, commitment=shuffle.commitment(promised))
        users = [present(seat.user) for seat in game.seats.order_by("index")]
        for user in users:
            card, value = rng.choice(PACK), rng.randbytes(8).hex()
            services.pick_secret(
                game.pk, user_id=user.pk, card=card, value=value, arrived_at=timezone.now()
            )
        game.refresh_from_db()
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(100))
        services.expire_turn(game.pk)
        with remembering():
            while (snapshot := find_game(game.public_id, users[0])).dealt.to_move is not None:
                after: Snapshot | None = snapshot
                while after is not None:
                    snapshot = after
                    listed = islice(game.rules.moves(snapshot.dealt), 20)
                    move = str(rng.choice(list(listed)))
                    after = play_in_round(snapshot, move)
                store_moves(snapshot)
                play(game, users[present(snapshot.dealt.to_move)], move)
        snapshots.forget_all()
        game.refresh_from_db()
        return game

    return finish


@pytest.fixture(params=["one statement", "lock"])
def both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a test once with each way to store a usual move."""
    marker = request.node.get_closest_marker("django_db")
    if request.param == "lock":
        monkeypatch.setattr(playing, "find_usual_move", lambda *args, **options: None)
        yield request.param
    elif marker is not None and marker.kwargs.get("transaction"):
        yield request.param
    else:
        with remembering():
            yield request.param


@contextmanager
def remembering() -> Iterator[None]:
    """Cache snapshots within the transaction of a test, as if it were committed."""

    def run(call: Callable[[], None], **_: Any) -> None:
        call()

    stand_in = SimpleNamespace(on_commit=run, atomic=transaction.atomic)
    with patch.object(writing, "transaction", stand_in):
        yield


@pytest.fixture
async def open_socket() -> AsyncIterator[Opener]:
    """Return a function that opens a browser's socket. All are closed at the end."""
    opened: list[Socket] = []

    async def open_one(path: str, client: Client | None = None) -> Socket:
        # The page that opens the socket has been read, and its address says what it shows.
        unread = Notice.objects.filter(read_at=None)
        await sync_to_async(unread.update)(read_at=timezone.now())
        socket = Socket(path, client=client)
        assert await socket.open()
        opened.append(socket)
        return socket

    yield open_one
    for socket in opened:
        if socket.close_code is None:
            await socket.close()


@pytest.fixture
def lists_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the sockets of the lobby send nothing but the lists."""

    async def send_nothing(consumer: Any, message: Any) -> None:
        pass

    monkeypatch.setattr(consumers.LobbyConsumer, "showcase_changed", send_nothing)


@pytest.fixture
def lists_at_once(monkeypatch: pytest.MonkeyPatch, lists_alone: None) -> None:
    """Have lists sent at once, without waiting for further changes."""
    monkeypatch.setattr(signed_in, "LIST_PAUSE", 0)


@pytest.fixture
def watch(open_socket: Opener) -> Callable[..., Awaitable[tuple[Socket, str]]]:
    """Return a function that opens a game's socket and returns it with its first frame."""

    async def watch_game(game: Game, client: Client | None = None) -> tuple[Socket, str]:
        socket = await open_socket(f"/ws/games/{game.public_id}/", client)
        first = await socket.receive()
        assert first is not None
        return socket, first

    return watch_game


@pytest.fixture
def nobody() -> Client:
    """Return a browser that is not logged in."""
    return Client()


def play_usual_move(before: Snapshot, text: str) -> Snapshot | None:
    """Return the game after a move, which is not stored; None if more than the turn changes."""
    variant, seat, now = before.game.rules, present(before.dealt.to_move), timezone.now()
    state = variant.play(before.dealt, text)
    if variant.outcome(state) is not None or variant.awaited_shuffle(state) is not None:
        return None
    before = replace(before, game=copy(before.game))
    event = Event(kind=Event.Kind.MOVE, seat=seat, text=text, at=now)
    after = add_to_snapshot(before, state, event)
    pass_turn(before, after, event)
    after.game.version += 1
    return after


def play_in_round(before: Snapshot, text: str) -> Snapshot | None:
    """Return the game after a move, which is not stored; None if it ends the round or more."""
    number = before.game.rules.round_number
    after = play_usual_move(before, text)
    same = after is not None and number(after.dealt) == number(before.dealt)
    return after if same else None


def store_moves(snapshot: Snapshot) -> None:
    """Store the moves of a game that were only played."""
    Event.objects.bulk_create([event for event in snapshot.events if event.pk is None])
    snapshot.game.save()
    snapshots.remember(snapshot)


def note_checks(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each move is added whose legality is checked from now on."""
    noted, check = list[str](), game.rules._check

    def note(state: Any, move: Any) -> Any:
        noted.append(str(move))
        return check(state, move)

    monkeypatch.setattr(type(game.rules), "_check", lambda self, *given: note(*given))
    monkeypatch.setattr(composing, "check_move", note)
    return noted


def state_of(game: Game) -> rules.State:
    """Return the state derived from what is stored, without the cache."""
    snapshots.forget_all()
    game.refresh_from_db()
    seats = list(game.seats.select_related("user").order_by("index"))
    state = snapshots.take_snapshot(game, seats).state
    assert isinstance(state, rules.State)
    return state


def stored(game: Game) -> tuple[Any, ...]:
    """Return everything stored about a game that can change, to compare before and after."""
    row = Game.objects.values_list().get(pk=game.pk)
    moves = Event.objects.filter(game=game).values_list("number", "text", "kind", "seat", "at")
    seats = game.seats.values_list("index", "user", "computer", "result", "total")
    picks = SecretPick.objects.filter(seat__game=game).values_list("seat__index", "card")
    return (*row, *moves, *seats, *picks)


def now_of(game: Game) -> Game:
    """Return the game as it is stored now."""
    return Game.objects.get(pk=game.pk)


def status_of(game: Game) -> str:
    """Return the status that is stored now."""
    return Game.objects.values_list("status", flat=True).get(pk=game.pk)


def seats_of(game: Game) -> dict[int, str]:
    """Return who is at each seat: a person, or the level of a computer player."""
    return {seat.index: str(seat.user or seat.computer) for seat in game.seats.all()}


def players_of(game: Game) -> list[str]:
    """Return the same in the order of the seats."""
    return list(seats_of(game).values())


def hours_left(game: Game) -> float:
    """Return the hours that are left of the turn."""
    return (present(now_of(game).deadline) - timezone.now()).total_seconds() / 3600


def banks_of(game: Game) -> list[float]:
    """Return the hours in the bank of each seat."""
    return [seat.bank.total_seconds() / 3600 for seat in game.seats.order_by("index")]


def seconds(number: float) -> dt.timedelta:
    return dt.timedelta(seconds=number)


def hours(number: float) -> dt.timedelta:
    return dt.timedelta(hours=number)


def days(number: float) -> dt.timedelta:
    return dt.timedelta(days=number)
