"""A move is listed if and only if it passes the check, and both agree with brute force."""

import contextlib
import itertools
import random
import time

from games import rules
from games.rules.trifecta.state import TrifectaState
from tests.rules import oracle
from tests.rules.table import TRIFECTA, at, is_legal, listed


def random_position(chance: random.Random) -> TrifectaState:
    """Return a small random position, rich in special cards, with builds made by play."""
    pack = list(rules.variant("trifecta").pack)
    chance.shuffle(pack)
    if chance.random() < 0.5:
        specials = ["KS", "QS", "JS", "JH", "KD", "QD", "JD", "AS", "2S"]
        chosen = chance.sample(specials, chance.randint(2, 6))
        pack = list(dict.fromkeys(chosen + pack[:8]))
        chance.shuffle(pack)
    sizes = [chance.randint(1, 4), chance.randint(0, 4)]
    hands = [pack[: sizes[0]], pack[sizes[0] : sum(sizes)]]
    table = pack[sum(sizes) : sum(sizes) + chance.randint(0, 5)]
    state = at([" ".join(hand) for hand in hands], " ".join(table), starter=chance.randint(0, 1))
    for _ in range(chance.randint(0, 3)):
        piling = [m for m in TRIFECTA.moves(state) if m.action in ("build_same", "build")]
        piling += [m for m in TRIFECTA.moves(state) if m.action in ("subtraction", "drop")]
        if state.to_move is None or not piling:
            break
        state = TRIFECTA.play(state, piling[0] if chance.random() < 0.6 else chance.choice(piling))
    return state


def test_listed_moves_are_those_that_brute_force_finds() -> None:
    chance = random.Random(4)
    seen = set()
    for _ in range(500):
        state = random_position(chance)
        if state.to_move is None:
            continue
        moves = listed(state)
        assert len(moves) == len(set(moves)), TRIFECTA.document(state)
        assert sorted(moves) == sorted(oracle.legal_moves(state)), TRIFECTA.document(state)
        seen |= {pile.kind for pile in state.table}
    assert len(seen) == 5


def test_every_listed_move_passes_the_check_and_is_printed_the_same() -> None:
    chance = random.Random(5)
    for _ in range(300):
        state = random_position(chance)
        for move in TRIFECTA.moves(state):
            assert TRIFECTA.parse(state, str(move)) == move
            cards = list(move.cards)
            chance.shuffle(cards)
            head, _, tail = str(move).partition(" = ")
            sign = next((sign for sign in "x+" if f" {sign} " in head), None)
            if sign and cards:
                loose = f" {head.split()[0]}  {sign}\t{'  '.join(cards)} "
                loose += f" =\n{tail}" if tail else ""
                assert TRIFECTA.parse(state, loose) == move


def test_a_move_that_is_not_listed_is_refused() -> None:
    chance = random.Random(6)
    for _ in range(60):
        state = random_position(chance)
        if state.to_move is None or not state.hands[state.to_move]:
            continue
        legal = set(listed(state))
        on_table = [card for pile in state.table for card in pile.cards]
        for _ in range(60):
            card = chance.choice(state.hands[state.to_move])
            taken = chance.sample(on_table, chance.randint(0, min(len(on_table), 4)))
            shown = " ".join(oracle.sort(taken))
            text = chance.choice(
                [
                    f"{card} x {shown}",
                    f"{card}={chance.randint(1, 13)} x {shown}",
                    f"{card} + {shown} = {chance.choice([*range(14), 'K', 'Q', 'J'])}",
                    f"{card} - {shown} = {chance.randint(0, 12)}",
                ]
            )
            assert is_legal(state, text) or text not in legal


CROWDED = (
    "AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C "
    "6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C 9S 9H JS KS TS TH KH QH QD"
)


def test_the_listing_of_a_crowded_table_can_be_stopped_at_any_time() -> None:
    state = at(["QS TD JH 9C", "TC"], CROWDED)
    begun = time.process_time()
    first = list(itertools.islice(TRIFECTA.moves(state), 3000))
    assert time.process_time() - begun < 1
    assert len(set(map(str, first))) == 3000
    for move in first[::50]:
        assert TRIFECTA.parse(state, str(move)) == move


def test_one_move_on_a_crowded_table_is_checked_in_milliseconds() -> None:
    state = at(["QS TD JH 9C", "TC"], CROWDED)
    numbers = [card for card in CROWDED.split() if card not in ("KH", "QH", "QD")]
    chance = random.Random(8)
    texts = []
    for _ in range(200):
        taken = " ".join(chance.sample(numbers, chance.randint(20, len(numbers))))
        card, value = chance.choice([("QS", 12), ("JH", 11), ("TD", ""), ("9C", "")])
        texts.append(f"{card}{f'={value}' if value else ''} x {taken}")
        texts.append(f"9C + {taken} = {chance.choice([10, 11, 12])}")
    times = []
    for text in texts:
        begun = time.process_time()
        check_quietly(state, text)
        times.append(time.process_time() - begun)
    times.sort()
    assert times[len(times) // 2] < 0.005
    assert times[-2] < 0.1


def check_quietly(state: TrifectaState, text: str) -> None:
    with contextlib.suppress(rules.IllegalMove):
        TRIFECTA.parse(state, text)
