"""The pictures of the cards in every style, and the notes on special cards."""

import pytest

from bench import make_cards
from games import rules
from games.live.pieces import card
from games.presenters.boards.piles.words import view_face
from games.rules.cards import HIDDEN, PACK
from games.rules.fishing import AnyFishing, FishingGame, fishing


def test_the_face_cards_are_those_that_the_script_makes() -> None:
    for code in PACK:
        face = (make_cards.CARDS / f"{code}.svg").read_text()
        large = make_cards.CARDS / "large" / f"{code}.svg"
        assert large.read_text() == make_cards.enlarge_index(face, code), code
        if code[1] in make_cards.OWN_COLOURS:
            own = make_cards.colour_face(face, make_cards.OWN_COLOURS[code[1]])
            assert own != face
            assert (make_cards.CARDS / "four" / f"{code}.svg").read_text() == own, code


def test_the_joker_is_the_one_that_the_script_makes() -> None:
    joker = (make_cards.CARDS / "XX.svg").read_text()
    assert make_cards.draw_joker(joker) == joker
    large = make_cards.CARDS / "large" / "XX.svg"
    assert large.read_text() == make_cards.draw_joker(joker, large=True)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("four_colours", [False, True])
def test_every_card_has_a_picture(large: bool, four_colours: bool) -> None:
    for code in (*PACK, "XX", HIDDEN):
        picture = card(code, four_colours=four_colours, large=large)
        assert ("cards/four/" in picture or "cards/large/four/" in picture) == (
            four_colours and code[1] in "DC"
        )


FACES_AND_ACES = {
    f"{rank}{suit}": badge
    for rank, badge in (("J", "11"), ("Q", "12"), ("K", "13"), ("A", "1/14"))
    for suit in "SHDC"
}


def test_special_cards_have_a_badge_and_a_note() -> None:
    found = {
        name: badges(game) for name, game in rules.VARIANTS.items() if isinstance(game, FishingGame)
    }
    assert found == {
        "trifecta": {"JS": "11", "JH": "11", "QS": "12", "KS": "3–9"},
        "casino": {},
        "spade": {},
        "royal": FACES_AND_ACES,
        "royal_casino": FACES_AND_ACES,
    }
    trifecta, casino = (fishing(rules.variant(name)) for name in ("trifecta", "casino"))
    assert 'alt="ten of diamonds (2 points)"' in card(view_face(trifecta.marks, "TD"))
    assert 'alt="ten of diamonds (2 points)"' in card(view_face(casino.marks, "TD"))
    assert 'alt="jack of clubs"' in card(view_face(trifecta.marks, "JC"))


def badges(game: AnyFishing) -> dict[str, str]:
    shown = {code: card(view_face(game.marks, code)) for code in PACK}
    found = {
        code: each.partition('data-badge="')[2].partition('"')[0] for code, each in shown.items()
    }
    return {code: badge for code, badge in found.items() if badge}
