"""What a viewer may know, said card by card and not taken from what the masks hide."""

from typing import Any

import pytest

from games import rules
from tests.rules.test_every_variant import Setup, cards_of, every_variant

HIDDEN = rules.HIDDEN
OF_A_SEAT = ("hands", "trays")
"""The keys of a document that hold the cards of each seat, which only that seat may know."""
OF_NOBODY = ("stock", "triplets")
"""The keys of a document that hold cards which nobody may know."""


def may_know(document: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """Return a complete document with `??` for each card that the viewer may not know."""
    known = dict(document)
    for key in set(OF_A_SEAT) & set(document):
        known[key] = [
            cards if seat == viewer else [HIDDEN] * len(cards)
            for seat, cards in enumerate(document[key])
        ]
    for key in set(OF_NOBODY) & set(document):
        known[key] = [HIDDEN] * len(document[key])
    if "secrets" in document:
        captured = set(cards_of(document["captured"]))
        known["secrets"] = [
            card if seat == viewer or card is None or card in captured else HIDDEN
            for seat, card in enumerate(document["secrets"])
        ]
    return known


@every_variant
def test_a_viewer_sees_what_is_open_and_what_belongs_to_the_own_seat(setup: Setup) -> None:
    game = setup.game
    for seed in setup.seeds(20):
        for state, _ in setup.walk(seed):
            document = game.document(state)
            for viewer in (*range(setup.players), None):
                seen = game.document(state, "spectator" if viewer is None else viewer)
                assert seen == (document if state.is_over else may_know(document, viewer))


@every_variant
def test_a_spectator_of_the_deal_sees_no_more_than_the_open_cards_of_the_table(
    setup: Setup,
) -> None:
    document = setup.game.document(setup.deal(1), "spectator")
    open_cards = [card for card in cards_of(document) if card != HIDDEN]
    assert len(open_cards) <= 4


@pytest.mark.parametrize("captor", [0, 1])
def test_a_secret_card_is_open_once_anybody_has_captured_it_7_4(captor: int) -> None:
    captured: list[list[str]] = [[], []]
    captured[captor] = ["7H", "7D"]
    document = {
        "variant": "trifecta",
        "hands": [["3H"], ["4H"]],
        "table": [],
        "captured": captured,
        "secrets": ["6C", "7H"],
    }
    game = rules.variant("trifecta")
    state = game.position(document)
    assert [game.document(state, viewer)["secrets"] for viewer in (0, 1, "spectator")] == [
        ["6C", "7H"],
        [HIDDEN, "7H"],
        [HIDDEN, "7H"],
    ]
