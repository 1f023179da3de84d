"""The parts of a table of piles."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from games.live.sections import Key, Listed, Section
from games.presenters import TableView
from games.presenters.boards.piles.counter import find_seen, view_row
from games.presenters.boards.piles.view import find_secret, view_badges, view_captures
from games.presenters.sheet import pack_rows
from games.rules.cards import SUIT_SETS
from games.rules.state import State, TableState

if TYPE_CHECKING:
    from games.live.parts import Builder, Heading

FEW_PILES = 7  # with more than this the table is crowded, and the pictures are the large ones


class PilesFrame(NamedTuple):
    """The suits of the pack, whether cards of the round before are marked, badges, and a legend.

    `useful_words` say what the mark on a card means that can be played on a pile.
    """

    suits: tuple[str, ...]
    has_last_round: bool
    badges: tuple[str, ...]
    useful_words: str


def view_frame(view: TableView) -> PilesFrame:
    """Return what stands around the parts."""
    game = view.board.game
    suits = tuple([row[0][1].lower() for row in pack_rows(game.pack)])
    badges = view_badges(game, _on_piles(view.state))
    return PilesFrame(suits, game.remembers_rounds, badges, view.board.useful_words)


def add_parts(page: Builder, view: TableView) -> None:
    """Add the piles, the hand, the captures and the card counter."""
    frame, state, since = page.frame, _on_piles(view.state), _on_piles(view.since)
    _add_places(page, view)
    if new := page.begin("piles", state.table, since.table, view.glows, view.status):
        names, number = [], len(view.board.piles)
        is_large = number > FEW_PILES
        for pile in view.board.piles:
            name = f"pile-{pile.key}"
            names.append(name)
            new.parts[name] = ("pile", pile, frame.is_seated, view.four_colours, is_large, name)
        new.lists["piles"] = ("piles.piles", number), tuple(names)
    if frame.is_seated and view.viewer is not None:
        _add_hand(page, view, view.viewer)
    tabs = ("mine", "theirs") if len(frame.sides) == 2 else ("mine",)
    for place, side in enumerate(frame.sides):
        _add_captures(page, view, side, tabs[place] if place < len(tabs) else "")
    _add_counter(page, view)


def _add_places(page: Builder, view: TableView) -> None:
    frame, state, game = page.frame, _on_piles(view.state), view.board.game
    for player in frame.players:
        index, secret = player.index, find_secret(game, state, player.index)
        is_counted = view.status == "playing" and (index != frame.me or not frame.is_seated)
        held = len(state.hands[index]) if is_counted else None
        taken = game.counts(state, player.side)["cards"] if len(frame.others) > 1 else None
        if new := page.begin(f"place-{index}", secret, held, taken):
            key = ("piles.place", index, secret, player.is_me, player.name, held, taken)
            new.parts[f"place-{index}"] = key


def _add_hand(page: Builder, view: TableView, seat: int) -> None:
    board, names = view.board, []
    secret = find_secret(board.game, _on_piles(view.state), seat)
    new = page.begin("hand", _on_piles(view.state).hands[seat], board.uses_of, secret, view.glows)
    if new is None:
        return
    for held in board.hand:
        name = f"held-{held.face.code}"
        names.append(name)
        new.parts[name] = ("piles.held_card", held, view.four_colours, board.useful_words)
    new.lists["hand"] = ("piles.hand", board.uses), tuple(names)


def _add_captures(page: Builder, view: TableView, side: Heading, tab: str) -> None:
    index, captures, names = side.index, _on_piles(view.state).captures[side.index], []
    new = page.begin(f"captures-{index}", captures)
    if new is None:
        return
    for number, capture in enumerate(view_captures(captures), 1):
        name = f"capture-{index}-{number}"
        names.append(name)
        new.parts[name] = ("piles.capture", name, number, capture)
    key = ("piles.captures", index, len(names), side.object_name)
    new.lists[f"captures-{index}"] = key, tuple(names)
    counts = view.board.game.counts(_on_piles(view.state), index)
    new.parts[f"counts-{index}"] = ("piles.counts", index, tuple(counts.items()))
    if tab:
        new.parts[f"tab-{tab}-cards"] = ("piles.tab_cards", tab, counts["cards"])


def _add_counter(page: Builder, view: TableView) -> None:
    game = view.board.game
    seen, last = find_seen(game, _on_piles(view.state))
    for row in pack_rows(game.pack):
        suit = SUIT_SETS[row[0][1]]
        page.put(f"counter-{row[0][1]}", _take_row(row, seen & suit, last & suit))


@lru_cache(maxsize=4096)
def _take_row(row: tuple[str, ...], seen: int, last: int) -> Section:
    """Return a row of the counter, which all pages that show the same share."""
    suit, names = row[0][1].lower(), _cell_names(row)
    cells = zip(names, view_row(row, seen, last), strict=True)
    parts: dict[str, Key] = {name: ("piles.cell", name, cell) for name, cell in cells}
    lists: dict[str, Listed] = {f"counter-{suit}": (("piles.counter_row", suit), names)}
    return Section((seen, last), parts, lists)


@lru_cache(maxsize=16)
def _cell_names(row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([f"seen-{row[0][1].lower()}-{place}" for place in range(len(row))])


def _on_piles(state: State | None) -> TableState:
    """Return a state after the deal, typed as one of a table of piles."""
    assert isinstance(state, TableState)
    return state
