"""The page of plans, what it refuses, and that nobody else can tell that there are any."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import rules, services, snapshots
from games.live.fragments import render_answers, render_draft, render_game
from games.models import Event, Game, Plan, Seat
from games.presenters import FormState, answer_likely_choices, draft_plan, view_plans
from games.presenters.replay.steps import forget_replays
from games.selectors import find_game
from tests.games.conftest import stored
from tests.games.pages import at, named, send, text_of
from tests.games.seated import open_table
from tests.games.test_hidden_cards import deal_differently
from tests.games.test_plans import DAY, plan
from tests.present import present

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PLAN = {"when": "drop 8C", "seen": "2", "action": "capture", "card": "8D", "pile": "8C"}


@pytest.fixture
def game(dealt: Any) -> Any:
    return dealt(move_time=DAY)


@pytest.mark.once
def test_a_plan_is_composed_on_the_table_without_scripts(game: Game, as_bob: Client) -> None:
    page = text_of(as_bob.get(at("plans", game), {"when": "drop 8C"}))
    assert 'value="8C"' in page.split('name="pile"', 1)[1]  # the card as if it lay there
    assert 'name="card" value="8D"' in page
    answer = send(as_bob, game, "plans", **PLAN)
    assert (answer.status_code, answer["Location"]) == (302, at("plans", game))
    made = Plan.objects.get()
    assert (made.condition, made.move, made.place) == ("drop 8C", "8D x 8C", 1)
    for shown in (as_bob.get(at("plans", game)), as_bob.get(at("game", game))):
        assert f"If {named('alice')} drops" in text_of(shown)
    send(as_bob, game, "cancel_plans")
    assert not Plan.objects.exists()


def test_the_page_reads_the_plans_once(game: Game, as_bob: Client, bob: Any) -> None:
    plan(game, bob, "drop 3", "QC")
    with CaptureQueriesContext(connection) as queries:
        as_bob.get(at("plans", game))
    assert sum('FROM "games_plan"' in query["sql"] for query in queries) == 1


@pytest.mark.parametrize("page", ["plans", "game"])
def test_each_plan_can_be_removed_where_it_is_shown(
    game: Game, as_bob: Client, bob: Any, page: str
) -> None:
    for rank in "34":
        plan(game, bob, f"drop {rank}", "QC")
    form = text_of(as_bob.get(at(page, game))).split('class="plans-list"')[1].split("</form>")[0]
    remove = re.findall(r'formaction="([^"]*)"[^>]*?( name="stay")?>Remove<', form)
    assert len(remove) == 2
    answer = as_bob.post(remove[0][0], {"stay": ""} if remove[0][1] else {})
    assert answer["Location"] == at(page, game)
    assert Plan.objects.get().condition == "drop 4"


def test_whoever_plans_after_the_end_sees_the_result(
    game: Game, as_bob: Client, as_oscar: Client, alice: Any
) -> None:
    services.quit_game(game.pk, user_id=alice.pk)
    answers = [as_bob.get(at("plans", game)), send(as_bob, game, "plans", **PLAN)]
    answers.append(send(as_bob, game, "only_moves", on=""))
    for answer in answers:
        assert (answer.status_code, answer["Location"]) == (302, at("game", game))
    assert as_oscar.get(at("plans", game)).status_code == 404


def test_whoever_cancels_plans_after_the_end_sees_the_result(
    game: Game, as_bob: Client, alice: Any, bob: Any
) -> None:
    plan(game, bob, "whatever", "QC")
    made = Plan.objects.get()
    services.quit_game(game.pk, user_id=alice.pk)
    remove = reverse("remove_plan", args=[game.public_id, made.pk])
    for path in (remove, at("cancel_plans", game)):
        answer = as_bob.post(path, {"stay": ""})
        assert answer["Location"] == at("game", game)


def test_a_plan_behind_one_that_holds_for_it_too_is_refused(
    game: Game, as_bob: Client, bob: Any
) -> None:
    plan(game, bob, "whatever", "QC")
    answer = send(as_bob, game, "plans", **PLAN)
    assert answer.status_code == 422
    assert "An earlier plan of yours holds for that too" in text_of(answer)


def test_a_plan_that_is_newer_than_the_page_is_not_looked_at(game: Game, bob: Any) -> None:
    page = find_game(game.public_id, bob)
    Plan.objects.create(
        game=game, owner=bob, place=1, condition="whatever", move="QC", event_count=4
    )
    assert present(view_plans(page, bob)).plans == ()


@pytest.mark.once
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"card": "9C"}, "You do not hold 9♣."),
        ({"when": "drop 8D"}, "That can no longer come true."),
        ({"when": "build 5D"}, "That can no longer come true."),
        ({"seen": "1"}, "The table has changed. Look at your plan again."),
        ({"when": "drop 8D", "seen": "1"}, "That can no longer come true."),
        ({"seen": "x"}, "This page is out of date."),
        ({"when": "x" * 300}, "That move could not be read."),
        ({"card": ""}, "Choose a card"),
    ],
)
def test_what_cannot_be_planned_is_refused_with_a_sentence(
    game: Game, as_bob: Client, fields: dict[str, str], reason: str
) -> None:
    before = stored(game)
    answer = send(as_bob, game, "plans", **{**PLAN, **fields})
    assert answer.status_code == 422
    found = re.search(r'role="alert">(.*?)</p>', text_of(answer))
    assert found is not None
    assert reason in re.sub(r"<[^>]*>", "", found[1])
    assert (stored(game), Plan.objects.count()) == (before, 0)


def test_a_card_for_what_can_no_longer_come_true_is_not_chosen_for_anything_else(
    game: Game, as_bob: Client
) -> None:
    """Pressing the button once more would plan it for whatever the others do."""
    chosen = re.compile(r'value="8D"[^>]* checked')
    stale = send(as_bob, game, "plans", **{**PLAN, "seen": "1"})
    assert chosen.search(text_of(stale))
    impossible = send(as_bob, game, "plans", **{**PLAN, "when": "drop KD"})
    assert not chosen.search(text_of(impossible))


def test_nothing_is_planned_with_an_empty_hand(
    game: Game, as_bob: Client, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = find_game(game.public_id, bob)
    alices, _ = page.dealt.hands
    empty = replace(page, state=replace(page.dealt, hands=(alices, ())))
    view = present(view_plans(empty, bob))
    assert (view.can_add, view.lacks_cards) == (False, True)
    monkeypatch.setattr("games.views.plans.find_game", lambda *_: empty)
    shown = text_of(as_bob.get(at("plans", game)))
    assert "Your hand is empty, so there is nothing to plan now." in shown
    assert "It is your turn now." not in shown
    assert f'href="{at("plans", game)}"' in text_of(as_bob.get(at("plans_here", game)))


def test_a_draw_is_planned_with_an_empty_hand_too(alice: Any, bob: Any) -> None:
    table = open_table(alice, variant="triple_four", players=2, move_time=DAY)
    services.join_game(table.pk, user=bob)
    page = find_game(table.public_id, alice)
    waiting = (alice, bob)[1 - present(page.dealt.to_move)]
    empty = replace(page, state=replace(page.dealt, hands=((), ())))
    view = present(view_plans(empty, waiting))
    assert (view.can_add, view.lacks_cards) == (True, False)


def test_only_several_opponents_are_said_to_be_able_to_take_the_card(
    game: Game, as_bob: Client, as_alice: Client, alice: Any, bob: Any, carol: Any
) -> None:
    said = "the card must still be there when your turn comes"
    assert said not in text_of(as_bob.get(at("plans", game)))
    table = open_table(alice, variant="casino", players=3, move_time=DAY)
    for user in (bob, carol):
        services.join_game(table.pk, user=user)
    assert said in text_of(as_alice.get(at("plans", table)))


@pytest.mark.once
def test_a_choice_of_several_readings_is_offered(game: Game, as_alice: Client, play: Any) -> None:
    play(game, game.seats.get(index=0).user, "3H")
    fields = {"when": "whatever", "seen": "3", "action": "build", "card": "KS", "pile": "4H"}
    answer = send(as_alice, game, "plans", **fields)
    assert answer.status_code == 422
    readings = re.findall(r'name="reading" value="([^"]*)"', text_of(answer))
    assert sorted(readings) == ["KS + 4H = 8", "KS + 4H = 9"]
    send(as_alice, game, "plans", **{**fields, "action": "", "reading": readings[0]})
    assert Plan.objects.get().move == readings[0]


def test_nobody_but_a_player_of_a_game_over_days_has_a_page_of_plans(
    dealt: Any, game: Game, as_bob: Client, as_alice: Client, as_oscar: Client, nobody: Client
) -> None:
    assert as_oscar.get(at("plans", game)).status_code == 404
    assert nobody.get(at("plans", game)).status_code == 302
    for name in ("cancel_plans", "only_moves"):
        assert send(as_oscar, game, name).status_code == 404
    assert as_bob.get(at("plans", dealt())).status_code == 404
    page = text_of(as_alice.get(at("plans", game)))
    assert "It is your turn now." in page
    assert send(as_alice, game, "plans", **PLAN).status_code == 422


def test_only_moves_are_played_for_whoever_presses_the_button(game: Game, as_bob: Client) -> None:
    for fields, is_on in (({"on": ""}, True), ({}, False)):
        send(as_bob, game, "only_moves", **fields)
        assert Seat.objects.get(game=game, index=1).plays_only_moves is is_on


def test_the_table_asks_anew_what_came_of_the_plans(
    game: Game, as_bob: Client, play: Any, alice: Any, bob: Any
) -> None:
    plan(game, bob, "drop 8C", "8D x 8C")
    assert 'action="{}"'.format(at("cancel_plans", game)) in text_of(
        as_bob.get(at("plans_here", game))
    )
    play(game, alice, "3H")
    assert "This did not come true." in text_of(as_bob.get(at("plans_here", game)))


def test_the_table_asks_for_plans_from_the_time_when_cards_are_picked(
    picking: Any, as_alice: Client, as_oscar: Client, dealt: Any
) -> None:
    game = picking(move_time=DAY)
    asks = f'hx-get="{at("plans_here", game)}"'
    assert asks in text_of(as_alice.get(at("game", game)))
    assert asks in text_of(as_alice.get(at("beside", game)))
    assert asks not in text_of(as_oscar.get(at("game", game)))
    live = dealt()
    assert at("plans_here", live) not in text_of(as_alice.get(at("game", live)))


def test_a_table_that_stays_open_after_a_log_out_asks_for_plans_and_gets_none(
    game: Game, as_bob: Client, bob: Any
) -> None:
    plan(game, bob, "drop 8C", "8D x 8C")
    as_bob.logout()
    answer = as_bob.get(at("plans_here", game), headers={"HX-Request": "true"})
    assert (answer.status_code, text_of(answer).strip()) == (200, "")


def test_the_table_says_which_plans_it_shows(
    game: Game, as_alice: Client, as_bob: Client, play: Any, alice: Any, bob: Any
) -> None:
    assert text_of(as_alice.get(at("plans_here", game))).strip() == ""  # nothing to do on her turn
    assert "Your plans for the next turn" in text_of(as_bob.get(at("plans_here", game)))
    plan(game, bob, "drop 8C", "8D x 8C")
    play(game, alice, "8C")  # the plan is played, and it is her turn again
    page = text_of(as_bob.get(at("plans_here", game)))
    assert "What came of your last plans" in page
    assert "This plan was played." in page
    assert "Plan your next turn" in page


# Hidden


def sent_to(user: Any, client: Client, game: Game) -> list[str]:
    """Return all that somebody else at the table, or beside it, is sent of the game."""
    snapshot = find_game(game.public_id, user)
    likely = answer_likely_choices(snapshot, user.pk)
    sent = [
        render_game(snapshot, user.pk, language="en", csrf_token="token"),
        render_answers(snapshot, likely, language="en") if likely is not None else "",
    ]
    pages = [
        *[at(name, game) for name in ("game", "game_live", "replay", "record", "plans")],
        f"{at('replay', game)}?step=last",
        *[reverse(name) for name in ("home", "my_games", "download")],
        reverse("player", args=["bob"]),
    ]
    for page in pages:
        answer = client.get(page, follow=True)
        text = f"{answer.status_code} {text_of(answer)}"
        sent.append(re.sub(r'(csrf\w*"[^>]*value="|shows=)[^"&]*|nonce-[^\']*', "", text))
    for fields in (PLAN, {"seen": "2", "action": "drop", "card": "8D"}):
        refused = send(client, game, "plans", **fields)
        sent.append(re.sub(r'(csrf\w*"[^>]*value=")[^"]*', "", text_of(refused)))
    return sent


@pytest.fixture
def frozen() -> Any:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


@pytest.mark.parametrize("name", ["alice", "oscar"])
def test_nobody_else_is_sent_anything_of_plans(
    frozen: Any, game: Game, bob: Any, name: str, request: Any
) -> None:
    user = request.getfixturevalue(name)
    client = request.getfixturevalue(f"as_{name}")
    sent_to(user, client, game)  # a first visit sets cookies
    before = sent_to(user, client, game)
    for condition, move in (("drop 8C", "8D x 8C"), ("drop 3", "QC"), ("whatever", "JS")):
        plan(game, bob, condition, move)
    services.choose_only_moves(game.pk, user_id=bob.pk, is_on=True)
    assert sent_to(user, client, game) == before


@pytest.mark.parametrize("name", ["alice", "oscar"])
def test_a_planned_move_looks_to_others_like_any_other(
    frozen: Any, game: Game, play: Any, alice: Any, bob: Any, name: str, request: Any
) -> None:
    user = request.getfixturevalue(name)
    client = request.getfixturevalue(f"as_{name}")
    plan(game, bob, "drop 8C", "8D x 8C")
    play(game, alice, "8C")
    assert Event.objects.filter(is_planned=True).count() == 1
    sent_to(user, client, game)
    planned = sent_to(user, client, game)
    Event.objects.update(is_planned=False)
    Plan.objects.all().delete()
    snapshots.forget_all()
    forget_replays()
    assert sent_to(user, client, game) == planned
    assert "(planned)" not in "".join(planned)


def test_the_page_of_plans_knows_no_hidden_card(
    frozen: Any, game: Game, bob: Any, as_bob: Client
) -> None:
    chance, snapshot = random.Random(6), find_game(game.public_id, bob)
    exchanged = 0
    for _ in range(5):
        other = deal_differently(snapshot, 1, chance)
        exchanged += other.dealt.hands[0] != snapshot.dealt.hands[0]
        for condition in ("whatever", "drop 8C", "drop 3", "drop 6D"):
            drafts = [
                render_draft(draft_plan(dealt, 1, condition, FormState()), language="en")
                for dealt in (snapshot, other)
            ]
            assert drafts[0] == drafts[1]
    assert exchanged


def test_the_download_has_the_own_plans_alone(
    game: Game, bob: Any, as_bob: Client, as_alice: Client, play: Any, alice: Any
) -> None:
    plan(game, bob, "drop 8", "8D x 8S")
    play(game, alice, "8C")
    (own,) = json.loads(as_bob.get(reverse("download")).content)["games"]
    assert own["plans"] == [
        {"condition": "drop 8", "move": "8D x 8S", "example": "8S", "outcome": "played"}
    ]
    assert own["planned_events"] == [4]
    (theirs,) = json.loads(as_alice.get(reverse("download")).content)["games"]
    assert (theirs["plans"], theirs["planned_events"]) == ([], [])


def test_triple_four_plans_a_draw(alice: Any, bob: Any, client_of: Any) -> None:
    game = services.open_table(alice, variant="triple_four", move_time=DAY, kind="open")
    services.join_game(game.pk, user=bob)
    game.refresh_from_db()
    mover, planner = (alice, bob) if game.to_move == 0 else (bob, alice)
    client = client_of(planner)
    page = text_of(client.get(at("plans", game)))
    assert 'value="draw_discard"' in page
    send(client, game, "plans", when="whatever", seen="0", action="draw_discard")
    assert Plan.objects.get().move == "draw discard"
    state, first = find_game(game.public_id, mover).dealt, present(game.to_move)
    for number, text in enumerate(("draw deck", f"discard {state.hands[first][0]}")):
        services.make_move(
            game.pk,
            user_id=mover.pk,
            selection=services.Selection(number, text=text),
            arrived_at=timezone.now(),
        )
    played = Event.objects.filter(game=game).latest("number")
    assert (played.text, played.is_planned) == ("draw discard", True)
    assert rules.VARIANTS["triple_four"].is_mid_turn(find_game(game.public_id, planner).dealt)


@pytest.mark.parametrize(
    ("when", "is_named"), [("whatever", 0), ("drop {rank}", 0), ("drop {card}", 1)]
)
def test_triple_four_names_the_card_to_be_drawn_only_if_it_is_certain(
    alice: Any, bob: Any, client_of: Any, when: str, is_named: int
) -> None:
    game = services.open_table(alice, variant="triple_four", move_time=DAY, kind="open")
    services.join_game(game.pk, user=bob)
    game.refresh_from_db()
    planner = (alice, bob)[1 - present(game.to_move)]
    hand = find_game(game.public_id, alice).dealt.hands[present(game.to_move)]
    card = next(card for card in hand if card != "XX")
    client = client_of(planner)
    chosen = {"when": when.format(rank=card[0], card=card), "seen": "0"}
    send(client, game, "plans", **chosen, action="draw_discard")
    (line,) = re.findall(
        r'<span id="plan-\d+">(.*?)</span> <button', text_of(client.get(at("plans", game)))
    )
    assert line.count("Draw from the discard pile") == 1 - is_named
    assert len(re.findall(r"Draw <span class=\"chip.*? from the discard pile", line)) == is_named


@pytest.mark.parametrize("covers", ["draw deck", "draw discard"])
def test_triple_four_draws_no_other_card_than_the_one_that_was_planned(
    alice: Any, bob: Any, carol: Any, client_of: Any, covers: str
) -> None:
    """Between the discard and the planned draw, the next player covers or takes the card."""
    game = services.open_table(alice, variant="triple_four", move_time=DAY, players=3, kind="open")
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    game.refresh_from_db()
    first = present(game.to_move)
    movers = [(alice, bob, carol)[(first + number) % 3] for number in range(3)]
    hands = find_game(game.public_id, alice).dealt.hands
    dropped = next(card for card in hands[first] if card != "XX")
    other = next(card for card in hands[(first + 1) % 3] if card != dropped)
    client = client_of(movers[2])
    chosen = {"when": f"drop {dropped}", "seen": "0"}
    send(client, game, "plans", **chosen, action="draw_discard")
    assert Plan.objects.get().move == "draw discard"
    send(client, game, "plans", when="whatever", seen="0", action="draw_deck")
    moves = ((0, "draw deck"), (0, f"discard {dropped}"), (1, covers), (1, f"discard {other}"))
    for number, (mover, text) in enumerate(moves):
        services.make_move(
            game.pk,
            user_id=movers[mover].pk,
            selection=services.Selection(number, text=text),
            arrived_at=timezone.now(),
        )
    assert Event.objects.filter(game=game).latest("number").text == "draw deck"
    outcomes = Plan.objects.order_by("place").values_list("outcome", flat=True)
    assert [*outcomes] == [Plan.Outcome.UNMET, Plan.Outcome.PLAYED]
