"""Hidden cards stay hidden: dealt differently, they change nothing that a viewer is sent.

Whole games are played with random legal moves. At many points everything that each viewer can
fetch is fetched twice: with the real cards, and with other cards in place of those that this viewer
cannot know (other hands, the stock, uncaptured secret cards, the seed, the salts and the other
browsers' values). The same game could have been played with either. Both answers must be equal
byte by byte, except for the CSRF tokens. The clock is frozen.
"""

from __future__ import annotations

import base64
import logging
import random
import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

import pytest
import time_machine
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from games import presenters, selectors, services, snapshots
from games.live.fragments import render_game, render_replay
from games.live.plays import play_selection
from games.messages.cards import card_name
from games.models import Deck, Event, Game, Seat, SecretPick
from games.presenters.replay.steps import forget_replays
from games.rules import IllegalMove, shuffle
from games.rules.cards import PACK
from games.rules.state import TableState
from games.rules.trifecta import Trifecta
from games.snapshots import Snapshot, derive_states, keep_recent
from tests.games.conftest import seconds
from tests.games.viewers import Viewer, bytes_of, list_viewers
from tests.present import present

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SEEDS = (2,)
PAGES_AFTER = (1, 28)  # moves after which every page is compared
LISTED = 40  # moves among which a random one is chosen
TRIES = 4  # other cards tried for each card to be exchanged
STORED_KINDS = ("open", "link", "invitation")


@dataclass(frozen=True)
class Hidden:
    """What a viewer cannot know, and what could be there instead."""

    cards: tuple[str, ...]
    secrets: dict[int, str]


@pytest.fixture
def viewers(alice: Any, bob: Any, oscar: Any, make_user: Any, client_of: Any) -> list[Viewer]:
    return list_viewers(
        {0: alice, 1: bob}, outsider=oscar, make_user=make_user, client_of=client_of
    )


@pytest.fixture(autouse=True)
def _clock_stands_still() -> Iterator[None]:
    with time_machine.travel(timezone.now().replace(microsecond=0), tick=False):
        yield


# Playing


def start(game: Game, rng: random.Random) -> None:
    """Let both seats pick, and deal cards that depend only on `rng`."""
    seed = rng.randbytes(32)
    Deck.objects.filter(game=game).update(seed=seed, commitment=shuffle.commitment(seed))
    snapshots.forget_all()
    for seat in game.seats.order_by("index"):
        services.pick_secret(
            game.pk,
            user_id=present(seat.user_id),
            card=rng.choice(PACK),
            value=rng.randbytes(8).hex(),
            arrived_at=timezone.now(),
        )
    game.refresh_from_db()


def play_on(game: Game, rng: random.Random) -> Iterator[int]:
    """Play random legal moves, some of them late, to the end; yield the count before each."""
    users = [present(seat.user_id) for seat in game.seats.order_by("index")]
    made = 0
    while True:
        game.refresh_from_db()
        if game.status != Game.Status.PLAYING:
            return
        yield made
        if rng.random() < 0.04:
            Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(5))
            services.expire_turn(game.pk)
            continue
        state = snapshot_of(game).state
        move = rng.choice(list(islice(game.rules.moves(state), LISTED)))
        services.make_move(
            game.pk,
            user_id=users[present(game.to_move)],
            selection=services.Selection(game.move_count, text=str(move)),
            arrived_at=timezone.now(),
        )
        made += 1


def snapshot_of(game: Game) -> Snapshot:
    """Return the game as it is stored."""
    game = Game.objects.get(pk=game.pk)
    return snapshots.take_snapshot(game, list(game.seats.select_related("user").order_by("index")))


# Dealing differently


def hidden_from(snapshot: Snapshot, seat: int | None) -> Hidden:
    state = snapshot.state
    captured: set[str] = set()
    cards: list[str] = []
    if state is not None:
        assert isinstance(state, TableState)
        captured = {card for side in state.captures for got in side for card in got.cards}
        hands = [hand for owner, hand in enumerate(state.hands) if owner != seat]
        cards = [card for hand in hands for card in hand] + list(state.stock)
    secrets = {
        index: pick.card
        for index, pick in snapshot.picks.items()
        if index != seat and pick.card not in captured
    }
    return Hidden(tuple(cards), secrets)


def deal_differently(snapshot: Snapshot, seat: int | None, rng: random.Random) -> Snapshot:
    """Return another deal of the game that agrees with all that the viewer knows."""
    hidden = hidden_from(snapshot, seat)
    secrets = {
        index: rng.choice([card for card in uncaptured(snapshot) if card != picked])
        for index, picked in hidden.secrets.items()
    }
    events = tuple(_with_other_secret(event, secrets) for event in snapshot.events)
    deck, state, recent = snapshot.deck, snapshot.state, snapshot.recent
    if state is not None:
        deck = _exchange_cards(snapshot, events, hidden.cards, rng)
        *earlier, state = derive_states(snapshot.game, deck, events)
        recent = keep_recent(earlier)
    others = {index for index in snapshot.picks if index != seat}
    values = {each.index: rng.randbytes(8).hex() for each in snapshot.seats if each.index != seat}
    seats = tuple(copy(each) for each in snapshot.seats)
    for each in seats:
        each.value = values.get(each.index, each.value)
    closed = uncaptured(snapshot)
    picks = {
        index: _copy(
            pick,
            card=secrets.get(index, pick.card),
            salt=rng.randbytes(32) if index in others and pick.card in closed else pick.salt,
        )
        for index, pick in snapshot.picks.items()
    }
    deck = _copy(
        deck,
        seed=rng.randbytes(32),
        values=[values.get(index, value) for index, value in enumerate(deck.values)],
    )
    return replace(
        snapshot, seats=seats, deck=deck, picks=picks, events=events, state=state, recent=recent
    )


def uncaptured(snapshot: Snapshot) -> list[str]:
    state = snapshot.state
    if not isinstance(state, TableState):
        return list(PACK)
    gone = {card for side in state.captures for got in side for card in got.cards}
    return [card for card in PACK if card not in gone]


def _with_other_secret(event: Event, secrets: dict[int, str]) -> Event:
    if event.text.startswith("secret") and event.seat in secrets:
        return _copy(event, text=f"secret {secrets[event.seat]}")
    return event


def _exchange_cards(
    snapshot: Snapshot, events: Sequence[Event], hidden: Sequence[str], rng: random.Random
) -> Deck:
    """Exchange each hidden card for another one if the moves made so far stay legal."""
    cards = snapshot.deck.cards.split()
    places = [cards.index(card) for card in hidden]
    in_hands = [place for place in places if cards[place] not in snapshot.dealt.stock]
    # Nobody has seen the stock, so any order of it will do.
    stock = [place for place in places if place not in in_hands]
    order = [cards[place] for place in stock]
    rng.shuffle(order)
    for place, card in zip(stock, order, strict=True):
        cards[place] = card
    for place in in_hands:
        for other in rng.sample(places, min(TRIES, len(places))):
            tried = list(cards)
            tried[place], tried[other] = tried[other], tried[place]
            deck = _copy(snapshot.deck, cards=" ".join(tried))
            try:
                derive_states(snapshot.game, deck, events)
            except IllegalMove:
                continue  # the moves of its holder betray the card
            if other != place:
                cards = tried
                break
    return _copy(snapshot.deck, cards=" ".join(cards))


Row = TypeVar("Row", bound=Model)


def _copy(row: Row, **changes: Any) -> Row:
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**fields | changes)


def store(snapshot: Snapshot) -> None:
    """Store what a different deal changes; the published commitments stay."""
    deck = snapshot.deck
    Deck.objects.bulk_update([deck], ["seed", "values", "cards", "extras"])
    Seat.objects.bulk_update(snapshot.seats, ["value"])
    SecretPick.objects.bulk_update(snapshot.picks.values(), ["card", "salt"])
    Event.objects.bulk_update(snapshot.events, ["text"])


# Fetching


def everything_sent(game: Game, viewer: Viewer, probes: Sequence[dict[str, Any]]) -> list[bytes]:
    """Return all that the viewer can fetch: pages, fragments, refusals, frames, headers."""
    browser, page = viewer.browser, f"/games/{game.public_id}/"
    paths = [
        page,
        f"{page}live/",
        "/",
        "/lobby/live/",
        "/games/mine/live/",
        "/me/download/",
        f"{page}record/",
    ]
    paths += [f"{page}{part}/" for part in ("shuffle", "beside", "plans", "plans/here")]
    paths += ["/archive/", "/notices/"]
    if viewer.name == "administrator":
        row = f"/admin/games/game/{game.pk}/"
        paths += ["/admin/games/game/", f"{row}change/", f"{row}history/"]
    forget_replays()
    steps = max(game.event_count - 2, 0)
    paths += [f"{page}replay/{step}" for step in ("0/", f"{steps}/?view=1", f"{steps + 1}/")]
    sent = [bytes_of(browser.get(path)) for path in paths]
    sent.append(bytes_of(browser.get(f"{page}live/", {"version": game.version})))
    for probe in probes[1:3]:
        sent.append(bytes_of(browser.post(f"{page}move/", probe)))
    for probe in probes[3:5]:
        sent.append(bytes_of(browser.post(f"{page}move/", probe, HTTP_HX_REQUEST="true")))
    for choice in choices_of(game, viewer, probes):
        sent.append(bytes_of(browser.post(f"{page}compose/", choice)))
    sent.append(bytes_of(browser.post(f"{page}answers/")))
    actions = ["clock", "rematch"]
    if game.status == Game.Status.PLAYING:
        actions += ["leave"] if viewer.user.pk is None else ["leave", "join"]
    sent += [bytes_of(browser.post(f"{page}{action}/")) for action in actions]
    sent.append(bytes_of(browser.get("/privacy/")))  # with the messages of the refusals
    return sent + frames_sent(game, viewer, probes)


def choices_of(
    game: Game, viewer: Viewer, probes: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return choices for the composer: with cards in hand, without any, with hidden cards."""
    state = snapshot_of(game).state
    keys = [pile.key for pile in state.table] if isinstance(state, TableState) else []
    own = list(state.hands[viewer.seat]) if state is not None and viewer.seat is not None else []
    hidden = [{"card": probe["card"]} for probe in probes if probe.get("card")]
    choices: list[dict[str, Any]] = [{}, {"pile": keys[:1]}, {"pile": keys}, *hidden[:2]]
    for card in own:
        choices += [{"card": card}, {"card": card, "pile": keys}]
        choices += [{"card": card, "pile": key} for key in keys[:3]]
    return choices


def frames_sent(game: Game, viewer: Viewer, probes: Sequence[dict[str, Any]]) -> list[bytes]:
    """Return the frames of the viewer's socket: on connecting, and in answer to each probe."""
    try:
        found = selectors.find_game(game.public_id, viewer.user)
    except Game.DoesNotExist:
        return []
    frames = [render_game(found, viewer.user.pk, language="en", csrf_token="token")]
    for probe in probes:
        form, _ = play_selection(
            game.pk, viewer.user.pk, probe, arrived_at=timezone.now(), language="en"
        )
        assert form.refusal
        found = selectors.find_game(game.public_id, viewer.user)
        frames.append(
            render_game(found, viewer.user.pk, language="en", csrf_token="token", form=form)
        )
    return [frame.encode() for frame in frames]


def refused_moves(game: Game, snapshot: Snapshot, viewer: Viewer) -> list[dict[str, Any]]:
    """Return posts that try to learn hidden cards and are refused whatever these are."""
    hidden = hidden_from(snapshot, viewer.seat).cards
    assert isinstance(snapshot.state, TableState)
    seen, table = str(game.move_count), snapshot.state.table
    asked_for = [hidden[0], hidden[-1]] if hidden else []
    probes: list[dict[str, Any]] = [{"seen": seen, "action": "drop", "card": ""}]
    for card in asked_for:
        probes.append({"seen": seen, "action": "drop", "card": card})
        probes.append({"seen": seen, "move": f"{card} x {card}"})
    if viewer.seat is not None and snapshot.dealt.hands[viewer.seat]:
        own = snapshot.dealt.hands[viewer.seat][0]
        probes.append({"seen": "1", "action": "drop", "card": own})
        probes += [{"seen": seen, "move": f"{own} x {card}"} for card in asked_for]
        if len(table) > 8:
            keys = [pile.key for pile in table]
            probes.append({"seen": seen, "action": "capture", "card": own, "pile": keys})
    return probes


def compare(game: Game, viewer: Viewer, rng: random.Random) -> None:
    """Compare what the viewer is sent with what a different deal would send."""
    before = snapshot_of(game)
    probes = refused_moves(game, before, viewer) if before.state is not None else []
    compare_deals(before, deal_differently(before, viewer.seat, rng), viewer, probes)


def compare_deals(
    before: Snapshot, other: Snapshot, viewer: Viewer, probes: Sequence[dict[str, Any]]
) -> None:
    """Compare what the viewer can fetch of a stored game with what it would be in another deal."""
    snapshots.forget_all()
    game = Game.objects.get(pk=before.game.pk)
    viewer.browser.get("/privacy/")  # set the cookies, and show old messages
    as_it_lies = everything_sent(game, viewer, probes)
    with transaction.atomic():
        store(other)
        snapshots.forget_all()
        otherwise = everything_sent(game, viewer, probes)
        transaction.set_rollback(True)
    snapshots.forget_all()
    assert Game.objects.get(pk=game.pk).version == game.version, "a probe was no refusal"
    for one, another in zip(as_it_lies, otherwise, strict=True):
        assert one == another, viewer.name
    forbidden = unknown_strings(before, viewer.seat)
    for sent in as_it_lies:
        assert not [words for words in forbidden if words in sent], viewer.name


def unknown_strings(snapshot: Snapshot, seat: int | None) -> list[bytes]:
    """Return what must not be sent anywhere: the seed, unopened salts, the others' values."""
    closed = uncaptured(snapshot)
    salts = [bytes(pick.salt) for pick in snapshot.picks.values() if pick.card in closed]
    secret = [bytes(snapshot.deck.seed), *salts]
    values = [each.value for each in snapshot.seats if each.index != seat and each.value]
    return [
        *(octets.hex().encode() for octets in secret),
        *(base64.b64encode(octets)[:40] for octets in secret),
        *(value.encode() for value in values),
    ]


# The tests


@pytest.mark.early
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_sent_changes_when_hidden_cards_are_dealt_differently_and_none_is_logged(
    picking: Any, viewers: list[Viewer], seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="django.request")  # the site logs errors only
    rng = random.Random(seed)
    game = picking(kind=STORED_KINDS[seed % 3])
    start(game, rng)
    compared = 0
    for made in play_on(game, rng):
        if made in PAGES_AFTER[compared : compared + 1]:
            compared += 1
            for viewer in viewers:
                compare(game, viewer, rng)
    assert compared == len(PAGES_AFTER)
    snapshot = snapshot_of(game)
    assert caplog.records, "nothing was written down at all"
    for record in caplog.records:
        line = record.getMessage().replace(game.public_id, "")
        assert not re.search(r"\b[A2-9TJQK][SHDC]\b", line), line
        assert not any(words.decode() in line for words in unknown_strings(snapshot, None))


def test_a_secret_pick_reveals_only_that_it_is_made(picking: Any, viewers: list[Viewer]) -> None:
    rng = random.Random(1)
    game = picking(kind="invitation")
    services.pick_secret(
        game.pk,
        user_id=viewers[1].user.pk,
        card="7H",
        value="00ff" * 4,
        arrived_at=timezone.now(),
    )
    game.refresh_from_db()
    for viewer in viewers:
        compare(game, viewer, rng)


@pytest.mark.parametrize("seed", range(10, 13))
def test_no_frame_of_a_whole_game_names_or_depends_on_a_hidden_card(
    picking: Any, viewers: list[Viewer], seed: int
) -> None:
    rng = random.Random(seed)
    game = picking()
    start(game, rng)
    exchanged = 0
    for _ in play_on(game, rng):
        snapshot = snapshot_of(game)
        for viewer in (*viewers[:2], viewers[-1]):
            other = deal_differently(snapshot, viewer.seat, rng)
            exchanged += other.dealt.hands != snapshot.dealt.hands
            frame = frame_of(snapshot, viewer)
            assert frame == frame_of(other, viewer)
            assert named_in(frame, snapshot, viewer) == []
    assert exchanged > 60, "hardly a hand was dealt differently"


def named_in(frame: str, snapshot: Snapshot, viewer: Viewer) -> list[str]:
    """Return the pictures and names of hidden cards that are in a frame."""
    # The card counter names all 52 cards, and the list of badges those that bear one, wherever they
    # are; players see their own secret card, and not where it is.
    known = (
        r'<table class="counter">.*?</table>',
        r'<section id="badges".*?</section>',
        r'<span class="secret" title="Your secret card">.*?</span></span>',
        r"Your secret card is the [a-z ]+\.|<li>Your secret card is .*?</li>",
    )
    rest = re.sub("|".join(known), "", frame, flags=re.DOTALL).replace(snapshot.game.public_id, "")
    return [
        name
        for code in hidden_from(snapshot, viewer.seat).cards
        for name in (f"cards/{code}", f'"{code}"', f"-{code}", card_name(code))
        if name in rest
    ]


@pytest.mark.parametrize("seed", [40])
def test_no_step_looked_back_at_changes_when_hidden_cards_are_dealt_differently(
    picking: Any, viewers: list[Viewer], seed: int
) -> None:
    rng = random.Random(seed)
    game = picking()
    start(game, rng)
    for made in play_on(game, rng):
        if made not in PAGES_AFTER:
            continue
        snapshot = snapshot_of(game)
        for viewer in viewers[:2]:
            other = deal_differently(snapshot, viewer.seat, rng)
            assert steps_of(snapshot, viewer) == steps_of(other, viewer)
        for viewer in viewers[2:]:
            with pytest.raises(Game.DoesNotExist):
                presenters.replay_game(snapshot, viewer.user.pk)


def steps_of(snapshot: Snapshot, viewer: Viewer) -> list[str]:
    forget_replays()
    replay = presenters.replay_game(snapshot, viewer.user.pk)
    return [
        render_replay(
            presenters.view_replay(replay, path="/", step=step, perspective=""), language="en"
        )
        for step in range(replay.last + 1)
    ]


def frame_of(snapshot: Snapshot, viewer: Viewer) -> str:
    return render_game(snapshot, viewer.user.pk, language="en", csrf_token="token")


def test_the_comparison_would_notice_a_card_too_many(
    dealt: Any, viewers: list[Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = dealt()
    compare(game, viewers[0], random.Random(0))
    monkeypatch.setattr(Trifecta, "mask", lambda self, state, viewer: state)
    with pytest.raises(AssertionError):
        compare(game, viewers[0], random.Random(0))


def test_a_computer_player_gets_the_view_of_its_seat(known_shuffle: None, alice: Any) -> None:
    game = services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    services.pick_computer_secret(game.pk, seat=1, card="6C")
    game.refresh_from_db()
    services.make_move(
        game.pk,
        user_id=alice.pk,
        selection=services.Selection(2, text="8C"),
        arrived_at=timezone.now(),
    )
    snapshot = snapshot_of(game)
    turn = selectors.computer_turn(game.pk)
    assert turn is not None
    assert turn.view is not None
    assert turn.view == game.rules.document(snapshot.state, viewer=1)
    assert turn.view["hands"][0] == ["??"] * 3
    assert set(turn.view["stock"]) == {"??"}
    assert turn.view["secrets"] == ["??", "6C"]


def test_everything_is_shown_once_the_game_is_over(
    dealt: Any, alice: Any, viewers: list[Viewer]
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    deck = game.decks.get()
    for viewer in viewers:
        page = viewer.browser.get(f"/games/{game.public_id}/").content
        assert bytes(deck.seed).hex().encode() in page
        assert deck.commitment.encode() in page


@pytest.mark.parametrize("kind", STORED_KINDS)
def test_pages_with_a_hand_are_not_stored(dealt: Any, viewers: list[Viewer], kind: str) -> None:
    game = dealt(kind=kind)
    page = f"/games/{game.public_id}/"
    browser = viewers[0].browser
    assert b'"historyCacheSize":0' in browser.get(page).content
    refused = {"seen": "2", "action": "drop", "card": "QH"}
    for response in (
        browser.get(page),
        browser.get(f"{page}live/"),
        browser.post(f"{page}move/", refused),
        browser.post(f"{page}move/", refused, HTTP_HX_REQUEST="true"),
        browser.post(f"{page}pick/", {"card": "8H"}),
        browser.get("/me/download/"),
        browser.get("/"),
    ):
        assert "no-store" in response["Cache-Control"]


def test_after_logging_out_the_page_shows_no_hand(dealt: Any, viewers: list[Viewer]) -> None:
    for kind, status in (("open", 200), ("link", 404)):
        game = dealt(kind=kind, move_time=86_400)
        browser = viewers[0].browser
        assert b'id="c-8C"' in browser.get(f"/games/{game.public_id}/").content
        browser.logout()
        response = browser.get(f"/games/{game.public_id}/")
        assert response.status_code == status
        assert b"cards/8C" not in response.content
        browser.force_login(present(Game.objects.get(pk=game.pk).seats.get(index=0).user))
