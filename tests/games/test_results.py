"""The page of a finished game: the winner, the reason, and where each point came from."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.messages.names import Names
from games.models import Deck, Game, Seat
from games.presenters.boards.context import BoardContext
from games.presenters.boards.piles.view import view_board
from games.presenters.endings import tell_ending
from games.presenters.results import is_won, view_result
from games.presenters.shapes import FormState, ResultView
from games.rules.trifecta.state import TrifectaState
from games.snapshots import Snapshot
from tests.games.pages import at, text_of
from tests.present import present
from tests.rules.builds import SPADE
from tests.rules.table import TRIFECTA, play
from tests.rules.table import at as position

NAMES = Names(("Alice", "Bob"))


def result_of(state: TrifectaState, *, reason: str = "") -> ResultView:
    """Return the result that a spectator sees of a game that ended in this state."""
    outcome = TRIFECTA.outcome(state)
    winners, found = outcome or ((), "")
    totals = [sheet["total"] for sheet in TRIFECTA.scores(state)]
    seats = tuple(
        Seat(
            index=index,
            computer="easy",
            total=Decimal(float(Fraction(total))),
            result="won" if index in winners else "lost",
        )
        for index, total in enumerate(totals)
    )
    game = Game(
        variant="trifecta", rules_version=1, status=Game.Status.FINISHED, reason=reason or found
    )
    result = view_result(Snapshot(game, seats, Deck(), {}, (), state), NAMES)
    assert result is not None
    return result


def told(result: ResultView) -> list[str]:
    return [
        f"{line.label}: {reason.side}: {reason.words} +{reason.points}"
        for line in result.lines
        for reason in line.reasons
    ]


def test_each_point_is_shown_with_its_source() -> None:
    state = play(position(["TS", "6D"], "TD AH 6H", secrets=["TD", "2C"]), "TS x TD", "6D x 6H")
    result = result_of(state)
    assert result.headline == "Alice wins 4 to 2"
    assert told(result) == [
        "10 of diamonds: Alice: 10♦, taken with 10♠ +2",
        "Aces: Bob: A♥, left on the table for the last capture +1",
        "Secret cards: Alice: own secret card (10♦, taken with 10♠) +1",
        "Most cards: Bob: 3 cards to 2 +1",
        "Most spades: Alice: 1 spade to 0 +1",
    ]
    assert result.reason_words == "2 points ahead."
    assert result.unscored.split(", ")[:2] == ["2 of spades", "trifectas"]


def test_only_the_winner_of_a_game_that_was_played_to_its_end_is_celebrated() -> None:
    won = play(position(["TS", "6D"], "TD AH 6H", secrets=["TD", "2C"]), "TS x TD", "6D x 6H")
    assert [is_won(TRIFECTA, won, seat) for seat in (0, 1, None)] == [True, False, False]
    left = TRIFECTA.resign(position(["5S", "6D"], captured=[["AS"], []]), 0)
    assert [is_won(TRIFECTA, left, seat) for seat in (0, 1)] == [False, False]


def test_the_final_table_keeps_the_cards_that_nobody_took() -> None:
    before = position(["TS", "6D"], "TD AH 6H", secrets=["TD", "2C"])
    after = play(before, "TS x TD", "6D x 6H")
    assert after.table == ()
    board = view_board(BoardContext(TRIFECTA, after, before, 1, NAMES.names, False, FormState()))
    assert [pile.key for pile in board.piles] == ["AH"]
    assert str(board.left_words) == "Left on the table: A♥, to you for the last capture (+1)"
    running = BoardContext(TRIFECTA, before, before, 1, NAMES.names, True, FormState())
    assert view_board(running).left_words == ""


def test_a_draw_and_the_ace_of_spades_are_explained_5_9() -> None:
    assert (
        "nobody captured the A♠" in result_of(play(position(["5S", "6D"]), "5S", "6D")).reason_words
    )
    tied = play(position(["5S", "6D"], scores=[{}, {}], captured=[["AS"], ["2S"]]), "5S", "6D")
    assert result_of(tied).reason_words == "The totals are equal: whoever captured the A♠ wins."


def test_a_forfeit_explains_that_the_points_do_not_count() -> None:
    state = TRIFECTA.resign(position(["5S", "6D"], captured=[["AS"], []]), 0)
    assert result_of(state).reason_words == (
        "Alice quit the game. The score does not count: Alice 1, Bob 0."
    )
    to_bob = tell_ending(TRIFECTA, state, Names(("Alice", "Bob"), 1))
    assert to_bob is not None
    assert to_bob.reason_words == "Alice quit the game. The score does not count: you 0, Alice 1."


@pytest.mark.django_db
@pytest.mark.once
def test_the_page_leads_on_to_the_replay_and_the_record(
    dealt: Any, bob: Any, as_alice: Client, nobody: Client
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=bob.pk)
    for client in (as_alice, nobody):
        page = text_of(client.get(at("game", game)))
        assert "bob quit the game." in page
        for address in (
            f"{at('replay', game)}0/",
            *(at(name, game) for name in ("record", "game_shuffle")),
        ):
            assert f'href="{address}"' in page
    assert "Offer a rematch" in text_of(as_alice.get(at("game", game)))
    assert "Offer a rematch" not in text_of(nobody.get(at("game", game)))


@pytest.mark.django_db
@pytest.mark.once
def test_a_guest_is_told_how_to_keep_the_game(
    dealt: Any, bob: Any, as_alice: Client, as_bob: Client
) -> None:
    game = dealt()
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    services.quit_game(game.pk, user_id=bob.pk)
    hint = re.compile(r'You played as a guest\. <a href="/accounts/keep/\?next=[^"]+">')
    assert hint.search(text_of(as_bob.get(at("game", game))))
    assert not hint.search(text_of(as_alice.get(at("game", game))))


@pytest.mark.django_db
@pytest.mark.once
def test_no_guest_is_promised_to_find_a_game_that_no_list_shows(bob: Any, as_bob: Client) -> None:
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    lesson = services.start_lesson(bob, variant="casino", name="first")
    services.quit_game(lesson.pk, user_id=bob.pk)
    closed = services.open_table(bob, variant="casino", move_time=60, kind="open")
    services.leave_game(closed.pk, user=bob)
    for game in (lesson, closed):
        assert "You played as a guest" not in text_of(as_bob.get(at("game", game)))


def test_after_a_game_of_two_people_each_may_look_for_another_opponent(
    finished: Any, as_alice: Client, nobody: Client
) -> None:
    game = finished()
    as_alice.post("/play/", {"variant": "casino", "move_time": ["120", "300"]})
    page = text_of(as_alice.get(at("game", game)))
    assert page.index("Offer a rematch") < page.index("Find another opponent")
    assert "Find another opponent" not in text_of(nobody.get(at("game", game)))
    chosen = as_alice.session["seek"]
    sent = {"variant": "trifecta", "move_time": game.move_time, "another": "yes"}
    assert as_alice.post("/play/", sent).status_code == 302
    assert as_alice.session["seek"] == chosen, "what was chosen in the lobby stays"


@pytest.mark.once
def test_nobody_is_sent_to_the_queue_for_two_from_a_game_of_three_or_of_computers(
    alice: Any, bob: Any, oscar: Any, as_alice: Client
) -> None:
    three = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    for other in (bob, oscar):
        services.join_game(three.pk, user=other)
    practice = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    filled = services.open_table(alice, variant="casino", move_time=86_400, kind="open")
    services.seat_computers(filled.pk, user=alice, levels={1: "easy"})
    for game, leaving in ((three, (bob, oscar)), (practice, (alice,)), (filled, (alice,))):
        for user in leaving:
            services.quit_game(game.pk, user_id=user.pk)
        page = text_of(as_alice.get(at("game", game)))
        assert "Watch the replay" in page
        assert "Find another opponent" not in page


def test_one_line_without_points_needs_no_sentence_beside_the_total(
    alice: User, bob: User, as_alice: Client
) -> None:
    game = services.open_table(alice, variant="triple_four", move_time=60, kind="open")
    services.join_game(game.pk, user=bob)
    services.quit_game(game.pk, user_id=bob.pk)
    page = text_of(as_alice.get(at("game", game)))
    assert "Where the matches came from" in page
    assert "No matches for" not in page


def test_a_game_that_is_counted_out_is_told_with_the_line_that_decided_it() -> None:
    captured = [["4H", "5H"], ["9S"]]
    state = SPADE.at(
        ["4C", "7C"], captured=captured, count_out=True, target=24, match_scores=[21, 23]
    )
    ending = present(tell_ending(SPADE.variant, SPADE.play(state, "4C", "7C"), NAMES))
    assert ending.headline == "Alice wins 24 to 24"
    assert ending.reason_words == (
        "The first to count out wins. "
        "Counted up to “most cards”, the winner was ahead with 24 points or more."
    )
