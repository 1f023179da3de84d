"""The table of Triple Four: its composer, its marks, the two steps of a turn, repeated posts."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import selectors, services, tasks
from games.computer import choose
from games.messages.cards import card_name
from games.models import Event, Game
from games.presenters.boards.context import BoardContext
from games.presenters.boards.trays import view_board, view_composer
from games.presenters.shapes import ComposerView, FormState
from games.presenters.table import view_table
from games.selectors import find_game
from tests.games.conftest import remembering, seconds, state_of
from tests.games.pages import alert_of, at, checked, send, text_of
from tests.rules.triplets import TRIPLE_FOUR
from tests.rules.triplets import at as position

pytestmark = pytest.mark.django_db

HAND = "JH QD KH 5S 6S XX 2C 9D"
TRAYS = ["T37 T51 T12", "T1"]


def compose(cards: str, *piles: str, to_move: int = 0, **more: Any) -> ComposerView:
    state = position([HAND, "AC 2C"], trays=TRAYS, to_move=to_move, **more)
    return view_composer(TRIPLE_FOUR, TRIPLE_FOUR.mask(state, 0), 0, cards.split(), piles)


def enabled(composer: ComposerView) -> list[str]:
    return [action.name for action in composer.actions if action.enabled]


def main(composer: ComposerView) -> list[str]:
    return [action.name for action in composer.actions if action.is_main]


@pytest.mark.once
@pytest.mark.parametrize(
    ("cards", "piles", "sentence", "buttons", "suggested"),
    [
        ("JH QD KH", "", "Match “J Q K, all red” with J♥, Q♦ and K♥: 1 of 4.",
         ["match"], ["match"]),
        ("XX 6S 5S", "", "Match “three spades in a row” with 5♠, 6♠ and a joker as 4♠ or 7♠: "
         "1 of 4.", ["match"], ["match"]),
        ("JH QD", "", "Choose a third card to go with J♥ and Q♦: K♥ or K♦ for “J Q K, all red”.",
         [], []),
        ("QD XX", "", "Choose a third card to go with Q♦ and a joker: J♥, J♦, K♥ or K♦ for "
         "“J Q K, all red”, or Q♥ or Q♦ for “three red queens”.", [], []),
        ("2C 9D", "", "2♣ and 9♦ together do not fit any triplet card here. "
         "Choose other cards, or choose one to discard.", [], []),
        ("2C", "", "Discard 2♣, or choose two more cards for a triplet card.",
         ["discard"], ["discard"]),
        ("JH QD 2C", "", "2♣, J♥ and Q♦ do not fit any of your triplet cards. "
         "Choose other cards, or choose one to discard.", [], []),
        ("JH QD KH 2C", "",
         "You have chosen 4 cards. Choose three for a triplet card, or one to discard.", [], []),
        ("", "T37", "You hold J♥, Q♦ and K♥ for “J Q K, all red”. Choose them.", [], []),
        ("", "T12 T51", "You hold 5♠, 6♠ and a joker for “three spades in a row”. Choose them. "
         "You hold Q♦ and a joker for “three red queens” and need Q♥ or Q♦.", [], []),
        ("JH QD KH", "T12", "J♥, Q♦ and K♥ do not fit “three red queens”. "
         "Choose other cards, or choose one to discard.", [], []),
        ("", "", "You hold three cards for “J Q K, all red”: J♥, Q♦ and K♥. "
         "Choose three cards, or one to discard.", [], []),
    ],
)  # fmt: skip
def test_a_choice_has_its_sentence_its_buttons_and_a_suggestion(
    cards: str, piles: str, sentence: str, buttons: list[str], suggested: list[str]
) -> None:
    composer = compose(cards, *piles.split())
    assert composer.sentence == sentence
    assert (enabled(composer), main(composer)) == (buttons, suggested)
    assert [action.name for action in composer.actions] == ["match", "take", "discard"]
    assert composer.choices == ()


@pytest.mark.once
def test_cards_for_several_triplet_cards_are_choices_and_none_is_suggested() -> None:
    state = position(["8S 8H XX", "AC"], trays=["T55 T56", ""], triplets="")
    composer = view_composer(TRIPLE_FOUR, state, 0, ["8S", "8H", "XX"], [])
    assert composer.sentence == "8♠, 8♥ and a joker: choose what you mean."
    assert [choice.move_text for choice in composer.choices] == [
        "match T55: 8S 8H XX",
        "match T56: 8S 8H XX",
    ]
    assert (enabled(composer), main(composer)) == (["match"], [])
    chosen = view_composer(TRIPLE_FOUR, state, 0, ["8S", "8H", "XX"], ["T56"])
    assert (chosen.choices, main(chosen)) == ((), ["match"])
    assert [choice.label for choice in composer.choices] == ["Match “three of a kind”"] * 2
    play = "Match “three of a kind” with 8♠, 8♥ and a joker as an 8: 1 of 4"
    assert [choice.note for choice in composer.choices] == [play] * 2
    assert composer.actions[0].note == f"{play}. Or: {play}."


@pytest.mark.once
def test_a_take_is_offered_beside_a_match() -> None:
    composer = compose("JH QD KH", matched=[[], ["T38: QH KD AH"]])
    assert composer.sentence == "Match “J Q K, all red” with J♥, Q♦ and K♥: 1 of 4."
    both = compose("XX QD KH", matched=[[], ["T38: QH KD AH"]])
    assert both.sentence.endswith("Or: Take “Q K A, all red”.")
    assert (enabled(both), main(both)) == (["match", "take"], ["match"])
    taken = compose("XX QD KH", "T38", matched=[[], ["T38: QH KD AH"]])
    assert (enabled(taken), main(taken)) == (["take"], ["take"])


@pytest.mark.once
def test_before_the_draw_the_buttons_draw_and_the_choice_is_already_described() -> None:
    composer = compose("JH QD KH", drawn=None)
    draw = "Draw the top card of the deck, or K♣ from the discard pile."
    assert composer.sentence == f"{draw} Then: Match “J Q K, all red” with J♥, Q♦ and K♥: 1 of 4."
    assert enabled(composer) == ["draw_deck", "draw_discard"]
    assert compose("", drawn=None).sentence == draw
    bare = compose("", drawn=None, stock="", discard="5H")
    assert bare.sentence == "The deck is empty. Draw 5♥ from the discard pile."
    assert enabled(bare) == ["draw_discard"]
    assert [action.clause for action in bare.actions] == ["4.1", ""]
    assert bare.actions[0].note == (
        "The deck has run out, and the discard pile has only its top card."
    )
    no_pile = compose("", drawn=None, discard="")
    assert no_pile.sentence == "Draw the top card of the deck."
    joker = compose("", drawn=None, discard="XX")
    assert joker.sentence == "Draw the top card of the deck, or a joker from the discard pile."


@pytest.mark.once
def test_a_waiting_player_sees_what_the_cards_would_do_but_can_press_nothing() -> None:
    composer = compose("JH QD KH", to_move=1)
    assert composer.sentence.startswith("Match “J Q K, all red”")
    assert enabled(composer) == []
    assert {action.note for action in composer.actions} == {"It is not your turn."}
    nothing = compose("", to_move=1)
    assert nothing.sentence == "It is not your turn yet, but you can choose your cards now."


@pytest.mark.once
def test_the_card_from_the_discard_pile_stays() -> None:
    state = position(["5H 9D", "AC"], trays=["", ""], drawn="discard")
    composer = view_composer(TRIPLE_FOUR, state, 0, ["9D"], [])
    assert composer.sentence == (
        "You drew 9♦ from the discard pile this turn. Discard another card."
    )
    assert composer.actions[2].clause == "3.5"


@pytest.mark.once
def test_a_player_who_can_discard_nothing_may_end_the_turn() -> None:
    state = position(["9D", "AC"], trays=["", ""], drawn="discard")
    composer = view_composer(TRIPLE_FOUR, state, 0, [], [])
    assert (enabled(composer), main(composer)) == (["pass"], ["pass"])
    assert composer.sentence == (
        "There is no card that you may discard. End your turn, or choose three cards."
    )


@pytest.mark.once
def test_cards_are_marked_with_the_triplet_cards_that_they_are_near_to() -> None:
    state = position([HAND, "AC 2C"], trays=TRAYS, matched=[[], ["T38: QH KD AH", "T2: 2H 2D 2H"]])
    before = TRIPLE_FOUR.mask(position([HAND[:-3], "AC 2C"], trays=TRAYS, drawn=None), 0)
    context = BoardContext(
        TRIPLE_FOUR, TRIPLE_FOUR.mask(state, 0), before, 0, ("Ann", "Bob"), True, FormState()
    )
    board = view_board(context)
    notes = {goal.text: goal.note for goal in board.tray}
    assert notes == {
        "J Q K, all red": "ready to match",
        "three spades in a row": "ready to match",
        "three red queens": "needs Q♥ or Q♦",
    }
    marks = {held.key: held.marks for held in board.hand}
    assert marks["QD"] == (0, 2)
    assert (marks["5S"], marks["2C"]) == ((1,), ())
    assert [held.key for held in board.hand if held.is_new] == ["9D"]
    assert [pile.triplet.note for pile in board.matched[1]] == ["you can take it", ""]
    assert [goal.cards for goal in board.tray] == [("JH", "QD", "KH"), ("5S", "6S", "XX"), ()]
    assert [pile.triplet.cards for pile in board.matched[1]] == [("QD", "KH", "XX"), ()]
    assert "2C= " in board.uses
    useful = [held.key for held in board.hand if held.is_useful]
    assert useful == ["5S", "6S", "JH", "QD", "KH", "XX"], "for a match, a take, or either"


@pytest.mark.once
def test_two_equal_cards_can_both_be_chosen() -> None:
    state = position(["5H 5H 6H", "AC"], trays=["", ""])
    context = BoardContext(
        TRIPLE_FOUR, state, state, 0, ("Ann", "Bob"), True, FormState(cards=("5H",))
    )
    hand = view_board(context).hand
    assert [(held.key, held.chosen) for held in hand] == [
        ("5H", True), ("5H-2", False), ("6H", False),
    ]  # fmt: skip


@pytest.mark.once
def test_a_hand_by_colour_has_the_red_suits_first_and_the_jokers_last() -> None:
    state = position(["AC XX 5S 2D KH XX 9D AH", "AC"], trays=["", ""])
    hand = view_board(
        BoardContext(TRIPLE_FOUR, state, state, 0, ("Ann", "Bob"), True, FormState())
    ).hand
    codes = [held.face.code for held in sorted(hand, key=lambda held: held.by_colour)]
    assert codes == ["AH", "KH", "2D", "9D", "5S", "AC", "XX", "XX"]


# The page


@pytest.fixture
def game(alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game that is not shuffled, in which alice begins with A to 7 of spades."""
    from games.rules import shuffle

    monkeypatch.setattr(shuffle.Stream, "below", lambda self, limit: 0)
    monkeypatch.setattr(shuffle.Stream, "shuffled", lambda self, cards: tuple(cards))
    made = services.open_table(alice, variant="triple_four", move_time=60, kind="open", players=2)
    services.join_game(made.pk, user=bob)
    made.refresh_from_db()
    return made


def texts(game: Game) -> list[str]:
    return [move.text for move in game.events.order_by("number")]


@pytest.mark.once
def test_a_turn_is_played_by_posts_of_a_plain_form(game: Game, as_alice: Client) -> None:
    hand = state_of(game).hands[0]
    page = text_of(as_alice.get(at("game", game)))
    assert "step 1 of 2: draw" in page
    assert page.count('type="checkbox" name="card"') == 7
    assert send(as_alice, game, seen="0", action="draw_deck").status_code == 302
    page = text_of(as_alice.get(at("game", game)))
    assert "step 2 of 2: play" in page
    assert page.count("new-mark") == 1
    assert send(as_alice, game, seen="1", action="discard", card=hand[0]).status_code == 302
    assert texts(game) == ["draw deck", f"discard {hand[0]}"]


@pytest.mark.once
def test_a_screen_reader_says_which_card_was_drawn_to_its_player_alone(
    game: Game, as_alice: Client, alice: Any, bob: Any
) -> None:
    def said(user: Any) -> str:
        game.refresh_from_db()
        return view_table(find_game(game.public_id, user), user.pk, now=game.created_at).said

    assert "new card" not in said(alice)
    send(as_alice, game, seen="0", action="draw_deck")
    card = card_name(state_of(game).hands[0][-1])
    assert said(alice) == f"You draw from the deck. Your new card: {card}. Your turn."
    assert said(bob) == "alice draws from the deck. alice’s turn."
    send(as_alice, game, seen="1", action="discard", card=state_of(game).hands[0][0])
    assert "new card" not in said(alice)


@pytest.mark.once
def test_refused_cards_stay_chosen_with_the_reason(game: Game, as_alice: Client) -> None:
    send(as_alice, game, seen="0", action="draw_deck")
    hand = state_of(game).hands[0]
    response = send(as_alice, game, seen="1", action="match", card=[hand[0], hand[1]])
    assert response.status_code == 422
    assert alert_of(response) == "Choose three cards from your hand."
    assert {hand[0], hand[1]} <= checked(response)


def test_a_draw_that_is_posted_twice_is_made_once(game: Game, as_alice: Client) -> None:
    for _ in range(2):
        sent = send(as_alice, game, seen="0", action="draw_deck", card="5S")
        assert sent.status_code == 302
    assert texts(game) == ["draw deck"]


@pytest.mark.once
def test_another_draw_is_no_repetition(game: Game, as_alice: Client) -> None:
    send(as_alice, game, seen="0", action="draw_deck")
    refused = send(as_alice, game, seen="0", action="draw_discard")
    assert refused.status_code == 422
    again = send(as_alice, game, seen="1", action="draw_discard")
    assert alert_of(again) == "You have already drawn a card."
    assert texts(game) == ["draw deck"]


@pytest.mark.once
@pytest.mark.parametrize("typed", ["Draw Deck", "draw discard"])
def test_a_typed_move_may_be_in_any_case(game: Game, as_alice: Client, typed: str) -> None:
    assert send(as_alice, game, seen="0", move=typed).status_code == 302
    card = state_of(game).hands[0][0]
    assert send(as_alice, game, seen="1", move=f"discard {card.lower()}").status_code == 302
    assert texts(game) == [typed.lower(), f"discard {card}"]


@pytest.mark.once
def test_the_help_for_typing_explains_jokers_and_the_numbers_of_triplet_cards(
    game: Game, as_alice: Client
) -> None:
    page = text_of(as_alice.get(at("game", game)))
    assert "<code>XX</code> is a joker" in page
    assert "<code>T37</code> is the number on a triplet card" in page


def test_the_clock_announces_and_reports_what_it_does(
    game: Game, as_alice: Client, as_bob: Client
) -> None:
    page = text_of(as_alice.get(at("game", game)))
    assert "If your time runs out: your turn is played for you (violation 1 of 5)" in page
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(100))
    services.expire_turn(game.pk)
    told = re.search(r"alice ran out of time: [^<]*", text_of(as_bob.get(at("game", game))))
    assert told is not None
    assert re.fullmatch(
        r"alice ran out of time: a card is drawn from the deck and \S+ discarded \(1 of 5\)",
        told[0].strip(),
    )


@pytest.mark.once
@pytest.mark.early
def test_a_person_plays_a_whole_game_against_three_computers(alice: Any) -> None:
    levels = ["easy", "beginner", "easy"]
    game = services.play_computer(alice, variant="triple_four", move_time=60, levels=levels)
    rng = random.Random(4)
    with remembering():
        while game.status == Game.Status.PLAYING:
            if game.to_move:
                assert game.computer_moves_at is not None
                tasks.play_computer(game.pk)
            else:
                play_like_easy(game, alice, rng)
            before, game = game, Game.objects.get(pk=game.pk)
            assert game.move_count == before.move_count + 1
    assert game.reason in ("four_triplets", "most_triplets")
    assert not game.events.filter(kind=Event.Kind.TIMEOUT).exists()


def play_like_easy(game: Game, user: Any, rng: random.Random) -> None:
    snapshot = selectors.find_game(game.public_id, user)
    view = game.rules.document(snapshot.state, 0)
    move = choose(view, "easy", rng.getrandbits(32)).move
    services.make_move(
        game.pk,
        user_id=user.pk,
        selection=services.Selection(game.move_count, text=str(move)),
        arrived_at=timezone.now(),
    )
