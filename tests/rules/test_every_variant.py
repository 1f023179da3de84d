"""Properties of every registered variant, number of seats and option, over whole random games."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pytest

from games import rules
from games.rules.building import BuildingGame
from tests.present import present

HIDDEN = rules.HIDDEN
GAMES = 90

OPTIONS: dict[tuple[str, int], list[dict[str, Any]]] = {
    ("casino", 2): [{}, {"target": 11, "count_out": True, "sweeps": True}],
    ("casino", 3): [{"target": None, "sweeps": True}],
    ("casino", 4): [{"target": None, "dealer": 1}, {"partnership": True, "target": 11}],
    ("royal", 2): [{"starter": 1}],
}
"""The options with which these games are played; see `find_options` for all others."""

PILES = [name for name, game in rules.VARIANTS.items() if game.board == "piles"]
"""The games of capturing from a table of piles."""


@dataclass(frozen=True)
class Setup:
    """A game, the number of its players and its options."""

    game: rules.Variant[Any, Any]
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.name, str(self.players), *words])

    def seeds(self, count: int) -> range:
        """Return the seeds of that many games, or of the share that this game gets."""
        return range(max(count // self.share, 1))

    @property
    def share(self) -> int:
        """Play games less often if they are long or share listing and checking with others."""
        if self.game.board != "piles":
            return 30
        if self.game.deals_decks:
            return 20
        return 5 if isinstance(self.game, BuildingGame) else 1

    def deal(self, seed: int) -> rules.State:
        chance = random.Random(f"deck {seed}")
        deck = list(self.game.pack)
        chance.shuffle(deck)
        extra = {name: chance.sample(pack, len(pack)) for name, pack in self.game.extra_packs}
        state: rules.State = self.game.deal(deck, players=self.players, **self.options, **extra)
        return state

    def walk(self, seed: int) -> Iterator[tuple[rules.State, str | None]]:
        """Yield each state of a random game and the text of the move that led there."""
        yield from self.walk_on(self.deal(seed), random.Random(f"moves {seed}"))

    def walk_on(
        self, state: rules.State, chance: random.Random
    ) -> Iterator[tuple[rules.State, str | None]]:
        """Yield a state, and each state that follows with the text of the move that led there."""
        yield state, None
        while not state.is_over:
            text = self._choose(state, chance)
            state = self.game.play(state, text)
            yield state, text

    def wait_for(self, state: rules.State, seat: int) -> rules.State:
        """Return the state at a seat's turn, after the others have done as little as possible."""
        while not state.is_over and state.to_move != seat:
            chance = random.Random("waiting")
            is_owed = self.game.awaited_shuffle(state) is not None
            text = self._choose(state, chance) if is_owed else list(self.game.moves(state))[-1]
            state = self.game.play(state, text)
        return state

    def _choose(self, state: rules.State, chance: random.Random) -> str:
        if awaited := self.game.awaited_shuffle(state):
            word, cards = awaited
            return f"{word} {' '.join(chance.sample(cards, len(cards)))}"
        moves = list(self.game.moves(state))
        taking = [
            move for move in moves if getattr(move, "taken", 0) or getattr(move, "triplet", "")
        ]
        return str(chance.choice(taking if taking and chance.random() < 0.3 else moves))


def find_options(game: rules.Variant[Any, Any], players: int) -> list[dict[str, Any]]:
    """Return the options that a game is played with: each at its default and at another value."""
    if (game.name, players) in OPTIONS:
        return OPTIONS[game.name, players]
    offered = [each for each in game.options if each.seats is None or players in each.seats]
    if players == game.seats[0]:
        return [{}, {each.name: each.choices[1] for each in offered}] if offered else [{}]
    return [{each.name: each.choices[-1] for each in offered}]


SETUPS = [
    Setup(game, players, options)
    for game in rules.VARIANTS.values()
    for players in range(game.seats[0], game.seats[1] + 1)
    for options in find_options(game, players)
]
every_variant = pytest.mark.parametrize("setup", SETUPS, ids=str)


NO_CARDS = ("secrets", "variant", "phase", "value", "scores", "drawn", "owed")
"""The keys of a document that hold no cards. A secret pick only names one."""


def all_cards(game: rules.Variant[Any, Any]) -> Counter[str]:
    """Return the pack of a game and the packs that are shuffled after it."""
    return Counter(game.pack) + Counter(card for _, pack in game.extra_packs for card in pack)


def cards_of(value: Any) -> Iterator[str]:
    """Yield every card of a document."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in NO_CARDS:
                yield from cards_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from cards_of(part)
    elif isinstance(value, str):
        yield value


@every_variant
def test_cards_are_conserved_the_game_ends_and_the_points_add_up(setup: Setup) -> None:
    game, cards = setup.game, all_cards(setup.game)
    for seed in setup.seeds(GAMES):
        for steps, (state, _) in enumerate(setup.walk(seed)):
            assert Counter(cards_of(game.document(state))) == cards
            assert steps < 3000
        outcome = game.outcome(state)
        assert outcome is not None
        sheets = game.scores(state)
        names = list(game.lines)
        for sheet in sheets:
            assert list(sheet) == [*names, "total"]
            assert sheet["total"] == sum(sheet[name] for name in names)
        winners, reason = outcome
        totals = game.totals(state)
        assert reason in game.reasons
        if reason == "score":
            assert all(totals[side] == max(totals) for side in winners)


@every_variant
def test_moves_cannot_change_who_wins_a_game_that_is_decided(setup: Setup) -> None:
    game = setup.game
    for seed in setup.seeds(GAMES):
        states = [state for state, _ in setup.walk(seed)]
        decided = next(state for state in states if game.is_decided(state))
        winners, _ = present(game.outcome(states[-1]))
        for other in range(5):
            *_, (end, _) = setup.walk_on(decided, random.Random(f"other moves {other}"))
            assert present(game.outcome(end))[0] == winners


@every_variant
def test_the_moves_played_again_give_the_same_states(setup: Setup) -> None:
    game = setup.game
    for seed in setup.seeds(40):
        replayed = None
        for state, text in setup.walk(seed):
            replayed = setup.deal(seed) if text is None else game.play(replayed, text)
            assert replayed == state
            assert game.document(replayed) == game.document(state)


@every_variant
def test_a_document_read_again_is_the_same_position(setup: Setup) -> None:
    game = setup.game
    for seed in setup.seeds(40):
        for state, _ in setup.walk(seed):
            again = game.position(game.document(state))
            assert again == state
            assert list(map(str, game.moves(again))) == list(map(str, game.moves(state)))
            assert game.scores(again) == game.scores(state)
            assert game.outcome(again) == game.outcome(state)


@every_variant
def test_every_listed_move_passes_the_check_and_is_printed_the_same(setup: Setup) -> None:
    game = setup.game
    for seed in setup.seeds(40):
        for state, _ in setup.walk(seed):
            moves = list(game.moves(state))
            assert len(set(map(str, moves))) == len(moves)
            for move in moves:
                parsed = game.parse(state, str(move))
                assert parsed == move
                assert str(parsed) == str(move)
                assert game.describe(move)


def redeal(
    game: rules.Variant[Any, Any], state: rules.State, viewer: int | None, chance: random.Random
) -> rules.State:
    """Return the state with every card that the viewer cannot know dealt differently."""
    document = game.document(state)
    masked = game.document(state, "spectator" if viewer is None else viewer)
    unseen = list((Counter(cards_of(document)) - Counter(cards_of(masked))).elements())
    chance.shuffle(unseen)
    pack = set(game.pack)
    main = iter([card for card in unseen if card in pack])
    extra = iter([card for card in unseen if card not in pack])

    def fill(full: Any, seen: Any) -> Any:
        if isinstance(full, dict):
            return {
                key: change_secrets(full[key], seen[key]) if key == "secrets"
                else fill(full[key], seen[key])
                for key in full
            }  # fmt: skip
        if isinstance(full, list):
            return [fill(one, other) for one, other in zip(full, seen, strict=True)]
        if seen != HIDDEN:
            return full
        return next(main if full in pack else extra)

    def change_secrets(full: list[str | None], seen: list[str | None]) -> list[str | None]:
        captured = {card for cards in document["captured"] for card in cards}
        free = [card for card in game.pack if card not in captured]
        return [chance.choice(free) if s == HIDDEN else f for f, s in zip(full, seen, strict=True)]

    position: rules.State = game.position(fill(document, masked))
    return position


@every_variant
def test_hidden_cards_stay_hidden_when_they_are_dealt_differently(setup: Setup) -> None:
    """Check each position for one viewer: the seats and a spectator take turns."""
    game = setup.game
    chance, viewers = random.Random(3), cycle([*range(setup.players), None])
    for seed in setup.seeds(30):
        for (state, _), viewer in zip(setup.walk(seed), viewers, strict=False):
            if state.to_move is None:
                continue
            key = "spectator" if viewer is None else viewer
            other = redeal(game, state, viewer, chance)
            assert game.document(other, key) == game.document(state, key)
            seen, changed = game.mask(state, viewer), game.mask(other, viewer)
            assert seen == changed
            assert list(map(str, game.moves(seen))) == list(map(str, game.moves(changed)))
            assert game.scores(seen) == game.scores(changed) == game.scores(state)
            assert game.totals(seen) == game.totals(state)
            assert game.outcome(seen) == game.outcome(changed)


@every_variant
def test_a_masked_document_is_a_position_with_the_same_moves(setup: Setup) -> None:
    """Check each position for one viewer: the seats and a spectator take turns."""
    game, viewers = setup.game, cycle([*range(setup.players), "spectator"])
    for seed in setup.seeds(30):
        for (state, _), viewer in zip(setup.walk(seed), viewers, strict=False):
            document = game.document(state, viewer)
            again = game.position(document)
            assert game.document(again) == document
            if viewer == state.to_move:
                expected = list(map(str, game.moves(state)))
                assert list(map(str, game.moves(again))) == expected
                assert list(map(str, game.moves(game.mask(state, viewer)))) == expected


@every_variant
def test_a_viewer_without_a_seat_is_an_error(setup: Setup) -> None:
    game, players = setup.game, setup.players
    state = setup.deal(1)
    viewers: list[Any] = [players, -1, "0", True, 1.0]
    for viewer in viewers:
        with pytest.raises(ValueError, match="nobody sits"):
            game.mask(state, viewer)


def state_in_the_middle(setup: Setup) -> rules.State:
    return [state for state, _ in setup.walk(2)][20]


@every_variant
def test_quitting_ends_the_game_when_one_side_is_left(setup: Setup) -> None:
    game, state = setup.game, state_in_the_middle(setup)
    for winner in range(len(game.totals(state))):
        left = state
        quitters = [seat for seat in range(setup.players) if game.side(state, seat) != winner]
        while not left.is_over:
            assert game.outcome(left) is None
            left = game.resign(left, quitters.pop())
        assert game.outcome(left) == ((winner,), "resignation")
        with pytest.raises(rules.IllegalMove):
            game.resign(left, winner)


@every_variant
def test_four_violations_cost_points_or_the_turn_and_the_fifth_the_game(setup: Setup) -> None:
    game, state = setup.game, state_in_the_middle(setup)
    seat, before = present(state.to_move), game.totals(state)
    late, cost = state, 0 if game.timeout_plays else 1
    for number in range(game.max_violations):
        assert game.outcome(late) is None
        assert game.totals(late) == [
            points + (number * cost if side != game.side(state, seat) else 0)
            for side, points in enumerate(before)
        ]
        late = setup.wait_for(game.timeout(late), seat)
    with pytest.raises(rules.IllegalMove):
        game.timeout(late)
    while not late.is_over:
        others = [other for other in range(setup.players) if other not in (*game.out(late), seat)]
        late = game.resign(late, others[0])
    winners, reason = present(game.outcome(late))
    assert reason == ("forfeit" if len(before) == 2 else "resignation")
    assert len(winners) == 1
    assert game.side(state, seat) not in winners
