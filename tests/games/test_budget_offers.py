"""Time budgets and 14 days a move as they are offered, chosen, waited for and refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from games.clocks import TimeControl
from games.models import AcceptedTime, Game
from tests.games.pages import at, messages_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HOUR, DAY = 3_600, 86_400
BUDGET = TimeControl(12 * HOUR, bank=3 * DAY)
SEEK = {"variant": "casino", "budget": "on", "bank": str(3 * DAY), "increment": str(12 * HOUR)}
TABLE = {"variant": "casino", "kind": "open", "move_time": "budget", "bank": str(5 * DAY)}


def seek(user: Any, *times: int | TimeControl) -> Game:
    return services.play_now(user, variant="casino", move_times=times)


def accepted(game: Game) -> set[TimeControl]:
    return {each.time for each in AcceptedTime.objects.filter(seat__game=game)}


# Pairing


def test_players_who_accept_the_same_budget_are_paired(alice: Any, bob: Any) -> None:
    place = seek(alice, BUDGET, DAY)
    assert (place.status, place.time) == ("waiting", BUDGET)
    game = seek(bob, 7 * DAY, BUDGET)
    assert (game.pk, game.status, game.time) == (place.pk, "playing", BUDGET)


@pytest.mark.once
@pytest.mark.parametrize(
    "other",
    [
        TimeControl(12 * HOUR, bank=4 * DAY),
        TimeControl(DAY, bank=3 * DAY),
        TimeControl(3 * DAY),
        TimeControl(14 * DAY),
    ],
)
def test_a_budget_is_not_mistaken_for_another_time(
    alice: Any, bob: Any, other: TimeControl
) -> None:
    assert seek(alice, BUDGET).pk != seek(bob, other).pk


def test_of_several_times_in_common_the_longest_first_turn_is_played(alice: Any, bob: Any) -> None:
    seek(alice, DAY, BUDGET, 3 * DAY)
    assert seek(bob, DAY, 3 * DAY, BUDGET).time == BUDGET


def test_whoever_asks_again_for_the_same_times_keeps_the_place(alice: Any) -> None:
    assert seek(alice, BUDGET, DAY).pk == seek(alice, DAY, BUDGET).pk


def test_a_budget_is_not_mixed_with_times_of_live_games(alice: Any) -> None:
    with pytest.raises(services.SeatRefused, match="^mixed_move_times$"):
        seek(alice, 900, BUDGET)


@pytest.mark.parametrize(
    "wrong", [TimeControl(60, bank=DAY), TimeControl(DAY, bank=15 * DAY), TimeControl(0, bank=DAY)]
)
def test_a_budget_that_is_not_on_offer_is_refused(alice: Any, wrong: TimeControl) -> None:
    with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
        seek(alice, wrong)
    with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
        services.open_table(
            alice, variant="casino", kind="open", move_time=wrong.move_time, bank=wrong.bank
        )
    assert not Game.objects.exists()


# Forms


def test_a_seek_takes_times_and_a_budget_and_the_form_remembers_them(
    alice: Any, as_alice: Client
) -> None:
    as_alice.post(reverse("play_now"), {**SEEK, "move_time": [str(DAY), str(14 * DAY)]})
    assert accepted(Game.objects.get()) == {BUDGET, TimeControl(DAY), TimeControl(14 * DAY)}
    page = text_of(as_alice.get("/"))
    form = page[page.index('id="against-people"') : page.index('id="against-computer"')]
    chosen = re.findall(r'value="(\d+)" (?:selected|[^>]*checked)', form)
    assert chosen == [str(DAY), str(14 * DAY), str(3 * DAY), str(12 * HOUR)]
    assert re.search(r'name="budget"[^>]* checked', form)


def test_a_table_can_have_a_budget(as_alice: Client) -> None:
    as_alice.post(reverse("open_table"), {**TABLE, "increment": str(6 * HOUR)})
    assert Game.objects.get().time == TimeControl(6 * HOUR, bank=5 * DAY)


def test_the_form_remembers_that_only_a_budget_was_chosen(as_alice: Client) -> None:
    as_alice.post("/play/", {"variant": "casino", "budget": "on"})
    page = as_alice.get("/?game=casino").content.decode()
    assert re.search(r'name="budget"[^>]* checked', page)
    assert not re.search(r'name="move_time"[^>]* checked', page)


def test_a_quick_game_leaves_the_usual_budget_as_it_is(as_alice: Client) -> None:
    def budget() -> list[str]:
        page = as_alice.get("/?game=casino").text
        form = page[page.index('id="computer-bank"') :].split("</form>")[0]
        return re.findall(r'value="(\d+)" selected', form)[:2]

    usual = budget()
    assert usual == [str(3 * DAY), str(12 * HOUR)]
    fields = {"variant": "casino", "move_time": "0", "level": "easy"}
    as_alice.post(reverse("play_computer"), fields)
    assert budget() == usual


def test_a_game_against_the_computer_can_have_a_budget(as_alice: Client) -> None:
    chosen = {"variant": "casino", "move_time": "budget", "bank": str(5 * DAY), "level": "easy"}
    assert as_alice.post("/play/computer/", chosen).status_code == 302
    game = Game.objects.get()
    assert (game.kind, game.time) == ("computer", TimeControl(12 * HOUR, bank=5 * DAY))
    page = text_of(as_alice.get("/"))
    form = page[page.index('id="computers"') :]
    assert '<option value="budget" selected>' in form
    assert f'<option value="{5 * DAY}" selected>' in form
    assert '<option value="budget"' not in page[: page.index('id="new-table"')]
    refused = as_alice.post("/play/computer/", chosen | {"bank": "1"})
    assert (refused.status_code, Game.objects.count()) == (422, 1)


def test_a_bank_without_a_budget_is_none(as_alice: Client) -> None:
    as_alice.post(reverse("open_table"), {**TABLE, "move_time": str(DAY)})
    assert Game.objects.get().time == TimeControl(DAY)


@pytest.mark.once
@pytest.mark.parametrize(
    "wrong",
    [
        {"bank": str(15 * DAY)},
        {"bank": "0"},
        {"bank": "soon"},
        {"increment": "60"},
        {"budget": "", "move_time": str(2 * DAY)},
        {"move_time": [str(DAY), "61"]},
    ],
)
def test_a_seek_for_a_time_that_is_not_offered_is_refused(
    as_alice: Client, wrong: dict[str, Any]
) -> None:
    refused = as_alice.post(reverse("play_now"), {**SEEK, **wrong})
    assert refused.status_code == 422
    assert "Choose a game and a move time from the lists." in messages_of(refused)
    assert not Game.objects.exists()


@pytest.mark.once
def test_a_bank_alone_is_no_time_to_look_for(as_alice: Client) -> None:
    refused = as_alice.post(reverse("play_now"), {**SEEK, "budget": ""})
    assert (refused.status_code, messages_of(refused)) == (422, "Choose at least one move time.")
    assert not Game.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize(
    "wrong", [{"bank": str(15 * DAY)}, {"increment": "60"}, {"move_time": str(2 * DAY)}]
)
def test_a_table_with_a_time_that_is_not_offered_is_refused(
    as_alice: Client, wrong: dict[str, str]
) -> None:
    refused = as_alice.post(reverse("open_table"), {**TABLE, **wrong})
    assert refused.status_code == 422
    assert "not one of the available choices" in text_of(refused)
    assert not Game.objects.exists()


def test_a_player_in_the_queue_is_joined_at_one_of_the_times(
    alice: Any, bob: Any, as_bob: Client
) -> None:
    place = seek(alice, BUDGET, DAY)
    page = text_of(as_bob.get("/"))
    assert f'name="move_time" value="{BUDGET}"' in page
    assert "at 3 days + 12 hours" in page
    for wrong in (str(7 * DAY), "259200+21600", "60", "soon", "9" * 5000):
        refused = as_bob.post(at("join", place), {"move_time": wrong})
        assert refused.status_code == 422
        assert messages_of(refused) in (
            "Choose a game and a move time from the lists.",
            "There is no such move time.",
        )
    as_bob.post(at("join", place), {"move_time": str(BUDGET)})
    place.refresh_from_db()
    assert (place.status, place.time) == ("playing", BUDGET)


# What players are told


def test_whoever_waits_or_may_join_is_told_how_the_time_works(
    alice: Any, as_alice: Client, as_bob: Client
) -> None:
    table = services.open_table(
        alice, variant="casino", kind="open", move_time=12 * HOUR, bank=3 * DAY
    )
    for client in (as_alice, as_bob):
        page = text_of(client.get(at("game", table)))
        assert "3 days + 12 hours a turn" in page
        assert "With the time budget you each begin with 3 days in the bank." in page
        assert "After a violation you have at most 1 day more for that turn." in page


@pytest.mark.once
@pytest.mark.parametrize(("variant", "move_time"), [("casino", 900), ("triple_four", DAY)])
def test_a_rule_that_does_not_apply_is_not_told(
    alice: Any, as_alice: Client, variant: str, move_time: int
) -> None:
    table = services.open_table(alice, variant=variant, kind="open", move_time=move_time)
    assert "for the same turn" not in text_of(as_alice.get(at("game", table)))


def test_the_table_shows_the_banks_and_what_the_clock_brings(as_alice: Client, dealt: Any) -> None:
    game = dealt(move_time=12 * HOUR, bank=3 * DAY)
    page = text_of(as_alice.get(at("game", game)))
    assert "then 12 hours more" in page
    assert "In the bank when this turn began: you 3 d 0 h" in page
    assert f'data-total="{84 * HOUR}"' in page


@pytest.mark.once
def test_the_lobby_explains_games_over_days_before_anyone_plays(as_alice: Client) -> None:
    page = text_of(as_alice.get("/"))
    assert "you have at most one more day for that turn" in page
    assert f"up to {services.SLOW_PLACES_LIMIT} places in the queue" in page
    page = text_of(as_alice.get("/", {"game": "triple_four"}))
    assert "one more day" not in page  # the turn is played and over
    assert page.count("your turn is played for you") == 2


def test_a_record_has_the_bank_only_if_there_was_one(
    as_alice: Client, dealt: Any, alice: Any, bob: Any
) -> None:
    for budget in ({"move_time": 12 * HOUR, "bank": 3 * DAY}, {"move_time": DAY}):
        game = dealt(**budget)
        services.quit_game(game.pk, user_id=bob.pk)
        record = as_alice.get(at("record", game)).json()
        assert {name: record[name] for name in ("move_time", "bank") if name in record} == budget
