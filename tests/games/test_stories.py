"""Coming back to a game over days: what has happened meanwhile, and the player's own notes."""

from __future__ import annotations

import datetime as dt
import html
import random
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.services import erase_user
from games import services
from games.models import NOTE_LENGTH, Note, Seat
from games.presenters.stories import view_story
from games.selectors import find_game
from tests.games.conftest import remembering
from tests.games.pages import LOOKS, at, cards_in, named, send, text_of
from tests.games.test_hidden_cards import deal_differently
from tests.games.test_showcase import play_some

pytestmark = pytest.mark.django_db

DAY = 86_400
HOUR = dt.timedelta(hours=1)


def words(game: Any, user: Any) -> list[str]:
    """Return what a player is told of the time since the own last move."""
    story = view_story(find_game(game.public_id, user), user.pk, now=timezone.now())
    return [story.title, *[event.words for event in story.events]] if story else []


@pytest.fixture
def away(dealt: Any, play: Any, alice: Any, bob: Any) -> Any:
    """Play until bob has been away for two days, in which his time ran out twice."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = dealt(move_time=DAY)
        play(game, alice, "9D x 5D 4H")
        play(game, bob, "QC")
        play(game, alice, "3H")
        for _ in range(2):
            clock.shift(25 * HOUR)
            services.expire_turn(game.pk)
        yield game


@pytest.mark.once
def test_the_story_tells_every_event_since_the_own_last_move(away: Any, bob: Any) -> None:
    assert words(away, bob) == [
        "Since your last move, 2 days ago",
        "You drop Q♣",
        "alice drops 3♥",
        "You ran out of time: 1 point to alice (1 of 5)",
        "You ran out of time: 1 point to alice (2 of 5)",
    ]


@pytest.mark.once
def test_before_the_first_move_the_story_begins_with_the_deal(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = dealt(move_time=DAY)
        play(game, alice, "9D x 5D 4H")
        clock.shift(7 * HOUR)
        title, *told = words(game, bob)
    assert title == "Since the cards were dealt, 7 hours ago"
    assert [told[0][:11], len(told)] == ["alice takes", 1]


def test_nobody_else_and_nobody_who_was_just_there_is_told_a_story(
    away: Any, dealt: Any, alice: Any, bob: Any, oscar: Any, play: Any
) -> None:
    assert words(away, oscar) == []
    assert words(away, alice) != []  # bob's time has run out since
    play(away, bob, "JS")
    assert words(away, bob) == []
    play(away, alice, "8C")
    assert words(away, bob) == []  # it was a moment ago
    live = dealt()
    play(live, alice, "9D x 5D 4H")
    with time_machine.travel(timezone.now() + 7 * HOUR, tick=False):
        assert words(live, bob) == []


@pytest.mark.once
def test_the_page_of_a_finished_game_tells_no_story(away: Any, alice: Any, bob: Any) -> None:
    services.quit_game(away.pk, user_id=alice.pk)
    assert words(away, bob) == []


@pytest.mark.once
def test_the_table_opens_with_the_story_and_looks_back_from_its_beginning(
    away: Any, as_bob: Client, as_alice: Client, as_oscar: Client
) -> None:
    page = text_of(as_bob.get(at("game", away)))
    story = page[page.index('id="story"') : page.index("</details>", page.index('id="story"'))]
    assert f"{named('alice')} drops" in story
    assert story.count("ran out of time") == 2
    assert page.count("?step=since") == 2
    assert 'id="story"' not in text_of(as_oscar.get(at("game", away)))
    look_back = at("replay", away)
    assert as_bob.get(look_back, {"step": "since"})["Location"] == f"{look_back}2/"
    assert as_alice.get(look_back, {"step": "since"})["Location"] == f"{look_back}3/"
    assert as_bob.get(look_back, {"step": "last"})["Location"] == f"{look_back}5/"


def test_the_story_shows_no_hidden_card(away: Any, as_bob: Client) -> None:
    page = as_bob.get(at("game", away))
    assert cards_in(page, away).isdisjoint({"8C", "KS", "7H"})  # in alice's hand, and her secret


# Notes


def test_a_story_is_the_same_however_the_hidden_cards_are_dealt(
    picking: Any, alice: Any, bob: Any
) -> None:
    game, rng, told = picking(move_time=3 * DAY), random.Random(7), 0
    for user in (alice, bob):
        services.pick_secret(game.pk, user_id=user.pk, card="7H", arrived_at=timezone.now())
    with remembering():
        for snapshot in play_some(game, 30):
            for seat, user in enumerate((alice, bob)):
                dealt_differently = deal_differently(snapshot, seat, rng)
                stories = [
                    view_story(each, user.pk, now=timezone.now() + 7 * HOUR)
                    for each in (snapshot, dealt_differently)
                ]
                assert stories[0] == stories[1]
                told += stories[0] is not None
    assert told > 25


def notes_shown(client: Client, game: Any) -> str:
    return html.unescape(text_of(client.get(at("game", game))))


def test_notes_are_kept_for_their_author_alone(
    dealt: Any, as_alice: Client, as_bob: Client, as_oscar: Client, nobody: Client, bob: Any
) -> None:
    game, text = dealt(), "Bob keeps <b>spades</b>\nand takes his time"
    answer = send(as_alice, game, "notes", text=text.replace("\n", "\r\n"))
    assert answer["Location"] == f"{at('game', game)}?notes=saved#notes"
    assert text in notes_shown(as_alice, game)
    assert "Your notes are saved." not in notes_shown(as_alice, game)
    assert "Your notes are saved." in text_of(as_alice.get(answer["Location"]))
    assert "<b>spades" not in text_of(as_alice.get(at("game", game)))
    paths = [*(at(name, game) for name in LOOKS), "/", "/archive/", "/players/alice/"]
    for client in (as_bob, as_oscar, nobody):
        for path in paths:
            assert "takes his time" not in text_of(client.get(path)), path
    services.quit_game(game.pk, user_id=bob.pk)
    for client in (as_alice, as_bob, as_oscar, nobody):
        for path in (at("record", game), f"{at('replay', game)}0/", reverse("archive")):
            assert "takes his time" not in text_of(client.get(path)), path
    assert text in notes_shown(as_alice, game)
    found = as_alice.get(reverse("download")).json()["games"]
    assert [each["notes"] for each in found] == [text]
    assert "takes his time" not in text_of(as_bob.get(reverse("download")))


def test_a_page_that_waited_for_the_game_gets_what_is_beside_its_table(
    alice: Any, bob: Any, as_alice: Client, as_oscar: Client, nobody: Client
) -> None:
    game = services.open_table(alice, variant="casino", move_time=3 * DAY, kind="open")
    assert 'id="notes"' not in text_of(as_alice.get(at("game", game)))
    assert f'hx-get="{at("beside", game)}"' in text_of(as_alice.get(at("game", game)))
    services.join_game(game.pk, user=bob)
    beside = text_of(as_alice.get(at("beside", game)))
    for part in ('id="notes"', 'id="mute"', at("plans", game)):
        assert part in beside
    assert text_of(nobody.get(at("beside", game))).strip() == ""
    people = f'<a href="/games/{game.public_id}/people/">Block, mute or report a player</a>'
    seen = text_of(as_oscar.get(at("beside", game))).strip()
    assert seen == f'<p class="to-people soft small">{people}</p>'


def test_notes_are_changed_and_removed(dealt: Any, as_alice: Client, as_bob: Client) -> None:
    game = dealt()
    send(as_bob, game, "notes", text="another’s")
    for text in ("first", "second"):
        send(as_alice, game, "notes", text=text)
        assert {note.text for note in Note.objects.all()} == {"another’s", text}
    send(as_alice, game, "notes", text=" ")
    assert [note.text for note in Note.objects.all()] == ["another’s"]


def test_only_players_of_a_game_keep_notes_about_it(
    dealt: Any, as_oscar: Client, as_alice: Client, nobody: Client
) -> None:
    game, hidden = dealt(move_time=DAY), dealt(move_time=DAY, kind="link")
    assert send(as_oscar, game, "notes", text="mine").status_code == 404
    assert send(as_oscar, hidden, "notes", text="mine").status_code == 404
    assert send(nobody, game, "notes", text="mine").status_code == 302
    assert 'id="notes"' not in text_of(as_oscar.get(at("game", game)))
    assert not Note.objects.exists()


def test_notes_that_are_too_long_or_odd_are_refused_and_kept_in_the_form(
    dealt: Any, as_alice: Client
) -> None:
    game = dealt()
    longest = "x" * (NOTE_LENGTH - 1) + "\r\n"
    assert send(as_alice, game, "notes", text="y" + longest[1:] + "z").status_code == 422
    send(as_alice, game, "notes", text="kept")
    refused = send(as_alice, game, "notes", text="x" * (NOTE_LENGTH + 1))
    assert refused.status_code == 422
    assert "These notes have more than 2,000 characters." in text_of(refused)
    assert "x" * (NOTE_LENGTH + 1) in text_of(refused)
    assert send(as_alice, game, "notes", text="a\0b").status_code == 422
    assert Note.objects.get().text == "kept"
    send(as_alice, game, "notes", text="x\r\n" * (NOTE_LENGTH // 2 - 1) + "xx")
    assert len(Note.objects.get().text) == NOTE_LENGTH


def test_notes_go_with_the_account(dealt: Any, as_alice: Client, alice: Any, bob: Any) -> None:
    game = dealt()
    send(as_alice, game, "notes", text="mine")
    services.quit_game(game.pk, user_id=bob.pk)
    erase_user(alice)
    assert not Note.objects.exists()


def test_notes_about_a_table_go_when_its_player_leaves_it(alice: Any, bob: Any) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    services.join_game(table.pk, user=bob)
    for user in (alice, bob):
        services.write_note(table.pk, user=user, text="mine")
    services.leave_game(table.pk, user=bob)
    assert [note.author for note in Note.objects.all()] == [alice]


def test_whoever_gets_up_while_notes_are_saved_leaves_none(
    alice: Any, bob: Any, before_the_lock: Any
) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="link", players=3)
    services.join_game(table.pk, user=bob)
    before_the_lock(lambda: services.leave_game(table.pk, user=bob), of=Seat)
    with pytest.raises(services.NotSeated):
        services.write_note(table.pk, user=bob, text="mine")
    assert not Note.objects.exists()
