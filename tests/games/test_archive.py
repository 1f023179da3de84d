"""The archive: which finished games each viewer can find, and how."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from games.models import Game, Seat
from tests.catalogs import write_catalog
from tests.games.archived import NOON, archive_game, archive_match
from tests.games.pages import text_of
from tests.games.searches import ARCHIVE, found, listed, search

pytestmark = pytest.mark.django_db


def test_private_games_are_found_by_their_players_only(
    as_alice: Client, as_oscar: Client, nobody: Client, alice: Any, bob: Any
) -> None:
    private = [archive_game(alice, bob, kind=kind) for kind in ("link", "invitation")]
    assert found(as_alice, *private, show="mine") == [True, True]
    for client in (as_alice, as_oscar, nobody):
        assert found(client, *private, show="public") == [False, False]
    assert found(as_oscar, *private, show="mine") == [False, False]


def test_a_search_by_name_does_not_reveal_a_private_game(as_oscar: Client, alice: Any) -> None:
    archive_game(alice, None, kind="link")
    for asked in ({"player": "alice"}, {"opponent": "alice"}, {"show": "mine"}):
        assert "No" in search(as_oscar, **asked)
        assert listed(search(as_oscar, **asked)) == []


def test_games_that_run_or_were_cancelled_are_not_in_the_archive(
    as_alice: Client, alice: Any, picking: Callable[..., Game], dealt: Callable[..., Game]
) -> None:
    cancelled = picking()
    services.leave_game(cancelled.pk, user=alice)
    running = dealt()
    assert found(as_alice, cancelled, running, show="mine") == [False, False]
    assert found(as_alice, cancelled, running, show="public") == [False, False]


def test_the_archive_begins_with_own_games_and_for_visitors_with_public_ones(
    as_alice: Client, nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    own, public = archive_game(alice, bob, kind="link"), archive_game(bob, carol)
    assert found(as_alice, own, public) == [True, False]
    assert found(nobody, own, public) == [False, True]


def test_a_visitor_must_log_in_to_see_own_games(nobody: Client) -> None:
    page = search(nobody, show="mine")
    assert "Log in to see the games" in page
    assert "/accounts/login/?next=/archive/%3Fshow%3Dmine" in page


@pytest.mark.parametrize("name", ["bob", "BOB", " Bobby  Tables ", "bobby tables", "bo", "y TAB"])
def test_a_player_is_found_by_user_name_or_name_shown_or_a_part_of_it(
    nobody: Client, alice: Any, bob: Any, carol: Any, name: str
) -> None:
    bob.display_name = "Bobby Tables"
    bob.save()
    theirs, other = archive_game(alice, bob), archive_game(alice, carol)
    assert found(nobody, theirs, other, player=name) == [True, False]
    assert found(nobody, theirs, other, opponent=name) == [True, False]


@pytest.mark.parametrize("name", ["ñandú élan", "ÑANDÚ ÉLAN", "Ú é", "ñ"])
def test_letters_outside_of_ascii_are_found_whatever_their_case_on_every_database(
    nobody: Client, alice: Any, bob: Any, carol: Any, name: str
) -> None:
    bob.display_name = "Ñandú Élan"
    bob.save()
    carol.display_name = "Nandu Ñ" if len(name) > 1 else "Ñ"
    carol.save()
    games = archive_game(alice, bob), archive_game(alice, carol)
    assert found(nobody, *games, player=name) == [len(name) > 1, len(name) == 1]


def test_the_user_name_counts_before_a_name_that_somebody_shows(
    nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    carol.display_name = "bob"
    carol.save()
    assert found(nobody, archive_game(alice, bob), archive_game(alice, carol), player="bob") == [
        True,
        False,
    ]


@pytest.mark.parametrize("name", ["b", "o", "o_", "%b", "bob tables"])
def test_one_letter_and_signs_that_are_in_no_name_find_nobody(
    nobody: Client, alice: Any, bob: Any, name: str
) -> None:
    assert found(nobody, archive_game(alice, bob), player=name) == [False]


def test_a_part_of_a_name_reveals_no_private_game(as_oscar: Client, alice: Any, bob: Any) -> None:
    private = archive_game(alice, bob, kind="link")
    assert found(as_oscar, private, show="public", player="ali") == [False]


def test_player_and_opponent_sit_at_different_seats(
    nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    theirs, other = archive_game(alice, bob), archive_game(bob, carol)
    assert found(nobody, theirs, other, player="alice", opponent="bob") == [True, False]
    assert found(nobody, theirs, other, player="bob", opponent="alice") == [True, False]
    assert found(nobody, theirs, other, player="bob", opponent="bob") == [False, False]


def test_a_partner_is_no_opponent(
    as_alice: Client, nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    people, totals = (alice, bob, carol, "club"), ("21", "14", "21", "14")
    partners = archive_match(*people, totals=totals, options={"partnership": True})
    alone = archive_match(*people, totals=totals, options={"partnership": False})
    usual = archive_match(*people, totals=totals)
    for client, asked in ((as_alice, {"show": "mine"}), (nobody, {"player": "alice"})):
        games = (partners, alone, usual)
        assert found(client, *games, **asked, opponent="carol") == [False, True, True]
        for opponent in ("bob", "club computer"):
            assert found(client, *games, **asked, opponent=opponent) == [True, True, True]
    for player, opponent, is_found in (
        ("ali", "caro", False),
        ("caro", "ali", False),
        ("bo", "computer", False),
        ("computer", "bo", False),
        ("ali", "bo", True),
        ("computer", "caro", True),
    ):
        assert found(nobody, partners, player=player, opponent=opponent) == [is_found]
        assert found(nobody, alone, player=player, opponent=opponent) == [True]
    for opponent, is_found in (("bob", True), ("carol", False)):
        asked = {"player": "ali", "opponent": opponent, "result": "won"}
        assert found(nobody, partners, **asked) == [is_found]


def test_the_computer_is_an_opponent_too(as_alice: Client, alice: Any, bob: Any) -> None:
    easy = archive_game(alice, kind="computer", computer="easy")
    human = archive_game(alice, bob)
    for name in (
        "computer",
        "easy computer",
        "Basil (easy computer)",
        "computer, easy",
        "Basil (computer, easy)",
    ):
        assert found(as_alice, easy, human, opponent=name) == [True, False]
    assert found(as_alice, easy, human, opponent="hard computer") == [False, False]
    assert found(as_alice, easy, human, opponent="computer, hard") == [False, False]


@pytest.mark.once
def test_only_the_name_of_a_computer_player_is_marked_as_such(as_alice: Client, alice: Any) -> None:
    archive_game(alice, kind="computer", computer="easy")
    page = as_alice.get("/archive/").content.decode()
    assert '<span translate="no">Basil</span> (computer, easy)' in page


def test_a_computer_player_is_found_by_the_name_shown_in_the_language_spoken(
    alice: Any, bob: Any, settings: Any, tmp_path: Path
) -> None:
    translations = [
        ("{name} (computer, {level})", "{name} (dator, {level})", None),
        ("easy", "lätt", "a level beside a name"),
        ("computer", "dator", "what to search for"),
        ("computer, {level}", "dator, {level}", "what to search for"),
    ]
    write_catalog(tmp_path, "nn", translations)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("nn", "Another")]
    reader = Client(headers={"accept-language": "nn"})
    easy = archive_game(alice, computer="easy")
    club, human = archive_game(alice, computer="club"), archive_game(alice, bob)
    assert "Basil (dator, lätt)" in search(reader)
    assert "Type “dator” to find" in search(reader)
    for name in ("Basil (dator, lätt)", "basil (DATOR, lätt)", "dator, lätt", "easy computer"):
        assert found(reader, easy, club, human, opponent=name) == [True, False, False]
    for name in ("dator", "computer"):
        assert found(reader, easy, club, human, opponent=name) == [True, True, False]


def test_all_who_share_a_win_are_marked_and_nobody_after_a_draw(
    nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    game = archive_game(alice, bob, reason="draw")
    assert "is-winner" not in text_of(nobody.get("/archive/"))
    Game.objects.filter(pk=game.pk).update(variant="casino", players=3)
    Seat.objects.create(game=game, index=2, user=carol, result="lost", total="3")
    assert text_of(nobody.get("/archive/")).count('class="is-winner"') == 2


def test_a_result_is_that_of_the_named_player_or_the_viewer(
    as_alice: Client, nobody: Client, alice: Any, bob: Any
) -> None:
    won, lost = archive_game(alice, bob), archive_game(bob, alice)
    drawn = archive_game(alice, bob, reason="draw")
    games = (won, lost, drawn)
    assert found(as_alice, *games, show="mine", result="won") == [True, False, False]
    assert found(as_alice, *games, show="mine", result="lost") == [False, True, False]
    assert found(nobody, *games, player="bob", result="won") == [False, True, False]
    assert found(nobody, *games, result="drawn") == [False, False, True]


@pytest.mark.parametrize("reason", ["score", "ace_of_spades", "forfeit", "resignation", "draw"])
def test_games_are_found_by_the_reason_of_their_end(
    nobody: Client, alice: Any, bob: Any, reason: str
) -> None:
    others = ["score", "ace_of_spades", "forfeit", "resignation", "draw"]
    games = [archive_game(alice, bob, reason=each) for each in others]
    assert found(nobody, *games, reason=reason) == [each == reason for each in others]


def test_days_are_whole_and_in_the_viewers_time_zone(
    nobody: Client, client_of: Any, make_user: Any, alice: Any, bob: Any
) -> None:
    late = archive_game(alice, bob, finished_at=NOON.replace(hour=23, minute=30))
    day, next_day = "2026-05-04", "2026-05-05"
    assert found(nobody, late, since=day, until=day) == [True]
    assert found(nobody, late, since=next_day) == [False]
    in_tokyo = client_of(make_user("kenji", time_zone="Asia/Tokyo"))
    assert found(in_tokyo, late, show="public", since=next_day, until=next_day) == [True]
    assert found(in_tokyo, late, show="public", until=day) == [False]
    page = search(in_tokyo, show="public")
    assert "5 May 2026, 08:30" in page
    assert "Time zone: Tokyo (UTC+9). You can change it" in page
    assert "Time zone: UTC.</p>" in search(nobody)


@pytest.mark.parametrize(
    ("zone", "day", "first", "hours"),
    [  # days that are over: no newer time zone data says otherwise, as it did for Havana in 2026
        ("Europe/Berlin", "2024-03-31", "2024-03-30T23:00Z", 23),
        ("Europe/Berlin", "2024-10-27", "2024-10-26T22:00Z", 25),
        ("Australia/Lord_Howe", "2024-04-07", "2024-04-06T13:00Z", 24.5),
        ("Australia/Lord_Howe", "2024-10-06", "2024-10-05T13:30Z", 23.5),
        ("Africa/Cairo", "2024-04-26", "2024-04-25T22:00Z", 23),  # no midnight
        ("America/Havana", "2024-11-03", "2024-11-03T04:00Z", 25),  # two of them
        ("Pacific/Kiritimati", "2024-12-31", "2024-12-30T10:00Z", 24),
    ],
)
def test_a_day_is_whole_where_clocks_are_changed(
    client_of: Any,
    make_user: Any,
    alice: Any,
    bob: Any,
    zone: str,
    day: str,
    first: str,
    hours: float,
) -> None:
    begins = dt.datetime.fromisoformat(first)
    ends = begins + dt.timedelta(hours=hours)
    second = dt.timedelta(seconds=1)
    moments = (begins - second, begins, ends - second, ends)
    games = [archive_game(alice, bob, finished_at=moment) for moment in moments]
    there = client_of(make_user("kenji", time_zone=zone))
    asked = {"show": "public", "since": day, "until": day}
    assert found(there, *games, **asked) == [False, True, True, False]


@pytest.mark.once
def test_a_time_zone_of_no_place_is_called_by_its_offset(
    client_of: Any, make_user: Any, alice: Any, bob: Any
) -> None:
    archive_game(alice, bob)
    at_sea = client_of(make_user("kenji", time_zone="Etc/GMT+8"))
    assert "Time zone: UTC\u22128. You can change it" in search(at_sea, show="public")


def test_the_length_does_not_count_the_picks_of_secret_cards(
    nobody: Client, alice: Any, bob: Any
) -> None:
    short, long = archive_game(alice, bob, moves=12), archive_game(alice, bob, moves=48)
    assert found(nobody, short, long, shortest=13) == [False, True]
    assert found(nobody, short, long, shortest=12, longest=47) == [True, False]
    assert found(nobody, short, long, shortest=12, longest=48) == [True, True]
    assert "48 moves" in search(nobody)


def test_quitting_does_not_count_as_a_move(
    as_alice: Client, alice: Any, dealt: Callable[..., Game], play: Any
) -> None:
    game = dealt()
    play(game, alice, "3H")
    services.quit_game(game.pk, user_id=alice.pk)
    assert "· 1 move ·" in search(as_alice, show="mine")
    assert found(as_alice, game, show="mine", longest=1) == [True]


def test_games_are_found_by_what_happened_in_them(nobody: Client, alice: Any, bob: Any) -> None:
    flush = archive_game(alice, bob, highlights=("flush_trifecta", "stolen_build"))
    plain = archive_game(alice, bob)
    assert found(nobody, flush, plain, event="flush_trifecta") == [True, False]
    assert found(nobody, flush, plain, event="five_of_a_kind") == [False, False]


@pytest.mark.once
def test_a_highlight_leads_to_its_move_in_the_replay(nobody: Client, alice: Any, bob: Any) -> None:
    game = archive_game(alice, bob, highlights=("flush_trifecta",))
    page = search(nobody)
    assert "Flush trifecta" in page
    # The tenth event is the eighth move, after two picks.
    assert reverse("replay", args=[game.public_id, 8]) in page


def test_conditions_add_up(nobody: Client, alice: Any, bob: Any, carol: Any) -> None:
    wanted = archive_game(alice, bob, reason="forfeit", moves=20, highlights=("stolen_build",))
    asked = {
        "player": "alice",
        "opponent": "bob",
        "variant": "trifecta",
        "result": "won",
        "reason": "forfeit",
        "event": "stolen_build",
        "since": "2026-05-04",
        "until": "2026-05-04",
        "shortest": "20",
        "longest": "20",
    }
    assert found(nobody, wanted, **asked) == [True]
    for name, other in {
        "player": "carol",
        "opponent": "carol",
        "result": "lost",
        "reason": "score",
        "event": "flush_trifecta",
        "since": "2026-05-05",
        "longest": "21",
        "shortest": "21",
    }.items():
        expected = name == "longest"
        assert found(nobody, wanted, **{**asked, name: other}) == [expected], name


@pytest.mark.once
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"result": "won"}, "Name the player who won or lost."),
        ({"result": "adjourned"}, "not one of the available choices"),
        ({"variant": "poker"}, "not one of the available choices"),
        ({"event": "<script>"}, "not one of the available choices"),
        ({"reason": "boredom"}, "not one of the available choices"),
        ({"since": "yesterday"}, "Enter a valid date"),
        ({"since": "0001-01-01"}, "Choose a day in the year 2000 or later."),
        ({"until": "9999-12-31"}, "Choose a day before the year 2200."),
        ({"since": "2026-05-05", "until": "2026-05-04"}, "before the start date"),
        ({"shortest": "-1"}, "greater than or equal to 0"),
        ({"longest": "9" * 5000}, "Correct the fields marked above, then press"),
        ({"longest": "many"}, "Enter a whole number"),
        ({"shortest": "9", "longest": "8"}, "less than the minimum"),
        ({"player": "a\0b"}, "Null characters"),
        ({"opponent": "a" * 41}, "at most 40"),
    ],
)
def test_a_bad_search_is_explained_in_the_form(
    nobody: Client, alice: Any, bob: Any, asked: dict[str, str], sentence: str
) -> None:
    archive_game(alice, bob)
    page = search(nobody, **asked)
    assert sentence in page
    assert "<script>" not in page
    assert listed(page) == []


@pytest.mark.once
def test_whose_games_are_shown_is_as_usual_when_the_address_says_nothing_that_exists(
    as_alice: Client, nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    own, public = archive_game(alice, bob, kind="link"), archive_game(bob, carol)
    assert found(as_alice, own, public, show="everything") == [True, False]
    assert found(nobody, own, public, show="everything") == [False, True]


@pytest.mark.once
def test_a_player_is_asked_for_among_public_games_only(
    as_alice: Client, alice: Any, bob: Any
) -> None:
    game = archive_game(alice, bob)
    for name in ("carol", "a\0b", "a" * 41):
        page = search(as_alice, show="mine", player=name)
        assert listed(page) == [game.public_id]
        assert ">Clear</a>" not in page


@pytest.mark.once
@pytest.mark.parametrize("show", ["mine", "public"])
def test_the_spelling_of_a_name_is_doubted_only_if_one_was_typed(
    as_alice: Client, show: str
) -> None:
    doubt = "check the spelling of the name"
    assert doubt in search(as_alice, show=show, opponent="bobb")
    page = search(as_alice, show=show, variant="casino")
    assert "Clear a field." in page
    assert doubt not in page


@pytest.mark.once
def test_empty_fields_are_left_out_of_the_address(nobody: Client) -> None:
    sent = "?show=public&player=&opponent=bob&result=&since=&page="
    answer = nobody.get(f"{ARCHIVE}{sent}")
    assert (answer.status_code, answer["Location"]) == (302, f"{ARCHIVE}?show=public&opponent=bob")
    assert nobody.get(f"{ARCHIVE}?show=")["Location"] == ARCHIVE


@pytest.mark.once
def test_the_archive_accepts_only_get(as_alice: Client) -> None:
    assert as_alice.post(ARCHIVE).status_code == 405


def test_games_are_found_by_game_and_by_number_of_players(
    nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    duel = archive_game(alice, bob)
    match = archive_match(alice, bob, carol, totals=("22", "9", "15"))
    for asked, expected in (
        ({"players": "2"}, [True, False]),
        ({"players": "3"}, [False, True]),
        ({"players": "4"}, [False, False]),
        ({"variant": "casino"}, [False, True]),
        ({"variant": "trifecta"}, [True, False]),
        ({"player": "carol", "opponent": "bob"}, [False, True]),
    ):
        assert found(nobody, duel, match, **asked) == expected


@pytest.mark.once
@pytest.mark.parametrize("players", ["1", "9", "three", "-2"])
def test_an_odd_number_of_players_is_explained_in_the_form(nobody: Client, players: str) -> None:
    assert "Correct the fields marked above, then press" in search(nobody, players=players)
