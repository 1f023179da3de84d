"""A player's own games in one list, and the way to the next one."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from config.release_mark import release_mark
from games import selectors, services
from games.live import signed_in
from games.models import Game, Seat
from games.presenters import view_lobby
from games.presenters.mine import MyGame, tell_next_due, view_my_games
from games.selectors import mine
from games.selectors.mine import find_my_games
from games.services.writing import finish_game
from tests.games.conftest import state_of
from tests.games.pages import CAPTURE, at, cards_in, send, text_of
from tests.present import present
from tests.sockets import Opener

pytestmark = pytest.mark.django_db

DAY = 86_400


def ids(*games: Game) -> list[int]:
    return [game.pk for game in games]


def lines(user: Any, group: str) -> tuple[Any, ...]:
    view = view_my_games(user, now=timezone.now())
    return next((found for name, _, found in view.groups if name == group), ())


def left(game: Game, **time: float) -> Game:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + dt.timedelta(**time))
    return game


def test_the_turns_come_first_by_time_left_and_then_the_opponents_turns(
    slow: Any, alice: Any, bob: Any, carol: Any
) -> None:
    later, sooner = left(slow(), hours=30), left(slow(alice, carol), hours=2)
    theirs = left(slow(bob, alice), hours=1)
    services.open_table(alice, variant="casino", move_time=DAY, kind="open")
    over = slow(carol, alice)
    services.quit_game(over.pk, user_id=carol.pk)
    found = find_my_games(alice)
    assert ids(*found.turns) == ids(sooner, later)
    assert ids(*found.others) == ids(theirs)
    assert [game.status for game in found.waiting] == ["waiting"]
    assert ids(*found.finished) == ids(over)
    assert set(found.last) == {over.pk}  # secret picks are not told
    view = view_my_games(alice, now=timezone.now())
    assert [name for name, _, _ in view.groups] == ["turns", "others", "waiting", "finished"]
    # A partner's turn is listed there too.
    assert view.groups[1][1] == "The others’ turn"


def test_a_table_where_only_the_partner_has_come_names_the_partner(alice: Any, bob: Any) -> None:
    table = services.open_table(
        alice,
        variant="casino",
        move_time=DAY,
        kind="link",
        players=4,
        options={"partnership": True},
    )
    services.join_game(table.pk, user=bob, seat=2)
    (line,) = lines(alice, "waiting")
    assert line.names == "With bob"


def test_a_secret_card_to_pick_is_a_turn(picking: Any, alice: Any, bob: Any) -> None:
    game = picking(move_time=DAY)
    assert selectors.find_turns(alice).mine == {game.pk}
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    assert selectors.find_turns(alice).mine == frozenset()
    assert selectors.find_turns(bob).mine == {game.pk}
    (line,) = lines(bob, "turns")
    assert line.turn_words == "Pick your secret card"
    (line,) = lines(alice, "others")
    assert not cards_in(as_page(line), game)


def test_the_turn_of_a_player_who_left_is_that_of_a_computer(
    known_shuffle: None, alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    game = services.open_table(alice, variant="casino", move_time=DAY, kind="open", players=3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    (line,) = lines(bob, "others")
    assert line.turn_words == "alice’s turn"
    services.quit_game(game.pk, user_id=alice.pk)
    words = "A computer is thinking in place of alice…"
    (line,) = lines(bob, "others")
    assert line.turn_words == words
    (line,) = view_lobby(oscar, now=timezone.now()).watchable
    assert line.turn_words == words
    words = "A computer is to move in place of alice in Casino."
    assert tell_next_due(bob, now=timezone.now()) == words


def test_no_move_of_a_computer_is_due(slow: Any, bob: Any) -> None:
    game = services.play_computer(bob, variant="casino", move_time=DAY, levels=["easy"], seat=1)
    Game.objects.filter(pk=game.pk).update(to_move=0)
    assert tell_next_due(bob, now=timezone.now()) == "Ada is to move in Casino."
    left(slow(), hours=30)
    assert "The next move is due in" in tell_next_due(bob, now=timezone.now())


def as_page(line: MyGame) -> Any:
    """Return a line as an answer whose cards can be searched for."""
    return type("Page", (), {"content": repr(line).encode()})()


@pytest.mark.once
def test_an_entry_tells_the_opponent_the_last_move_the_times_the_round_and_the_score(
    slow: Any, alice: Any, bob: Any, play: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = slow()
        (line,) = lines(alice, "turns")
        assert (line.names, line.last) == ("bob", "The cards are dealt")
        play(game, alice, "9D x 5D 4H")
        clock.shift(dt.timedelta(hours=20))
        (line,) = lines(bob, "turns")
        assert line.names == "alice"
        assert line.last == "alice takes 5♦ + 4♥ with 9♦"
        assert line.facts == ("Casino Trifecta", "round 1", "0 to 0")
        assert line.times == ("You: 2 d 4 h", "alice: 3 d 0 h")
        (line,) = lines(alice, "others")
        assert line.last == "You take 5♦ + 4♥ with 9♦"
        assert line.turn_words == "bob’s turn"
        assert line.times == ("You: 3 d 0 h", "bob: 2 d 4 h")
        clock.shift(dt.timedelta(days=4))
        services.expire_turn(game.pk)
        (line,) = lines(bob, "turns")
        assert (line.last, line.facts[-1]) == ("You ran out of time", "0 to 1")
        assert lines(alice, "others")[0].facts[-1] == "1 to 0"


def test_the_score_is_that_of_the_game_after_every_event(
    slow: Any, alice: Any, bob: Any, play: Any, both_ways: str
) -> None:
    game = slow()
    assert Game.objects.get(pk=game.pk).standing == "0.0 0.0"
    play(game, alice, "9D x 5D 4H")
    left(game, hours=-1)
    services.expire_turn(game.pk)
    game.refresh_from_db()
    assert game.standing == "1.0 0.0"
    (found,) = selectors.verify_games(selectors.verifiable_games(running=True))
    assert found.difference == ""
    Game.objects.filter(pk=game.pk).update(standing="1.0 1.0")
    (found,) = selectors.verify_games(selectors.verifiable_games(running=True))
    assert found.difference.startswith("standing")
    services.quit_game(game.pk, user_id=bob.pk)
    game.refresh_from_db()
    assert game.standing == ""


def test_a_result_is_news_until_it_is_viewed(
    slow: Any, alice: Any, bob: Any, as_alice: Client, as_bob: Client, as_oscar: Client
) -> None:
    game = slow()
    services.quit_game(game.pk, user_id=bob.pk)
    assert lines(bob, "finished") == ()
    (line,) = lines(alice, "finished")
    assert "won by forfeit" in line.facts
    assert line.last == "bob quits"
    as_oscar.get(at("game", game))
    as_bob.get(at("game", game))
    assert len(lines(alice, "finished")) == 1
    as_alice.get(at("game", game))
    assert lines(alice, "finished") == ()


def test_only_the_first_look_at_a_result_is_written_down(slow: Any, alice: Any, bob: Any) -> None:
    game = slow()
    services.quit_game(game.pk, user_id=alice.pk)
    services.mark_viewed(game, user=bob)
    with CaptureQueriesContext(connection) as asked:
        services.mark_viewed(game, user=bob)
    assert [query["sql"].split()[0] for query in asked.captured_queries] == ["SELECT"]


def test_a_page_that_was_open_at_the_end_says_that_it_was_in_view(
    slow: Any, alice: Any, bob: Any, as_alice: Client, as_oscar: Client, nobody: Client
) -> None:
    game = slow(kind="link")
    services.quit_game(game.pk, user_id=bob.pk)
    assert send(as_oscar, game, "viewed").status_code == 404
    assert send(nobody, game, "viewed").status_code == 302
    assert len(lines(alice, "finished")) == 1
    assert send(as_alice, game, "viewed").status_code == 204
    assert lines(alice, "finished") == ()


def test_a_game_that_a_player_has_left_leaves_the_list(alice: Any, bob: Any, carol: Any) -> None:
    game = services.open_table(alice, variant="casino", move_time=DAY, kind="open", players=3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    services.quit_game(game.pk, user_id=bob.pk)
    assert find_my_games(bob).all == ()
    assert selectors.find_turns(bob).running == frozenset()
    assert ids(*find_my_games(carol).all) == ids(game)
    services.quit_game(game.pk, user_id=carol.pk)
    assert find_my_games(bob).all == ()
    assert ids(*find_my_games(alice).finished) == ids(game)


def test_only_players_who_were_there_to_the_end_have_news_of_it(
    alice: Any, bob: Any, carol: Any
) -> None:
    game = services.open_table(alice, variant="casino", move_time=DAY, kind="open", players=3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    game.refresh_from_db()
    late = present(game.seats.get(index=present(game.to_move)).user)
    for _ in range(game.rules.max_violations):
        services.expire_turn(left(game, hours=-2).pk)
    there, gone = (user for user in (alice, bob, carol) if user != late)
    services.quit_game(game.pk, user_id=gone.pk)
    assert ids(*find_my_games(there).finished) == ids(game)
    assert find_my_games(late).all == find_my_games(gone).all == ()


def test_neither_lessons_nor_computer_players_have_news(alice: Any) -> None:
    lesson = services.start_lesson(alice, variant="casino", name="first")
    practice = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    for game in (lesson, practice):
        snapshot = selectors.find_game(game.public_id, alice)
        finish_game(snapshot, winners=(0,), reason="target", now=timezone.now())
    news = Seat.objects.filter(is_unviewed=True)
    assert list(news.values_list("game", "user")) == [(practice.pk, alice.pk)]


def test_the_page_shows_the_list_to_its_player_alone(
    slow: Any, as_alice: Client, as_bob: Client, nobody: Client, play: Any, alice: Any
) -> None:
    game = slow()
    play(game, alice, "9D x 5D 4H")
    page = as_bob.get(reverse("my_games"))
    assert game.public_id in text_of(page)
    assert "alice" in text_of(page)
    assert cards_in(page, game) == set()
    assert "5♦" in text_of(page)
    assert game.public_id in text_of(as_alice.get(reverse("my_games")))
    assert nobody.get(reverse("my_games"))["Location"].startswith(reverse("account_login"))


def test_the_lobby_begins_with_the_same_list(slow: Any, as_alice: Client) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        slow()
        lobby, mine = (text_of(as_alice.get(path)) for path in ("/", reverse("my_games")))
    entry = r'<li id="mine-.*?</li>'
    assert re.findall(entry, lobby) == re.findall(entry, mine) != []
    assert lobby.index('id="own-games"') < lobby.index('id="play-title"')


@pytest.mark.once
def test_the_page_names_its_reader(as_alice: Client, as_bob: Client, alice: Any, bob: Any) -> None:
    """Chosen cards and pages that a browser keeps are shown to this reader only."""
    for client, reader in ((as_alice, alice), (as_bob, bob)):
        assert f'id="turns" class="turns" data-reader="{reader.pk}"' in text_of(client.get("/"))


@pytest.mark.once
def test_somebody_without_games_is_told_where_to_play(as_alice: Client) -> None:
    assert "You have no games just now" in text_of(as_alice.get(reverse("my_games")))


def test_only_the_newest_of_many_results_are_listed(
    monkeypatch: pytest.MonkeyPatch, slow: Any, alice: Any, bob: Any, as_alice: Client
) -> None:
    assert mine.FINISHED_LISTED == 50
    monkeypatch.setattr(mine, "FINISHED_LISTED", 2)
    games = []
    for number in range(3):
        with time_machine.travel(timezone.now() + dt.timedelta(seconds=number)):
            games.append(slow())
            services.quit_game(games[-1].pk, user_id=bob.pk)
    found = find_my_games(alice)
    assert ids(*found.finished) == ids(games[2], games[1])
    words = "Only your newest 2 games are listed here."
    for path in ("/", reverse("my_games")):
        assert words in text_of(as_alice.get(path))
    before = view_my_games(alice, now=timezone.now()).version
    games[0].refresh_from_db()
    services.mark_viewed(games[0], user=alice)
    assert not find_my_games(alice).has_more_finished
    assert words not in text_of(as_alice.get(reverse("my_games")))
    assert view_my_games(alice, now=timezone.now()).version != before


def test_the_queries_do_not_grow_with_the_own_games(
    slow: Any, alice: Any, as_alice: Client, make_user: Any
) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            as_alice.get(reverse("my_games"))
        return len(queries)

    def begin(number: int) -> None:
        other = make_user(f"other-{number}")
        slow(alice, other)
        services.open_table(alice, variant="casino", move_time=DAY, kind="link")
        services.quit_game(slow(alice, other).pk, user_id=other.pk)

    begin(0)
    few = count()
    for number in range(1, 4):
        begin(number)
    assert count() == few


# The next game


def test_next_leads_to_the_turn_with_the_least_time_left(
    slow: Any, bob: Any, alice: Any, carol: Any, as_alice: Client
) -> None:
    left(slow(), hours=30)
    sooner = left(slow(alice, carol), hours=2)
    left(slow(bob, alice), hours=1)
    services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    assert as_alice.get(reverse("next_game"))["Location"] == at("game", sooner)


@pytest.mark.once
def test_next_says_when_the_next_turn_is_due(slow: Any, as_bob: Client, nobody: Client) -> None:
    assert "You are not waiting for anyone else’s move either." in text_of(
        as_bob.get(reverse("next_game"))
    )
    with time_machine.travel(timezone.now(), tick=False):
        left(slow(), hours=30)
        page = text_of(as_bob.get(reverse("next_game")))
    assert "The next move is due in 30 h 0 min: " in page
    assert "is to move in Casino Trifecta." in page
    assert nobody.get(reverse("next_game"))["Location"].endswith("?next=/next/")


@pytest.mark.once
def test_next_says_who_is_to_move_in_a_game_without_a_timer(
    slow: Any, alice: Any, as_alice: Client, bob: Any
) -> None:
    game = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    assert as_alice.get(reverse("next_game"))["Location"] == at("game", game)
    Game.objects.filter(pk=game.pk).update(to_move=1)
    page = text_of(as_alice.get(reverse("next_game")))
    assert "is to move in Casino." in page
    assert "You are not waiting for anyone else’s move either." not in page
    left(slow(bob, alice), hours=30)
    assert "The next move is due in" in text_of(as_alice.get(reverse("next_game")))


@pytest.mark.once
def test_the_next_turn_is_the_one_that_is_due_first(
    slow: Any, alice: Any, bob: Any, as_bob: Client, play: Any
) -> None:
    """A game in which nobody has moved yet comes first in the list, whenever it is due."""
    with time_machine.travel(timezone.now(), tick=False):
        begun = slow()
        play(begun, alice, "9D x 5D 4H")
        play(begun, bob, "2H")
        left(begun, hours=2)
        left(slow(), hours=30)
        page = text_of(as_bob.get(reverse("next_game")))
    assert "The next move is due in 2 h 0 min: " in page


def header(client: Client, path: str) -> tuple[str, str, bool, str]:
    """Return the number of turns and that of other games, and whether the next one is offered."""
    page = text_of(client.get(path))
    number = re.search(r'<a id="turns-count"[^>]*?( hidden)?>.*?<b>(\d+)</b>', page)
    elsewhere = re.search(r'<data id="turns-elsewhere" value="(\d+)"', page)
    assert number is not None
    assert elsewhere is not None
    shown = "" if number[1] else number[2]
    offers = re.search(r'<a id="turns-next"(?![^>]* hidden)', page) is not None
    socket = re.search(r'ws-connect="/ws/turns/[^"]*"', page)
    return shown, elsewhere[1], offers, socket[0] if socket else ""


def test_every_page_shows_the_number_of_turns(
    slow: Any, alice: Any, bob: Any, as_alice: Client, nobody: Client
) -> None:
    release = f"&amp;release={release_mark()}&amp;viewer={alice.pk}"
    socket = f'ws-connect="/ws/turns/?turns={{}}&amp;unread={{}}{release}"'
    assert header(as_alice, "/rules/") == ("", "0", False, socket.format(0, 0))
    game, theirs = slow(), slow(bob, alice)
    for path in ("/rules/", "/archive/", "/accounts/settings/", "/learn/", "/players/bob/"):
        assert header(as_alice, path) == ("1", "1", False, socket.format(1, 1)), path
    for path in ("/", "/games/mine/"):
        assert header(as_alice, path) == ("1", "1", False, ""), path
    assert header(as_alice, at("game", game)) == ("1", "0", False, "")
    assert header(as_alice, at("game", theirs)) == ("1", "1", True, "")
    assert "turns-count" not in text_of(nobody.get("/rules/"))
    assert "turns-count" in text_of(as_alice.get("/nowhere/"))


@pytest.mark.once
def test_a_live_table_offers_no_other_game(slow: Any, bob: Any, alice: Any, as_bob: Client) -> None:
    slow(bob, alice)
    assert header(as_bob, at("game", slow(move_time=60))) == ("1", "1", False, "")


def test_a_player_stays_after_a_move_or_goes_on_to_the_next_game(
    slow: Any, alice: Any, bob: Any, as_alice: Client
) -> None:
    games = [slow() for _ in range(4)]
    assert send(as_alice, games[0], **CAPTURE)["Location"] == at("game", games[0])
    alice.goes_on = True
    alice.save()
    assert send(as_alice, games[1], **CAPTURE)["Location"] == reverse("next_game")
    live = slow(move_time=60)
    assert send(as_alice, live, **CAPTURE)["Location"] == at("game", live)
    send(as_alice, games[2], **CAPTURE)
    assert send(as_alice, games[3], **CAPTURE)["Location"] == at("game", games[3])
    refused = send(as_alice, games[0], **CAPTURE | {"seen": "3"})
    assert refused.status_code == 422


def test_whoever_ends_a_game_stays_to_see_the_result(
    slow: Any, alice: Any, bob: Any, as_alice: Client, as_bob: Client, play: Any
) -> None:
    game, users, clients = slow(), (alice, bob), (as_alice, as_bob)
    for user, opponent in (users, users[::-1]):
        slow(user, opponent)
        user.goes_on = True
        user.save()
    state = state_of(game)
    while state.to_move is not None:
        move, mover = next(iter(game.rules.moves(state))), state.to_move
        state = game.rules.play(state, move)
        if state.to_move is not None:
            play(game, users[mover], str(move))
    game.refresh_from_db()
    last = send(clients[mover], game, action="typed", move=str(move), seen=str(game.move_count))
    assert last["Location"] == at("game", game)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


# Live


def test_the_slow_poll_answers_only_when_something_is_new(
    slow: Any, alice: Any, as_bob: Client, nobody: Client, play: Any
) -> None:
    game = slow()
    page, poll = text_of(as_bob.get(reverse("my_games"))), reverse("my_games_live")
    assert f'hx-get="{poll}"' in page
    shown = {"version": re.findall(r'name="version" value="([^"]+)"', page)[0]}
    quiet = as_bob.get(poll, shown)
    assert (quiet.status_code, quiet.content) == (204, b"")
    play(game, alice, "9D x 5D 4H")
    for asked in (shown, {}, {"version": "\0"}):
        news = as_bob.get(poll, asked)
        assert news.status_code == 200
        assert "5♦" in text_of(news)
        assert '<data id="turns-elsewhere" value="1" hx-swap-oob="true"' in text_of(news)
        assert cards_in(news, game) == set()
    assert game.public_id not in text_of(nobody.get(poll))


def test_the_lobbys_slow_poll_brings_the_number_of_turns(
    slow: Any, alice: Any, as_bob: Client, play: Any
) -> None:
    play(slow(), alice, "9D x 5D 4H")
    assert 'id="turns-elsewhere" value="1"' in text_of(as_bob.get(reverse("lobby_live")))


@pytest.mark.parametrize("name", ["my_games", "my_games_live"])
def test_the_list_keeps_a_live_place_and_says_who_has_come_to_it(
    alice: Any, bob: Any, as_alice: Client, name: str
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        place = services.play_now(alice, variant="casino", move_times=[60])
        services.leave_page(place.pk, user=alice)
        for _ in range(3):
            clock.shift(dt.timedelta(seconds=25))
            as_alice.get(reverse(name))
            services.lapse_waiting_games(now=timezone.now())
        services.play_now(bob, variant="casino", move_times=[60])
        assert at("come", place) in text_of(as_alice.get(reverse(name)))


async def send_nothing(consumer: Any) -> None:
    """Leave out the bell."""


@pytest.mark.django_db(transaction=True)
async def test_the_number_of_turns_follows_the_moves_of_other_games(
    monkeypatch: pytest.MonkeyPatch,
    slow: Any,
    alice: Any,
    bob: Any,
    play: Any,
    as_bob: Client,
    open_socket: Opener,
) -> None:
    monkeypatch.setattr(signed_in, "LIST_PAUSE", 0)
    monkeypatch.setattr(signed_in.SignedInConsumer, "_send_unread", send_nothing)
    first, second = await sync_to_async(slow)(), await sync_to_async(slow)()
    page = await open_socket("/ws/turns/?turns=0", as_bob)
    table = await open_socket(f"/ws/games/{second.public_id}/", as_bob)
    own = await open_socket("/ws/mine/", as_bob)
    assert 'id="game"' in (await table.receive() or "")
    assert await own.receive() is not None
    assert await page.receive_nothing()
    await sync_to_async(play)(first, alice, "9D x 5D 4H")
    for socket in (page, table):
        frame = await socket.receive()
        assert frame == '<data id="turns-elsewhere" value="1" hx-swap-oob="true" hidden></data>'
    assert 'value="1"' in (await own.receive() or "")
    assert first.public_id in (await own.receive() or "")
    await sync_to_async(play)(second, alice, "9D x 5D 4H")
    assert 'value="2"' in (await page.receive() or "")
    assert "turns-elsewhere" not in (await table.receive() or "")
    third = await sync_to_async(slow)(bob, alice)
    assert 'value="3"' in (await page.receive() or "")
    assert 'value="2"' in (await table.receive() or "")
    await sync_to_async(services.quit_game)(third.pk, user_id=alice.pk)
    assert 'value="2"' in (await page.receive() or "")


@pytest.mark.once
def test_a_page_of_a_stranger_has_a_place_for_the_number_of_turns(nobody: Client) -> None:
    """A click makes the stranger a guest, and the page's socket may open only after that."""
    assert 'id="turns-elsewhere"' in text_of(nobody.get("/"))
