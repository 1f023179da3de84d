"""At the beginning of a turn, the page is given the answers to what is likely to be chosen."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.test import Client

from games import rules, services
from games.live.fragments import ANSWER_BYTES, MOST_ANSWERS, render_answers
from games.models import Game
from games.presenters import composer
from games.presenters.boards import board_of
from games.presenters.boards.piles.choices import LISTED
from games.presenters.shapes import CardChoice, ComposerView
from games.rules.fishing import fishing
from games.rules.variant import AnyVariant
from games.views.compose import questions
from tests.games.pages import at
from tests.games.whole_games import Table, remembering, seat_players, snapshot_of, take_turn
from tests.present import present

TABLES = [Table(name, variant.seats[0]) for name, variant in rules.VARIANTS.items()]
PARTNERS = Table("casino", 4, {"partnership": True})
EVERY = 3
TURNS = 60
ENOUGH = 60


def fetch(client: Client, game: Game) -> Any:
    return client.post(at("answers", game))


def answers_in(sent: Any) -> dict[str, str]:
    """Return the HTML of each answer by the name of its choice."""
    return {
        name: "".join(sent["pieces"][number] for number in numbers)
        for name, numbers in sent["answers"].items()
    }


def read_choice(name: str) -> dict[str, list[str]]:
    cards, piles = name.split("|")
    return {"card": cards.split(), "pile": piles.split()}


@pytest.mark.once
def test_no_answer_is_found_with_more_than_its_player_sees(
    dealt: Any, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composer, "_view_choice", lambda snapshot, state, *_: state)
    snapshot = snapshot_of(dealt())
    seen = snapshot.game.rules.mask(snapshot.dealt, 0)
    assert seen != snapshot.dealt
    assert composer.compose_selection(snapshot, alice.pk, ["9D"], []) == seen
    likely = present(composer.answer_likely_choices(snapshot, alice.pk))
    assert {repr(state) for _, state in likely} == {repr(seen)}


@pytest.mark.once
@pytest.mark.parametrize("table", [*TABLES, PARTNERS], ids=str)
def test_each_answer_is_what_asking_about_the_choice_would_give(
    table: Table, alice: Any, bob: Any, carol: Any, client_of: Any
) -> None:
    rng, people, compared = random.Random(str(table)), (alice, bob, carol), 0
    game = seat_players(table, people, rng)
    with remembering():
        for turn in range(TURNS):
            snapshot = snapshot_of(game)
            if snapshot.game.status != Game.Status.PLAYING:
                break
            user = snapshot.seats[present(snapshot.game.to_move)].user
            if turn % EVERY == 0 and user is not None:
                questions.forget_all()
                client = client_of(user)
                sent = fetch(client, game)
                assert sent.json()["version"] == snapshot.game.version
                assert len(sent.content) <= ANSWER_BYTES
                answers = answers_in(sent.json())
                hand = snapshot.dealt.hands[present(snapshot.game.to_move)]
                assert {"|", *(f"{card}|" for card in hand)} <= answers.keys()
                assert len(answers) <= MOST_ANSWERS
                for name, html in answers.items():
                    choice = read_choice(name)
                    assert client.post(at("compose", game), choice).content.decode() == html, name
                compared += len(answers)
            take_turn(table, snapshot, turn, rng)
    assert compared > ENOUGH


@pytest.mark.once
def test_every_capture_of_a_small_table_is_among_the_answers(dealt: Any, as_alice: Client) -> None:
    names = answers_in(fetch(as_alice, dealt()).json()).keys()
    assert {"|", "9D|", "9D|4H", "9D|5D", "9D|4H 5D", "KS|KD", "|5D", "|4H"} <= names


@pytest.mark.once
def test_the_answers_are_kept_nowhere(dealt: Any, as_alice: Client) -> None:
    response = fetch(as_alice, dealt())
    assert response["Content-Type"] == "application/json"
    assert "no-store" in response["Cache-Control"]


@pytest.mark.once
def test_a_waiting_player_is_given_nothing_yet(dealt: Any, as_bob: Client) -> None:
    response = fetch(as_bob, dealt())
    assert (response.status_code, response.content) == (204, b"")


def test_nobody_else_is_given_answers(dealt: Any, as_oscar: Client, nobody: Client) -> None:
    game = dealt(move_time=86_400)
    for client in (as_oscar, nobody):
        assert fetch(client, game).status_code == 404


def test_a_page_that_asks_just_before_the_deal_or_after_the_end_is_given_nothing(
    dealt: Any, picking: Any, as_alice: Client, alice: Any
) -> None:
    picked = fetch(as_alice, picking(move_time=86_400))
    game = dealt(move_time=86_400)
    services.quit_game(game.pk, user_id=alice.pk)
    ended = fetch(as_alice, game)
    for response in (picked, ended):
        assert (response.status_code, response.content) == (204, b"")


@pytest.mark.once
def test_a_visit_by_address_bar_leads_to_the_table(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    response = as_alice.get(at("answers", game))
    assert (response.status_code, response["Location"]) == (302, at("game", game))


def test_fetching_changes_nothing_and_counts_as_a_question(
    dealt: Any, as_alice: Client, settings: Any
) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "compose": "2/m"}
    game = dealt()
    before = Game.objects.values_list().get(pk=game.pk)
    asked = [as_alice.post(at("compose", game)), fetch(as_alice, game), fetch(as_alice, game)]
    assert [response.status_code for response in asked] == [200, 200, 429]
    assert Game.objects.values_list().get(pk=game.pk) == before


def highest_clubs(variant: AnyVariant, count: int) -> list[str]:
    """Return the highest clubs of the pack that have numbers in every game, the highest first."""
    clubs = [card for card in variant.pack if card[1] == "C" and card[0] not in "JQK"]
    return clubs[: -count - 1 : -1]


def hands(variant: AnyVariant, own: list[str]) -> list[list[str]]:
    """Return the hands at the smallest table: this one, and those that the player cannot see."""
    return [own, *[["??"] * 4] * (variant.seats[0] - 1)]


@pytest.mark.once
@pytest.mark.parametrize("name", [n for n, game in rules.VARIANTS.items() if game.board == "piles"])
def test_on_a_crowded_table_only_some_moves_are_listed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant, listed = rules.variant(name), 0
    hand = highest_clubs(variant, 4)
    loose = [card for card in variant.pack if card[0] not in "JQK" and card not in hand][:30]
    table = [{"cards": [card]} for card in loose]
    state = variant.position({"variant": name, "hands": hands(variant, hand), "table": table})
    find_moves = type(variant).moves

    def count_moves(*given: Any) -> Iterator[Any]:
        nonlocal listed
        for move in find_moves(*given):
            listed += 1
            yield move

    monkeypatch.setattr(type(variant), "moves", count_moves)
    likely = list(islice(board_of(variant).likely_choices(variant, state, 0), 200))
    assert LISTED < listed <= 2 * LISTED
    assert {cards for cards, piles in likely if len(piles) > 1} == {(card,) for card in hand}


@pytest.mark.once
@pytest.mark.parametrize("name", [n for n, game in rules.VARIANTS.items() if game.board == "piles"])
def test_however_crowded_the_table_the_first_piles_of_every_card_are_answered(name: str) -> None:
    variant = rules.variant(name)
    hand = highest_clubs(variant, 4)
    loose = [card for card in variant.pack if card[0] in "A23456" and card[1] in "SH"]
    table = [{"cards": [card]} for card in loose]
    state = variant.position({"variant": name, "hands": hands(variant, hand), "table": table})
    uses = fishing(variant).uses(state, 0)
    assert all(len(keys) > MOST_ANSWERS / 4 for keys in uses.values())
    likely = board_of(variant).likely_choices(variant, state, 0)
    answered = set(islice(dict.fromkeys(likely), MOST_ANSWERS))
    first = {((card,), (key,)) for card, keys in uses.items() for key in keys[:2]}
    assert len(first) == 2 * len(hand)
    assert first <= answered


@pytest.mark.parametrize("name", [n for n, game in rules.VARIANTS.items() if game.board == "piles"])
def test_what_each_card_can_be_played_on_is_found_once_for_all_answers(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant, found = rules.variant(name), 0
    hand = highest_clubs(variant, 3)
    loose = [card for card in variant.pack if card not in hand][:30]
    table = [{"cards": [card]} for card in loose]
    document = {"variant": name, "hands": hands(variant, hand), "table": table}
    state, board = variant.position(document), board_of(variant)
    find_uses = type(fishing(variant)).uses

    def count_uses(*given: Any) -> Any:
        nonlocal found
        found += 1
        return find_uses(*given)

    monkeypatch.setattr(type(variant), "uses", count_uses)
    for cards, piles in islice(board.likely_choices(variant, state, 0), MOST_ANSWERS):
        board.view_composer(variant, state, 0, cards, piles)
    assert found == 1


@pytest.mark.once
@pytest.mark.parametrize(("words", "most"), [("Yes.", MOST_ANSWERS), ("No. " * 1000, 3)])
def test_there_are_only_so_many_answers_and_so_many_bytes_of_them(
    words: str, most: int, dealt: Any
) -> None:
    made = 0

    def answer() -> Iterator[tuple[CardChoice, ComposerView]]:
        nonlocal made
        for made in itertools.count(1):
            yield ((), (str(made),)), ComposerView(f"{words}{made}", (), ())

    sent = render_answers(snapshot_of(dealt()), answer(), language="en")
    assert len(json.loads(sent)["answers"]) == most
    assert len(sent) <= ANSWER_BYTES
    assert made <= most + 1
