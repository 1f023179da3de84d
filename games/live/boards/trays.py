"""The parts of a table of trays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from games.messages.trays import tell_useful
from games.presenters import TableView

if TYPE_CHECKING:
    from games.live.parts import Builder
    from games.live.sections import Section


class TraysFrame(NamedTuple):
    """The name of the player at the bottom of the page, and what a mark in the hand means."""

    bottom_name: str
    useful_words: str


def view_frame(view: TableView) -> TraysFrame:
    """Return what stands around the parts."""
    return TraysFrame(view.me.name if view.me else "", tell_useful())


def add_parts(page: Builder, view: TableView) -> None:
    """Add the stacks, the trays, the hand and the matched piles."""
    new, me = page.add("trays"), view.me
    assert me is not None
    parts, is_seated = new.parts, page.frame.is_seated
    seats: Any = view.seats
    for seat in seats:
        count = seat.hand_count if seat.index != me.index or not is_seated else None
        parts[f"place-{seat.index}"] = ("trays.place", seat.index, count)
        name = "" if is_seated and seat.index == me.index else seat.name
        can_take = is_seated and seat.index != me.index
        matched = view.board.matched[seat.index]
        parts[f"matches-{seat.index}"] = ("trays.matches_of", seat.index, matched, can_take, name)
    for side in view.sides:
        seat = seats[side.seats[0]]
        left = seat.tray if view.result is not None else ()
        parts[f"matched-{side.index}"] = (
            "trays.matched",
            side.index,
            side.name,
            side.is_mine,
            seat.matched,
            view.goal,
            left,
        )
    _add_stacks(new, view)
    if is_seated:
        _add_own(new, view)


def _add_stacks(new: Section, view: TableView) -> None:
    parts, lists, board = new.parts, new.lists, view.board
    back = "??" if board.deck.count else ""
    parts["deck"] = ("trays.pile", "deck", board.deck, back, False, False)
    parts["discard-pile"] = (
        "trays.pile",
        "discard-pile",
        board.discard_pile,
        board.top,
        board.is_top_new,
        view.four_colours,
    )
    number, shown, fanned = len(board.discard), [], []
    for ago, code in enumerate(board.discard):
        place = number - ago
        shown.append(f"discard-{place}")
        parts[shown[-1]] = ("trays.discard", shown[-1], code)
    for place, code in enumerate(board.fanned, number - len(board.fanned)):
        fanned.append(f"below-{place}")
        parts[fanned[-1]] = ("trays.fanned", fanned[-1], code, view.four_colours)
    lists["discards-cards"] = ("trays.discards_cards", number), tuple(shown)
    lists["discarded"] = ("trays.discarded",), tuple(fanned)
    parts["discards-note"] = ("trays.discards_note", number > 0)
    parts["discards-number"] = ("trays.discards_number", number)
    parts["tab-discards-number"] = ("trays.tab_discards", number)


def _add_own(new: Section, view: TableView) -> None:
    parts, lists, board = new.parts, new.lists, view.board
    goals = []
    for goal in board.tray:
        goals.append(f"goal-{goal.name}")
        parts[goals[-1]] = ("trays.tray_goal", goal)
    lists["tray"] = ("trays.tray", len(goals)), tuple(goals)
    hand = []
    for held in board.hand:
        hand.append(f"held-{held.key}")
        parts[hand[-1]] = ("trays.held_card", held, view.four_colours, tell_useful())
    goes_on = view.your_turn and board.is_second_step
    key = ("trays.hand", view.game_id, len(hand), goes_on, board.uses)
    lists["hand"] = key, tuple(hand)
