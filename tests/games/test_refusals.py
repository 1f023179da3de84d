"""Refusals: exceptions that another process can be given."""

from __future__ import annotations

import pickle

import pytest

from games import services
from games.rules import IllegalMove

REFUSALS = (
    services.Refused(),
    services.NotSeated("only_host"),
    services.NotYourTurn(),
    services.TimeRanOut("forfeited", count=5),
    services.IllegalPlay(IllegalMove("card_not_held", "1.5", card="TD")),
    services.ChoiceNeeded(()),
    services.PickRefused("already_picked"),
    services.SeatRefused("seat_taken"),
    services.AlreadyPlaying("already_playing", public_id="abc"),
)


@pytest.mark.parametrize("refused", REFUSALS, ids=lambda refused: type(refused).__name__)
def test_a_refusal_can_be_pickled(refused: services.Refused) -> None:
    copy = pickle.loads(pickle.dumps(refused))  # noqa: S301
    assert type(copy) is type(refused)
    assert (copy.fact, copy.__dict__, copy.args) == (refused.fact, refused.__dict__, refused.args)
