"""The page of a waiting table: its players, its free seats, and what each viewer may do."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client

from accounts import barriers
from games import presenters, selectors, services
from games.models import Game
from games.presenters.waiting import WaitingView
from tests.conftest import PASSWORD
from tests.games.conftest import seats_of
from tests.games.pages import at, messages_of, named, send, text_of
from tests.present import present

pytestmark = pytest.mark.django_db

DAY = 86_400
PARTNERS = {"partnership": True, "target": 11}


def open_table(user: Any, players: int = 4, kind: str = "open", **fields: Any) -> Game:
    named = {"variant": "casino", "move_time": DAY, **fields}
    return services.open_table(user, kind=kind, players=players, **named)


def page_of(client: Client, game: Game) -> str:
    answer = client.get(at("game", game))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", text_of(answer))


@pytest.mark.once
def test_what_a_page_says_of_a_table_that_waits_is_put_together_once(
    alice: Any, as_oscar: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, view = open_table(alice), Mock(wraps=WaitingView)
    monkeypatch.setattr("games.presenters.waiting.WaitingView", view)
    assert "3 seats are free at alice’s table" in page_of(as_oscar, game)
    assert view.call_count == 1


@pytest.mark.once
def test_all_seats_are_shown_with_their_players(alice: Any, bob: Any, as_oscar: Client) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=2)
    page = page_of(as_oscar, game)
    assert "2 seats are free at alice’s table" in page
    for number in range(4):
        assert f'id="seat-{number}"' in page
    assert re.findall(r'name="seat" value="(\d)"', page) == ["1", "3"]
    assert page.count("Sit here") == 2
    assert page.count(">host<") == 1


def test_a_full_table_by_link_is_explained_like_one_that_never_existed(
    alice: Any, bob: Any, as_oscar: Client
) -> None:
    game = open_table(alice, 2, "link")
    services.join_game(game.pk, user=bob)
    name = game.public_id
    full, unknown = (as_oscar.get(f"/games/{each}/") for each in (name, "n" * len(name)))
    assert (full.status_code, unknown.status_code) == (404, 404)
    full_text, unknown_text = (
        re.sub(r'token" value="\w+"', "", text_of(each).replace(name, "n" * len(name)))
        for each in (full, unknown)
    )
    assert full_text == unknown_text
    assert "All its seats may be taken" in full_text
    assert "Page not found" not in full_text
    waiting = open_table(alice)
    for elsewhere in ("/nowhere/", "/games/", f"/games/{waiting.public_id}/replay/"):
        assert "Page not found" in as_oscar.get(elsewhere).text


@pytest.mark.once
def test_the_table_is_described(alice: Any, as_oscar: Client) -> None:
    page = page_of(as_oscar, open_table(alice, options=PARTNERS))
    for words in ("Casino", "4 players", "two partnerships, to 11 points", "1 day a turn"):
        assert words in page
    page = page_of(as_oscar, open_table(alice, 3))
    assert "3 players" in page
    assert "to 21 points" in page
    assert "partnerships" not in page
    assert "everyone for themselves" not in page


@pytest.mark.once
def test_the_page_shows_who_would_be_partners(alice: Any, bob: Any, as_oscar: Client) -> None:
    game = open_table(alice, options=PARTNERS)
    services.join_game(game.pk, user=bob, seat=2)
    page = page_of(as_oscar, game)
    first, second = page.split("vs</p>")
    assert "Partners, seats 1 and 3" in first
    assert "alice" in first
    assert "bob" in first
    assert "Partners, seats 2 and 4" in second
    assert second.count("Sit here") == 2


def test_a_seat_is_taken_changed_and_left_by_posts(
    alice: Any, as_bob: Client, as_alice: Client
) -> None:
    game = open_table(alice)
    assert send(as_bob, game, "join", seat="2", value="0a")["Location"] == at("game", game)
    assert seats_of(game) == {0: "alice", 2: "bob"}
    assert game.seats.get(index=2).value == "0a"
    assert page_of(as_bob, game).count("Move here") == 2
    send(as_bob, game, "join", seat="1")
    assert seats_of(game) == {0: "alice", 1: "bob"}
    assert "bob" in page_of(as_alice, game)
    send(as_bob, game, "leave")
    assert seats_of(game) == {0: "alice"}


@pytest.mark.once
@pytest.mark.parametrize("fields", [{"seat": "7"}, {"seat": "x"}, {"seat": "-1"}, {"value": "xx"}])
def test_odd_seats_are_refused(alice: Any, as_bob: Client, fields: dict[str, str]) -> None:
    game = open_table(alice)
    answer = as_bob.post(f"{at('game', game)}join/", fields, follow=True)
    assert "no such seat" in messages_of(answer)
    assert seats_of(game) == {0: "alice"}


def test_a_player_who_comes_second_may_choose_another_seat(
    alice: Any, bob: Any, as_oscar: Client
) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=1)
    answer = as_oscar.post(f"{at('game', game)}join/", {"seat": "1"}, follow=True)
    assert "That seat has just been taken." in messages_of(answer)
    assert answer.redirect_chain == [(at("game", game), 302)]
    assert "Sit here" in text_of(answer)


def test_the_host_and_nobody_else_is_offered_computers(
    alice: Any, bob: Any, as_alice: Client, as_bob: Client, as_oscar: Client
) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob)
    assert "Start with 2 computer players" in page_of(as_alice, game)
    for client in (as_bob, as_oscar):
        assert "/computers/" not in page_of(client, game)
        assert "/computers/" not in client.get("/").content.decode()
    answer = as_bob.post(f"{at('game', game)}computers/", {"level": "easy"}, follow=True)
    assert "Only the host can give seats to computer players." in messages_of(answer)
    assert seats_of(game) == {0: "alice", 1: "bob"}


def test_the_host_seats_one_computer_and_then_starts_with_the_rest(
    alice: Any, as_alice: Client
) -> None:
    game = open_table(alice)
    send(as_alice, game, "seat_computers", level="club", seat="2")
    assert seats_of(game) == {0: "alice", 2: "club"}
    assert '<span translate="no">Clio</span> (computer, club)' in page_of(as_alice, game)
    send(as_alice, game, "seat_computers", level="easy")
    assert seats_of(game) == {0: "alice", 1: "easy", 2: "club", 3: "easy"}
    game.refresh_from_db()
    assert game.status == "playing"


@pytest.mark.once
@pytest.mark.parametrize("fields", [{}, {"level": "genius"}, {"level": "easy", "seat": "9"}])
def test_odd_computers_are_refused(alice: Any, as_alice: Client, fields: dict[str, str]) -> None:
    game = open_table(alice)
    answer = as_alice.post(f"{at('game', game)}computers/", fields, follow=True)
    assert "from the list" in messages_of(answer)
    assert seats_of(game) == {0: "alice"}


def test_the_new_host_is_offered_computers(alice: Any, bob: Any, as_bob: Client) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=3)
    services.leave_game(game.pk, user=alice)
    page = page_of(as_bob, game)
    assert "Waiting for 3 more players" in page
    assert "Start with 3 computer players" in page


def test_a_private_table_that_waits_is_not_found_by_others(
    alice: Any, bob: Any, as_oscar: Client
) -> None:
    game = open_table(alice, 2, "invitation", invited=bob)
    assert as_oscar.get(at("game", game)).status_code == 404
    assert as_oscar.post(f"{at('game', game)}computers/", {"level": "easy"}).status_code == 404


def test_latecomers_do_not_find_a_full_private_table(
    alice: Any, bob: Any, carol: Any, as_oscar: Client
) -> None:
    game = open_table(alice, 3, "link")
    assert as_oscar.get(at("game", game)).status_code == 200
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    assert as_oscar.get(at("game", game)).status_code == 404
    answer = as_oscar.post(f"{at('game', game)}join/", {"seat": "1"}, follow=True)
    assert "taken or closed" in messages_of(answer)


def test_a_player_who_is_not_logged_in_gets_to_the_private_game_by_a_log_in(
    alice: Any, bob: Any, as_oscar: Client, nobody: Client
) -> None:
    game = open_table(alice, players=2, kind="link")
    services.join_game(game.pk, user=bob)
    assert "Log in" not in as_oscar.get(at("game", game)).text
    missing = nobody.get(at("game", game))
    assert missing.status_code == 404
    path = present(re.search(r'href="(/accounts/login/\?next=[^"]+)"', missing.text))[1]
    answer = nobody.post(path, {"login": "alice", "password": PASSWORD})
    assert answer["Location"] == at("game", game)
    assert "Log in to" not in nobody.get("/nowhere/").text


def test_a_log_in_at_a_table_leads_back_to_it(alice: Any, nobody: Client) -> None:
    game = open_table(alice)
    page = nobody.get(at("game", game)).text
    assert f'href="/accounts/login/?next={at("game", game)}"' in page


def test_a_closed_table_of_four_is_shown_to_its_players(alice: Any, as_alice: Client) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=alice, seat=3)
    services.leave_game(game.pk, user=alice)
    assert "cancelled" in page_of(as_alice, game)
    assert "The table was closed while nobody else was there." in page_of(as_alice, game)


@pytest.mark.once
def test_tables_of_two_have_their_own_texts(
    alice: Any, bob: Any, as_alice: Client, as_bob: Client, as_oscar: Client
) -> None:
    game = open_table(alice, 2, "invitation", invited=bob)
    assert "Waiting for bob" in page_of(as_alice, game)
    assert "alice invites you to a game" in page_of(as_bob, game)
    assert "is waiting for an opponent" not in page_of(as_bob, game)
    assert "Decline" in page_of(as_bob, game)
    link = open_table(alice, 2, "link")
    assert "alice is waiting for an opponent" in page_of(as_bob, link)
    assert "Send this link to your opponent" in page_of(as_alice, link)
    assert "share-link" not in page_of(as_oscar, link)
    queue = services.play_now(alice, variant="trifecta", move_times=[60])
    assert "for half a minute after that" in page_of(as_alice, queue)


def finish_game(alice: Any, bob: Any, carol: Any) -> Game:
    """Return a game of three that alice has won, because the others left."""
    game = open_table(alice, 3, "link")
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    for user in (carol, bob):
        services.quit_game(game.pk, user_id=user.pk)
    return game


def test_a_rematch_of_three_waits_for_the_others(
    alice: Any, bob: Any, carol: Any, as_alice: Client, as_bob: Client, as_oscar: Client
) -> None:
    game = finish_game(alice, bob, carol)
    made = services.offer_rematch(game.pk, user=alice)
    assert "Accept the rematch" in page_of(as_bob, game)
    assert "Decline" in page_of(as_bob, game)
    assert "Decline" in page_of(as_bob, made)
    assert "Decline" not in page_of(as_alice, made)
    assert "Decline" not in page_of(as_oscar, made)  # who has the link, but has not played before
    assert ">You are asked for a rematch</h1>" in page_of(as_bob, made)
    assert f"2 seats are free at {named('alice')}’s table" in page_of(as_bob, made)
    assert "offers a rematch" not in page_of(as_bob, made)  # of more than two, it is everybody's
    assert "You are asked" not in page_of(as_oscar, made)
    assert "offers a rematch" not in page_of(as_oscar, made)
    seated_at_it = "You have a seat at the rematch. It begins as soon as all seats are taken."
    assert seated_at_it in page_of(as_alice, game)
    assert "The other players see the offer on the result page" in page_of(as_alice, made)
    send(as_bob, game, "rematch")
    assert seats_of(made) == {0: "alice", 1: "bob"}
    services.leave_game(made.pk, user=alice)  # the offer was not bob's, although he is the host now
    page = page_of(as_bob, game)
    assert seated_at_it in page
    assert "Go to the rematch" in page
    assert "your offer" not in page_of(as_bob, made)


def test_a_rematch_of_three_that_one_player_declines_can_be_offered_again(
    alice: Any, bob: Any, carol: Any, as_alice: Client, as_bob: Client, client_of: Any
) -> None:
    game = finish_game(alice, bob, carol)
    made = services.offer_rematch(game.pk, user=alice)
    leave, as_carol = at("leave", made), client_of(carol)
    assert f'action="{leave}"' in as_carol.get(at("game", game)).content.decode()
    assert as_carol.post(leave)["Location"] == "/"
    declined = "One of the players has declined the rematch. You can offer another one."
    for client in (as_alice, as_bob, as_carol):
        page = page_of(client, game)
        assert declined in page
        assert "Offer a rematch" in page
    page = page_of(as_alice, made)
    assert "One of the players has declined." in page
    assert f'href="{at("game", game)}">Go to the last game' in page
    assert "Find another opponent" not in page  # the queue is for two
    again = services.offer_rematch(game.pk, user=bob)
    assert again != made
    page = page_of(as_alice, made)
    assert f'href="{at("game", game)}">Go to the last game' in page  # which has the new offer
    assert "Find another opponent" not in page
    assert declined not in page_of(as_alice, game)
    assert f"{named('bob')} offers a rematch." in page_of(as_alice, game)


def test_whoever_was_not_at_the_last_game_is_not_led_from_its_rematch_to_it(
    alice: Any, bob: Any, carol: Any, oscar: Any, as_oscar: Client
) -> None:
    game = finish_game(alice, bob, carol)
    made = services.offer_rematch(game.pk, user=alice)
    services.join_game(made.pk, user=oscar)  # who has the link
    services.leave_game(made.pk, user=bob)
    assert as_oscar.get(at("game", game)).status_code == 404
    page = page_of(as_oscar, made)
    assert "One of the players has declined." in page
    assert "Go to the last game" not in page
    assert "Offer a rematch" not in page
    assert "Find another opponent" in page


def test_whoever_hears_nothing_of_a_rematch_hears_nothing_of_its_end(
    alice: Any, bob: Any, carol: Any, as_bob: Client
) -> None:
    game = finish_game(alice, bob, carol)
    barriers.put_up(bob, alice, "mute")
    made = services.offer_rematch(game.pk, user=alice)
    services.leave_game(made.pk, user=carol)
    page = page_of(as_bob, game)
    assert "declined the rematch" not in page
    assert "Offer a rematch" in page


def test_the_lobby_lists_a_table_until_it_is_full(
    alice: Any, bob: Any, carol: Any, as_oscar: Client
) -> None:
    game = open_table(alice, 3, options={"target": 11})
    services.join_game(game.pk, user=bob, seat=2)
    page = text_of(as_oscar.get("/"))
    assert "Casino · to 11 points · 2 of 3 seats taken · 1 day a turn" in page
    assert f'href="{at("game", game)}">Choose a seat' in page
    services.join_game(game.pk, user=carol)
    page = text_of(as_oscar.get("/"))
    assert "Choose a seat" not in page
    assert (
        f"{named('alice')}, {named('carol')} and {named('bob')}" in page
    )  # spectators are allowed
    assert "Casino · 3 players, to 11 points · round 1" in page


def test_the_viewers_games_are_listed_with_partners_and_opponents(
    alice: Any, as_alice: Client, bob: Any
) -> None:
    game = open_table(alice, options=PARTNERS)
    assert "Waiting for 3 players" in text_of(as_alice.get("/"))
    services.join_game(game.pk, user=bob, seat=2)
    services.seat_computers(game.pk, user=alice, levels={1: "easy", 3: "club"})
    page = text_of(as_alice.get("/"))
    computers = f"{named('Basil')} (computer, easy) and {named('Dion')} (computer, club)"
    assert f"<b>{computers}, with {named('bob')}</b>" in page


def test_free_seats_are_listed(alice: Any, bob: Any) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=2)
    assert presenters.free_seats(selectors.find_game(game.public_id, alice)) == (1, 3)


# Strangers who come by a link


@pytest.mark.once
def test_a_stranger_is_told_which_game_it_is_and_asked_for_a_name(
    alice: Any, nobody: Client, as_bob: Client, as_alice: Client
) -> None:
    for players in (2, 4):
        game = open_table(alice, players, "link")
        page = page_of(nobody, game)
        assert "This is Casino." in page
        assert "The traditional game for two, three or four players" in page
        assert 'href="/rules/casino/">Rules</a></p>' in page
        assert page.count("Your name (optional)") == 1  # however many seats are free
        assert "This is Casino." in page_of(as_bob, game)
        assert "Your name (optional)" not in page_of(as_bob, game)
        assert "This is Casino." not in page_of(as_alice, game)


@pytest.mark.parametrize(("name", "shown"), [("  Rita   Ray ", "Rita Ray"), ("<b>", "&lt;b&gt;")])
def test_a_stranger_plays_by_the_name_that_was_given(
    alice: Any, nobody: Client, as_alice: Client, name: str, shown: str
) -> None:
    game = open_table(alice, 3, "link")
    nobody.post(at("join", game), {"name": name})
    assert f'<b><span translate="no">{shown}</span></b>' in page_of(as_alice, game)


def test_a_stranger_who_signs_up_first_comes_back_to_the_table(alice: Any, nobody: Client) -> None:
    table = at("game", open_table(alice, 3, "link"))
    links = re.findall(r'href="(/accounts/(?:login|signup)/[^"]*)"', nobody.get(table).text)
    assert links == [f"/accounts/login/?next={table}", f"/accounts/signup/?next={table}"]
    account = {"username": "rita", "password1": PASSWORD, "password2": PASSWORD, "next": table}
    assert f'name="next" value="{table}"' in nobody.get(links[1]).text
    assert nobody.post("/accounts/signup/", account)["Location"] == table


def test_a_stranger_without_a_name_gets_one(alice: Any, nobody: Client) -> None:
    game = open_table(alice, 3, "link")
    nobody.post(at("join", game), {"name": " "})
    assert len(seats_of(game)[1].split()) == 2


@pytest.mark.once
@pytest.mark.parametrize("name", ["x" * 31, "\u200b", "a\u202eb"])
def test_an_odd_name_makes_no_guest_and_takes_no_seat(
    alice: Any, nobody: Client, name: str
) -> None:
    game = open_table(alice, 3, "link")
    answer = nobody.post(at("join", game), {"name": name}, follow=True)
    assert "A name" in messages_of(answer)
    assert type(alice).objects.count() == 1
    assert seats_of(game) == {0: "alice"}


def test_a_stranger_cannot_pose_as_the_staff(alice: Any, nobody: Client) -> None:
    game = open_table(alice, 3, "link")
    answer = nobody.post(at("join", game), {"name": "Moderator"}, follow=True)
    assert "This name is reserved" in messages_of(answer)
    assert seats_of(game) == {0: "alice"}


@pytest.mark.parametrize(
    "name", ["Rita Ray", "rita  ray.", "R\u00edta Ray", "R1ta Ray", "ALICE", "Ba5il"]
)
def test_a_stranger_cannot_pose_as_somebody_at_the_table(
    alice: Any, nobody: Client, name: str
) -> None:
    type(alice).objects.filter(pk=alice.pk).update(display_name="Rita Ray")
    game = open_table(alice, 3, "link")
    services.seat_computers(game.pk, user=alice, levels={1: "easy"})
    answer = nobody.post(at("join", game), {"name": name}, follow=True)
    assert "Somebody at this table has that name" in messages_of(answer)
    assert type(alice).objects.count() == 1
    nobody.post(at("join", game), {"name": "Rita Roe"})
    assert "Rita Roe" in seats_of(game).values()


@pytest.mark.once
@pytest.mark.parametrize("players", [2, 3])
def test_a_name_that_is_refused_stays_in_its_field(
    alice: Any, nobody: Client, players: int
) -> None:
    game = open_table(alice, players, "link")
    answer = nobody.post(at("join", game), {"name": "<Rita\u202e>"}, follow=True)
    assert 'name="name" value="&lt;Rita\u202e&gt;" aria-invalid="true"' in answer.content.decode()


def test_nobody_else_is_renamed_by_joining(alice: Any, bob: Any, as_bob: Client) -> None:
    game = open_table(alice, 3, "link")
    as_bob.post(at("join", game), {"name": "Robert"})
    assert seats_of(game)[1] == "bob"
