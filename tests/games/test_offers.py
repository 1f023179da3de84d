"""The forms of the lobby: the game, the number of players, computer players and options."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import rules
from games.computer import LEVELS
from games.forms.seats import USUAL_LEVEL
from games.messages.labels import level_words
from games.messages.trays import level_words as trays_level_words
from games.models import NO_TIMER, Game
from tests.games.pages import at, text_of

pytestmark = pytest.mark.django_db

CASINO = {"variant": "casino", "move_time": "60"}
TABLE = {**CASINO, "kind": "open"}
SEATS = [
    (name, players)
    for name in rules.VARIANTS
    for players in range(rules.variant(name).seats[0], rules.variant(name).seats[1] + 1)
]


def seats(game: Game) -> list[str]:
    return [seat.computer or "person" for seat in game.seats.order_by("index")]


def post(client: Client, name: str, fields: dict[str, Any]) -> Any:
    return client.post(reverse(name), fields)


@pytest.mark.once
@pytest.mark.parametrize("name", rules.VARIANTS)
def test_each_game_is_chosen_by_a_link(nobody: Client, name: str) -> None:
    title = rules.variant(name).title
    assert f'href="/?game={name}"' in text_of(nobody.get("/"))
    page = text_of(nobody.get("/", {"game": name}))
    assert f"Play {title}</h1>" in page
    assert set(re.findall(r'name="variant" value="(\w+)"', page)) == {name}


@pytest.mark.once
def test_one_computer_has_no_number(nobody: Client) -> None:
    """Where there can be more, the page shows the label that fits the number of players."""
    royal, casino = (
        re.findall(
            r'<label for="computer-level_\d">(.*?)</label>', text_of(nobody.get(f"/?game={name}"))
        )
        for name in ("royal", "casino")
    )
    assert royal == ["Level of the computer player"]
    first, *others = casino
    assert re.findall(r'<span class="for-(\w+)">([^<]*)</span>', first) == [
        ("one", "Level of the computer player"),
        ("several", "Level of computer player 1"),
    ]
    assert others == ["Level of computer player 2", "Level of computer player 3"]


@pytest.mark.once
@pytest.mark.parametrize("name", ["poker", "", "casino\0", "<b>"])
def test_an_unknown_game_shows_the_first(nobody: Client, name: str) -> None:
    page = text_of(nobody.get("/", {"game": name}))
    assert set(re.findall(r'name="variant" value="(\w+)"', page)) == {next(iter(rules.VARIANTS))}


@pytest.mark.once
@pytest.mark.parametrize("name", rules.VARIANTS)
def test_the_forms_show_the_choices_of_the_game_and_no_others(nobody: Client, name: str) -> None:
    variant = rules.variant(name)
    page = text_of(nobody.get("/", {"game": name}))
    shown = set(re.findall(r'name="option_(\w+)"', page))
    assert shown == {option.name for option in variant.options}
    numbers = {int(number) for number in re.findall(r'name="players" value="(\d)"', page)}
    assert numbers == set(range(variant.seats[0], variant.seats[1] + 1))
    assert len(set(re.findall(r'name="(level_\d)"', page))) == variant.seats[1] - 1


@pytest.mark.once
def test_every_level_is_offered_and_described(nobody: Client) -> None:
    page = text_of(nobody.get("/"))
    for level in LEVELS:
        assert f'value="{level}"' in page
        assert level_words(level) in page


@pytest.mark.once
def test_levels_are_described_in_the_words_of_the_game(nobody: Client) -> None:
    page = text_of(nobody.get("/?game=triple_four"))
    for level in LEVELS:
        assert level_words(level) not in page
    assert trays_level_words("easy") in page
    assert page.count("<dt>") == len(LEVELS)


@pytest.mark.once
@pytest.mark.parametrize(("name", "players"), SEATS)
def test_one_click_starts_every_game_with_every_number_of_computers(
    nobody: Client, name: str, players: int
) -> None:
    sent = {"variant": name, "move_time": "60", "players": str(players)}
    answer = post(nobody, "play_computer", sent)
    game = Game.objects.get()
    assert answer["Location"] == at("game", game)
    assert (game.variant, game.players, game.options) == (name, players, {})
    assert seats(game) == ["person", *[USUAL_LEVEL] * (players - 1)]
    assert nobody.get(answer["Location"]).status_code == 200


def test_each_computer_has_the_level_that_was_chosen_for_it(as_alice: Client) -> None:
    levels = {"level_1": "club", "level_2": "beginner", "level_3": "easy"}
    post(as_alice, "play_computer", {**CASINO, "players": "4", **levels})
    assert seats(Game.objects.get()) == ["person", "club", "beginner", "easy"]


def test_levels_of_more_computers_than_play_do_not_matter(as_alice: Client) -> None:
    post(as_alice, "play_computer", {**CASINO, "level_1": "club", "level_2": "easy"})
    assert seats(Game.objects.get()) == ["person", "club"]


@pytest.mark.once
def test_practice_has_no_timer(as_alice: Client) -> None:
    answer = post(as_alice, "play_computer", {**CASINO, "move_time": str(NO_TIMER)})
    assert (Game.objects.get().move_time, Game.objects.get().deadline) == (0, None)
    page = text_of(as_alice.get(answer["Location"]))
    assert 'id="clock"' not in page
    assert "of 5 penalties" not in page  # there is no timer
    timed = post(as_alice, "play_computer", CASINO)
    assert text_of(as_alice.get(timed["Location"])).count("0 of 5 violations") == 2


@pytest.mark.parametrize("name", ["play_now", "open_table"])
def test_practice_is_not_for_people(as_alice: Client, name: str) -> None:
    answer = post(as_alice, name, {**TABLE, "move_time": str(NO_TIMER)})
    assert answer.status_code in (302, 422)
    assert not Game.objects.exists()


def test_a_table_is_made_with_players_and_options(as_alice: Client) -> None:
    options = {
        "option_partnership": "True",
        "option_target": "None",
        "option_sweeps": "True",
        "option_count_out": "False",
    }
    post(as_alice, "open_table", {**TABLE, "players": "4", **options})
    game = Game.objects.get()
    assert game.players == 4
    assert game.options == {"partnership": True, "target": None, "sweeps": True}


@pytest.mark.once
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"players": "3", "option_partnership": "True"}, "Only for 4 players."),
        ({"option_partnership": "True"}, "Only for 4 players."),
        ({"option_target": "12"}, "not one of the available choices"),
        ({"option_sweeps": "perhaps"}, "not one of the available choices"),
        ({"players": "5"}, "not one of the available choices"),
        ({"players": "1"}, "not one of the available choices"),
        ({"players": "two"}, "not one of the available choices"),
    ],
)
@pytest.mark.parametrize("name", ["open_table", "play_computer"])
def test_odd_tables_are_refused_beside_their_field_and_the_rest_is_kept(
    as_alice: Client, name: str, fields: dict[str, str], sentence: str
) -> None:
    refused = post(as_alice, name, {**TABLE, "option_count_out": "True", **fields})
    assert refused.status_code == 422
    page = text_of(refused)
    assert sentence in page
    assert "Play Casino</title>" in page.replace(" · Trifecta House", "")
    assert re.search(r"<details[^>]* open>", page)
    assert '<option value="True" selected>The first to count out wins' in page
    assert not Game.objects.exists()


@pytest.mark.once
def test_an_unknown_level_is_refused(as_alice: Client) -> None:
    refused = post(as_alice, "play_computer", {**CASINO, "level_1": "genius"})
    assert refused.status_code == 422
    assert not Game.objects.exists()


@pytest.mark.once
def test_options_of_another_game_do_not_matter(as_alice: Client) -> None:
    sent = {"variant": "trifecta", "move_time": "60", "kind": "open", "option_target": "11"}
    post(as_alice, "open_table", sent)
    assert Game.objects.get().options == {}


@pytest.mark.once
def test_an_invitation_by_name_is_for_two(as_alice: Client, bob: Any) -> None:
    assert "One player, by name (game for two)" in text_of(as_alice.get("/", {"game": "casino"}))
    sent = {**TABLE, "kind": "invitation", "opponent": "bob", "players": "3"}
    refused = post(as_alice, "open_table", sent)
    assert refused.status_code == 422
    assert "Only games for two players can have an invitation by name." in text_of(refused)


VALUE = "00ff" * 16


@pytest.mark.parametrize("name", ["play_now", "play_computer", "open_table"])
def test_the_browsers_value_comes_with_the_seat(as_alice: Client, name: str) -> None:
    post(as_alice, name, {**TABLE, "value": VALUE})
    assert Game.objects.get().seats.get(index=0).value == VALUE


@pytest.mark.once
@pytest.mark.parametrize("value", ["0" * 65, "xyz", "AB", "0f\n", "0 f", "0f\0"])
@pytest.mark.parametrize("name", ["play_now", "play_computer", "open_table"])
def test_a_value_that_no_browser_sends_is_refused(as_alice: Client, name: str, value: str) -> None:
    assert post(as_alice, name, {**TABLE, "value": value}).status_code in (302, 422)
    assert not Game.objects.exists()


NO_SEAT = re.compile(r'"/(?:learn|accounts/language)/')
"""The cards of a lesson are arranged, not shuffled; and a language takes no seat."""


@pytest.mark.once
def test_every_form_that_takes_a_seat_carries_a_value(nobody: Client, alice: Any) -> None:
    from games import services

    services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    page = text_of(nobody.get("/"))
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    taking = [form for form in forms if 'method="post"' in form and not NO_SEAT.search(form)]
    assert len(taking) == 5
    assert all("data-random" in form for form in taking)
