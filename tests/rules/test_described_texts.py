"""A text written like a move is described or refused, whatever cards it names."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import rules
from games.rules.cards import PACK
from games.rules.variant import AnyVariant

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
    @settings(derandomize=True, max_examples=500, deadline=None)
    @given(TEXTS[game.board])
    def tell(text: str) -> None:
        try:
            told = game.describe_text(text)
        except rules.IllegalMove as refused:
            told = refused
        assert str(told)

    tell()
