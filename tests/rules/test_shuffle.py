"""The recipe of the shuffle, version 1, with fixed examples."""

from collections import Counter

import pytest

from games.rules import shuffle
from games.rules.cards import PACK

SEED = bytes(range(32))

VECTORS = [
    (
        SEED,
        ("a1b2", ""),
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        1,
        "7D TS 2D 2H AD 2S 3S 4H 9H 4S 7C 5H",
    ),
    (
        bytes(32),
        ("", ""),
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        1,
        "TH 3C 7H 9S TS 6S QC 8C TC 8S JS 2D",
    ),
    (
        b"\xff" * 32,
        ("0f" * 32, "1e" * 32),
        "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051",
        0,
        "QC 3S 5S 9S TC 7S 8D AS 6D 2S TD JD",
    ),
]
PICK = "1cd90ce834b8841778dd4258f91fa68de65edda64d6fa5fda887da5261a73cf7"


def test_the_pack_is_in_the_order_of_the_recipe() -> None:
    assert PACK[:3] == ("AS", "2S", "3S")
    assert PACK[12:14] == ("KS", "AH")
    assert PACK[-1] == "KC"
    assert shuffle.VERSION == 1


@pytest.mark.parametrize(
    ("seed", "values", "commitment", "starter", "deck"),
    VECTORS,
)
def test_a_known_seed_gives_its_commitment_starter_and_deck(
    seed: bytes, values: tuple[str, ...], commitment: str, starter: int, deck: str
) -> None:
    assert shuffle.commitment(seed) == commitment
    stream = shuffle.Stream(seed, values)
    assert stream.below(2) == starter
    shuffled = stream.shuffled(PACK)
    assert " ".join(shuffled[:12]) == deck
    assert sorted(shuffled) == sorted(PACK)


def test_the_players_values_change_the_deck() -> None:
    decks = {
        shuffle.Stream(SEED, values).shuffled(PACK)
        for values in (("", ""), ("aa", ""), ("", "aa"), ("a", "a"))
    }
    assert len(decks) == 4


def test_draws_are_below_their_limit_and_even() -> None:
    stream = shuffle.Stream(SEED, ("", ""))
    draws = Counter(stream.below(6) for _ in range(6000))
    assert set(draws) == set(range(6))
    assert min(draws.values()) > 850


def test_the_secret_pick_is_committed_with_its_salt() -> None:
    assert shuffle.pick_commitment(bytes(16), "7H") != shuffle.pick_commitment(bytes(16), "8H")
    assert shuffle.pick_commitment(b"\x01" * 16, "7H") != shuffle.pick_commitment(bytes(16), "7H")
    assert shuffle.pick_commitment(bytes(16), "7H") == PICK


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle.Stream(seed)


@pytest.mark.parametrize("value", ["|", "xyz", "A1", "a1 ", "ü"])
def test_a_value_that_is_not_hexadecimal_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="hexadecimal"):
        shuffle.Stream(SEED, ("", value))


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_a_draw_needs_a_sensible_limit(limit: int) -> None:
    with pytest.raises(ValueError, match="draw"):
        shuffle.Stream(SEED).below(limit)
