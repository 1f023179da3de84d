"""Listing every legal move of the games with builds, lazily and each once.

The listing shares no code with the check of a given move; the tests compare the two.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from games.rules.cards import BIT
from games.rules.combinations import find_sums, join_needed
from games.rules.holding import Numbers, find_own_build
from games.rules.notation import Action, Move
from games.rules.state import Kind, TableState

# Looking up a member of an enum takes ten times as long as a name, and this runs for every move.
_CAPTURE, _BUILD, _BUILD_SAME = Action.CAPTURE, Action.BUILD, Action.BUILD_SAME
_SINGLE = Kind.SINGLE
_new = tuple.__new__


class Table:
    """A hand, and the piles sorted by their use, each as its set of cards.

    If it `adds_builds`, a single build counts as a card of its value; else only the card played can
    be added to it.
    """

    def __init__(self, state: TableState, seat: int, numbers: Numbers, adds_builds: bool) -> None:
        self.hand = [card for card in state.hands[seat] if card in BIT]
        self.numbers = numbers
        self.faces: list[tuple[str, int]] = []
        self.builds: dict[int, list[int]] = {}
        self.raisable: dict[int, list[int]] = {}
        self.own: dict[int, int] = {}
        units: list[tuple[int, int]] = []
        flexible: list[tuple[tuple[int, ...], int]] = []
        for pile in state.table:
            value, bits = pile.value, pile.bits
            if value is None:
                card = pile.cards[0]
                readings = numbers[card]
                if len(readings) == 1:
                    units.append((readings[0], bits))
                elif readings:
                    flexible.append((readings, bits))
                else:
                    self.faces.append((card[0], bits))
                continue
            assert isinstance(value, int)
            is_single = pile.kind is _SINGLE
            if adds_builds and is_single:
                units.append((value, bits))
            else:
                self.builds.setdefault(value, []).append(bits)
                if is_single:
                    self.raisable.setdefault(value, []).append(bits)
            if pile.owner == seat:
                self.own[value] = self.own.get(value, 0) | bits
        top = max((numbers[card][-1] for card in self.hand if numbers[card]), default=0)
        self.sums = find_sums(units, top, flexible)

    def list_card(self, card: str, wanted: int = 0) -> Iterator[Move]:
        """Yield the plays of a card, except its trail, that use all the wanted cards on the table.

        They also use own builds for which no card would be kept (4.8).
        """
        numbers = self.numbers
        held = [numbers[other] for other in self.hand if other != card]
        needs = self._find_needs(held, None, wanted) if self.own else [wanted]
        readings = numbers[card]
        if not readings:
            for face, bits in self.faces:
                if face == card[0] and not all(need & ~bits for need in needs):
                    yield _new(Move, (_CAPTURE, card, bits, None))
            return
        lowest = readings[0]
        if len(readings) > 1:
            yield from self._list_readings(card, readings, needs)
        elif groups := self._find_groups(lowest):
            joined = groups if len(groups) == 1 and needs == [0] else _join([0], groups, needs)
            for taken in joined:
                yield _new(Move, (_CAPTURE, card, taken, None))
        for value in sorted({number for each in held for number in each}):
            if value < lowest or not (starts := self._find_starts(readings, value)):
                continue
            groups = self._find_groups(value)
            if self.own:
                needs = self._find_needs(held, value, wanted)
            if not groups and needs == [0]:
                for taken in starts:
                    if taken:
                        yield _new(Move, (_BUILD, card, taken, value))
            else:
                alone = set(starts)
                for taken in _join(starts, groups, needs):
                    action = _BUILD if taken in alone else _BUILD_SAME
                    yield _new(Move, (action, card, taken, value))

    def _list_readings(
        self, card: str, readings: Sequence[int], needs: Sequence[int]
    ) -> Iterator[Move]:
        """Yield the captures of a card with several numbers, each with the smallest that does."""
        found = set()
        for number in readings:
            for taken in _join([0], self._find_groups(number), needs):
                if taken not in found:
                    found.add(taken)
                    shown = None if number == readings[0] else number
                    yield _new(Move, (_CAPTURE, card, taken, shown))

    def _find_starts(self, readings: Sequence[int], value: int) -> Sequence[int]:
        """Return what makes one group of the value with the card played, 0 for nothing at all."""
        starts: Sequence[int] = ()
        for number in readings:
            missing = value - number
            more: Sequence[int] = self.sums.get(missing, ()) if missing else (0,)
            if missing in self.raisable:
                more = [*more, *self.raisable[missing]]
            starts = more if not starts else list(dict.fromkeys((*starts, *more)))
        return starts

    def _find_groups(self, value: int) -> Sequence[int]:
        groups: Sequence[int] = self.sums.get(value, ())
        if value in self.builds:
            return [*groups, *self.builds[value]]
        return groups

    def _find_needs(
        self, held: Sequence[Sequence[int]], built: int | None, wanted: int
    ) -> list[int]:
        """Return sets of cards, of which a play must use one so that the others can be kept for.

        Each holds the wanted cards as well. `held` are the numbers of the hand after the play, and
        `built` is the value of the pile that the play makes.
        """
        given_up: list[tuple[int, ...]] = []
        for count in range(len(self.own) + 1):
            for some in combinations(self.own, count):
                if not any(set(fewer) <= set(some) for fewer in given_up):
                    values = self.own.keys() - set(some) | ({built} if built else set())
                    if _can_hold(values, held):
                        given_up.append(some)
        return [wanted | sum(self.own[value] for value in some) for some in given_up]


def _can_hold(values: Iterable[int], held: Sequence[Sequence[int]]) -> bool:
    """Tell whether each value can have a card of its own (4.8)."""
    needed = list(values)
    return any(
        all(value in numbers for value, numbers in zip(needed, cards, strict=True))
        for cards in permutations(held, len(needed))
    )


def _join(starts: Sequence[int], groups: Sequence[int], needs: Sequence[int]) -> Iterator[int]:
    """Yield each set of a start and groups that holds all that is needed in one way, once."""
    if len(needs) == 1:
        yield from join_needed(starts, groups, needs[0])
        return
    found = set()
    for needed in needs:
        for taken in join_needed(starts, groups, needed):
            if taken not in found:
                found.add(taken)
                yield taken


def list_moves(state: TableState, table: Table) -> Iterator[Move]:
    """Yield every legal move of the seat to move (4.1 to 4.8)."""
    seat = state.to_move
    assert seat is not None
    trails = [Move(Action.DROP, card) for card in table.hand]
    if find_own_build(state.table, seat) is None:
        yield from trails
        trails = []
    for move in list_plays(table):
        trails = []
        yield move
    yield from trails


def list_plays(table: Table) -> Iterator[Move]:
    """Yield every legal move except those that trail."""
    for card in table.hand:
        yield from table.list_card(card)


def find_uses(state: TableState, table: Table) -> dict[str, tuple[str, ...]]:
    """Return for each card of the hand the keys of its piles; see `FishingGame.uses`."""
    uses = {}
    for card in table.hand:
        used = 0
        for pile in state.table:
            if not pile.bits & used:
                play = next(table.list_card(card, pile.bits), None)
                used |= play.taken if play else 0
        uses[card] = tuple(pile.key for pile in state.table if pile.bits & used)
    return uses
