"""The variant `triple_four`: its numbers, and where its rules are."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.conditions import Condition, When, list_drops
from games.rules.errors import IllegalMove, InvalidPosition
from games.rules.facts import Fact, make_fact
from games.rules.position import Reader, check_list, check_number
from games.rules.scoring import Points, Reason
from games.rules.triple_four import composing, playing, positions, telling
from games.rules.triple_four.checking import check_move
from games.rules.triple_four.explanation import Explanation
from games.rules.triple_four.listing import list_moves
from games.rules.triple_four.notation import Action, Move, parse_text
from games.rules.triple_four.state import (
    GOAL,
    HAND_SIZE,
    QUIET_TURNS,
    TRAY_SIZE,
    TripleFourState,
)
from games.rules.triple_four.triplets import CARDS, TRIPLETS, sort_cards
from games.rules.turns import put, seats_from
from games.rules.variant import Outcome, Variant
from games.rules.view import hide_cards, hide_hands

_WARNING = 50
"""The turns without a match after which the players are told."""


class TripleFour(Variant[TripleFourState, Move]):
    """Triple Four, the rules of docs/rules/triple_four.md.

    The pack has 108 cards in the order of `triplets.CARDS`. From the dealer's left on each seat
    gets the next seven; the card after them is laid open, the rest is the deck. The option
    `triplets` is the order of the 56 triplet cards, T1 to T56 where it is left out: each seat gets
    the next three, in the same order of the seats. Where chance deals, the stream that shuffles
    the pack shuffles T1 to T56 next (`extra_packs`), and later each new deck: the cards of the
    discard pile in the order in which they lie, the lowest first, without the top one.
    """

    name: ClassVar[str] = "triple_four"
    title: ClassVar[str] = "Triple Four"
    board: ClassVar[str] = "trays"
    unit: ClassVar[str] = "matches"
    mistake_points: ClassVar[float] = 0.25
    noise_points: ClassVar[float] = 0.05
    pack: ClassVar[tuple[str, ...]] = CARDS
    extra_packs: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = (
        ("triplets", tuple(TRIPLETS)),
    )
    seats: ClassVar[tuple[int, int]] = positions.SEATS
    rounds: ClassVar[int] = 1
    max_violations: ClassVar[int] = positions.MAX_VIOLATIONS
    reasons: ClassVar[tuple[str, ...]] = ("four_triplets", "most_triplets")
    timeout_plays: ClassVar[bool] = True
    actions: ClassVar[tuple[str, ...]] = composing.ACTIONS
    main_actions: ClassVar[tuple[str, ...]] = ("match", "take", "discard", "draw_deck")
    typed_examples: ClassVar[tuple[tuple[str, str], ...]] = (
        ("draw deck", "draw_deck"),
        ("draw discard", "draw_discard"),
        ("match T37: JH QD XX", "match"),
        ("take T37: JH QD XX", "take"),
        ("discard 5H", "discard"),
    )
    lines: ClassVar[tuple[str, ...]] = ("triplets",)
    deal_options: ClassVar[tuple[str, ...]] = ("dealer", "triplets")
    keys: ClassVar[frozenset[str]] = positions.KEYS

    def begin(
        self, cards: Sequence[str], *, players: int, starter: int, options: Mapping[str, Any]
    ) -> TripleFourState:
        """Deal so that the seat which was drawn begins: the dealer sits before it (1.3)."""
        return self.deal(cards, players=players, dealer=(starter - 1) % players, **options)

    def timeout(self, state: TripleFourState) -> TripleFourState:
        """Count a violation and play the turn (6.2); a seat that is out has none any more."""
        if state.to_move in state.out and not state.is_over:
            raise IllegalMove("violation_after_leaving", "6.3")
        return super().timeout(state)

    def resign(self, state: TripleFourState, seat: int) -> TripleFourState:
        """Take a seat out of the game, and end it if only one is left (6.4)."""
        if seat in state.out and not state.is_over:
            raise IllegalMove("already_out", "6.4")
        return super().resign(state, seat)

    def outcome(self, state: TripleFourState) -> Outcome | None:
        """Return None while the game goes on, then the winners and the reason (5, 6.3).

        The reasons: `four_triplets`, or `most_triplets` when the game ended without; `forfeit`
        and `resignation` when one player is left.
        """
        if state.is_over and len(state.staying) < 2:
            return state.staying, "forfeit" if state.resigned is None else "resignation"
        return self._decide(state) if state.is_over else None

    def awaited_shuffle(self, state: TripleFourState) -> tuple[str, tuple[str, ...]] | None:
        """Return the cards of a new deck (4.1), the lowest of the discard pile first."""
        return None if state.owed is None else (str(Action.SHUFFLE), state.discard[:-1])

    def is_mid_turn(self, state: TripleFourState) -> bool:
        """Return whether the seat to move has drawn; see `Variant.is_mid_turn`."""
        return state.drawn is not None

    def out(self, state: TripleFourState) -> tuple[int, ...]:
        """Return the seats that cannot win any more while others play on (6.3)."""
        return state.out

    def stage(self, state: TripleFourState) -> Fact | None:
        """Return a warning when nobody has matched or taken for long (5.2)."""
        return telling.tell_stage(state, _WARNING, QUIET_TURNS)

    def goal(self, state: TripleFourState) -> int:
        """Return how many matched triplet cards win (5.1)."""
        return GOAL

    def violation(self, state: TripleFourState, seat: int) -> Fact:
        """Return that the clock plays (6.2)."""
        return make_fact("clock_plays")

    def explain_violation(self, state: TripleFourState, seat: int) -> Fact:
        """Return what the clock played (6.2); see `Variant.explain_violation`."""
        return telling.explain_late_turn(state, self.timeout(state))

    def scores(self, state: TripleFourState) -> list[dict[str, Points]]:
        """Return how many matched triplet cards each seat has."""
        counts = [len(piles) for piles in state.matched]
        return [{"triplets": count, "total": count} for count in counts]

    def explain_score(self, state: TripleFourState) -> tuple[Reason, ...]:
        """Return each seat's matched triplet cards in words."""
        return tuple(
            Reason("triplets", seat, len(piles), telling.list_triplets(p.triplet for p in piles))
            for seat, piles in enumerate(state.matched)
            if piles
        )

    def compose(
        self, state: TripleFourState, action: str, cards: Sequence[str], piles: Sequence[str] = ()
    ) -> tuple[Move, ...]:
        """Return the legal moves of an action with exactly these cards of the hand.

        `piles` are the triplet cards that are meant; without any there is a move for each that the
        cards satisfy. See `Variant.compose`.
        """
        self._refuse_after_end(state)
        return composing.compose_moves(
            state, action, cards, piles, lambda move: self._check(state, move)
        )

    def name_reading(self, state: TripleFourState, move: Move) -> Fact:
        """Return which triplet card a match or a take is for; see `Variant.name_reading`."""
        return telling.name_reading(move)

    def describe(self, move: Move) -> Explanation:
        """Return what a move does; see `Variant.describe`."""
        return telling.describe_move(move)

    def explain(self, state: TripleFourState, move: Move) -> Explanation:
        """Return the move with what it brings; see `Variant.explain`."""
        return telling.explain_move(state, move)

    def mask_text(self, masked: TripleFourState, seat: int | None, text: str) -> str:
        """Return a shuffle without its cards while the game goes on."""
        is_shuffle = text.startswith(Action.SHUFFLE) and not masked.is_over
        return str(Action.SHUFFLE) if is_shuffle else text

    def plan_conditions(self, state: TripleFourState, seat: int) -> tuple[Condition, ...]:
        """Return also the cards that others may discard; see `Variant.plan_conditions`."""
        piles = [pile.cards for seats in state.matched for pile in seats]
        shown = Counter((*state.hands[seat], *state.discard, *[c for pile in piles for c in pile]))
        unseen = Counter(CARDS) - shown
        return Condition(When.ANYTHING), *list_drops(sort_cards(unseen))

    def suppose(self, state: TripleFourState, seat: int, dropped: str = "") -> TripleFourState:
        """Return the state with the card on the discard pile, before the seat has drawn."""
        discard = (*state.discard, dropped) if dropped else state.discard
        return playing.start_turn(replace(state, to_move=seat, discard=discard, drawn=None))

    def dropped_card(self, before: TripleFourState, after: TripleFourState) -> str:
        """Return the discarded card; see `Variant.dropped_card`.

        Of a shuffled discard pile only the top card stays.
        """
        lay = len(before.discard) if before.owed is None else 1
        return after.discard[-1] if len(after.discard) > lay else ""

    def is_unchanged(
        self, before: TripleFourState, after: TripleFourState, condition: Condition, text: str
    ) -> bool:
        """Return whether a discarded card that is to be drawn lies on top as it did."""
        is_drawn = condition.when is When.DROPPED and text == Action.DRAW_DISCARD
        return not is_drawn or before.discard[-1:] == after.discard[-1:]

    def is_example_certain(self, condition: Condition, text: str) -> bool:
        """Return whether a card that is to be drawn is the one that the condition names."""
        is_named = condition.when is When.DROPPED and not condition.is_of_rank
        return is_named or text != Action.DRAW_DISCARD

    def _deal(
        self, deck: tuple[str, ...], players: int, options: Mapping[str, Any]
    ) -> TripleFourState:
        """Deal both decks (1.3)."""
        dealer = check_number(options.get("dealer", players - 1), "dealer", 0, players - 1)
        triplets = _check_triplets(options.get("triplets", tuple(TRIPLETS)))
        starter = (dealer + 1) % players
        hands: tuple[tuple[str, ...], ...] = ((),) * players
        trays = hands
        for number, seat in enumerate(seats_from(starter, players)):
            hands = put(hands, seat, deck[number * HAND_SIZE : (number + 1) * HAND_SIZE])
            trays = put(trays, seat, triplets[number * TRAY_SIZE : (number + 1) * TRAY_SIZE])
        rest = deck[players * HAND_SIZE :]
        return TripleFourState(
            hands=hands,
            stock=rest[1:],
            to_move=starter,
            violations=(0,) * players,
            trays=trays,
            matched=((),) * players,
            discard=rest[:1],
            triplets=triplets[players * TRAY_SIZE :],
            dealer=dealer,
        )

    def _read(self, reader: Reader) -> TripleFourState:
        return positions.read_position(reader)

    def _write(self, state: TripleFourState) -> dict[str, Any]:
        return positions.write_position(state, self.name)

    def _hide(self, state: TripleFourState, seat: int | None) -> TripleFourState:
        """Hide the hands and the trays of the others, and both decks (1.4)."""
        return replace(
            state,
            hands=hide_hands(state.hands, seat),
            trays=hide_hands(state.trays, seat),
            stock=hide_cards(state.stock),
            triplets=hide_cards(state.triplets),
        )

    _list = staticmethod(list_moves)
    read_text = staticmethod(parse_text)
    _check = staticmethod(check_move)
    _play = staticmethod(playing.play_move)
    _penalise = staticmethod(playing.play_late_turn)
    _drop_out = staticmethod(playing.drop_out)

    def _decide(self, state: TripleFourState) -> Outcome:
        """Return who has four, or else the most, of those who can win (5.1, 5.2)."""
        counts = {seat: len(state.matched[seat]) for seat in state.staying}
        if state.has_winner:
            return tuple(seat for seat in counts if counts[seat] >= GOAL), "four_triplets"
        best = max(counts.values())
        return tuple(seat for seat in counts if counts[seat] == best), "most_triplets"


def _check_triplets(value: object) -> tuple[str, ...]:
    names = tuple(check_list(value, "triplets"))
    if not all(isinstance(name, str) for name in names) or sorted(names) != sorted(TRIPLETS):
        raise InvalidPosition("every_triplet_once")
    return names
