"""What holds for every registered variant and number of seats, over whole random games."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games import rules

HIDDEN = rules.HIDDEN
GAMES = 150

every_variant = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{game.name}-{players}")
        for game in rules.VARIANTS.values()
        for players in range(game.seats[0], game.seats[1] + 1)
    ],
)


def deal(game: rules.Variant[Any, Any], players: int, seed: int) -> rules.State:
    deck = list(game.pack)
    random.Random(f"deck {seed}").shuffle(deck)
    return game.deal(deck, players=players)


def walk(
    game: rules.Variant[Any, Any], players: int, seed: int
) -> Iterator[tuple[rules.State, str | None]]:
    """Yield each state of a random game and the text of the move that led there."""
    chance = random.Random(f"moves {seed}")
    state = deal(game, players, seed)
    yield state, None
    while state.to_move is not None:
        moves = list(game.moves(state))
        taking = [move for move in moves if getattr(move, "taken", 0)]
        text = str(chance.choice(taking if taking and chance.random() < 0.3 else moves))
        state = game.play(state, text)
        yield state, text


def cards_of(value: Any) -> Iterator[str]:
    """Yield every card of a document, secret picks left out: they are names, not cards."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in ("secrets", "variant", "phase", "value", "scores"):
                yield from cards_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from cards_of(part)
    elif isinstance(value, str):
        yield value


@every_variant
def test_cards_are_conserved_the_game_ends_and_the_points_add_up(game, players):
    for seed in range(GAMES):
        for steps, (state, _) in enumerate(walk(game, players, seed)):
            assert Counter(cards_of(game.document(state))) == Counter(game.pack)
            assert steps < 1000
        outcome = game.outcome(state)
        assert outcome is not None
        sheets = game.scores(state)
        names = [line for line, _ in game.lines]
        for sheet in sheets:
            assert list(sheet) == [*names, "total"]
            assert sheet["total"] == sum(sheet[name] for name in names)
        winners, reason = outcome
        assert reason in ("score", "ace_of_spades", "draw")
        if reason == "score":
            assert all(sheets[side]["total"] == max(s["total"] for s in sheets) for side in winners)


@every_variant
def test_the_moves_played_again_give_the_same_states(game, players):
    for seed in range(40):
        replayed = None
        for state, text in walk(game, players, seed):
            replayed = deal(game, players, seed) if text is None else game.play(replayed, text)
            assert replayed == state
            assert game.document(replayed) == game.document(state)


@every_variant
def test_a_document_read_again_is_the_same_position(game, players):
    for seed in range(40):
        for state, _ in walk(game, players, seed):
            again = game.position(game.document(state))
            assert again == state
            assert list(map(str, game.moves(again))) == list(map(str, game.moves(state)))
            assert game.scores(again) == game.scores(state)
            assert game.outcome(again) == game.outcome(state)


@every_variant
def test_every_listed_move_passes_the_check_and_is_printed_the_same(game, players):
    for seed in range(40):
        for state, _ in walk(game, players, seed):
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
    """Return the state with every card that the viewer can not know dealt differently."""
    document = game.document(state)
    masked = game.document(state, "spectator" if viewer is None else viewer)
    unseen = [card for card in cards_of(document) if card not in set(cards_of(masked))]
    chance.shuffle(unseen)
    deal_out = iter(unseen)

    def fill(full: Any, seen: Any) -> Any:
        if isinstance(full, dict):
            return {
                key: change_secrets(full[key], seen[key]) if key == "secrets"
                else fill(full[key], seen[key])
                for key in full
            }  # fmt: skip
        if isinstance(full, list):
            return [fill(one, other) for one, other in zip(full, seen, strict=True)]
        return next(deal_out) if seen == HIDDEN else full

    def change_secrets(full: list[str | None], seen: list[str | None]) -> list[str | None]:
        captured = {card for cards in document["captured"] for card in cards}
        free = [card for card in game.pack if card not in captured]
        return [chance.choice(free) if s == HIDDEN else f for f, s in zip(full, seen, strict=True)]

    return game.position(fill(document, masked))


@every_variant
def test_hidden_cards_stay_hidden_when_they_are_dealt_differently(game, players):
    chance = random.Random(3)
    for seed in range(30):
        for state, _ in walk(game, players, seed):
            if state.to_move is None:
                continue
            for viewer in (*range(players), None):
                key = "spectator" if viewer is None else viewer
                other = redeal(game, state, viewer, chance)
                assert game.document(other, key) == game.document(state, key)
                seen, changed = game.mask(state, viewer), game.mask(other, viewer)
                assert seen == changed
                assert list(map(str, game.moves(seen))) == list(map(str, game.moves(changed)))
                assert game.scores(seen) == game.scores(changed)
                assert game.outcome(seen) == game.outcome(changed)


@every_variant
def test_a_masked_document_is_a_position_with_the_same_moves(game, players):
    for seed in range(30):
        for state, _ in walk(game, players, seed):
            for viewer in (*range(players), "spectator"):
                document = game.document(state, viewer)
                again = game.position(document)
                assert game.document(again) == document
                if viewer == state.to_move:
                    expected = list(map(str, game.moves(state)))
                    assert list(map(str, game.moves(again))) == expected
                    assert list(map(str, game.moves(game.mask(state, viewer)))) == expected


@every_variant
def test_a_viewer_who_does_not_sit_there_is_an_error(game, players):
    state = deal(game, players, 1)
    for viewer in (players, -1, "0", True, 1.0):
        with pytest.raises(ValueError, match="nobody sits"):
            game.mask(state, viewer)


@every_variant
def test_quitting_and_the_clock_end_the_game_for_the_others(game, players):
    *_, state = (state for state, _ in list(walk(game, players, 2))[:20])
    for seat in range(players):
        winners, reason = game.outcome(game.resign(state, seat))
        assert reason == "resignation"
        assert winners == tuple(side for side in range(players) if side != seat)
    late = state
    for _ in range(game.max_violations):
        assert game.outcome(late) is None
        late = game.timeout(late)
    assert game.outcome(late)[1] == "forfeit"
