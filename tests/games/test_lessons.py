"""Lessons: games whose first cards and moves are arranged, at the real table."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import rules, selectors, services, snapshots, tasks
from games.lessons import FIRST, LEARNER, find_lesson, lessons_of
from games.models import Game, StoredChoice, Tally
from games.presenters import view_table
from games.selectors.archive import Search, find_archived
from games.selectors.lobby import find_lobby_games
from games.selectors.tallies import count_tallies
from tests.games.conftest import remembering, state_of, stored
from tests.games.pages import at, text_of
from tests.games.whole_games import Table, tried_on_services
from tests.passwords import delete_account
from tests.present import present

pytestmark = pytest.mark.django_db

GAMES = list(rules.VARIANTS)
ENOUGH_MOVES = 60
"""After so many moves a second deck is played where there is one."""


def begin(user: Any, variant: str = "casino", name: str = FIRST) -> Game:
    return services.start_lesson(user, variant=variant, name=name)


def make(game: Game, user: Any, text: str) -> None:
    services.make_move(
        game.pk,
        user_id=user.pk,
        selection=services.Selection(
            Game.objects.values_list("move_count", flat=True).get(pk=game.pk), text=text
        ),
        arrived_at=timezone.now(),
    )


def play_steps(game: Game, user: Any, count: int | None = None) -> None:
    """Play the first steps of a lesson, by default all, both players' moves."""
    lesson = present(find_lesson(game.variant, game.lesson))
    for step in lesson.steps[:count]:
        if step.says:
            make(game, user, step.moves[0])
        else:
            tasks.play_computer(game.pk)
    game.refresh_from_db()


def look(game: Game, user: Any) -> Any:
    snapshot = selectors.find_game(game.public_id, user)
    return view_table(snapshot, user.pk, now=timezone.now())


@pytest.mark.parametrize("table", tried_on_services(Table(name, 2) for name in GAMES))
def test_a_first_lesson_is_played_through_and_goes_on_freely(
    table: Table, alice: Any, both_ways: str
) -> None:
    variant = table.variant
    game = begin(alice, variant)
    lesson = lessons_of(variant)[0]
    play_steps(game, alice)
    made = [event.text for event in game.events.all()[game.opening_moves :]]
    assert made == [step.moves[0] for step in lesson.steps]
    guide = present(look(game, alice).guide)
    assert (guide.number, guide.glows) == (0, frozenset())
    assert guide.words.startswith("You know the moves now")
    rng = random.Random(1)
    while game.status == Game.Status.PLAYING:
        if game.to_move == LEARNER:
            moves = list(game.rules.moves(state_of(game)))
            make(game, alice, str(rng.choice(moves[:30])))
        else:
            tasks.play_computer(game.pk)
        game = Game.objects.get(pk=game.pk)
        if game.move_count > ENOUGH_MOVES:
            services.quit_game(game.pk, user_id=alice.pk)
            game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


@pytest.mark.parametrize("variant", GAMES)
def test_a_lesson_has_no_clock_and_the_learner_begins(variant: str, alice: Any) -> None:
    game = begin(alice, variant)
    assert (game.kind, game.status, game.move_time) == ("lesson", "playing", 0)
    assert (game.deadline, game.to_move, game.seen_at) == (None, LEARNER, None)
    assert [seat.computer for seat in game.seats.all()] == ["", "easy"]
    assert not services.expire_turn(game.pk)


@pytest.mark.once
def test_the_cards_after_the_arranged_ones_are_shuffled(alice: Any, bob: Any) -> None:
    decks = [begin(user).decks.get().cards.split() for user in (alice, bob)]
    first = len(lessons_of("casino")[0].cards)
    assert decks[0][:first] == decks[1][:first] == list(lessons_of("casino")[0].cards)
    assert decks[0][first:] != decks[1][first:]
    assert sorted(decks[0]) == sorted(rules.variant("casino").pack)


def test_another_move_is_answered_with_a_reason_and_changes_nothing(alice: Any) -> None:
    game = begin(alice)
    before = stored(game)
    with pytest.raises(services.OffLesson) as refused:
        make(game, alice, "3H")
    assert stored(game) == before
    assert refused.value.fact["says"] == "casino_capture"
    with pytest.raises(services.IllegalPlay):
        make(game, alice, "9C x TD")


def test_another_move_is_refused_on_the_quick_way_too(alice: Any) -> None:
    with remembering():
        game = begin(alice)
        before = stored(game)
        with pytest.raises(services.OffLesson):
            make(game, alice, "3H")
        assert stored(game) == before


@pytest.mark.once
def test_the_page_says_why_and_keeps_what_was_chosen(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    sent = {"seen": game.move_count, "action": "drop", "card": "3H"}
    answer = as_alice.post(at("move", game), sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "is worth 2 points. Take it now with your" in text_of(answer)
    assert re.search(r'value="3H"[^>]* checked', page)


@pytest.mark.once
def test_the_table_shows_the_step_and_lets_its_cards_glow(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    page = as_alice.get(at("game", game)).content.decode()
    assert "Lesson, step 1 of 10" in page
    assert len(re.findall(r'class="[^"]*\bglows\b', page)) == 2
    assert re.search(r'id="held-TS" class="[^"]*glows', page)
    assert re.search(r'id="pile-TD" class="[^"]*glows', page)
    assert "there is no shuffle to check" in page
    make(game, alice, "TS x TD")
    page = as_alice.get(at("game", game)).content.decode()
    assert "Now watch your opponent’s move." in page
    assert not re.search(r'class="[^"]*\bglows\b', page)
    assert 'http-equiv="refresh"' in page


@pytest.mark.once
def test_the_deck_the_discard_pile_and_the_triplet_cards_glow_too(
    alice: Any, as_alice: Client
) -> None:
    game = begin(alice, "triple_four")
    glowing = r'id="([^"]*)"[^>]*class="[^"]*\bglows\b'
    assert re.findall(glowing, as_alice.get(at("game", game)).content.decode()) == ["deck"]
    play_steps(game, alice, 4)
    page = as_alice.get(at("game", game)).content.decode()
    assert re.findall(glowing, page) == ["discard-pile"]
    make(game, alice, "draw discard")
    page = as_alice.get(at("game", game)).content.decode()
    assert set(re.findall(glowing, page)) == {"goal-T12", "held-QH", "held-QH-2", "held-QD"}


@pytest.mark.once
def test_no_other_game_has_a_guide(dealt: Any, as_alice: Client) -> None:
    page = as_alice.get(at("game", dealt())).content.decode()
    assert 'id="guide"' not in page
    assert not re.search(r'class="[^"]*\bglows\b', page)


@pytest.mark.once
def test_a_choice_of_cards_is_composed_as_ever(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    answer = as_alice.post(at("compose", game), {"card": "9C", "pile": ["4H", "5S"]})
    assert answer.status_code == 200
    assert "9♣ takes" in text_of(answer)


@pytest.mark.once
def test_a_lesson_suggests_no_move_until_the_game_goes_on_freely(
    alice: Any, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(alice)
    look, every = (at(name, game) for name in ("compose", "answers"))
    assert "suggestion" not in as_alice.post(look, {"card": "9C"}).content.decode()
    assert "suggestion" not in as_alice.post(every).content.decode()
    monkeypatch.setattr(snapshots, "find_lesson", lambda variant, name: None)
    assert "suggestion" in as_alice.post(look, {"card": "9C"}).content.decode()
    assert "suggestion" in as_alice.post(every).content.decode()


def test_an_unfinished_lesson_is_resumed(alice: Any) -> None:
    game = begin(alice)
    play_steps(game, alice, 4)
    assert begin(alice) == game
    again = services.restart_lesson(alice, variant="casino", name=FIRST)
    assert again != game
    game.refresh_from_db()
    assert (game.status, game.reason) == ("finished", "resignation")
    assert begin(alice) == again


def test_a_second_click_on_start_again_deals_nothing(alice: Any) -> None:
    play_steps(begin(alice), alice, 2)
    again = services.restart_lesson(alice, variant="casino", name=FIRST)
    assert services.restart_lesson(alice, variant="casino", name=FIRST) == again


def test_two_clicks_on_start_again_at_once_deal_once(alice: Any, before_the_lock: Any) -> None:
    play_steps(begin(alice), alice, 2)
    games: list[Game] = []

    def restart() -> Game:
        return services.restart_lesson(alice, variant="casino", name=FIRST)

    before_the_lock(lambda: games.append(restart()), of=Game)
    assert restart() == games[0]


def test_two_clicks_begin_a_lesson_once(alice: Any, before_the_lock: Any) -> None:
    games: list[Game] = []
    before_the_lock(lambda: games.append(begin(alice)), of=User)
    assert begin(alice) == games[0]


def test_the_host_gives_the_hints_of_a_lesson(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    assert as_alice.post(at("hint", game)).status_code == 404
    assert "ask-hint" not in as_alice.get(at("game", game)).content.decode()


def test_each_lesson_and_each_player_has_an_own_game(alice: Any, bob: Any) -> None:
    games = [begin(alice), begin(bob), begin(alice, "royal")]
    assert len({game.pk for game in games}) == 3


def test_an_unknown_lesson_and_a_closed_account_are_refused(alice: Any) -> None:
    for variant, name in (("casino", "last"), ("chess", FIRST)):
        with pytest.raises(services.SeatRefused, match="unknown_lesson"):
            services.start_lesson(alice, variant=variant, name=name)
    alice.is_active = False
    alice.save()
    with pytest.raises(services.SeatRefused, match="account_closed"):
        begin(alice)


def test_nobody_else_sees_a_lesson(alice: Any, as_oscar: Client) -> None:
    game = begin(alice)
    assert as_oscar.get(at("game", game)).status_code == 404
    assert Client().get(at("game", game)).status_code == 404


def test_the_computers_moves_of_a_lesson_are_not_its_choices(alice: Any) -> None:
    game = begin(alice)
    play_steps(game, alice, 2)
    assert not StoredChoice.objects.exists()
    turn = selectors.computer_turn(game.pk)
    assert turn is None
    make(game, alice, "9C x 4H 5S")
    assert present(selectors.computer_turn(game.pk)).scripted == "5D"
    assert services.claim_computer_turns(now=timezone.now()) in ([], [game.pk])


def test_no_level_plays_another_move_in_a_lesson(alice: Any) -> None:
    game = begin(alice)
    make(game, alice, "TS x TD")
    game.refresh_from_db()
    with pytest.raises(services.OffLesson):
        services.make_computer_move(
            game.pk, seat=1, selection=services.Selection(game.move_count, text="8S")
        )


def test_a_lesson_counts_for_nothing(alice: Any) -> None:
    game = begin(alice)
    lists = find_lobby_games(alice)
    assert (lists.own.all, lists.finished) == ((), ())
    assert selectors.find_turns(alice) == selectors.Turns()
    services.quit_game(game.pk, user_id=alice.pk)
    assert not Tally.objects.exists()
    assert count_tallies([alice.pk]) == {}
    assert find_archived(alice, Search(show="mine")).games == ()
    assert find_lobby_games(alice).finished == ()
    assert list(selectors.finished_records(alice)) == []


def test_lessons_leave_the_places_at_tables_free(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.places.SLOW_GAMES_LIMIT", 1)
    begin(alice)
    begin(alice, "royal")
    services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    services.play_now(alice, variant="casino", move_times=[60])
    begin(alice, "trifecta")


def test_the_audit_replays_lessons(alice: Any) -> None:
    game = begin(alice, "trifecta")
    play_steps(game, alice, 8)
    running = selectors.verify_games(selectors.verifiable_games(running=True))
    assert [verified.difference for verified in running] == [""]
    services.quit_game(game.pk, user_id=alice.pk)
    (verified,) = selectors.verify_games(selectors.verifiable_games())
    assert verified.difference == ""
    game.events.filter(number=3).update(text="9C x 4H 5S")
    (verified,) = selectors.verify_games(selectors.verifiable_games())
    assert verified.difference
    assert [each.difference for each in selectors.verify_tallies()] == [""]


@pytest.mark.once
def test_a_lesson_has_no_record_and_no_shuffle_to_check(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    services.quit_game(game.pk, user_id=alice.pk)
    assert as_alice.get(at("record", game)).status_code == 404
    assert as_alice.get(at("game_shuffle", game)).status_code == 404
    page = as_alice.get(at("game", game)).content.decode()
    assert "Check the shuffle" not in page
    assert "Download the record" not in page
    assert reverse("lessons") in page
    assert as_alice.get(at("replay", game), follow=True).status_code == 200


def test_the_own_data_have_lessons_as_such(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    play_steps(game, alice, 2)
    (own,) = json.loads(as_alice.get(reverse("download")).content)["games"]
    assert (own["kind"], own["lesson"]) == ("lesson", FIRST)
    assert [event["text"] for event in own["record"]["events"]] == ["TS x TD", "JC"]


def test_an_account_with_a_lesson_is_deleted(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    delete_account(as_alice)
    game.refresh_from_db()
    assert (game.status, game.seats.get(index=0).user) == ("finished", None)


def test_a_lesson_that_a_release_has_changed_goes_on_freely(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(alice)
    play_steps(game, alice, 2)
    game.events.filter(number=2).update(text="8S")
    snapshots.forget_all()
    assert present(look(game, alice).guide).number == 0
    monkeypatch.setattr(snapshots, "find_lesson", lambda variant, name: None)
    assert look(game, alice).guide is None
    make(game, alice, "3H")


@pytest.mark.parametrize(
    "wrong", [{"kind": "computer"}, {"lesson": ""}, {"kind": "open", "move_time": 60}]
)
def test_only_a_lesson_names_a_lesson(alice: Any, wrong: dict[str, Any]) -> None:
    game = begin(alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**wrong)


def test_a_rematch_of_a_lesson_is_an_ordinary_game(alice: Any) -> None:
    game = begin(alice)
    services.quit_game(game.pk, user_id=alice.pk)
    made = services.offer_rematch(game.pk, user=alice)
    assert (made.kind, made.lesson, made.move_time) == ("computer", "", 0)


def test_the_hidden_cards_of_a_lesson_stay_hidden(alice: Any, as_alice: Client) -> None:
    game = begin(alice, "trifecta")
    page = as_alice.get(at("game", game)).content.decode()
    for card in ("KD", "5D", "8S", "6H", "KC"):
        assert f"/{card}." not in page
        assert f'"{card}"' not in page
