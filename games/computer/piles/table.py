"""A compact table of piles, for a search that plays it through thousands of times.

It lists the plays worth trying, not all legal ones: captures and builds of as many cards as
possible, and drops. It lists no lifelines, and no sums in which a build stands for a card. A card
is a set of one, a hand is a tuple of cards, and a build is a tuple of its cards, value, owner and
kind.

It exists beside the rules' own listing because a search is faster with it: listing a position and
playing a move takes 6 to 8 µs here, order and gains included, and 10 to 34 µs by the rules without
them (`bench/plays.py`). The tests compare the two position by position.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from games.computer.piles.values import Scoring
from games.rules import Action, Kind, Move
from games.rules.cards import BIT, cards_in
from games.rules.combinations import find_sums, join_groups
from games.rules.holding import can_keep
from games.rules.state import TableState

Hand = tuple[int, ...]
Build = tuple[int, int | str, int | None, int]
Builds = tuple[Build, ...]
Take = tuple[float, int, int | None]
"""The gain of a capture, the cards it takes, and what the card played is read as."""

SINGLE, FIXED, FACE, LOCKED = range(4)
CAPTURE, BUILD, DROP, PASS = range(4)
KINDS: Final = {
    Kind.SINGLE: SINGLE,
    Kind.FIXED: FIXED,
    Kind.FACE: FACE,
    Kind.SUBTRACTION: LOCKED,
}
_ORDER: Final = itemgetter(0)
_UNITS: Final = 9
"""The most loose cards that are added up. On a more crowded table the others are ignored."""
_JOINED: Final = 40
_KEPT: Final = 2
"""The most captures that are kept for one card read as one number."""
_BIT_SUITS: Final = {
    suit: sum(bit for card, bit in BIT.items() if card[1] == suit) for suit in "SHDC"
}
_SUIT_OF: Final = {bit: _BIT_SUITS[card[1]] for card, bit in BIT.items()}
_RANK_OF: Final = {bit: card[0] for card, bit in BIT.items()}


class Play(NamedTuple):
    """One play: how promising it looks, what it gains at once, and what it does."""

    order: float
    gain: float
    kind: int
    card: int
    taken: int = 0
    build: Build | None = None


class Table:
    """What all positions of one choice share: the scoring, the weights and cached results."""

    def __init__(self, scoring: Scoring, weights: dict[int, float]) -> None:
        self.scoring = scoring
        self.weights = weights
        self._weight: dict[int, float] = dict(weights) | {0: 0.0}
        self._sums: dict[int, dict[int, list[int]]] = {}
        self._unions: dict[tuple[int, int], tuple[int, ...]] = {}
        self.readings: dict[int, tuple[int | str, ...]] = {
            bit: (*numbers, _RANK_OF[bit]) if bit in scoring.faces else numbers
            for bit, numbers in scoring.numbers.items()
        }
        self._numbered = sum(bit for bit, numbers in scoring.numbers.items() if numbers)

    def weigh(self, cards: int) -> float:
        """Return the weight of a set of cards."""
        weight = self._weight.get(cards)
        if weight is None:
            weight, left = 0.0, cards
            while left:
                bit = left & -left
                weight += self.weights[bit]
                left ^= bit
            self._weight[cards] = weight
        return weight

    def find_sums(self, loose: int) -> dict[int, list[int]]:
        """Return the sets of loose cards by their sum."""
        loose &= self._numbered
        sums = self._sums.get(loose)
        if sums is None:
            cards = [BIT[card] for card in cards_in(loose)]
            if len(cards) > _UNITS:
                cards = sorted(cards, key=self.weights.__getitem__, reverse=True)[:_UNITS]
            numbers = self.scoring.numbers
            units = [(numbers[bit][0], bit) for bit in cards if len(numbers[bit]) == 1]
            flexible = [(numbers[bit], bit) for bit in cards if len(numbers[bit]) > 1]
            sums = self._sums[loose] = find_sums(units, self.scoring.top, flexible)
        return sums

    def find_unions(self, loose: int, number: int) -> tuple[int, ...]:
        """Return the best sets of loose cards that split into groups of the number."""
        loose &= self._numbered
        key = (loose, number)
        unions = self._unions.get(key)
        if unions is None:
            groups = self.find_sums(loose).get(number, ())
            if len(groups) < 2:
                unions = tuple(groups)
            else:
                found = []
                for joined in join_groups([0], groups):
                    found.append(joined)
                    if len(found) == _JOINED:
                        break
                found.sort(key=self._rate_union, reverse=True)
                unions = tuple(found[:_KEPT])
            self._unions[key] = unions
        return unions

    def _rate_union(self, cards: int) -> float:
        return self.weigh(cards) + self.scoring.points_of_more * 0.5 * cards.bit_count()

    def find_takes(self, card: int, loose: int, builds: Builds, seat: int) -> list[Take]:
        """Return the captures of a card that are worth trying."""
        takes: list[Take] = []
        scoring = self.scoring
        face = scoring.faces.get(card)
        for number in scoring.numbers[card]:
            whole = 0
            for bits, value, owner, kind in builds:
                if value == number:
                    if kind < FACE:
                        whole |= bits
                    elif owner == seat:
                        self._add_take(takes, card, number, face, bits)
            unions = self.find_unions(loose, number)
            if unions:
                for union in unions:
                    self._add_take(takes, card, number, face, union | whole)
            elif whole:
                self._add_take(takes, card, number, face, whole)
        if face is not None:
            self._add_face_takes(takes, card, face, loose, builds)
        if scoring.sweep:
            everything = loose | sum(build[0] for build in builds)
            takes = [
                (gain + scoring.sweep if taken == everything else gain, taken, number)
                for gain, taken, number in takes
            ]
        return takes

    def _add_take(
        self, takes: list[Take], card: int, number: int | None, face: int | None, taken: int
    ) -> None:
        reading = None if face is None else number
        takes.append((self.score_take(card, reading, taken), taken, reading))

    def score_take(self, card: int, reading: int | None, taken: int) -> float:
        """Return the gain of a capture, from its cards and its form."""
        gain = self.weights[card] + self.weigh(taken)
        score_form = self.scoring.score_form
        return gain if score_form is None else gain + score_form(card, reading, taken)

    def _add_face_takes(
        self, takes: list[Take], card: int, face: int, loose: int, builds: Builds
    ) -> None:
        same = loose & face
        if not self.scoring.takes_many_faces:
            if same:
                best = max(_each(same), key=self.weights.__getitem__)
                self._add_take(takes, card, None, face, best)
            return
        for bits, _, _, kind in builds:
            if kind == FACE and bits & face:
                same |= bits
        if same:
            self._add_take(takes, card, None, face, same)
        others = [loose & cards for cards in set(self.scoring.faces.values()) if cards != face]
        if all(others):
            suit = _SUIT_OF[card]
            one, two = (self._pick_face(cards, suit, others) for cards in others)
            self._add_take(takes, card, None, face, one | two)

    def _pick_face(self, cards: int, suit: int, others: Sequence[int]) -> int:
        """Return one of the face cards for a trifecta, of the suit if a flush is possible."""
        if all(other & suit for other in others):
            return cards & suit
        return max(_each(cards), key=self.weights.__getitem__)

    def find_builds(
        self, card: int, rest: Hand, loose: int, builds: Builds, seat: int
    ) -> list[tuple[Build, int]]:
        """Return the builds of a card that are worth trying, each with the cards it uses."""
        numbers = self.scoring.numbers
        made: list[tuple[Build, int]] = []
        targets = {number for other in rest for number in numbers[other]}
        for number in numbers[card]:
            for value in targets:
                if value >= number:
                    taken, kind = self._join_build(value, value - number, loose, builds)
                    if taken:
                        made.append(((taken | card, value, seat, kind), taken))
        if self.scoring.takes_many_faces and card in self.scoring.faces:
            face = self.scoring.faces[card]
            if any(other & face for other in rest):
                taken = loose & face
                for bits, _, _, kind in builds:
                    if kind == FACE and bits & face:
                        taken |= bits
                if taken:
                    made.append(((taken | card, _RANK_OF[card], seat, FACE), taken))
        return made

    def _join_build(self, value: int, missing: int, loose: int, builds: Builds) -> tuple[int, int]:
        """Return the cards on the table that go into a build, 0 if there is none, and its kind."""
        start = 0
        if missing:
            starts = self.find_sums(loose).get(missing, ())
            singles = [b[0] for b in builds if b[1] == missing and b[3] == SINGLE]
            if not starts and not singles:
                return 0, SINGLE
            start = max((*starts, *singles), key=self.weigh)
        more = 0
        unions = self.find_unions(loose & ~start, value)
        if unions:
            more = unions[0]
        for bits, worth, _, kind in builds:
            if worth == value and kind < FACE:
                more |= bits
        return start | more, FIXED if more else SINGLE

    def list_plays(
        self, hand: Hand, loose: int, builds: Builds, seat: int, rivals: frozenset[int | str]
    ) -> list[Play]:
        """Return the plays worth trying, most promising first.

        `rivals` are the numbers and ranks in the opponents' hands.
        """
        plays: list[Play] = []
        weights = self.weights
        scoring = self.scoring
        own = [b for b in builds if b[2] == seat and b[3] < FACE] if scoring.keeps_builds else []
        for card in hand:
            for gain, taken, _ in self.find_takes(card, loose, builds, seat):
                if not own or self._keeps(own, hand, card, taken, None):
                    plays.append(Play(gain, gain, CAPTURE, card, taken))
            if len(hand) > 1:
                rest = tuple([other for other in hand if other != card])
                for build, taken in self.find_builds(card, rest, loose, builds, seat):
                    if not own or self._keeps(own, hand, card, taken, build[1]):
                        worth = self.weigh(build[0])
                        order = -0.5 * worth if build[1] in rivals else 0.6 * worth
                        plays.append(Play(order, 0.0, BUILD, card, taken, build))
        if not own or not plays:
            for card in hand:
                order = -weights[card]
                order *= 0.3 if rivals.isdisjoint(self.readings[card]) else 1.0
                plays.append(Play(order - 0.05, 0.0, DROP, card))
        plays.sort(key=_ORDER, reverse=True)
        return plays

    def _keeps(
        self, own: Sequence[Build], hand: Hand, card: int, taken: int, built: int | str | None
    ) -> bool:
        """Return whether the rest of the hand has a card for each own build, the new one too."""
        numbers = self.scoring.numbers
        values = {value for bits, value, _, _ in own if not bits & taken}
        if built is not None:
            values.add(built)
        return can_keep(values, [numbers[other] for other in hand if other != card])


def read_move(table: Table, move: Move, loose: int, builds: Builds, seat: int) -> Play:
    """Return a move of the rules as a play, with its immediate gain."""
    action, name, taken, value = move
    if action is Action.PASS:
        return Play(0.0, 0.0, PASS, 0)
    card = BIT[name]
    if action is Action.DROP:
        return Play(0.0, 0.0, DROP, card)
    if action is Action.CAPTURE:
        reading = value if isinstance(value, int) else None
        gain = table.score_take(card, reading, taken)
        if taken == loose | sum(build[0] for build in builds):
            gain += table.scoring.sweep
        return Play(gain, gain, CAPTURE, card, taken)
    assert value is not None
    kind = SINGLE
    if action is Action.SUBTRACTION:
        kind = LOCKED
    elif isinstance(value, str):
        kind = FACE
    elif action is Action.BUILD_SAME:
        kind = FIXED
    return Play(0.0, 0.0, BUILD, card, taken, (taken | card, value, seat, kind))


def lay_play(play: Play, loose: int, builds: Builds) -> tuple[int, Builds]:
    """Return the loose cards and the builds after a play."""
    _, _, kind, card, taken, build = play
    if kind == DROP:
        return loose | card, builds
    if taken & ~loose:
        builds = tuple([other for other in builds if not other[0] & taken])
    if build is not None:
        builds = (*builds, build)
    return loose & ~taken, builds


def read_table(state: TableState) -> tuple[int, Builds]:
    """Return the loose cards and the builds of a state."""
    loose = 0
    builds: list[Build] = []
    for pile in state.table:
        if pile.kind is Kind.LOOSE:
            loose |= pile.bits
        else:
            assert pile.value is not None
            builds.append((pile.bits, pile.value, pile.owner, KINDS[pile.kind]))
    return loose, tuple(builds)


def _each(cards: int) -> list[int]:
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found
