"""The checker of histories: each fault that it looks for is planted and found."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from tests.faults.history import (
    Acknowledged,
    Entry,
    Sent,
    Shown,
    StoredEvent,
    StoredGame,
    find_faults,
)

pytestmark = pytest.mark.once

MOVES = ["3H", "5D", "KS"]


def play() -> tuple[list[Entry], StoredGame]:
    """Return the history of three moves, each sent twice, and the game as it is stored."""
    history: list[Entry] = [Shown(1, "alice", 4)]
    for seen, text in enumerate(MOVES):
        sent = Sent(1, seen % 2, seen, text)
        history += [sent, sent, Acknowledged(1, seen % 2, seen, text), Shown(1, "alice", 5 + seen)]
    events = [StoredEvent(n + 1, "move", n % 2, text, 10.0 * n) for n, text in enumerate(MOVES)]
    return history, StoredGame(1, 7, version=7, move_time=60, events=events)


def idle(*times: float) -> StoredGame:
    """Return a game in which a seat let its time run out at these times."""
    events = [StoredEvent(n, "timeout", 0, "", at) for n, at in enumerate(times, 1)]
    return StoredGame(2, 1, version=1, move_time=60, events=events, is_attended=False)


def renumbered(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    return [replace(event, number=number) for number, event in enumerate(events, 1)]


def test_a_faultless_history_has_no_fault() -> None:
    history, game = play()
    assert find_faults(history, [game, idle(0, 60, 125)]) == []


def lose_the_last(game: StoredGame) -> StoredGame:
    return replace(game, events=game.events[:-1])


def double_the_first(game: StoredGame) -> StoredGame:
    return replace(game, events=renumbered([game.events[0], *game.events]))


def swap_two(game: StoredGame) -> StoredGame:
    first, second, third = game.events
    return replace(game, events=renumbered([first, third, second]))


def skip_a_number(game: StoredGame) -> StoredGame:
    return replace(game, events=[*game.events[:-1], replace(game.events[-1], number=9)])


def invent_one(game: StoredGame) -> StoredGame:
    return replace(game, events=[*game.events, StoredEvent(4, "move", 1, "AC", 40)])


def charge_a_player(game: StoredGame) -> StoredGame:
    return replace(game, events=[*game.events, StoredEvent(4, "timeout", 1, "", 40)])


def charge_between_moves(game: StoredGame) -> StoredGame:
    first, second, third = game.events
    charge = StoredEvent(3, "timeout", 0, "", 90)
    return replace(game, events=renumbered([first, second, charge, replace(third, at=95)]))


def go_on_unseen(game: StoredGame) -> StoredGame:
    return replace(game, version_to_show=8, version=8)


def forget_the_last(game: StoredGame) -> StoredGame:
    return replace(game, version_to_show=6, version=6)


@pytest.mark.parametrize(
    ("plant", "fault"),
    [
        (lose_the_last, "the acknowledged move 2 KS is lost"),
        (double_the_first, "nobody sent the move 1 3H"),
        (swap_two, "the acknowledged move 1 5D is in another place"),
        (skip_a_number, "its events have the numbers [1, 2, 9]"),
        (invent_one, "nobody sent the move 3 AC"),
        (charge_a_player, "event 4 is a violation of somebody who moves in time"),
        (charge_between_moves, "event 3 is a violation of somebody who moves in time"),
        (go_on_unseen, "alice is left with version 7 of 8"),
        (forget_the_last, "alice is left with version 7 of 6"),
    ],
)
def test_a_fault_in_what_is_stored_is_found(
    plant: Callable[[StoredGame], StoredGame], fault: str
) -> None:
    history, game = play()
    assert f"game 1: {fault}" in find_faults(history, [plant(game)])


def test_players_who_have_left_are_charged_with_reason() -> None:
    history, game = play()
    left = [StoredEvent(4, "timeout", 1, "", 80), StoredEvent(5, "timeout", 1, "", 140)]
    assert find_faults(history, [replace(game, events=[*game.events, *left])]) == []


def test_a_game_may_go_on_after_the_last_look() -> None:
    history, game = play()
    assert find_faults(history, [replace(game, version=8)]) == []


def test_a_game_that_is_gone_is_found() -> None:
    assert find_faults(play()[0], []) == ["game 1: it is gone"]


def test_an_older_version_after_a_newer_one_is_found() -> None:
    history, game = play()
    history.insert(-1, Shown(1, "alice", 3))
    assert find_faults(history, [game]) == ["game 1: alice was shown version 3 after version 6"]


def test_an_answer_to_nothing_is_found() -> None:
    history, game = play()
    history = [entry for entry in history if not isinstance(entry, Sent) or entry.text != "KS"]
    faults = find_faults(history, [game])
    assert "game 1: the move 2 KS was acknowledged before it was sent" in faults


def test_a_move_before_one_that_was_acknowledged_earlier_is_found() -> None:
    history, game = play()
    late: list[Entry] = [Sent(1, 0, 0, "9C"), Acknowledged(1, 0, 0, "9C")]
    faults = find_faults([*history, *late], [game])
    assert "game 1: the move 0 9C came before one acknowledged earlier" in faults


def test_violations_that_are_too_close_are_found() -> None:
    assert find_faults([], [idle(0, 60, 119)]) == [
        "game 2: event 3 is a violation 59.0 s after the one before"
    ]
