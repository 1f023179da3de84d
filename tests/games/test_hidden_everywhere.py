"""Whole games of every variant for every number of players, as every kind of viewer.

After the deal for each viewer, and later for any, the table, the composer and earlier moves are
rendered twice: as the cards lie, and with the cards that this viewer cannot know dealt differently.
Once in a game a viewer fetches everything twice. Both must be equal. The suite plays a few games
and compares at a few turns of each; as many games as you like are compared, at any share of their
turns, by `pytest tests/games/test_hidden_everywhere.py --games 200 --compared 0.2`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from games.models import Event, Game
from games.rules import IllegalMove
from games.rules.cards import HIDDEN
from games.snapshots import Snapshot, derive_states, keep_recent
from tests.games.test_hidden_cards import compare_deals
from tests.games.test_hidden_hands import sent_to
from tests.games.viewers import Viewer
from tests.games.whole_games import (
    EVERY_TABLE,
    Table,
    remembering,
    seat_players,
    snapshot_of,
    take_turn,
)
from tests.present import present

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.once,
    pytest.mark.usefixtures("all_connected"),  # the notices of live games are shown nowhere here
]

TRIES = 5
FETCHED_BEFORE = 16
"""Before this turn, a viewer fetches everything once."""


def chosen_tables(number: int) -> list[Table]:
    """Return tables of every variant in turn, then of every number of players and option."""
    by_variant: dict[str, list[Table]] = {}
    for table in EVERY_TABLE:
        by_variant.setdefault(table.variant, []).append(table)
    tables = list(by_variant.values())
    return [
        tables[index % len(tables)][index // len(tables) % len(tables[index % len(tables)])]
        for index in range(number)
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        tables = chosen_tables(metafunc.config.getoption("--games"))
        metafunc.parametrize(
            ("table", "seed"), [(table, seed) for seed, table in enumerate(tables)], ids=str
        )


def test_nothing_sent_in_a_whole_game_changes_when_hidden_cards_are_dealt_differently(
    table: Table, seed: int, pytestconfig: Any, client_of: Any,
    alice: Any, bob: Any, carol: Any, oscar: Any,
) -> None:  # fmt: skip
    share = pytestconfig.getoption("--compared")
    rng, people, turn, exchanged = random.Random(seed), (alice, bob, carol), 0, 0
    viewers = (*people[: table.players], oscar, AnonymousUser())
    fetched = rng.randrange(1, FETCHED_BEFORE)
    with remembering(), time_machine.travel(timezone.now(), tick=False):
        game = seat_players(table, people, rng)
        while (snapshot := snapshot_of(game)).game.status == Game.Status.PLAYING:
            compared = viewers if turn == 1 else [rng.choice(viewers)]
            if turn == 1 or rng.random() < share:
                for user in compared:
                    other = deal_differently(snapshot, user, rng)
                    exchanged += other.state != snapshot.state
                    assert sent_to(snapshot, user) == sent_to(other, user), (turn, user)
            if turn == fetched:
                viewer = view_in_browser(snapshot, rng.choice(viewers), client_of)
                deals = (deal_differently(snapshot, viewer.user, rng) for _ in range(TRIES))
                other = next(deal for deal in deals if deal.state != snapshot.state)
                compare_deals(snapshot, other, viewer, refused_moves(snapshot, viewer.seat))
            turn += 1
            take_turn(table, snapshot, turn, rng)
    assert exchanged >= 2, "hardly a card was dealt differently"
    assert turn > fetched


def view_in_browser(snapshot: Snapshot, user: Any, client_of: Any) -> Viewer:
    own = snapshot.seat_of(user.pk)
    browser = client_of(user) if user.is_authenticated else Client()
    return Viewer(str(user), user, None if own is None else own.index, browser)


def refused_moves(snapshot: Snapshot, seat: int | None) -> list[dict[str, Any]]:
    """Return posts that try to play hidden cards and are refused whatever these are."""
    own = () if seat is None else snapshot.dealt.hands[seat]
    cards = [*chain.from_iterable(snapshot.dealt.hands), *snapshot.dealt.stock]
    hidden = [card for card in cards if card not in own]
    seen = str(snapshot.game.move_count)
    probes: list[dict[str, Any]] = [{"seen": seen, "action": "drop", "card": ""}]
    for card in (hidden[0], hidden[-1]):
        probes.append({"seen": seen, "action": "drop", "card": card})
        probes.append({"seen": seen, "move": f"{card} x {card}"})
    return probes


def deal_differently(snapshot: Snapshot, user: Any, rng: random.Random) -> Snapshot:
    """Return another game of which the viewer has seen the same."""
    own = snapshot.seat_of(user.pk)
    seat = None if own is None else own.index
    state, variant = snapshot.dealt, snapshot.game.rules
    masked = variant.mask(state, seat)
    unknown = [hand for owner, hand in enumerate(masked.hands) if owner != seat] + [masked.stock]
    assert {card for cards in unknown for card in cards} <= {HIDDEN}
    hidden = [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand]
    hidden += state.stock
    seen = _masks(snapshot, seat)
    for _ in range(TRIES if len(hidden) > 1 else 0):
        tried = _change(snapshot, seat, rng.sample(hidden, 2), rng)
        try:
            if _masks(tried, seat) == seen:
                snapshot = tried
        except IllegalMove:
            continue  # the moves of its holder betray the card
    *earlier, state = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    deck, seats = copy(snapshot.deck), tuple(copy(each) for each in snapshot.seats)
    deck.seed = rng.randbytes(32)
    for each in seats:
        each.value = each.value if each.index == seat else rng.randbytes(8).hex()
    deck.values = [
        value if index == seat else rng.randbytes(8).hex()
        for index, value in enumerate(deck.values)
    ]
    return replace(snapshot, deck=deck, seats=seats, state=state, recent=keep_recent(earlier))


def _masks(snapshot: Snapshot, seat: int | None) -> list[Any]:
    states = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    return [snapshot.game.rules.mask(state, seat) for state in states]


def _change(
    snapshot: Snapshot, seat: int | None, pair: Sequence[str], rng: random.Random
) -> Snapshot:
    """Exchange two cards of the newest deal, and two triplet cards or another's secret card."""
    deck, events, picks = copy(snapshot.deck), list(snapshot.events), dict(snapshot.picks)
    for index, event in enumerate(events):
        if event.text.startswith("secret") and event.seat != seat and rng.random() < 0.5:
            pick = copy(picks[present(event.seat)])
            pick.card = rng.choice([card for card in snapshot.game.rules.pack if card != pick.card])
            pick.salt = rng.randbytes(32)
            events[index] = copy(event)
            events[index].text = f"secret {pick.card}"
            picks[present(event.seat)] = pick
    if triplets := list(deck.extras.get("triplets", ())):
        one, other = rng.sample(range(len(triplets)), 2)
        triplets[one], triplets[other] = triplets[other], triplets[one]
        deck.extras = deck.extras | {"triplets": triplets}
    newest = [index for index, event in enumerate(events) if event.kind == Event.Kind.RESHUFFLE]
    if newest and set(pair) <= set(events[newest[-1]].text.split()):
        events[newest[-1]] = copy(events[newest[-1]])
        events[newest[-1]].text = _swap(events[newest[-1]].text, pair, rng)
    elif not newest or snapshot.game.rules.extra_packs:  # only discards were shuffled again
        deck.cards = _swap(deck.cards, pair, rng)
    return replace(snapshot, deck=deck, events=tuple(events), picks=picks)


def _swap(text: str, pair: Sequence[str], rng: random.Random) -> str:
    """Exchange two cards of a deal; of a card that is there twice, either."""
    words = text.split()
    one, other = (
        rng.choice([at for at, word in enumerate(words) if word == card]) for card in pair
    )
    words[one], words[other] = words[other], words[one]
    return " ".join(words)
