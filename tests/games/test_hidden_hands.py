"""No seat of any game is sent what it cannot know: another hand, even a partner's, or the stock.

Games are played into their second deck. At many points each viewer's page, composer and earlier
moves are rendered twice: with the real cards, and with other cards in place of the hidden ones,
with which the same game could have been played. Both must be equal.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import presenters, snapshots
from games.live.fragments import render_answers, render_composer, render_game, render_replay
from games.models import Event, Game
from games.presenters.replay.steps import forget_replays
from games.rules import IllegalMove
from games.rules.state import TableState
from games.selectors.operations import describe_turn
from games.snapshots import Snapshot, derive_states, keep_recent, play_event
from tests.games.whole_games import (
    Table,
    has_new_deck,
    remembering,
    seat_players,
    snapshot_of,
    take_turn,
)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.once,
    pytest.mark.usefixtures("all_connected"),  # the notices of live games are shown nowhere here
]

PARTNERS = {"partnership": True}
PLAYED = [
    Table("casino", 2),
    Table("casino", 3, quits=(1, 9)),
    Table("casino", 4, PARTNERS),
    Table("royal", 2),
    Table("royal_casino", 3, {"high_casinos": True}),
    Table("spade", 2, {"count_out": True}),
]
INTO_THE_NEXT_DECK = 9
EVERY = 6
TRIES = 3


@pytest.mark.parametrize("table", PLAYED, ids=str)
def test_nothing_sent_changes_when_hidden_cards_are_dealt_differently(
    table: Table, alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    rng = random.Random(str(table))
    people, exchanged, after_deal, turn = (alice, bob, carol), 0, 0, 0
    with remembering(), time_machine.travel(timezone.now(), tick=False):
        game = seat_players(table, people, rng)
        while (snapshot := snapshot_of(game)).game.status == Game.Status.PLAYING:
            after_deal += has_new_deck(snapshot)
            if turn % EVERY == 0 or after_deal in range(1, 5):
                for user in (*people[: table.players], oscar):
                    other = deal_differently(snapshot, user, rng)
                    exchanged += other.dealt.hands != snapshot.dealt.hands
                    assert sent_to(snapshot, user) == sent_to(other, user)
            if after_deal == INTO_THE_NEXT_DECK:
                break
            turn += 1
            take_turn(table, snapshot, turn, rng)
    assert exchanged > 20, "hardly a hand was dealt differently"
    assert after_deal or not game.rules.deals_decks


def deal_differently(snapshot: Snapshot, user: Any, rng: random.Random) -> Snapshot:
    """Return another deal of the game that agrees with all that the user knows."""
    own = snapshot.seat_of(user.pk)
    state = snapshot.dealt
    hands = [hand for seat, hand in enumerate(state.hands) if own is None or seat != own.index]
    hidden = [card for hand in hands for card in hand]
    word, cards, start = find_deal(snapshot)
    order = rng.sample(state.stock, len(state.stock))
    cards[len(cards) - len(order) :] = order
    for card in hidden:
        for other in rng.sample([*hidden, *order], min(TRIES, len(hidden))):
            tried = swap(cards, card, other)
            states = try_deal(snapshot, word, tried, start)
            if states is not None:
                cards = tried
                break
    states = try_deal(snapshot, word, cards, start)
    assert states is not None
    return put_together(snapshot, word, cards, start, states)


def find_deal(snapshot: Snapshot) -> tuple[str, list[str], int]:
    """Return the word and the cards of the newest deal, and the number of events up to it."""
    for number in range(len(snapshot.events), 0, -1):
        if snapshot.events[number - 1].kind == Event.Kind.RESHUFFLE:
            word, *cards = snapshot.events[number - 1].text.split()
            return word, cards, number
    return "", snapshot.deck.cards.split(), 0


def swap(cards: Sequence[str], one: str, other: str) -> list[str]:
    exchange = {one: other, other: one}
    return [exchange.get(card, card) for card in cards]


def try_deal(snapshot: Snapshot, word: str, cards: Sequence[str], start: int) -> list[Any] | None:
    """Return the states from that deal on, or None if a player did not hold a card played."""
    variant = snapshot.game.rules
    if start:
        before = derive_states(snapshot.game, snapshot.deck, snapshot.events[: start - 1])[-1]
        states = [before, variant.play(before, " ".join((word, *cards)))]
    else:
        deck = copy(snapshot.deck)
        deck.cards = " ".join(cards)
        states = [snapshots.begin_state(snapshot.game, deck)]
    try:
        for event in snapshot.events[start:]:
            states.append(play_event(variant, states[-1], event))
    except IllegalMove:
        return None
    return states


def put_together(
    snapshot: Snapshot, word: str, cards: Sequence[str], start: int, states: list[Any]
) -> Snapshot:
    deck, events = copy(snapshot.deck), list(snapshot.events)
    if start:
        events[start - 1] = copy(events[start - 1])
        events[start - 1].text = " ".join((word, *cards))
    else:
        deck.cards = " ".join(cards)
    deck.seed = bytes(32)
    kept = len(snapshot.recent) - len(states) + 1  # those before the deal stay
    earlier = [*snapshot.recent[: max(0, kept)], *states[:-1]]
    return replace(
        snapshot, deck=deck, events=tuple(events), state=states[-1], recent=keep_recent(earlier)
    )


def sent_to(snapshot: Snapshot, user: Any) -> list[str]:
    """Return the page, the composer's answers to what is chosen and what is likely to be chosen,
    the newest steps for looking back, and what a computer player would get in the same seat."""
    sent = [render_game(snapshot, user.pk, language="en", csrf_token="token")]
    seat = snapshot.seat_of(user.pk)
    if seat is None:
        return sent
    state = snapshot.dealt
    piles = [pile.key for pile in state.table] if isinstance(state, TableState) else []
    for cards, keys in (((), piles[:1]), (snapshot.dealt.hands[seat.index][:1], piles[:2])):
        composer = presenters.compose_selection(snapshot, user.pk, cards, keys)
        assert composer is not None
        sent.append(render_composer(snapshot.game, composer, language="en"))
    answers = presenters.answer_likely_choices(snapshot, user.pk)
    assert answers is not None
    sent.append(render_answers(snapshot, answers, language="en"))
    forget_replays()
    replay = presenters.replay_game(snapshot, user.pk)
    for step in (0, replay.last - 1, replay.last):
        view = presenters.view_replay(replay, path="/", step=max(0, step), perspective="")
        sent.append(render_replay(view, language="en"))
    sent.append(str(describe_turn(snapshot, seat.index, "easy").view))
    return sent


def test_a_partners_hand_is_hidden_like_any_other(alice: Any, bob: Any, carol: Any) -> None:
    with remembering():
        game = seat_players(Table("casino", 4, PARTNERS), (alice, bob, carol), random.Random(5))
        snapshot = snapshot_of(game)
        page = render_game(snapshot, alice.pk, language="en", csrf_token="token")
    assert "your partner" in page
    # The card counter names every card, seen or not.
    before, _, rest = page.partition('<table class="counter">')
    shown = before + rest.partition("</table>")[2]
    for hand in snapshot.dealt.hands[1:]:
        for code in hand:
            assert f"cards/{code}" not in shown
            assert f'"{code}"' not in shown
