"""Time controls as arithmetic: what a turn lasts, and what it leaves in the bank."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import (
    BANKS,
    INCREMENTS,
    LATER_MOVE_TIME,
    MOVE_TIMES,
    NO_TIMER,
    TimeControl,
    by_length,
)

HOUR, DAY = 3_600, 86_400
ZERO = dt.timedelta(0)

budgets = st.builds(TimeControl, st.sampled_from(INCREMENTS), st.sampled_from(BANKS))
controls = st.one_of(st.sampled_from(MOVE_TIMES).map(TimeControl), budgets)


@given(control=budgets, share=st.floats(0, 1), spent=st.lists(st.floats(0, 1.2), max_size=30))
def test_a_bank_loses_what_a_turn_takes_beyond_its_increment_and_never_exceeds_its_start(
    control: TimeControl, share: float, spent: list[float]
) -> None:
    bank = control.full_bank * share
    for part in spent:
        turn = control.turn_time(bank=bank)
        assert turn == dt.timedelta(seconds=control.move_time) + bank
        taken = turn * part
        after = control.bank_after(turn - taken)
        assert ZERO <= after <= control.full_bank
        expected = bank + dt.timedelta(seconds=control.move_time) - taken
        assert after == min(control.full_bank, max(ZERO, expected))
        bank = after


@given(control=controls, share=st.floats(0, 1))
def test_a_later_move_time_in_the_same_turn_is_a_day_at_most(
    control: TimeControl, share: float
) -> None:
    bank = control.full_bank * share
    later = control.turn_time(bank=bank, is_later=True)
    assert later == min(LATER_MOVE_TIME, control.turn_time(bank=bank))
    assert later > ZERO
    if control.is_live:
        assert later == control.turn_time(bank=bank)


@pytest.mark.parametrize(
    ("control", "days"),
    [
        (TimeControl(7 * DAY), 11),
        (TimeControl(14 * DAY), 18),
        (TimeControl(DAY), 5),
        (TimeControl(12 * HOUR, bank=3 * DAY), 5.5),
    ],
)
def test_five_missed_deadlines_end_a_game_soon(control: TimeControl, days: float) -> None:
    missed = control.bank_after(ZERO)
    later = [control.turn_time(bank=missed, is_later=True)] * 4
    assert sum(later, control.turn_time(bank=control.full_bank)) == dt.timedelta(days=days)


@given(control=controls)
def test_what_is_on_offer_is_read_again_from_its_text(control: TimeControl) -> None:
    assert control.is_offered
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    "control",
    [
        TimeControl(NO_TIMER),
        TimeControl(59),
        TimeControl(2 * DAY),
        TimeControl(DAY, bank=15 * DAY),
        TimeControl(DAY, bank=DAY + 1),
        TimeControl(3 * DAY, bank=3 * DAY),
        TimeControl(60, bank=DAY),
    ],
)
def test_nothing_else_is_on_offer(control: TimeControl) -> None:
    assert not control.is_offered


@pytest.mark.parametrize("text", ["", "soon", "60+", "1.5", "60+60+60"])
def test_a_text_that_names_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        TimeControl.parse(text)


def test_the_longer_time_is_that_with_the_longer_full_turn() -> None:
    budget = TimeControl(12 * HOUR, bank=3 * DAY)
    times = [TimeControl(7 * DAY), budget, TimeControl(3 * DAY), TimeControl(60)]
    assert sorted(times, key=by_length) == [
        TimeControl(60),
        TimeControl(3 * DAY),
        budget,
        TimeControl(7 * DAY),
    ]
