"""What moves do, as far as they tell themselves, and what is special about cards."""

from collections.abc import Iterable
from typing import Final

from games.rules.errors import IllegalMove
from games.rules.explanation import Explanation
from games.rules.facts import Fact, make_fact
from games.rules.notation import Action, Move
from games.rules.telling import read_groups
from games.rules.trifecta.values import FACES, NUMBERS, WILD

CARD_BADGES: Final = {"JS": "11", "JH": "11", "QS": "12", WILD: "3–9"}

_POINT: Final = make_fact("card_points", count=1)
CARD_NOTES: Final[dict[str, tuple[Fact, ...]]] = {
    "TD": (make_fact("card_points", count=2),),
    "2S": (_POINT,),
    "AS": (_POINT, make_fact("decides_tie")),
    "AH": (_POINT,),
    "AD": (_POINT,),
    "AC": (_POINT,),
    **{
        card: (make_fact("face_or_number", face=FACES[card], value=NUMBERS[card][0]),)
        for card in ("JS", "JH", "QS")
    },
    WILD: (
        make_fact(
            "face_or_any_number", face=FACES[WILD], low=NUMBERS[WILD][0], high=NUMBERS[WILD][-1]
        ),
    ),
}


def describe_move(move: Move) -> Explanation:
    """Return what a move does, without the card of a secret pick.

    >>> from games.rules.notation import parse_text
    >>> str(describe_move(parse_text("8C x 5H 3D 8S")))
    '8♣ takes 5♥ + 3♦ and 8♠'
    >>> str(describe_move(parse_text("3H + 5D = 8")))
    'builds 8 with 3♥ + 5♦'
    """
    action, card, _, value = move
    if action is Action.DEAL:
        raise IllegalMove("only_dealer_deals", "1.2")
    if action in (Action.PASS, Action.SECRET):
        return Explanation(str(action))
    if action in (Action.BUILD, Action.BUILD_SAME):
        groups = read_groups(move, NUMBERS) or _apart((card, *move.cards))
        code = "build_same" if len(groups) > 1 else "build"
        return Explanation(code, card, value, tuple(groups))
    groups = _apart(move.cards)
    if action is Action.CAPTURE and (value is not None or card not in FACES):
        # What does not add up is a subtraction pile, which is taken by itself.
        groups = read_groups(move, NUMBERS) or [move.cards]
    return Explanation(str(action), card, value, tuple(groups))


def _apart(cards: Iterable[str]) -> list[tuple[str, ...]]:
    return [(card,) for card in cards]
