"""Trays, hands and decks stay hidden: dealt differently, they change nothing that is sent.

A game of four is played until its discard pile has been shuffled into a new deck. At some points
everything that each viewer can fetch is fetched twice: with the real cards, and with other cards
and triplet cards in place of those that this viewer cannot know. The viewer would have seen the
same game with either. Both answers must be equal byte by byte, except for the CSRF tokens.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import islice
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from games import selectors, services, snapshots
from games.live.fragments import render_game
from games.live.plays import play_selection
from games.models import Deck, Event, Game, Seat
from games.presenters.replay.steps import forget_replays
from games.rules import IllegalMove
from games.rules.cards import HIDDEN
from games.rules.triple_four.state import TripleFourState
from games.snapshots import Snapshot, derive_states
from tests.games.viewers import Viewer, bytes_of, list_viewers
from tests.games.whole_games import Table, remembering, seat_players, snapshot_of
from tests.present import present

pytestmark = [pytest.mark.django_db, pytest.mark.once]

COMPARED_AFTER = 20  # moves, and once more when there is a new deck
AFTER_THE_SHUFFLE = 6  # moves
TRIES = 24


@pytest.fixture
def viewers(
    alice: Any, bob: Any, carol: Any, oscar: Any, make_user: Any, client_of: Any
) -> list[Viewer]:
    return list_viewers(
        {0: alice, 2: carol}, outsider=oscar, make_user=make_user, client_of=client_of
    )


@pytest.mark.early
def test_nothing_sent_changes_when_hidden_cards_are_dealt_differently(
    viewers: list[Viewer], alice: Any, bob: Any, carol: Any
) -> None:
    rng, exchanged, compared = random.Random(7), Counter[str](), 0
    with remembering(), time_machine.travel(timezone.now().replace(microsecond=0), tick=False):
        game = seat_players(Table("triple_four", 4), (alice, bob, carol), rng)
        for made, snapshot in play_on(game, rng):
            if made == COMPARED_AFTER or is_some_moves_after_a_shuffle(snapshot):
                for viewer in viewers:
                    exchanged += compare(game, viewer, rng)
                    compared += 1
            if is_some_moves_after_a_shuffle(snapshot):
                break
    assert snapshot.dealt.to_move is not None, "the game ended before the new deck"
    assert set(exchanged) == {"hands", "trays", "stock", "triplets"}
    assert 3 * min(exchanged.values()) > 2 * compared, exchanged


def is_some_moves_after_a_shuffle(snapshot: Snapshot) -> bool:
    kinds = [event.kind for event in snapshot.events]
    if Event.Kind.RESHUFFLE not in kinds:
        return False
    return len(kinds) - 1 - kinds.index(Event.Kind.RESHUFFLE) == AFTER_THE_SHUFFLE


def play_on(game: Game, rng: random.Random) -> Iterator[tuple[int, Snapshot]]:
    """Mostly draw from the deck and discard, which leads to a new deck soonest."""
    for made in range(400):
        snapshot = snapshot_of(game)
        if snapshot.game.status != Game.Status.PLAYING:
            return
        yield made, snapshot
        seat = snapshot.seats[present(snapshot.dealt.to_move)]
        moves = [str(move) for move in islice(snapshot.game.rules.moves(snapshot.state), 40)]
        laid = [move for move in moves if ":" in move and len(snapshot.events) < 60]
        plain = [move for move in moves if ":" not in move]
        text = rng.choice(laid or plain if rng.random() < 0.2 else plain)
        if "draw deck" in moves and rng.random() < 0.9:
            text = "draw deck"
        chosen = services.Selection(snapshot.game.move_count, text=text)
        if seat.level:
            services.make_computer_move(game.pk, seat=seat.index, selection=chosen)
        else:
            services.make_move(
                game.pk, user_id=present(seat.user_id), selection=chosen, arrived_at=timezone.now()
            )


def compare(game: Game, viewer: Viewer, rng: random.Random) -> Counter[str]:
    """Compare what the viewer is sent with what a different deal would send.

    Return which of the hidden cards were exchanged.
    """
    snapshots.forget_all()
    before = snapshot_of(game)
    viewer.browser.get("/privacy/")  # set the cookies, and show old messages
    as_it_lies = everything_sent(game, viewer)
    with transaction.atomic():
        changed = deal_differently(before, viewer.seat, rng)
        snapshots.forget_all()
        otherwise = everything_sent(game, viewer)
        transaction.set_rollback(True)
    snapshots.forget_all()
    assert snapshot_of(game).game.version == before.game.version, "a probe was no refusal"
    for one, other in zip(as_it_lies, otherwise, strict=True):
        assert one == other, viewer.name
    return changed


def deal_differently(snapshot: Snapshot, seat: int | None, rng: random.Random) -> Counter[str]:
    """Store another deal that agrees with all that a seat has seen of the game."""
    deck, events = copy(snapshot.deck), [copy(event) for event in snapshot.events]
    variant = snapshot.game.rules
    seen = [variant.mask(state, seat) for state in derive_states(snapshot.game, deck, events)]
    shuffled = [event for event in events if event.kind == Event.Kind.RESHUFFLE]

    def try_swap(where: str) -> None:
        """Exchange two cards of a list if the seat would have seen the same game."""
        kept = (deck.cards, deck.extras, shuffled[-1].text if shuffled else "")
        if where == "triplets":
            deck.extras = {"triplets": _swap(deck.extras["triplets"], 0, rng)}
        elif where == "shuffle" and shuffled:
            shuffled[-1].text = " ".join(_swap(shuffled[-1].text.split(), 1, rng))
        else:
            deck.cards = " ".join(_swap(deck.cards.split(), 0, rng))
        try:
            states = derive_states(snapshot.game, deck, events)
            same = [variant.mask(state, seat) for state in states] == seen
        except IllegalMove:
            same = False
        if not same:
            deck.cards, deck.extras = kept[:2]
            if shuffled:
                shuffled[-1].text = kept[2]

    for number in range(TRIES):
        try_swap(("triplets", "shuffle", "cards")[number % 3])
    state = derive_states(snapshot.game, deck, events)[-1]
    values = ["" if index == seat else rng.randbytes(8).hex() for index in range(4)]
    Deck.objects.filter(pk=deck.pk).update(
        seed=rng.randbytes(32),
        cards=deck.cards,
        extras=deck.extras,
        values=[values[index] or value for index, value in enumerate(deck.values)],
    )
    for index in range(4):
        if index != seat:
            Seat.objects.filter(game_id=snapshot.game.pk, index=index).update(value=values[index])
    for event in shuffled:
        Event.objects.filter(game_id=event.game_id, number=event.number).update(text=event.text)
    names = ("hands", "trays", "stock", "triplets")
    return Counter(name for name in names if getattr(state, name) != getattr(snapshot.state, name))


def _swap(cards: list[str], first: int, rng: random.Random) -> list[str]:
    one, other = rng.sample(range(first, len(cards)), 2)
    swapped = list(cards)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return swapped


def everything_sent(game: Game, viewer: Viewer) -> list[bytes]:
    """Return all that the viewer can fetch: pages, fragments, refusals, frames, headers."""
    browser, page = viewer.browser, f"/games/{game.public_id}/"
    current = snapshot_of(game)
    paths = [page, f"{page}live/", "/", "/me/download/", f"{page}record/", f"{page}shuffle/"]
    if viewer.name == "administrator":
        row = f"/admin/games/game/{game.pk}/"
        paths += ["/admin/games/game/", f"{row}change/", f"{row}history/"]
    forget_replays()
    steps = current.game.event_count
    paths += [f"{page}replay/{step}" for step in ("0/", f"{steps // 2}/?view=1", f"{steps}/")]
    sent = [bytes_of(browser.get(path)) for path in paths]
    for choice in choices_of(current, viewer):
        sent.append(bytes_of(browser.post(f"{page}compose/", choice)))
    sent.append(bytes_of(browser.post(f"{page}answers/")))
    for probe in refused_posts(current):
        sent.append(bytes_of(browser.post(f"{page}move/", probe)))
        sent.append(_frame_after(game, viewer, probe))
    sent.append(bytes_of(browser.get("/privacy/")))  # with the messages of the refusals
    return sent


def choices_of(snapshot: Snapshot, viewer: Viewer) -> list[dict[str, Any]]:
    """Return choices for the composer: cards in hand, other cards, every triplet card."""
    own = list(snapshot.dealt.hands[viewer.seat]) if viewer.seat is not None else []
    names = [f"T{number}" for number in range(1, 57)]
    choices: list[dict[str, Any]] = [{}, {"pile": names[:50]}, {"pile": names[50:]}]
    choices += [{"card": own[start : start + 3]} for start in range(5) if own]
    return [*choices, {"card": own[:2]}, {"card": ["XX", "AS", "AC"], "pile": names[:10]}]


def refused_posts(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return posts that try to learn hidden cards and are refused for everyone."""
    seen = str(snapshot.game.move_count)
    return [
        {"seen": seen, "action": "discard", "card": ["AS", "AS", "AS"]},
        {"seen": seen, "action": "match", "card": ["XX", "XX", "XX", "XX"]},
        {"seen": seen, "action": "take", "card": ["XX"], "pile": ["T1"]},
        {"seen": seen, "move": "take T9: 9S 9C XX"},
        {"seen": "999", "action": "draw_deck"},
    ]


def _frame_after(game: Game, viewer: Viewer, probe: dict[str, Any]) -> bytes:
    """Return the frame with which the viewer's socket answers a probe."""
    form, _ = play_selection(
        game.pk, viewer.user.pk, probe, arrived_at=timezone.now(), language="en"
    )
    assert form.refusal
    try:
        found = selectors.find_game(game.public_id, viewer.user)
    except Game.DoesNotExist:
        return b""
    return render_game(found, viewer.user.pk, language="en", csrf_token="token", form=form).encode()


def test_the_page_shows_whose_triplet_cards_are_its_readers_alone(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table("triple_four", 4), (alice, bob, carol), random.Random(5))
        snapshot = snapshot_of(game)
    pages = [
        render_game(snapshot, user.pk, language="en", csrf_token="token")
        for user in (alice, bob, carol)
    ]
    state = snapshot.dealt
    assert isinstance(state, TripleFourState)
    for seat, tray in enumerate(state.trays):
        for name in tray:
            readers = [place for place, page in enumerate(pages) if f'value="{name}"' in page]
            assert readers == ([seat] if seat < len(pages) else [])
    masked = snapshot.game.rules.mask(snapshot.state, 1)
    assert set(masked.hands[0]) == set(masked.trays[0]) == set(masked.stock) == {HIDDEN}
