"""Who is here: each player once, for as long as a page is open and a moment longer."""

from __future__ import annotations

import json

import pytest

from games.live.presence import COUNTS_FOR, STAYS_FOR, Presence


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> Presence:
    return Presence(clock)


def test_a_player_with_three_pages_counts_once(presence: Presence, clock: Clock) -> None:
    for _ in range(3):
        presence.enter(7)
    presence.enter(8)
    assert presence.everybody() == {7, 8}
    for _ in range(2):
        presence.leave(7)
    clock.now += STAYS_FOR + 1
    assert presence.everybody() == {7, 8}


def test_a_player_who_opens_the_next_page_stays(presence: Presence, clock: Clock) -> None:
    presence.enter(7)
    presence.leave(7)
    clock.now += STAYS_FOR - 1
    assert presence.everybody() == {7}
    presence.enter(7)
    clock.now += STAYS_FOR + 1
    assert presence.everybody() == {7}


def test_a_player_without_a_page_is_gone_after_a_moment(presence: Presence, clock: Clock) -> None:
    presence.enter(7)
    presence.leave(7)
    clock.now += STAYS_FOR
    assert presence.everybody() == frozenset()


def test_players_of_other_processes_count_once_until_these_fall_silent(clock: Clock) -> None:
    mine, other = Presence(clock), Presence(clock)
    mine.enter(7)
    other.enter(7)
    other.enter(8)
    told = json.loads(json.dumps(other.tell()))  # as the channel layer carries it
    mine.hear(told)
    assert mine.everybody() == {7, 8}
    assert mine.here() == {7}
    clock.now += COUNTS_FOR - 1
    mine.hear(told)
    clock.now += COUNTS_FOR - 1
    assert mine.everybody() == {7, 8}
    clock.now += 1
    assert mine.everybody() == {7}


def test_the_own_message_changes_nothing(presence: Presence, clock: Clock) -> None:
    presence.enter(7)
    presence.leave(7)
    clock.now += STAYS_FOR - 1
    presence.hear(presence.tell())
    clock.now += 1
    assert presence.everybody() == frozenset()
