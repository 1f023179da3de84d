"""A move in full, on the table it is played on: its groups, and what a capture brings."""

from games.rules.cards import BIT
from games.rules.explanation import Counts, Explanation
from games.rules.facts import Fact, make_fact
from games.rules.notation import Action, Move
from games.rules.scoring import add_lines
from games.rules.state import Kind, Pile
from games.rules.telling import Unit, find_used, put_first, split_pile, split_units
from games.rules.trifecta.points import DIAMONDS, SPADES, score_capture, score_cards
from games.rules.trifecta.state import TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, WILD, read_wild
from games.rules.trifecta.words import describe_move


def explain_move(state: TrifectaState, move: Move) -> Explanation:
    """Return the move with its groups and what it brings; see `Variant.explain`."""
    action, card, _, value = move
    if action is Action.CAPTURE:
        groups = tuple(_find_capture_groups(state, move))
        gains, points = _count_gains(move), _count_points(state, move)
        return Explanation("capture", card, value, groups, gains, points)
    if action in (Action.BUILD, Action.BUILD_SAME):
        return Explanation(str(action), card, value, tuple(_find_build_groups(state, move)))
    return describe_move(move)


def find_capturers(state: TrifectaState, move: Move) -> tuple[str, ...]:
    """Return the cards left in the hand that can capture the pile that the move makes."""
    if move.action not in (Action.BUILD, Action.BUILD_SAME, Action.SUBTRACTION):
        return ()
    seat = state.to_move
    assert seat is not None
    return tuple(
        card
        for card in state.hands[seat]
        if card != move.card
        and (move.value in NUMBERS.get(card, ()) or move.value == FACES.get(card))
    )


def name_reading(state: TrifectaState, move: Move) -> Fact:
    """Return what distinguishes the move from others with the same cards."""
    action, card, _, value = move
    if action is Action.CAPTURE:
        if value is None:
            return make_fact("reading_capture")
        return make_fact("reading_capture_as", value=value)
    if action is Action.SUBTRACTION:
        return make_fact("reading_leave", value=value)
    if action is Action.DROP:
        return make_fact("reading_drop")
    if action is Action.PASS:
        return make_fact("reading_pass_turn")
    code = "reading_build" if action is Action.BUILD else "reading_build_same"
    reading = _read_played_wild(state, move) if card == WILD and isinstance(value, int) else None
    if reading:
        return make_fact(f"{code}_as", worth=value, card=card, value=reading)
    return make_fact(code, worth=value)


def _read_played_wild(state: TrifectaState, move: Move) -> int | None:
    """Return what the wild king stands for in a build of a number."""
    assert isinstance(move.value, int)
    piles = find_used(state, move)
    others = sum(_read_unit(pile)[0][0] for pile in piles if pile.kind is not Kind.FIXED)
    return read_wild(others, move.value)


def _find_capture_groups(state: TrifectaState, move: Move) -> list[tuple[str, ...]]:
    """Return the taken cards in groups that each match the card played; builds come last."""
    number = move.value if move.value is not None else next(iter(NUMBERS[move.card]), None)
    piles = find_used(state, move)
    if not isinstance(number, int) or (move.value is None and move.card in FACES):
        return [cards for pile in piles for cards in _split_pile(pile)]
    loose = [_read_unit(pile) for pile in piles if pile.kind is Kind.LOOSE]
    builds = [pile for pile in piles if pile.kind is not Kind.LOOSE]
    return split_units(loose, number) + [cards for pile in builds for cards in _split_pile(pile)]


def _find_build_groups(state: TrifectaState, move: Move) -> list[tuple[str, ...]]:
    """Return the groups of the new pile, the one with the card played first."""
    piles = find_used(state, move)
    if not isinstance(move.value, int):
        return [(move.card,), *[cards for pile in piles for cards in _split_pile(pile)]]
    units: list[Unit] = [(NUMBERS[move.card], (move.card,))]
    units += [_read_unit(pile) for pile in piles if pile.kind is not Kind.FIXED]
    groups = put_first(move.card, split_units(units, move.value))
    fixed = [pile for pile in piles if pile.kind is Kind.FIXED]
    return groups + [cards for pile in fixed for cards in _split_pile(pile)]


def _read_unit(pile: Pile) -> Unit:
    if isinstance(pile.value, int):
        return (pile.value,), pile.cards
    return NUMBERS[pile.cards[0]], pile.cards


def _split_pile(pile: Pile) -> list[tuple[str, ...]]:
    """Return the groups in a pile; a loose card and each card of a face build are groups."""
    if pile.kind is Kind.FACE:
        return [(card,) for card in pile.cards]
    return [pile.cards] if pile.kind is Kind.SUBTRACTION else split_pile(pile, NUMBERS)


def _count_gains(move: Move) -> Counts:
    cards = move.taken | BIT[move.card]
    gains = [("cards", cards.bit_count())]
    for name, suit in (("spades", SPADES), ("diamonds", DIAMONDS)):
        if count := (cards & suit).bit_count():
            gains.append((name, count))
    return tuple(gains)


def _count_points(state: TrifectaState, move: Move) -> Counts:
    """Return what a capture scores by its form and by its cards."""
    number = move.value if isinstance(move.value, int) else None
    form = score_capture(move.card, number, move.taken)
    cards = score_cards(move.taken | BIT[move.card], state.secrets)
    return add_lines(form, cards.items())
