"""What all games share: the functions that the site calls, and the rules of clock and quitting.

A variant declares its numbers and overrides the hooks (the methods with a leading underscore, and
the few public ones that are about cards). Nothing here knows piles, sums or points.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.rules.conditions import Condition, When
from games.rules.errors import IllegalMove, InvalidPosition
from games.rules.facts import Fact, make_fact
from games.rules.options import Option, Value, check_options
from games.rules.position import Reader, check_list, check_number
from games.rules.scoring import Points, Reason
from games.rules.state import State
from games.rules.turns import put


class AnyMove(Protocol):
    """A move of any game. Its `str` is its text in the notation of the game."""

    @property
    def action(self) -> str:
        """What the player does: one of the variant's `actions`, or an action of the dealer."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=AnyMove)

Viewer = int | str | None
Outcome = tuple[tuple[int, ...], str]

SPECTATOR = "spectator"


class Variant(ABC, Generic[S, M]):
    """A game of cards. Its states are immutable: a move returns a new one.

    A game reports facts: codes and values. A site has its own labels for the actions, lines,
    options and so on that a game declares by code.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    pack: ClassVar[tuple[str, ...]]
    seats: ClassVar[tuple[int, int]]
    rounds: ClassVar[int]
    rules_version: ClassVar[int] = 1
    max_violations: ClassVar[int] = 5
    actions: ClassVar[tuple[str, ...]]
    """What a player can do in a turn, in the order of the buttons."""
    lines: ClassVar[tuple[str, ...]]
    """The lines of the point sheet, in order."""
    most_lines: ClassVar[tuple[str, ...]] = ()
    """The lines for having the most, which are decided only when all cards have been played."""
    keys: ClassVar[frozenset[str]]
    """The keys of a position document."""
    highlight_kinds: ClassVar[tuple[str, ...]] = ()
    """What `highlights` can find."""
    opening_moves: ClassVar[int] = 0
    """The number of secret cards picked before the deal: one for each seat, or none."""
    reasons: ClassVar[tuple[str, ...]] = ("score", "draw")
    """What can decide a game that is played to its end: the reasons of `outcome`."""
    pick_clause: ClassVar[str] = ""
    """The clause of the rules about picking secret cards."""
    pick_time_clause: ClassVar[str] = ""
    """The clause about the time for picking them."""
    unit: ClassVar[str] = "points"
    """What the totals count."""
    mistake_points: ClassVar[float] = 0.5
    """A move that costs at least as many expected points is called a mistake."""
    noise_points: ClassVar[float] = 0.1
    """A move that costs fewer expected points is as good as the best one: see docs/strength.md."""
    board: ClassVar[str] = "piles"
    """The kind of table that the game is played on; each kind has its own pages."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The options of a table."""
    deal_options: ClassVar[tuple[str, ...]]
    """What `deal` can be told besides the options of a table; each kind of game says it."""
    extra_packs: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = ()
    """Further packs that are shuffled after the first, by the option of `deal` that takes them."""
    once_actions: ClassVar[frozenset[str]] = frozenset()
    """The actions that each seat may take once in a game."""
    main_actions: ClassVar[tuple[str, ...]] = ()
    """The actions that may be suggested for the chosen cards, likeliest first."""
    typed_examples: ClassVar[tuple[tuple[str, str], ...]] = ()
    """How moves are written, each with what it does: ("5H", "trail")."""
    deals_decks: ClassVar[bool] = False
    """Whether a game has several decks, so that each awaited shuffle is that of a new one."""
    timeout_plays: ClassVar[bool] = False
    """Whether a violation plays the turn and so changes the table."""

    @classmethod
    @cache
    def lineage(cls) -> tuple[str, ...]:
        """Return the name of the game, and those of the games that it varies, the nearest first."""
        names = (kind.__dict__.get("name") for kind in cls.__mro__)
        return tuple(name for name in names if isinstance(name, str))

    def deal(self, deck: Sequence[str], players: int = 2, **options: Any) -> S:
        """Return the state after dealing the whole pack in the order of `deck`.

        Raises InvalidPosition for another pack, number of players or option.
        """
        low, high = self.seats
        check_number(players, "players", low, high)
        cards = tuple(check_list(deck, "deck"))
        if not all(isinstance(card, str) for card in cards) or sorted(cards) != sorted(self.pack):
            raise InvalidPosition("whole_pack")
        known = {*self.deal_options, *(option.name for option in self.options)}
        for option in options:
            if option not in known:
                raise InvalidPosition("unknown_option_of", title=self.title, option=option)
        return self._deal(cards, players, options)

    def begin(
        self, cards: Sequence[str], *, players: int, starter: int, options: Mapping[str, Any]
    ) -> S:
        """Return the state after dealing a shuffled pack; the shuffle also drew the starting seat.

        Raises InvalidPosition as `deal` does.
        """
        return self.deal(cards, players=players, starter=starter, **options)

    def check_options(self, given: Mapping[str, Any], players: int) -> dict[str, Value]:
        """Return the options of a table, leaving out those with their default value.

        Raises InvalidPosition for an unknown option or value, and for a wrong number of players.
        """
        check_number(players, "players", *self.seats)
        return check_options(self.options, given, players)

    def position(self, document: object) -> S:
        """Return the state that a position document describes; it may hold hidden cards.

        Raises InvalidPosition, naming what is wrong, for anything else.
        """
        reader = Reader(document, keys=self.keys | {"rules_version"}, pack=self.pack)
        variant = reader.require("variant")
        if variant != self.name:
            raise InvalidPosition("another_game", name=self.name)
        own = self.rules_version
        reader.read_number("rules_version", own, own, own)
        return self._read(reader)

    def document(self, state: S, viewer: Viewer = None) -> dict[str, Any]:
        """Return the position as a JSON object, complete, or as a seat or "spectator" sees it."""
        document = self._write(state if viewer is None else self.mask(state, viewer))
        if self.rules_version > 1:
            document["rules_version"] = self.rules_version
        return document

    def mask(self, state: S, viewer: Viewer) -> S:
        """Return the state as a seat sees it, or as a spectator ("spectator" or None) does.

        Every card that the viewer may not know becomes `??`. Once the game is over, nothing is
        hidden.
        """
        seat: int | None = None
        if viewer is not None and viewer != SPECTATOR:
            if type(viewer) is not int or not 0 <= viewer < len(state.hands):
                raise ValueError(f"nobody sits at {viewer!r}")
            seat = viewer
        return state if state.is_over else self._hide(state, seat)

    def moves(self, state: S) -> Iterator[M]:
        """Yield each legal move of the seat to move once, lazily; nothing if nobody is to move."""
        return iter(()) if state.to_move is None else self._list(state)

    def parse(self, state: S, text: object) -> M:
        """Return the legal move that a text means in this state, or raise IllegalMove."""
        self._refuse_after_end(state)
        return self._check(state, self.read_text(text))

    def play(self, state: S, move: M | str) -> S:
        """Return the state after a legal move, which may be given as text. Raises IllegalMove."""
        if isinstance(move, str):
            return self._play(state, self.parse(state, move))
        if state.to_move is None:
            self._refuse_after_end(state)
        return self._play(state, self._check(state, move))

    def play_legal(self, state: S, move: M) -> S:
        """Return the state after a move that this state's `parse`, `compose` or `moves` returned.

        The move is not checked again, and any other move may give an impossible state.
        """
        return self._play(state, move)

    def timeout(self, state: S) -> S:
        """Return the state after the move time of the seat to move has run out.

        This is a violation; after `max_violations` of them the seat forfeits.
        """
        self._refuse_after_end(state)
        seat = state.to_move
        if seat is None:
            raise IllegalMove("no_clock_runs")
        count = state.violations[seat] + 1
        late = replace(state, violations=put(state.violations, seat, count))
        if count >= self.max_violations:
            return self._drop_out(late, seat)
        return self._penalise(late, seat)

    def resign(self, state: S, seat: int) -> S:
        """Return the state after a seat has quit, in or out of turn."""
        self._refuse_after_end(state)
        if type(seat) is not int or not 0 <= seat < len(state.hands):
            raise IllegalMove("no_such_seat", seat=repr(seat))
        return self._drop_out(replace(state, resigned=seat), seat)

    def outcome(self, state: S) -> Outcome | None:
        """Return None while the game goes on, then the winning sides and the reason."""
        if not state.is_over:
            return None
        if state.resigned is not None:
            return self._sides_against(state, state.resigned), "resignation"
        for seat, count in enumerate(state.violations):
            if count >= self.max_violations:
                return self._sides_against(state, seat), "forfeit"
        return self._decide(state)

    def awaited_shuffle(self, state: S) -> tuple[str, tuple[str, ...]] | None:
        """Return what the dealer has to shuffle: the first word of a move, and the cards.

        The site is the dealer: it shuffles the cards and plays the word with them in their new
        order, as in `deal AS 7H ...`. Until then it is nobody's turn. By default there is never
        anything to shuffle, so the result is None.
        """
        return None

    def is_counted(self, state: S) -> bool:
        """Return whether a deck has been played out and counted, and another one is to be dealt."""
        return False

    def is_decided(self, state: S) -> bool:
        """Return whether the moves that are still to come cannot change who wins.

        `state` hides nothing. It may be False where that is hard to tell: by default it is until
        the end.
        """
        return state.is_over

    def is_mid_turn(self, state: S) -> bool:
        """Return whether the seat to move has made part of its turn, all within one move time."""
        return False

    def round_number(self, state: S) -> int:
        """Return the number of the round in its deck, counted from 1."""
        return 1

    def stage(self, state: S) -> Fact | None:
        """Return how far the game is ("Round 2 of 6"), or None if there is nothing to report."""
        return None

    def batch(self, number: int, players: int) -> Fact:
        """Return what a list calls a round, given its number in the whole game, from 1."""
        return make_fact("round_number", number=number)

    def goal(self, state: S) -> int | None:
        """Return the points that win the game, or None if it is played to its end."""
        return None

    def dealer(self, state: S) -> int | None:
        """Return the dealer's seat, or None where it makes no difference."""
        return None

    def out(self, state: S) -> tuple[int, ...]:
        """Return the seats whose players quit or forfeited while the others play on."""
        return ()

    def violation(self, state: S, seat: int) -> Fact:
        """Return the consequence of a violation by a seat: by default a point to its opponents."""
        return make_fact("rivals_point")

    def explain_violation(self, state: S, seat: int) -> Fact:
        """Return the consequence of a violation in a whole state; anyone may know it."""
        return self.violation(state, seat)

    def lines_in(self, state: S) -> tuple[str, ...]:
        """Return the lines of the sheet that can bring points in this game: by default all."""
        return self.lines

    @abstractmethod
    def scores(self, state: S) -> list[dict[str, Points]]:
        """Return for each side the points of every line, and their "total"."""

    def totals(self, state: S) -> list[Points]:
        """Return for each side the points that decide the game: by default those of its sheet."""
        return [sheet["total"] for sheet in self.scores(state)]

    @abstractmethod
    def compose(
        self, state: S, action: str, cards: Sequence[str], piles: Sequence[str] = ()
    ) -> tuple[M, ...]:
        """Return the legal moves of an action with exactly these cards from the hand and piles.

        There are several when the choice has several readings. Raises IllegalMove for none.
        """

    @abstractmethod
    def describe(self, move: M) -> Hashable:
        """Return what a move does, as values; `str()` says it without the player's name."""

    @abstractmethod
    def explain(self, state: S, move: M) -> Hashable:
        """Return a legal move in full: its groups, its sum, and what a capture brings.

        `state` is the one before the move. Like `describe` it returns values; they tell nothing
        that only the mover knows once the move has been made.
        """

    @abstractmethod
    def name_reading(self, state: S, move: M) -> Fact:
        """Return what distinguishes a move from others with the same cards: "Build 10"."""

    def line_counted_out(self, state: S) -> str:
        """Return the line at which counting out came to an end with a winner; by default "".

        That is so in a game that counts its points in an order until somebody has enough of them.
        """
        return ""

    def explain_score(self, state: S) -> tuple[Reason, ...]:
        """Return why each side has its points; the reasons of a line add up to it.

        By default one reason without a cause for each line with points.
        """
        return tuple(
            Reason(line, side, points, None)
            for line in self.lines
            for side, sheet in enumerate(self.scores(state))
            if (points := sheet[line])
        )

    def highlights(self, before: S, move: M, after: S) -> tuple[str, ...]:
        """Return what makes a move a special one that can be searched for: by default nothing."""
        return ()

    def secret_cards(self, state: S) -> tuple[str | None, ...]:
        """Return each seat's secret card, `??` if hidden; nothing in a game without them."""
        return ()

    def pick_text(self, card: str) -> str:
        """Return how the pick of a secret card is written; a TypeError if the game has none."""
        raise TypeError(f"{self.title} has no secret cards")

    def is_pick(self, text: str) -> bool:
        """Return whether the text of a move is the pick of a secret card."""
        return False

    def safe_picks(self) -> tuple[str, ...]:
        """Return the cards from which one is picked for a player who runs out of time."""
        return ()

    def check_pick(self, card: str) -> None:
        """Raise IllegalMove for a card that cannot be picked: by default one not in the pack."""
        if card not in self.pack:
            raise IllegalMove("pick_from_pack", self.pick_clause, count=len(self.pack))

    def mask_text(self, masked: S, seat: int | None, text: str) -> str:
        """Return the text of a seat's move as a viewer may read it whose view is `masked`."""
        return text

    def side(self, state: S, seat: int) -> int:
        """Return the side that a seat plays for: by default its own."""
        return seat

    @abstractmethod
    def read_text(self, text: object) -> M:
        """Return the move that a text names, without looking at a position.

        It may be one that is never legal. Raises IllegalMove.
        """

    def describe_text(self, text: str) -> Hashable:
        """Return what the text of a move says, as `describe` does.

        Raises IllegalMove for a text that is no move of this game.
        """
        return self.describe(self.read_text(text))

    def plan_conditions(self, state: S, seat: int) -> tuple[Condition, ...]:
        """Return what a seat's plan for its next turn may wait for.

        `state` is masked for the seat. By default nothing but the turn itself.
        """
        return (Condition(When.ANYTHING),)

    def suppose(self, state: S, seat: int, dropped: str = "") -> S:
        """Return the state as if it were a seat's turn now, another seat having dropped a card."""
        return replace(state, to_move=seat)

    def choose_example(self, state: S, cards: Sequence[str]) -> str:
        """Return the card that stands in a plan for these of one rank: one that all can replace."""
        return cards[0]

    def dropped_card(self, before: S, after: S) -> str:
        """Return the card that an event between two states has laid open, "" for none."""
        return ""

    def is_unchanged(self, before: S, after: S, condition: Condition, text: str) -> bool:
        """Return whether what a condition names, or the planned move uses, lies there as it did."""
        return True

    def is_example_certain(self, condition: Condition, text: str) -> bool:
        """Return whether a planned move can use no other cards than in its example."""
        return True

    def _refuse_after_end(self, state: S) -> None:
        if state.is_over:
            raise IllegalMove("game_over")

    def _drop_out(self, state: S, seat: int) -> S:
        """Return the state after a seat has quit or forfeited: by default the game is over."""
        return replace(state, to_move=None)

    def _sides_against(self, state: S, seat: int) -> tuple[int, ...]:
        """Return the sides that win when a seat drops out: by default every other seat."""
        return tuple(side for side in range(len(state.hands)) if side != seat)

    @abstractmethod
    def _deal(self, deck: tuple[str, ...], players: int, options: Mapping[str, Any]) -> S:
        """Deal a checked deck, with options that the game has."""

    @abstractmethod
    def _read(self, reader: Reader) -> S:
        """Read the rest of a position."""

    @abstractmethod
    def _write(self, state: S) -> dict[str, Any]:
        """Write the state as a document; hidden cards stay as they are."""

    @abstractmethod
    def _hide(self, state: S, seat: int | None) -> S:
        """Hide what a seat, or a spectator (None), may not know in a running game."""

    @abstractmethod
    def _list(self, state: S) -> Iterator[M]:
        """Yield the legal moves of a running game."""

    @abstractmethod
    def _check(self, state: S, move: M) -> M:
        """Return the move in its printed form if it is legal, without listing any others."""

    @abstractmethod
    def _play(self, state: S, move: M) -> S:
        """Play a checked move."""

    @abstractmethod
    def _penalise(self, state: S, seat: int) -> S:
        """Apply the penalty for a violation that does not forfeit."""

    @abstractmethod
    def _decide(self, state: S) -> Outcome:
        """Return the winners of a game that was played to its end, and the reason."""


AnyVariant = Variant[Any, Any]
"""A variant of which it does not matter what its states and moves are."""
