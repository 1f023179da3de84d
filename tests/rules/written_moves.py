"""Texts that are written like moves, whether any position allows them or not."""

from hypothesis import strategies as st

from games.rules.cards import PACK

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
"""By the board of a game."""
