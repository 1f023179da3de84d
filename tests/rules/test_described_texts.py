"""A text written like a move is described or refused, and says what the table says."""

from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import rules
from games.rules.cards import PACK
from games.rules.variant import AnyVariant
from tests.rules.test_every_variant import SETUPS, Setup

CARD = st.sampled_from(PACK)
CARDS = st.lists(CARD, min_size=1, max_size=6).map(" ".join)
WORTH = st.integers(0, 99).map(str) | st.sampled_from("KQJ")
ON_PILES = st.one_of(
    CARD,
    st.just("pass"),
    st.builds("secret {}".format, CARD),
    st.builds("deal {}".format, CARDS),
    st.builds("{} x {}".format, CARD, CARDS),
    st.builds("{}={} x {}".format, CARD, st.integers(0, 99), CARDS),
    st.builds("{} + {} = {}".format, CARD, CARDS, WORTH),
    st.builds("{} - {} = {}".format, CARD, CARD, st.integers(0, 99)),
)

ANY_CARD = st.sampled_from((*PACK, "XX"))
ANY_CARDS = st.lists(ANY_CARD, min_size=1, max_size=6) | st.lists(
    st.sampled_from(("8S", "8H", "9H", "TH", "XX")), min_size=3, max_size=3
)
ON_TRAYS = st.one_of(
    st.sampled_from(("draw deck", "draw discard", "pass")),
    st.builds("discard {}".format, ANY_CARD),
    st.builds("shuffle {}".format, ANY_CARDS.map(" ".join)),
    st.builds(
        "{} T{}: {}".format,
        st.sampled_from(("match", "take")),
        st.integers(1, 99),
        ANY_CARDS.map(" ".join),
    ),
)
TEXTS = {"piles": ON_PILES, "trays": ON_TRAYS}


@pytest.mark.parametrize("game", rules.VARIANTS.values(), ids=lambda game: game.name)
def test_a_well_formed_text_is_described_or_refused(game: AnyVariant) -> None:
    @settings(derandomize=True, max_examples=200, deadline=None)
    @given(TEXTS[game.board])
    def tell(text: str) -> None:
        try:
            told = game.describe_text(text)
        except rules.IllegalMove as refused:
            told = refused
        assert str(told)

    tell()


@pytest.mark.parametrize(
    "setup", [setup for setup in SETUPS if setup.game.board == "piles"], ids=str
)
def test_the_text_of_a_move_tells_the_groups_that_it_makes_on_its_table(setup: Setup) -> None:
    game: Any = setup.game
    compared = 0
    for seed in setup.seeds(20):
        before = None
        for state, text in setup.walk(seed):
            if before is not None and text and (" x " in text or " + " in text):
                there = game.explain(before, game.parse(before, text))
                told = game.describe_text(text)
                assert (told.action, told.value) == (there.action, there.value), text
                cards = sorted(chain(*told.groups))
                assert cards == sorted(chain(*there.groups)), text
                if len(cards) <= 3:  # more may split in several ways
                    assert _ranks(told.groups) == _ranks(there.groups), text
                    compared += 1
            before = state
    assert compared > 10


def _ranks(groups: tuple[tuple[str, ...], ...]) -> list[str]:
    return sorted("".join(sorted(card[0] for card in group)) for group in groups)
