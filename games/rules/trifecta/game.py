"""The variant `trifecta`: its numbers, and where its rules are."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.cards import BIT, HIDDEN, PACK
from games.rules.errors import IllegalMove, InvalidPosition
from games.rules.explanation import Explanation
from games.rules.facts import Fact, make_fact
from games.rules.fishing import CardMarks, FishingGame
from games.rules.holding import Numbers
from games.rules.notation import Action, Move, parse_text
from games.rules.position import Reader, check_list, check_number, quote
from games.rules.scoring import Points, Reason, Sheet, add_lines
from games.rules.trifecta import composing, explaining, points, positions, reasons, words
from games.rules.trifecta.checking import check_move
from games.rules.trifecta.highlights import KINDS, find_highlights
from games.rules.trifecta.hints import find_uses
from games.rules.trifecta.lifelines import find_worth
from games.rules.trifecta.listing import list_moves
from games.rules.trifecta.playing import deal_first_round, play_move
from games.rules.trifecta.state import ROUNDS, Phase, TrifectaState, find_starter
from games.rules.trifecta.values import NUMBERS, TOP
from games.rules.variant import Outcome
from games.rules.view import hide_cards, hide_hands, hide_secrets


class Trifecta(FishingGame[TrifectaState, Move]):
    """Casino Trifecta, the rules of docs/rules/trifecta.md."""

    name: ClassVar[str] = "trifecta"
    title: ClassVar[str] = "Casino Trifecta"
    pack: ClassVar[tuple[str, ...]] = PACK
    seats: ClassVar[tuple[int, int]] = (2, 2)
    rounds: ClassVar[int] = ROUNDS
    max_violations: ClassVar[int] = points.MAX_PENALTIES + 1
    actions: ClassVar[tuple[str, ...]] = composing.ACTIONS
    lines: ClassVar[tuple[str, ...]] = points.LINES
    most_lines: ClassVar[tuple[str, ...]] = tuple(line for line, _ in points.MOST)
    deal_options: ClassVar[tuple[str, ...]] = ("starter", "secrets")
    keys: ClassVar[frozenset[str]] = positions.KEYS
    highlight_kinds: ClassVar[tuple[str, ...]] = KINDS
    opening_moves: ClassVar[int] = 2
    reasons: ClassVar[tuple[str, ...]] = ("score", "ace_of_spades", "draw")
    pick_clause: ClassVar[str] = "1.4"
    pick_time_clause: ClassVar[str] = "6.5"
    once_actions: ClassVar[frozenset[str]] = frozenset(("pass", "subtraction"))
    main_actions: ClassVar[tuple[str, ...]] = (
        "capture",
        "build_same",
        "build",
        "subtraction",
        "drop",
    )
    typed_examples: ClassVar[tuple[tuple[str, str], ...]] = (
        ("5H", "drop"),
        ("7S x 4D 3C", "capture"),
        ("3H + 5D = 8", "build"),
        ("2H - TD = 8", "subtraction"),
        ("pass", "pass"),
    )
    drops: ClassVar[str] = "drop"
    marks: ClassVar[CardMarks] = CardMarks(words.CARD_NOTES, words.CARD_BADGES)
    remembers_rounds: ClassVar[bool] = True
    numbers: ClassVar[Numbers] = NUMBERS
    top: ClassVar[int] = TOP
    keeps_builds: ClassVar[bool] = False
    takes_many_faces: ClassVar[bool] = True
    points_of_more: ClassVar[int] = 1

    def timeout(self, state: TrifectaState) -> TrifectaState:
        """Count a violation (6.2, 6.3); there is none while secret cards are being picked (6.5)."""
        if state.phase is Phase.PICK and state.to_move is not None:
            raise IllegalMove("violation_while_picking", "6.5")
        return super().timeout(state)

    def scores(self, state: TrifectaState) -> list[dict[str, Points]]:
        """Return both point sheets (clause 5)."""
        return points.score_state(state)

    def explain_score(self, state: TrifectaState) -> tuple[Reason, ...]:
        """Return why each side has its points; see `Variant.explain_score`."""
        return reasons.explain_score(state)

    def _compose(
        self, state: TrifectaState, action: str, card: str | None, piles: Sequence[str]
    ) -> tuple[Move, ...]:
        return composing.compose_moves(state, action, card, piles)

    def round_number(self, state: TrifectaState) -> int:
        """Return the round; see `Variant.round_number`."""
        return state.round

    def stage(self, state: TrifectaState) -> Fact:
        """Return the round and how many there are; see `Variant.stage`."""
        return make_fact("round", number=state.round, total=self.rounds)

    def describe(self, move: Move) -> Explanation:
        """Return what a move does; see `Variant.describe`."""
        return words.describe_move(move)

    def explain(self, state: TrifectaState, move: Move) -> Explanation:
        """Return the move with its groups and what it brings; see `Variant.explain`."""
        return explaining.explain_move(state, move)

    def uses(self, state: TrifectaState, seat: int) -> Mapping[str, tuple[str, ...]]:
        """Return the piles that each card of a hand can be played on; see `FishingGame.uses`."""
        return find_uses(state, seat)

    def capturers(self, state: TrifectaState, move: Move) -> tuple[str, ...]:
        """Return the cards that can capture what is built; see `FishingGame.capturers`."""
        return explaining.find_capturers(state, move)

    def name_reading(self, state: TrifectaState, move: Move) -> Fact:
        """Return what distinguishes a move from others; see `Variant.name_reading`."""
        return explaining.name_reading(state, move)

    def counts(self, state: TrifectaState, side: int) -> Mapping[str, int]:
        """Return how many cards, spades and diamonds a side has captured (7.3)."""
        captured = state.captured[side]
        return {
            "cards": captured.bit_count(),
            "spades": (captured & points.SPADES).bit_count(),
            "diamonds": (captured & points.DIAMONDS).bit_count(),
        }

    def previous_cards(self, state: TrifectaState) -> tuple[str, ...]:
        """Return the cards played in the previous round."""
        return state.previous

    def card_points(self, state: TrifectaState, card: str) -> int:
        """Return the points of a card (5.1, 5.3); of the secret cards, only visible ones count."""
        return sum(points.score_cards(BIT[card], state.secrets).values())

    def most_in(self, state: TrifectaState) -> tuple[tuple[int, int], ...]:
        """Return what having the most of brings a point (5.7); see `FishingGame.most_in`."""
        return tuple((cards, 1) for _, cards in points.MOST)

    def score_form(self, card: str, number: int | None, taken: int) -> Sheet:
        """Return the lines of a form (5.2, 5.4, 5.5); see `FishingGame.score_form`."""
        return points.score_capture(card, number, taken)

    def most_by_form(self, count: int, captures: int) -> int:
        """Return what one big capture or only flush trifectas would score (5.2, 5.4, 5.5)."""
        return max(2 * captures, count - 4 + count // 4) if captures else 0

    def next_starter(self, state: TrifectaState) -> int:
        """Return the seat that plays first in the next round: they take turns (1.3)."""
        return find_starter(state.starter, state.round + 1)

    def lifelines(self, state: TrifectaState, seat: int) -> tuple[tuple[str, bool], ...]:
        """Return the three lifelines; a secret card is used once anyone has captured it (7.4)."""
        secret = state.secrets[seat]
        is_taken = any(BIT.get(secret or "", 0) & captured for captured in state.captured)
        return (
            ("secret", is_taken),
            ("pass", state.passed[seat] is not None),
            ("subtraction", state.subtracted[seat]),
        )

    def worth_of_keeping(self, state: TrifectaState, action: str) -> float:
        """Return the points that a lifeline is worth later; see `FishingGame.worth_of_keeping`."""
        return find_worth(state, action)

    def highlights(
        self, before: TrifectaState, move: Move, after: TrifectaState
    ) -> tuple[str, ...]:
        """Return the kinds of highlights of a move that was played."""
        return find_highlights(before, move, after)

    def secret_cards(self, state: TrifectaState) -> tuple[str | None, ...]:
        """Return both secret cards."""
        return state.secrets

    def pick_text(self, card: str) -> str:
        """Return how the pick of a secret card is written; the card may be hidden."""
        return str(Move(Action.SECRET, card))

    def is_pick(self, text: str) -> bool:
        """Return whether the text of a move is the pick of a secret card."""
        return text.startswith(Action.SECRET)

    def safe_picks(self) -> tuple[str, ...]:
        """Return the hearts and clubs, which bring no bonus of their own (6.5)."""
        return tuple(card for card in self.pack if card[1] in "HC")

    def mask_text(self, masked: TrifectaState, seat: int | None, text: str) -> str:
        """Return the text; a secret card hidden in the state is hidden in its pick as well."""
        if seat is not None and masked.secrets[seat] == HIDDEN and self.is_pick(text):
            return self.pick_text(HIDDEN)
        return text

    def _deal(
        self, deck: tuple[str, ...], players: int, options: Mapping[str, Any]
    ) -> TrifectaState:
        """Begin the pick of secret cards, or deal at once if `secrets` gives them (1.4)."""
        starter = check_number(options.get("starter", 0), "starter", 0, 1)
        state = TrifectaState(
            hands=((), ()),
            stock=deck,
            to_move=0,
            violations=(0, 0),
            table=(),
            captured=(0, 0),
            captures=((), ()),
            sheet=((), ()),
            starter=starter,
            phase=Phase.PICK,
        )
        if options.get("secrets") is None:
            return state
        secrets = check_list(options["secrets"], "secrets")
        if len(secrets) != 2:
            raise InvalidPosition("two_secrets")
        for card in secrets:
            if card is not None and not (isinstance(card, str) and card in BIT):
                raise InvalidPosition("unknown_card", where="secrets", given=quote(card))
        return deal_first_round(replace(state, secrets=tuple(secrets)))

    def _read(self, reader: Reader) -> TrifectaState:
        return positions.read_position(reader)

    def _write(self, state: TrifectaState) -> dict[str, Any]:
        return positions.write_position(state, self.name)

    def _hide(self, state: TrifectaState, seat: int | None) -> TrifectaState:
        taken = state.captured[0] | state.captured[1]
        shown = frozenset(card for card in state.secrets if card and taken & BIT.get(card, 0))
        return replace(
            state,
            hands=hide_hands(state.hands, seat),
            stock=hide_cards(state.stock),
            secrets=hide_secrets(state.secrets, seat, shown | {HIDDEN}),
        )

    # Plain functions: a method around each would cost a tenth of a move.
    _list = staticmethod(list_moves)
    read_text = staticmethod(parse_text)
    _check = staticmethod(check_move)
    _play = staticmethod(play_move)

    def _penalise(self, state: TrifectaState, seat: int) -> TrifectaState:
        sheets = list(state.sheet)
        sheets[1 - seat] = add_lines(sheets[1 - seat], [("penalties", 1)])
        return replace(state, sheet=tuple(sheets))

    def _decide(self, state: TrifectaState) -> Outcome:
        return points.decide_winner(state)
